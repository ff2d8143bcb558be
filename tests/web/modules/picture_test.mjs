import assert from "node:assert/strict";
import test from "node:test";
import { until } from "./page.mjs";
import { useContexts } from "./contexts.mjs";
import { firstLevel, pictureView, pixelsOf, wordsOfLevel } from "../../../web/viewer/picture.js";
import { tabsOf } from "../../../web/viewer/views.js";
import { packed } from "./bundle.mjs";
import { finding } from "./data.mjs";

globalThis.ImageData = class {
    constructor(data, width, height) {
        Object.assign(this, { data, width, height });
    }
};

const level = (number, width, height, pixels, more = {}) => ({ number, width, height, step: 1, shownWidth: width, shownHeight: height,
    firstMissing: 0, missing: 0, pixels: packed("u8", Uint8Array.from(pixels)), ...more });
const VIEW = { kind: "picture", name: "", field: "", coding: "DXT5", width: 2, height: 1, allLevels: 2,
    levels: [level(0, 2, 1, [1, 2, 3, 4, 5, 6, 7, 8]), level(1, 1, 1, [9, 10, 11, 12])] };

const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);

test("channels are shown together or alone", () => {
    const pixels = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const shown = (channels) => [...pixelsOf(pixels, channels)];
    assert.deepEqual(shown("All"), [...pixels]);
    assert.deepEqual(shown("RGB"), [1, 2, 3, 255, 5, 6, 7, 255]);
    assert.deepEqual(shown("R"), [1, 1, 1, 255, 5, 5, 5, 255]);
    assert.deepEqual(shown("G"), [2, 2, 2, 255, 6, 6, 6, 255]);
    assert.deepEqual(shown("B"), [3, 3, 3, 255, 7, 7, 7, 255]);
    assert.deepEqual(shown("A"), [4, 4, 4, 255, 8, 8, 8, 255]);
});

test("a marked level comes first, or the largest complete one", () => {
    const cut = { missing: 1 }, whole = { missing: 0 };
    assert.equal(firstLevel([whole, whole], []), 0);
    assert.equal(firstLevel([cut, whole], []), 1);
    assert.equal(firstLevel([cut, cut], []), 0);
    assert.equal(firstLevel([cut, whole, cut], [[2, 0, 1], [0, 0, 1]]), 2);
    assert.equal(firstLevel([cut, whole, cut], [[2, 0, 1]]), 2);
});

test("what is to be known of a level", () => {
    const words = (more, rows = [], view = VIEW) => wordsOfLevel(view, { ...level(1, 1024, 512, []), ...more }, rows);
    assert.deepEqual(words({}), { about: "1,024 × 512 pixels · DXT5 · level 1 of 2", remarks: [] });
    assert.equal(words({}, [], { ...VIEW, allLevels: 1 }).about, "1,024 × 512 pixels · DXT5");
    assert.deepEqual([2, 3, 4].map((step) => words({ step }).about.split(" · ")[3]),
        ["every 2nd pixel is shown", "every 3rd pixel is shown", "every 4th pixel is shown"]);
    const missing = { firstMissing: 500, missing: 12 };
    assert.deepEqual(words(missing, [[1, 500, 12]]).remarks, ["The file lacks rows 500 to 511 of 512"]);
    assert.deepEqual(words(missing, [[1, 3, 1], [1, 5, 2], [1, 500, 1]]).remarks,
        ["The file lacks rows 500 to 511 of 512", "Marked: row 3, rows 5 to 6, row 500"]);
    assert.deepEqual(words({ firstMissing: 0, missing: 512 }).remarks, ["The file has nothing of this level"]);
    assert.deepEqual(words({ firstMissing: 511, missing: 1 }).remarks, ["The file lacks row 511 of 512"]);
});

/** What was drawn last: width, height and pixels. */
const lastImage = (context) => {
    const [, { width, height, data }, ...place] = context.calls.filter(([name]) => name === "putImageData").at(-1);
    assert.deepEqual(place, [0, 0]);
    return [width, height, [...data]];
};

