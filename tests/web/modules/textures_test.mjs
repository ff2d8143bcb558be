import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./page.mjs";
import { drawsOf, useContexts } from "./contexts.mjs";
import { Camera } from "../../../web/viewer/camera.js";
import { GlDrawing, MISSING, pageColours } from "../../../web/viewer/drawing.js";
import { modelView } from "../../../web/viewer/model.js";
import { SceneSource } from "../../../web/viewer/scene.js";
import { shade } from "../../../web/viewer/shapes.js";
import { findTextures } from "../../../web/viewer/textures.js";
import { PageBundles } from "../../../web/page/bundles.js";
import { floats, packed } from "./bundle.mjs";

const level = (number, pixels, missing = 0) => ({ number, width: 1, height: 1, step: 1, shownWidth: 1, shownHeight: 1, firstMissing: 0, missing,
    pixels: packed("u8", Uint8Array.from(pixels)) });
const pictureOf = (...levels) => ({ views: [{ kind: "picture", levels }], findings: [] });
const range = (number, name, texture) => ({ name, field: "", first: number, count: 1, material: number, texture });
const MESH = { kind: "mesh", name: "", field: "", positions: floats(0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0),
    indices: packed("u32", Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 1, 3, 1, 2, 3)), uv0: floats(0, 0, 1, 0, 1, 1, 0, 1),
    ranges: [range(0, "m0", "Horse"), range(1, "Ships.Hull"), range(2, "m2", "LEFT"), range(3, "m3", "m0")] };

const partner = (name, texture, bundle) => ({ role: "texture", name, texture, bundle });
const HORSE = partner("mod/gfx/anims/horse.dds", "horse", async () => pictureOf(level(0, [9, 9, 9, 9], 1), level(1, [1, 2, 3, 4])));
const GONE = { role: "missing texture", name: "textures\\hull_diff", texture: "ships.hull", bundle: async () => undefined };
const LEFT = partner("pack.zip!/left.dds", "left", async () => { throw new Error("left out"); });

/** A scene with its textures. */
async function textured(views = [MESH], partners = [{ role: "level", name: "m0" }, HORSE, GONE, LEFT]) {
    const scene = await new SceneSource(views).marked([]);
    await findTextures(scene, partners);
    return scene;
}

test("textures are found by the name of the texture, or else of the material; a complete level is used", async () => {
    const scene = await textured(), [mesh] = scene.meshes;
    assert.deepEqual(scene.textures.map(({ name, partner: found, isMissing, pixels }) => [name, found.name, isMissing, pixels && [...pixels.pixels.subarray(0, 4)]]),
        [["Horse", HORSE.name, false, [1, 2, 3, 4]], ["Ships.Hull", GONE.name, true, [255, 0, 255, 255]], ["LEFT", LEFT.name, false, undefined]]);
    assert.deepEqual(mesh.textures.map((each) => each?.name), ["Horse", "Ships.Hull", "LEFT", undefined]); // m0 is the name of a material
    assert.deepEqual([...mesh.uvs], [0, 0, 1, 0, 1, 1, 0, 1]);
    assert.equal((await textured()).meshes[0].uvs, mesh.uvs); // of the same bundle
});

test("without textures or coordinates nothing is unpacked, and pictures may be empty", async () => {
    const none = await textured([{ ...MESH, ranges: undefined }, { ...MESH, uv0: undefined }, { ...MESH, ranges: [range(0, "", undefined)] }]);
    assert.deepEqual(none.meshes.map(({ uvs, textures }) => [uvs, textures.length]), [[undefined, 0], [undefined, 4], [undefined, 1]]);
    const pixelsWith = async (bundle) => (await textured([MESH], [partner("horse.dds", "horse", bundle)])).textures.map(({ pixels }) => pixels && [...pixels.pixels]);
    assert.deepEqual(await pixelsWith(async () => ({ views: [], findings: [] })), [undefined]);
    assert.deepEqual(await pixelsWith(async () => undefined), [undefined]);
    assert.deepEqual(await pixelsWith(async () => pictureOf(level(0, [5, 5, 5, 5], 1))), [[5, 5, 5, 5]]);
});

