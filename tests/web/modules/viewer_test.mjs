import assert from "node:assert/strict";
import test from "node:test";
import { nextFrame, page, until } from "./page.mjs";
import { Viewer } from "../../../web/viewer/viewer.js";
import { element } from "../../../web/viewer/text.js";
import { floats, packed } from "./bundle.mjs";
import { useContexts } from "./contexts.mjs";
import { finding, record, report, rule } from "./data.mjs";

const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);
const BROKEN = "mod/a/broken.xmf", WARNED = "mod/a/warned.xmf", FINE = "mod/b/deep/fine.xac";
const NO_BUNDLES = { bundleOf: async () => undefined, fileToShow: () => undefined, partnersOf: () => [], leftOut: 0 };

useContexts("webgl2");
let last;

/** A viewer in the page, alone. */
async function started(data = report(), bundles = {}, hash = "") {
    last?.close();
    location.hash = hash;
    page.shownElements.length = 0;
    page.address = undefined;
    const viewer = last = new Viewer(data, { ...NO_BUNDLES, ...bundles });
    await viewer.start(document.body);
    return viewer;
}

const itemsOf = (viewer, name = BROKEN) => viewer.report.byName.get(name).items;
const openOnes = (viewer) => viewer.element.querySelectorAll(".finding.open").map((each) => each.getAttribute("data-offset"));
const shownFiles = (viewer) => viewer.list.children.filter((each) => !each.hidden).map((each) => each.getAttribute("data-path"));

/** Presses a key. Returns whether the viewer did something. */
function press(key, { target = document.body, ...more } = {}) {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
    Object.defineProperty(event, "target", { value: target });
    document.dispatchEvent(event);
    return event.defaultPrevented;
}

test("the top says how many findings have a fix, unless the page can fix them itself", async () => {
    const words = [];
    for (const kinds of [["safe"], ["safe", "unsafe", "safe", "unsafe"], ["unsafe"], []]) {
        const data = report(), top = element("header");
        kinds.forEach((fixKind, number) => Object.assign(data.findings[number], { fixKind }));
        (await started(data)).fillTop(top);
        words.push(...textsOf(top, ".fixable"));
        const asked = [], page = new Viewer(data, NO_BUNDLES, (item) => asked.push(item.finding.rule));
        page.fillTop(top);
        assert.deepEqual(textsOf(top, ".fixable"), []);
        const [item] = page.report.byName.get("mod/a/warned.xmf").items;
        page.boxOf(item).body.querySelectorAll(".mending button").forEach((button) => button.click());
        assert.deepEqual(asked, kinds.length > 0 ? ["xmf/warning"] : []);
    }
    assert.deepEqual(words, ["assetlint fix may mend 1 of these findings", "assetlint fix may mend 2 of these findings, with --unsafe 2 more",
        "assetlint fix --unsafe may mend 1 of these findings"]);
});

test("the top has the verdict, and what was not judged or is not here", async () => {
    const viewer = await started(), top = element("header");
    viewer.fillTop(top);
    assert.match(top.textContent, /^FilesFAILED 6 files checkedassetlint 1\.0\?3 notes not shown. Show all levels$/);
    assert.equal(top.querySelector("h1").className, "error");
    const [drawer] = top.querySelectorAll("button");
    drawer.click();
    assert.deepEqual([viewer.side.classList.contains("shown"), drawer.getAttribute("aria-expanded")], [true, "true"]);
    top.querySelector(".keys").click();
    assert.equal(viewer.help.open, true);
    top.querySelector(".link").click(); // nobody shows them
    let asked;
    const data = report();
    Object.assign(data, { verdict: { ...data.verdict, word: "OK", show: "error", name: "mod", date: "2026-11-29" }, summary: { warnings: 1, notes: 0, notJudged: [
        { rule: "x4/a", count: 1, files: 1, reason: "no file." }, { rule: "x4/b", count: 1200, files: 2, reason: "no index." }] } });
    const other = await started(data, { leftOut: 2 });
    other.fillTop(top);
    assert.deepEqual(textsOf(top, ".remark"), ["Not judged: 1,201 references that could not be followed1 reference in 1 file: no file. x4/a1,200 references in 2 files: no index. x4/b",
        "Models and bytes of 2 files are left out, so that the report stays below 32 MB", "1 warning not shown. Show all levels"]);
    assert.deepEqual([top.querySelector("h1").textContent, top.querySelector("h1").className, top.querySelector(".icon").className], ["OK 6 files checked · mod · 2026-11-29", "fine", "icon fine"]);
    Object.assign(data.summary, { warnings: 2, notes: 1 });
    other.fillTop(top, ({ verdict, findings }) => { asked = [verdict.show, findings.length, other.report.data.findings.length]; });
    assert.equal(textsOf(top, ".remark").at(-1), "2 warnings and 1 note not shown. Show all levels");
    top.querySelector(".link").click();
    assert.deepEqual(asked, ["note", 5, 3]); // all of them are in the report
    other.data.verdict.show = "note";
    other.fillTop(top);
    assert.equal(textsOf(top, ".remark").length, 2);
    other.data.verdict.word = "NOT CHECKED";
    other.fillTop(top);
    assert.deepEqual([top.querySelector("h1").textContent, top.querySelector("h1").className, top.querySelector(".icon").className],
        ["NOT CHECKED 6 files checked · mod · 2026-11-29", "warning", "icon warning"]);
});

