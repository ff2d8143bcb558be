import assert from "node:assert/strict";
import test from "node:test";
import { nextFrame, page, until } from "./page.mjs";
import { drawsOf, useContexts } from "./contexts.mjs";
import { ModelStage, modelView } from "../../../web/viewer/model.js";
import { motionView } from "../../../web/viewer/player.js";
import { Scene, SceneSource, choicesOf, isChosen } from "../../../web/viewer/scene.js";
import { tabsOf } from "../../../web/viewer/views.js";
import { floats, near, packed } from "./bundle.mjs";
import { finding, record } from "./data.mjs";

const contexts = useContexts("webgl2", "2d");
const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
/** Waits for what needs no unpacking. */
const settled = () => new Promise((done) => setTimeout(done));

const SQUARE = { kind: "mesh", name: "square", field: "", vertices: 4, triangles: 2, positions: floats(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0),
    indices: packed("u32", Uint32Array.of(0, 1, 2, 0, 2, 3)) };
const bone = (name, parent, position) => ({ name, field: "", parent, position, rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
const BONES = { kind: "skeleton", name: "", field: "", bones: [bone("Arm", -1, [0, 1, 0]), bone("Hand", 0, [2, 0, 0])] };
const SKINNED = { ...SQUARE, skeleton: 1, skin: { bones: packed("u16", new Uint16Array(16)), weights: packed("u8", new Uint8Array(16).fill(255)) } };
const RANGES = [{ name: "hull", field: "", first: 0, count: 1, material: 0 }, { name: "", field: "", first: 1, count: 1, material: 1 }];
const sceneOf = (views = [SQUARE, BONES], marks = []) => new SceneSource(views).marked(marks);

/** A stage that looks at a scene from the front, at the origin from (0, 0, 10). */
function stageWith(scene) {
    const stage = new ModelStage();
    stage.open(scene);
    look(stage);
    nextFrame();
    return stage;
}

const look = (stage) => Object.assign(stage.camera, { turn: 0, rise: 0, distance: 10, target: [0, 0, 0] });
const placeOf = ({ camera, canvas }, ...point) => camera.projector(canvas.clientWidth, canvas.clientHeight)(Float32Array.from(point), 0);

test("a stage draws with the next frame, as large as it is shown", async () => {
    const stage = new ModelStage();
    assert.deepEqual([stage.hasGl, stage.label.hidden], [true, true]);
    stage.drawNow(); // nothing to draw
    stage.open(await sceneOf());
    stage.draw();
    assert.equal(page.frames.length, 1); // once, however often it is asked for
    nextFrame();
    assert.deepEqual([stage.canvas.width, stage.canvas.height], [400, 200]);
    drawsOf(contexts.webgl2);
    globalThis.devicePixelRatio = 1.5;
    stage.drawNow();
    assert.deepEqual([stage.canvas.width, stage.canvas.height], [600, 300]);
    assert.ok(drawsOf(contexts.webgl2).length > 1);
    delete globalThis.devicePixelRatio;
    stage.canvas.resize();
    assert.equal(page.frames.length, 1);
    nextFrame();
    page.media["(prefers-color-scheme: dark)"].dispatchEvent(new Event("change"));
    assert.equal(page.frames.length, 1); // in other colours
    nextFrame();
    drawsOf(contexts.webgl2);
    for (const [width, height] of [[400, 0], [0, 200]]) {
        [stage.canvas.clientWidth, stage.canvas.clientHeight] = [width, height];
        stage.drawNow();
        assert.equal(drawsOf(contexts.webgl2).length, 0);
    }
    stage.draw();
    assert.equal(page.frames.length, 1);
    nextFrame();
});

test("the size of the canvas is set only when it changes: setting it clears the canvas", async () => {
    const stage = stageWith(await sceneOf()), { canvas } = stage, set = [];
    for (const name of ["width", "height"]) {
        let size = canvas[name];
        Object.defineProperty(canvas, name, { get: () => size, set: (value) => { size = value; set.push(value); } });
    }
    for (const [width, height, sizes] of [[400, 200, []], [500, 200, [500, 200]], [500, 300, [500, 300]], [500, 300, []]]) {
        [canvas.clientWidth, canvas.clientHeight] = [width, height];
        stage.drawNow();
        assert.deepEqual(set.splice(0), sizes);
    }
});

test("without WebGL it draws a wireframe", async () => {
    const { webgl2 } = page.contexts;
    delete page.contexts.webgl2;
    const stage = new ModelStage();
    page.contexts.webgl2 = webgl2;
    assert.equal(stage.hasGl, false);
    contexts["2d"].calls.length = 0;
    stage.open(await sceneOf());
    nextFrame();
    assert.ok(contexts["2d"].calls.some(([name]) => name === "stroke"));
});

test("a scene is shown whole, or its marks from near", async () => {
    const stage = new ModelStage(), radius = Math.hypot(4, 4, 0) / 2;
    stage.options.range = 3;
    stage.open(await sceneOf());
    near([stage.camera.size, ...stage.camera.target], [radius, 2, 2, 0]);
    near([stage.camera.distance], [radius / Math.sin(0.35) * 1.08]);
    assert.equal(stage.options.range, -1);
    stage.open(await sceneOf([SQUARE], [{ view: 0, total: 1, vertices: [1] }]));
    near(stage.camera.target, [4, 0, 0]);
    near([stage.camera.distance], [0.22 * radius / Math.sin(0.35) * 1.08]);
    stage.frameAll();
    near(stage.camera.target, [2, 2, 0]);
    stage.frameMarks();
    near(stage.camera.target, [4, 0, 0]);
    stage.open(await sceneOf([SQUARE], [{ view: 0, total: 2, triangles: [[0, 1]] }]));
    near([stage.camera.distance], [1.4 * radius / Math.sin(0.35) * 1.08]);
    stage.open(await sceneOf([BONES], [{ view: 0, total: 1, bones: [1] }]));
    near([stage.camera.distance], [0.7 * 1 / Math.sin(0.35) * 1.08]);
    stage.open(await sceneOf([{ ...SQUARE, positions: floats(1, 2, 3, 5, 8, 6, 1, 2, 3, 1, 2, 3) }]));
    near([stage.camera.size], [Math.hypot(4, 6, 3) / 2]);
    stage.open(await sceneOf([{ ...SQUARE, positions: floats(...new Array(12).fill(7)) }]));
    near([stage.camera.size], [1e-6], 1e-9); // all vertices are at one place
    nextFrame();
    for (const change of [() => stage.frameAll(), () => stage.frameMarks(), () => stage.choose(undefined), () => stage.showDetails(stage.scene)]) {
        await change();
        assert.equal(page.frames.length, 1); // it is seen at once
        nextFrame();
    }
    stage.open(new Scene());
    near([stage.camera.size, ...stage.camera.target], [1, 7, 7, 7]);
    nextFrame();
});

test("the card forgets a scene when another one is shown", async () => {
    const stage = new ModelStage(), source = new SceneSource([SQUARE]);
    let cleared = 0;
    stage.drawing.clear = () => cleared++;
    for (const [scene, count] of [[await source.marked([]), 1], [await source.marked([]), 1], [await sceneOf(), 2]]) {
        stage.open(scene);
        assert.equal(cleared, count);
    }
    nextFrame();
});

test("one finger turns, with shift or another button it moves, two zoom", async () => {
    const stage = stageWith(await sceneOf()), { canvas, camera } = stage;
    const down = (pointerId, clientX, clientY) => canvas.send("pointerdown", { pointerId, clientX, clientY });
    const move = (pointerId, clientX, clientY, more = {}) => canvas.send("pointermove", { pointerId, clientX, clientY, buttons: 1, ...more });
    down(1, 100, 100);
    nextFrame();
    move(1, 110, 105);
    assert.equal(page.frames.length, 1); // it is seen at once
    near([camera.turn, camera.rise, camera.distance], [-0.08, 0.04, 10]);
    look(stage);
    const height = 2 * 10 * Math.tan(0.35);
    move(1, 130, 105, { shiftKey: true });
    near(camera.target, [-height * 20 / 200, 0, 0]);
    for (const buttons of [2, 4]) {
        look(stage);
        move(1, 130, 105 + 10 * buttons, { buttons });
        near(camera.target, [0, height * 20 / 200, 0]);
        near([camera.turn], [0]);
    }
    look(stage);
    down(2, 230, 145);
    move(2, 330, 145);
    near([camera.distance], [5]); // twice as far apart
    near(camera.target, [-height / 2 * 50 / 200, 0, 0]);
    look(stage);
    move(2, 290, 265); // as far from (130, 145)
    near([camera.distance, ...camera.target], [10, height / 2 * 40 / 200, height / 2 * 120 / 200, 0]);
    for (const [x, distance] of [[131, 2000], [130, 10], [140, 1]]) { // less than a pixel apart counts as one
        look(stage);
        camera.size = 1000;
        move(2, x, 145);
        near([camera.distance], [distance]);
    }
    canvas.send("pointerup", { pointerId: 2 });
    look(stage);
    move(1, 131, 145);
    near([camera.turn, camera.distance], [-0.008, 10]);
    canvas.send("pointercancel", { pointerId: 1 });
    look(stage);
    move(1, 200, 145, { offsetX: 0, offsetY: 0 });
    near([camera.turn], [0]);
    nextFrame();
});

test("the wheel zooms, keys turn and move", async () => {
    const stage = stageWith(await sceneOf()), { canvas, camera } = stage;
    const wheel = canvas.send("wheel", { deltaY: 100 });
    assert.equal(page.frames.length, 1);
    near([camera.distance], [10 * Math.exp(0.15)]);
    assert.equal(wheel.defaultPrevented, true);
    assert.equal(canvas.send("contextmenu").defaultPrevented, true);
    const height = 2 * 10 * Math.tan(0.35) * 0.08;
    for (const [key, [x, y]] of Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })) {
        look(stage);
        assert.equal(canvas.send("keydown", { key }).defaultPrevented, true);
        near([camera.turn, camera.rise], [-0.15 * x, 0.15 * y]);
        look(stage);
        canvas.send("keydown", { key, shiftKey: true });
        near(camera.target, [height * x, -height * y, 0]);
    }
    for (const [key, distance] of [["+", 8.5], ["-", 10 / 0.85]]) {
        look(stage);
        canvas.send("keydown", { key });
        near([camera.distance], [distance]);
    }
    canvas.send("keydown", { key: "0" });
    near(camera.target, [2, 2, 0]);
    nextFrame();
    assert.equal(canvas.send("keydown", { key: "x" }).defaultPrevented, false);
    assert.equal(page.frames.length, 0);
    canvas.send("keydown", { key: "+" });
    assert.equal(page.frames.length, 1);
    nextFrame();
});

