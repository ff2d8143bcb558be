// motion.js: how a motion moves bones: the value of each track at a time, and what it does to a skeleton and its meshes.
import { unpack } from "./buffers.js";
import { ORIGIN, movement, normalized, within } from "./skeleton.js";

/** @typedef {import("./buffers.js").View} View */
/** @typedef {import("./skeleton.js").Skeleton} Skeleton */
/** @typedef {import("./skeleton.js").Place} Place */
/** @typedef {"position" | "rotation" | "scale"} Channel */
/** @typedef {{ bone: number, channel: Channel, components: number, times: ArrayLike<number>, values: ArrayLike<number> }} BoneTrack */

/** The components that a channel has, if it moves a bone. @type {Record<string, number>} */
const COMPONENTS = { position: 3, rotation: 4, scale: 3 };

/** The last key that isn't after a time; -1: none. @param {ArrayLike<number>} times @param {number} time */
function keyBefore(times, time) {
    let low = 0, high = times.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}

/** The value of a track at a time; undefined if that isn't finite. @param {BoneTrack} track @param {number} time */
function valueAt({ channel, components, times, values }, time) {
    const key = keyBefore(times, time), first = Math.max(key, 0), second = Math.min(key + 1, times.length - 1);
    const of = (/** @type {number} */ at) => Array.from({ length: components }, (_, i) => values[components * at + i]);
    const span = times[second] - times[first], part = span > 0 ? (time - times[first]) / span : 0;
    const from = of(first), to = of(second);
    // A quaternion and its opposite are the same turn: the way to the nearer one is the short one.
    const sign = channel === "rotation" && from.reduce((sum, each, i) => sum + each * to[i], 0) < 0 ? -1 : 1;
    const mixed = from.map((each, i) => each + (sign * to[i] - each) * part);
    if (!mixed.every(Number.isFinite)) {
        return undefined;
    }
    return channel === "rotation" ? normalized(mixed) : mixed;
}

/** Motions name bones by number, or in any case. @param {Skeleton} skeleton @returns {(track: import("./buffers.js").Track) => number} */
function boneFinder({ bones }) {
    const byName = new Map(), byNumber = new Map();
    for (const [index, bone] of [...bones.entries()].reverse()) {
        byName.set(bone.name.toLowerCase(), index);
        if (bone.number !== undefined) {
            byNumber.set(bone.number, index);
        }
    }
    return (track) => (track.number !== undefined ? byNumber.get(track.number) : byName.get(track.bone.toLowerCase())) ?? -1;
}

/** A motion of a skeleton. */
export class Motion {
    /** @param {View} view curves @param {Skeleton} skeleton @param {ReturnType<boneFinder>} boneOf the bone that a track of the file
     * moves; -1: none @param {BoneTrack[]} tracks */
    constructor(view, skeleton, boneOf, tracks) {
        this.boneOf = boneOf;
        this.skeleton = skeleton;
        this.tracks = tracks;
        this.space = view.space ?? "parent";
        this.unit = view.unit ?? "";
        this.perSecond = typeof view.perSecond === "number" && view.perSecond > 0 ? view.perSecond : 1;
        const times = tracks.flatMap((track) => [track.times[0], track.times[track.times.length - 1]]).filter(Number.isFinite);
        this.start = Math.min(0, ...times);
        this.end = Math.max(this.start, ...times);
    }

    /** @param {View} view @param {Skeleton} skeleton */
    static async of(view, skeleton) {
        const boneOf = boneFinder(skeleton);
        /** @type {BoneTrack[]} */
        const tracks = [];
        for (const track of view.tracks ?? []) {
            const bone = boneOf(track);
            if (bone >= 0 && track.keys > 0 && COMPONENTS[track.channel] === track.components) {
                tracks.push({ bone, channel: /** @type {Channel} */ (track.channel), components: track.components,
                    times: await unpack(track.times), values: await unpack(track.values) });
            }
        }
        return new Motion(view, skeleton, boneOf, tracks);
    }

    get boneCount() {
        return new Set(this.tracks.map((track) => track.bone)).size;
    }

    /** Where bones are in the model. @param {number} time @returns {Place[]} */
    placesAt(time) {
        const { rest } = this.skeleton;
        const relative = rest.map((place) => ({ ...this.space === "parent" ? place : ORIGIN })), moved = new Set();
        for (const track of this.tracks) {
            const value = valueAt(track, time);
            if (value !== undefined) {
                relative[track.bone][track.channel] = value;
                moved.add(track.bone);
            }
        }
        return this.space === "parent" ? this.skeleton.placesOf(relative) : this.#withChildren(relative, moved);
    }

    /** In the other spaces a bone without a value of its own goes with its parent.
     * @param {Place[]} values @param {Set<number>} moved */
    #withChildren(values, moved) {
        const { base, order, parents, rest, restPlaces } = this.skeleton;
        /** @type {Place[]} */
        const places = [];
        for (const bone of order) {
            const parent = places[parents[bone]];
            places[bone] = !moved.has(bone) ? within(parent ?? base, rest[bone])
                : within(base, this.space === "world" ? values[bone] : within(values[bone], restPlaces[bone]));
        }
        return places;
    }
}

/** A mesh that moves with bones: its positions at rest, and up to four bones for each vertex.
 * @typedef {{ rest: Float32Array, bones: Uint16Array, weights: Uint8Array }} Skin */

/** Moves the vertices of a mesh. @param {Skin} skin @param {Skeleton} skeleton @param {Place[]} places
 * @param {Float32Array} positions gets them */
export function moveVertices({ rest, bones, weights }, skeleton, places, positions) {
    const moves = places.map((place, bone) => movement(skeleton.restPlaces[bone], place));
    for (let vertex = 0; 3 * vertex < rest.length; vertex++) {
        const at = 3 * vertex, x = rest[at], y = rest[at + 1], z = rest[at + 2];
        let sum = 0, a = 0, b = 0, c = 0;
        for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) {
            const weight = weights[slot], m = moves[bones[slot]];
            if (weight > 0 && m !== undefined) {
                sum += weight;
                a += weight * (m[0] * x + m[1] * y + m[2] * z + m[3]);
                b += weight * (m[4] * x + m[5] * y + m[6] * z + m[7]);
                c += weight * (m[8] * x + m[9] * y + m[10] * z + m[11]);
            }
        }
        positions[at] = sum > 0 ? a / sum : x;
        positions[at + 1] = sum > 0 ? b / sum : y;
        positions[at + 2] = sum > 0 ? c / sum : z;
    }
}