test("on the drop page the pictures in the folder of an actor may be its textures", async () => {
    const file = (name, format, index) => ({ name, index, record: { path: name, format }, items: [] });
    const files = [file("a/x.xac", "xac"), file("a/Coat.v2.DDS", "dds"), file("a/y.tga", "tga"), file("a/z.png", "png"), file("a/b/x.dds", "dds"), file("x.dds", "dds"),
        file("a/m.xmf", "xmf")];
    const byName = new Map(files.map((each) => [each.name, each])), own = { role: "texture", name: "own.dds", texture: "y" };
    const bundles = new PageBundles({ partnersOf: () => [own], withoutBundle: new Set() }, { views: async ({ path }) => ({ views: [path], findings: [] }) }, { files: [] });
    const partners = bundles.partnersOf(files[0], byName);
    assert.deepEqual(partners.map(({ role, name, texture }) => [role, name, texture]),
        [["texture", "own.dds", "y"], ["texture", "a/Coat.v2.DDS", "Coat.v2"], ["texture", "a/y.tga", "y"]]);
    assert.deepEqual((await partners[1].bundle()).views, ["a/Coat.v2.DDS"]);
    assert.deepEqual(bundles.partnersOf(files[6], byName), [own]);
});

// ---- The drawing ----

const OPTIONS = { edges: false, box: false, backs: false, smooth: false, textures: true, range: -1 };

/** What is drawn of a scene, and the pictures that are sent for that. */
function drawer() {
    const last = useContexts("webgl2"), drawing = new GlDrawing(document.createElement("canvas"));
    return { drawing, draw: (scene, options = {}) => {
        last.webgl2.calls.length = 0;
        drawing.draw(scene, new Camera(), { ...OPTIONS, ...options }, pageColours());
        const calls = [...last.webgl2.calls], [, ...draws] = drawsOf(last.webgl2); // without the grid
        return { draws, sent: calls.filter(([name]) => name === "texImage2D").map((call) => [call[4], call[5], [...call[9].subarray(0, 4)]]), calls };
    } };
}

test("surfaces have their texture, or squares for a missing one", async () => {
    const { draw, drawing } = drawer(), scene = await textured(), whole = pageColours().surface, { uvs } = scene.meshes[0];
    const { draws, sent, calls } = draw(scene);
    assert.deepEqual(sent, [[1, 1, [1, 2, 3, 4]], [128, 128, [255, 0, 255, 255]]]);
    assert.deepEqual(draws.map(({ color, textured: is, uv, first, count }) => [color, is, uv, first, count]),
        [[whole, 1, uvs, 0, 3], [MISSING, 1, uvs, 3, 3], [shade(whole, 2), 0, undefined, 6, 3], [shade(whole, 3), 0, undefined, 9, 3]]);
    const how = calls.filter(([name, ...values]) => /^tex|Mipmap/.test(name) || (/VertexAttrib/i.test(name) && values[0] === 3) || values[0] === "textured");
    const sending = (level) => [["texImage2D", "TEXTURE_2D", 0, "RGBA", level.width, level.height, 0, "RGBA", "UNSIGNED_BYTE", level.pixels],
        ["generateMipmap", "TEXTURE_2D"], ["texParameteri", "TEXTURE_2D", "TEXTURE_MIN_FILTER", "LINEAR_MIPMAP_LINEAR"]];
    const coordinates = [["enableVertexAttribArray", 3], ["vertexAttribPointer", 3, 2, "FLOAT", false, 0, 0]], [horse, gone] = scene.textures;
    assert.deepEqual(how, [...sending(horse.pixels), ...coordinates, ["uniform1i", "textured", 1], ...sending(gone.pixels), ...coordinates,
        ["disableVertexAttribArray", 3], ["uniform1i", "textured", 0]]);
    const colourAt = (x, y) => [...gone.pixels.pixels.subarray(4 * (128 * y + x), 4 * (128 * y + x) + 4)];
    const light = [255, 0, 255, 255], dark = [48, 0, 48, 255]; // squares of eight pixels
    assert.deepEqual([[7, 0], [8, 0], [15, 7], [16, 7], [0, 8], [7, 15], [8, 8], [127, 127], [127, 0]].map(([x, y]) => colourAt(x, y)),
        [light, dark, dark, light, dark, dark, light, light, dark]);
    const again = draw(scene);
    assert.deepEqual([again.sent.length, again.calls.filter(([name]) => name === "bindTexture").length], [0, 2]);
    assert.deepEqual(draw(scene, { textures: false }).draws.map(({ color, textured: is }) => [color, is]), [0, 1, 2, 3].map((number) => [shade(whole, number), 0]));
    const [chosen, missing] = draw(scene, { range: 0 }).draws;
    assert.deepEqual([chosen.color, chosen.textured, missing.textured], [pageColours().mark, 0, 1]);
    drawing.clear();
    assert.equal(drawing.gl.calls.filter(([name]) => name === "deleteTexture").length, 2);
    assert.equal(draw(scene).sent.length, 2);
});