test("bones can be stepped through, from either end, and are spoken", async () => {
    const scene = await sceneOf([{ ...BONES, bones: [...BONES.bones, bone("Tip", 1, [0, 1, 0])] }]), stage = stageWith(scene), [arm, hand, tip] = choicesOf(scene);
    const press = async (key) => { stage.canvas.send("keydown", { key }); await settled(); nextFrame(); };
    await press("b");
    assert.deepEqual([isChosen(scene, arm), stage.spoken.textContent, stage.label.textContent, stage.label.hidden], [true, "Arm", "Arm", false]);
    await press("b");
    assert.equal(isChosen(scene, hand), true);
    await press("b");
    assert.equal(isChosen(scene, tip), true);
    await press("b");
    assert.equal(isChosen(scene, arm), true);
    await press("B");
    assert.equal(stage.spoken.textContent, "Tip");
    await stage.choose(undefined);
    await press("B");
    assert.equal(isChosen(scene, tip), true);
    const empty = new ModelStage();
    empty.canvas.send("keydown", { key: "b" });
    await empty.choose(arm);
    assert.equal(empty.spoken.textContent, "");
    nextFrame();
});

test("the pointer names bones and meshes, at their places", async () => {
    const scene = await sceneOf([{ ...SQUARE, ranges: RANGES, positions: floats(-3, -3, 0, 3, -3, 0, 3, 3, 0, -3, 3, 0) }, BONES]), stage = stageWith(scene), { canvas, label } = stage;
    const hover = (point, more = {}) => {
        const [offsetX, offsetY] = placeOf(stage, ...point);
        canvas.send("pointermove", { pointerId: 1, offsetX, offsetY, buttons: 0, ...more });
        const words = label.hidden ? "" : label.textContent;
        nextFrame();
        return words || (label.hidden ? "" : label.textContent);
    };
    assert.equal(hover([2, 1, 0]), "Hand");
    const place = placeOf(stage, 2, 1, 0);
    assert.deepEqual([label.style.left, label.style.top, label.classList.contains("leftwards")], [`${place[0]}px`, `${place[1]}px`, true]);
    assert.equal(hover([2, -2, 0]), "hull");
    assert.equal(hover([-2, -2, 0]), "hull");
    assert.equal(label.classList.contains("leftwards"), false);
    assert.equal(hover([-2, 2.5, 0]), ""); // the second material has no name
    assert.equal(hover([9, 0, 0]), "");
    assert.equal(hover([2, 1, 0], { buttons: 1 }), ""); // not while it is pressed
    hover([2, 1, 0]);
    canvas.send("pointerleave");
    assert.equal(label.hidden, true);
    stage.point({ name: "", bone: 1, bones: scene.skeletons[0] });
    nextFrame();
    assert.equal(label.textContent, "bone 1");
    stage.camera.target = [50, 50, 0];
    stage.drawNow();
    assert.deepEqual([label.style.left, label.style.top], ["0px", "200px"]);
    stage.camera.target = [-50, -50, 0];
    stage.drawNow();
    assert.deepEqual([label.style.left, label.style.top], ["400px", "0px"]);
    stage.camera.target = [2, 1, -30];
    stage.drawNow();
    assert.equal(label.hidden, true); // behind the camera
    stage.point({ name: "Tail", bone: 0 });
    assert.equal(stage.pointed, undefined); // no place without a skeleton
    look(stage);
    hover([2, 1, 0]);
    stage.camera.target = [2, 1, 0];
    stage.drawNow();
    assert.deepEqual([label.style.left, label.style.top, label.classList.contains("leftwards"), label.hidden], ["200px", "100px", false, false]);
    canvas.send("pointerdown", { pointerId: 1 });
    assert.equal(label.hidden, true);
    canvas.send("pointerup", { pointerId: 1 });
    assert.equal(hover([2, 1, 0]), "Hand");
    stage.open(await sceneOf());
    assert.equal(label.hidden, true); // another model is shown
    const empty = new ModelStage();
    empty.canvas.send("pointermove", { pointerId: 1, offsetX: 9, offsetY: 9, buttons: 0 });
    empty.canvas.send("click", { offsetX: 9, offsetY: 9 });
    empty.frameAll();
    empty.frameMarks();
    assert.equal(empty.label.hidden, true);
    nextFrame();
});