test("rules have bars, as long as the root of their share", async () => {
    const data = report();
    data.verdict.show = "note";
    data.rules.push(rule("xmf/rare", { level: "note", found: 1 }));
    data.findings.push(finding("mod/a/broken.xmf", "xmf/rare", { level: "note" }));
    data.rules[2].found = 10000;
    const viewer = await started(data);
    assert.deepEqual(textsOf(viewer.side, ".bar"), ["error: xmf/cause1 found in 1 filetitle of xmf/cause", "error: xmf/error1 found in 1 filetitle of xmf/error",
        "warning: xmf/warning10,000 found in 1 filetitle of xmf/warning", "note: xmf/rare1 found in 1 filetitle of xmf/rare"]);
    assert.deepEqual(viewer.side.querySelectorAll(".length").map(({ style }) => style.width), ["2%", "2%", "100%", "2%"]);
    data.rules[3].found = 2500;
    assert.deepEqual((await started(data)).side.querySelectorAll(".length").map(({ style }) => style.width).slice(2), ["100%", "50%"]);
    assert.deepEqual(textsOf(viewer.side, "option"), ["All levels", "Errors", "Warnings", "Notes"]);
    assert.deepEqual(textsOf(viewer.side, "h2"), ["Rules", "Files"]);
});

test("a report of one finding shows it under its rule", async () => {
    const data = report();
    Object.assign(data, { findings: data.findings.slice(0, 1), rules: data.rules.slice(2) });
    const viewer = await started(data);
    assert.deepEqual([textsOf(viewer.side, "h2"), openOnes(viewer)], [["Rules", "Files"], ["9"]]);
    assert.deepEqual(textsOf((await started({ ...data, findings: [], rules: [] })).side, "h2"), ["Files"]);
});

test("the heading of the open file has steps to the findings that match", async () => {
    const viewer = await started(), steps = () => [viewer.stepper.parentElement.textContent, viewer.stepper.hidden];
    assert.deepEqual(steps(), [`${BROKEN}XMF · version 3 · 2.0 KB‹1 of 5›`, false]);
    const [back, on] = viewer.stepper.querySelectorAll("button");
    page.focused = undefined;
    for (let i = 0; i < 3; i++) {
        on.click();
    }
    assert.deepEqual([steps()[0], page.focused], [`${WARNED}XMF · 10 bytes‹4 of 5›`, undefined]); // the button keeps the focus
    back.click();
    assert.match(steps()[0], /^mod\/a\/broken.*‹3 of 5›$/);
    viewer.filter({ level: "warning" });
    assert.equal(viewer.place.textContent, "– of 2");
    viewer.filter({ search: "warned" });
    assert.equal(viewer.stepper.hidden, true);
});

