import assert from "node:assert/strict";
import test from "node:test";
import { nextFrame, page, until } from "./page.mjs";
import { useContexts } from "./contexts.mjs";
import { SceneSource } from "../../../web/viewer/scene.js";
import { hasUvs, layoutOf, uvView, wordsOfLayout } from "../../../web/viewer/uv.js";
import { tabsOf } from "../../../web/viewer/views.js";
import { near, floats, packed } from "./bundle.mjs";
import { finding } from "./data.mjs";

const contexts = useContexts("2d");
const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
const MARK = "rgb(224 32 128 / 0.55)", INSIDE = "rgb(64 71 84 / 0.12)", OUTSIDE = "rgb(255 128 0 / 0.12)";

/** Two triangles of a square, one beside it, one without area, one that is not finite. */
const UVS = floats(0, 0, 1, 0, 1, 1, 0, 1, 3, -0.5, NaN, 0);
const MESH = { kind: "mesh", name: "hull", field: "", positions: packed("f32", new Float32Array(18)), uv0: UVS,
    indices: packed("u32", Uint32Array.of(0, 1, 2, 0, 2, 3, 1, 2, 4, 1, 1, 2, 0, 1, 5)),
    ranges: [{ name: "", field: "", first: 1, count: 2, material: 0 }] };
const mark = (more) => ({ view: 0, total: 1, ...more });
const sceneOf = (views = [MESH]) => new SceneSource(views).marked([]);

async function layout(marks = [], view = MESH, uvs = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1, 3, -0.5, NaN, 0)) {
    return layoutOf((await sceneOf([view])).meshes[0], uvs, marks);
}

test("triangles are sorted by where they lie", async () => {
    const { inside, outside, flat, lost, box, marked } = await layout();
    assert.deepEqual({ inside, outside, flat, lost, box, marked }, { inside: [0, 1, 3], outside: [2], flat: 1, lost: 1, box: [0, -0.5, 3, 1], marked: [] });
    const rounded = await layout([], MESH, Float32Array.of(-1 / 1024, 0, 1 + 1 / 1024, 0, 1, 1, 0, 1, 1 + 1.5 / 1024, 0, 0, -1.5 / 1024));
    assert.deepEqual([rounded.inside, rounded.outside, rounded.lost], [[0, 1, 3], [2, 4], 0]);
    const askew = { ...MESH, indices: packed("u32", Uint32Array.of(1, 2, 3, 1, 2, 4)) }; // three corners in a line, and three that aren't
    assert.equal((await layout([], askew, Float32Array.of(7, 5, 0.125, 0.375, 0.25, 0.625, 0.4375, 1, 0.5, 0.5))).flat, 1);
});

test("marked triangles are those of the finding, of its materials, and around its vertices", async () => {
    const marked = async (...marks) => (await layout(marks)).marked;
    assert.deepEqual(await marked(mark({ triangles: [[0, 1], [2, 2]] })), [0, 2, 3]);
    assert.deepEqual(await marked(mark({ ranges: [0, 9] })), [1, 2]);
    assert.deepEqual([await marked(mark({ vertices: [4] })), await marked(mark({ vertices: [0] }))], [[2], [0, 1]]);
    assert.deepEqual(await marked(mark({ triangles: [[4, 1]] })), []); // not drawn
    assert.deepEqual(await marked({ view: 7, total: 1, triangles: [[0, 1]] }), []);
    assert.deepEqual((await layout([mark({ triangles: [[2, 1]] })])).markedBox, [1, -0.5, 3, 1]);
    assert.deepEqual((await layout([mark({ ranges: [0] })], { ...MESH, ranges: undefined })).marked, []);
});