test("a click chooses a bone, a drag doesn't", async () => {
    const scene = await sceneOf(), stage = stageWith(scene), { canvas } = stage, [arm] = choicesOf(scene);
    const [offsetX, offsetY] = placeOf(stage, 0, 1, 0);
    const click = async (moved, where = { offsetX, offsetY }) => {
        await stage.choose(undefined);
        canvas.send("pointerdown", { pointerId: 1, clientX: 50, clientY: 70 });
        assert.equal(canvas.captured, 1);
        canvas.send("pointermove", { pointerId: 1, clientX: 50 + moved / 2, clientY: 70 - moved / 2, buttons: 2 });
        look(stage);
        canvas.send("click", where);
        canvas.send("pointerup", { pointerId: 1 });
        await settled();
        return isChosen(scene, arm);
    };
    assert.deepEqual([await click(0), await click(5), await click(6), await click(-7), await click(0, { offsetX: 0, offsetY: 0 })], [true, true, false, false, false]);
    await click(0);
    assert.equal(stage.pointed.bone, 0);
    nextFrame();
});

// ---- Panels ----

test("a panel with the model says what it shows, and what not", async () => {
    const scene = await sceneOf([{ ...SQUARE, part: true }, BONES], [{ view: 0, total: 2, triangles: [[0, 2]] }]);
    const panel = modelView(scene, { isPlaced: false }), canvas = panel.querySelector("canvas");
    assert.deepEqual(textsOf(panel, ".legend"), ["4 vertices, 2 triangles · 2 bones · grid 1", "a part of the triangles, with all marked ones",
        "this finding has no place in the model"]);
    assert.equal(canvas.getAttribute("aria-label"), "Model: 4 vertices, 2 triangles · 2 bones · grid 1; marked: 2 triangles. Arrow keys turn it, plus and minus zoom, "
        + "0 shows all, b and B choose bones.");
    assert.deepEqual(textsOf(panel, ".tools button"), ["Show 2 triangles", "Whole model", "Edges", "Box", "Back faces"]);
    const cut = modelView(await sceneOf([{ ...SQUARE, indices: packed("u32", new Uint32Array()) }], [{ view: 0, total: 1, whole: true }]), { isCut: true });
    assert.deepEqual(textsOf(cut, ".strong"), ["no triangle can be read: the dots are vertices", "the file ends in this mesh: what comes before the end is shown"]);
    assert.deepEqual(textsOf(cut, ".show-marks"), ["Show the whole mesh"]);
    const first = modelView(await sceneOf([SQUARE], [{ view: 0, total: 9, vertices: [0, 1] }]), { isCut: true });
    assert.deepEqual(textsOf(first, ".strong"), ["the first 2 of 9 are marked", "the file ends here: what comes before the end is shown"]);
    const [marks, whole, , , backs] = panel.querySelectorAll(".tools button");
    nextFrame();
    drawsOf(contexts.webgl2);
    const drawn = () => { nextFrame(); return drawsOf(contexts.webgl2).length; };
    whole.click();
    marks.click();
    assert.ok(drawn() > 0);
    assert.equal(backs.getAttribute("aria-pressed"), "false");
    const one = modelView(await sceneOf([SQUARE], [{ view: 0, total: 1, vertices: [0] }]));
    assert.match(one.querySelector("canvas").getAttribute("aria-label"), /; marked: 1 vertex\. Arrow keys/);
    const bare = modelView(await sceneOf([SQUARE]));
    assert.deepEqual(textsOf(bare, ".legend"), ["4 vertices, 2 triangles · grid 1"]);
    assert.equal(bare.querySelector("canvas").getAttribute("aria-label"), "Model: 4 vertices, 2 triangles · grid 1. Arrow keys turn it, plus and minus zoom, 0 shows all.");
    assert.equal(bare.querySelector(".show-marks"), null);
    assert.equal(bare.querySelector("details"), null);
    assert.match(modelView(await sceneOf([SKINNED, BONES])).textContent, /weights of the chosen bone/);
    nextFrame();
});