test("filters: words, level and rules", async () => {
    const viewer = await started();
    assert.deepEqual(shownFiles(viewer), [BROKEN, WARNED, "pack.zip!/in/side.xmf"]);
    viewer.search.value = "warned";
    viewer.search.send("input");
    assert.deepEqual([shownFiles(viewer), viewer.nothing.hidden], [[WARNED], true]);
    viewer.search.value = "nowhere";
    viewer.search.send("input");
    assert.deepEqual([shownFiles(viewer), viewer.nothing.hidden], [[], false]);
    viewer.nothing.querySelector("button").click();
    assert.deepEqual([shownFiles(viewer).length, viewer.nothing.hidden, viewer.search.value], [3, true, ""]);
    viewer.level.value = "error";
    viewer.level.send("change");
    assert.deepEqual(shownFiles(viewer), [BROKEN]);
    const [cause, , warning] = viewer.side.querySelectorAll(".bar");
    viewer.clear();
    warning.click();
    assert.deepEqual([shownFiles(viewer), warning.getAttribute("aria-pressed"), cause.getAttribute("aria-pressed")], [[WARNED, "pack.zip!/in/side.xmf"], "true", "false"]);
    cause.click();
    assert.equal(shownFiles(viewer).length, 3);
    warning.click();
    assert.deepEqual([shownFiles(viewer), warning.getAttribute("aria-pressed")], [[BROKEN], "false"]);
    assert.equal(viewer.tree.opensMatches, false);
    viewer.filter({ search: "x" });
    assert.equal(viewer.tree.opensMatches, true);
});

test("the first finding is open at first; a click opens another one, or closes it", async () => {
    const viewer = await started(), [first, second] = viewer.element.querySelectorAll(".line");
    assert.deepEqual([openOnes(viewer), page.address], [["99"], undefined]);
    const link = viewer.element.querySelector("[aria-current]");
    assert.deepEqual([link.href, page.shownElements], [viewer.addressOf(viewer.report.byName.get(BROKEN)), [[link, "nearest"]]]);
    second.click();
    assert.deepEqual(openOnes(viewer), ["3"]);
    assert.equal(page.address, `#/file=mod%2Fa%2Fbroken.xmf&finding=${encodeURIComponent(`${BROKEN}-xmf/error-3`)}`);
    second.click();
    assert.deepEqual(openOnes(viewer), []);
    Object.assign(first, { top: 70 });
    viewer.main.scrollTop = 100;
    const before = first.getBoundingClientRect;
    let asked = 0;
    first.getBoundingClientRect = () => ({ ...before.call(first), top: asked++ === 0 ? 70 : 30 }); // it moves up as another one closes
    first.click();
    assert.equal(viewer.main.scrollTop, 60);
});

test("a finding with a place in the model is shown first, if it is as severe", async () => {
    const marks = [{ view: 0, total: 1, vertices: [1] }], bundles = (of) => ({ bundleOf: async ({ name }) => ({ views: [], findings: of[name] ?? [] }) });
    const placed = (rule, field) => [{ rule, field, marks }], wait = () => new Promise((done) => setTimeout(done, 5));
    let viewer = await started(report(), bundles({ [BROKEN]: placed("xmf/error", "Nodes[2]") }));
    await wait();
    assert.deepEqual([openOnes(viewer), viewer.place.textContent, page.address], [["7"], "3 of 5", undefined]);
    viewer = await started(report(), bundles({ [BROKEN]: [{ rule: "xmf/error", field: "header", marks: [{ view: 0, track: 1, total: 1 }] }] }));
    await wait();
    assert.deepEqual(openOnes(viewer), ["3"]);
    viewer = await started(report(), bundles({ [WARNED]: placed("xmf/warning", "header") }));
    await wait();
    assert.deepEqual(openOnes(viewer), ["99"]); // a warning is not as severe
    viewer = await started(report(), bundles({ [BROKEN]: placed("xmf/cause", "header") }));
    await wait();
    assert.deepEqual(openOnes(viewer), ["99"]);
    viewer = await started(report(), bundles({ [BROKEN]: placed("xmf/error", "Nodes[2]") }));
    viewer.choose(itemsOf(viewer)[1]);
    await wait();
    assert.deepEqual(openOnes(viewer), ["3"]); // the user was faster
});

