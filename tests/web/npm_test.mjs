// npm_test.mjs: the npm package, installed from its file into an empty folder without a network. Its command must write what
// the native program writes, and its module must be found by its name and fit its types.
//
//     node tests/web/npm_test.mjs assetlint-VERSION.tgz NATIVE [TYPESCRIPT]
//
// TYPESCRIPT is a folder with the packages typescript and @types/node in its node_modules; without it, types aren't checked.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [file, native, typescript] = process.argv.slice(2).map((path) => resolve(path));
const root = fileURLToPath(new URL("../../", import.meta.url));
const base = fs.mkdtempSync(join(tmpdir(), "assetlint-npm-"));
const project = join(base, "project"), room = join(base, "room");
const quiet = { ...process.env, npm_config_offline: "true", npm_config_update_notifier: "false",
    npm_config_userconfig: join(base, "npmrc"), TERM: "xterm" };
delete quiet.NO_COLOR;
delete quiet.GITHUB_STEP_SUMMARY;
fs.mkdirSync(project);
fs.writeFileSync(join(project, "package.json"), '{"name": "empty", "private": true, "type": "module"}\n');
const installed = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent", file], {
    cwd: project, env: quiet, encoding: "utf8" });
assert.equal(installed.status, 0, installed.stderr);
const command = join(project, "node_modules/.bin/assetlint");

/** @param {string} program @param {string[]} words @param {object} [how] */
function run(program, words, how = {}) {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: room, env: quiet, maxBuffer: 1 << 30, ...how });
    return { status, out: stdout.toString("latin1"), messages: stderr.toString("latin1") };
}

/** Both programs give the same status, output and messages. Returns them. @param {string[]} words @param {object} [how] */
function same(words, how) {
    const expected = run(native, words, how), given = run(command, words, how);
    assert.equal(given.status, expected.status, `${words.join(" ")}: ${given.messages}`);
    for (const stream of /** @type {const} */ (["out", "messages"])) {
        const from = [...given[stream]].findIndex((letter, at) => letter !== expected[stream][at]);
        assert.ok(given[stream] === expected[stream], `${words.join(" ")}: ${stream}: ${given[stream].slice(from - 40, from + 80)}`);
    }
    return given;
}

/** Both programs write the same file, which is removed after each. @param {string} path @param {string[]} words */
function sameFile(path, words) {
    const contents = [native, command].map((program) => {
        const { status } = run(program, words);
        const content = fs.readFileSync(join(room, path), "latin1");
        fs.rmSync(join(room, path));
        return { status, content };
    });
    assert.deepEqual(contents[1], contents[0], words.join(" "));
    return contents[0];
}