test("edges, box and back faces are switched", async () => {
    const panel = modelView(await sceneOf([SQUARE]));
    nextFrame();
    drawsOf(contexts.webgl2);
    const linesAfter = (button) => {
        button.click();
        nextFrame();
        const draws = drawsOf(contexts.webgl2);
        return [button.getAttribute("aria-pressed"), draws.filter(({ how }) => how === "LINES").map(({ count }) => count).slice(1), draws.some(({ back, color }) => back.join() !== color.join())];
    };
    const [, edges, box, backs] = panel.querySelectorAll(".tools button");
    assert.deepEqual([linesAfter(edges), linesAfter(box), linesAfter(backs)], [["true", [12], false], ["true", [12, 24], false], ["true", [12, 24], true]]);
    assert.equal(modelView(await sceneOf([SQUARE])).querySelectorAll(".tools button")[1].getAttribute("aria-pressed"), "true"); // stays
    assert.deepEqual([linesAfter(edges), linesAfter(box), linesAfter(backs)], [["false", [24], true], ["false", [], true], ["false", [], false]]);
});

test("the lists of meshes, materials and bones", async () => {
    const scene = await sceneOf([{ ...SQUARE, name: "", field: "meshes[0]" }, { ...SQUARE, name: "wing", triangles: 1 }, BONES], [{ view: 2, total: 1, bones: [1] }]);
    const panel = modelView(scene);
    assert.deepEqual(textsOf(panel, "summary"), ["2 meshes", "2 bones"]);
    assert.deepEqual(textsOf(panel, "label"), ["meshes[0] 2 triangles", "wing 1 triangle"]);
    const [box] = panel.querySelectorAll("input");
    assert.equal(box.checked, true);
    nextFrame();
    box.checked = false;
    box.send("change");
    assert.deepEqual([scene.meshes.map(({ shown }) => shown), page.frames.length], [[false, true], 1]);
    const [arm, hand] = panel.querySelectorAll(".bone"), pressed = () => [arm, hand].map((each) => each.getAttribute("aria-pressed"));
    assert.deepEqual(textsOf(panel, ".marked-part"), [" marked"]);
    assert.equal(hand.parentElement.textContent, "Hand marked");
    hand.click();
    await settled();
    assert.deepEqual(pressed(), ["false", "true"]);
    hand.click();
    await settled();
    assert.deepEqual(pressed(), ["false", "false"]);
    arm.send("focus");
    nextFrame();
    assert.equal(panel.querySelector(".pointed").textContent, "Arm");
    arm.send("blur");
    assert.equal(panel.querySelector(".pointed").hidden, true);
    const materials = modelView(await sceneOf([{ ...SQUARE, ranges: [...RANGES, { ...RANGES[1], name: "", field: "materials[2]" }] }]));
    const [hull, other] = materials.querySelectorAll("li button");
    assert.deepEqual([textsOf(materials, "summary"), textsOf(materials, "li")], [["3 materials"], ["hull 1 triangle", "material 1 1 triangle", "materials[2] 1 triangle"]]);
    nextFrame();
    const shown = () => [hull, other].map((each) => each.getAttribute("aria-pressed"));
    assert.deepEqual(shown(), ["false", "false"]);
    other.click();
    assert.deepEqual([shown(), page.frames.length], [["false", "true"], 1]);
    hull.click();
    assert.deepEqual(shown(), ["true", "false"]);
    hull.click();
    assert.deepEqual(shown(), ["false", "false"]);
    nextFrame();
});

