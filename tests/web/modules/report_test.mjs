import assert from "node:assert/strict";
import test from "node:test";
import { Folder, foldersOf } from "../../../web/viewer/folders.js";
import { InlinedBundles } from "../../../web/viewer/inlined.js";
import { referenceEnds } from "../../../web/viewer/references.js";
import { FileEntry, Report, isAtEnd, shownOf } from "../../../web/viewer/report.js";
import { finding, record, report } from "./data.mjs";

const namesOf = (files) => files.map(({ name }) => name);
const BROKEN = "mod/a/broken.xmf", WARNED = "mod/a/warned.xmf", PACKED = "pack.zip!/in/side.xmf", FINE = "mod/b/deep/fine.xac";

test("files with errors come first; causes come before their consequences, then by offset", () => {
    const data = report(), all = new Report(data), { broken, byName, files, rules } = all;
    assert.equal(all.data, data); // for the Markdown of a page
    assert.deepEqual(namesOf(broken), [BROKEN, WARNED, PACKED]);
    assert.deepEqual(byName.get(BROKEN).items.map((item) => item.finding.offset), [99, 3, 7]);
    assert.deepEqual(files.map(({ level }) => level), ["warning", "error", undefined, undefined, undefined, "warning"]);
    assert.deepEqual(files.map(({ isUnchecked }) => isUnchecked), [false, false, false, true, true, false]);
    assert.deepEqual(byName.get(BROKEN).counts, { error: 3, warning: 0, note: 0 });
    assert.equal(byName.get(BROKEN).items[0].rule, rules.get("xmf/cause"));
    assert.deepEqual([byName.get(PACKED).index, byName.get(FINE).index, byName.get(PACKED).record.size], [-1, 2, 0]);
    assert.ok(byName.get(BROKEN).items.every((item) => item.file.name === BROKEN));
});

test("findings below the level that is shown are left out, and rules without others", () => {
    const data = report();
    data.findings.push(finding(BROKEN, "xmf/note", { level: "note" }));
    data.rules.push({ id: "xmf/note" });
    assert.deepEqual([shownOf(data).findings.length, shownOf(data).rules.length], [5, 3]);
    data.verdict.show = "note";
    assert.deepEqual([shownOf(data).findings.length, shownOf(data).rules.at(-1).id], [6, "xmf/note"]);
    data.verdict.show = "error";
    assert.deepEqual([shownOf(data).findings.length, shownOf(data).rules.map(({ id }) => id)], [3, ["xmf/cause", "xmf/error"]]);
});

test("a finding is at the end of a file that is cut off there, if the size is known", () => {
    const at = (offset, length, size, more = {}) =>
        isAtEnd({ finding: { offset, length, message: "the file is cut off", ...more }, file: { record: { size } } });
    assert.deepEqual([at(9, 0, 9), at(5, 4, 9), at(5, 3, 9), at(1, 0, 1), at(0, 0, 0)], [true, true, false, true, false]);
    assert.deepEqual([at(9, 0, 9, { message: "too long" }), at(9, 0, 9, { inflatedOffset: 0 })], [false, false]);
});

test("findings of one place and rule keep their order", () => {
    const data = report();
    data.findings = ["first", "second", "third"].map((field) => finding(BROKEN, "xmf/error", { field }));
    assert.deepEqual(new Report(data).byName.get(BROKEN).items.map((item) => item.finding.field), ["first", "second", "third"]);
});

test("a filter of words, level and rules", () => {
    const all = new Report(report());
    const filtered = ({ level = "", rules = [], search = "" }) => {
        all.filter({ level, rules: new Set(rules), search });
        return [namesOf(all.files.filter((file) => file.matches)), all.files.flatMap((file) => file.items).filter((item) => item.matches).length];
    };
    assert.deepEqual(filtered({}), [namesOf(all.files), 5]);
    assert.deepEqual(filtered({ search: "  HULL.dds " }), [[BROKEN], 1]);
    assert.deepEqual(filtered({ search: "nodes[2] broken" }), [[BROKEN], 1]); // words of the file and of the finding
    assert.deepEqual(filtered({ search: "xac" }), [[FINE], 0]);
    assert.deepEqual(filtered({ search: "fine nowhere" }), [[], 0]);
    assert.deepEqual(filtered({ level: "warning" }), [[WARNED, PACKED], 2]);
    assert.deepEqual(filtered({ level: "warning", search: "pack" }), [[PACKED], 1]);
    assert.deepEqual(filtered({ rules: ["xmf/cause", "xmf/warning"] }), [[WARNED, BROKEN, PACKED], 3]);
    assert.deepEqual(filtered({ rules: ["xmf/cause"], level: "warning" }), [[], 0]);
});

