import assert from "node:assert/strict";
import test from "node:test";
import { Camera } from "../../../web/viewer/camera.js";
import { boneAt, meshAt } from "../../../web/viewer/pick.js";
import { near } from "./bundle.mjs";

const WIDE = 400, TALL = 200;

/** A camera at (0, 0, 10) that looks at the origin. */
function cameraInFront() {
    const camera = new Camera();
    Object.assign(camera, { turn: 0, rise: 0, distance: 10, size: 2 });
    return camera;
}

test("a box fills the picture", () => {
    const camera = new Camera();
    assert.deepEqual({ ...camera }, { target: [0, 0, 0], distance: 3, turn: 0.7, rise: 0.35, size: 1 });
    camera.frame([0, 2, 4, 2, 6, 8]);
    assert.deepEqual(camera.target, [1, 4, 6]);
    near([camera.distance], [3 / Math.sin(0.35) * 1.08]);
    camera.frame([0, 0, 0, 0, 0, 0], 5);
    near([camera.distance], [5 / Math.sin(0.35) * 1.08]);
    camera.frame([0, 0, 0, 2, 4, 4], 1, 2);
    near([camera.distance], [6 / Math.sin(0.35) * 1.08]);
    camera.frame([1, 1, 1, 1, 1, 1]);
    assert.ok(camera.distance > 0 && camera.distance < 1e-5);
});

test("the camera turns, but not over the top; it zooms within the model's size", () => {
    const camera = cameraInFront();
    camera.orbit(0.5, 0.25);
    assert.deepEqual([camera.turn, camera.rise], [-0.5, 0.25]);
    camera.orbit(0, 9);
    near([camera.rise], [Math.PI / 2 - 0.02]);
    camera.orbit(0, -9);
    near([camera.rise], [0.02 - Math.PI / 2]);
    camera.zoom(0.5);
    assert.equal(camera.distance, 5);
    camera.zoom(1e9);
    assert.equal(camera.distance, 100);
    camera.zoom(0);
    near([camera.distance], [2e-4], 1e-12);
});

test("the axes stand upright on each other", () => {
    const camera = new Camera();
    const { right, up, back } = camera.axes();
    const dot = (a, b) => a.reduce((sum, each, i) => sum + each * b[i], 0);
    near([dot(right, up), dot(up, back), dot(back, right), dot(right, right), dot(up, up), dot(back, back)], [0, 0, 0, 1, 1, 1]);
    near(back, [Math.sin(0.7) * Math.cos(0.35), Math.sin(0.35), Math.cos(0.7) * Math.cos(0.35)]);
    assert.ok(up[1] > 0 && right[0] > 0 && up[0] < 0 && up[2] < 0 && right[2] < 0);
    const front = cameraInFront().axes();
    near([...front.right, ...front.up, ...front.back], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
});

test("the model follows a hand that moves it", () => {
    const camera = cameraInFront(), height = 2 * 10 * Math.tan(0.35);
    camera.pan(1, 0);
    near(camera.target, [-height, 0, 0]);
    camera.pan(-1, 0.5);
    near(camera.target, [0, height / 2, 0]);
});

test("points of the model are where they are seen", () => {
    const camera = cameraInFront(), f = 1 / Math.tan(0.35);
    const project = camera.projector(WIDE, TALL);
    const points = Float32Array.of(0, 0, 0, 1, 0.5, 0, 1, 0.5, 5, 0, 0, 10, 0, 0, 11);
    near(project(points, 0), [200, 100]);
    near(project(points, 1), [200 + f / 10 * 100, 100 - f / 20 * 100], 1e-3);
    near(project(points, 2), [200 + f / 5 * 100, 100 - f / 10 * 100], 1e-3);
    assert.equal(project(points, 3), null); // where the camera is
    assert.equal(project(points, 4), null); // behind it
    near(project(Float32Array.of(0, 0, 9.5), 0), [200, 100]); // just in front of it
    near(camera.projector(100, 200)(points, 1), [50 + f / 20 * 100, 100 - f / 40 * 100], 1e-3); // narrow: the width counts
});

test("a matrix has 16 numbers, which WebGL wants", () => {
    assert.equal(cameraInFront().matrix(1).length, 16);
});

test("depth reaches from before the model to behind it", () => {
    const camera = cameraInFront(), m = camera.matrix(2);
    const depthOf = (z, x = 0, y = 0) => (m[2] * x + m[6] * y + m[10] * z + m[14]) / (m[3] * x + m[7] * y + m[11] * z + m[15]);
    near([depthOf(10 - 2), depthOf(10 - 18)], [-1, 1], 1e-4); // near is 10 - 4 * 2 from the camera, far 10 + 4 * 2
    near([depthOf(0, 1, 0), depthOf(0, 0, 1)], [depthOf(0), depthOf(0)]); // planes, not spheres
    camera.distance = 1;
    const close = camera.matrix(2);
    near([(close[10] * 0.98 + close[14]) / (close[11] * 0.98 + close[15])], [-1], 1e-3); // 0.02 of the distance at least
    Object.assign(camera, { turn: 0.4, rise: 0.3, target: [1, 2, 3] });
    const { back } = camera.axes(), eye = back.map((each, i) => camera.target[i] + each * camera.distance);
    const any = camera.matrix(1);
    near([any[3] * eye[0] + any[7] * eye[1] + any[11] * eye[2] + any[15]], [0]);
});

test("the ray through a place of the picture meets the points that are seen there", () => {
    for (const [wide, tall] of [[400, 200], [100, 300]]) {
        const camera = new Camera();
        Object.assign(camera, { target: [1, 2, 3], distance: 6, turn: 0.9, rise: -0.4 });
        const { from, direction } = camera.ray(30, 40, wide, tall);
        const onIt = Float32Array.from(from, (each, i) => each + 5 * direction[i]);
        near(camera.projector(wide, tall)(onIt, 0), [30, 40], 1e-3);
    }
});

// ---- What is at a place ----

/** Looks at a scene from the front, so that a unit of the model is a unit of the ray's origin. */
const down = (x, y) => ({ from: [x, y, 10], direction: [0, 0, -1] });
const meshOf = (positions, indices, more = {}) => ({ shown: true, positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices), view: {}, ...more });
const TRIANGLE = [0, 0, 0, 4, 0, 0, 0, 4, 0];

