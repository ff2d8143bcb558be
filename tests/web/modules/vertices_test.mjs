import assert from "node:assert/strict";
import test from "node:test";
import { nextFrame, until } from "./page.mjs";
import { useContexts } from "./contexts.mjs";
import { SceneSource } from "../../../web/viewer/scene.js";
import { detailsOf, linesOf, showDetails } from "../../../web/viewer/vertices.js";
import { sizeOfBox, sumOfMeasures, wordsOfMeasures } from "../../../web/viewer/measures.js";
import { modelView } from "../../../web/viewer/model.js";
import { floats, near, packed } from "./bundle.mjs";

useContexts("webgl2", "2d");
const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
const up = packed("s8", Int8Array.of(0, 0, 127, 0, 0, 127, 0, 0, -127)), right = packed("s8", Int8Array.of(127, 0, 0, 127, 0, 0, 0, 0, 0));
const MESH = { kind: "mesh", name: "", field: "", positions: floats(0, 0, 0, 4, 0, 0, 4, 4, 0), indices: packed("u32", Uint32Array.of(0, 1, 2)) };
const skin = (...flaws) => ({ bones: packed("u16", new Uint16Array(12)), weights: packed("u8", new Uint8Array(12)),
    ...flaws.length > 0 ? { flaws: packed("u8", Uint8Array.from(flaws)) } : {} });
const sceneOf = (...views) => new SceneSource(views).marked([]);

test("lines begin at vertices, and of many there are some", () => {
    near(linesOf(Float32Array.of(1, 2, 3, 0, 0, 0), Int8Array.of(127, 0, -127, 0, 64, 0), 2), [1, 2, 3, 3, 2, 1, 0, 0, 0, 0, 128 / 127, 0]);
    assert.equal(linesOf(new Float32Array(), new Int8Array(), 1).length, 0);
    assert.equal(linesOf(new Float32Array(3 * 20000), new Int8Array(60000), 1).length, 6 * 20000);
    assert.equal(linesOf(new Float32Array(3 * 20001), new Int8Array(60003), 1).length, 6 * 10001);
});

test("details are those that a mesh has, unless it moves", async () => {
    const scene = await sceneOf({ ...MESH, normals: up, tangents: right, skin: skin() });
    assert.deepEqual(detailsOf(scene), ["normals", "tangents", "flaws"]);
    assert.deepEqual(detailsOf(await sceneOf(MESH)), []);
    scene.meshes[0].rest = scene.meshes[0].positions;
    assert.deepEqual(detailsOf(scene), []);
    assert.deepEqual(await showDetails(scene, new Set(["normals"]), 1), []);
    assert.equal(scene.meshes[0].details, undefined);
});

test("normals and tangents are lines in colours of their own", async () => {
    const scene = await sceneOf({ ...MESH, normals: up, tangents: right }), [mesh] = scene.meshes;
    assert.deepEqual(await showDetails(scene, new Set(["normals", "tangents"]), 40), []);
    const { lines, dots } = mesh.details;
    assert.deepEqual([lines.map(({ colour }) => colour), dots], [["chosen", "warm"], []]);
    near(lines[0].points, [0, 0, 0, 0, 0, 1, 4, 0, 0, 4, 0, 1, 4, 4, 0, 4, 4, -1]);
    near(lines[1].points.slice(6), [4, 0, 0, 5, 0, 0, 4, 4, 0, 4, 4, 0]);
    await showDetails(scene, new Set(), 40);
    assert.deepEqual(mesh.details, { lines: [], dots: [] });
    const many = await sceneOf({ ...MESH, positions: packed("f32", new Float32Array(3 * 20001)), normals: packed("s8", new Int8Array(60003)) }, MESH);
    assert.deepEqual(await showDetails(many, new Set(["normals", "tangents"]), 1), [{ words: "lines at 10,001 of 20,001 vertices" }]);
});

