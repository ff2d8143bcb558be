// scene_words.js: what is said about a scene, and about a place in it.
import { counted, rounded } from "./words.js";
import { isFull } from "./scene.js";
import { gridOf } from "./shapes.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Its sizes, and what is not as the file has it. @param {Scene} scene */
export function wordsOfScene(scene) {
    const meshes = scene.meshes.filter((mesh) => mesh.layer === 0).map((mesh) => mesh.view);
    const bones = scene.skeletons.reduce((all, each) => all + each.names.length, 0);
    const sum = (/** @type {"vertices" | "triangles" | "notFinite" | "beyond"} */ name) =>
        meshes.reduce((all, view) => all + (view[name] ?? 0), 0);
    const grid = isFull(scene.box) ? gridOf(scene.box).step : 0;
    const about = [meshes.length > 0 && `${counted(sum("vertices"), "vertex", "vertices")}, ${counted(sum("triangles"), "triangle")}`,
        bones > 0 && counted(bones, "bone"), grid > 0 && `grid ${rounded(grid, 2)}`].filter(Boolean).join(" · ");
    const remarks = [
        sum("notFinite") > 0 && `${counted(sum("notFinite"), "vertex is", "vertices are")} not drawn: not finite`,
        sum("beyond") > 0 && `${counted(sum("beyond"), "index leads", "indices lead")} beyond the vertices: such triangles are not drawn`,
        scene.meshes.some(({ layer, positions, indices }) => layer === 0 && positions.length > 0 && indices.length === 0) && "no triangle can be read: the dots are vertices",
        meshes.some((view) => view.part) && "a part of the triangles, with all marked ones"].filter((each) => each !== false);
    return { about, remarks };
}

/** What the mesh is called, and the material there: "hull, ships.glass". @param {Scene} scene
 * @param {{ mesh: import("./scene.js").DrawnMesh, triangle: number }} place */
export function wordsOfMesh(scene, { mesh, triangle }) {
    const range = (mesh.view.ranges ?? []).find(({ first, count }) => triangle >= first && triangle < first + count);
    const name = scene.meshes.length > 1 ? mesh.title ?? mesh.view.name : "";
    return [name, range?.name || range?.field].filter(Boolean).join(", ");
}