test("an address leads to a finding, or to the first one of its file", () => {
    const all = new Report(report());
    assert.equal(all.find(BROKEN, `${BROKEN}-xmf/error-7`).finding.offset, 7);
    assert.equal(all.find(BROKEN, "0").finding.offset, 99);
    assert.equal(all.find(BROKEN, null).finding.offset, 99);
    assert.equal(all.find(FINE, null), undefined);
    assert.equal(all.find("gone", null), undefined);
});

// ---- Folders ----

test("folders have the files, the counts, and the worst that is in them", () => {
    const { files } = new Report(report());
    const root = foldersOf(files);
    assert.deepEqual([...root.folders.keys()], ["mod", "pack.zip!"]);
    const mod = root.folders.get("mod");
    assert.deepEqual([...mod.folders.keys()], ["a", "b"]);
    assert.deepEqual(mod.counts, { error: 3, warning: 1, note: 0 });
    assert.deepEqual(mod.files.map(({ name }) => name), ["large.xmf"]);
    assert.deepEqual([root, mod, mod.folders.get("a"), mod.folders.get("b")].map(({ isWell }) => isWell), [false, false, false, false]);
    const line = mod.folders.get("b").line();
    assert.deepEqual([line.name, line.last.files.map(({ name }) => name)], ["b/deep", ["fine.xac", "denied.xmf"]]);
    assert.equal(mod.line().name, "mod"); // has a file of its own
    assert.equal(root.folders.get("pack.zip!").line().name, "pack.zip!/in");
    assert.equal(foldersOf([new FileEntry(record("/mods//fine.xmf"), 0)]).line().name, "/mods");
    assert.equal(foldersOf([new FileEntry(record("a/fine.xmf"), 0)]).isWell, true);
    const packed = (member) => foldersOf([new FileEntry(record("mods/pack.zip", { member }), 0)]).folders.get("mods").line().name;
    assert.deepEqual(["in/a.xmf", "a.xmf"].map(packed), ["mods/pack.zip!/in", "mods/pack.zip!"]);
    assert.equal(root.matches(), true);
    files.forEach((file) => { file.matches = file.name === PACKED; });
    assert.deepEqual([root.matches(), mod.matches(), root.folders.get("pack.zip!").matches()], [true, false, true]);
    assert.equal(new Folder("").matches(), false);
});

// ---- References ----

const entry = (path) => new FileEntry(record(path), 0);
const endsOf = (file, found, files) => referenceEnds({ file, finding: found }, files, ({ name }) => `#${name}`)
    .map(({ words, name, address }) => [words, name, address]);

test("a path leads to the file of the same mod", () => {
    const files = ["one/ship.xml", "bne/units/Hull.xmf", "other/units/Hull.xmf", "one/units/Hull.xmf", "one/hull.xmf"].map(entry);
    const from = ["one/ship.xml"], at = (found) => endsOf(files[0], found, files);
    const first = ["line 1,200", ...from, "#one/ship.xml"];
    assert.deepEqual(at({ line: 1200, actual: "units\\hull.XMF" }), [first, ["leads to", "one/units/Hull.xmf", "#one/units/Hull.xmf"]]);
    assert.deepEqual(at({ line: 1200, actual: "./units/hull.xmf" }), [first, ["leads to", "one/units/Hull.xmf", "#one/units/Hull.xmf"]]);
    assert.deepEqual(at({ line: 1200, actual: "ull.xmf" }), [first, ["names", "ull.xmf", undefined]]);
    assert.deepEqual(at({ line: 1200, actual: "ship.xml", expected: "gone.dds" }), [first, ["names", "ship.xml", undefined],
        ["expected:", "gone.dds", undefined]]); // a file doesn't lead to itself
    assert.deepEqual(at({ line: 1200, actual: "12", expected: "a.toolong" }), [first]); // values, not paths
    assert.deepEqual(at({ rule: "x4/unregistered", line: 1200, actual: "a", expected: "units\\hull.xmf" }), [first]); // of an entry elsewhere
    assert.deepEqual(at({ actual: "gone/hull.xmf" }), [["", ...from, "#one/ship.xml"]]); // without a line: not a reference
    assert.deepEqual(at({ expected: "/one/hull.xmf" }), [["", ...from, "#one/ship.xml"], ["perhaps meant:", "one/hull.xmf", "#one/hull.xmf"]]);
});

