// shapes.js: the shapes that are drawn around a model and of it (a grid, its box, its edges), and which mesh is drawn how.
import { once } from "./buffers.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Shades for materials: the colour of surfaces, a little turned. @param {number[]} base @param {number} number */
export function shade(base, number) {
    const steps = [[0, 0, 0], [-0.09, -0.02, 0.07], [0.06, 0.0, -0.09], [-0.08, 0.05, -0.03], [0.07, -0.06, 0.02], [-0.12, -0.1, -0.06]];
    return base.map((each, i) => Math.min(Math.max(each + steps[number % steps.length][i], 0), 1));
}

/** The corners of a box, and its edges. */
export const boxLines = once((/** @type {Float32Array} */ box) => {
    const corners = [];
    for (let i = 0; i < 8; i++) {
        corners.push(box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]);
    }
    return { points: Float32Array.from(corners),
        lines: Uint32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]) };
});

/** A grid below the model, and the side of its squares: a power of ten. */
export const gridOf = once((/** @type {Float32Array} */ box) => {
    const wide = Math.max(box[3] - box[0], box[5] - box[2], 1e-6);
    const step = 10 ** Math.floor(Math.log10(wide / 2));
    const from = [Math.floor(box[0] / step) - 1, Math.floor(box[2] / step) - 1];
    const to = [Math.ceil(box[3] / step) + 1, Math.ceil(box[5] / step) + 1];
    const points = [];
    for (let x = from[0]; x <= to[0]; x++) {
        points.push(x * step, box[1], from[1] * step, x * step, box[1], to[1] * step);
    }
    for (let z = from[1]; z <= to[1]; z++) {
        points.push(from[0] * step, box[1], z * step, to[0] * step, box[1], z * step);
    }
    return { step, points: Float32Array.from(points) };
});

/** The three edges of each triangle. */
export const edgesOf = once((/** @type {Uint32Array} */ indices) => {
    const lines = new Uint32Array(2 * indices.length);
    for (let i = 0, to = 0; i + 2 < indices.length; i += 3) {
        for (const [a, b] of [[0, 1], [1, 2], [2, 0]]) {
            lines[to++] = indices[i + a];
            lines[to++] = indices[i + b];
        }
    }
    return lines;
});

/** The points of marked bones. @param {import("./scene.js").DrawnBones} bones */
export const markedPointsOf = (bones) => bones.markedPoints ??=
    Float32Array.from(bones.marked.flatMap((bone) => [...bones.points.subarray(3 * bone, 3 * bone + 3)]));

/** What is drawn solid, and what is laid over it. A file that is shown alone is solid. @param {Scene} scene */
export function layersOf(scene) {
    const shown = scene.meshes.filter((each) => each.shown);
    const least = Math.min(...shown.map((each) => each.layer));
    return { solid: shown.filter((each) => each.layer === least), over: shown.filter((each) => each.layer > least) };
}
