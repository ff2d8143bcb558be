// modeller_test.mjs: the way of a modeller through the page where files are dropped, on a desktop and on a phone. What each step
// needs is in the window without a scroll. PAGE_SHOTS=FOLDER saves a screenshot of each step.
//
//     tests/web/in_chromium.sh FOLDER tests/web/modeller_test.mjs index.html [TEST...]
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { DESKTOP, accessibilityProblems, drop, openPage, runTests, startBrowser } from "./chromium.mjs";

const index = resolve(process.argv[2]), shots = process.env.PAGE_SHOTS;
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assetlint-modeller-"));
const mod = join(folder, "my_mod");
cpSync(join(root, "build/fixtures/x4/index-path/fires-near"), mod, { recursive: true });
cpSync(join(root, "build/fixtures/xmf/index-range/fires.xmf"), join(mod, "assets/wing-lod0.xmf"));
cpSync(join(root, "corpus/first_look/hull-collision.xmf"), join(mod, "assets/hull-collision.xmf"));
const browser = await startBrowser();

/** Which of these elements are not shown in the window: of each, its first line must be. */
const outside = (page, selectors) => page.evaluate((wanted) => wanted.filter((selector) => {
    const found = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (found === undefined) {
        return true;
    }
    const { left, right, top, height } = found.getBoundingClientRect(), bottom = top + Math.min(height, 24);
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight || there === null ||
        !(found.contains(there) || there.contains(found));
}), selectors);

/** The selector of the button with these words. */
async function button(page, words) {
    await page.waitForFunction((wanted) => [...document.querySelectorAll("button")].some((each) => {
        const is = each.checkVisibility() && each.innerText.startsWith(wanted);
        each.toggleAttribute("data-wanted", is);
        return is;
    }), { timeout: 60000 }, words);
    return "[data-wanted]";
}

/** All steps, without a scroll. @param {string} name of the screenshots */
async function walk(name, size, scheme) {
    const { page, problems } = await openPage(browser, String(pathToFileURL(index)), { size, scheme });
    let number = 0;
    const step = async (title, ...selectors) => {
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        number++;
        if (shots !== undefined) {
            await page.screenshot({ path: join(shots, `${name}-${number}-${title}.png`) });
        }
        assert.deepEqual(await outside(page, selectors), [], `${number} ${title}: it is not in the window`);
        assert.deepEqual(await accessibilityProblems(page), [], `${number} ${title}`);
    };
    await step("start", await button(page, "Choose files"));
    await drop(page, mod);
    await page.waitForSelector("canvas.mesh", { timeout: 120000 });
    await step("see", "#verdict", ".heading .own", "canvas.mesh", ".show-marks");
    await step("read", ".finding [aria-expanded=true] .sentence", ".advice h4");
    const next = ".stepper button:last-child";
    while (!(await page.$$eval(".paste", (all) => all.some((each) => each.checkVisibility())))) {
        await page.click(next);
    }
    await step("next", ".finding [aria-expanded=true] .sentence", next);
    await browser.defaultBrowserContext().overridePermissions(page.url(), ["clipboard-read", "clipboard-sanitized-write"]);
    await step("value", ".paste .command", ".paste button");
    await page.click(".paste button");
    await step("copied", await button(page, "Copied"));
    await page.click(await button(page, "Fix 1"));
    await page.waitForSelector(".fixes section");
    await step("fix", ".fixes .sum", ".fixes section", await button(page, "Download"));
    await page.click(await button(page, "Check the fixed file"));
    await page.waitForSelector(".remark.fixed");
    await step("fixed", "#verdict", ".remark.fixed");
    await step("save", await button(page, "Save"));
    await page.close();
    assert.deepEqual(problems, []);
}

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
await runTests({
    "on a desktop": () => walk("desktop", DESKTOP, "light"),
    "on a phone": () => walk("phone", PHONE, "light"),
    "on a desktop in the dark": () => walk("desktop-dark", DESKTOP, "dark"),
    "on a phone in the dark": () => walk("phone-dark", PHONE, "dark"),
});
await browser.close();
rmSync(folder, { recursive: true });