test("a ray hits a triangle within its edges, and not a hundredth beside them", () => {
    const scene = { meshes: [meshOf(TRIANGLE, [0, 1, 2])] };
    for (const [x, y] of [[0.01, 0.01], [3.97, 0.01], [0.01, 3.97], [1.99, 1.99], [1, 2]]) {
        assert.equal(meshAt(scene, down(x, y))?.triangle, 0, `${x}, ${y}`);
    }
    for (const [x, y] of [[-0.01, 1], [1, -0.01], [2.01, 2], [2, 2.01], [4.01, 0], [-0.01, -0.01], [9, 9], [-1, 6], [6, -1]]) {
        assert.equal(meshAt(scene, down(x, y)), undefined, `${x}, ${y}`);
    }
    for (const [x, y] of [[0, 0], [2, 0], [0, 2], [2, 2], [4, 0], [0, 4]]) { // edges and corners belong to it
        assert.equal(meshAt(scene, down(x, y))?.triangle, 0, `${x}, ${y}`);
    }
    assert.equal(meshAt(scene, { from: [1, 1, 10], direction: [0, 0, 1] }), undefined); // behind the camera
    assert.equal(meshAt(scene, { from: [1, 1, -10], direction: [0, 0, 1] })?.triangle, 0); // from its back
    assert.equal(meshAt(scene, { from: [1, 1, 0], direction: [0, 0, 1] }), undefined); // at the camera
    assert.equal(meshAt(scene, { from: [1, 1, -0.5], direction: [0, 0, 1] })?.triangle, 0); // just in front of it
});

test("a ray hits triangles that lie askew where they are", () => {
    const positions = [3, 1, -2, -1, 4, 5, 2, -3, 1];
    const scene = { meshes: [meshOf(positions, [0, 1, 2])] };
    const from = [7, 8, 9];
    for (const [u, v, isHit] of [[0.2, 0.3, true], [0.01, 0.01, true], [0.98, 0.01, true], [0.01, 0.98, true], [-0.01, 0.5, false],
        [0.5, -0.01, false], [0.51, 0.5, false]]) {
        const place = [0, 1, 2].map((i) => positions[i] + u * (positions[3 + i] - positions[i]) + v * (positions[6 + i] - positions[i]));
        const direction = place.map((each, i) => (each - from[i]) * 0.7);
        assert.equal(meshAt(scene, { from, direction }) !== undefined, isHit, `${u}, ${v}`);
    }
});

