import assert from "node:assert/strict";
import test from "node:test";
import { SceneSource, bonesOf, choicesOf, chooseBone, emptyBox, growBy, isChosen, isFull, nameOfBone, sceneSource, skinOf } from "../../../web/viewer/scene.js";
import { wordsOfMesh, wordsOfScene } from "../../../web/viewer/scene_words.js";
import { boxLines, edgesOf, gridOf, layersOf, markedPointsOf, shade } from "../../../web/viewer/shapes.js";
import { floats, near, packed } from "./bundle.mjs";

const indices = (...numbers) => packed("u32", Uint32Array.from(numbers));
const QUARTER_Z = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const bone = (name, parent, position, rotation = [0, 0, 0, 1]) => ({ name, field: "", parent, position, rotation, scale: [1, 1, 1] });

/** A square of two triangles, and a third one above it. */
const SQUARE = { kind: "mesh", name: "square", field: "", vertices: 7, triangles: 3,
    positions: floats(0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0, 5, 5, 5, 6, 5, 5, 6, 7, 5), indices: indices(0, 1, 2, 0, 2, 3, 4, 5, 6),
    ranges: [{ name: "hull", field: "materials[0]", first: 0, count: 2, material: 0 }, { name: "", field: "materials[1]", first: 2, count: 1, material: 1 }] };
const BONES = { kind: "skeleton", name: "", field: "", bones: [bone("Root", -1, [0, 0, -3]), bone("Tip", 0, [0, 8, 0])] };

const marked = (marks, views = [SQUARE, BONES]) => new SceneSource(views).marked(marks);

test("a box grows by points", () => {
    const box = emptyBox();
    assert.equal(isFull(box), false);
    growBy(box, Float32Array.of(1, 2, 3, -1, 5, 0, 9, 9));
    assert.deepEqual([...box], [-1, 2, 0, 1, 5, 3]);
    assert.equal(isFull(box), true);
    growBy(box, Float32Array.of(NaN, NaN, NaN));
    assert.deepEqual([...box], [-1, 2, 0, 1, 5, 3]);
});

test("a scene has the meshes and bones of its views", async () => {
    const { positions, indices: corners } = SQUARE;
    const scene = await marked([], [{ kind: "curves", positions, indices: corners }, SQUARE, BONES, { kind: "mesh", name: "without points", indices: corners },
        { kind: "mesh", name: "without triangles", positions }]);
    assert.deepEqual(scene.meshes.map(({ number, layer, shown }) => [number, layer, shown]), [[1, 0, true]]);
    assert.deepEqual(scene.skeletons.map(({ number, names }) => [number, names]), [[2, ["Root", "Tip"]]]);
    assert.deepEqual([...scene.box], [0, 0, -3, 6, 8, 5]);
    assert.deepEqual([...scene.skeletons[0].lines], [1, 0]);
    assert.deepEqual([isFull(scene.markedBox), scene.markedCount, scene.markedWords], [false, 0, ""]);
    const bundle = { views: [SQUARE] };
    assert.equal(sceneSource(bundle), sceneSource(bundle));
});

test("all corners of marked triangles are marked", async () => {
    const scene = await marked([{ view: 0, total: 2, triangles: [[1, 2]] }]);
    assert.deepEqual([...scene.meshes[0].markedTriangles], [0, 2, 3, 4, 5, 6]);
    assert.deepEqual([...scene.markedBox], [0, 0, 0, 6, 7, 5]);
    assert.deepEqual([scene.markedCount, scene.markedWords], [2, "2 triangles"]);
    const beyond = await marked([{ view: 0, total: 9, triangles: [[2, 5]] }]);
    assert.deepEqual([...beyond.meshes[0].markedTriangles], [4, 5, 6]);
    assert.deepEqual([...beyond.markedBox], [5, 5, 5, 6, 7, 5]);
    assert.equal(beyond.markedWords, "5 of 9 triangles");
});

