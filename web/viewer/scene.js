// scene.js: what is drawn for a finding: meshes, bones as lines, and what is marked in them.
import { unpack } from "./buffers.js";

/** @typedef {import("./buffers.js").View} View */
/** @typedef {import("./buffers.js").Mark} Mark */

/**
 * @typedef {object} DrawnMesh
 * @property {View} view
 * @property {number} number of the view
 * @property {Float32Array} positions
 * @property {Uint32Array} indices
 * @property {boolean} shown
 * @property {Uint32Array} markedTriangles corners
 * @property {Float32Array} markedPoints
 */

/** @typedef {{ names: string[], points: Float32Array, lines: Uint32Array, marked: number[], number: number }} DrawnBones */

export class Scene {
    constructor() {
        /** @type {DrawnMesh[]} */
        this.meshes = [];
        /** @type {DrawnBones[]} */
        this.skeletons = [];
        this.box = emptyBox();
        this.markedBox = emptyBox();
        this.markedCount = 0;
        this.markedWords = "";
    }

    get isEmpty() {
        return this.meshes.length === 0 && this.skeletons.length === 0;
    }
}

export function emptyBox() {
    return new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
}

/** @param {Float32Array} box @param {ArrayLike<number>} points @param {number} at */
export function grow(box, points, at) {
    for (let axis = 0; axis < 3; axis++) {
        const value = points[at + axis];
        if (value < box[axis]) {
            box[axis] = value;
        }
        if (value > box[axis + 3]) {
            box[axis + 3] = value;
        }
    }
}

/** Whether something is in it. @param {ArrayLike<number>} box */
export const isFull = (box) => box[0] <= box[3];

/** The meshes and bones of views, which are unpacked once. */
export class SceneSource {
    /** @param {View[]} views */
    constructor(views) {
        this.views = views;
        /** @type {Promise<Scene> | undefined} */
        this.whole = undefined;
    }

    /** The scene without marks. */
    #unmarked() {
        this.whole ??= (async () => {
            const scene = new Scene();
            for (const [number, view] of this.views.entries()) {
                if (view.kind === "mesh" && view.positions !== undefined && view.indices !== undefined) {
                    const positions = /** @type {Float32Array} */ (await unpack(view.positions, view.box));
                    const indices = /** @type {Uint32Array} */ (await unpack(view.indices));
                    scene.meshes.push({ view, number, positions, indices: Uint32Array.from(indices), shown: true,
                        markedTriangles: new Uint32Array(), markedPoints: new Float32Array() });
                    for (let i = 0; i < positions.length; i += 3) {
                        grow(scene.box, positions, i);
                    }
                } else if (view.kind === "skeleton") {
                    scene.skeletons.push(bonesOf(view, number, scene.box));
                }
            }
            return scene;
        })();
        return this.whole;
    }

    /** The scene with the marks of a finding. @param {Mark[]} marks */
    async marked(marks) {
        const whole = await this.#unmarked();
        const scene = Object.assign(new Scene(), { box: whole.box, skeletons: whole.skeletons.map((each) => ({ ...each, marked: [] })),
            meshes: whole.meshes.map((each) => ({ ...each, markedTriangles: new Uint32Array(), markedPoints: new Float32Array() })) });
        const counts = { triangle: 0, vertex: 0, bone: 0, material: 0 };
        for (const mark of marks) {
            const mesh = scene.meshes.find((each) => each.number === mark.view);
            const bones = scene.skeletons.find((each) => each.number === mark.view);
            if (mesh !== undefined) {
                markMesh(scene, mesh, mark, counts);
            }
            for (const bone of bones !== undefined ? mark.bones ?? [] : []) {
                bones?.marked.push(bone);
                counts.bone++;
                if (bones) {
                    grow(scene.markedBox, bones.points, 3 * bone);
                }
            }
        }
        const plural = { triangle: "triangles", vertex: "vertices", bone: "bones", material: "materials" };
        const words = Object.entries(counts).filter(([, count]) => count > 0).map(([kind, count]) =>
            `${count.toLocaleString("en-US")} ${count === 1 ? kind : plural[/** @type {keyof typeof plural} */ (kind)]}`);
        scene.markedWords = words.join(", ");
        scene.markedCount = Object.values(counts).reduce((sum, each) => sum + each, 0);
        return scene;
    }
}

