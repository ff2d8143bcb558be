// textures.js: the pictures that the materials of a model wear.
import { unpackedOnce } from "./buffers.js";
import { firstLevel } from "./picture.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./parts.js").Partner} Partner */
/** @typedef {{ pixels: Uint8Array, width: number, height: number }} Pixels */

/** A texture of a model: what the model calls it, and the picture, or the missing file. Without pixels it can't be shown.
 * @typedef {{ name: string, partner: Partner, isMissing: boolean, pixels?: Pixels }} Texture */

/** Squares for missing textures: magenta as in games, and dark, since marks are nearly magenta. */
const MISSING_PIXELS = (() => {
    const side = 128, square = 8, pixels = new Uint8Array(4 * side * side).fill(255);
    for (let i = 0; i < side * side; i++) {
        const isDark = (Math.floor(i % side / square) + Math.floor(i / side / square)) % 2 === 1;
        pixels.set(isDark ? [48, 0, 48] : [255, 0, 255], 4 * i);
    }
    return { pixels, width: side, height: side };
})();

/** The pixels of a picture, if possible of a complete level. @param {Partner} partner @returns {Promise<Pixels | undefined>} */
async function texturePixels(partner) {
    const bundle = await partner.bundle().catch(() => undefined);
    const levels = bundle?.views.find((view) => view.kind === "picture")?.levels ?? [];
    const level = levels[firstLevel(levels, [])];
    return level && { pixels: /** @type {Uint8Array} */ (await unpackedOnce(level.pixels)), width: level.shownWidth, height: level.shownHeight };
}

/** Finds the textures of a scene's own meshes. Materials of which nothing is known have none: their pictures may be in the game.
 * @param {Scene} scene @param {Partner[]} partners */
export async function findTextures(scene, partners) {
    /** @type {Map<string, Texture>} by the name of the partner in small letters */
    const textures = new Map();
    const textureOf = async (/** @type {string} */ name) => {
        const key = name.toLowerCase(), partner = partners.find(({ texture }) => texture?.toLowerCase() === key);
        if (partner !== undefined && !textures.has(key)) {
            const isMissing = partner.role === "missing texture";
            textures.set(key, { name, partner, isMissing, pixels: isMissing ? MISSING_PIXELS : await texturePixels(partner) });
        }
        return textures.get(key);
    };
    for (const mesh of scene.meshes) {
        mesh.textures = [];
        for (const { name, texture } of mesh.view.ranges ?? []) {
            mesh.textures.push(await textureOf(texture ?? name));
        }
        if (mesh.view.uv0 !== undefined && mesh.textures.some((texture) => texture?.pixels !== undefined)) {
            mesh.uvs = /** @type {Float32Array} */ (await unpackedOnce(mesh.view.uv0));
        }
    }
    scene.textures = [...textures.values()];
}
