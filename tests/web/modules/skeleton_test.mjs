import assert from "node:assert/strict";
import test from "node:test";
import { Motion, moveVertices } from "../../../web/viewer/motion.js";
import { markedTime, movingScene, pose, viewToPlay } from "../../../web/viewer/moving.js";
import { ORIGIN, Skeleton, movement, normalized, turned, within } from "../../../web/viewer/skeleton.js";
import { floats, near, packed } from "./bundle.mjs";

const NO_TURN = [0, 0, 0, 1], QUARTER_Z = [0, 0, Math.SQRT1_2, Math.SQRT1_2], QUARTER_X = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const QUARTER_Y = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

const bone = (name, parent, position, more = {}) => ({ name, field: "", parent, position, rotation: NO_TURN, scale: [1, 1, 1], ...more });
const skeletonOf = (...bones) => new Skeleton({ bones });

/** The matrix of a turn, as mathematics has it. */
function rotated([x, y, z, w], [a, b, c]) {
    return [(1 - 2 * (y * y + z * z)) * a + 2 * (x * y - z * w) * b + 2 * (x * z + y * w) * c,
        2 * (x * y + z * w) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - x * w) * c,
        2 * (x * z - y * w) * a + 2 * (y * z + x * w) * b + (1 - 2 * (x * x + y * y)) * c];
}

const ASKEW = normalized([0.3, -0.5, 0.2, 0.7]), OTHER = normalized([-0.1, 0.4, 0.8, -0.2]);

test("a quaternion turns a point as its matrix does", () => {
    near(turned(QUARTER_Z, [1, 0, 0]), [0, 1, 0]);
    near(turned(QUARTER_X, [0, 1, 0]), [0, 0, 1]);
    near(turned(QUARTER_Y, [0, 0, 1]), [1, 0, 0]);
    for (const point of [[1, 0, 0], [0, 1, 0], [0, 0, 1], [3, -4, 5]]) {
        near(turned(ASKEW, point), rotated(ASKEW, point));
    }
    near(turned(ASKEW.map((each) => -each), [3, -4, 5]), rotated(ASKEW, [3, -4, 5])); // the same turn
});

test("a place within a place: scaled, turned, moved", () => {
    const outer = { position: [1, 2, 3], rotation: ASKEW, scale: [2, 3, 4] };
    const inner = { position: [5, -6, 7], rotation: OTHER, scale: [0.5, 2, -1] };
    const { position, rotation, scale } = within(outer, inner);
    near(position, rotated(ASKEW, [10, -18, 28]).map((each, i) => each + outer.position[i]));
    near(turned(rotation, [1, 2, 3]), rotated(ASKEW, rotated(OTHER, [1, 2, 3])));
    assert.deepEqual(scale, [1, 6, -4]);
});

test("broken quaternions count as no turn", () => {
    near(normalized([0, 0, 3, 4]), [0, 0, 0.6, 0.8]);
    for (const broken of [[0, 0, 0, 0], [NaN, 0, 0, 1], [Infinity, 0, 0, 1], []]) {
        assert.deepEqual(normalized(broken), NO_TURN);
    }
});

