// measures.js: how large a model is: its counts, which the program takes from the file, and the size of its box.
import { counted, rounded } from "./words.js";
import { emptyBox, growBy, isFull, sceneSource } from "./scene.js";

/** What a file declares; 0: none, or nothing that its format has.
 * @typedef {{ triangles: number, vertices: number, materials: number, bones: number, uvSets: number }} Measures */

/** "10,071 triangles", "16,295 vertices", ... @param {Measures | undefined} measures */
export function wordsOfMeasures(measures) {
    const { triangles = 0, vertices = 0, materials = 0, bones = 0, uvSets = 0 } = measures ?? {};
    return [triangles > 0 && counted(triangles, "triangle"), vertices > 0 && counted(vertices, "vertex", "vertices"),
        materials > 0 && `${counted(materials, "material")} (draw ${materials === 1 ? "call" : "calls"})`, bones > 0 && counted(bones, "bone"),
        uvSets > 0 && counted(uvSets, "UV set")].filter((each) => each !== false);
}

/** Those of all files together, without what doesn't add up. @param {({ measures?: Measures })[]} records @returns {Measures} */
export function sumOfMeasures(records) {
    const sum = (/** @type {"triangles" | "vertices" | "materials"} */ name) => records.reduce((all, { measures }) => all + (measures?.[name] ?? 0), 0);
    return { triangles: sum("triangles"), vertices: sum("vertices"), materials: sum("materials"), bones: 0, uvSets: 0 };
}

/** "4 × 2 × 9.5", the sides of the box around the meshes; undefined: there are none. @param {import("./buffers.js").Bundle} bundle */
export async function sizeOfBox(bundle) {
    const { meshes } = await sceneSource(bundle).marked([]), box = emptyBox();
    meshes.forEach(({ positions }) => growBy(box, positions));
    return isFull(box) ? [0, 1, 2].map((axis) => rounded(box[axis + 3] - box[axis], 3)).join(" × ") : undefined;
}
