import assert from "node:assert/strict";
import test from "node:test";
import { Element, page } from "./page.mjs";
import { advice, excerptOf, facts } from "../../../web/viewer/explanation.js";
import { FileBox, FindingBox, FineFileBox } from "../../../web/viewer/finding.js";
import { FileEntry, Report } from "../../../web/viewer/report.js";
import { add, drawn, element, icon, levelIcon, named, prose } from "../../../web/viewer/text.js";
import { FileTree } from "../../../web/viewer/tree.js";
import { finding, record, report, rule } from "./data.mjs";

const textsOf = (within, selector) => within.querySelectorAll(selector).map((each) => each.textContent);

test("elements have attributes, listeners and children", () => {
    let clicks = 0;
    const made = element("button", { type: "button", hidden: false, disabled: true, title: undefined, count: 0, onclick: () => clicks++ },
        "a", null, 1, undefined, false, element("b", {}, "c"), 0, "");
    assert.deepEqual([...made.attributes], [["type", "button"], ["disabled", ""], ["count", "0"]]);
    assert.equal(made.textContent, "a1c0");
    made.click();
    assert.equal(clicks, 1);
    assert.equal(drawn("line", { x1: 5 }).getAttribute("x1"), "5");
    assert.deepEqual([named("n").className, named("n", "code").className], ["name", "name code"]);
    assert.deepEqual(prose("say `a` and `b`").map((each) => [each instanceof Element, each.textContent]),
        [[false, "say "], [true, "a"], [false, " and "], [true, "b"], [false, ""]]);
    const to = element("p");
    add(to, ["x", 2]);
    assert.equal(to.textContent, "x2");
});

test("each level has a sign of its own", () => {
    const signs = ["error", "warning", "note", "fine", "other"].map((level) => levelIcon(level));
    assert.deepEqual(signs.map((each) => each.className), ["icon error", "icon warning", "icon note", "icon fine", "icon fine"]);
    assert.equal(new Set(signs.map((each) => each.children.map((path) => path.getAttribute("d")).join())).size, 4);
    assert.deepEqual([icon("x", "a", "b").children.length, icon("x").getAttribute("aria-hidden")], [2, "true"]);
});

// ---- What is said about a finding ----

const itemOf = (found, of = {}) => ({ finding: finding("a.xmf", "xmf/error", found), rule: rule("xmf/error", of) });
const factsOf = (found, of) => Object.fromEntries(facts(itemOf(found, of)).children.map(({ children: [name, value] }) => [name.textContent, value.textContent]));

test("where a finding is", () => {
    assert.equal(factsOf({ offset: 0x78 }).Where, "0x78 (120), 4 bytes");
    assert.equal(factsOf({ offset: 5000, length: 1 }).Where, "0x1388 (5,000), 1 byte");
    assert.equal(factsOf({ offset: 5, length: 0 }).Where, "0x5 (5)");
    assert.equal(factsOf({ offset: 5, inflatedOffset: 0 }).Where, "0x5 (5), 4 bytes; 0x0 in the unpacked data");
    assert.equal(factsOf({ line: 1200, column: 3 }).Where, "line 1,200, column 3");
    assert.equal(factsOf({ line: 12 }).Where, "line 12, column 1");
});

