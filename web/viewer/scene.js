// scene.js: what is drawn for a finding: meshes, bones as lines, and what is marked in them.
import { grouped } from "./words.js";
import { once, unpack } from "./buffers.js";
import { ORIGIN, Skeleton, movement, turned } from "./skeleton.js";

/** @typedef {import("./buffers.js").View} View */
/** @typedef {import("./buffers.js").Mark} Mark */

/**
 * @typedef {object} DrawnMesh
 * @property {View} view
 * @property {number} number of the view
 * @property {Float32Array} positions
 * @property {Int8Array} [normals] of the file, 127 is 1
 * @property {Uint32Array} indices
 * @property {boolean} shown
 * @property {Uint32Array} markedTriangles corners
 * @property {Float32Array} markedPoints
 * @property {number} layer 0: of the file itself; else of a file that is shown with it
 * @property {string} [title] the name of that file
 * @property {Float32Array} [rest] the positions, while a motion moves them
 * @property {{ lines: import("./vertices.js").Drawn[], dots: import("./vertices.js").Drawn[] }} [details] that were asked for
 * @property {Float32Array} [uvs] by which textures are drawn
 * @property {(import("./textures.js").Texture | undefined)[]} [textures] of each range
 * @property {Uint8Array} [share] of each vertex: how much of it moves with the chosen bone, 255 is all
 */

/** @typedef {{ names: string[], skeleton: Skeleton, points: Float32Array, lines: Uint32Array, marked: number[],
 *     markedPoints?: Float32Array, number: number }} DrawnBones `markedPoints`: undefined until they are drawn */

/** A bone that can be chosen: by its skeleton, or where that isn't here by the name that a mesh has for it.
 * @typedef {{ name: string, bones?: DrawnBones, bone: number, mesh?: DrawnMesh }} BoneChoice */

export class Scene {
    constructor() {
        /** @type {DrawnMesh[]} */
        this.meshes = [];
        /** @type {DrawnBones[]} */
        this.skeletons = [];
        this.box = emptyBox();
        this.markedBox = emptyBox();
        /** @type {Float32Array[]} around what is marked as a whole */
        this.markedBoxes = [];
        this.markedCount = 0;
        this.markedWords = "";
        this.markedRemark = "";
        /** @type {BoneChoice | undefined} */
        this.chosen = undefined;
        /** @type {import("./textures.js").Texture[]} */
        this.textures = [];
    }
}

export function emptyBox() {
    return new Float32Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
}

/** @param {Float32Array} box @param {ArrayLike<number>} points @param {number} at */
function grow(box, points, at) {
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

/** @param {Float32Array} box @param {Float32Array} points */
export function growBy(box, points) {
    for (let i = 0; i + 2 < points.length; i += 3) {
        grow(box, points, i);
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
                    const normals = view.normals && /** @type {Int8Array} */ (await unpack(view.normals));
                    hangOnBone(positions, normals, view, scene.skeletons);
                    scene.meshes.push({ view, number, positions, normals, indices: Uint32Array.from(indices), shown: true,
                        markedTriangles: new Uint32Array(), markedPoints: new Float32Array(), layer: 0 });
                    growBy(scene.box, positions);
                } else if (view.kind === "skeleton") {
                    const bones = bonesOf(view, number);
                    scene.skeletons.push(bones);
                    growBy(scene.box, bones.points);
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
        const counts = { triangle: 0, vertex: 0, corner: 0, bone: 0, material: 0, mesh: 0 };
        for (const mark of marks) {
            const mesh = scene.meshes.find((each) => each.number === mark.view);
            const bones = scene.skeletons.find((each) => each.number === mark.view);
            if (mesh !== undefined && mark.whole) {
                const box = emptyBox();
                growBy(box, mesh.positions);
                growBy(scene.markedBox, mesh.positions);
                scene.markedBoxes.push(box);
                counts.mesh++;
            } else if (mesh !== undefined) {
                markMesh(scene, mesh, mark, counts);
            }
            for (const bone of mark.bones ?? []) {
                counts.bone++;
                if (bones !== undefined) {
                    bones.marked.push(bone);
                    grow(scene.markedBox, bones.points, 3 * bone);
                } else if (mesh?.view.skin?.names !== undefined) {
                    await chooseBone(scene, { name: mesh.view.skin.names[bone], mesh, bone });
                }
            }
        }
        const { words, remark } = wordsOfMarks(counts, marks);
        scene.markedWords = words;
        scene.markedRemark = remark;
        scene.markedCount = Object.values(counts).reduce((sum, each) => sum + each, 0);
        return scene;
    }
}

/** The source of scenes whose points never move. */
export const sceneSource = once((/** @type {import("./buffers.js").Bundle} */ bundle) => new SceneSource(bundle.views));

/** What is marked, as one and as several. */
const KINDS = { triangle: ["triangle", "triangles"], vertex: ["vertex", "vertices"], corner: ["corner of a broken triangle", "corners of broken triangles"],
    bone: ["bone", "bones"], material: ["material", "materials"], mesh: ["mesh", "meshes"] };

/** Says what is marked: "8 of 1,186 vertices". The elements of a finding beyond the first ones are not always known.
 * @param {Record<string, number>} counts @param {Mark[]} marks */
function wordsOfMarks(counts, marks) {
    const kinds = /** @type {[keyof typeof KINDS, number][]} */ (Object.entries(counts).filter(([, count]) => count > 0));
    const total = marks.length === 1 && kinds.length === 1 && /^(triangle|vertex|bone)$/.test(kinds[0][0]) ? marks[0].total : 0;
    const words = kinds.map(([kind, count]) => total > count ? `${grouped(count)} of ${grouped(total)} ${KINDS[kind][1]}`
        : kind === "mesh" && count === 1 ? "the whole mesh" : `${grouped(count)} ${KINDS[kind][count === 1 ? 0 : 1]}`).join(", ");
    return { words, remark: kinds.length > 0 && total > kinds[0][1] ? `the first ${grouped(kinds[0][1])} of ${grouped(total)} are marked` : "" };
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
            counts[mark.corners ? "corner" : "vertex"]++;
        }
    }
    mesh.markedPoints = Float32Array.from(points);
}