test("files of the same part are laid over", async () => {
    const scene = await sceneOf([SQUARE]);
    const other = { views: [{ ...SQUARE, positions: floats(0, 0, 0, 40, 0, 0, 40, 40, 0, 0, 40, 0) }] };
    const partners = [{ role: "level", name: "mod\\a/lod1.xmf", bundle: async () => other }, { role: "collision", name: "hull.xmf", bundle: async () => { throw new Error("gone"); } }];
    const panel = modelView(scene, { partners, isShown: ({ role }) => role === "level" });
    await until(() => scene.meshes.length === 2);
    assert.deepEqual(textsOf(panel, ".layers li"), ["this file", "lod1.xmf level", "hull.xmf collision mesh"]);
    assert.deepEqual(scene.meshes.map(({ layer, title, shown }) => [layer, title, shown]), [[0, undefined, true], [1, "mod\\a/lod1.xmf", true]]);
    assert.equal(panel.querySelector(".legend").textContent, "4 vertices, 2 triangles · grid 10");
    const [own, level, collision] = panel.querySelectorAll(".layers input");
    assert.deepEqual([own, level, collision].map(({ checked }) => checked), [true, true, false]);
    assert.deepEqual(panel.querySelectorAll(".layers .swatch").slice(1).map(({ style }) => style.background), ["rgb(0 255 128)", "rgb(0 250 146)"]);
    const change = async (box, checked) => { box.checked = checked; box.send("change"); await settled(); nextFrame(); };
    await change(level, false);
    assert.deepEqual(scene.meshes.map(({ shown }) => shown), [true, false]);
    await change(own, false);
    await change(level, true);
    assert.deepEqual(scene.meshes.map(({ shown }) => shown), [false, true]);
    assert.equal(scene.meshes.length, 2);
    await change(collision, true);
    assert.equal(textsOf(panel, ".layers li")[2], "hull.xmf left out of this report");
    await change(collision, false);
    assert.equal(textsOf(panel, ".layers li")[2], "hull.xmf collision mesh");
    assert.equal(modelView(await sceneOf([SQUARE])).querySelector(".layers"), null);
    assert.equal(modelView(await sceneOf([BONES]), { partners }).querySelector(".layers"), null);
    nextFrame();
});