test("the facts of a finding", () => {
    assert.deepEqual(factsOf({ field: "" }), { Field: "the whole file", Where: "0x0 (0), 4 bytes", Rule: "xmf/error", Certainty: "Certain" });
    const all = factsOf({ actual: "1", expected: "2", confidence: "likely", count: 1024, elements: [3, 4000] }, { source: "seen in `214` files", link: "https://a" });
    assert.deepEqual([all.Field, all.Found, all.Expected, all.Elements, all.Certainty, all.Source],
        ["header", "1", "2", "1,024: numbers 3, 4,000, …", "Likely: a few working files have it, too", "seen in 214 files"]);
    assert.equal(factsOf({ confidence: "possible", actual: "" }).Certainty, "Possible: have a look");
    assert.equal(factsOf({ count: 2, elements: [1, 2] }).Elements, "2: numbers 1, 2");
    assert.equal(factsOf({ count: 2, elements: [] }).Elements, "2");
    assert.equal(factsOf({ count: 1, elements: [7] }).Element, "number 7");
    assert.equal(factsOf({ count: 9, elements: [7] }).Elements, "9: number 7, …");
    assert.equal(factsOf({ count: 1, elements: [7], line: 190 }).Element, undefined); // its line says more
    assert.equal(factsOf({ count: 1, elements: [] }).Element, undefined);
    assert.equal(facts(itemOf({}, { link: "https://a" })).querySelector("a").href, "https://a");
    assert.equal(facts(itemOf({})).querySelector("a"), null);
    assert.equal(advice(itemOf({})).textContent, "How to fixMend it.What happens in the gameIt breaks.");
    const mending = (more, fix) => advice(itemOf(more), fix).querySelector(".mending").textContent;
    assert.equal(mending({ fixKind: "safe" }, () => {}), "This can be fixed here. Fix this file");
    assert.equal(mending({ fixKind: "unsafe" }, () => {}), "This can be fixed here, by a choice: look at the result. Fix this file");
    assert.equal(mending({ fixKind: "unsafe", path: "mod/a.xmf" }),
        "assetlint fix --unsafe can mend this, by a choice: look at the result. assetlint fix --unsafe --in-place mod/a.xmf");
    assert.equal(mending({ fixKind: "safe", member: "in/a.xmf" }, () => {}), "This can be fixed here. The file is in a package: unpack that first.");
    for (const [path, word] of [["C:/mods/a-b_1.xmf", "C:/mods/a-b_1.xmf"], ["-a.xmf", "./-a.xmf"], ["my mod/a (1)'.xmf", "\"my mod/a (1)'.xmf\""],
        ["$(rm -r ~)'`x`.xmf", "'$(rm -r ~)'\\''`x`.xmf'"], ["a;b.xmf", "\"a;b.xmf\""], ["a!\"b", "'a!\"b'"]]) {
        assert.equal(mending({ fixKind: "safe", path }), `assetlint fix can mend this. assetlint fix --in-place ${word}`);
    }
});

test("the lines of a text file have carets under what a finding is about", () => {
    const rows = (excerpt) => excerptOf(itemOf({ line: 1000, excerpt })).children.map(({ textContent }) => textContent);
    assert.deepEqual(rows({ above: "<a>", before: "  b=\"", marked: "\u{1F600}c", behind: "\"", below: "</a>" }),
        ["999<a>", "1000  b=\"\u{1F600}c\"", "  b=\"^^", "1001</a>"]);
    assert.deepEqual(rows({ before: "", marked: "", behind: "" }), ["1000", "^"]);
    const found = excerptOf(itemOf({ line: 1000, excerpt: { before: "a", marked: "b", behind: "c" } }));
    assert.deepEqual([found.getAttribute("aria-label"), textsOf(found, "mark"), textsOf(found, ".ghost"), textsOf(found, ".carets")],
        ["Line 1,000 of the file", ["b"], ["a"], ["^"]]);
    assert.equal(excerptOf(itemOf({ line: 1 })), null);
    const body = new FindingBox(itemOf({ line: 1, excerpt: { before: "", marked: "b", behind: "" } }), () => {}).body;
    assert.deepEqual(body.children.map(({ className }) => className), ["excerpt", "advice"]);
});

