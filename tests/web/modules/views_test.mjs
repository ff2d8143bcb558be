import assert from "node:assert/strict";
import test from "node:test";
import { page, until } from "./page.mjs";
import { bytesView, showMarked } from "../../../web/viewer/bytes.js";
import { curvesView } from "../../../web/viewer/curves.js";
import { tabsElement, tabsOf } from "../../../web/viewer/views.js";
import { element } from "../../../web/viewer/text.js";
import { floats } from "./bundle.mjs";
import { finding, record } from "./data.mjs";

const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
const attributesOf = (each, ...names) => names.map((name) => each.getAttribute(name));

// ---- Bytes ----

const field = (name, offset, length, value, more = {}) => ({ name, offset, length, type: "u16", value, ...more });
const PLACE = { offset: 18, length: 2, from: 14, data: Buffer.from("ABCDEFGHIJ").toString("base64"), records: [
    { field: "items[1]", offset: 16, length: 8, fields: [field("count", 18, 2, 1234, { words: "far too many" }), field("kind", 16, 2, 7)] },
    { field: "", offset: 0, length: 16, fields: [field("version", 14, 2, 3)] }] };

test("bytes with their fields", () => {
    const view = bytesView(PLACE, { actual: "1234", expected: "at most 9" });
    assert.equal(view.querySelector(".compared").textContent, "Found 1234, expected at most 9");
    assert.deepEqual(textsOf(view, ".row"), [`000000${"   ".repeat(14)}41 42 ${" ".repeat(14)}AB`,
        "00001043 44 45 46 47 48 49 4a CDEFGHIJ"]);
    assert.deepEqual(view.querySelectorAll("mark").map((each) => [each.textContent, each.getAttribute("title")]), [["45 46", "count"]]);
    assert.deepEqual(textsOf(view, "caption"), ["items[1] 0x10", " 0x0"]);
    assert.deepEqual(view.querySelectorAll("table").map((each) => each.className), ["record own", "record"]);
    assert.deepEqual(view.querySelectorAll("tr").map((each) => [each.textContent, each.className]),
        [["count1,234 far too many", "marked"], ["kind7", ""], ["version3", ""]]);
    assert.equal(view.querySelector("button").getAttribute("title"), "0x12, u16");
    assert.equal(view.querySelector(".remark"), null);
});

test("what was found and expected, and whose bytes they are", () => {
    const [end, none] = [true, false].map((isAtEnd) => bytesView(PLACE, {}, isAtEnd).querySelector(".end"));
    assert.equal(end.textContent, "000018the file ends here");
    assert.equal(none, null);
    const words = (found) => bytesView(PLACE, found).querySelector(".compared")?.textContent;
    assert.deepEqual([words({}), words({ actual: "1" }), words({ expected: "2" })], [undefined, "Found 1", "Expected 2"]);
    const bare = bytesView({ ...PLACE, records: [], inflatedOf: "buffers[0]" }, {});
    assert.equal(bare.querySelector(".remark").textContent, "Unpacked bytes of buffers[0]");
    assert.equal(bare.querySelector(".records"), null);
});

test("a field shows its bytes, and bytes show their field", () => {
    const view = bytesView(PLACE, {});
    const chosen = () => view.querySelectorAll(".chosen").map((each) => each.textContent);
    const [count, kind] = view.querySelectorAll("button");
    page.shownElements.length = 0;
    count.click();
    assert.deepEqual(chosen(), ["45 46", "EF", "count1,234 far too many"]);
    assert.deepEqual(page.shownElements.map(([each, how]) => [each.textContent, how]), [["count1,234 far too many", "nearest"], ["45 46", "nearest"]]);
    view.querySelectorAll(".own").find((each) => each.textContent === "43 44").click();
    assert.deepEqual(chosen(), ["43 44", "CD", "kind7"]);
    assert.equal(page.shownElements.length, 3);
    kind.click();
    assert.deepEqual(chosen(), ["43 44", "CD", "kind7"]);
    const fields = [field("last", 22, 2, 0), field("first", 18, 2, 0)]; // with bytes of no field before each
    const apart = bytesView({ ...PLACE, offset: 14, records: [{ field: "", offset: 14, length: 10, fields }] }, {});
    apart.querySelectorAll("button")[1].click();
    assert.deepEqual(textsOf(apart, ".chosen"), ["45 46", "EF", "first0"]);
});

test("the marked bytes come into view within their pane", () => {
    const view = bytesView(PLACE, {}), pane = view.querySelector(".hex"), records = view.querySelector(".records");
    Object.assign(pane, { top: 100, clientHeight: 90, scrollTop: 5 });
    view.querySelector("mark").top = 400;
    showMarked(view);
    assert.deepEqual([pane.scrollTop, records.scrollTop], [5 + 300 - 30, 0 - 200 / 3]);
    showMarked(bytesView({ ...PLACE, records: [], offset: 90 }, {})); // nothing is marked
});