test("a file that is laid over counts for what is seen as the whole model", async () => {
    const scene = await sceneOf([SQUARE]), stage = stageWith(scene);
    const partner = { name: "lod1.xmf", bundle: async () => ({ views: [{ ...SQUARE, positions: floats(0, 0, 0, 40, 0, 0, 40, 40, 0, 0, 40, 0) }] }) };
    assert.deepEqual([await stage.showLayer(scene, 1, partner, true), page.frames.length], [true, 1]);
    near([stage.camera.size, ...stage.camera.target], [Math.hypot(40, 40) / 2, 20, 20, 0]);
    look(stage);
    nextFrame();
    assert.deepEqual([await stage.showLayer(scene, 1, partner, false), page.frames.length], [true, 1]);
    near(stage.camera.target, [0, 0, 0]); // it stays where it is
    const gone = { name: "gone.xmf", bundle: async () => { throw new Error("gone"); } };
    assert.deepEqual([await stage.showLayer(scene, 2, gone, false), await stage.showLayer(scene, 2, gone, true)], [true, false]);
    nextFrame();
});

// ---- Motions ----

const track = (words, values, times = [0, 2]) => ({ name: "", field: "tracks[0]", bone: "", keys: times.length, components: values.length / times.length,
    channel: "position", times: floats(...times), values: floats(...values), ...words });
const CURVES = { kind: "curves", space: "parent", unit: "seconds", perSecond: 2, tracks: [track({ bone: "Hand" }, [2, 0, 0, 6, 0, 0]), track({ bone: "Arm" }, [0, 1, 0, 0, 1, 0])] };
const ACTOR = { name: "hero.xac", bundle: { views: [BONES, SQUARE] } };