test("an address opens a finding, or a file without findings", async () => {
    const address = `#/${new URLSearchParams({ file: BROKEN, finding: `${BROKEN}-xmf/error-7` })}`;
    const viewer = await started(report(), {}, address);
    assert.deepEqual([openOnes(viewer), page.address], [["7"], undefined]);
    Object.assign(viewer.main, { top: 70, scrollTop: 0 });
    const [, , last] = [...viewer.boxes.values()][0].element.querySelectorAll(".line");
    Object.assign(last, { top: 500 });
    [...viewer.boxes.values()][0].heading.clientHeight = 40;
    window.dispatchEvent(new Event("hashchange"));
    assert.equal(viewer.main.scrollTop, 390); // below the heading, which stays at the top of the list
    viewer.filter({ level: "warning" });
    viewer.side.classList.add("shown");
    location.hash = `#/${new URLSearchParams({ file: BROKEN })}`;
    window.dispatchEvent(new Event("hashchange"));
    assert.deepEqual([openOnes(viewer), viewer.state.level, viewer.side.classList.contains("shown")], [["99"], "", false]);
    location.hash = `#/${new URLSearchParams({ file: FINE })}`;
    viewer.side.classList.add("shown");
    viewer.main.scrollTop = 9;
    window.dispatchEvent(new Event("hashchange"));
    assert.deepEqual([openOnes(viewer), viewer.main.scrollTop, viewer.side.classList.contains("shown")], [[], 0, false]);
    assert.equal(viewer.main.querySelector("article.fine").textContent, `${FINE}XAC · 10 bytesNo findings in this file`);
    assert.deepEqual(viewer.element.querySelectorAll("[aria-current]").map((each) => each.href), [viewer.addressOf(viewer.report.byName.get(FINE))]);
    location.hash = "#/";
    window.dispatchEvent(new Event("hashchange"));
    assert.notEqual(viewer.main.querySelector("article.fine"), null);
    location.hash = `#/${new URLSearchParams({ file: "gone" })}`;
    window.dispatchEvent(new Event("hashchange"));
    assert.equal(viewer.main.querySelector("article.fine"), null);
    viewer.close();
    assert.equal(document.body.children.length, 0);
    location.hash = address;
    window.dispatchEvent(new Event("hashchange"));
    assert.deepEqual([openOnes(viewer), press("j")], [[], false]);
});

test("keys step through the findings that match", async () => {
    const viewer = await started();
    const at = () => `${viewer.chosen?.file.name} ${viewer.chosen?.finding.offset}`;
    assert.equal(press("j"), true);
    assert.deepEqual([at(), page.focused], [`${BROKEN} 3`, viewer.boxOf(viewer.chosen).button]);
    press("k");
    press("k");
    assert.equal(at(), `${BROKEN} 99`);
    for (let i = 0; i < 9; i++) {
        press("j");
    }
    assert.equal(at(), "pack.zip!/in/side.xmf 0");
    press("k");
    assert.equal(at(), "mod/a/warned.xmf 9");
    viewer.filter({ level: "error" });
    press("j");
    assert.equal(at(), `${BROKEN} 99`); // the open one doesn't match: from the first
    press("/");
    assert.deepEqual([page.focused, viewer.side.classList.contains("shown")], [viewer.search, true]);
    assert.equal(press("j", { target: viewer.search }), false);
    assert.equal(at(), `${BROKEN} 99`);
    press("Escape", { target: viewer.search });
    assert.equal(viewer.state.level, "");
    assert.deepEqual(["ctrlKey", "metaKey", "altKey"].map((key) => press("j", { [key]: true })), [false, false, false]);
    assert.equal(press("x"), false);
    press("?");
    assert.equal(viewer.help.open, true);
    assert.equal(press("j"), false);
    viewer.help.open = false;
    viewer.filter({ level: "error" });
    press("Escape", { target: viewer.help });
    assert.equal(viewer.state.level, "error");
    press("Escape");
    assert.equal(viewer.state.level, "");
    viewer.filter({ search: "nowhere" });
    const before = at();
    press("j");
    assert.equal(at(), before);
});