test("marked vertices, materials, and bones", async () => {
    const vertices = await marked([{ view: 0, total: 4000, vertices: [2, 6, 7] }]);
    assert.deepEqual([...vertices.meshes[0].markedPoints], [1, 2, 0, 6, 7, 5]); // vertex 7 isn't there
    assert.deepEqual([...vertices.markedBox], [1, 2, 0, 6, 7, 5]);
    assert.equal(vertices.markedWords, "2 of 4,000 vertices");
    const materials = await marked([{ view: 0, total: 5, ranges: [1, 9] }]);
    assert.deepEqual([...materials.meshes[0].markedTriangles], [4, 5, 6]);
    assert.deepEqual([materials.markedWords, materials.markedCount], ["1 material", 1]);
    const bones = await marked([{ view: 1, total: 1, bones: [1] }]);
    assert.deepEqual([bones.skeletons[0].marked, [...bones.markedBox], bones.markedWords], [[1], [0, 8, -3, 0, 8, -3], "1 bone"]);
    const finger = await marked([{ view: 0, total: 1, bones: [2] }], [{ ...BONES, bones: [...BONES.bones, bone("Finger", 1, [4, 0, 0])] }]);
    assert.deepEqual([...finger.markedBox], [4, 8, -3, 4, 8, -3]);
    const both = await marked([{ view: 0, total: 7, triangles: [[0, 1]] }, { view: 0, total: 7, triangles: [[2, 1]], vertices: [0] }]);
    assert.equal(both.markedWords, "2 triangles, 1 vertex"); // of several marks and kinds there is no total
    const of = async (marks) => { const { markedWords, markedRemark } = await new SceneSource([SQUARE]).marked(marks); return [markedWords, markedRemark]; };
    assert.deepEqual(await of([{ view: 0, total: 9, vertices: [1, 2] }]), ["2 of 9 vertices", "the first 2 of 9 are marked"]);
    assert.deepEqual(await of([{ view: 0, total: 9, vertices: [1, 2], corners: true }]), ["2 corners of broken triangles", ""]);
    assert.deepEqual(await of([{ view: 0, total: 1, vertices: [1], corners: true }]), ["1 corner of a broken triangle", ""]);
    assert.deepEqual(await of([{ view: 0, total: 1, whole: true }, { view: 0, total: 1, whole: true }]), ["2 meshes", ""]);
    assert.deepEqual([...both.meshes[0].markedTriangles], [0, 1, 2, 4, 5, 6]);
    assert.equal((await marked([{ view: 5, total: 1, vertices: [0] }])).markedCount, 0);
});

test("scenes of one source share their points, and not their marks", async () => {
    const source = new SceneSource([SQUARE, BONES]);
    const first = await source.marked([{ view: 0, total: 1, triangles: [[0, 1]], vertices: [0] }, { view: 1, total: 1, bones: [0] }]);
    const second = await source.marked([]);
    assert.equal(first.meshes[0].positions, second.meshes[0].positions);
    assert.deepEqual([second.meshes[0].markedTriangles.length, second.meshes[0].markedPoints.length, second.skeletons[0].marked], [0, 0, []]);
    assert.equal(first.box, second.box);
});

test("a mesh that is relative to a bone is brought to its place", async () => {
    const skeleton = { ...BONES, bones: [bone("Root", -1, [1, 2, 3], QUARTER_Z), bone("Tip", 0, [0, 8, 0])] };
    const scene = await marked([], [skeleton, { ...SQUARE, skeleton: 0, bone: 0 }]);
    near(scene.meshes[0].positions.subarray(0, 15), [1, 2, 3, 1, 3, 3, -1, 3, 3, -1, 2, 3, -4, 7, 8]);
    const other = await marked([], [skeleton, { ...SQUARE, skeleton: 4, bone: 0 }]);
    near(other.meshes[0].positions.subarray(0, 6), [0, 0, 0, 1, 0, 0]);
});

// ---- Skins ----

const SKINNED = { ...SQUARE, skeleton: 1, skin: { bones: packed("u16", Uint16Array.of(1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0)),
    weights: packed("u8", Uint8Array.of(100, 50, 55, 50, 255, 0, 0, 0, 200, 100, 0, 0)) }, positions: floats(0, 0, 0, 1, 0, 0, 1, 2, 0) };