test("levels and channels can be chosen", async () => {
    const contexts = useContexts("2d");
    const panel = await pictureView(VIEW, []), canvas = panel.querySelector("canvas");
    assert.deepEqual([canvas.width, canvas.height], [2, 1]);
    assert.equal(canvas.getAttribute("aria-label"), "Picture: 2 × 1 pixels · DXT5 · level 0 of 2");
    assert.equal(panel.querySelector(".picture-stage").style.width, "32px"); // a small one is enlarged
    assert.deepEqual(lastImage(contexts["2d"]), [2, 1, [1, 2, 3, 4, 5, 6, 7, 8]]);
    assert.deepEqual(textsOf(panel, "option"), ["level 0: 2 × 1", "level 1: 1 × 1"]);
    assert.deepEqual(textsOf(panel, "button"), ["All", "RGB", "R", "G", "B", "A"]);
    panel.querySelectorAll("button").at(-1).click();
    await until(() => lastImage(contexts["2d"])[2][3] === 255);
    assert.deepEqual(lastImage(contexts["2d"]), [2, 1, [4, 4, 4, 255, 8, 8, 8, 255]]);
    assert.deepEqual(panel.querySelectorAll("[aria-pressed=true]").map((each) => each.getAttribute("title")), ["alpha alone"]);
    const select = panel.querySelector("select");
    select.value = "1";
    select.dispatchEvent(new Event("change"));
    await until(() => canvas.width === 1);
    assert.deepEqual(lastImage(contexts["2d"]), [1, 1, [12, 12, 12, 255]]);
    assert.equal(panel.querySelector(".legend").textContent, "1 × 1 pixels · DXT5 · level 1 of 2");
});

test("a small picture is enlarged by a whole number, and a large one keeps its size", async () => {
    useContexts("2d");
    const widthOf = async (width, height) => (await pictureView({ ...VIEW, levels: [level(0, width, height, [])] }, [])).querySelector(".picture-stage").style.width;
    assert.deepEqual([await widthOf(107, 1), await widthOf(1, 80), await widthOf(400, 1)], ["214px", "4px", "400px"]);
});

test("marked and missing rows lie over the picture", async () => {
    useContexts("2d");
    const pixels = new Array(16).fill(7), cut = level(1, 1, 4, pixels, { firstMissing: 3, missing: 1 });
    const view = { ...VIEW, levels: [level(0, 1, 4, pixels), cut] };
    const panel = await pictureView(view, [{ view: 0, rows: [[1, 2, 1], [1, 3, 1]], total: 2 }]);
    assert.deepEqual(panel.querySelectorAll(".rows").map((each) => [each.className, each.style.top, each.style.height]),
        [["rows missing", "75%", "25%"], ["rows marked-rows", "50%", "25%"], ["rows marked-rows", "75%", "25%"]]);
    assert.deepEqual(textsOf(panel, ".strong"), ["The file lacks row 3 of 4", "Marked: row 2"]);
    assert.deepEqual(textsOf(panel, "option"), ["level 0: 1 × 4", "● level 1: 1 × 4"]);
    const wide = await pictureView(view, [{ view: 0, rows: [[0, 1, 2]], total: 2 }]);
    assert.deepEqual(wide.querySelectorAll(".rows").map(({ style }) => [style.top, style.height]), [["25%", "50%"]]);
    const single = await pictureView({ ...VIEW, levels: [cut] }, []);
    assert.equal(single.querySelector("select"), null);
});

test("a picture that can't be decoded says so", async () => {
    const panel = await pictureView({ ...VIEW, coding: "DXGI format 98", levels: [] }, []);
    assert.equal(panel.textContent, "2 × 1 pixels · DXGI format 98: pictures like this are not drawn");
});

test("the tab of a picture is the first where rows are marked", async () => {
    useContexts("2d");
    const tabsWith = (marks) => tabsOf({ finding: finding("a.dds", "r", { field: "data" }) },
        { views: [VIEW], findings: [{ rule: "r", field: "data", marks }] }, [], () => []);
    const tabs = tabsWith([{ view: 0, rows: [[0, 0, 1]], total: 1 }]);
    assert.deepEqual(tabs.map(({ name, isFirst }) => [name, isFirst]), [["Picture", true]]);
    assert.equal((await tabs[0].make()).querySelector(".marked-rows").style.height, "100%");
    assert.deepEqual(tabsWith([{ view: 0, total: 1 }]).map(({ isFirst }) => isFirst), [false]);
    assert.deepEqual(tabsOf(undefined, { views: [VIEW], findings: [] }, [], () => []).map(({ isFirst }) => isFirst), [true]);
});