// ---- Curves ----

const track = (words, values, times = [0, 1]) => ({ name: "", field: "tracks[0]", bone: "", keys: times.length, components: values.length / times.length,
    channel: "position", times: floats(...times), values: floats(...values), ...words });
const VIEWS = [{ kind: "mesh" }, { kind: "curves", unit: "seconds", tracks: [track({ name: "first" }, [0, 1]),
    track({ bone: "Arm", field: "tracks[1]" }, [1, 2, 3, 4, 5, 6], [1, 3])] }, { kind: "curves", tracks: [track({}, [5, NaN])] }];

test("the curves of the marked track come first", async () => {
    const shown = [];
    const { panel, showTime } = await curvesView(VIEWS, [{ view: 1, track: 1, keys: [1], total: 1 }], (each, view) => shown.push([each, view]));
    assert.deepEqual(textsOf(panel, "option"), ["first position, 2 keys", "● Arm position, 2 keys", "tracks[0] position, 2 keys"]);
    assert.deepEqual(shown, [[VIEWS[1].tracks[1], VIEWS[1]]]);
    const plot = panel.querySelector(".plot");
    assert.equal(plot.getAttribute("aria-label"), "2 keys from 1 to 3 seconds, values from 1 to 6, 1 key marked");
    assert.equal(plot.getAttribute("viewBox"), "0 0 480 180");
    assert.deepEqual(attributesOf(plot.querySelector(".gap"), "x", "y", "width", "height").map((each) => Number(each).toFixed(1)), ["62.0", "8.0", "135.3", "146.0"]);
    assert.deepEqual(plot.querySelectorAll(".axis").map((each) => attributesOf(each, "x1", "x2", "y1", "y2")), [["62", "468", "154", "154"], ["62", "468", "14", "14"]]);
    assert.deepEqual(plot.querySelectorAll("text").map((each) => [each.textContent, ...attributesOf(each, "x", "y", "text-anchor")]), [["1", "56", "154", "end"],
        ["6", "56", "22", "end"], ["0 ", "62", "172", "start"], ["3 seconds", "468", "172", "end"]]);
    assert.deepEqual(plot.querySelectorAll(".curve").map((each) => attributesOf(each, "class", "d")), [["curve c0", "M197.3 154.0L468.0 70.0"],
        ["curve c1", "M197.3 126.0L468.0 42.0"], ["curve c2", "M197.3 98.0L468.0 14.0"]]);
    assert.deepEqual(plot.querySelectorAll("line.bad-key").map((each) => attributesOf(each, "x1", "x2", "y1", "y2")), [["468", "468", "8", "154"]]);
    assert.deepEqual(plot.querySelectorAll("circle").map((each) => attributesOf(each, "cx", "cy", "r")), [["468", "70", "4"], ["468", "42", "4"], ["468", "14", "4"]]);
    assert.equal(panel.querySelector(".legend").textContent, "tracks[1] · 2 keysxyz1 marked");
    const cursor = plot.querySelector(".cursor");
    assert.deepEqual(attributesOf(cursor, "x1", "x2", "y1", "y2", "visibility"), ["62", "62", "8", "154", "hidden"]);
    showTime(NaN);
    assert.equal(cursor.getAttribute("visibility"), "hidden");
    showTime(1.5);
    assert.deepEqual(attributesOf(cursor, "x1", "x2", "visibility"), ["265.0", "265.0", "visible"]);
    showTime(99);
    assert.equal(cursor.getAttribute("x1"), "468.0");
    showTime(-99);
    assert.equal(cursor.getAttribute("x2"), "62.0");
});

test("another track is shown on request, at the same time", async () => {
    const shown = [];
    const { panel, showTime } = await curvesView(VIEWS, [], (each) => shown.push(each));
    assert.deepEqual(shown, [VIEWS[1].tracks[0]]);
    assert.deepEqual([panel.querySelector(".gap"), panel.querySelector(".bad-key"), panel.querySelector(".legend").textContent], [null, null, "tracks[0] · 2 keysvalue"]);
    showTime(0.5);
    const select = panel.querySelector("select");
    select.value = "2";
    select.send("change");
    await until(() => shown.length === 2);
    assert.deepEqual(shown, [VIEWS[1].tracks[0], VIEWS[2].tracks[0]]);
    assert.equal(panel.querySelectorAll(".plot").length, 1);
    assert.equal(panel.querySelector(".cursor").getAttribute("x1"), "265.0");
    assert.equal(panel.querySelector(".plot").getAttribute("aria-label"), "2 keys from 0 to 1 , values from 4.5 to 5.5");
    const five = await curvesView([{ kind: "curves", tracks: [track({}, [1, 2, 3, 4, 1 / 3], [0])] }], []);
    assert.deepEqual(five.panel.querySelectorAll(".curve").map((each) => each.className), ["c0", "c1", "c2", "c3", "c0"].map((each) => `curve ${each}`));
    assert.equal(five.panel.querySelector(".legend").textContent, "tracks[0] · 1 keyxyzw");
    assert.deepEqual([textsOf(five.panel, ".key"), textsOf(five.panel, "text")[0]], [["x", "y", "z", "w"], "0.3333"]);
    const none = await curvesView([{ kind: "curves" }], []);
    assert.deepEqual([none.panel.querySelector(".plot"), textsOf(none.panel, "option")], [null, []]);
});