test("a value that leads into a mod by its name means a file or folder of the checked mod", () => {
    const files = ["mod/index/macros.xml", "mod/assets/ship_data.ani", "mod/assets/ship_data/hull.xmf", "mod/assets/a_macro.xml"].map(entry);
    const at = (found) => endsOf(files[0], { line: 1, ...found }, files).slice(1);
    const macro = ["perhaps meant:", "mod/assets/a_macro.xml", "#mod/assets/a_macro.xml"];
    assert.deepEqual(at({ expected: "extensions\\mod\\assets\\a_macro" }), [macro]);
    assert.deepEqual(at({ expected: "Extensions/mod/assets/a_macro.xml" }), [macro]);
    assert.deepEqual(at({ expected: "extensions\\mod\\assets\\ship_data" }), [["perhaps meant:", "assets\\ship_data", "#mod/assets/ship_data/hull.xmf"]]);
    assert.deepEqual(at({ expected: "extensions\\mod\\assets\\ship" }), [["expected:", "extensions\\mod\\assets\\ship", undefined]]);
    assert.deepEqual(at({ expected: "assets\\a_macro.xmf" }), [["expected:", "assets\\a_macro.xmf", undefined]]);
    assert.deepEqual(at({ actual: "assets/a_macro" }), [["leads to", "mod/assets/a_macro.xml", "#mod/assets/a_macro.xml"]]);
    // The name of another mod is what may be wrong.
    assert.deepEqual(at({ actual: "extensions\\mood\\assets\\a_macro" }), [["names", "extensions\\mood\\assets\\a_macro", undefined]]);
});

test("a picture names the file that leads to it", () => {
    const files = ["one/wing.dds", "one/ship.xml"].map(entry);
    const ends = (names) => referenceEnds({ file: files[0], finding: { actual: "12" } }, files, ({ name }) => `#${name}`, names);
    assert.deepEqual(ends(["one/ship.xml", "gone.xml"]).slice(1), [{ words: "named in", name: "one/ship.xml", address: "#one/ship.xml" },
        { words: "named in", name: "gone.xml", address: undefined }]);
    assert.equal(ends([]).length, 1);
});

// ---- Bundles ----

test("a saved report has the bundles of files with findings, unless they were left out", async () => {
    const texts = { "left out": '[1,4,"with-ab"]', partners: JSON.stringify([{ file: 0, role: "level", path: "lod1.xmf", views: "with-1" },
        { file: 0, role: "skeleton", path: "pack.zip", member: "hero.skl", views: "with-2" }, { file: 3, role: "level", path: "x", views: "5" }]),
    0: '{"path":"first"}', "with-1": '{"path":"lod1"}' };
    const asked = [];
    const bundles = new InlinedBundles((key) => { asked.push(key); return texts[key]; });
    const file = (index, count = 1) => ({ index, items: new Array(count) });
    assert.equal(bundles.leftOut, 2);
    assert.equal((await bundles.bundleOf(file(0))).path, "first");
    assert.equal(await bundles.bundleOf(file(0)), await bundles.bundleOf(file(0)));
    assert.equal(asked.filter((key) => key === "0").length, 1);
    await assert.rejects(bundles.bundleOf(file(1)), /left out, so that the report stays below 32 MB/);
    await assert.rejects(bundles.bundleOf(file(2, 0)), /only the models of files with findings/);
    assert.equal(await bundles.bundleOf(file(2)), undefined);
    await assert.rejects(bundles.bundleOf({ ...file(2), level: "note" }), /only the models of files with errors or warnings/);
    assert.equal((await bundles.bundleOf({ ...file(0), level: "note" })).path, "first");
    assert.equal(bundles.fileToShow(), undefined);
    const partners = bundles.partnersOf(file(0), new Map());
    assert.deepEqual(partners.map(({ role, name }) => [role, name]), [["level", "lod1.xmf"], ["skeleton", "pack.zip!/hero.skl"]]);
    assert.equal((await partners[0].bundle()).path, "lod1");
    assert.equal(await partners[1].bundle(), undefined);
    const [, known] = bundles.partnersOf(file(0), new Map([["pack.zip!/hero.skl", file(0)]]));
    assert.equal((await known.bundle()).path, "first");
    assert.equal(new InlinedBundles(() => undefined).leftOut, 0);
});