/** Moves the vertices of a mesh that are relative to a bone to their place in the model, and turns their normals.
 * @param {Float32Array} positions @param {Int8Array | undefined} normals @param {View} view @param {DrawnBones[]} skeletons */
function hangOnBone(positions, normals, view, skeletons) {
    const place = view.bone === undefined ? undefined
        : skeletons.find((each) => each.number === view.skeleton)?.skeleton.restPlaces[view.bone];
    if (place === undefined) {
        return;
    }
    const m = movement(ORIGIN, place);
    for (let i = 0; i + 2 < positions.length; i += 3) {
        const [x, y, z] = positions.subarray(i, i + 3);
        for (let row = 0; row < 3; row++) {
            positions[i + row] = m[4 * row] * x + m[4 * row + 1] * y + m[4 * row + 2] * z + m[4 * row + 3];
        }
    }
    for (let i = 0; normals !== undefined && i + 2 < normals.length; i += 3) {
        normals.set(turned(place.rotation, normals.subarray(i, i + 3)).map(Math.round), i);
    }
}

/** @param {View} view @param {number} number @returns {DrawnBones} */
export function bonesOf(view, number) {
    const skeleton = new Skeleton(view), points = new Float32Array(3 * skeleton.bones.length);
    skeleton.fillPoints(skeleton.restPlaces, points);
    return { names: skeleton.bones.map((bone) => bone.name), skeleton, points, lines: skeleton.lines(), marked: [], number };
}

// ---- Skins ---------------------------------------------------------------------------------------------------------------

/** @typedef {{ bones: Uint16Array, weights: Uint8Array }} VertexBones the bones of each vertex and their weights */

const unpackSkin = once(async (/** @type {NonNullable<View["skin"]>} */ { bones, weights }) =>
    ({ bones: /** @type {Uint16Array} */ (await unpack(bones)), weights: /** @type {Uint8Array} */ (await unpack(weights)) }));

/** A mesh without skin that hangs on a bone moves with that bone alone.
 * @param {DrawnMesh} mesh @returns {Promise<VertexBones | undefined>} */
export async function skinOf({ view, positions }) {
    if (view.skin !== undefined) {
        return unpackSkin(view.skin);
    }
    if (view.bone === undefined) {
        return undefined;
    }
    const slots = 4 * positions.length / 3;
    return { bones: new Uint16Array(slots).fill(view.bone),
        weights: Uint8Array.from({ length: slots }, (_, slot) => slot % 4 === 0 ? 255 : 0) };
}

/** The number that a mesh has for a bone; -1: none. @param {DrawnMesh} mesh @param {BoneChoice} choice */
function boneInSkin(mesh, choice) {
    if (mesh.view.skin?.names !== undefined) {
        return choice.mesh === mesh ? choice.bone
            : mesh.view.skin.names.findIndex((name) => name.toLowerCase() === choice.name.toLowerCase());
    }
    return choice.bones !== undefined && choice.bones.number === mesh.view.skeleton ? choice.bone : -1;
}

/** Shows how much each vertex moves with a bone. @param {Scene} scene @param {BoneChoice | undefined} choice undefined: none */
export async function chooseBone(scene, choice) {
    scene.chosen = choice;
    for (const mesh of scene.meshes) {
        const bone = choice !== undefined ? boneInSkin(mesh, choice) : -1;
        const skin = bone >= 0 ? await skinOf(mesh) : undefined;
        if (scene.chosen !== choice) {
            return;
        }
        mesh.share = skin && Uint8Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => {
            let sum = 0;
            for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) {
                sum += skin.bones[slot] === bone ? skin.weights[slot] : 0;
            }
            return Math.min(sum, 255);
        });
    }
}

/** Whether a bone is the chosen one. @param {Scene} scene @param {BoneChoice} choice */
export const isChosen = ({ chosen }, { bones, bone, mesh }) =>
    chosen !== undefined && chosen.bones === bones && chosen.bone === bone && chosen.mesh === mesh;

/** What a bone is called. @param {BoneChoice} choice */
export const nameOfBone = ({ name, bone }) => name || `bone ${bone}`;

/** All bones that can be chosen. @param {Scene} scene @returns {BoneChoice[]} */
export function choicesOf(scene) {
    const choices = scene.skeletons.flatMap((bones) => bones.names.map((name, bone) => ({ name, bones, bone })));
    const known = new Set(choices.map(({ name }) => name.toLowerCase()));
    return [...choices, ...scene.meshes.flatMap((mesh) => (mesh.view.skin?.names ?? []).map((name, bone) => ({ name, mesh, bone }))
        .filter(({ name }) => !known.has(name.toLowerCase())))];
}