test("the value that belongs there can be copied", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const pasting = (found) => advice(itemOf(found)).querySelector(".paste");
    const words = (found) => pasting(found)?.textContent;
    const entry = "<entry name=\"a&lt;&amp;&quot;\" value=\"extensions\\m\\a\"/>";
    const unregistered = { rule: "x4/unregistered", line: 2, actual: "a<&\"", expected: "extensions\\m\\a" };
    assert.equal(words({ line: 2, actual: "a/b", expected: "a\\b", fixKind: "safe" }), "Write instead:a\\bCopy");
    assert.equal(words({ line: 2, actual: "c", expected: "b", message: "it is gone: did you mean b?" }), "Write instead:bCopy");
    assert.equal(words(unregistered), `Add to the index:${entry}Copy`);
    for (const found of [{ line: 2, expected: "a/b.xml" }, { expected: "2", fixKind: "safe" }, { line: 2, fixKind: "safe" },
        { line: 2, expected: "a...", fixKind: "safe" }, { line: 2, actual: "a", expected: "b/a.xmf", fixKind: "unsafe" }, { rule: "x4/unregistered", line: 2 }]) {
        assert.equal(words(found), undefined);
    }
    const copied = [], selected = [], { navigator } = globalThis;
    const button = pasting(unregistered).querySelector("button");
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async (text) => { copied.push(text); } } } });
    globalThis.getSelection = () => ({ selectAllChildren: (each) => selected.push(each.textContent) });
    button.click();
    await new Promise((done) => { setImmediate(done); });
    assert.deepEqual([copied, button.textContent, selected], [[entry], "Copied", []]);
    t.mock.timers.tick(2000);
    assert.equal(button.textContent, "Copy");
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} }); // as where a page may not write to it
    button.click();
    await new Promise((done) => { setImmediate(done); });
    assert.deepEqual([copied.length, button.textContent, selected], [1, "Copy", [entry]]);
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: navigator });
});

test("a finding is a line that opens", () => {
    let chosen;
    const item = itemOf({ offset: 0x10 }), box = new FindingBox(item, (each) => { chosen = each; });
    assert.equal(box.button.textContent, "error: message of xmf/errorxmf/errorheader0x10");
    assert.equal(new FindingBox(itemOf({ line: 1234 }, { cause: true }), () => {}).button.textContent,
        "error: message of xmf/errorcause: fix this firstxmf/errorheaderline 1,234");
    const lineOf = (more) => new FindingBox(itemOf({ offset: 0x10, field: "", ...more }), () => {}).button.textContent;
    assert.deepEqual([0, 1].map((length) => lineOf({ length })),
        ["error: message of xmf/errorxmf/error", "error: message of xmf/errorxmf/error0x10"]);
    box.button.click();
    assert.equal(chosen, item);
    const isOpen = () => [box.isOpen, box.button.getAttribute("aria-expanded"), box.element.classList.contains("open"), textsOf(box.body, "dl").length];
    assert.deepEqual(isOpen(), [false, "false", false, 0]);
    box.open(true);
    assert.deepEqual(isOpen(), [true, "true", true, 1]);
    box.open(false);
    box.open(true);
    assert.deepEqual(isOpen(), [true, "true", true, 1]);
    assert.equal(box.button.getAttribute("aria-controls"), box.body.id);
    box.remark("Reading …");
    box.remark("Read");
    assert.deepEqual(textsOf(box.body, ".remark-on-views"), ["Read"]);
    box.showViews([]);
    assert.deepEqual([box.views, textsOf(box.body, ".remark-on-views")], [undefined, []]);
    const tab = { name: "Bytes", isFirst: true, make: () => element("p", {}, "made") };
    box.showViews([tab]);
    const { views } = box;
    box.showViews([tab]);
    assert.equal(box.views, views); // once
    assert.deepEqual([box.body.classList.contains("with-views"), textsOf(box.body, ".tab")], [true, ["Bytes"]]);
    box.open(false);
    assert.deepEqual([box.body.classList.contains("with-views"), textsOf(box.body, ".tab"), isOpen()[0]], [false, [], false]);
    box.showViews([tab]);
    assert.equal(box.views, undefined); // while it is closed
});

// ---- Files ----

const headingOf = ({ path = "a.xmf", ...more }) => new FineFileBox(new FileEntry(record(path, more), 0)).element.querySelector(".heading");