test("a mesh of one material has its texture, and magenta where there are no coordinates", async () => {
    const { draw } = drawer(), one = (name, texture) => [{ ...range(0, name, texture), count: 4 }];
    assert.deepEqual(draw(await textured([{ ...MESH, ranges: one("m", "Horse") }])).draws.map(({ textured: is, count }) => [is, count]), [[1, 12]]);
    const plain = draw(await textured([{ ...MESH, uv0: undefined, ranges: one("ships.hull") }])).draws;
    assert.deepEqual(plain.map(({ color, textured: is }) => [color, is]), [[[1, 0, 1], 0]]);
});

test("triangles of no range are drawn before the others, which lie over them", async () => {
    const { draw } = drawer(), { draws } = draw(await textured([{ ...MESH, ranges: [range(2, "m", "Horse")] }]));
    assert.deepEqual(draws.map(({ textured: is, first, count }) => [is, first, count]), [[0, 0, 12], [1, 6, 3]]);
});

// ---- The model ----

const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
const buttonsOf = (panel) => textsOf(panel, ".tools button");

test("textures are listed, missing ones are told, and all can be switched off", async () => {
    useContexts("webgl2");
    const panel = modelView(await textured());
    assert.deepEqual(textsOf(panel, "summary"), ["4 materials", "3 textures"]);
    const [, list] = panel.querySelectorAll("details");
    assert.ok(list.open);
    assert.deepEqual(textsOf(list, "li"), ["Horse: horse.dds", "Ships.Hull: textures\\hull_diff missing", "LEFT: left.dds can’t be shown here"]);
    assert.equal(list.querySelectorAll(".missing-texture").length, 1);
    assert.deepEqual(textsOf(panel, ".strong"), ["1 texture is missing, shown as magenta squares"]);
    const button = panel.querySelectorAll(".tools button").find((each) => each.textContent === "Textures");
    button.click();
    assert.equal(button.getAttribute("aria-pressed"), "false");
    button.click();
    const found = modelView(await textured([MESH], [HORSE]));
    assert.deepEqual([textsOf(found, ".strong"), buttonsOf(found).includes("Textures"), found.querySelectorAll("details")[1].open], [[], true, false]);
    const none = modelView(await textured([MESH], []));
    assert.deepEqual([textsOf(none, "summary"), buttonsOf(none).includes("Textures")], [["4 materials"], false]);
    const two = modelView(await textured([MESH], [{ ...GONE, name: "Horse", texture: "Horse" }, GONE]));
    assert.deepEqual(textsOf(two, ".strong"), ["2 textures are missing, shown as magenta squares"]);
    assert.deepEqual(textsOf(two.querySelectorAll("details")[1], "li"), ["Horse missing", "Ships.Hull: textures\\hull_diff missing"]);
    page.frames.length = 0;
});