test("a motion plays, waits, and can be moved", async () => {
    const panel = await motionView({ views: [CURVES] }, ACTOR, []);
    document.body.append(panel);
    assert.equal(panel.querySelectorAll(".legend").find((each) => each.textContent.startsWith("moves")).textContent, "moves 2 of 2 bones of hero.xac");
    assert.ok(panel.classList.contains("with-motion"));
    const button = panel.querySelector(".play"), slider = panel.querySelector(".player input"), words = panel.querySelector("output");
    const state = () => [button.textContent, slider.value, words.textContent], sign = () => button.children[0].className;
    assert.equal(sign(), "icon pause");
    assert.deepEqual(["min", "max", "step"].map((name) => slider.getAttribute(name)), ["0", "1000", "1"]);
    assert.deepEqual(state(), ["Pause", "0", "0 of 2 seconds"]);
    nextFrame(1000);
    nextFrame(1250); // a quarter of a second is half a unit
    assert.deepEqual([...state(), slider.getAttribute("aria-valuetext")], ["Pause", "250", "0.5 of 2 seconds", "0.5 of 2 seconds"]);
    nextFrame(2250);
    assert.equal(words.textContent, "0.5 of 2 seconds"); // it begins again
    panel.hidden = true;
    nextFrame(2500);
    panel.hidden = false;
    nextFrame(2750);
    assert.equal(words.textContent, "1 of 2 seconds");
    slider.value = "750";
    slider.send("input");
    assert.deepEqual([sign(), ...state()], ["icon start", "Play", "750", "1.5 of 2 seconds"]);
    assert.equal(panel.querySelector(".cursor").getAttribute("x1"), "366.5");
    nextFrame(9000);
    assert.equal(words.textContent, "1.5 of 2 seconds");
    button.click();
    assert.equal(button.textContent, "Pause");
    nextFrame(20000);
    nextFrame(20100);
    assert.equal(words.textContent, "1.7 of 2 seconds");
    button.click();
    assert.equal(button.textContent, "Play");
    panel.remove();
    button.click();
    nextFrame(20200);
    assert.equal(page.frames.length, 0); // not in the page
});

test("a motion moves the model that is shown", async () => {
    page.reducedMotion = true;
    const panel = await motionView({ views: [CURVES] }, ACTOR, []);
    document.body.append(panel);
    assert.equal(panel.querySelector(".play").textContent, "Play");
    const slider = panel.querySelector(".player input");
    slider.value = "1000";
    nextFrame();
    slider.send("input");
    drawsOf(contexts.webgl2);
    nextFrame();
    const points = drawsOf(contexts.webgl2).find(({ how }) => how === "POINTS");
    near(points.points, [0, 1, 0, 6, 1, 0]);
    modelView(await sceneOf(), true); // another scene is on the stage
    nextFrame();
    slider.value = "0";
    slider.send("input");
    near(points.points, [0, 1, 0, 6, 1, 0]);
    page.reducedMotion = false;
    panel.remove();
    nextFrame();
});

test("a finding of a motion has its moment, and its bone is chosen", async () => {
    const panel = await motionView({ views: [CURVES] }, ACTOR, [{ view: 0, track: 1, keys: [1], total: 1 }]);
    const pressed = (within) => within.querySelectorAll(".bone").map((each) => each.getAttribute("aria-pressed"));
    await settled();
    assert.deepEqual([panel.querySelector(".play").textContent, panel.querySelector("output").textContent], ["Play", "2 of 2 seconds"]);
    assert.deepEqual(pressed(panel), ["true", "false"]);
    const select = panel.querySelector("select");
    select.value = "0";
    select.send("change");
    await until(() => pressed(panel)[1] === "true");
    assert.deepEqual(pressed(panel), ["false", "true"]);
    const unmarked = await motionView({ views: [CURVES] }, ACTOR, []);
    await settled();
    assert.deepEqual(pressed(unmarked), ["false", "false"]);
    const still = await motionView({ views: [{ ...CURVES, tracks: [track({ bone: "Hand" }, [2, 0, 0], [0])] }] }, ACTOR, []);
    assert.deepEqual([still.querySelector("output").textContent, still.querySelector(".player input").value], ["0 of 0 seconds", "0"]);
    document.body.append(still);
    nextFrame(0);
    nextFrame(500);
    assert.equal(still.querySelector("output").textContent, "0 of 0 seconds");
    still.remove();
    const handAt = (...times) => ({ ...CURVES, tracks: [track({ bone: "Hand" }, [2, 0, 0, 6, 0, 0], times)] });
    const from = (...times) => motionView({ views: [handAt(...times)] }, ACTOR, []);
    const early = await from(-1, 2), slider = early.querySelector(".player input"), words = early.querySelector("output");
    assert.deepEqual([slider.value, words.textContent], ["0", "-1 of 2 seconds"]);
    document.body.append(early);
    const played = [0, 500, 1500].map((now) => { nextFrame(now); return words.textContent; });
    assert.deepEqual(played, ["-1 of 2 seconds", "0 of 2 seconds", "-1 of 2 seconds"]);
    early.remove();
    slider.value = "750";
    slider.send("input");
    assert.deepEqual([slider.value, words.textContent], ["750", "1.25 of 2 seconds"]);
    const quick = await from(0, 2 / 3);
    document.body.append(quick);
    nextFrame(0);
    nextFrame(100);
    assert.equal(quick.querySelector("output").textContent, "0.2 of 0.667 seconds");
    quick.remove();
    for (const [views, actor] of [[[{ ...CURVES, tracks: [] }], ACTOR], [[], ACTOR], [[CURVES], { ...ACTOR, bundle: { views: [SQUARE] } }]]) {
        assert.equal(await motionView({ views }, actor, []), undefined);
    }
    nextFrame();
});