test("the nearest triangle of the shown meshes counts", () => {
    const far = meshOf([9, 9, 9, ...TRIANGLE, 0, 0, 3, 4, 0, 3, 0, 4, 3], [1, 2, 3, 4, 5, 6]);
    const hidden = meshOf(TRIANGLE.map((each, i) => i % 3 === 2 ? 5 : each), [0, 1, 2], { shown: false });
    const scene = { meshes: [far, hidden] };
    assert.deepEqual(meshAt(scene, down(1, 1)), { mesh: far, triangle: 1 });
    far.indices = Uint32Array.of(4, 5, 6, 1, 2, 3, 1);
    assert.deepEqual(meshAt(scene, down(1, 1)), { mesh: far, triangle: 0 });
});

test("of triangles of any size and slope the nearer one counts", () => {
    const from = [7, 8, 9], direction = [-3, -5, -4];
    const at = (part, size, slopes) => slopes.flatMap((slope) => from.map((each, i) => each + part * direction[i] + size * slope[i]));
    const slopes = [[1, 0, 2], [-1, 1, -3], [0, -1, 1]], others = [[2, -1, -1], [-1, 3, 0], [-1, -2, 1]]; // around 0
    for (const [near, far] of [[5, 0.1], [0.1, 5], [1, 1]]) {
        for (const [first, second] of [[slopes, others], [others, slopes]]) {
            for (const [order, wanted] of [[[0, 1, 2, 3, 4, 5], 0], [[3, 4, 5, 0, 1, 2], 1], [[0, 2, 1, 3, 4, 5], 0], [[5, 4, 3, 0, 1, 2], 1]]) {
                const scene = { meshes: [meshOf([...at(1.2, near, first), ...at(1.3, far, second)], order)] };
                assert.equal(meshAt(scene, { from, direction })?.triangle, wanted);
            }
        }
    }
});

test("meshes with very many triangles are not searched", () => {
    const mesh = meshOf(TRIANGLE, [0, 1, 2]), many = (count) => ({ shown: true, positions: mesh.positions, indices: new Uint32Array(3 * count) });
    assert.notEqual(meshAt({ meshes: [mesh, many(399999)] }, down(1, 1)), undefined);
    assert.equal(meshAt({ meshes: [mesh, many(400000)] }, down(1, 1)), undefined);
    assert.notEqual(meshAt({ meshes: [mesh, { ...many(400000), shown: false }] }, down(1, 1)), undefined);
});

test("a bone is at its dot, or at the line to its child", () => {
    const project = (points, index) => points[3 * index + 2] < 0 ? null : [points[3 * index], points[3 * index + 1]];
    const bones = { names: ["hip", "knee", "foot", "gone"], points: Float32Array.of(0, 0, 0, 100, 0, 0, 100, 60, 0, 50, 30, -1),
        lines: Uint32Array.of(3, 0, 2, 1, 1, 0) };
    const other = { names: ["tail"], points: Float32Array.of(104, 0, 0), lines: new Uint32Array() };
    const at = (x, y, skeletons = [bones]) => boneAt({ skeletons }, project, x, y)?.name;
    assert.equal(at(9.9, 0), "hip");
    assert.equal(at(-10, 0), undefined);
    assert.equal(at(50, 4.9), "hip"); // the line belongs to the parent
    assert.equal(at(50, -4.9), "hip");
    assert.equal(at(50, 5), undefined);
    assert.equal(at(96, 30), "knee");
    assert.equal(at(100, 71), undefined); // beyond the end of the line
    assert.equal(at(25, 15), undefined); // a line to a bone behind the camera
    assert.equal(at(101, 0, [bones, other]), "knee");
    assert.equal(at(103, 0, [bones, other]), "tail");
    assert.deepEqual(boneAt({ skeletons: [other, bones] }, project, 50, 0), { name: "hip", bones, bone: 0 });
    assert.deepEqual(boneAt({ skeletons: [bones] }, project, 100, 64), { name: "foot", bones, bone: 2 });
    const still = { names: ["a", "b"], points: Float32Array.of(20, 20, 0, 20, 20, 0), lines: Uint32Array.of(1, 0) };
    assert.equal(at(20, 25, [still]), "a"); // the first of two at one place
    assert.equal(at(20, 31, [still]), undefined);
});
