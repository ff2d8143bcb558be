// skeleton.js: bones and where they are. Place and turn of a bone are relative to its parent; a turn is a quaternion x, y, z, w.

/** @typedef {{ position: number[], rotation: number[], scale: number[] }} Place */
/** @typedef {import("./buffers.js").View} View */

/** @type {Place} */
export const ORIGIN = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

/** Turns a point by a quaternion. @param {ArrayLike<number>} q @param {ArrayLike<number>} p @returns {number[]} */
export function turned({ 0: x, 1: y, 2: z, 3: w }, { 0: a, 1: b, 2: c }) {
    const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
    return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** First turns by b, then by a. @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {number[]} */
function combined(a, b) {
    return [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]];
}

/** The place of something within a place. @param {Place} outer @param {Place} inner @returns {Place} */
export function within(outer, inner) {
    const step = inner.position.map((value, axis) => value * outer.scale[axis]);
    return { position: turned(outer.rotation, step).map((value, axis) => value + outer.position[axis]),
        rotation: combined(outer.rotation, inner.rotation), scale: inner.scale.map((value, axis) => value * outer.scale[axis]) };
}

/** The turn back. @param {number[]} q */
const opposite = ([x, y, z, w]) => [-x, -y, -z, w];

/** The place from which a place is seen as the origin. Scales count as 1. @param {{ position: number[], rotation: number[] }} place
 * @returns {Place} */
function inverse({ position, rotation }) {
    const back = opposite(rotation);
    return { position: turned(back, position).map((value) => -value), rotation: back, scale: [1, 1, 1] };
}

/** Where a point of something at rest goes when that moves: three rows of four numbers. @param {Place} rest @param {Place} now */
export function movement(rest, now) {
    const back = opposite(rest.rotation);
    const rows = new Float32Array(12);
    for (let axis = 0; axis < 3; axis++) {
        const unit = [0, 0, 0];
        unit[axis] = 1;
        const inner = turned(back, unit).map((value, i) => value / (rest.scale[i] || 1) * now.scale[i]);
        const column = turned(now.rotation, inner);
        for (let row = 0; row < 3; row++) {
            rows[4 * row + axis] = column[row];
        }
    }
    for (let row = 0; row < 3; row++) {
        rows[4 * row + 3] = now.position[row] - rest.position.reduce((sum, value, i) => sum + rows[4 * row + i] * value, 0);
    }
    return rows;
}

/** @param {any[]} list @param {number[]} other if a number isn't finite */
const finite = (list, other) => list.every((each) => typeof each === "number" && Number.isFinite(each)) ? list : other;

/** @param {number[]} q a quaternion; in a broken file it may have any length */
export function normalized(q) {
    const length = Math.hypot(...q);
    return length > 0 && Number.isFinite(length) ? q.map((each) => each / length) : ORIGIN.rotation;
}

export class Skeleton {
    /** @param {View} view */
    constructor(view) {
        this.bones = view.bones ?? [];
        /** Each after its parent. A bone of a ring has the first bone of the ring as its root. @type {number[]} */
        this.order = [];
        /** @type {number[]} -1: none */
        this.parents = this.bones.map(() => -1);
        this.#sort();
        /** @type {Place[]} relative to the parents */
        this.rest = this.bones.map((bone) => ({ position: finite(bone.position, ORIGIN.position),
            rotation: normalized(finite(bone.rotation, ORIGIN.rotation)), scale: finite(bone.scale, ORIGIN.scale) }));
        /** Where vertices are bound to the bones, in the space of the mesh. @type {Place[]} */
        this.restPlaces = [];
        /** From the space of the bones to that of the mesh. */
        this.base = ORIGIN;
        this.#bind();
    }

    /** Bones with an offset were elsewhere when vertices were bound to them. The others are taken along by the first of these. */
    #bind() {
        const offsets = this.bones.map(({ offsetPosition, offsetRotation }) => offsetPosition === undefined ? undefined
            : inverse({ position: finite(offsetPosition, ORIGIN.position), rotation: normalized(finite(offsetRotation ?? [], ORIGIN.rotation)) }));
        const first = this.order.find((bone) => offsets[bone] !== undefined), bound = first !== undefined ? offsets[first] : undefined;
        if (first !== undefined && bound !== undefined) {
            this.base = within(bound, inverse(this.placesOf(this.rest)[first]));
        }
        this.restPlaces = this.placesOf(this.rest).map((place, bone) => offsets[bone] ?? place);
    }

    #sort() {
        const done = new Set();
        for (let first = 0; first < this.bones.length; first++) {
            const chain = [], seen = new Set();
            let at = first;
            for (; at >= 0 && at < this.bones.length && !done.has(at) && !seen.has(at); at = this.bones[at].parent) {
                chain.push(at);
                seen.add(at);
            }
            for (const bone of chain.reverse()) {
                const { parent } = this.bones[bone];
                this.parents[bone] = done.has(parent) ? parent : -1;
                this.order.push(bone);
                done.add(bone);
            }
        }
    }

    /** Where bones are in the model. @param {Place[]} relative to their parents @returns {Place[]} */
    placesOf(relative) {
        /** @type {Place[]} */
        const places = [];
        for (const bone of this.order) {
            places[bone] = within(places[this.parents[bone]] ?? this.base, relative[bone]);
        }
        return places;
    }

    /** The points of all bones. @param {Place[]} places @param {Float32Array} points gets them */
    fillPoints(places, points) {
        for (const [bone, { position }] of places.entries()) {
            points.set(finite(position, ORIGIN.position), 3 * bone);
        }
    }

    /** Pairs of bones between which a line is drawn. */
    lines() {
        return Uint32Array.from(this.parents.flatMap((parent, bone) => parent >= 0 ? [bone, parent] : []));
    }
}