test("of several marked tracks the first one comes first, with its own keys", async () => {
    const marks = [{ view: 1, track: 1, keys: [0], total: 1 }, { view: 1, track: 0, keys: [1], total: 1 }, { view: 2, track: 0, keys: [0], total: 1 }];
    const shown = [], { panel } = await curvesView(VIEWS, marks, (each) => shown.push(each));
    assert.deepEqual([shown, textsOf(panel, "option").filter((words) => words.startsWith("●")).length], [[VIEWS[1].tracks[0]], 3]);
    assert.deepEqual(panel.querySelectorAll("line.bad-key").map((each) => each.getAttribute("x1")), ["468"]);
});

test("marked keys without a finite time or value stand at the edge", async () => {
    const views = [{ kind: "curves", tracks: [track({}, [1, NaN, 3], [0, 1, NaN])] }];
    const { panel } = await curvesView(views, [{ view: 0, track: 0, keys: [1], total: 1 }, { view: 0, track: 0, keys: [2, 1], total: 1 }, { view: 0, track: 0, total: 1 }]);
    assert.deepEqual(panel.querySelectorAll("circle").map((each) => attributesOf(each, "cx", "cy")), [["468", "12"], ["62", "14"]]);
    assert.equal(panel.querySelectorAll("option").length, 1);
});

// ---- Tabs ----

const ITEM = { finding: finding("a.xmf", "xmf/error"), file: { record: record("a.xmf", { size: 9 }) } };
const bundleOf = (kinds, marks = [], bytes) => ({ views: kinds.map((kind) => ({ kind })), findings: [{ rule: "xmf/other", field: "header", marks: [{ vertices: [1] }] },
    { rule: "xmf/error", field: "elsewhere", marks: [{ vertices: [1] }] }, { rule: "xmf/error", field: "header", marks, bytes }] });
const tabs = (item, bundle, partners = [], ends = []) => tabsOf(item, bundle, partners, () => ends).map(({ name, isFirst }) => isFirst ? `${name} first` : name);

test("a finding has the tabs that its bundle can fill, and the one with its place is first", () => {
    assert.deepEqual(tabs(ITEM, undefined), []);
    assert.deepEqual(tabs(ITEM, bundleOf(["mesh"])), ["Model"]);
    assert.deepEqual(tabs(ITEM, bundleOf(["skeleton"], [{ vertices: [] }])), ["Model"]);
    for (const mark of [{ triangles: [[0, 1]] }, { vertices: [0] }, { bones: [0] }, { ranges: [0] }]) {
        assert.deepEqual(tabs(ITEM, bundleOf(["mesh"], [mark])), ["Model first"]);
    }
    const drawn = (marks, views = [{ kind: "mesh", positions: { count: 3 } }]) => ({ ...bundleOf([], marks), views });
    assert.deepEqual(tabs(ITEM, drawn([{ view: 0, whole: true }])), ["Model first"]);
    assert.deepEqual(tabs(ITEM, drawn([{ view: 0, whole: true }], [{ kind: "mesh", positions: { count: 1 } }])), ["Model first"]);
    assert.deepEqual(tabs(ITEM, drawn([{ view: 0 }])), ["Model"]); // its elements are not drawn
    assert.deepEqual(tabs(ITEM, drawn([{ view: 0, whole: true }], [{ kind: "mesh" }])), ["Model"]);
    const cut = { ...ITEM, finding: { ...ITEM.finding, offset: 9, length: 0, message: "the file is cut off: 3 bytes are missing" } };
    assert.deepEqual(tabs(cut, drawn([])), ["Model first"]);
    assert.deepEqual(tabs({ ...cut, finding: { ...cut.finding, offset: 5 } }, drawn([])), ["Model"]); // of a buffer
    assert.deepEqual(tabs(cut, bundleOf(["mesh"])), ["Model"]);
    assert.deepEqual(tabs(undefined, bundleOf(["skeleton", "curves"])), ["Model first", "Curves first"]);
    assert.deepEqual(tabs(ITEM, bundleOf(["curves"], [{ track: 0 }])), ["Curves first"]);
    assert.deepEqual(tabs(ITEM, bundleOf(["curves"], [{ view: 0 }]), [{ role: "skeleton" }]), ["Motion"]);
    assert.deepEqual(tabs(ITEM, bundleOf([], [], { data: "AA==" })), ["Bytes"]);
    assert.deepEqual(tabs(ITEM, bundleOf([], [], { data: "" })), []);
    const level = { ...ITEM, finding: { ...ITEM.finding, rule: "xmf/lod-extent" } };
    assert.deepEqual(tabs(level, bundleOf(["mesh"]), [{ role: "level" }]), ["Model first"]);
    assert.deepEqual(tabs(level, bundleOf(["mesh"]), [{ role: "skeleton" }]), ["Model"]);
    assert.deepEqual(tabs(ITEM, undefined, [], [{}, {}]), ["References"]);
    assert.deepEqual(tabs(ITEM, undefined, [], [{}]), []);
});

