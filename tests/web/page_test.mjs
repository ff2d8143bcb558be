// page_test.mjs: the page where files are dropped, in Chromium, from a web server and from a file.
//
//     tests/web/in_chromium.sh FOLDER tests/web/page_test.mjs index.html [TEST...]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load } from "../../web/assetlint.js";
import { PageBundles } from "../../web/page/bundles.js";
import { PHONE, accessibilityProblems, drop, openPage, runTests, startBrowser } from "./chromium.mjs";

const index = resolve(process.argv[2]);
const root = fileURLToPath(new URL("../../", import.meta.url));
const corpus = join(root, "corpus/first_look");
const folder = mkdtempSync(join(tmpdir(), "assetlint-page-"));
const browser = await startBrowser();
/** A web server of the page. `answer` may change what it serves. @param {number} [port] */
async function serve(port = 0) {
    const asked = [], how = { asked, answer: (/** @type {Buffer} */ page, done) => done(page) };
    const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        const isPage = request.url === "/";
        response.setHeader("Content-Type", isPage ? "text/html" : "text/javascript");
        const file = isPage ? index : join(dirname(index), "service_worker.js");
        how.answer(readFileSync(file), (content) => response.end(content));
    });
    await new Promise((done) => server.listen(port, "127.0.0.1", () => done(undefined)));
    const close = () => new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
    });
    return Object.assign(how, { close, port: server.address().port, address: `http://127.0.0.1:${server.address().port}/` });
}
const server = await serve(), served = server.address;

/** Runs a test in the page, where nothing may go wrong. @param {(page: any) => Promise<void>} test */
async function inPage(test, { address = String(pathToFileURL(index)), ...how } = {}) {
    const { page, problems } = await openPage(browser, address, how);
    try {
        await test(page);
        assert.deepEqual(problems, []);
    } finally {
        await page.close();
    }
}

const press = (page, words) => page.evaluate((wanted) =>
    [...document.querySelectorAll("button")].find((each) => each.textContent === wanted).click(), words);
const verdict = async (page) => {
    await page.waitForSelector("#verdict", { timeout: 120000 });
    return page.$eval("#verdict", (each) => each.innerText);
};
const seen = (page) => page.$eval("body", (each) => each.innerText);
const upload = async (page, ...paths) => (await page.$("input[type=file]")).uploadFile(...paths);