test("the weights of the chosen bone", async () => {
    const scene = await marked([], [SKINNED, BONES]);
    const [root, tip] = choicesOf(scene);
    await chooseBone(scene, tip);
    assert.deepEqual([...scene.meshes[0].share], [155, 0, 255]);
    assert.deepEqual([isChosen(scene, tip), isChosen(scene, root), isChosen(scene, { ...tip, bones: undefined }), isChosen(scene, { ...tip, mesh: {} })],
        [true, false, false, false]);
    await chooseBone(scene, undefined);
    assert.equal(scene.meshes[0].share, undefined);
    assert.equal(isChosen(scene, tip), false);
    const both = [chooseBone(scene, tip), chooseBone(scene, root)]; // the last choice counts
    await Promise.all(both);
    assert.deepEqual([...scene.meshes[0].share], [100, 255, 0]);
    const elsewhere = await marked([], [{ ...SKINNED, skeleton: 7 }, BONES]);
    await chooseBone(elsewhere, choicesOf(elsewhere)[0]);
    assert.equal(elsewhere.meshes[0].share, undefined);
});

test("bones of a skin without a skeleton are known by their names", async () => {
    const skin = { ...SKINNED.skin, names: ["Hip", "TIP"] };
    const views = [{ ...SKINNED, skin }, { ...SKINNED, skin: { ...skin, names: ["tip", "Tail"] } }];
    const scene = await marked([{ view: 0, total: 1, bones: [1] }], [...views, BONES]);
    assert.deepEqual(choicesOf(scene).map(({ name, bone: number, mesh, bones }) => [name, number, scene.meshes.indexOf(mesh), bones === scene.skeletons[0]]),
        [["Root", 0, -1, true], ["Tip", 1, -1, true], ["Hip", 0, 0, false], ["Tail", 1, 1, false]]); // TIP and tip are Tip
    assert.deepEqual([scene.chosen.name, scene.markedWords], ["TIP", "1 bone"]);
    assert.deepEqual(scene.meshes.map(({ share }) => [...share]), [[155, 0, 255], [100, 255, 0]]);
    assert.deepEqual([nameOfBone({ name: "Tip", bone: 1 }), nameOfBone({ name: "", bone: 1 })], ["Tip", "bone 1"]);
});

test("a mesh without a skin goes with the bone that it hangs on", async () => {
    const skin = await skinOf({ view: { bone: 3 }, positions: new Float32Array(6) });
    assert.deepEqual([[...skin.bones], [...skin.weights]], [[3, 3, 3, 3, 3, 3, 3, 3], [255, 0, 0, 0, 255, 0, 0, 0]]);
    assert.equal(await skinOf({ view: {}, positions: new Float32Array(6) }), undefined);
});

// ---- Words and shapes ----

test("what is said about a scene", async () => {
    const scene = await marked([], [SQUARE, BONES]);
    assert.deepEqual(wordsOfScene(scene), { about: "7 vertices, 3 triangles · 2 bones · grid 1", remarks: [] });
    const broken = { ...SQUARE, notFinite: 1, beyond: 2, part: true };
    assert.deepEqual(wordsOfScene(await marked([], [broken, broken])).remarks, ["2 vertices are not drawn: not finite",
        "4 indices lead beyond the vertices: such triangles are not drawn", "a part of the triangles, with all marked ones"]);
    assert.deepEqual(wordsOfScene(await marked([], [{ ...broken, beyond: 1, part: false }])).remarks,
        ["1 vertex is not drawn: not finite", "1 index leads beyond the vertices: such triangles are not drawn"]);
    scene.meshes[0].layer = 1;
    assert.equal(wordsOfScene(scene).about, "2 bones · grid 1");
    assert.equal(wordsOfScene({ meshes: [], skeletons: [], box: emptyBox() }).about, "");
});

test("a place in a mesh has the names of mesh and material", async () => {
    const scene = await marked([], [SQUARE]), [mesh] = scene.meshes;
    assert.equal(wordsOfMesh(scene, { mesh, triangle: 0 }), "hull");
    assert.equal(wordsOfMesh(scene, { mesh, triangle: 1 }), "hull");
    assert.equal(wordsOfMesh(scene, { mesh, triangle: 2 }), "materials[1]");
    assert.equal(wordsOfMesh(scene, { mesh, triangle: 3 }), "");
    const two = { meshes: [mesh, mesh] };
    assert.equal(wordsOfMesh(two, { mesh, triangle: 0 }), "square, hull");
    assert.equal(wordsOfMesh(two, { mesh: { ...mesh, title: "lod1.xmf" }, triangle: 3 }), "lod1.xmf");
});