/** Lines of a shell, in a terminal of 61 columns. @param {string} program @param {string} words */
function inTerminal(program, words) {
    const line = `stty cols 61; '${program}' ${words}`;
    return run("script", ["-qec", line, "/dev/null"], { env: { ...quiet, SHELL: "/bin/sh" }, stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts the command, and doesn't wait for its end. @param {string[]} words */
function begin(words) {
    const child = spawn(command, words, { cwd: room, env: quiet, stdio: ["pipe", "pipe", "pipe"] });
    let messages = "";
    child.stdout.resume();
    child.stderr.on("data", (text) => messages += text);
    const ended = new Promise((done) => child.on("close", (status, signal) => done({ status, signal, messages })));
    return { child, ended };
}

const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const tests = {
    "the package has no dependency, and only its own files"() {
        const found = fs.readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
        assert.deepEqual(found, ["assetlint"]);
        const about = JSON.parse(fs.readFileSync(join(project, "node_modules/assetlint/package.json"), "utf8"));
        assert.equal(about.dependencies, undefined);
        const names = fs.readdirSync(join(project, "node_modules/assetlint"));
        const licences = fs.readdirSync(join(project, "node_modules/assetlint/licences"));
        for (const library of ["zlib", "expat", "cJSON", "libarchive", "wasi-libc"]) {
            assert.ok(licences.includes(`${library}.txt`), `${library}: ${licences.join(" ")}`);
        }
        assert.deepEqual(names.sort(), ["LICENSE", "README.md", "assetlint.d.ts", "assetlint.js", "assetlint.wasm", "licences", "memory.js",
            "node", "package.json", "wasi.js", "worker.js"]);
    },
    "npx finds the command, and nothing else is printed"() {
        const { status, out, messages } = run("npx", ["assetlint", "--version"], { cwd: project });
        assert.deepEqual({ status, messages }, { status: 0, messages: "" });
        // The second line tells the sandbox, which depends on the system.
        assert.equal(out.split("\n")[0], run(native, ["--version"]).out.split("\n")[0]);
        assert.match(out, /^sandbox: .*WebAssembly/m);
    },
    "reports are those of the native program"() {
        for (const format of ["text", "lines", "json", "ndjson", "sarif", "github", "junit", "html"]) {
            const trees = ["corpus/bbanim", "corpus/first_look", "build/fixtures/x4"];
            assert.equal(same(["check", "-f", format, "--show", "note", ...trees], { cwd: root }).status, 1);
        }
    },
    "every command is that of the native program"() {
        for (const words of [[], ["--help"], ["help", "check"], ["rules"], ["rules", "-f", "json"], ["version", "x"], ["chek"],
            ["explain", "xmf/data-range"], ["dump", "hull-collision.xmf"], ["dump", "-f", "json", "--full", "hull-collision.xmf"],
            ["dump", "none.xmf"], ["none.xmf"], ["check", "--no-such"], ["."], ["mod", "--config", "none.json"],
            ["check", "-q", "--color", "always", "--max-per-rule", "1", "."], ["check", "-j", "4", "--progress", "never", "."],
            ["hull-collision.xmf/x"], ["check", "-f", "json=no/such/folder.json", "."], ["check", "-f", "json=mod", "."]]) {
            same(words);
        }
    },
    "paths: absolute ones, through parents, and of bytes that are not UTF-8"() {
        for (const path of [join(room, "mod"), "../room/mod", "mod/..//mod/./inner", "/", "mod/"].filter((one) => one !== "/")) {
            same(["check", "-f", "json", "--show", "note", path]);
            same(["check", "-f", "sarif", path]);
        }
        const odd = Buffer.from("odd-\xff-collision.xmf", "latin1");
        fs.copyFileSync(join(room, "hull-collision.xmf"), Buffer.concat([Buffer.from(`${room}/mod/`), odd]));
        assert.match(same(["check", "-f", "lines", "mod"]).out, /odd-\\xFF-collision\.xmf/);
        assert.match(run("sh", ["-c", `'${command}' check -f lines mod/odd-*`]).out, /odd-\\xFF-collision\.xmf/);
        fs.rmSync(Buffer.concat([Buffer.from(`${room}/mod/`), odd]));
    },
    "a configuration in a folder above is used"() {
        const { out } = same(["check", "-f", "json", "mod/inner"]);
        assert.equal(JSON.parse(out).findings.length, 0);
        assert.notEqual(JSON.parse(same(["check", "-f", "json", "--no-config", "mod/inner"]).out).findings.length, 0);
    },
    "links are followed where they are given, and only there"() {
        fs.symlinkSync("mod", join(room, "link"));
        fs.symlinkSync("../hull-collision.xmf", join(room, "mod/link.xmf"));
        fs.symlinkSync("nowhere", join(room, "mod/gone.xmf"));
        for (const words of [["link"], ["mod"], ["mod/link.xmf"], ["mod/gone.xmf"], ["mod", "link", "hull-collision.xmf"]]) {
            same(["check", "-f", "json", "--no-config", ...words]);
        }
        for (const path of ["link", "mod/link.xmf", "mod/gone.xmf"]) {
            fs.rmSync(join(room, path));
        }
    },
    "standard input: a pipe, a file from where it was read to, a list of paths"() {
        const input = fs.readFileSync(join(room, "hull-collision.xmf"));
        assert.equal(same(["check", "-f", "json", "--stdin-name", "hull-collision.xmf", "-"], { input }).status, 1);
        same(["check", "-f", "json", "-"], { input: "" });
        assert.equal(same(["check", "--files-from", "-"], { input: "hull-collision.xmf\nmod/inner\n" }).status, 1);
        assert.equal(same(["check", "-0", "--files-from", "-"], { input: "hull-collision.xmf\0" }).status, 1);
        fs.writeFileSync(join(room, "list"), "none.xmf\nhull-collision.xmf\n");
        for (const program of [native, command]) {
            const { status } = run("sh", ["-c", `{ read first; exec '${program}' check --files-from -; } <list`]);
            assert.equal(status, 1); // a shell reads a file only to the end of the line
        }
        const [expected, given] = [native, command].map((program) => run("sh", ["-c", `'${program}' check -f json - <hull-collision.xmf`]));
        assert.deepEqual(given, expected);
    },
    "a named pipe is read"() {
        const both = [native, command].map((program) => run("sh", ["-c",
            `p=a-collision.xmf; mkfifo $p; (sleep 0.1; cat hull-collision.xmf) >$p & '${program}' check -f json $p; echo $?; wait; rm $p`]));
        assert.deepEqual(both[1], both[0]);
        assert.match(both[0].out, /collision-declaration[^]*\n1\n$/);
    },
    "reports in files: several, through a link, with the permissions of the file that is replaced"() {
        const { status } = sameFile("a.json", ["check", "-f", "json=a.json", "-f", "sarif=b.sarif", "."]);
        assert.equal(status, 1);
        sameFile("b.sarif", ["check", "-f", "json=a.json", "-f", "sarif=b.sarif", "."]);
        fs.rmSync(join(room, "a.json"));
        fs.writeFileSync(join(room, "real.json"), "before", { mode: 0o640 });
        fs.symlinkSync("real.json", join(room, "link.json"));
        assert.equal(run(command, ["check", "-f", "json=link.json", "mod"]).status, 1);
        assert.ok(fs.lstatSync(join(room, "link.json")).isSymbolicLink());
        assert.equal(fs.statSync(join(room, "real.json")).mode & 0o777, 0o640);
        assert.match(fs.readFileSync(join(room, "real.json"), "utf8"), /collision-declaration/);
        assert.equal(same(["check", "-f", "json=hull-collision.xmf", "hull-collision.xmf"]).status, 2); // would overwrite an input
        assert.equal(same(["check", "-f", "json=link.json", "-f", "sarif=real.json", "mod"]).status, 2);
        assert.equal(run(command, ["check", "-f", "json=/dev/stderr", "-q", "mod"]).messages,
            run(native, ["check", "-f", "json=/dev/stderr", "-q", "mod"]).messages);
        assert.deepEqual(fs.readdirSync(room).filter((name) => name.includes("tmp")), []);
        for (const name of ["real.json", "link.json"]) {
            fs.rmSync(join(room, name));
        }
    },
    "a summary is added to the file of GitHub, and shards have reports"() {
        const summaries = [native, command].map((program) => {
            fs.writeFileSync(join(room, "summary.md"), "before\n");
            run(program, ["check", "-f", "github", "mod"], { env: { ...quiet, GITHUB_STEP_SUMMARY: join(room, "summary.md") } });
            return fs.readFileSync(join(room, "summary.md"), "utf8");
        });
        assert.equal(summaries[1], summaries[0]);
        assert.match(summaries[0], /^before\n\n## assetlint: FAILED/);
        for (const shard of ["1/2", "2/2"]) {
            sameFile("part.ndjson", ["check", "--shard", shard, "-f", "ndjson=part.ndjson", "."]);
        }
        sameFile("baseline.json", ["check", "--write-baseline", "baseline.json", "mod"]);
    },
    "fix writes the files of the native program, with its status and messages"() {
        const trees = { mod: "build/fixtures/xmf", sums: "build/fixtures/xac/influence-sum", packed: "build/fixtures/archive/encrypted" };
        for (const words of [["mod"], ["-f", "json", "--unsafe", "."], ["-o", "fixed", "mod"], ["-o", "fixed", "--unsafe", "mod", "sums"],
            ["--in-place", "mod"], ["--in-place", "--unsafe", "-f", "json", "."], ["-o", "no/such", "mod"], ["-o", "mod", "mod"],
            ["--in-place", "link.xmf"], ["--in-place", "none.xmf"], ["--in-place"], ["--in-place", "-o", "fixed", "mod"]]) {
            const [expected, given] = [native, command].map((program) => {
                const here = fs.mkdtempSync(join(base, "fix-"));
                for (const [name, from] of Object.entries(trees)) {
                    fs.cpSync(join(root, from), join(here, name), { recursive: true });
                }
                fs.chmodSync(join(here, "mod/trailing-bytes/fires-1.xmf"), 0o751);
                fs.symlinkSync("mod/trailing-bytes/fires-1.xmf", join(here, "link.xmf"));
                const done = run(program, ["fix", ...words], { cwd: here });
                const files = fs.readdirSync(here, { recursive: true }).sort().map((name) => {
                    const path = join(here, String(name)), about = fs.lstatSync(path);
                    return [name, about.mode, about.isFile() ? createHash("md5").update(fs.readFileSync(path)).digest("hex") : ""].join(" ");
                });
                fs.rmSync(here, { recursive: true });
                return { ...done, files };
            });
            assert.deepEqual(given, expected, words.join(" "));
        }
    },
    "fix replaces a file whole, or not at all"() { // the tests of the native program: folders and files that are read-only, full disks
        const { status, out, messages } = run("python3", ["-B", join(root, "tests/cli/test_fix.py"), "--program", command, "InPlace"]);
        assert.equal(status, 0, out + messages);
    },
    "a terminal gets colours and lines of its width, and two streams keep their order"() {
        for (const words of ["check mod", "check --files-from none mod", "explain xmf/data-range", "chek"]) {
            const expected = inTerminal(native, words), given = inTerminal(command, words);
            assert.deepEqual(given, expected, words);
        }
        assert.match(inTerminal(command, "check mod").out, /\x1b\[/);
        assert.doesNotMatch(inTerminal(command, "check mod | cat").out, /\x1b\[/);
    },
    "a closed pipe ends the program as natively"() {
        const both = [native, command].map((program) => run("bash", ["-c",
            `'${program}' rules -f json | head -c 10; echo " \${PIPESTATUS[0]}"`]));
        assert.deepEqual(both[1], both[0]);
    },
    async "the first interrupt ends a check with its report, the second one at once"() {
        spawnSync("mkfifo", [join(room, "pipe")]);
        const { child, ended } = begin(["check", "-f", "json=made.json", "hull-collision.xmf", "pipe"]); // nobody writes to it
        while (!fs.readdirSync(room).some((name) => name.endsWith(".tmp"))) {
            await pause(20); // until the program has opened its report
        }
        await pause(200);
        child.kill("SIGINT");
        const { status, messages } = await ended;
        assert.equal(status, 3);
        assert.match(messages, /interrupted/);
        assert.equal(JSON.parse(fs.readFileSync(join(room, "made.json"), "utf8")).summary.exit, 3);
        fs.rmSync(join(room, "made.json"));
        const { child: dump, ended: killed } = begin(["dump", "pipe"]); // it would catch no interrupt
        await pause(200);
        dump.kill("SIGTERM");
        assert.equal((await killed).signal, "SIGTERM");
    },
    "a script imports the module by the name of the package"() {
        fs.writeFileSync(join(project, "try.mjs"), `
            import { readFile } from "node:fs/promises";
            import { AssetlintError, load } from "assetlint";
            const assetlint = await load(await readFile(new URL(import.meta.resolve("assetlint/assetlint.wasm"))));
            const data = await readFile(process.argv[2]);
            const inputs = [{ path: "hull-collision.xmf", data }];
            const { exit, report } = assetlint.check(inputs, { format: "json" });
            let refused = "";
            try { assetlint.check(inputs, { formt: "json" }); } catch (error) { refused = error.constructor.name; }
            const fixed = assetlint.fix(inputs).files.map(({ path, data }) => [path, data.length]);
            process.stdout.write(JSON.stringify({ exit, report, refused, fixed, version: assetlint.version }));`);
        const { out } = run(process.execPath, ["try.mjs", join(room, "hull-collision.xmf")], { cwd: project });
        const { exit, report, refused, fixed, version } = JSON.parse(out);
        const { status, out: expected } = run(native, ["check", "-f", "json", "hull-collision.xmf"]);
        assert.deepEqual({ exit, report, refused }, { exit: status, report: expected, refused: "TypeError" });
        assert.deepEqual(fixed, [["hull-collision.xmf", 481]]);
        assert.equal(`assetlint ${version}`, run(native, ["--version"]).out.split("\n")[0]);
    },
    "the types are those of the comments, and a program that uses them wrongly doesn't compile"() {
        if (typescript === undefined) {
            console.log("skipped: types: no TypeScript is given");
            return;
        }
        const tsc = (/** @type {string[]} */ words) => run(join(typescript, "node_modules/.bin/tsc"), ["--strict", "--target", "es2022",
            "--module", "nodenext", "--lib", "es2023,webworker", "--types", "node", "--typeRoots",
            join(typescript, "node_modules/@types"), ...words], { cwd: project });
        const from = join(base, "types");
        fs.cpSync(join(project, "node_modules/assetlint"), from, { recursive: true });
        fs.rmSync(join(from, "assetlint.d.ts"));
        // The order of words in a union depends on the files that are compiled, so the declarations are made of one alone.
        const made = tsc(["--allowJs", "--checkJs", "--declaration", "--emitDeclarationOnly", "--outDir", join(base, "made"),
            join(from, "assetlint.js")]);
        const others = tsc(["--allowJs", "--checkJs", "--noEmit",
            ...["worker.js", "node/main.js", "node/program.js"].map((name) => join(from, name))]);
        assert.equal(made.status + others.status, 0, made.out + others.out);
        assert.equal(fs.readFileSync(join(base, "made/assetlint.d.ts"), "utf8"),
            fs.readFileSync(join(root, "web/assetlint.d.ts"), "utf8"), "copy this file: web/assetlint.d.ts is older than the comments");
        fs.writeFileSync(join(project, "uses.ts"), `
            import { load, type CheckResult, type FixResult, type Input } from "assetlint";
            const inputs: Input[] = [{ path: "a.xmf", data: new Uint8Array(3) }];
            export const result: CheckResult = (await load(new ArrayBuffer(8))).check(inputs, { format: "json", failOn: "note" });
            // @ts-expect-error: there is no such option
            (await load(new ArrayBuffer(8))).check(inputs, { formt: "json" });
            export const fixed: FixResult = (await load(new ArrayBuffer(8))).fix(inputs, { unsafe: true });
            export const bytes: Uint8Array | undefined = fixed.files[0]?.data;
            // @ts-expect-error: a fix has a report of its own
            (await load(new ArrayBuffer(8))).fix(inputs, { format: "json" });\n`);
        const used = tsc(["--noEmit", "uses.ts"]);
        assert.equal(used.status, 0, used.out);
        // Also where nothing but the language is known: no page, no worker, no Node.
        fs.mkdirSync(join(project, "none"));
        const bare = run(join(typescript, "node_modules/.bin/tsc"), ["--strict", "--target", "es2022", "--module", "nodenext",
            "--lib", "es2022", "--typeRoots", "none", "--noEmit", "uses.ts"], { cwd: project });
        assert.equal(bare.status, 0, bare.out);
    },
};

fs.cpSync(join(root, "corpus/first_look"), room, { recursive: true });
fs.mkdirSync(join(room, "mod/inner"), { recursive: true });
for (const name of ["mod/hull-collision.xmf", "mod/inner/hull-collision.xmf"]) {
    fs.copyFileSync(join(room, "hull-collision.xmf"), join(room, name));
}
fs.writeFileSync(join(room, "mod/assetlint.json"),
    '{"overrides": [{"paths": ["inner/**"], "levels": {"xmf/collision-declaration": "off"}}]}');
let failed = 0, count = 0;
for (const [name, test] of Object.entries(tests)) {
    if (process.argv.length > 5 && !process.argv.slice(5).some((word) => name.includes(word))) {
        continue;
    }
    count++;
    try {
        await test();
    } catch (error) {
        failed++;
        console.log(`${name}: ${/** @type {Error} */ (error).message}`);
    }
}
fs.rmSync(base, { recursive: true });
console.log(`${count - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