test("a file that could not be read, and one at a limit, have other words", () => {
    assert.equal(headingOf({ status: "unreadable" }).querySelector(".chip").textContent, "could not be read");
    assert.equal(headingOf({ status: "limit" }).querySelector(".chip").textContent, "a limit stopped the check");
    assert.equal(headingOf({}).querySelector(".chip"), null);
    assert.equal(headingOf({ version: "3", size: 2048 }).textContent, "a.xmfXMF · version 3 · 2.0 KB");
    assert.deepEqual([0, 1].map((size) => headingOf({ size }).textContent), ["a.xmfXMF", "a.xmfXMF · 1 byte"]);
    const partsOf = (path) => [".folder", ".own"].map((part) => headingOf({ path }).querySelector(part).textContent);
    assert.deepEqual(["a.xmf", "mod/b/a.xmf"].map(partsOf), [["", "a.xmf"], ["mod/b/", "a.xmf"]]);
    assert.equal(headingOf({ format: "clausewitz" }).querySelector(".about").textContent, "Paradox text (.gfx) · 10 bytes");
    const wordsOf = (status) => { const [sign, words] = new FineFileBox(new FileEntry(record("a", { status }), 0)).element.querySelector(".line").childNodes;
        return [sign.className, words.textContent]; };
    assert.deepEqual(["checked", "limit", "unreadable"].map(wordsOf), [["icon fine", "No findings in this file"],
        ["icon warning", "This file could not be checked"], ["icon warning", "This file could not be checked"]]);
});

test("a file shows the findings that match", () => {
    const all = new Report(report()), file = all.byName.get("mod/a/broken.xmf");
    const box = new FileBox(file, () => {});
    assert.deepEqual([box.boxes.size, box.show(2), box.boxes.size], [0, 2, 2]);
    assert.equal(box.element.style["contain-intrinsic-size"], "auto 210px");
    assert.deepEqual([box.show(1), [...box.boxes.values()].map((each) => each.element.hidden)], [1, [false, true]]);
    assert.equal(box.show(9), 3);
    assert.equal(box.element.style["contain-intrinsic-size"], "auto 270px");
    assert.deepEqual(box.element.children.slice(1).map((each) => each.dataset.offset), ["99", "3", "7"]);
    assert.equal(box.element.querySelector(".omitted"), null);
    assert.equal(new FileBox(all.byName.get("mod/a/warned.xmf"), () => {}).element.querySelector(".omitted").textContent,
        "1 more finding of this file: only the most severe are listed");
    const shown = () => [box.element.hidden, ...[...box.boxes.values()].map((each) => each.element.hidden)];
    assert.deepEqual(shown(), [false, false, false, false]);
    all.filter({ level: "", rules: new Set(["xmf/cause"]), search: "" });
    assert.equal(box.show(9), 1);
    assert.deepEqual(shown(), [false, false, true, true]);
    all.filter({ level: "note", rules: new Set(), search: "" });
    assert.equal(box.show(9), 0);
    assert.deepEqual(shown(), [true, true, true, true]);
    all.filter({ level: "", rules: new Set(), search: "" });
    box.show(9);
    assert.deepEqual(shown(), [false, false, false, false]);
});

// ---- The tree ----

const treeOf = (data) => { const all = new Report(data); return { all, tree: new FileTree(all.files, ({ name }) => `#${name}`) }; };