const tests = {
    async "before a drop the page says what to do, and that nothing is uploaded"() {
        for (const scheme of ["light", "dark"]) {
            for (const size of [undefined, PHONE]) {
                await inPage(async (page) => {
                    assert.match(await seen(page), /Drop a mod here[^]*Choose files[^]*Try an example[^]*Nothing is uploaded[^]*XMF/);
                    assert.deepEqual(await accessibilityProblems(page), []);
                    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
                }, { scheme, size });
            }
        }
    },
    async "the example, from a file"() {
        await inPage(async (page) => {
            await press(page, "Try an example");
            assert.match(await verdict(page), /^FAILED\s+3 files checked: 2 with errors/);
            await page.waitForSelector("canvas.mesh");
            assert.match(await page.$eval(".show-marks", (each) => each.innerText), /Show the whole mesh/);
            await page.waitForSelector(".hex mark");
            assert.equal((await page.$$("#rules [data-rule]")).length, 2);
            assert.deepEqual(await accessibilityProblems(page), []);
            await press(page, "Check other files");
            assert.match(await seen(page), /Drop a mod here/);
        });
    },
    async "files from a server, which is asked for the page alone, and then without a network"() {
        server.asked.length = 0;
        await inPage(async (page) => {
            await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
            await page.setOfflineMode(true);
            await upload(page, ...readdirSync(corpus).map((name) => join(corpus, name)));
            assert.match(await verdict(page), /^FAILED\s+3 files checked/);
            await page.waitForSelector(".tab");
            await page.keyboard.press("1");
            await page.waitForSelector("canvas.mesh");
        }, { address: served });
        assert.deepEqual([...new Set(server.asked)], ["GET /", "GET /service_worker.js"]);
    },
    async "after the first visit the page opens without a network, and shows a new release at the next visit with one"() {
        const first = await serve();
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.goto(first.address);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await first.close();
        await page.setOfflineMode(true);
        await page.reload();
        await press(page, "Try an example");
        assert.match(await verdict(page), /^FAILED\s+3 files checked/);
        await page.setOfflineMode(false);
        const second = await serve(first.port);
        second.answer = (content, done) => done(String(content).replace("Drop a mod here", "Drop a new mod here"));
        await page.reload();
        const source = () => page.evaluate(() => document.documentElement.outerHTML.includes("Drop a new mod here"));
        assert.ok(await source(), "the new release is shown");
        second.answer = () => {}; // it never answers
        await page.reload({ timeout: 60000 });
        assert.ok(await source(), "the new release was kept");
        await context.close();
        await second.close();
    },
    async "a folder keeps its paths"() {
        mkdirSync(join(folder, "mod/meshes"), { recursive: true });
        writeFileSync(join(folder, "mod/meshes/hull-collision.xmf"), readFileSync(join(corpus, "hull-collision.xmf")));
        writeFileSync(join(folder, "mod/meshes/hull-lod0.xmf"), readFileSync(join(corpus, "hull-lod0.xmf")));
        await inPage(async (page) => {
            await (await page.$("input.folder")).uploadFile(join(folder, "mod"));
            await verdict(page);
            assert.deepEqual(await page.$$eval("[data-path]", (all) => all.map((each) => each.dataset.path)),
                ["mod/meshes/hull-collision.xmf"]);
        });
    },
    async "the check also looks in a folder, or in a file of names, which it doesn't check"() {
        const fixture = join(root, "build/fixtures/x4/missing-texture/fires-with-game");
        const names = join(folder, "x4.names");
        writeFileSync(names, "assetlint names 1\nfile assets/textures/ships/tail.gz\n");
        await inPage(async (page) => {
            const files = () => page.$$eval("[data-path]", (all) => all.map((each) => each.dataset.path));
            const also = () => page.$eval(".also", (each) => each.innerText);
            assert.equal(await also(), "Also look in a folder… (the game, another mod) or in a file… (names of the game, a package)");
            await (await page.$("input.reference.folder")).uploadFile(join(fixture, "game"));
            assert.equal(await also(), "Also looks in game: 1 file. Remove");
            await press(page, "Remove");
            await (await page.$("input.reference:not(.folder)")).uploadFile(names);
            assert.equal(await also(), "Also looks in x4.names: 1 file. Remove");
            await (await page.$("input.folder:not(.reference)")).uploadFile(join(fixture, "mod"));
            await verdict(page);
            assert.deepEqual(await files(), ["mod/libraries/material_library.xml"]);
            await press(page, "Check other files");
            assert.equal(await also(), "Also looks in x4.names: 1 file. Remove");
        });
    },
    async "files and folders are dropped, from a file and from a server; any file shows its model, also one of a package"() {
        const bone = join(corpus, "soldier.xac"), zip = join(root, "corpus/zip/seeds/deflated.zip");
        for (const [address, broken, fine, shown] of [
            [String(pathToFileURL(index)), "hull-collision.xmf", "fine-lod0.xmf", "fine-lod0.xmf"],
            [served, "<b>&-collision.xmf", "fine\u202E\\x41\u0085.xmf", "fine\\u{202E}\\x41\\xC2\\x85.xmf"]]) {
            const mod = mkdtempSync(join(folder, "mod"));
            mkdirSync(join(mod, ".git/objects"), { recursive: true });
            writeFileSync(join(mod, ".git/objects/hull.xmf"), "x");
            writeFileSync(join(mod, broken), readFileSync(join(corpus, "hull-collision.xmf")));
            writeFileSync(join(mod, fine), readFileSync(join(corpus, "hull-lod0.xmf")));
            await inPage(async (page) => {
                await drop(page, mod, bone, zip);
                await verdict(page);
                assert.deepEqual(await page.$$eval("[data-path]", (all) => all.map((each) => each.dataset.path)),
                    [`${basename(mod)}/${broken}`, "soldier.xac"]);
                const names = await page.$$eval(".tree .file.fine", (all) => all.map((each) => each.querySelector(".name").textContent));
                assert.deepEqual(names.filter((name) => name.startsWith("fine") || name.endsWith(".zip")), [shown, "deflated.zip"]);
                for (const [name, words] of [[`${basename(mod)}/${shown}`, "4 vertices"], ["deflated.zip", "models of their own"],
                    ["deflated.zip!/assets/part-lod0.xmf", "vertices"]]) {
                    await page.evaluate((file) => { location.hash = `#/${new URLSearchParams({ file })}`; }, name);
                    await page.waitForFunction((wanted) => document.querySelector("article.fine")?.textContent.includes(wanted), {}, words);
                }
                assert.deepEqual(await accessibilityProblems(page), []);
            }, { address });
        }
    },
    async "what the report has no bundle of comes from the worker, and a few are kept"() {
        const asked = [];
        const check = { views: async ({ path }) => {
            asked.push(path);
            return { path, views: path === "text" ? [] : [{}], findings: [] };
        } };
        const files = Array.from({ length: 10 }, (_, index) => ({ index, items: index < 2 ? [{}] : [], record: { path: `${index}` } }));
        const inlined = { withoutBundle: new Set([1]), bundleOf: async () => "in the report" };
        const bundles = new PageBundles(inlined, check, { files: [{ path: "9", member: "a" }] });
        assert.equal(await bundles.bundleOf(files[0]), "in the report");
        for (const index of [1, 2, 3, 4, 5, 6, 7, 8, 8, 1]) {
            assert.equal((await bundles.bundleOf(files[index])).path, `${index}`);
        }
        assert.deepEqual(asked, ["1", "2", "3", "4", "5", "6", "7", "8"]);
        assert.equal(bundles.leftOut, 0);
        await assert.rejects(bundles.bundleOf(files[9]), /package/);
        await assert.rejects(bundles.bundleOf({ items: [], record: { path: "text" } }), /nothing to draw/);
        await bundles.bundleOf(files[2]);
        assert.equal(asked.at(-1), "2", "the oldest one was forgotten");
    },
    async "all is well"() {
        await inPage(async (page) => {
            await upload(page, join(corpus, "hull-lod0.xmf"));
            assert.match(await verdict(page), /^OK/);
            assert.match(await seen(page), /Nothing to report[^]*1 XMF/);
            await page.waitForSelector("canvas.mesh");
            assert.deepEqual(await accessibilityProblems(page), []);
        });
    },
    async "nothing known"() {
        const path = join(folder, "notes.txt");
        writeFileSync(path, "a text");
        mkdirSync(join(folder, "texts"), { recursive: true });
        writeFileSync(join(folder, "texts/notes.txt"), "a text");
        await inPage(async (page) => {
            await upload(page, path);
            await page.waitForSelector(".problem", { timeout: 120000 });
            assert.match(await seen(page), /The file that you dropped is not of a known format: 1\u00A0\.txt\./);
        });
        writeFileSync(join(folder, "texts/more.txt"), "another text");
        await inPage(async (page) => {
            await (await page.$("input.folder")).uploadFile(join(folder, "texts"));
            await page.waitForSelector(".problem, #verdict", { timeout: 120000 });
            assert.match(await seen(page), /Nothing to check[^]*None of the 2 files that you dropped is of a known format: 2\u00A0\.txt\.[^]*XMF/);
            assert.deepEqual(await accessibilityProblems(page), []);
        });
    },
    async "what was passed over is named, and texts need the whole mod"() {
        const mod = join(folder, "part");
        mkdirSync(mod, { recursive: true });
        writeFileSync(join(mod, "hull-lod0.xmf"), readFileSync(join(corpus, "hull-lod0.xmf")));
        for (const name of ["wares.xml", "ship.xml", "read me.txt"]) {
            writeFileSync(join(mod, name), "<a/>");
        }
        await inPage(async (page) => {
            await drop(page, mod);
            await verdict(page);
            await page.click(".skipped summary");
            assert.match(await page.$eval(".skipped", (each) => each.innerText), new RegExp("Passed over: 3 files, 2\u00A0\\.xml, 1\u00A0\\.txt\\s+" +
                "XML and GFX are checked with the whole mod: drop the folder with content\\.xml\\.\\s+part/read me\\.txt\\s+part/ship\\.xml\\s+part/wares\\.xml"));
            assert.deepEqual(await accessibilityProblems(page), []);
            await press(page, "Check other files");
            await press(page, "Try an example");
            await verdict(page);
            assert.equal(await page.$(".skipped"), null);
        });
    },
    async "Back leads to the start, and Forward to the report"() {
        await inPage(async (page) => {
            await press(page, "Try an example");
            await verdict(page);
            await page.keyboard.press("j");
            await page.evaluate(() => history.back());
            await page.waitForSelector(".drop");
            await page.evaluate(() => history.forward());
            assert.match(await verdict(page), /^FAILED\s+3 files checked/);
            await page.waitForSelector(".tab");
            assert.match(await page.$eval(".finding.open", (each) => each.textContent), /the file is cut off/);
            await press(page, "Check other files");
            assert.match(await seen(page), /Drop a mod here/);
            await page.evaluate(() => history.back());
            await verdict(page);
            await page.evaluate(() => { location.hash = `#/${new URLSearchParams({ file: "first_look/hull-lod0.xmf" })}`; });
            await page.waitForSelector("article.fine canvas.mesh"); // the worker still answers
        });
    },
    async "Stop ends a check, and a second one starts anew"() {
        await inPage(async (page) => {
            const ran = await page.evaluate(async (data) => {
                const press = (words) => [...document.querySelectorAll("button")].find((each) => each.textContent === words)?.click();
                const transfer = new DataTransfer();
                for (let i = 0; i < 400; i++) {
                    transfer.items.add(new File([Uint8Array.from(data)], `hull${i}-collision.xmf`));
                }
                dispatchEvent(new DragEvent("drop", { dataTransfer: transfer }));
                while (document.querySelector("progress[max]") === null) {
                    await new Promise((done) => setTimeout(done));
                }
                const words = document.querySelector(".promise").textContent;
                press("Stop");
                const stopped = document.querySelector("progress") === null;
                press("Try an example");
                return [words, stopped];
            }, [...readFileSync(join(corpus, "hull-collision.xmf"))]);
            assert.deepEqual(ran, ["400 files, 192 KB", true]);
            assert.match(await verdict(page), /3 files checked/);
        });
    },
    async "2,000 files: progress counts files and bytes, and a second drop starts anew"() {
        const many = join(folder, "many");
        for (let i = 0; i < 2000; i++) {
            mkdirSync(join(many, `${i % 20}`), { recursive: true });
            writeFileSync(join(many, `${i % 20}/hull${i}-collision.xmf`), readFileSync(join(corpus, "hull-collision.xmf")));
        }
        await inPage(async (page) => {
            await drop(page, many);
            await page.waitForFunction(() => / of 2,000 files, .* of 962 KB$/.test(document.querySelector(".promise")?.textContent));
            const begun = Date.now();
            await drop(page, many);
            const texts = await page.evaluate(async () => {
                const all = [];
                while (document.querySelector("#verdict") === null) {
                    await new Promise((done) => setTimeout(done, 5));
                    all.push(document.querySelector(".promise")?.textContent ?? "");
                }
                return all;
            });
            assert.match(await verdict(page), /2000 files checked: 2000 with errors/);
            console.log(`2,000 files: checked in ${Date.now() - begun} ms`);
            const counts = texts.flatMap((text) => /^([\d,]+) of 2,000 files, .* of 962 KB$/.exec(text)?.[1] ?? []).map((each) => Number(each.replace(",", "")));
            assert.ok(counts.length > 3 && counts.every((each, i) => i === 0 || each >= counts[i - 1]), `${counts}`);
        }, { address: served });
    },
    async "files that are too large for the browser's memory are named, with advice"() {
        const heavy = join(folder, "heavy");
        mkdirSync(heavy, { recursive: true });
        writeFileSync(join(heavy, "big-lod0.xmf"), Buffer.concat([readFileSync(join(corpus, "hull-lod0.xmf")), Buffer.alloc(20 << 20)]));
        writeFileSync(join(heavy, "hull-lod0.xmf"), readFileSync(join(corpus, "hull-lod0.xmf")));
        for (const [pages, words] of [[300, /1 file not checked: too large for this browser's memory[^]*assetlint program[^]*1 file could not be checked/],
            [100, /The check could not finish\s+Perhaps the files are too large[^]*The assetlint program for Windows and Linux has no such limit/]]) {
            const small = await startBrowser({ flags: [`--js-flags=--wasm-max-mem-pages=${pages}`] });
            try {
                const { page } = await openPage(small, String(pathToFileURL(index)));
                await drop(page, heavy);
                await page.waitForSelector("#verdict, .problem", { timeout: 120000 });
                assert.match(await seen(page), /** @type {RegExp} */ (words));
                assert.deepEqual(await page.$$eval(".tree .file.warning .name", (all) => all.map((each) => each.textContent)),
                    pages === 300 ? ["big-lod0.xmf"] : []);
            } finally {
                await small.close();
            }
        }
    },
    async "save as HTML gives the report of the program"() {
        await inPage(async (page) => {
            const client = await page.createCDPSession();
            await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
            const done = new Promise((resolved) => client.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolved(undefined)));
            await press(page, "Try an example");
            await verdict(page);
            await press(page, "Save as HTML");
            await done;
        });
        const saved = join(folder, "assetlint-report.html"), ofPage = /"name":"first_look","date":"\d{4}-\d\d-\d\d",/;
        const assetlint = await load(readFileSync(join(dirname(index), "assetlint.wasm")));
        const inputs = readdirSync(corpus).map((name) => ({ path: `first_look/${name}`, data: readFileSync(join(corpus, name)) }));
        assert.match(readFileSync(saved, "utf8"), ofPage);
        assert.equal(readFileSync(saved, "utf8").replace(ofPage, ""), assetlint.check(inputs, { format: "html" }).report);
        await inPage(async (page) => {
            assert.match(await verdict(page), /^FAILED\s+3 files checked.* · first_look · \d{4}-\d\d-\d\d$/);
            assert.equal(await page.title(), "FAILED – first_look");
        }, { address: String(pathToFileURL(saved)) });
    },
    async "what can be fixed is listed, downloaded and checked again; choices only on demand"() {
        const mod = join(folder, "fixable"), fixtures = join(root, "build/fixtures");
        for (const [name, from] of Object.entries({ "a/longer.xmf": "xmf/trailing-bytes/fires-40.xmf", "a/sums.xac": "xac/influence-sum/fires-shared.xac",
            "a/small.xac": "xac/influence-sum/fires-1.xac", "packed.zip": "archive/encrypted/near.zip" })) {
            mkdirSync(dirname(join(mod, name)), { recursive: true });
            writeFileSync(join(mod, name), readFileSync(join(fixtures, from)));
        }
        writeFileSync(join(mod, "hull-collision.xmf"), readFileSync(join(corpus, "hull-collision.xmf")));
        const paths = ["a/longer.xmf", "a/small.xac", "a/sums.xac", "hull-collision.xmf", "packed.zip"];
        const inputs = () => paths.map((path) => ({ path: `fixable/${path}`, data: readFileSync(join(mod, path)) }));
        const assetlint = await load(readFileSync(join(dirname(index), "assetlint.wasm")));
        const summary = (page) => page.$eval(".fixes .sum", (each) => each.textContent);
        const downloaded = async (page, name, words) => {
            await press(page, words);
            for (let i = 0; i < 200 && !existsSync(join(folder, name)); i++) {
                await new Promise((done) => setTimeout(done, 50));
            }
            const content = readFileSync(join(folder, name));
            rmSync(join(folder, name));
            return content;
        };
        await inPage(async (page) => {
            const client = await page.createCDPSession();
            await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
            await drop(page, mod);
            assert.match(await verdict(page), /^FAILED/);
            await press(page, "Fix 5 findings");
            await page.waitForSelector(".fixes section");
            assert.equal(await summary(page), "5 changes in 3 files; 1 finding can't be fixed; 1 finding needs a choice.");
            assert.match(await page.$eval("[data-fixed='fixable/hull-collision.xmf']", (each) => each.innerText),
                /xmf\/collision-declaration\s+buffers\[0\]\.format\s+32 → 2/);
            assert.match(await page.$eval("[data-fixed='fixable/packed.zip!/broken.xmf']", (each) => each.innerText), /in a package/);
            assert.match(await page.$eval("[data-fixed='fixable/a/sums.xac']", (each) => each.innerText), /^fixable\/a\/sums.xac\s+Needs a choice: xac\/influence-sum/);
            assert.deepEqual(await accessibilityProblems(page), []);
            await page.click(".fixes input[type=checkbox]");
            await page.waitForSelector(".fixes .chip.choice");
            assert.equal(await summary(page), "6 changes in 4 files; 1 finding can't be fixed.");
            assert.match(await page.$eval("[data-fixed='fixable/a/small.xac']", (each) => each.innerText), /Not fixed: xac\/influence-sum the weights of vertex 0/);
            const zip = join(folder, "copy.zip"), unpacked = join(folder, "unpacked");
            writeFileSync(zip, await downloaded(page, "fixable-fixed.zip", "Download 3 fixed files as zip"));
            execFileSync("python3", ["-m", "zipfile", "-e", zip, unpacked]); // compares the checksums
            const { files } = assetlint.fix(inputs(), { unsafe: true });
            assert.deepEqual(readdirSync(unpacked, { recursive: true }).filter((name) => /\.x..$/.test(String(name))).sort(), files.map(({ path }) => path).sort());
            for (const { path, data } of files) {
                assert.ok(readFileSync(join(unpacked, path)).equals(data), path);
            }
            await press(page, "Check the fixed files");
            await page.waitForSelector(".remark.fixed");
            assert.match(await verdict(page), /^OK/);
            assert.match(await page.$eval(".remark.fixed", (each) => each.innerText), /3 fixed files checked\. Download 3 fixed files as zip/);
            await press(page, "Fix 2 findings");
            await page.waitForSelector(".fixes section");
            assert.equal(await summary(page), "1 change in 1 file; 1 finding can't be fixed.");
            await page.keyboard.press("Escape");
            await page.waitForFunction(() => document.querySelector("dialog.fixes") === null);
        });
        await inPage(async (page) => {
            const client = await page.createCDPSession();
            await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
            await drop(page, mod);
            await verdict(page);
            await press(page, "Fix this file");
            await page.waitForSelector(".fixes section");
            assert.deepEqual(await page.$$eval("[data-fixed]", (all) => all.map((each) => each.dataset.fixed)), ["fixable/hull-collision.xmf"]);
            assert.equal(await summary(page), "3 changes in 1 file.");
            assert.ok((await downloaded(page, "hull-collision.xmf", "Download hull-collision.xmf")).equals(
                assetlint.fix(inputs()).files.find(({ path }) => path === "fixable/hull-collision.xmf").data));
            await press(page, "Check the fixed file");
            await page.waitForSelector(".remark.fixed");
            assert.equal(await page.$("[data-path='fixable/hull-collision.xmf']"), null);
        }, { size: PHONE, scheme: "dark" });
    },
    async "copy as Markdown"() {
        await browser.defaultBrowserContext().overridePermissions(served, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
        await inPage(async (page) => {
            await page.bringToFront();
            await press(page, "Try an example");
            await verdict(page);
            await press(page, "Copy as Markdown");
            await page.waitForFunction(() => [...document.querySelectorAll("button")].some((each) => each.textContent === "Copied"));
            const text = await page.evaluate(() => navigator.clipboard.readText());
            assert.match(text, /^\*\*FAILED\*\*: 3 files checked[^]*\n- `first_look\/hull-collision\.xmf` at 0x78: \*\*error\*\*: collision/);
            assert.match(text, /\n\*\*How to fix\*\*\n\n- `xmf\/collision-declaration`: Export the object as a collision mesh/);
        }, { address: served });
    },
    async "the keyboard alone suffices"() {
        await inPage(async (page) => {
            const focused = () => page.evaluate(() => document.activeElement.textContent);
            while (await focused() !== "Try an example") {
                await page.keyboard.press("Tab");
            }
            await page.keyboard.press("Enter");
            assert.match(await verdict(page), /^FAILED/);
            assert.match(await focused(), /^FAILED/);
            await page.keyboard.press("j");
            assert.match(await focused(), /the file is cut off in vertices/);
            await page.keyboard.press("/");
            await page.keyboard.type("lod0");
            await page.keyboard.press("Tab");
            while (!/hull-lod0/.test(await focused())) {
                await page.keyboard.press("Tab");
            }
            await page.keyboard.press("Enter");
            await page.waitForSelector("article.fine canvas.mesh");
            assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "the page has no scroll bar");
        });
    },
    async "notes are shown on demand"() {
        await inPage(async (page) => {
            await upload(page, join(root, "build/fixtures/xmf/degenerate-triangle/fires.xmf"));
            assert.match(await verdict(page), /^OK/);
            await press(page, "Show all levels");
            await page.waitForSelector("[data-rule='xmf/degenerate-triangle'][data-offset]", { timeout: 60000 });
            await page.waitForSelector("canvas.mesh");
        });
    },
    async "the policy names what may run"() {
        const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(index, "utf8"))[1];
        assert.doesNotMatch(policy, /'unsafe-eval'|'unsafe-inline'|https?:|\*/);
    },
};

try {
    await runTests(tests);
} finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
}