/** @param {Scene} scene @param {DrawnMesh} mesh @param {Mark} mark @param {Record<string, number>} counts */
function markMesh(scene, mesh, mark, counts) {
    const { positions, indices, view } = mesh;
    const runs = [...mark.triangles ?? []];
    counts.triangle += runs.reduce((sum, [, count]) => sum + count, 0);
    for (const number of mark.ranges ?? []) {
        const range = view.ranges?.[number];
        if (range !== undefined) {
            runs.push([range.first, range.count]);
            counts.material++;
        }
    }
    const corners = [...mesh.markedTriangles];
    for (const [first, count] of runs) {
        for (let i = 3 * first; i < 3 * (first + count) && i < indices.length; i++) {
            corners.push(indices[i]);
            grow(scene.markedBox, positions, 3 * indices[i]);
        }
    }
    mesh.markedTriangles = Uint32Array.from(corners);
    const points = [...mesh.markedPoints];
    for (const vertex of mark.vertices ?? []) {
        if (3 * vertex + 2 < positions.length) {
            points.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
            grow(scene.markedBox, positions, 3 * vertex);
            counts.vertex++;
        }
    }
    mesh.markedPoints = Float32Array.from(points);
}

/** Turns a point by a quaternion x, y, z, w. @param {number[]} q @param {number[]} p */
export function turned([x, y, z, w], [a, b, c]) {
    const tx = 2 * (y * c - z * b), ty = 2 * (z * a - x * c), tz = 2 * (x * b - y * a);
    return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** @param {number[]} a @param {number[]} b */
export function combined(a, b) {
    return [a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]];
}

/** The places of bones: each is relative to its parent, which may come later, or be its own child in a broken file.
 * @param {View} view @param {number} number @param {Float32Array} box */
function bonesOf(view, number, box) {
    const bones = view.bones ?? [];
    const points = new Float32Array(3 * bones.length);
    /** @type {({ at: number[], rotation: number[], scale: number[] } | undefined)[]} */
    const placed = [];
    const finite = (/** @type {number[]} */ list, /** @type {number[]} */ other) =>
        list.every((each) => typeof each === "number" && Number.isFinite(each)) ? list : other;
    const origin = { at: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
    const place = (/** @type {number} */ i) => {
        const chain = [];
        for (let at = i; at >= 0 && at < bones.length && placed[at] === undefined && !chain.includes(at); at = bones[at].parent) {
            chain.push(at);
        }
        for (const each of chain.reverse()) {
            const bone = bones[each], parent = placed[bone.parent] ?? origin;
            const step = finite(bone.position, [0, 0, 0]).map((value, axis) => value * parent.scale[axis]);
            placed[each] = { at: turned(parent.rotation, step).map((value, axis) => value + parent.at[axis]),
                rotation: combined(parent.rotation, finite(bone.rotation, [0, 0, 0, 1])),
                scale: finite(bone.scale, [1, 1, 1]).map((value, axis) => value * parent.scale[axis]) };
        }
        return placed[i] ?? origin;
    };
    const lines = [];
    for (const [i, bone] of bones.entries()) {
        points.set(finite(place(i).at, [0, 0, 0]), 3 * i);
        grow(box, points, 3 * i);
        if (bone.parent >= 0 && bone.parent < bones.length) {
            lines.push(i, bone.parent);
        }
    }
    return { names: bones.map((bone) => bone.name), points, lines: Uint32Array.from(lines), marked: /** @type {number[]} */ ([]), number };
}