test("of many files some are listed, and folders beyond them are closed", () => {
    const data = report();
    data.files = Array.from({ length: 403 }, (_, i) => record(`mod/${i < 250 ? "many" : i < 402 ? "more" : "one"}/f${i}.xmf`));
    data.findings = data.files.map(({ path }) => finding(path, "xmf/error"));
    const { all, tree } = treeOf(data), count = () => tree.element.querySelectorAll(".file").filter((each) => !each.parentElement.hidden).length;
    const [, many, more, one] = tree.element.querySelectorAll("details"), button = tree.element.querySelector(".more");
    assert.deepEqual([[many, more, one].map(({ open }) => open), count(), button.textContent], [[true, false, false], 100, "150 more files"]);
    const search = (words) => { all.filter({ level: "", rules: new Set(), search: words }); tree.show(words !== ""); };
    search("f24");
    assert.deepEqual([count(), button.parentElement.hidden], [11, true]); // also those that had no line
    assert.equal(tree.element.querySelectorAll(".file").length, 110);
    search("xmf"); // too many to open their folders
    assert.deepEqual([more.open, count()], [false, 110]);
    search("f300");
    assert.equal(more.open, true);
    search("");
    assert.equal(button.textContent, "140 more files");
    button.click();
    assert.deepEqual([button.parentElement.hidden, many.querySelectorAll(".file").length], [true, 250]);
    const other = treeOf(data), choose = (path) => other.tree.choose(other.all.byName.get(path));
    choose("mod/many/f30.xmf");
    assert.equal(other.tree.element.querySelector(".more").textContent, "150 more files"); // it was listed
    choose("mod/many/f230.xmf");
    assert.equal(other.tree.element.querySelector("[aria-current]").textContent, "f230.xmf1 error1");
});

test("a folder lists 100 files, and a search opens folders of 100 files", () => {
    const data = report();
    data.files = Array.from({ length: 201 }, (_, i) => record(`mod/${i < 101 ? "a/f" : "b/g"}${i}.xmf`));
    data.findings = data.files.map(({ path }) => finding(path, "xmf/error"));
    const { all, tree } = treeOf(data), [, a, b] = tree.element.querySelectorAll("details");
    const search = (words) => { all.filter({ level: "", rules: new Set(), search: words }); tree.show(words !== ""); };
    assert.deepEqual([a, b].map(({ open }) => open), [true, false]);
    assert.equal(a.querySelector(".more").textContent, "1 more file");
    search("/f");
    assert.deepEqual([b.open, a.querySelectorAll(".file").length], [false, 100]);
    search("/g");
    assert.equal(b.open, true);
    const files = Array.from({ length: 250 }, (_, i) => record(`many/f${i + 100}.xmf`));
    const { all: well, tree: closed } = treeOf({ ...report(), files, findings: [], rules: [] }), [many] = closed.element.querySelectorAll("details");
    well.filter({ level: "", rules: new Set(), search: "f2" });
    closed.show(false);
    many.open = true; // files are hidden and listed as if it had been open before
    const seen = many.querySelectorAll(".file").filter((each) => !each.parentElement.hidden);
    assert.deepEqual([seen.length, many.querySelector(".more").parentElement.hidden], [100, true]);
});

test("the tree has folders with their counts, and opens where something is wrong", () => {
    const { tree } = treeOf(report());
    assert.deepEqual(textsOf(tree.element, "summary"), ["mod3 errors, 1 warning31", "a3 errors, 1 warning31", "b/deep", "pack.zip!/in1 warning1"]);
    assert.deepEqual(tree.element.querySelectorAll(".file").map((each) => [each.href, each.className, each.textContent]), [
        ["#mod/a/warned.xmf", "file warning", "warned.xmf1 warning1"], ["#mod/a/broken.xmf", "file error", "broken.xmf3 errors3"],
        ["#mod/b/deep/fine.xac", "file fine", "fine.xacno findings"], ["#mod/b/deep/denied.xmf", "file warning", "denied.xmfnot checked"],
        ["#mod/large.xmf", "file warning", "large.xmfnot checked"], ["#pack.zip!/in/side.xmf", "file warning", "side.xmf1 warning1"]]);
    assert.deepEqual(tree.element.querySelectorAll(".file").flatMap((each) => each.children.filter((child) => /^(meaning|unseen)$/.test(child.className))
        .map((child) => child.className)), ["unseen", "meaning", "meaning"]);
});

const quiet = () => ({ ...report(), files: [record("a/b/fine.xmf"), record("c/d/other.xmf"), record("top.xmf")], findings: [], rules: [] });

