// vertices.js: what vertices have besides their places: normals and tangents as lines, and bad weights as dots.
import { unpackedOnce } from "./buffers.js";
import { counted, grouped } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").DrawnMesh} DrawnMesh */
/** @typedef {"normals" | "tangents" | "flaws"} Detail */
/** @typedef {{ points: Float32Array, colour: "chosen" | "warm" }} Drawn a colour of the page */

/** At most so many lines of a mesh are drawn. */
const MOST_LINES = 20000;

/** How long they are, in parts of the model's size. */
const LINE_LENGTH = 0.025;

const BAD_SUM = 1, NO_WEIGHT = 2; // flaws

/** The colours of details, and of flaws. @type {{ normals: Drawn["colour"], tangents: Drawn["colour"] }} */
export const DETAIL_COLOURS = { normals: "chosen", tangents: "warm" };
/** @type {Record<number, Drawn["colour"]>} */
const FLAW_COLOURS = { [BAD_SUM]: "warm", [NO_WEIGHT]: "chosen" };

/** The details that meshes of a scene have. Those that move have none. @param {Scene} scene @returns {Detail[]} */
export function detailsOf({ meshes }) {
    const has = (/** @type {(mesh: DrawnMesh) => unknown} */ what) => meshes.some((mesh) => mesh.rest === undefined && what(mesh) !== undefined);
    return [...has(({ view }) => view.normals) ? [/** @type {const} */ ("normals")] : [],
        ...has(({ view }) => view.tangents) ? [/** @type {const} */ ("tangents")] : [],
        ...has(({ view }) => view.skin) ? [/** @type {const} */ ("flaws")] : []];
}

/** Lines from vertices, both ends of each. @param {Float32Array} positions @param {ArrayLike<number>} directions 127 is 1
 * @param {number} length */
export function linesOf(positions, directions, length) {
    const vertices = positions.length / 3, step = Math.max(Math.ceil(vertices / MOST_LINES), 1);
    const points = new Float32Array(6 * Math.ceil(vertices / step));
    for (let vertex = 0, to = 0; vertex < vertices; vertex += step, to += 6) {
        for (let axis = 0; axis < 3; axis++) {
            const start = positions[3 * vertex + axis];
            points[to + axis] = start;
            points[to + 3 + axis] = start + length * directions[3 * vertex + axis] / 127;
        }
    }
    return points;
}

/** The places of vertices with a flaw. @param {Float32Array} positions @param {ArrayLike<number>} flaws @param {number} flaw */
function flawed(positions, flaws, flaw) {
    /** @type {number[]} */
    const points = [];
    for (let vertex = 0; vertex < flaws.length; vertex++) {
        if (flaws[vertex] === flaw) {
            points.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
        }
    }
    return Float32Array.from(points);
}

/** What is drawn of a mesh, and what is said about it.
 * @param {DrawnMesh} mesh @param {Set<Detail>} wanted @param {number} size of the model */
async function detailsOfMesh(mesh, wanted, size) {
    const { positions, view } = mesh;
    /** @type {Drawn[]} */
    const lines = [], dots = [];
    if (wanted.has("normals") && mesh.normals !== undefined) {
        lines.push({ points: linesOf(positions, mesh.normals, LINE_LENGTH * size), colour: DETAIL_COLOURS.normals });
    }
    if (wanted.has("tangents") && view.tangents !== undefined) {
        lines.push({ points: linesOf(positions, await unpackedOnce(view.tangents), LINE_LENGTH * size), colour: DETAIL_COLOURS.tangents });
    }
    const flaws = wanted.has("flaws") && view.skin?.flaws !== undefined ? await unpackedOnce(view.skin.flaws) : undefined;
    if (flaws !== undefined) {
        dots.push(...[BAD_SUM, NO_WEIGHT].map((flaw) => ({ points: flawed(positions, flaws, flaw), colour: FLAW_COLOURS[flaw] })));
    }
    return { lines, dots };
}

/** Makes what is to be drawn of these details, and says what is seen: words, and the colour that they explain.
 * @param {Scene} scene @param {Set<Detail>} wanted @param {number} size of the model
 * @returns {Promise<{ words: string, colour?: Drawn["colour"] }[]>} */
export async function showDetails(scene, wanted, size) {
    const meshes = scene.meshes.filter((mesh) => mesh.layer === 0 && mesh.rest === undefined), words = [];
    let vertices = 0, lines = 0, sums = 0, without = 0;
    for (const mesh of meshes) {
        const details = mesh.details = await detailsOfMesh(mesh, wanted, size);
        if (details.lines.length > 0) {
            vertices += mesh.positions.length / 3;
            lines += details.lines[0].points.length / 6;
        }
        sums += (details.dots[0]?.points.length ?? 0) / 3;
        without += (details.dots[1]?.points.length ?? 0) / 3;
    }
    if (lines < vertices) {
        words.push({ words: `lines at ${grouped(lines)} of ${counted(vertices, "vertex", "vertices")}` });
    }
    if (wanted.has("flaws") && detailsOf(scene).includes("flaws")) {
        words.push(...sums + without === 0 ? [{ words: "all vertices have weights that add up to 1" }] : [
            { words: `${counted(sums, "vertex", "vertices")} with weights that don’t add up to 1`, colour: FLAW_COLOURS[BAD_SUM] },
            ...without > 0 ? [{ words: `${counted(without, "vertex", "vertices")} without weights`, colour: FLAW_COLOURS[NO_WEIGHT] }] : []]);
    }
    return words;
}
