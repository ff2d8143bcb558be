// pick.js: what is at a place of the picture: a bone, or the mesh.

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {(points: Float32Array, index: number) => [number, number] | null} Projector */

/** Pixels around a dot, and beside a line, that count as on it. */
const DOT = 10, LINE_WIDTH = 5;

/** Meshes with more triangles in all are not searched, so that the pointer never waits. */
const MOST_SEARCHED = 400000;

/** How far a place is from a line between two others. @param {number} x @param {number} y @param {number[]} a @param {number[]} b */
function fromLine(x, y, a, b) {
    const dx = b[0] - a[0], dy = b[1] - a[1], length = dx * dx + dy * dy;
    const part = length > 0 ? Math.min(Math.max(((x - a[0]) * dx + (y - a[1]) * dy) / length, 0), 1) : 0;
    return Math.hypot(x - a[0] - part * dx, y - a[1] - part * dy);
}

/** The bone whose dot is there, or else the one whose line to its child is.
 * @param {Scene} scene @param {Projector} project @param {number} x @param {number} y @returns {import("./scene.js").BoneChoice | undefined} */
export function boneAt(scene, project, x, y) {
    let best, nearest = DOT;
    for (const bones of scene.skeletons) {
        const places = bones.names.map((_, bone) => project(bones.points, bone));
        for (const [bone, place] of places.entries()) {
            const away = place !== null ? Math.hypot(place[0] - x, place[1] - y) : Infinity;
            if (away < nearest) {
                nearest = away;
                best = { name: bones.names[bone], bones, bone };
            }
        }
        for (let i = 0; best === undefined && i + 1 < bones.lines.length; i += 2) {
            const child = places[bones.lines[i]], parent = places[bones.lines[i + 1]];
            if (child !== null && parent !== null && fromLine(x, y, child, parent) < LINE_WIDTH) {
                best = { name: bones.names[bones.lines[i + 1]], bones, bone: bones.lines[i + 1] };
            }
        }
    }
    return best;
}

/** How far along a ray a triangle is; Infinity: the ray misses it.
 * @param {Float32Array} p @param {number} a @param {number} b @param {number} c where its corners begin @param {number[]} from
 * @param {number[]} d */
function hit(p, a, b, c, from, d) {
    const e1x = p[b] - p[a], e1y = p[b + 1] - p[a + 1], e1z = p[b + 2] - p[a + 2];
    const e2x = p[c] - p[a], e2y = p[c + 1] - p[a + 1], e2z = p[c + 2] - p[a + 2];
    const hx = d[1] * e2z - d[2] * e2y, hy = d[2] * e2x - d[0] * e2z, hz = d[0] * e2y - d[1] * e2x;
    const det = e1x * hx + e1y * hy + e1z * hz;
    const sx = from[0] - p[a], sy = from[1] - p[a + 1], sz = from[2] - p[a + 2];
    const u = (sx * hx + sy * hy + sz * hz) / det;
    const qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x;
    const v = (d[0] * qx + d[1] * qy + d[2] * qz) / det, t = (e2x * qx + e2y * qy + e2z * qz) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : Infinity;
}

/** The mesh that is there, and the number of the triangle. @param {Scene} scene @param {{ from: number[], direction: number[] }} ray */
export function meshAt(scene, { from, direction }) {
    const meshes = scene.meshes.filter((each) => each.shown);
    if (meshes.reduce((sum, each) => sum + each.indices.length / 3, 0) > MOST_SEARCHED) {
        return undefined;
    }
    let best, nearest = Infinity;
    for (const mesh of meshes) {
        const { positions, indices } = mesh;
        for (let i = 0; i + 2 < indices.length; i += 3) {
            const away = hit(positions, 3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2], from, direction);
            if (away < nearest) {
                nearest = away;
                best = { mesh, triangle: i / 3 };
            }
        }
    }
    return best;
}