test("the tabs of a finding make the model, with the bones of its skeleton, and the motion", async () => {
    const bundle = { views: [SQUARE, CURVES], findings: [{ rule: "xmf/error", field: "header", marks: [{ view: 0, total: 1, vertices: [1] }] }] };
    const skeleton = { role: "skeleton", name: "hero.xac", bundle: async () => ACTOR.bundle }, level = { role: "level", name: "lod1.xmf", bundle: async () => undefined };
    const made = async (item, partners, place = 0, of = bundle) => tabsOf(item, of, partners, () => [])[place].make();
    const file = { record: record("a.xmf") };
    const item = { finding: finding("a.xmf", "xmf/error"), file };
    const model = await made(item, [skeleton, level]);
    assert.deepEqual([textsOf(model, ".show-marks"), textsOf(model, ".bone")], [["Show 1 vertex"], ["Arm", "Hand"]]);
    assert.deepEqual(textsOf(model, ".layers li"), ["this file", "lod1.xmf level"]);
    assert.deepEqual(model.querySelectorAll(".layers input").map(({ checked }) => checked), [true, false]);
    assert.equal(performance.getEntriesByName("model").length, 1);
    const levels = await made({ finding: finding("a.xmf", "xmf/lod-extent"), file }, [{ ...level, role: "collision" }, level, { ...level }]);
    assert.deepEqual(levels.querySelectorAll(".layers input").map(({ checked }) => checked), [true, false, true, false]); // the first level
    assert.deepEqual(textsOf(await made(item, []), ".bone"), []);
    assert.deepEqual(textsOf(await made(item, [{ ...skeleton, bundle: async () => { throw new Error("gone"); } }]), ".bone"), []);
    assert.deepEqual(textsOf(await made(item, [skeleton], 0, { ...bundle, views: [SQUARE, { ...BONES, bones: [bone("own", -1, [0, 0, 0])] }] }), ".bone"), ["own"]);
    const worn = { ...bundle, views: [{ ...SQUARE, ranges: [{ name: "hull", field: "", first: 0, count: 2, material: 0 }] }] };
    const wearing = await made(item, [{ role: "missing texture", name: "hull.dds", texture: "hull", bundle: async () => undefined }], 0, worn);
    assert.ok(textsOf(wearing, ".strong").some((words) => words.startsWith("1 texture is missing")));
    const motion = await made(item, [skeleton], 1);
    assert.ok(motion.classList.contains("with-motion"));
    assert.match(motion.textContent, /moves 2 of 2 bones of hero\.xac/);
    nextFrame();
});

test("a track that moves a number has the name of the model's bone", async () => {
    const numbered = { ...BONES, bones: BONES.bones.map((each, number) => ({ ...each, number: 35 + number })) };
    const of = (number) => track({ name: `node ${number}`, number }, [2, 0, 0, 6, 0, 0]);
    const panel = await motionView({ views: [{ ...CURVES, tracks: [of(36), of(99)] }] }, { name: "hero.bbmod", bundle: { views: [numbered] } }, []);
    assert.deepEqual(textsOf(panel, "option"), ["Hand position, 2 keys", "node 99 position, 2 keys"]);
    nextFrame();
});