test("a layout in words", async () => {
    assert.deepEqual(wordsOfLayout(await layout()), ["4 triangles: u 0 to 3, v -0.5 to 1", "1 without area", "1 not drawn: not finite"]);
    assert.deepEqual(wordsOfLayout(await layout([], { ...MESH, indices: packed("u32", Uint32Array.of(0, 1, 2)) })), ["1 triangle: u 0 to 1, v 0 to 1", "all within 0 to 1"]);
    assert.deepEqual(wordsOfLayout(await layout([], { ...MESH, indices: packed("u32", new Uint32Array()) })), ["0 triangles", "all within 0 to 1"]);
    const beside = Float32Array.of(-0.123456, -0.234567, 1.345678, 0, 0, 1.456789);
    assert.deepEqual(wordsOfLayout(await layout([], { ...MESH, indices: packed("u32", Uint32Array.of(0, 1, 2)) }, beside)),
        ["1 triangle: u -0.123 to 1.35, v -0.235 to 1.46"]);
});

/** What is filled in the next frame: colours, and the paths. */
function filled() {
    const context = contexts["2d"];
    context.calls.length = 0;
    const done = [];
    let path = [];
    const own = context.calls;
    context.calls = { push: ([name, ...values]) => {
        if (name === "beginPath") {
            path = [];
        }
        path.push([name, ...values.map((value) => typeof value === "number" ? Math.round(value) : value)]);
        if (name === "fill") {
            done.push([context.fillStyle, path.slice(1, -1)]);
        } else if (name === "fillText" || name === "strokeRect") {
            done.push([name, path.at(-1).slice(1)]);
        }
    } };
    nextFrame();
    context.calls = own;
    return done;
}

test("triangles within 0 to 1, outside, and marked", async () => {
    const panel = await uvView(await sceneOf(), [mark({ triangles: [[2, 1]] })]), canvas = panel.querySelector("canvas");
    assert.deepEqual(textsOf(panel, ".tools button"), ["Show 1 triangle", "Whole layout", "0 to 1"]);
    assert.equal(panel.querySelector(".legend").textContent, "4 triangles: u 0 to 3, v -0.5 to 1 · 1 without area · 1 not drawn: not finite1 outside of 0 to 1");
    assert.equal(canvas.getAttribute("aria-label"), "Texture coordinates: 4 triangles: u 0 to 3, v -0.5 to 1, 1 without area, 1 not drawn: not finite, 1 outside of 0 to 1; "
        + "marked: 1 triangle. Arrow keys move them, plus and minus zoom, 0 shows all.");
    panel.querySelectorAll(".tools button")[2].click(); // 200 pixels are 1.15
    const scale = 200 / 1.15, x = (u) => Math.round(200 + (u - 0.5) * scale), y = (v) => Math.round(100 + (v - 0.5) * scale);
    const triangle = (...corners) => [["moveTo", x(corners[0][0]), y(corners[0][1])], ["lineTo", x(corners[1][0]), y(corners[1][1])],
        ["lineTo", x(corners[2][0]), y(corners[2][1])], ["closePath"]];
    const beside = triangle([1, 0], [1, 1], [3, -0.5]);
    const done = filled();
    assert.deepEqual(done.slice(0, 4), [[INSIDE, [...triangle([0, 0], [1, 0], [1, 1]), ...triangle([0, 0], [1, 1], [0, 1]), ...triangle([1, 0], [1, 0], [1, 1])]], [OUTSIDE, beside],
        ["strokeRect", [x(0), y(0), Math.round(scale), Math.round(scale)]], [MARK, beside]]);
    assert.deepEqual(done.slice(4).map(([name, [words]]) => [name, words]), [["fillText", "0, 0"], ["fillText", "u 1"], ["fillText", "v 1"]]);
    const plain = await uvView(await sceneOf([{ ...MESH, indices: packed("u32", Uint32Array.of(0, 1, 2)) }]), []);
    assert.equal(plain.querySelector(".legend").textContent, "1 triangle: u 0 to 1, v 0 to 1 · all within 0 to 1");
    assert.equal(plain.querySelector(".show-marks").hidden, true);
    assert.match(plain.querySelector("canvas").getAttribute("aria-label"), /, 0 outside of 0 to 1\. Arrow keys/);
    nextFrame();
});

