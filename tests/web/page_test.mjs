// page_test.mjs: the page where files are dropped, in Chromium, from a web server and from a file.
//
//     tests/web/in_chromium.sh FOLDER tests/web/page_test.mjs index.html [TEST...]
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PHONE, accessibilityProblems, openPage, runTests, startBrowser } from "./chromium.mjs";

const index = resolve(process.argv[2]);
const root = fileURLToPath(new URL("../../", import.meta.url));
const corpus = join(root, "corpus/first_look");
const folder = mkdtempSync(join(tmpdir(), "assetlint-page-"));
const browser = await startBrowser();
/** @type {string[]} */
const asked = [];
const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader("Content-Type", "text/html");
    response.end(readFileSync(index));
});
await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
const served = `http://127.0.0.1:${server.address().port}/`;

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
            await page.waitForSelector(".hex mark");
            assert.equal((await page.$$("#rules [data-rule]")).length, 2);
            assert.deepEqual(await accessibilityProblems(page), []);
            await press(page, "Check other files");
            assert.match(await seen(page), /Drop a mod here/);
        });
    },
    async "files from a server, where one request is all, and then without a network"() {
        asked.length = 0;
        await inPage(async (page) => {
            await page.setOfflineMode(true);
            await upload(page, ...readdirSync(corpus).map((name) => join(corpus, name)));
            assert.match(await verdict(page), /^FAILED\s+3 files checked/);
            await page.waitForSelector(".tab");
            await page.keyboard.press("1");
            await page.waitForSelector("canvas.mesh");
        }, { address: served });
        assert.deepEqual(asked, ["GET /"]);
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
    async "a drop"() {
        await inPage(async (page) => {
            await page.evaluate((data) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([Uint8Array.from(data)], "<b>&-collision.xmf"));
                dispatchEvent(new DragEvent("drop", { dataTransfer: transfer }));
            }, [...readFileSync(join(corpus, "hull-collision.xmf"))]);
            await verdict(page);
            assert.deepEqual(await page.$$eval("[data-path]", (all) => all.map((each) => each.dataset.path)), ["<b>&-collision.xmf"]);
        });
    },
    async "all is well"() {
        await inPage(async (page) => {
            await upload(page, join(corpus, "hull-lod0.xmf"));
            assert.match(await verdict(page), /^OK/);
            assert.match(await seen(page), /Nothing to report[^]*1 XMF/);
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
        });
        writeFileSync(join(folder, "texts/more.txt"), "another text");
        await inPage(async (page) => {
            await (await page.$("input.folder")).uploadFile(join(folder, "texts"));
            await page.waitForSelector(".problem, #verdict", { timeout: 120000 });
            assert.match(await seen(page), /Nothing to check[^]*No file of a known format[^]*XMF/);
            assert.deepEqual(await accessibilityProblems(page), []);
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
                while (document.querySelector("progress") === null) {
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
    async "progress counts files and bytes"() {
        await inPage(async (page) => {
            const texts = await page.evaluate(async (data) => {
                const transfer = new DataTransfer();
                for (let i = 0; i < 1500; i++) {
                    transfer.items.add(new File([Uint8Array.from(data)], `hull${i}-collision.xmf`));
                }
                dispatchEvent(new DragEvent("drop", { dataTransfer: transfer }));
                const all = new Set();
                while (document.querySelector("#verdict") === null) {
                    await new Promise((done) => setTimeout(done, 5));
                    all.add(document.querySelector(".promise")?.textContent);
                }
                return [...all];
            }, [...readFileSync(join(corpus, "hull-collision.xmf"))]);
            assert.ok(texts.some((text) => /^[\d,]+ of 1,500 files, .* of 722 KB$/.test(text ?? "")), `${texts}`);
        });
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
        const saved = join(folder, "assetlint-report.html");
        assert.match(readFileSync(saved, "utf8"), /^<!doctype html>\n<html lang="en" data-report="assetlint">/);
        await inPage(async (page) => {
            assert.match(await verdict(page), /^FAILED\s+3 files checked/);
        }, { address: String(pathToFileURL(saved)) });
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
        }, { address: served });
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
    server.close();
    rmSync(folder, { recursive: true });
}
