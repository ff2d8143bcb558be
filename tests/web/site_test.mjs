// site_test.mjs: the site of the documentation in Chromium, below a prefix of a server.
//
//     tests/web/in_chromium.sh FOLDER tests/web/site_test.mjs SITE [TEST...]
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { DESKTOP, PHONE, accessibilityProblems, openPage, runTests, startBrowser } from "./chromium.mjs";

const site = resolve(process.argv[2]);
if (!existsSync(join(site, "index.html"))) {
    console.log("skipped: the site in Chromium: it was not made");
    process.exit(77);
}
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
    ".json": "application/json", ".webp": "image/webp" };
const PREFIX = "/some/folder/";
const RULE = "rules/xmf/lod-extent";

/** A server of files as simple as they come. It redirects from a folder to its address with a slash. */
const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = join(site, path.slice(PREFIX.length));
    if (!path.startsWith(PREFIX) || !existsSync(file)) {
        response.writeHead(404).end();
        return;
    }
    if (statSync(file).isDirectory()) {
        if (!path.endsWith("/")) {
            response.writeHead(301, { location: `${path}/` }).end();
            return;
        }
        file = join(file, "index.html");
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const own = `http://127.0.0.1:${server.address().port}${PREFIX}`;
const browser = await startBrowser({ webgl: false });

/** Runs a test on a page, where nothing may go wrong and nothing comes from another host.
 * @param {string} path @param {(page: any) => Promise<void>} test */
async function inPage(path, test, how = {}) {
    const { page, problems } = await openPage(browser, own + path, { own, ...how });
    try {
        await page.waitForNetworkIdle({ idleTime: 200 });
        await test(page);
        assert.deepEqual(problems, []);
    } finally {
        await page.evaluate(() => localStorage.clear());
        await page.close();
    }
}

/** The addresses that the search offers, from the root of the site. */
async function found(page, words) {
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.activeElement?.matches(".md-search__input"));
    // As one event: between two keys a busy page searches for half of an id ("xmf/lod-"), which is no query.
    await page.keyboard.sendCharacter(words);
    await page.waitForSelector(".md-search-result__link");
    await page.waitForNetworkIdle({ idleTime: 300 });
    return page.$$eval(".md-search-result__link", (links, root) =>
        links.map((link) => link.href.replace(root, "").replace(/[?#].*/, "")), own);
}

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const first = async (page, words) => (await found(page, words))[0];

await runTests({
    "a link of a report leads to the page of its rule": () => inPage(RULE, async (page) => {
        assert.equal(page.url(), `${own}${RULE}/`);
        assert.equal(await page.$eval("h1", (heading) => heading.firstChild.textContent), "xmf/lod-extent");
    }),

    "the search finds a rule by its id": () => inPage("", async (page) => {
        assert.equal(await first(page, "xmf/lod-extent"), `${RULE}/`);
    }),

    "the search finds a rule by a part of its id": () => inPage(`${RULE}/`, async (page) => {
        assert.equal(await first(page, "lod-extent"), `${RULE}/`);
    }),

    "the search finds a rule by words of its remedy": () => inPage("install/", async (page) => {
        assert.ok((await found(page, "Git LFS pointer")).includes("rules/xmf/bad-magic/"));
    }),

    "the page where mods are dropped is one click away": () => inPage("", async (page) => {
        const link = await page.$eval(".md-button--primary", (button) => button.href);
        assert.equal(link, `${own}check/`);
    }),

    "the colours are those of the system, and can be changed": async () => {
        await inPage("", async (page) => {
            assert.equal(await background(page), "rgb(20, 23, 27)");
            await page.click("[data-md-component=palette] label:not([hidden])");
            assert.equal(await background(page), "rgb(255, 255, 255)");
        }, { scheme: "dark" });
        await inPage("", async (page) => assert.equal(await background(page), "rgb(255, 255, 255)"));
    },

    "axe finds nothing, and no page is wider than its window": async () => {
        const light = { size: DESKTOP }, dark = { size: DESKTOP, scheme: "dark" };
        const phone = { size: PHONE }, darkPhone = { size: PHONE, scheme: "dark" };
        for (const [path, how] of [["", light], ["", darkPhone], [`${RULE}/`, dark], [`${RULE}/`, phone], ["rules/xmf/", light],
            ["formats/xmf/", darkPhone], ["limits/", phone], ["promise/", phone], ["contributing/", dark]]) {
            await inPage(path, async (page) => {
                assert.deepEqual(await accessibilityProblems(page), [], `${path} ${JSON.stringify(how)}`);
                assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
            }, how);
        }
    },
});
await browser.close();
server.close();