test("a folder in which all is well is filled when it is opened", () => {
    const { tree } = treeOf(quiet());
    assert.deepEqual(textsOf(tree.element, ".file"), ["top.xmfno findings"]);
    const [first] = tree.element.querySelectorAll("details");
    assert.equal(first.open, false);
    first.open = true;
    assert.deepEqual(textsOf(tree.element, ".file"), ["fine.xmfno findings", "top.xmfno findings"]);
    first.open = false;
    first.open = true;
    assert.equal(textsOf(tree.element, ".file").length, 2);
});

test("a filter hides files and folders; a search opens what it finds", () => {
    const { all, tree } = treeOf(quiet());
    const hidden = () => tree.element.querySelectorAll("li").map((each) => each.hidden);
    all.filter({ level: "", rules: new Set(), search: "other" });
    tree.show(false);
    assert.deepEqual(hidden(), [true, false, true]);
    assert.deepEqual(tree.element.querySelectorAll("details").map((each) => each.open), [false, false]);
    tree.show(true);
    assert.deepEqual(tree.element.querySelectorAll("details").map((each) => each.open), [false, true]);
    assert.deepEqual(hidden(), [true, false, false, true]);
    all.filter({ level: "", rules: new Set(), search: "" });
    tree.show(false);
    assert.deepEqual(hidden(), [false, false, false, false]);
});

test("the file that is shown is marked, in open folders", () => {
    const { all, tree } = treeOf(report());
    const marked = () => tree.element.querySelectorAll("[aria-current]").map((each) => each.href);
    const file = all.byName.get("mod/a/broken.xmf"), details = tree.links.get(file).closest("details");
    details.open = false;
    page.shownElements.length = 0;
    tree.choose(file);
    assert.deepEqual([marked(), details.open, page.shownElements], [["#mod/a/broken.xmf"], true, [[tree.links.get(file), "nearest"]]]);
    tree.choose(all.byName.get("mod/large.xmf"));
    assert.deepEqual([marked(), page.shownElements.length], [["#mod/large.xmf"], 2]);
    tree.choose(undefined);
    assert.deepEqual(marked(), []);
    const { all: well, tree: closed } = treeOf(quiet()), inner = well.byName.get("a/b/fine.xmf");
    closed.choose(inner); // its folder was not filled before
    assert.equal(closed.links.get(inner).getAttribute("aria-current"), "true");
    assert.deepEqual(closed.element.querySelectorAll("details").map((each) => each.open), [true, false]);
});

test("what has no findings is folded away, if that is much", () => {
    const data = report();
    data.files.push(...["mod/1.xmf", "mod/sub/2.xmf", "mod/sub/deep/3.xmf", "mod/a/4.xmf"].map((path) => record(path)));
    assert.ok(!textsOf(treeOf(data).tree.element, "summary").join().includes("without")); // three beside what has findings
    data.files.push(record("mod/sub/5.xmf"));
    const { all, tree } = treeOf(data), fold = tree.element.querySelector(".fold");
    assert.deepEqual([fold.querySelector("summary").textContent, fold.open, textsOf(fold, ".file")], ["4 without findings", false, []]);
    const around = fold.parentElement.parentElement;
    assert.equal(around.closest("details").querySelector("summary").textContent, "mod3 errors, 1 warning31");
    assert.deepEqual(around.children.map((each) => each.querySelector(".name").textContent), ["a", "b/deep", "large.xmf", "4 without findings"]);
    fold.open = true;
    assert.deepEqual([textsOf(fold, ".name"), textsOf(fold, ".fold")], [["4 without findings", "sub", "1.xmf"], []]);
    fold.open = false;
    all.filter({ level: "", rules: new Set(), search: "2.xmf" });
    tree.show(true);
    assert.deepEqual([fold.open, textsOf(fold, ".file").length], [true, 3]); // 3.xmf is in a folder that stays closed
    assert.equal(tree.links.get(all.byName.get("mod/1.xmf")).parentElement.hidden, true);
});