test("both ends of a reference", () => {
    const ends = [{ words: "line 3", name: "a.xml", address: "#a" }, { words: "leads to", name: "b.xmf", address: "#b" }, { words: "should be", name: "c.xmf" }];
    const listOf = (all) => tabsOf(ITEM, undefined, [], () => all)[0].make();
    const list = listOf(ends);
    assert.deepEqual(textsOf(list, "li"), ["a.xml, line 3", "leads to b.xmf", "should be c.xmf (not among the checked files)"]);
    assert.deepEqual(list.querySelectorAll("a").map((each) => each.href), ["#a", "#b"]);
    assert.equal(listOf([{ ...ends[0], words: "" }, ends[1]]).querySelector("li").textContent, "a.xml");
});

test("tabs are filled when they are shown, once; the bytes at first", async () => {
    const made = [], shown = [];
    const tab = (name, isFirst = false) => ({ name, isFirst, make: () => { made.push(name); return element("p", {}, name); }, shown: (panel) => shown.push(panel.textContent) });
    const box = tabsElement([tab("Model"), tab("Bytes"), tab("References")]);
    await box.ready;
    const state = () => [box.element.querySelectorAll(".tab").map((each) => [each.getAttribute("aria-selected"), each.tabIndex]), box.element.querySelectorAll(".panel").map((each) => each.hidden)];
    assert.deepEqual([made, shown], [["Bytes"], ["Bytes"]]); // without a place the bytes are first
    assert.deepEqual(state(), [[["false", "-1"], ["true", "0"], ["false", "-1"]], [true, false, true]]);
    const [model, bytes, references] = box.element.querySelectorAll(".tab");
    await box.choose(0);
    await box.choose(1);
    assert.equal(await box.choose(3), false);
    assert.deepEqual([made, shown], [["Bytes", "Model"], ["Bytes", "Model", "Bytes"]]);
    references.click();
    assert.deepEqual(state()[1], [true, true, false]);
    const right = references.send("keydown", { key: "ArrowRight" });
    assert.deepEqual([page.focused, right.defaultPrevented, state()[1]], [model, true, [false, true, true]]);
    model.send("keydown", { key: "ArrowLeft" });
    assert.equal(page.focused, references);
    assert.equal(references.send("keydown", { key: "x" }).defaultPrevented, false);
    assert.deepEqual(state()[1], [true, true, false]);
    assert.equal(bytes.getAttribute("aria-controls"), box.element.querySelectorAll(".panel")[1].id);
    assert.equal(box.element.querySelectorAll(".panel")[1].getAttribute("aria-labelledby"), bytes.id);
    const firstOf = async (...all) => { const other = tabsElement(all); await other.ready; return textsOf(other.element, "[aria-selected=true]")[0]; };
    assert.equal(await firstOf(tab("Model"), tab("Curves", true), tab("Bytes")), "Curves");
    assert.equal(await firstOf(tab("Model", true), tab("Bytes")), "Model");
    made.length = 0;
    assert.equal(await firstOf(tab("Bytes"), tab("Curves", true)), "Curves");
    assert.deepEqual(made, ["Bytes", "Curves"]); // bytes at first, wherever their tab is
    assert.equal(await firstOf(tab("Model"), tab("References")), "Model");
});

test("a motion without a skeleton that it moves shows its curves", async () => {
    const bundle = { views: VIEWS, findings: [] };
    for (const bundleOfActor of [async () => undefined, async () => { throw new Error("gone"); }]) {
        const [motion] = tabsOf(ITEM, { ...bundle, views: VIEWS.slice(1) }, [{ role: "skeleton", name: "hero", bundle: bundleOfActor }], () => []);
        assert.equal((await motion.make()).className, "curves");
    }
});