test("marks are framed first, buttons and keys move the picture", async () => {
    const panel = await uvView(await sceneOf(), [mark({ triangles: [[2, 1]] })]), canvas = panel.querySelector("canvas"), [marks, whole, square] = panel.querySelectorAll(".tools button");
    const strokes = () => {
        const done = filled(), [left, top, side] = done.find(([name]) => name === "strokeRect")[1];
        return [left, top, side];
    };
    const framed = (left, top, right, bottom) => {
        const scale = 200 / (1.15 * Math.max(right - left, bottom - top));
        return [200 - (left + right) / 2 * scale, 100 - (top + bottom) / 2 * scale, scale].map(Math.round);
    };
    assert.deepEqual(strokes(), framed(1, -0.5, 3, 1));
    whole.click();
    assert.deepEqual(strokes(), framed(0, -0.5, 3, 1));
    marks.click();
    assert.deepEqual(strokes(), framed(1, -0.5, 3, 1));
    square.click();
    const still = framed(0, 0, 1, 1);
    assert.deepEqual(strokes(), still);
    const press = (key) => canvas.send("keydown", { key }).defaultPrevented;
    for (const [key, x, y] of [["ArrowLeft", 40, 0], ["ArrowRight", -40, 0], ["ArrowUp", 0, 40], ["ArrowDown", 0, -40]]) {
        square.click();
        assert.equal(press(key), true);
        near(strokes(), [still[0] + x, still[1] + y, still[2]]);
    }
    square.click();
    press("+");
    assert.equal(strokes()[2], Math.round(200 / 1.15 / 0.85));
    press("-");
    assert.deepEqual(strokes(), still);
    press("0");
    assert.deepEqual(strokes(), framed(0, -0.5, 3, 1));
    const strokesOf = async (...uvs) => {
        const indices = packed("u32", Uint32Array.from(uvs.length > 0 ? [0, 1, 2] : []));
        await uvView(await sceneOf([{ ...MESH, uv0: floats(...uvs), indices }]), []);
        return strokes();
    };
    assert.deepEqual(await strokesOf(0.25, 0.25, 0.25, 0.5, 0.25, 1), framed(0.25, 0.25, 0.25, 1));
    assert.deepEqual(await strokesOf(0.25, 0.5, 0.25, 0.5, 0.25, 0.5), [200 - 2500, 100 - 5000, 10000]); // not closer
    assert.deepEqual(await strokesOf(), [200 - 250 / 3, 100 - 250 / 3, 500 / 3].map(Math.round));
    assert.equal(press("x"), false);
    assert.equal(page.frames.length, 0);
    canvas.resize();
    assert.equal(page.frames.length, 1);
    nextFrame();
    page.media["(prefers-color-scheme: dark)"].dispatchEvent(new Event("change"));
    assert.equal(page.frames.length, 1); // in other colours
    nextFrame();
});

test("one finger moves, two zoom, as the wheel does", async () => {
    const panel = await uvView(await sceneOf(), []), canvas = panel.querySelector("canvas");
    panel.querySelectorAll(".tools button")[2].click();
    const rectangle = () => filled().find(([name]) => name === "strokeRect")[1], still = rectangle();
    const move = (pointerId, clientX, clientY) => canvas.send("pointermove", { pointerId, clientX, clientY });
    move(1, 5, 5); // not pressed
    canvas.send("pointerdown", { pointerId: 1, clientX: 10, clientY: 10 });
    move(1, 30, 20);
    near(rectangle(), [still[0] + 20, still[1] + 10, still[2], still[2]], 1);
    canvas.send("pointerdown", { pointerId: 2, clientX: 130, clientY: 20 });
    assert.equal(canvas.captured, 2);
    move(2, 230, 20);
    const scale = 2 * 200 / 1.15;
    const [left, top, ...sides] = rectangle();
    near([left, top, ...sides], [200 - scale / 2 + 40 + 50, 100 - scale / 2 + 20, scale, scale], 1); // half of the way of one finger
    move(2, 30, 220); // around the other one
    assert.deepEqual(rectangle(), [left - 100, top + 100, ...sides]);
    move(2, 30, 20); // as near as a pixel
    assert.equal(rectangle()[2], Math.round(scale / 200));
    move(2, 230, 20);
    canvas.send("pointerup", { pointerId: 2 });
    canvas.send("pointercancel", { pointerId: 1 });
    assert.equal(rectangle()[2], Math.round(scale));
    move(1, 90, 90);
    move(2, 90, 90);
    assert.equal(page.frames.length, 0); // no finger is left
    const wheel = canvas.send("wheel", { deltaY: 100 });
    assert.equal(wheel.defaultPrevented, true);
    assert.equal(rectangle()[2], Math.round(2 * 200 / 1.15 / Math.exp(0.15)));
    for (let i = 0; i < 100; i++) {
        canvas.send("wheel", { deltaY: 1000 });
    }
    assert.equal(rectangle()[2], 0); // not to nothing
    nextFrame();
});

