// module_test.mjs: the interface of web/assetlint.js under Node.
//
//     node tests/web/module_test.mjs assetlint.wasm NATIVE
//
// NATIVE is the program of the command line: a mod in memory must give the same report as there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { AssetlintError, load } from "../../web/assetlint.js";

const wasm = readFileSync(process.argv[2]);
const native = resolve(process.argv[3]);
const assetlint = await load(wasm);
const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root));
const mesh = () => read("corpus/first_look/hull-collision.xmf");
const json = (/** @type {any[]} */ inputs, /** @type {string[]} */ options = []) =>
    JSON.parse(assetlint.check(inputs, { format: "json", options }).report);

// Each key of this configuration changes the report.
const configuration = {
    game: "x4",
    "fail-on": "warning",
    ignore: ["x4/content-id"],
    levels: { "x4/missing-texture": "error" },
    exclude: ["game/", "**/*-old.xmf"],
    with: ["game"],
    budgets: [{ paths: ["mod/assets/**"], bytes: 100 }],
    overrides: [{ paths: ["mod/assets/ships/**"], levels: { "xmf/collision-declaration": "note" } }],
    suppressions: [
        { rule: "cat/md5", path: "mod/ext_01.cat", reason: "the game reads it" },
        { rule: "xmf/trailing-bytes", path: "mod/assets/hull-collision.xmf", reason: "the exporter leaves them" },
    ],
};

/** A mod with a package, a game that it refers to, and the configuration. @param {object} settings */
function wholeMod(settings = configuration) {
    const fixture = "build/fixtures/x4/missing-texture/fires-with-game/";
    const parts = ["mod/content.xml", "mod/assets/textures/hull.dds", "mod/libraries/material_library.xml",
        "game/assets/textures/ships/tail.gz"];
    return [
        ...parts.map((path) => ({ path: `project/${path}`, data: read(fixture + path) })),
        ...["hull-collision.xmf", "hull-collision-old.xmf", "ships/hull-collision.xmf"].map((path) =>
            ({ path: `project/mod/assets/${path}`, data: mesh() })),
        ...["cat", "dat"].map((extension) =>
            ({ path: `project/mod/ext_01.${extension}`, data: read(`build/fixtures/cat/md5/fires-member.${extension}`) })),
        { path: "project/assetlint.json", data: new TextEncoder().encode(JSON.stringify(settings)) },
    ];
}

/** Files with findings that `fix` mends, mends with `unsafe`, and can't mend, one of them in a package. */
function fixableMod() {
    const fixtures = { "sums/shared.xac": "xac/influence-sum/fires-shared.xac", "sums/small.xac": "xac/influence-sum/fires-1.xac",
        "sums/-longer.xmf": "xmf/trailing-bytes/fires-1.xmf", "packed.zip": "archive/encrypted/near.zip" };
    return [{ path: "mod/hull-collision.xmf", data: mesh() },
        ...Object.entries(fixtures).map(([path, from]) => ({ path: `mod/${path}`, data: read(`build/fixtures/${from}`) }))];
}

/** What the native program writes about the same files in a folder, and the files that it changes.
 * @param {any[]} inputs @param {string[]} words */
