// chromium.mjs: what the tests of pages share: headless Chromium, a page that tells what went wrong in it, and the tests'
// frame. Run them with in_chromium.sh.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const packages = createRequire(resolve(process.env.PAGE_TESTS ?? ".", "package.json"));
const puppeteer = packages("puppeteer-core");
const axe = readFileSync(packages.resolve("axe-core/axe.min.js"), "utf8");

export const DESKTOP = { width: 1366, height: 768 };
export const PHONE = { width: 320, height: 640 };

/** WebGL without a GPU. */
const DRAWS = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

/** @param {{ webgl?: boolean, flags?: string[] }} [how] */
export async function startBrowser({ webgl = true, flags = [] } = {}) {
    return puppeteer.launch({
        executablePath: "/usr/bin/chromium", headless: true, protocolTimeout: 600000,
        args: ["--no-sandbox", "--disable-dev-shm-usage", ...webgl ? DRAWS : ["--disable-3d-apis"], ...flags],
    });
}

/** Opens a page. `problems` gets messages of the console, errors, and requests to an address that isn't `own`.
 * @param {any} browser @param {string} address @param {{ size?: object, scheme?: string, own?: string, moves?: boolean }} [how] `moves`: the
 * system allows motion */
export async function openPage(browser, address, { size = DESKTOP, scheme = "light", own, moves = false } = {}) {
    const page = await browser.newPage();
    const problems = [];
    page.on("console", (message) => problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
    page.on("request", (request) => {
        const url = request.url();
        if (url !== address && !/^(data|blob):/.test(url) && !(own !== undefined && url.startsWith(own))) {
            problems.push(`request: ${url}`);
        }
    });
    await page.setViewport(size);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme },
        { name: "prefers-reduced-motion", value: moves ? "no-preference" : "reduce" }]);
    await page.goto(address, { timeout: 120000 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return { page, problems };
}

/** Drops files and folders on a page. @param {any} page @param {string[]} files paths */
export async function drop(page, ...files) {
    const client = await page.createCDPSession();
    for (const type of ["dragEnter", "dragOver", "drop"]) {
        await client.send("Input.dispatchDragEvent", { type, x: 150, y: 150, data: { items: [], files, dragOperationsMask: 1 } });
    }
    await client.detach();
}

/** What axe-core finds on a page. A page's policy allows no script of a test, so it runs in a world of its own. */
export async function accessibilityProblems(page) {
    const client = await page.createCDPSession();
    const { frameTree } = await client.send("Page.getFrameTree");
    const { executionContextId } = await client.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const evaluate = async (expression) => {
        const { result, exceptionDetails } = await client.send("Runtime.evaluate", {
            expression, contextId: executionContextId, awaitPromise: true, returnByValue: true });
        assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
        return result.value;
    };
    await evaluate(`${axe}; true`);
    const found = await evaluate(`axe.run(document, { resultTypes: ["violations"] }).then((result) => JSON.stringify(
        result.violations.map((rule) => [rule.id, rule.nodes.map((node) => node.html.slice(0, 160) + " " +
            (node.any[0]?.message ?? ""))])))`);
    return JSON.parse(found);
}

/** Runs tests, and prints the sums. Words of the command line behind the first choose tests by their names.
 * @param {Record<string, () => Promise<void>>} tests */
export async function runTests(tests, wanted = process.argv.slice(3)) {
    let passed = 0, failed = 0;
    for (const [name, test] of Object.entries(tests)) {
        if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) {
            continue;
        }
        try {
            await test();
            passed++;
        } catch (error) {
            failed++;
            console.log(`${name}: ${error.stack}`);
        }
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}