test("the views of a finding come when they are read, and keys choose among them", async () => {
    const bytes = { offset: 0, length: 1, from: 0, data: "AAE=", records: [] };
    const bundleOf = async ({ name }) => ({ views: [{ kind: "curves", tracks: [] }], findings: [{ rule: "xmf/cause", field: "header", marks: [], bytes }, { rule: "xmf/warning", field: "header", marks: [], bytes }], name });
    const viewer = await started(report(), { bundleOf });
    await until(() => textsOf(viewer.element, ".tab").length === 2);
    assert.deepEqual([textsOf(viewer.element, ".tab"), textsOf(viewer.element, "[aria-selected=true]")], [["Curves", "Bytes"], ["Bytes"]]);
    press("1");
    assert.deepEqual(textsOf(viewer.element, "[aria-selected=true]"), ["Curves"]);
    press("2");
    press("3");
    assert.deepEqual(textsOf(viewer.element, "[aria-selected=true]"), ["Bytes"]);
    viewer.chooseFine(viewer.report.byName.get(FINE));
    await until(() => textsOf(viewer.element, ".tab").length === 1);
    assert.deepEqual(textsOf(viewer.main, "article.fine .tab"), ["Curves"]);
    press("1");
});

test("a slow bundle is waited for, and one that can't be read says why", async () => {
    let give, refusals = [];
    const bundleOf = () => new Promise((done, failed) => { give = done; refusals.push(failed); });
    const viewer = await started(report(), { bundleOf });
    assert.deepEqual(textsOf(viewer.element, ".remark-on-views"), []);
    await until(() => textsOf(viewer.element, ".remark-on-views").length > 0);
    assert.deepEqual(textsOf(viewer.element, ".remark-on-views"), ["Reading the model …"]);
    refusals.forEach((refuse) => refuse(new Error("It is too large.")));
    await until(() => textsOf(viewer.element, ".remark-on-views")[0] !== "Reading the model …");
    assert.deepEqual(textsOf(viewer.element, ".remark-on-views"), ["It is too large."]);
    viewer.choose(itemsOf(viewer)[1]);
    const late = give; // chosen by the user: no other one is shown then
    viewer.choose(itemsOf(viewer)[2]);
    late({ views: [], findings: [{ rule: "xmf/error", field: "header", marks: [], bytes: { offset: 0, length: 1, from: 0, data: "AA==", records: [] } }] });
    await new Promise((done) => setTimeout(done));
    assert.deepEqual(textsOf(viewer.element, ".tab"), []); // another finding is open now
    viewer.choose(itemsOf(viewer)[1]);
    viewer.choose(itemsOf(viewer)[2]);
    refusals.at(-2)(new Error("It is too large."));
    await new Promise((done) => setTimeout(done));
    assert.deepEqual(textsOf(viewer.boxOf(itemsOf(viewer)[1]).element, ".remark-on-views"), []);
});

test("an open finding is moved up if its end is out of sight", async () => {
    const moved = async (top, height, pane) => {
        const viewer = await started(report(), { bundleOf: async () => ({ views: [], findings: [] }) });
        await new Promise((done) => setTimeout(done, 5));
        const [first] = itemsOf(viewer), box = viewer.boxOf(first).element;
        Object.assign(viewer.main, { top: pane[0], clientHeight: pane[1], scrollTop: 0 });
        Object.assign(box, { top, clientHeight: height });
        [...viewer.boxes.values()][0].heading.clientHeight = 40;
        viewer.choose(first, { byUser: false });
        await new Promise((done) => setTimeout(done, 5));
        viewer.close();
        return viewer.main.scrollTop;
    };
    assert.equal(await moved(100, 300, [50, 600]), 0);
    assert.equal(await moved(351, 300, [50, 600]), 1);
    assert.equal(await moved(500, 300, [50, 600]), 150);
    assert.equal(await moved(500, 3000, [50, 600]), 410); // its beginning stays in sight, below the heading
    assert.equal(await moved(700, 300, [-50, 1000]), 0); // the page is printed, or has one column
    assert.equal(await moved(700, 300, [50, 800]), 200);
});