test("a point at rest goes where its bone goes", () => {
    const rest = { position: [1, 2, 3], rotation: ASKEW, scale: [2, 1, 4] }, now = { position: [-3, 0, 2], rotation: OTHER, scale: [1, 5, 3] };
    const rows = movement(rest, now);
    const seen = [0.4, -0.7, 1.5]; // in the space of the bone
    const [from, to] = [rest, now].map(({ position, rotation, scale }) =>
        rotated(rotation, seen.map((each, i) => each * scale[i])).map((each, i) => each + position[i]));
    near([0, 1, 2].map((row) => rows.subarray(4 * row, 4 * row + 3).reduce((sum, each, i) => sum + each * from[i], rows[4 * row + 3])), to, 1e-4);
    near(movement(ORIGIN, ORIGIN), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
    near(movement({ ...rest, scale: [0, 1, 4] }, now), [...movement({ ...rest, scale: [1, 1, 4] }, now)]); // no scale counts as 1
});

test("bones come after their parents; rings and numbers beyond the bones end at a root", () => {
    const child = skeletonOf(bone("hand", 1, [1, 0, 0]), bone("arm", 2, [0, 1, 0]), bone("root", -1, [5, 0, 0]));
    assert.deepEqual([child.order, child.parents], [[2, 1, 0], [1, 2, -1]]);
    near(child.restPlaces[0].position, [6, 1, 0]);
    assert.deepEqual([...child.lines()], [0, 1, 1, 2]);
    const ring = skeletonOf(bone("a", 1, [1, 0, 0]), bone("b", 0, [0, 1, 0]), bone("c", 4, [0, 0, 1]), bone("d", 3, [0, 0, 1]));
    assert.deepEqual([ring.order, ring.parents], [[1, 0, 2, 3], [1, -1, -1, -1]]);
    assert.deepEqual([...ring.lines()], [0, 1]);
    assert.deepEqual([...new Skeleton({}).lines()], []);
});

test("numbers that aren't finite are left out", () => {
    const broken = skeletonOf(bone("", -1, [NaN, 1, 1], { rotation: [0, 0, 0, "1"], scale: [1, Infinity, 1] }));
    assert.deepEqual(broken.rest, [{ position: [0, 0, 0], rotation: NO_TURN, scale: [1, 1, 1] }]);
    const points = new Float32Array(6);
    broken.fillPoints([{ position: [1, 2, 3] }, { position: [4, NaN, 6] }], points);
    assert.deepEqual([...points], [1, 2, 3, 0, 0, 0]);
});

test("bones with an offset were where the offset brings to the origin", () => {
    const skeleton = skeletonOf(bone("plain", -1, [1, 0, 0]), bone("bound", 0, [0, 2, 0], { offsetPosition: [-1, -2, -3], offsetRotation: QUARTER_Z }),
        bone("odd", 0, [0, 0, 0], { offsetPosition: [NaN, 0, 0] }));
    // The offset turns and then moves; its inverse moves back and then turns back.
    near(skeleton.restPlaces[1].position, rotated([0, 0, -Math.SQRT1_2, Math.SQRT1_2], [1, 2, 3]));
    near(turned(skeleton.restPlaces[1].rotation, [0, 1, 0]), [1, 0, 0]);
    near(skeleton.restPlaces[2].position, [0, 0, 0]);
    assert.deepEqual([skeleton.base.scale, ...skeleton.restPlaces.map(({ scale }) => scale)], new Array(4).fill([1, 1, 1]));
    near(within(skeleton.base, { ...ORIGIN, position: [1, 2, 0] }).position, skeleton.restPlaces[1].position); // taken along
    near(skeleton.restPlaces[0].position, within(skeleton.base, { ...ORIGIN, position: [1, 0, 0] }).position);
    assert.deepEqual(skeletonOf(bone("", -1, [1, 0, 0])).base, ORIGIN);
});

// ---- Motions ----

const ARM = skeletonOf(bone("Arm", -1, [0, 1, 0]), bone("Hand", 0, [2, 0, 0]));
const track = (words, values, times = [0, 2]) => ({ name: "", field: "", bone: "", keys: times.length, components: values.length / times.length,
    times: floats(...times), values: floats(...values), ...words });
const motionOf = (space, tracks, skeleton = ARM, more = {}) => Motion.of({ space, unit: "seconds", perSecond: 1, tracks, ...more }, skeleton);

test("a turn is mixed on the short way, whichever sign its quaternion has", async () => {
    for (const sign of [1, -1]) {
        const swing = await motionOf("parent", [track({ bone: "ARM", channel: "rotation" }, [...NO_TURN, ...QUARTER_Z.map((each) => sign * each)])]);
        near(swing.placesAt(2)[1].position, [0, 3, 0]);
        near(swing.placesAt(1)[1].position, [Math.SQRT2, 1 + Math.SQRT2, 0]);
        near(swing.placesAt(-5)[1].position, [2, 1, 0]);
        near(swing.placesAt(9)[1].position, [0, 3, 0]);
        near([Math.hypot(...swing.placesAt(0.7)[0].rotation)], [1]);
    }
    const half = await motionOf("parent", [track({ bone: "Arm", channel: "rotation" }, [...NO_TURN, 0, 0, 1, 0])]);
    near(half.placesAt(1)[1].position, [0, 3, 0]); // both ways are as long: the one that its numbers go
    const shift = await motionOf("parent", [track({ bone: "Arm", channel: "position" }, [-1, -1, -1, 3, 3, 3])]);
    near(shift.placesAt(1)[0].position, [1, 1, 1]); // positions have no opposite
});

test("values between keys, before the first, after the last, and at two keys of one time", async () => {
    const motion = await motionOf("parent", [track({ bone: "Hand", channel: "scale" }, [1, 1, 1, 2, 2, 2, 5, 5, 5, 9, 9, 9], [1, 2, 2, 4])]);
    for (const [time, scale] of [[0, 1], [1, 1], [1.25, 1.25], [2, 5], [3, 7], [4, 9], [8, 9]]) {
        near(motion.placesAt(time)[1].scale, [scale, scale, scale]);
    }
    assert.deepEqual([motion.start, motion.end], [0, 4]);
    const early = await motionOf("parent", [track({ bone: "Hand", channel: "scale" }, [1, 1, 1, 2, 2, 2], [-3, -1])]);
    assert.deepEqual([early.start, early.end], [-3, -1]);
});

test("a motion takes the tracks of bones that it finds, by number or name", async () => {
    const skeleton = skeletonOf(bone("Arm", -1, [0, 1, 0], { number: 7 }), bone("arm", 0, [0, 0, 0], { number: 8 }));
    const named = (words) => track({ channel: "position", ...words }, [0, 0, 0, 1, 1, 1]);
    const motion = await motionOf("parent", [named({ number: 8, bone: "Arm" }), named({ bone: "nowhere" }), named({ bone: "Arm", channel: "weight" }),
        named({ bone: "Arm", keys: 0 }), track({ bone: "Arm", channel: "rotation" }, [0, 0, 0, 1, 1, 1])], skeleton);
    assert.deepEqual(motion.tracks.map(({ bone: number, channel }) => [number, channel]), [[1, "position"]]);
    assert.equal(motion.boneCount, 1);
    assert.deepEqual([motion.unit, motion.perSecond], ["seconds", 1]);
    const bare = await Motion.of({ perSecond: 0 }, skeleton);
    assert.deepEqual([bare.unit, bare.perSecond, bare.space, bare.start, bare.end, bare.tracks], ["", 1, "parent", 0, 0, []]);
    for (const perSecond of [30, 0.5]) {
        assert.equal((await motionOf("parent", [], ARM, { perSecond })).perSecond, perSecond);
    }
});

test("a value that isn't finite leaves the bone at rest", async () => {
    const motion = await motionOf("parent", [track({ bone: "Arm", channel: "position" }, [NaN, 0, 0, 1, 1, 1])]);
    near(motion.placesAt(0)[0].position, [0, 1, 0]);
    near(motion.placesAt(2)[0].position, [1, 1, 1]);
});

test("values in the space of the world, or of the bone at rest; other bones go with their parents", async () => {
    const world = await motionOf("world", [track({ bone: "Arm", channel: "position" }, [5, 5, 5, 7, 5, 5])]);
    near(world.placesAt(1)[0].position, [6, 5, 5]);
    near(world.placesAt(1)[1].position, [8, 5, 5]);
    const bound = skeletonOf(bone("", -1, [0, 0, 9], { number: 4, offsetPosition: [-1, 0, 0], offsetRotation: NO_TURN }));
    const lift = await motionOf("bone", [track({ number: 4, channel: "position" }, [0, 0, 0, 0, 4, 0])], bound);
    const [first, last] = [0, 2].map((time) => lift.placesAt(time)[0].position);
    near(last.map((each, i) => each - first[i]), [0, 4, 0]);
});

test("a vertex goes with its bones, by their weights", () => {
    const skeleton = skeletonOf(bone("", -1, [0, 0, 0]), bone("", -1, [1, 0, 0]));
    const places = [{ ...ORIGIN, position: [0, 4, 0] }, { position: [1, 0, 6], rotation: QUARTER_Z, scale: [1, 1, 1] }];
    const positions = new Float32Array(12);
    moveVertices({ rest: Float32Array.of(2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3), bones: Uint16Array.of(0, 0, 0, 0, 1, 9, 0, 0, 0, 1, 0, 0, 9, 0, 0, 0),
        weights: Uint8Array.of(255, 0, 0, 0, 255, 255, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0) }, skeleton, places, positions);
    near(positions.subarray(0, 3), [2, 5, 3]);
    near(positions.subarray(3, 6), [0, 1, 9]); // turned around (1, 0, 0); bone 9 isn't there
    near(positions.subarray(6, 9), [0.4, 1.8, 7.8]);
    near(positions.subarray(9), [2, 1, 3]); // no bone: stays
    const moved = (weights, lost = 0) => {
        const skin = { rest: Float32Array.of(0.7, -1.3, 2.1), bones: Uint16Array.of(1, 0, 0, 0), weights: Uint8Array.of(...weights, 0, 0) };
        const to = [{ ...ORIGIN, position: [lost, 0, 0] }, { position: [-3, 0.5, 2], rotation: ASKEW, scale: [2, 3, 0.5] }];
        const vertex = new Float32Array(3);
        moveVertices(skin, skeleton, to, vertex);
        return vertex;
    };
    const turned = rotated(ASKEW, [2 * (0.7 - 1), 3 * -1.3, 0.5 * 2.1]).map((each, i) => each + [-3, 0.5, 2][i]);
    near(moved([255, 0]), turned);
    near(moved([1, 0], Infinity), turned); // the least weight counts, and none doesn't, wherever that bone is
    near(moved([1, 1]), turned.map((each, i) => (each + [0.7, -1.3, 2.1][i]) / 2));
});

// ---- Scenes that move ----

const ACTOR = { path: "hero", findings: [], views: [
    { kind: "skeleton", name: "", field: "", bones: [bone("Arm", -1, [0, 1, 0]), bone("Hand", 0, [2, 0, 0])] },
    { kind: "mesh", name: "hand", field: "", skeleton: 0, bone: 1, positions: floats(0, 0, 0, 1, 0, 0), indices: packed("u32", Uint32Array.of(0, 1, 0)) },
    { kind: "mesh", name: "still", field: "", positions: floats(9, 9, 9), indices: packed("u32", Uint32Array.of(0, 0, 0)) }] };

test("bones and meshes follow a motion", async () => {
    const { scene, skins } = await movingScene(ACTOR);
    assert.deepEqual([...skins.keys()], [scene.meshes[0]]);
    const motion = await motionOf("parent", [track({ bone: "Arm", channel: "position" }, [0, 1, 0, 0, 5, 0])], scene.skeletons[0].skeleton);
    const sent = [], before = scene.skeletons[0].markedPoints = new Float32Array(3);
    pose(scene, skins, motion, 2, { refresh: (data) => sent.push(data) });
    near(scene.skeletons[0].points, [0, 5, 0, 2, 5, 0]);
    near(scene.meshes[0].positions, [2, 5, 0, 3, 5, 0]);
    near(scene.meshes[0].rest, [2, 1, 0, 3, 1, 0]);
    near(scene.meshes[1].positions, [9, 9, 9]);
    assert.deepEqual(sent, [scene.skeletons[0].points, before, scene.meshes[0].positions]);
    assert.equal(scene.skeletons[0].markedPoints, undefined);
    pose({ ...scene, skeletons: [] }, skins, motion, 0, { refresh: () => assert.fail() });
    near(scene.meshes[0].positions, [2, 5, 0, 3, 5, 0]);
});

test("the curves to play, and the moment of a finding", async () => {
    const curves = (space, times) => ({ kind: "curves", space, tracks: [track({}, [0, 0], times)] });
    const views = [{ kind: "mesh" }, curves("world", [0, 1]), curves("parent", [3, 5]), curves("bone", [NaN, 8])];
    assert.equal(viewToPlay({ views }, []), views[2]);
    assert.equal(viewToPlay({ views }, [{ view: 3 }]), views[3]);
    assert.equal(viewToPlay({ views: views.slice(0, 2) }, [{ view: 0 }]), views[1]);
    assert.equal(viewToPlay({ views: [] }, []), undefined);
    assert.equal(await markedTime({ views }, [{ view: 2, track: 0, keys: [1, 0] }]), 5);
    assert.equal(await markedTime({ views }, [{ view: 3, track: 0, keys: [0] }, { view: 2, track: 0, keys: [0] }]), 3);
    for (const mark of [{ view: 2, track: 0, keys: [] }, { view: 2, keys: [1] }, { view: 2, track: 4, keys: [0] }, { view: 0, track: 0, keys: [0] }]) {
        assert.ok(Number.isNaN(await markedTime({ views }, [mark])));
    }
});
