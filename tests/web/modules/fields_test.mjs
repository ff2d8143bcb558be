import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";
import { fieldsView } from "../../../web/viewer/fields.js";
import { tabsOf } from "../../../web/viewer/views.js";

const leaf = (offset, value, more = {}) => ({ "@offset": offset, "@length": 4, value, ...more });
const DUMP = { "@path": "a.xmf", header: { "@offset": 0, magic: leaf(0, "XUMF"), pad: [leaf(4, 0), leaf(5, 7)], empty: [], nothing: leaf(8, null), type: leaf(9, 2, { meaning: "FLOAT3" }) },
    data: { "@inflatedOffset": 6, "@length": 9, type: "f32", count: 1240, min: [0, -1], max: [0.5, 1] }, count: { "@offset": 7, "@length": 0, type: "u8", count: 0 },
    items: Array.from({ length: 401 }, (_, i) => ({ "@offset": 16 * i, value: i })), rows: [{ "@offset": 0, a: leaf(1, 1) }], "@format": "xmf" };

const linesOf = (list) => list.children.map((item) => (item.children[0].tag === "details" ? item.children[0].querySelector("summary") : item).children.map((each) => each.textContent));

test("fields have names, values and places; branches are filled when they are opened", () => {
    const view = fieldsView(DUMP);
    assert.deepEqual(linesOf(view), [["header", "", "0x0"], ["data", "1,240 × f32, from 0, -1 to 0.5, 1", "0x6 unpacked"], ["count", "0 × u8", "0x7"],
        ["items", "401 items", ""], ["rows", "1 item", ""]]);
    const [header, items, rows] = view.querySelectorAll("details"), list = header.querySelector("ul");
    assert.equal(list.children.length, 0);
    header.open = true;
    const lines = [["magic", "“XUMF”", "0x0"], ["pad", "0, 7", "0x4"], ["empty", "", ""], ["nothing", "null", "0x8"], ["type", "2 (FLOAT3)", "0x9"]];
    assert.deepEqual(linesOf(list), lines);
    header.open = false;
    header.open = true;
    assert.deepEqual(linesOf(list), lines);
    rows.open = true;
    assert.deepEqual(linesOf(rows.querySelector("ul")), [["[0]", "", "0x0"]]);
    items.open = true;
    const all = items.querySelector("ul");
    assert.deepEqual([all.children.length, all.children[200].textContent, linesOf(all)[199]], [201, "201 more items", ["[199]", "199", "0xc70"]]);
    all.children[200].children[0].click();
    assert.deepEqual([all.children.length, all.children[400].textContent], [401, "1 more item"]);
    all.children[400].children[0].click();
    assert.deepEqual([all.children.length, linesOf(all)[400]], [401, ["[400]", "400", "0x1900"]]);
});

test("a list of few values is one line, and one that fits is whole", () => {
    const values = (count) => Array.from({ length: count }, (_, i) => leaf(i + 1, i));
    const view = fieldsView({ one: values(1), few: values(16), many: values(17), most: values(200) });
    assert.deepEqual(linesOf(view), [["one", "0", "0x1"], ["few", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "0x1"],
        ["many", "17 items", ""], ["most", "200 items", ""]]);
    const [, most] = view.querySelectorAll("details");
    most.open = true;
    assert.deepEqual([most.querySelectorAll("li").length, most.querySelector("button")], [200, null]);
});

test("there is a tab for fields that are known", async () => {
    const [tab, ...others] = tabsOf(undefined, undefined, [], () => [], async () => DUMP);
    assert.deepEqual([tab.name, tab.isFirst, others], ["Fields", false, []]);
    assert.equal((await tab.make()).className, "fields");
});