test("the set of a mesh is chosen; one with marks is first", async () => {
    const half = packed("f16", Uint16Array.of(0, 0, 0x3800, 0, 0x3800, 0x3800, 0, 0, 0, 0, 0, 0));
    const views = [MESH, { ...MESH, name: "", field: "meshes[1]", uv1: half }, { ...MESH, name: "" }, { ...MESH, uv0: undefined }];
    const panel = await uvView(await sceneOf(views), [{ view: 1, total: 1, triangles: [[0, 1]] }]), select = panel.querySelector("select");
    assert.deepEqual(textsOf(select, "option"), ["hull, UV set 1", "meshes[1], UV set 1", "meshes[1], UV set 2", "mesh 3, UV set 1"]);
    assert.equal(select.querySelector("[selected]").getAttribute("value"), "1");
    select.value = "2";
    select.send("change");
    await until(() => panel.querySelector(".legend").textContent.startsWith("5"));
    assert.equal(panel.querySelector(".legend").textContent, "5 triangles: u 0 to 0.5, v 0 to 0.5 · all within 0 to 1 · 3 without area");
    assert.equal((await uvView(await sceneOf(), [])).querySelector("select"), null);
    const both = (await uvView(await sceneOf([{ ...MESH, uv1: half }]), [])).querySelector("select");
    assert.deepEqual([textsOf(both, "option"), both.value], [["UV set 1", "UV set 2"], "0"]);
    nextFrame();
});

test("of many triangles some are drawn, and lines between textures while there are few", async () => {
    const many = { ...MESH, indices: packed("u32", Uint32Array.from({ length: 3 * 60001 }, (_, i) => [0, 1, 2, 1, 2, 4][i % 6])) };
    await uvView(await sceneOf([many]), []);
    assert.deepEqual(filled().slice(0, 2).map(([, path]) => path.length), [4 * 15001, 4 * 15000]);
    const lines = async (view) => {
        const panel = await uvView(await sceneOf([view]), []);
        contexts["2d"].calls.length = 0;
        nextFrame();
        assert.ok(panel);
        const calls = contexts["2d"].calls, first = calls.findIndex(([name]) => name === "beginPath");
        return calls.slice(first, calls.findIndex(([name]) => name === "stroke")).filter(([name]) => name === "lineTo").length;
    };
    assert.ok(await lines(MESH) > 5);
    const upTo = (most) => ({ ...MESH, uv0: floats(0, 0, most, 0, 0, most), indices: packed("u32", Uint32Array.of(0, 1, 2)) });
    assert.equal(await lines(upTo(17.35)), 40 + 20); // 39.9 are seen across
    assert.equal(await lines(upTo(17.5)), 0); // 40.25
    globalThis.devicePixelRatio = 2;
    const panel = await uvView(await sceneOf([{ ...MESH, indices: packed("u32", new Uint32Array()) }]), []);
    nextFrame();
    assert.deepEqual([panel.querySelector("canvas").width, panel.querySelector("canvas").height], [800, 400]);
    panel.querySelectorAll(".tools button")[1].click();
    delete globalThis.devicePixelRatio;
    nextFrame();
});