test("nothing to report, nothing checked, and what could not be checked", async () => {
    const wellOf = async (files, summary = {}) => (await started({ ...report(), files, findings: [], rules: [], summary })).main.querySelector(".all-well");
    const fine = await wellOf([record("a.xmf"), record("b.xmf"), record("c.xac", { format: "xac" }), record("d.ani", { format: "xani" }), record("e.ani", { format: "xani" })], { notJudged: [{}] });
    assert.equal(fine.textContent, "Nothing to reportChecked: 2 XMF, 1 XAC, 2 X4 animations.Some references could not be followed: see “Not judged” above.");
    assert.equal(fine.querySelector(".icon").className, "icon fine");
    assert.equal((await wellOf([])).textContent, "Nothing was checkedNo file of a known format was found.");
    const unchecked = await wellOf([record("a.xmf"), record("b.xmf", { status: "limit" })]);
    assert.equal(unchecked.textContent, "1 file could not be checkedChecked: 1 XMF.");
    assert.equal(unchecked.querySelector(".icon").className, "icon warning");
    const viewer = await started({ ...report(), findings: [] }, { fileToShow: ([, file]) => file });
    assert.equal(viewer.fine.file.name, BROKEN);
    assert.equal((await started()).main.querySelector(".all-well"), null);
});

test("of a long report some findings are shown, more when they are wanted", async () => {
    const data = report();
    data.files = Array.from({ length: 250 }, (_, i) => record(`${i}.xmf`));
    data.findings = data.files.flatMap(({ path }) => [finding(path, "xmf/error"), finding(path, "xmf/warning", { level: "warning" })]);
    const viewer = await started(data), counts = () => [viewer.boxes.size, viewer.list.querySelectorAll("section").filter((each) => each.checkVisibility()).length];
    const more = viewer.main.querySelector(".more");
    assert.deepEqual([counts(), more.textContent, more.hidden], [[50, 100], "400 more findings", false]);
    page.onSight(false);
    assert.deepEqual(counts(), [50, 100]);
    page.onSight(true);
    assert.deepEqual([counts(), more.textContent], [[100, 200], "300 more findings"]);
    viewer.filter({ level: "warning" });
    assert.deepEqual([counts(), more.textContent], [[100, 100], "150 more findings"]);
    viewer.choose(itemsOf(viewer, "249.xmf")[1]);
    assert.deepEqual([counts(), more.hidden, openOnes(viewer).length], [[250, 250], true, 1]);
    assert.deepEqual(viewer.list.children.map((each) => each.dataset.path), data.files.map(({ path }) => path)); // in order, whenever they were made
    viewer.filter({ search: "9.xmf" });
    viewer.filter({ search: "" });
    assert.deepEqual(counts(), [250, 250]); // the open one stays in sight
    viewer.filter({ search: "12.xmf" });
    assert.deepEqual(counts(), [250, 3]);
    assert.equal(viewer.boxOf(itemsOf(viewer, "1.xmf")[0]), viewer.boxes.get(viewer.report.byName.get("1.xmf")).boxes.get(itemsOf(viewer, "1.xmf")[0]));
    const other = await started(data);
    other.main.querySelector(".more button").click();
    assert.equal(other.boxes.size, 100);
    window.dispatchEvent(new Event("beforeprint"));
    assert.equal(other.boxes.size, 250);
    assert.equal(other.main.querySelector(".more").hidden, true);
});

test("headings say what a model has, and the tree what all files have", async () => {
    const data = report(), measures = { triangles: 2, vertices: 4, materials: 1, bones: 0, uvSets: 0 };
    Object.assign(data.files[1], { measures });
    data.files[0].measures = measures;
    const mesh = { kind: "mesh", name: "", field: "", positions: floats(0, 0, 0, 4, 0, 0, 4, 2, 0), indices: packed("u32", Uint32Array.of(0, 1, 2)) };
    const viewer = await started(data, { bundleOf: async () => ({ views: [mesh], findings: [] }) });
    assert.equal(viewer.side.querySelector(".totals").textContent, "4 triangles · 8 vertices · 2 materials (draw calls) in all");
    const about = () => viewer.list.querySelectorAll(".heading .about").map((each) => each.textContent)[0];
    await until(() => about().includes("box"));
    assert.equal(about(), "XMF · version 3 · 2.0 KB · 2 triangles · 4 vertices · 1 material (draw call) · box 4 × 2 × 0");
    assert.equal((await started()).side.querySelector(".totals"), null);
});
