import assert from "node:assert/strict";
import test from "node:test";
import { drawsOf, useContexts } from "./contexts.mjs";
import { Camera } from "../../../web/viewer/camera.js";
import { GlDrawing, WireDrawing, layerColour, pageColours } from "../../../web/viewer/drawing.js";
import { Scene, SceneSource, choicesOf, emptyBox, growBy } from "../../../web/viewer/scene.js";
import { boxLines, edgesOf, shade } from "../../../web/viewer/shapes.js";
import { floats, near, packed } from "./bundle.mjs";

const COLOURS = { surface: [0.5, 0.5, 0.5], back: [1, 0, 0], mark: [0.9, 0.1, 0.5], line: [0.8, 0.8, 0.8], ground: [1, 1, 1], warm: [1, 0.5, 0.25],
    chosen: [0, 0, 1], layer: [0, 1, 0.5] };
const INK = [0.1, 0.12, 0.16];
const PLAIN = { edges: false, box: false, backs: false, smooth: false, range: -1 };
const SQUARE = { kind: "mesh", name: "", field: "", positions: floats(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0), indices: packed("u32", Uint32Array.of(0, 1, 2, 0, 2, 3)) };
const bone = (name, parent, position) => ({ name, field: "", parent, position, rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
const BONES = { kind: "skeleton", name: "", field: "", bones: [bone("a", -1, [1, 1, 0]), bone("b", 0, [2, 1, 0])] };
const RANGES = [{ name: "", field: "", first: 0, count: 1, material: 0 }, { name: "", field: "", first: 1, count: 1, material: 1 }];

const sceneOf = (views = [SQUARE], marks = []) => new SceneSource(views).marked(marks);

/** A drawing, and a function that says what it draws of a scene. */
function glDrawing() {
    const last = useContexts("webgl2"), canvas = document.createElement("canvas");
    const drawing = new GlDrawing(canvas), camera = new Camera();
    drawsOf(last.webgl2);
    return { drawing, gl: last.webgl2, camera, draw: (scene, options = {}) => {
        drawing.draw(scene, camera, { ...PLAIN, ...options }, COLOURS);
        return drawsOf(last.webgl2);
    } };
}

const only = (draws, ...names) => draws.map((each) => Object.fromEntries(names.map((name) => [name, each[name]])));

test("the page's colours are those of its style", () => {
    const colours = pageColours();
    near(colours.surface, [0x80 / 255, 0x90 / 255, 0xa0 / 255]);
    assert.deepEqual([colours.back, colours.ground, colours.chosen], [[1, 0, 0], [1, 1, 1], [0, 0, 1]]);
    near(colours.mark, [0xe0 / 255, 0x20 / 255, 0x80 / 255]);
    near(colours.warm, [1, 0x80 / 255, 0]);
    near(colours.line, [0xd0 / 255, 0xd0 / 255, 0xd0 / 255]);
    assert.deepEqual(layerColour(1), [0, 1, 0x80 / 255]);
    assert.deepEqual(layerColour(2, COLOURS), shade(COLOURS.layer, 1));
});

test("without WebGL there is no drawing; shaders that don't link are an error", () => {
    useContexts();
    assert.throws(() => new GlDrawing(document.createElement("canvas")), /no WebGL/);
    const last = useContexts("webgl2");
    const canvas = document.createElement("canvas");
    Object.assign(canvas.getContext("webgl2"), {});
    last.webgl2.calls.length = 0;
    const made = new GlDrawing(canvas);
    const names = last.webgl2.calls.map(([name]) => name);
    assert.deepEqual(["shaderSource", "compileShader", "attachShader"].map((name) => names.filter((each) => each === name).length), [2, 2, 2]);
    assert.deepEqual(last.webgl2.calls.filter(([name]) => /bindAttribLocation|linkProgram|^enable|depthFunc|blendFunc|useProgram/.test(name)).map(([name, ...values]) => [name, ...values.slice(-2)]), [
        ["bindAttribLocation", 0, "position"], ["bindAttribLocation", 1, "share"], ["bindAttribLocation", 2, "normal"], ["bindAttribLocation", 3, "uv"], ["linkProgram", made.program], ["useProgram", made.program], ["enableVertexAttribArray", 0],
        ["enable", "DEPTH_TEST"], ["depthFunc", "LEQUAL"], ["blendFunc", "ONE", "ONE_MINUS_SRC_ALPHA"]]);
    const failing = { getContext: () => new Proxy({}, { get: (_, name) => (/^getProgramInfoLog/.test(name) ? () => "bad shader" : () => false) }) };
    assert.throws(() => new GlDrawing(failing), /bad shader/);
});

test("a grid, and the mesh on it", async () => {
    const { draw, gl, camera } = glDrawing(), scene = await sceneOf();
    camera.target = [1, 2, 3];
    const draws = draw(scene);
    assert.deepEqual(only(draws, "how", "kind", "indices", "count", "color", "back", "alpha", "blended", "through"), [
        { how: "LINES", kind: 1, indices: null, count: draws[0].points.length / 3, color: COLOURS.line, back: COLOURS.line, alpha: 1, blended: false, through: false },
        { how: "TRIANGLES", kind: 0, indices: scene.meshes[0].indices, count: 6, color: COLOURS.surface, back: COLOURS.surface, alpha: 1, blended: false, through: false }]);
    assert.equal(draws[1].points, scene.meshes[0].positions);
    const { center, light, warm, matrix } = draws.uniforms;
    assert.deepEqual([center, warm], [[1, 2, 3], COLOURS.warm]);
    assert.deepEqual(matrix, camera.matrix(2));
    const { right, up, back } = camera.axes();
    near(light, [0, 1, 2].map((i) => 0.35 * right[i] + 0.45 * up[i] + 0.82 * back[i]));
    assert.deepEqual(only(draw(scene, { backs: true }).slice(1), "back"), [{ back: COLOURS.back }]);
    gl.canvas.width = 0;
    const drawing = draw({ ...scene, box: emptyBox() });
    assert.equal(drawing.length, 0);
});

test("a picture begins with the colour of the ground", async () => {
    const { drawing, gl, camera } = glDrawing();
    drawing.draw(await sceneOf(), camera, PLAIN, { ...COLOURS, ground: [0.2, 0.3, 0.4] });
    assert.deepEqual(gl.calls.slice(0, 3), [["viewport", 0, 0, 300, 150], ["clearColor", 0.2, 0.3, 0.4, 1], ["clear", 3]]);
    assert.deepEqual(gl.calls.filter(([name]) => name === "polygonOffset"), [["polygonOffset", 1, 1]]);
    const switched = gl.calls.filter(([, what]) => what === "POLYGON_OFFSET_FILL").map(([name]) => name);
    assert.deepEqual(switched, ["enable", "disable"]);
});

test("points are three floats, shares of weights a byte, and indices have 32 bits", async () => {
    const { drawing, gl, camera } = glDrawing(), scene = await sceneOf();
    assert.deepEqual(gl.how, { antialias: true, preserveDrawingBuffer: true, alpha: false });
    scene.meshes[0].share = new Uint8Array(4);
    drawing.draw(scene, camera, { ...PLAIN, edges: true }, COLOURS);
    const callsOf = (...names) => gl.calls.filter(([name]) => names.includes(name));
    const point = ["vertexAttribPointer", 0, 3, "FLOAT", false, 0, 0], none = [["disableVertexAttribArray", 1], ["vertexAttrib1f", 1, 0], point];
    assert.deepEqual(callsOf("vertexAttribPointer", "vertexAttrib1f", "enableVertexAttribArray", "disableVertexAttribArray"),
        [...none, ["enableVertexAttribArray", 1], ["vertexAttribPointer", 1, 1, "UNSIGNED_BYTE", true, 0, 0], point, ...none]);
    assert.deepEqual(callsOf("drawArrays", "drawElements").map(([name, ...values]) => [name, ...values.slice(name === "drawArrays" ? 1 : 2)]),
        [["drawArrays", 0, callsOf("drawArrays")[0][3]], ["drawElements", "UNSIGNED_INT", 0], ["drawElements", "UNSIGNED_INT", 0]]);
    assert.equal(callsOf("uniformMatrix4fv")[0][2], false);
    assert.deepEqual(gl.calls.at(-1), ["disable", "BLEND"]);
});

test("materials have shades, and the chosen one the colour of marks", async () => {
    const { draw } = glDrawing(), scene = await sceneOf([{ ...SQUARE, ranges: RANGES }]);
    assert.deepEqual(only(draw(scene).slice(1), "color", "first", "count"), [{ color: COLOURS.surface, first: 0, count: 3 },
        { color: shade(COLOURS.surface, 1), first: 3, count: 3 }]);
    assert.deepEqual(only(draw(scene, { range: 1, backs: true }).slice(1), "color", "back"), [{ color: COLOURS.surface, back: COLOURS.back },
        { color: COLOURS.mark, back: COLOURS.back }]);
    const one = await sceneOf([{ ...SQUARE, ranges: [RANGES[1]] }]);
    assert.deepEqual(only(draw(one).slice(1), "first", "count"), [{ first: 0, count: 6 }]);
    assert.deepEqual(only(draw(one, { range: 0 }).slice(1), "color", "first", "count"), [{ color: COLOURS.surface, first: 0, count: 6 },
        { color: COLOURS.mark, first: 3, count: 3 }]); // over what is of no material
    const beyond = await sceneOf([{ ...SQUARE, ranges: [RANGES[0], { ...RANGES[1], count: 9 }, { ...RANGES[1], first: 7 }] }]);
    assert.deepEqual(only(draw(beyond).slice(1), "first", "count"), [{ first: 0, count: 3 }, { first: 3, count: 3 }, { first: 21, count: 0 }]);
});

test("weights of the chosen bone warm the surface", async () => {
    const { draw } = glDrawing(), scene = await sceneOf([{ ...SQUARE, ranges: RANGES }, BONES]);
    scene.meshes[0].share = Uint8Array.of(0, 1, 2, 255);
    scene.chosen = choicesOf(scene)[1];
    const draws = draw(scene);
    assert.deepEqual(only(draws.slice(1, 2), "share", "count"), [{ share: scene.meshes[0].share, count: 6 }]);
    assert.deepEqual(only(draws.slice(2), "how", "kind", "count", "color", "alpha", "size", "through", "blended", "share"), [
        { how: "LINES", kind: 1, count: 2, color: INK, alpha: 0.75, size: 1, through: true, blended: true, share: undefined },
        { how: "POINTS", kind: 2, count: 2, color: INK, alpha: 1, size: 5, through: true, blended: true, share: undefined },
        { how: "POINTS", kind: 2, count: 1, color: COLOURS.chosen, alpha: 1, size: 11, through: true, blended: true, share: undefined }]);
    assert.deepEqual([...draws.at(-1).points], [3, 2, 0]);
    globalThis.devicePixelRatio = 2;
    assert.deepEqual(draw(scene).slice(-2).map(({ size }) => size), [10, 22]);
    delete globalThis.devicePixelRatio;
});

test("normals of the file shade the surface on request, unless it moves", async () => {
    const normals = packed("s8", Int8Array.from({ length: 12 }, (_, i) => i % 3 === 2 ? 127 : 0));
    const { draw, gl, drawing, camera } = glDrawing(), scene = await sceneOf([{ ...SQUARE, normals, ranges: RANGES }]), [mesh] = scene.meshes;
    const used = (options) => draw(scene, { edges: true, ...options }).map((each) => each.normals);
    assert.deepEqual(used({ smooth: false }), [undefined, undefined, undefined, undefined]);
    assert.deepEqual(used({ smooth: true }), [undefined, mesh.normals, mesh.normals, undefined]);
    mesh.view.ranges = [];
    assert.deepEqual(used({ smooth: true }), [undefined, mesh.normals, undefined]);
    mesh.view.ranges = [{ ...RANGES[0], count: 0 }];
    assert.deepEqual(used({ smooth: true, range: 0 }), [undefined, mesh.normals, mesh.normals, undefined]);
    drawing.draw(scene, camera, { ...PLAIN, smooth: true, box: true }, COLOURS);
    const calls = gl.calls.filter(([name, attribute]) => /Attrib/.test(name) && attribute === 2);
    assert.deepEqual(calls, [["enableVertexAttribArray", 2], ["vertexAttribPointer", 2, 3, "BYTE", true, 0, 0], ["disableVertexAttribArray", 2], ["vertexAttrib3f", 2, 0, 0, 0]]);
    gl.calls.length = 0;
    mesh.rest = mesh.positions;
    assert.deepEqual(used({ smooth: true, box: true }).filter((each) => each !== undefined), []);
});

test("details are lines, and dots that are seen through the model", async () => {
    const { draw } = glDrawing(), scene = await sceneOf([SQUARE, SQUARE]), [first, second] = scene.meshes, points = Float32Array.of(0, 0, 0, 1, 1, 1);
    const details = { lines: [{ points, colour: "warm" }], dots: [{ points, colour: "chosen" }, { points: new Float32Array(), colour: "warm" }] };
    Object.assign(first, { details, shown: false });
    second.details = details;
    assert.deepEqual(only(draw(scene).slice(2), "how", "points", "count", "color", "size", "through", "blended"), [
        { how: "LINES", points, count: 2, color: COLOURS.warm, size: 1, through: false, blended: true },
        { how: "POINTS", points, count: 2, color: COLOURS.chosen, size: 8, through: true, blended: true }]);
});

test("marks are seen through the model", async () => {
    const { draw } = glDrawing();
    const scene = await sceneOf([SQUARE, BONES], [{ view: 0, total: 1, triangles: [[1, 1]], vertices: [1] }, { view: 1, total: 1, bones: [1] }]);
    const { markedTriangles, markedPoints } = scene.meshes[0];
    const marks = (draws) => only(draws.filter(({ color }) => color === COLOURS.mark || color.join() === COLOURS.mark.join()), "how", "indices", "count", "alpha", "size", "through", "blended");
    const lines = { how: "LINES", indices: edgesOf(markedTriangles), count: 6, alpha: 1, size: 1, through: true, blended: true };
    const points = [{ how: "POINTS", indices: null, count: 1, alpha: 1, size: 9, through: true, blended: true },
        { how: "POINTS", indices: null, count: 1, alpha: 1, size: 13, through: true, blended: true }];
    assert.deepEqual(marks(draw(scene)), [{ how: "TRIANGLES", indices: markedTriangles, count: 3, alpha: 0.3, size: 1, through: true, blended: true },
        { how: "TRIANGLES", indices: markedTriangles, count: 3, alpha: 1, size: 1, through: false, blended: true }, lines, ...points]);
    assert.deepEqual([...markedPoints], [4, 0, 0]);
    scene.meshes[0].share = new Uint8Array(4);
    assert.deepEqual(marks(draw(scene)), [lines, ...points]); // else the weights would be hidden
    scene.meshes[0].markedTriangles = new Uint32Array(3 * 64);
    assert.equal(marks(draw(scene))[0].through, true);
    scene.meshes[0].markedTriangles = new Uint32Array(3 * 65);
    assert.deepEqual(only(marks(draw(scene)), "how", "through"), [{ how: "LINES", through: false }, ...points.map(({ how }) => ({ how, through: true }))]);
    const dotWith = (count) => { scene.meshes[0].markedPoints = new Float32Array(3 * count); return marks(draw(scene)).at(-2); };
    assert.deepEqual([dotWith(64), dotWith(65)].map(({ count, size }) => [count, size]), [[64, 9], [65, 5]]); // many dots are small
    globalThis.devicePixelRatio = 2;
    assert.deepEqual([dotWith(64), dotWith(65)].map(({ size }) => size), [18, 10]);
    delete globalThis.devicePixelRatio;
    const two = await sceneOf([SQUARE, SQUARE]);
    two.meshes.forEach((mesh) => Object.assign(mesh, { share: new Uint8Array(4), markedTriangles: new Uint32Array(3 * 65) }));
    assert.deepEqual(marks(draw(two)).map(({ through }) => through), [false, false]);
});

test("the next picture is drawn as the first", async () => {
    const { draw } = glDrawing(), points = Float32Array.of(0, 0, 0, 1, 1, 1), details = { lines: [{ points, colour: "warm" }], dots: [{ points, colour: "chosen" }] };
    const scene = await sceneOf([{ ...SQUARE, ranges: RANGES }, SQUARE, BONES], [{ view: 0, total: 1, triangles: [[1, 1]], vertices: [1] },
        { view: 1, total: 1, whole: true }, { view: 2, total: 1, bones: [1] }]);
    scene.meshes[0].details = details;
    scene.meshes[1].layer = 1;
    scene.chosen = choicesOf(scene)[1];
    const [first, second] = [draw(scene, { edges: true, box: true }), draw(scene, { edges: true, box: true })];
    assert.equal(first.length, 21);
    assert.deepEqual(second, first);
});

test("a mesh that is marked as a whole has a box, and one without triangles dots", async () => {
    const { draw } = glDrawing();
    const whole = await sceneOf([SQUARE], [{ view: 0, total: 1, whole: true }]), [box] = whole.markedBoxes;
    assert.deepEqual([[...box], [...whole.markedBox]], [[0, 0, 0, 4, 4, 0], [0, 0, 0, 4, 4, 0]]);
    assert.deepEqual(only(draw(whole).filter(({ color }) => color.join() === COLOURS.mark.join()), "how", "points", "indices", "through"),
        [{ how: "LINES", points: boxLines(box).points, indices: boxLines(box).lines, through: false }]);
    const drawn = await wires(whole), { points, lines } = boxLines(box), at = (corner) => drawn.project(points, corner).map(Math.round);
    assert.deepEqual(drawn.at(-1), ["stroke", "rgb(230 26 128 / 1)", Array.from({ length: 12 }, (_, i) =>
        [["moveTo", ...at(lines[2 * i])], ["lineTo", ...at(lines[2 * i + 1])], ["closePath"]]).flat()]);
    const cut = await sceneOf([{ ...SQUARE, indices: packed("u32", new Uint32Array()) }]);
    assert.deepEqual(only(draw(cut), "how", "count").at(-1), { how: "POINTS", count: 4 });
    const dotsWith = async (count) => {
        const many = await sceneOf([SQUARE]);
        many.meshes[0].markedPoints = new Float32Array(3 * count);
        const done = (await wires(many)).slice(4);
        return [done.length, done[0][2][0][3]]; // how many, and their radius
    };
    assert.deepEqual([await dotsWith(64), await dotsWith(65)], [[64, 6], [65, 3]]);
    const dots = (await wires(cut)).slice(4);
    assert.deepEqual(dots.map(([how, , path]) => [how, path.length, path[0][3]]), new Array(4).fill(["fill", 1, 1]));
});

test("edges and the box are drawn on request, of what is shown", async () => {
    const { draw } = glDrawing(), scene = await sceneOf([SQUARE, SQUARE]);
    scene.meshes[1].shown = false;
    const edges = draw(scene, { edges: true });
    assert.deepEqual(only(edges.slice(2), "indices", "color", "alpha", "blended"),
        [{ indices: edgesOf(scene.meshes[0].indices), color: INK, alpha: 0.28, blended: true }]);
    assert.deepEqual(only(draw(scene, { box: true }).slice(2), "how", "count", "color", "alpha", "blended"), [{ how: "LINES", count: 24, color: INK, alpha: 0.7, blended: true }]);
    const { drawing, camera, gl } = glDrawing();
    drawing.draw(scene, camera, { ...PLAIN, box: true }, { ...COLOURS, ground: [0.5, 1, 1] });
    assert.deepEqual(drawsOf(gl).at(-1).color, [0.9, 0.93, 0.97]); // light ink on dark ground
});

test("meshes of other files are laid over, seen through", async () => {
    const { draw, drawing, gl, camera } = glDrawing(), scene = await sceneOf([SQUARE, SQUARE]);
    const [own, over] = scene.meshes;
    over.layer = 2;
    const colour = layerColour(2, COLOURS);
    assert.deepEqual(only(draw(scene).slice(2), "how", "hidden", "points", "alpha", "blended", "color"), [
        { how: "TRIANGLES", hidden: true, points: own.positions, alpha: 1, blended: false, color: COLOURS.layer }, // depth alone
        { how: "TRIANGLES", hidden: true, points: over.positions, alpha: 1, blended: false, color: COLOURS.layer },
        { how: "TRIANGLES", hidden: false, points: over.positions, alpha: 0.4, blended: true, color: colour },
        { how: "LINES", hidden: false, points: over.positions, alpha: 0.7, blended: true, color: colour }]);
    drawing.draw(scene, camera, PLAIN, COLOURS);
    assert.deepEqual(gl.calls.filter(([name]) => name === "colorMask"), [["colorMask", false, false, false, false], ["colorMask", true, true, true, true]]);
    assert.deepEqual(gl.calls.filter(([name]) => name === "clear"), [["clear", 3], ["clear", 2]]);
    drawsOf(gl);
    own.shown = false;
    assert.deepEqual(only(draw(scene).slice(1), "points", "alpha", "color", "back"), [{ points: over.positions, alpha: 1, color: colour, back: colour }]); // alone: solid
    own.shown = true;
    over.indices = new Uint32Array(3 * 4000);
    assert.equal(draw(scene).at(-1).how, "LINES");
    over.indices = new Uint32Array(3 * 4001);
    assert.equal(draw(scene).at(-1).how, "TRIANGLES");
});

test("arrays are sent once, and again when they changed", async () => {
    const { drawing, gl, draw, camera } = glDrawing(), scene = await sceneOf();
    const sent = () => gl.calls.filter(([name]) => name === "bufferData").map(([, target, data, how]) => [target, data, how]);
    drawing.draw(scene, camera, PLAIN, COLOURS);
    assert.deepEqual(sent().slice(1), [["ARRAY_BUFFER", scene.meshes[0].positions, "STATIC_DRAW"], ["ELEMENT_ARRAY_BUFFER", scene.meshes[0].indices, "STATIC_DRAW"]]);
    draw(scene);
    drawing.draw(scene, camera, PLAIN, COLOURS);
    assert.deepEqual(sent(), []);
    drawing.refresh(scene.meshes[0].positions);
    drawing.refresh(new Float32Array(3)); // never sent
    assert.equal(gl.calls.filter(([name]) => name === "deleteBuffer").length, 1);
    drawing.draw(scene, camera, PLAIN, COLOURS);
    assert.deepEqual(sent().map(([, data]) => data), [scene.meshes[0].positions]);
    drawsOf(gl);
    drawing.clear();
    assert.equal(gl.calls.filter(([name]) => name === "deleteBuffer").length, 3);
    assert.equal(drawing.buffers.size, 0);
});

// ---- Without WebGL ----

/** What a wireframe draws: paths with their colours. */
async function wires(scene, { colours = COLOURS, chosen } = {}) {
    const last = useContexts("2d"), canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 200];
    const drawing = new WireDrawing(canvas), camera = new Camera(), context = last["2d"];
    Object.assign(camera, { turn: 0, rise: 0, distance: 10, size: 4 });
    let path = [];
    const done = [];
    const own = context.calls;
    context.calls = { push: ([name, ...values]) => {
        if (name === "beginPath") {
            path = [];
        } else if (name === "fill" || name === "stroke" || name === "fillRect") {
            done.push([name, name === "stroke" ? context.strokeStyle : context.fillStyle, name === "fillRect" ? values : path.slice()]);
        } else {
            path.push([name, ...values.map((value) => Math.round(value))]);
        }
    } };
    scene.chosen = chosen;
    drawing.draw(scene, camera, PLAIN, colours);
    drawing.clear();
    drawing.refresh();
    context.calls = own;
    return Object.assign(done, { project: camera.projector(400, 200), lineWidth: context.lineWidth });
}

test("a wireframe: triangles, marks, bones", async () => {
    const scene = await sceneOf([SQUARE, SQUARE, BONES], [{ view: 0, total: 1, triangles: [[1, 1]], vertices: [3] }, { view: 2, total: 1, bones: [1] }]);
    scene.meshes[1].shown = false;
    const done = await wires(scene, { chosen: choicesOf(scene)[1] });
    const at = (...point) => done.project(Float32Array.from(point), 0).map(Math.round);
    const a = at(0, 0, 0), b = at(4, 0, 0), c = at(4, 4, 0), d = at(0, 4, 0);
    const first = [["moveTo", ...a], ["lineTo", ...b], ["lineTo", ...c], ["closePath"]], second = [["moveTo", ...a], ["lineTo", ...c], ["lineTo", ...d], ["closePath"]];
    const mark = "rgb(230 26 128 / 1)", ink = "rgb(64 71 84 / 1)", dot = (radius, ...point) => [["arc", ...at(...point), radius, 0, 7]];
    assert.deepEqual([...done], [["fillRect", "rgb(255 255 255 / 1)", [0, 0, 400, 200]], ["stroke", "rgb(64 71 84 / 0.45)", [...first, ...second]],
        ["fill", "rgb(230 26 128 / 0.75)", second], ["stroke", mark, second], ["fill", mark, dot(6, 0, 4, 0)],
        ["stroke", ink, [["moveTo", ...at(3, 2, 0)], ["lineTo", ...at(1, 1, 0)], ["closePath"]]], ["fill", mark, dot(7, 3, 2, 0)],
        ["fill", "rgb(0 0 255 / 1)", dot(6, 3, 2, 0)]]);
    assert.deepEqual([...await wires(new Scene())], [["fillRect", "rgb(255 255 255 / 1)", [0, 0, 400, 200]]]);
    assert.equal((await wires(scene, { colours: { ...COLOURS, ground: [0.5, 1, 1] } }))[1][1], "rgb(191 201 214 / 0.45)");
});

test("a wireframe draws a line from each bone to its parent, and all marked bones", async () => {
    const scene = await sceneOf([{ ...BONES, bones: [...BONES.bones, bone("c", 1, [0, 1, 0])] }], [{ view: 0, total: 2, bones: [2, 0] }]);
    const done = await wires(scene, { chosen: { bone: 1 } }), at = (...point) => done.project(Float32Array.from(point), 0).map(Math.round);
    const [a, b, c] = [at(1, 1, 0), at(3, 2, 0), at(3, 3, 0)];
    assert.deepEqual(done.slice(1).map(([, , path]) => path), [[["moveTo", ...b], ["lineTo", ...a], ["closePath"], ["moveTo", ...c], ["lineTo", ...b], ["closePath"]],
        [["arc", ...c, 7, 0, 7]], [["arc", ...a, 7, 0, 7]]]);
});

test("a wireframe has details, too", async () => {
    const scene = await sceneOf(), points = Float32Array.of(0, 0, 0, 1, 1, 0, 2, 0, 0, 3, 1, 0);
    scene.meshes[0].details = { lines: [{ points, colour: "warm" }], dots: [{ points: points.subarray(0, 6), colour: "chosen" }] };
    const done = await wires(scene), [a, b, c, d] = [0, 1, 2, 3].map((corner) => done.project(points, corner).map(Math.round));
    assert.deepEqual(done.slice(4), [["stroke", "rgb(255 128 64 / 1)", [["moveTo", ...a], ["lineTo", ...b], ["closePath"], ["moveTo", ...c], ["lineTo", ...d], ["closePath"]]],
        ["fill", "rgb(0 0 255 / 1)", [["arc", ...a, 4, 0, 7]]], ["fill", "rgb(0 0 255 / 1)", [["arc", ...b, 4, 0, 7]]]]);
    assert.equal(done.lineWidth, 1);
});

test("a wireframe draws each path once, and boxes of hidden meshes, too", async () => {
    const scene = await sceneOf([SQUARE], [{ view: 0, total: 1, whole: true }, { view: 0, total: 1, triangles: [[0, 1]] }]), [mesh] = scene.meshes;
    mesh.details = { lines: [{ points: Float32Array.of(0, 0, 0, 1, 1, 0), colour: "warm" }], dots: [] };
    const strokesOf = async () => (await wires(scene)).filter(([how]) => how === "stroke").map(([, colour, path]) => [colour, path.length]);
    const mark = "rgb(230 26 128 / 1)";
    assert.deepEqual((await strokesOf()).slice(1), [[mark, 4], [mark, 36], ["rgb(255 128 64 / 1)", 3]]);
    mesh.shown = false;
    assert.deepEqual(await strokesOf(), [[mark, 36]]);
});

test("a wireframe leaves out what is behind the camera, and triangles of many", async () => {
    const far = await sceneOf([{ ...SQUARE, positions: floats(0, 0, 0, 4, 0, 0, 4, 4, 11, 0, 4, 0) }], [{ view: 0, total: 1, vertices: [2] }]);
    assert.deepEqual((await wires(far)).slice(1), [["stroke", "rgb(64 71 84 / 0.45)", []], ["fill", "rgb(230 26 128 / 0.75)", []], ["stroke", "rgb(230 26 128 / 1)", []]]);
    const many = new Scene();
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    growBy(many.box, positions);
    const corners = (count) => Uint32Array.from({ length: 3 * count }, (_, i) => i % 3);
    const counts = async (triangles, marked) => {
        many.meshes = [{ shown: true, positions, indices: corners(triangles), markedTriangles: corners(marked), markedPoints: new Float32Array() }];
        return (await wires(many)).slice(1, 3).map(([, , path]) => path.length / 4);
    };
    assert.deepEqual(await counts(12000, 1), [12000, 1]);
    assert.deepEqual(await counts(12001, 12001), [6001, 12000]);
});