test("the texture, lines between textures, triangles and marks are drawn in this order", async () => {
    const context = contexts["2d"], { calls } = context, drawn = [];
    globalThis.devicePixelRatio = 2;
    const mesh = { ...MESH, indices: packed("u32", Uint32Array.of(2, 3, 1, 3, 4, 2, 0, 1, 2, 1, 2, 3)) };
    const panel = await uvView(await sceneOf([mesh]), [mark({ triangles: [[1, 2]] })]);
    panel.querySelectorAll(".tools button")[2].click();
    let path = ["of another frame"];
    context.calls = { push: ([name, ...values]) => {
        if (name === "beginPath") {
            path = [];
        } else if (/^(move|line)To$/.test(name)) {
            path.push(values.map(Math.round).join());
        } else if (name !== "closePath") {
            const isStroke = name.startsWith("stroke"), rounded = values.map((each) => typeof each === "number" ? Math.round(each) : each);
            drawn.push([name, isStroke ? context.strokeStyle : context.fillStyle, ...rounded.length > 0 ? rounded : [path.join(" ")],
                ...isStroke ? [context.lineWidth] : name === "fillText" ? [context.font] : []]);
        }
    } };
    context.lineWidth = 1; // as a canvas has it once it gets its size
    nextFrame();
    context.calls = calls;
    delete globalThis.devicePixelRatio;
    const left = 226, right = 574, top = 26, bottom = 374, ink = "rgb(64 71 84", square = ["rgb(128 144 160 / 0.22)", left, top, 348, 348];
    const inside = "574,374 226,374 574,26 226,26 574,26 574,374 574,26 574,374 226,374", beside = "226,374 1270,-148 574,374";
    const own = `${beside} 226,26 574,26 574,374`;
    assert.deepEqual(drawn, [["fillRect", "rgb(255 255 255 / 1)", 0, 0, 800, 400], ["fillRect", ...square],
        ["stroke", "rgb(208 208 208 / 1)", "226,0 226,400 574,0 574,400 0,26 800,26 0,374 800,374", 2],
        ["fill", `${ink} / 0.12)`, inside], ["stroke", `${ink} / 0.6)`, inside, 2],
        ["fill", "rgb(255 128 0 / 0.12)", beside], ["stroke", "rgb(255 128 0 / 0.6)", beside, 2],
        ["strokeRect", `${ink} / 1)`, left, top, 348, 348, 2],
        ["fill", "rgb(224 32 128 / 0.55)", own], ["stroke", "rgb(224 32 128 / 1)", own, 4],
        ["fillText", `${ink} / 1)`, "0, 0", left + 8, top - 10, "22px monospace"],
        ["fillText", `${ink} / 1)`, "u 1", right + 8, top + 8, "22px monospace"],
        ["fillText", `${ink} / 1)`, "v 1", left + 8, bottom + 26, "22px monospace"]]);
});

test("on a dark ground lines are light", async () => {
    const own = globalThis.getComputedStyle;
    globalThis.getComputedStyle = () => ({ getPropertyValue: () => "#10f010" });
    await uvView(await sceneOf(), []);
    assert.equal(filled()[0][0], "rgb(191 201 214 / 0.12)");
    globalThis.getComputedStyle = own;
});

test("a file with texture coordinates has a tab for them", async () => {
    assert.deepEqual([hasUvs(MESH), hasUvs({ ...MESH, uv0: undefined, uv3: UVS }), hasUvs({ ...MESH, uv0: undefined })], [true, true, false]);
    const bundle = { views: [MESH], findings: [] };
    const tabs = tabsOf({ finding: finding("a.xmf", "xmf/error"), file: { record: { size: 0 } } }, bundle, [], () => []);
    assert.deepEqual(tabs.map(({ name, isFirst }) => [name, isFirst]), [["Model", false], ["UV", false]]);
    assert.equal((await tabs[1].make()).querySelector("canvas").className, "mesh");
    assert.deepEqual(tabsOf(undefined, { views: [{ ...MESH, uv0: undefined }], findings: [] }, [], () => []).map(({ name }) => name), ["Model"]);
    nextFrame();
});