function runNative(inputs, words) {
    const folder = mkdtempSync(join(tmpdir(), "assetlint-"));
    try {
        for (const { path, data } of inputs) {
            mkdirSync(dirname(join(folder, path)), { recursive: true });
            writeFileSync(join(folder, path), data);
        }
        const done = spawnSync(native, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
        const files = inputs.map(({ path }) => ({ path, data: readFileSync(join(folder, path)) }))
            .filter(({ data }, number) => !data.equals(inputs[number].data));
        return { ...done, files };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const tests = {
    "the version is a number"() {
        assert.match(assetlint.version, /^\d+\.\d+\.\d+$/);
    },
    "the catalogue has its rules"() {
        assert.ok(assetlint.rules.length > 100);
        assert.ok(assetlint.rules.some((rule) => rule.id === "xmf/collision-declaration" && rule.level === "error"));
    },
    "a file is checked under its path"() {
        const report = json([{ path: "ships/hull-collision.xmf", data: mesh() }]);
        assert.deepEqual(report.files.map((file) => file.path), ["ships/hull-collision.xmf"]);
        assert.deepEqual(report.findings.map((finding) => finding.rule), ["xmf/collision-declaration"]);
    },
    "an ArrayBuffer is accepted like a view, and of a view only its part is read"() {
        const bytes = mesh();
        const larger = new Uint8Array(bytes.length + 20);
        larger.set(bytes, 7);
        const part = larger.subarray(7, 7 + bytes.length);
        const whole = new Uint8Array(bytes).buffer;
        assert.deepEqual(json([{ path: "a.xmf", data: part }]), json([{ path: "a.xmf", data: whole }]));
    },
    "several files are a folder: unknown ones are skipped, paths are kept"() {
        const report = json([{ path: "b.xmf", data: mesh() }, { path: "a/c.xmf", data: mesh() },
            { path: "readme.txt", data: new Uint8Array(3) }]);
        assert.deepEqual(report.files.map((file) => file.path), ["a/c.xmf", "b.xmf"]);
    },
    "a configuration among the files is used"() {
        const data = new TextEncoder().encode('{"ignore": ["xmf/collision-declaration"]}');
        const report = json([{ path: "mod/hull-collision.xmf", data: mesh() }, { path: "mod/assetlint.json", data }]);
        assert.equal(report.findings.length, 0);
    },
    "an invalid configuration is an error with its place"() {
        const inputs = [{ path: "mod/hull-collision.xmf", data: mesh() },
            { path: "mod/assetlint.json", data: new TextEncoder().encode("{") }];
        assert.throws(() => assetlint.check(inputs), (error) => error instanceof AssetlintError && error.exit === 2
            && error.message.startsWith("mod/assetlint.json:1:"));
    },
    "a mod with its configuration gives the report of the native program"() {
        for (const format of ["json", "ndjson", "sarif", "text", "lines", "github", "junit"]) {
            const { status, stdout } = runNative(wholeMod(), ["check", "--format", format, "--show", "note", "project"]);
            assert.equal(status, 1);
            assert.deepEqual(assetlint.check(wholeMod(), { format, options: ["--show", "note"] }), { exit: 1, report: stdout });
        }
        const { findings } = json(wholeMod(), ["--show", "note"]);
        assert.deepEqual(findings.map((/** @type {any} */ finding) => `${finding.level} ${finding.rule}`), [
            "warning budget/bytes", "error xmf/collision-declaration", "warning budget/bytes",
            "note xmf/collision-declaration", "warning budget/bytes", "error xmf/bad-magic", "error x4/missing-texture",
            "warning config/unused-suppression"]);
    },
    "each key of that configuration counts"() {
        const { report } = assetlint.check(wholeMod(), { show: "note" });
        for (const key of Object.keys(configuration)) {
            const without = { ...configuration, [key]: undefined };
            assert.notEqual(assetlint.check(wholeMod(without), { show: "note" }).report, report, key);
        }
    },
    "a check gives its exit status"() {
        const inputs = [{ path: "hull-collision.xmf", data: mesh() }];
        assert.equal(assetlint.check(inputs).exit, 1);
        assert.equal(assetlint.check(inputs, { failOn: "never" }).exit, 0);
        assert.equal(assetlint.check([{ path: "readme.txt", data: new Uint8Array(3) }], { allowEmpty: true }).exit, 0);
    },
    "an unknown option throws, and names the known ones"() {
        for (const options of [{ formt: "json" }, { Format: "json" }, { help: true }, { jobs: undefined }]) {
            assert.throws(() => assetlint.check([{ path: "a.xmf", data: mesh() }], /** @type {any} */ (options)),
                (error) => error instanceof TypeError && /unknown option \w+; the options are allowEmpty, .*, options$/.test(error.message));
        }
        assert.throws(() => assetlint.check([{ path: "a.xmf", data: mesh() }], /** @type {any} */ ({ format: "jsn" })),
            (error) => error instanceof AssetlintError && error.exit === 2);
    },
    "a named option is the option of the command line"() {
        const { stdout } = runNative([], ["help", "check"]);
        const values = { allowEmpty: true, baseline: "baseline.json", config: "settings.json", exclude: ["old/", "-x"],
            failOn: "never", format: "json", game: "x4", ignore: "xmf/*", level: ["xac/*=note", "xsm/*=off"],
            maxFileSize: "64M", maxInflated: 1 << 26, maxMemory: "1G", maxPerRule: 0, noConfig: false, quiet: true,
            sarifRoot: ".", sarifSuppressed: true, select: ["xmf/*", "xac/*"], show: "note", with: "mod" };
        const empty = { "settings.json": "{}", "baseline.json": '{"tool": "assetlint", "version": 1, "findings": []}' };
        const inputs = [{ path: "mod/hull-collision.xmf", data: mesh() },
            ...Object.entries(empty).map(([path, text]) => ({ path, data: new TextEncoder().encode(text) }))];
        for (const [name, value] of Object.entries(values)) {
            const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
            assert.match(stdout, new RegExp(`--${option}\\b`), name);
            assert.equal(typeof assetlint.check(inputs, { [name]: value }).report, "string", name);
        }
    },
    "options are those of the command line"() {
        assert.equal(json([{ path: "hull-collision.xmf", data: mesh() }], ["--ignore", "xmf/*"]).findings.length, 0);
        assert.throws(() => assetlint.check([{ path: "a.xmf", data: mesh() }], { options: ["--no-such"] }), AssetlintError);
    },
    "a mod is fixed as the native program does it in place, and the inputs stay"() {
        const sorted = (/** @type {any[]} */ files) => files.map(({ path, data }) => `${path} ${Buffer.from(data).toString("hex")}`).sort();
        for (const [options, words, changed] of /** @type {[object, string[], string[]][]} */ ([
            [{}, [], ["mod/hull-collision.xmf", "mod/sums/-longer.xmf"]],
            [{ unsafe: true }, ["--unsafe"], ["mod/hull-collision.xmf", "mod/sums/-longer.xmf", "mod/sums/shared.xac"]],
            [{ select: ["xmf/trailing-bytes"] }, ["--select", "xmf/trailing-bytes"], ["mod/sums/-longer.xmf"]],
            [{ exclude: ["sums/"], unsafe: true }, ["--exclude", "sums/", "--unsafe"], ["mod/hull-collision.xmf"]]])) {
            const { status, stdout, files } = runNative(fixableMod(), ["fix", "-f", "json", "--in-place", ...words, "mod"]);
            const inputs = fixableMod(), given = assetlint.fix(inputs, options);
            assert.deepEqual(given.report, JSON.parse(stdout));
            assert.equal(given.exit, status);
            assert.deepEqual(sorted(given.files), sorted(files));
            assert.deepEqual(given.files.map(({ path }) => path).sort(), changed);
            assert.deepEqual(sorted(inputs), sorted(fixableMod()));
        }
    },
    "a fixed file has no finding that a fix would mend, and a second fix changes nothing"() {
        const { files, exit, report } = assetlint.fix([{ path: "./-hull-collision.xmf", data: mesh() }]);
        assert.deepEqual([files.map(({ path }) => path), exit, report.summary],
            [["-hull-collision.xmf"], 0, { files: 1, changes: 3, written: 1, refused: 0, heldBack: 0 }]);
        assert.deepEqual(json(files).findings, []);
        assert.deepEqual(assetlint.fix(files).files, []);
    },
    "what a fix refuses is in its report, and its exit status is 1"() {
        const { exit, report, files } = assetlint.fix(fixableMod().filter(({ path }) => path.endsWith("small.xac")), { unsafe: true });
        assert.deepEqual([exit, files.length, report.changes.length], [1, 0, 0]);
        assert.match(report.refused[0].reason, /the weights of vertex 0 add up to 0\.5, which is too little/);
        assert.equal(report.refused[0].heldBack, false);
    },
    "references are given as files, which are not checked"() {
        const all = wholeMod(undefined), fixture = all.map(({ path, data }) => ({ path: path.replace("project/", ""), data }));
        const mod = fixture.filter(({ path }) => path.startsWith("mod/")), game = fixture.filter(({ path }) => path.startsWith("game/"));
        const missing = (/** @type {any} */ options) => JSON.parse(assetlint.check(mod, { format: "json", ...options }).report).findings
            .filter((/** @type {any} */ { rule }) => rule === "x4/missing-texture");
        assert.equal(missing({}).length, 0);
        const [found, ...others] = missing({ with: game });
        assert.deepEqual([found.path, others.length], ["mod/libraries/material_library.xml", 0]);
        const { output } = assetlint.run(["index", "game"], game);
        assert.match(output, /^assetlint names 1\n(.*\n)*file assets\/textures\/ships\/tail\.gz\n/);
        const names = { path: "x4.names", data: new TextEncoder().encode(output) };
        assert.deepEqual(missing({ with: [names] }), [found]);
        // Beside files of several folders, where the folder that contains all files is checked.
        const beside = [...mod, { path: "other/a.txt", data: new Uint8Array(1) }];
        const { report } = assetlint.check(beside, { format: "json", with: [...game, { path: "game/hull-collision.xmf", data: mesh() }, names] });
        assert.ok(!report.includes(".references") && JSON.parse(report).findings.some((/** @type {any} */ { rule }) => rule === found.rule));
        assert.equal(assetlint.fix(mod, { with: game }).report.summary.files, assetlint.fix(mod).report.summary.files);
        names.data = new TextEncoder().encode("assetlint names 1\nfile\n");
        assert.throws(() => assetlint.check(mod, { with: [names] }), (error) => error instanceof AssetlintError && error.exit === 2 &&
            error.message === '.references/x4.names:2:5: a name is missing behind "file"');
        assert.throws(() => assetlint.check(mod, { with: [{ path: "../a", data: new Uint8Array(1) }] }), TypeError);
    },
    "fix knows its own options, and no others"() {
        const { stdout } = runNative([], ["help", "fix"]);
        const values = { allowEmpty: true, baseline: "baseline.json", config: "settings.json", exclude: ["old/"], game: "x4",
            ignore: "xmf/limit", maxFileSize: "64M", maxInflated: 1 << 26, maxMemory: "1G", noConfig: false, select: ["xmf/*"], unsafe: true,
            with: "mod" };
        const empty = { "settings.json": "{}", "baseline.json": '{"tool": "assetlint", "version": 1, "findings": []}' };
        const inputs = [{ path: "mod/hull-collision.xmf", data: mesh() },
            ...Object.entries(empty).map(([path, text]) => ({ path, data: new TextEncoder().encode(text) }))];
        for (const [name, value] of Object.entries(values)) {
            assert.match(stdout, new RegExp(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\\b`), name);
            assert.equal(assetlint.fix(inputs, { [name]: value }).files.length, 1, name);
        }
        for (const name of ["format", "inPlace", "output", "jobs", "failOn", "Unsafe"]) {
            assert.throws(() => assetlint.fix(inputs, /** @type {any} */ ({ [name]: "x" })),
                (error) => error instanceof TypeError && /unknown option \w+; the options are allowEmpty, .*, options$/.test(error.message));
        }
        assert.throws(() => assetlint.fix(inputs, { config: "none.json" }), AssetlintError);
    },
    "files that a command writes are handed out"() {
        const inputs = [{ path: "hull-collision.xmf", data: mesh() }, { path: "made.json", data: new Uint8Array(0) }];
        const { files, output } = assetlint.run(["check", "-f", "text", "-f", "json=made.json", "hull-collision.xmf"], inputs);
        assert.match(output, /FAILED/);
        assert.deepEqual(files.map(({ path }) => path), ["made.json"]);
        assert.equal(JSON.parse(new TextDecoder().decode(files[0].data)).findings.length, 1);
        assert.equal(assetlint.run(["check", "-f", "json=no/such.json", "hull-collision.xmf"], inputs).exit, 3);
    },
    "invalid paths are refused"() {
        for (const path of ["", "/", "..", "a/../b", "a\0b"]) {
            assert.throws(() => assetlint.check([{ path, data: mesh() }]), TypeError);
        }
        const twice = ["a", "./a"], within = ["a", "a/b"];
        for (const paths of [twice, within]) {
            assert.throws(() => assetlint.check(paths.map((path) => ({ path, data: mesh() }))), TypeError);
        }
    },
    "data of another type is refused"() {
        assert.throws(() => assetlint.check([{ path: "a.xmf", data: /** @type {any} */ ("text") }]), TypeError);
    },
    "any bytes give a report, and don't affect the next file"() {
        const bytes = mesh();
        const before = assetlint.check([{ path: "a.xmf", data: bytes }], { format: "json" }).report;
        for (let length = 0; length < bytes.length; length += 3) {
            assert.equal(json([{ path: "a.xmf", data: bytes.subarray(0, length) }]).files.length, 1);
        }
        assert.equal(assetlint.check([{ path: "a.xmf", data: bytes }], { format: "json" }).report, before);
    },
    "too little memory is reported"() {
        const report = json([{ path: "a.xmf", data: mesh() }], ["--max-memory", "64"]);
        assert.equal(report.summary.exit, 3);
    },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        test();
    } catch (error) {
        failed++;
        console.log(`${name}: ${/** @type {Error} */ (error).message}`);
    }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