test("a grid has squares of a power of ten, and a square more on each side", () => {
    const { step, points } = gridOf(Float32Array.of(-3, 7, 1, 17, 9, 5));
    assert.equal(step, 10);
    assert.deepEqual([...points.subarray(0, 6)], [-20, 7, -10, -20, 7, 20]);
    assert.equal(points.length, 6 * (6 + 4)); // x from -20 to 30, z from -10 to 20
    assert.deepEqual([...points.subarray(points.length - 6)], [-20, 7, 20, 30, 7, 20]);
    assert.equal(gridOf(Float32Array.of(0, 0, 0, 1, 0, 19)).step, 1);
    assert.equal(gridOf(Float32Array.of(0, 0, -15, 1, 0, 6)).step, 10);
    assert.equal(gridOf(Float32Array.of(0, 0, 0, 0.2, 0, 0.1)).step, 0.1);
    assert.ok(gridOf(Float32Array.of(0, 0, 0, 0, 0, 0)).step > 0);
});

test("a box has eight corners and twelve edges along its axes", () => {
    const { points, lines } = boxLines(Float32Array.of(1, 2, 3, 4, 6, 8));
    const corner = (i) => [...points.subarray(3 * i, 3 * i + 3)];
    assert.deepEqual([corner(0), corner(7), points.length], [[1, 2, 3], [4, 6, 8], 24]);
    const lengths = [];
    for (let i = 0; i < lines.length; i += 2) {
        const differences = corner(lines[i]).map((each, axis) => corner(lines[i + 1])[axis] - each).filter((each) => each !== 0);
        assert.equal(differences.length, 1);
        lengths.push(differences[0]);
    }
    assert.deepEqual(lengths.sort(), [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]);
});

test("triangles have three edges", () => {
    assert.deepEqual([...edgesOf(Uint32Array.of(4, 5, 6, 1, 2, 3))], [4, 5, 5, 6, 6, 4, 1, 2, 2, 3, 3, 1]);
});

test("the points of marked bones are made once", () => {
    const bones = { ...bonesOf(BONES, 0), marked: [1] };
    assert.deepEqual([...markedPointsOf(bones)], [0, 8, -3]);
    assert.equal(markedPointsOf(bones), markedPointsOf(bones));
});

test("the lowest shown layer is solid", () => {
    const meshes = [{ layer: 0, shown: false }, { layer: 1, shown: true }, { layer: 2, shown: true }, { layer: 1, shown: true }];
    assert.deepEqual(layersOf({ meshes }), { solid: [meshes[1], meshes[3]], over: [meshes[2]] });
});

test("materials have six shades of a colour", () => {
    for (const [number, steps] of [[0, 0, 0], [-9, -2, 7], [6, 0, -9], [-8, 5, -3], [7, -6, 2], [-12, -10, -6]].entries()) {
        near(shade([0.5, 0.5, 0.5], number), steps.map((step) => 0.5 + step / 100));
    }
    assert.deepEqual(shade([0.5, 0.6, 0.7], 0), [0.5, 0.6, 0.7]);
    near(shade([0.5, 0.5, 0.5], 7), [0.41, 0.48, 0.57]);
    near(shade([0.05, 0.5, 0.95], 1), [0, 0.48, 1]);
});

test("normals turn with the bone that their mesh hangs on", async () => {
    const bone = { name: "b", field: "", parent: -1, position: [5, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [1, 1, 1] };
    const mesh = { kind: "mesh", name: "", field: "", skeleton: 0, bone: 0, positions: floats(1, 0, 0, 0, 0, 0), indices: packed("u32", new Uint32Array()),
        normals: packed("s8", Int8Array.of(127, 0, 0, 0, 127, 0)) };
    const { meshes } = await new SceneSource([{ kind: "skeleton", name: "", field: "", bones: [bone] }, mesh]).marked([]);
    assert.deepEqual([...meshes[0].normals], [0, 127, 0, -127, 0, 0]);
    near(meshes[0].positions, [5, 1, 0, 5, 0, 0]);
});
