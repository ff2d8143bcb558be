// moving.js: a scene whose bones and meshes follow a motion, and which motion is shown from when.
import { SceneSource, skinOf } from "./scene.js";
import { moveVertices } from "./motion.js";
import { unpack } from "./buffers.js";

/** @typedef {import("./buffers.js").Bundle} Bundle */
/** @typedef {import("./buffers.js").Mark} Mark */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./motion.js").Motion} Motion */

/** A scene of its own, whose bones and meshes may move. @param {Bundle} actor */
export async function movingScene(actor) {
    const scene = await new SceneSource(actor.views).marked([]);
    const skins = new Map();
    for (const mesh of scene.meshes) {
        const skin = await skinOf(mesh);
        mesh.rest = mesh.positions.slice();
        if (skin !== undefined) {
            skins.set(mesh, { rest: mesh.rest, ...skin });
        }
    }
    return { scene, skins };
}

/** Moves all that belongs to a skeleton. @param {Scene} scene @param {Map<any, import("./motion.js").Skin>} skins @param {Motion} motion
 * @param {number} time @param {{ refresh: (data: any) => void }} drawing */
export function pose(scene, skins, motion, time, drawing) {
    const bones = scene.skeletons.find((each) => each.skeleton === motion.skeleton);
    const places = motion.placesAt(time);
    if (bones === undefined) {
        return;
    }
    bones.skeleton.fillPoints(places, bones.points);
    drawing.refresh(bones.points);
    if (bones.markedPoints !== undefined) {
        drawing.refresh(bones.markedPoints);
        bones.markedPoints = undefined;
    }
    for (const mesh of scene.meshes.filter((each) => each.view.skeleton === bones.number)) {
        const skin = skins.get(mesh);
        if (skin !== undefined) {
            moveVertices(skin, bones.skeleton, places, mesh.positions);
            drawing.refresh(mesh.positions);
        }
    }
}

/** The time of the first key that is marked. @param {Bundle} bundle @param {Mark[]} marks */
export async function markedTime(bundle, marks) {
    for (const { view, track, keys: [key] = [] } of marks) {
        const times = track !== undefined ? bundle.views[view].tracks?.[track]?.times : undefined;
        const time = times !== undefined ? (await unpack(times))[key] : NaN;
        if (Number.isFinite(time)) {
            return time;
        }
    }
    return NaN;
}

/** The curves to play: those that are marked, else those relative to parents. @param {Bundle} bundle @param {Mark[]} marks */
export function viewToPlay({ views }, marks) {
    const curves = views.filter((view) => view.kind === "curves");
    return curves.find((view) => marks.some((mark) => views[mark.view] === view)) ??
        curves.find((view) => view.space === "parent") ?? curves[0];
}