test("vertices with bad weights are dots, and counted", async () => {
    const scene = await sceneOf({ ...MESH, skin: skin(1, 0, 2) }, { ...MESH, skin: skin(0, 1, 0) }, MESH), wanted = new Set(["flaws"]);
    assert.deepEqual(await showDetails(scene, wanted, 1), [{ words: "2 vertices with weights that don’t add up to 1", colour: "warm" },
        { words: "1 vertex without weights", colour: "chosen" }]);
    assert.deepEqual(scene.meshes.map(({ details }) => details.dots.map(({ points, colour }) => [[...points], colour])), [
        [[[0, 0, 0], "warm"], [[4, 4, 0], "chosen"]], [[[4, 0, 0], "warm"], [[], "chosen"]], []]);
    const wordsOf = async (each) => (await showDetails(await sceneOf({ ...MESH, skin: each }), wanted, 1)).length;
    assert.deepEqual([await wordsOf(skin(0, 1, 0)), await wordsOf(skin(1, 0, 2))], [1, 2]);
    assert.deepEqual(await showDetails(await sceneOf({ ...MESH, skin: skin() }), wanted, 1), [{ words: "all vertices have weights that add up to 1" }]);
    assert.deepEqual(await showDetails(await sceneOf({ ...MESH, normals: up }), wanted, 1), []); // as another model was left
});

test("buttons of a model show its details and explain them", async () => {
    const scene = await sceneOf({ ...MESH, normals: up, skin: skin(1, 0, 0) }), panel = modelView(scene, true);
    const buttons = panel.querySelectorAll(".tools button"), explained = panel.querySelector(".details");
    assert.deepEqual(buttons.map((each) => each.textContent).slice(4), ["Smooth", "Normals", "Bad weights"]);
    assert.deepEqual(buttons.slice(4).map((each) => each.getAttribute("aria-pressed")), ["true", "false", "false"]);
    assert.equal(buttons[5].querySelector(".swatch").style.background, "rgb(0 0 255)");
    await until(() => explained.hidden);
    buttons[6].click();
    await until(() => !explained.hidden);
    assert.deepEqual([buttons[6].getAttribute("aria-pressed"), textsOf(explained, "span").filter(Boolean), explained.querySelector(".swatch").style.background],
        ["true", ["1 vertex with weights that don’t add up to 1"], "rgb(255 128 0)"]);
    buttons[6].click();
    await until(() => explained.hidden);
    assert.equal(buttons[6].getAttribute("aria-pressed"), "false");
    const other = await sceneOf(MESH), plain = modelView(other, true); // which takes the stage while details of the other one are made
    assert.deepEqual([plain.querySelectorAll(".tools button").length, plain.querySelector(".details")], [4, null]);
    await until(() => other.meshes[0].details !== undefined);
    buttons[6].click();
    await until(() => scene.meshes[0].details.dots.length > 0);
    assert.equal(explained.hidden, true);
    buttons[6].click();
    nextFrame();
});

test("measures are words, and add up", () => {
    const one = { triangles: 1, vertices: 1, materials: 1, bones: 1, uvSets: 1 }, many = { triangles: 10071, vertices: 16295, materials: 2, bones: 3, uvSets: 4 };
    assert.deepEqual(wordsOfMeasures(one), ["1 triangle", "1 vertex", "1 material (draw call)", "1 bone", "1 UV set"]);
    assert.deepEqual(wordsOfMeasures(many), ["10,071 triangles", "16,295 vertices", "2 materials (draw calls)", "3 bones", "4 UV sets"]);
    assert.deepEqual([wordsOfMeasures({ ...one, triangles: 0, vertices: 0, materials: 0, bones: 0, uvSets: 0 }), wordsOfMeasures(undefined)], [[], []]);
    assert.deepEqual(sumOfMeasures([{ measures: one }, {}, { measures: many }]), { triangles: 10072, vertices: 16296, materials: 3, bones: 0, uvSets: 0 });
});

test("the box of a file is that of its meshes", async () => {
    const bones = { kind: "skeleton", name: "", field: "", bones: [{ name: "far", field: "", parent: -1, position: [99, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }] };
    assert.equal(await sizeOfBox({ views: [bones, MESH, { ...MESH, positions: floats(-1, 0, 0, 0.2345, 0, 0, 0, 0, 7.77777) }] }), "5 × 4 × 7.78");
    assert.equal(await sizeOfBox({ views: [bones] }), undefined);
});
