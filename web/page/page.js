// page.js: the page where files are dropped: what to do, the progress of a check, and its report.
import { byteSize, counted, element, icon, prose } from "../viewer/text.js";
import { Viewer } from "../viewer/viewer.js";
import { bytesOf } from "../viewer/buffers.js";
import { InlinedBundles } from "../viewer/inlined.js";
import { filesOfDrop, filesOfInput } from "./dropped.js";
import { markdownOf, saveFile } from "./saved.js";
import { Check } from "./program.js";

/** @typedef {{ path: string, data: File | Uint8Array }} Input */

const FORMATS = [
    ["X4, X Rebirth", "XMF meshes, ANI animations, XML, cat and dat"],
    ["Victoria 2 and its relatives", "XAC actors, XSM motions, GFX"],
    ["Lost Saga", "MSH, CMS, SKL, ANI"],
    ["BBMOD", "BBMOD models and BBANIM animations"],
    ["Packages", "zip, 7z, tar"],
];

const MARK = /<script type="application\/json" data-views="([^"]*)">/g;

/** The data of an HTML report, and the bundles in it. @param {string} html */
export function partsOfReport(html) {
    const textAt = (/** @type {number} */ from) => html.slice(from, html.indexOf("<\/script>", from));
    const opening = '<script type="application/json" id="report">';
    /** @type {Map<string, number>} */
    const places = new Map();
    for (const found of html.matchAll(MARK)) {
        places.set(found[1], found.index + found[0].length);
    }
    const textOf = (/** @type {string} */ key) => places.has(key) ? textAt(/** @type {number} */ (places.get(key))) : undefined;
    return { data: JSON.parse(textAt(html.indexOf(opening) + opening.length)), inlined: new InlinedBundles(textOf) };
}

class Page {
    constructor() {
        this.top = /** @type {HTMLElement} */ (document.getElementById("top"));
        /** @type {Check | undefined} the one that runs */
        this.running = undefined;
        /** @type {Viewer | undefined} */
        this.viewer = undefined;
        this.files = this.#input({ multiple: true });
        this.folder = this.#input({ webkitdirectory: true, class: "folder" });
        this.content = element("main", { class: "page" });
        document.body.append(this.files, this.folder, this.content);
        this.#listen();
        this.showStart();
    }

    /** @param {Record<string, string | boolean>} attributes */
    #input(attributes) {
        const input = element("input", { type: "file", class: "files", hidden: true, "aria-label": "Files", ...attributes,
            onchange: () => {
                const chosen = filesOfInput(/** @type {FileList} */ (/** @type {any} */ (input).files));
                /** @type {HTMLInputElement} */ (input).value = "";
                this.check(chosen);
            } });
        return input;
    }

    #listen() {
        let depth = 0;
        const over = (/** @type {boolean} */ is) => document.body.classList.toggle("dropping", is);
        addEventListener("dragenter", (event) => { event.preventDefault(); depth++; over(true); });
        addEventListener("dragleave", () => { depth--; over(depth > 0); });
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", async (event) => {
            event.preventDefault();
            depth = 0;
            over(false);
            if (event.dataTransfer !== null) {
                this.check(await filesOfDrop(event.dataTransfer));
            }
        });
    }

    // ---- States --------------------------------------------------------------------------------------------------

    /** @param {...(Node | string | null | false)} children */
    #show(...children) {
        this.viewer?.close();
        this.viewer = undefined;
        this.top.replaceChildren(element("p", { class: "brand" }, icon("sign", "M8 1.5 14.5 14h-13z"), "assetlint"));
        this.content.hidden = false;
        this.content.replaceChildren(...children.filter((child) => child !== null && child !== false));
        history.replaceState(null, "", location.pathname + location.search);
    }

    #buttons() {
        return element("div", { class: "choices" },
            element("button", { type: "button", class: "button main", onclick: () => this.files.click() }, "Choose files"),
            element("button", { type: "button", class: "button", onclick: () => this.folder.click() }, "Choose a folder"),
            element("button", { type: "button", class: "button", onclick: () => this.checkExample() }, "Try an example"));
    }

    #formats() {
        return element("div", { class: "known" }, element("h2", {}, "What it knows"),
            element("dl", {}, ...FORMATS.map(([name, words]) => element("div", {}, element("dt", {}, name), element("dd", {}, words)))));
    }

    /** Before a drop. */
    showStart() {
        document.title = "assetlint: check a mod in your browser";
        this.#show(element("section", { class: "drop" },
            icon("arrow", "M8 2v8M4.5 6.8 8 10.3l3.5-3.5M2.5 11v2.5h11V11"),
            element("h1", {}, "Drop a mod here"),
            element("p", {}, "Files, a whole folder, or a package. You see which files would crash the game or look wrong in it, which part " +
                "of the model it is, and how to fix it."),
            this.#buttons(),
            element("p", { class: "promise" }, "Nothing is uploaded: the check runs in this browser, also without a network.")),
        this.#formats());
    }

    /** @param {string} title @param {string} words */
    #showProblem(title, words) {
        document.title = `${title} – assetlint`;
        this.#show(element("section", { class: "drop problem", role: "alert" }, icon("warning", "M8 2 15 14H1z", "M8 6.5v3.5M8 11.8v.4"),
            element("h1", {}, title), element("p", {}, ...prose(words)), this.#buttons()), this.#formats());
        /** @type {HTMLElement | null} */ (this.content.querySelector("button"))?.focus();
    }

    /** @param {Input[]} inputs */
    #showProgress(inputs) {
        const bytes = inputs.reduce((sum, { data }) => sum + (data instanceof Uint8Array ? data.length : data.size), 0);
        const bar = /** @type {HTMLProgressElement} */ (element("progress", { max: Math.max(bytes, 1), value: 0, "aria-label": "Progress" }));
        const words = element("p", { class: "promise" }, `${counted(inputs.length, "file")}, ${byteSize(bytes)}`);
        document.title = "Checking – assetlint";
        this.#show(element("section", { class: "drop", "aria-busy": "true" }, element("h1", {}, "Checking"), bar, words,
            element("div", { class: "choices" }, element("button", { type: "button", class: "button", onclick: () => {
                this.running?.stop();
                this.running = undefined;
                this.showStart();
            } }, "Stop"))));
        return (/** @type {import("./program.js").Progress} */ done) => {
            bar.value = Math.min(done.bytes, bytes);
            words.textContent = `${Math.min(done.files, inputs.length).toLocaleString("en-US")} of ${counted(inputs.length, "file")}, ${
                byteSize(Math.min(done.bytes, bytes))} of ${byteSize(bytes)}`;
        };
    }

    // ---- A check -------------------------------------------------------------------------------------------------

    checkExample() {
        const packed = JSON.parse(document.getElementById("example")?.textContent ?? "{}");
        return this.check(Object.entries(packed).map(([path, data]) => ({ path, data: bytesOf(data) })));
    }

    /** @param {Input[]} inputs */
    async check(inputs) {
        if (inputs.length === 0) {
            return;
        }
        this.running?.stop();
        const check = this.running = new Check();
        const onProgress = this.#showProgress(inputs);
        try {
            const html = await check.run(inputs, onProgress);
            if (check === this.running) {
                this.#showReport(html);
            }
        } catch (problem) {
            if (check === this.running) {
                this.#explain(/** @type {any} */ (problem));
            }
        }
    }

    #showUnknown() {
        this.#showProblem("Nothing to check", "No file of a known format is in what you dropped.");
    }

    /** @param {Error & { exit?: number }} problem */
    #explain(problem) {
        if (problem.exit === 2 && /known format/.test(problem.message)) {
            this.#showUnknown();
        } else if (problem.exit !== undefined) {
            this.#showProblem("The check could not start", problem.message);
        } else {
            this.#showProblem("The check ended early", "Perhaps the files are too large for the memory of this browser: " +
                `the program for the command line has no such limit. The browser says: ${problem.message}`);
        }
    }

    /** @param {string} html */
    #showReport(html) {
        const { data, inlined } = partsOfReport(html);
        if (data.files.every((/** @type {any} */ file) => file.status === "unrecognized") &&
            data.findings.every((/** @type {any} */ finding) => finding.rule === "file/unrecognized")) {
            this.#showUnknown();
            return;
        }
        const viewer = new Viewer(data, inlined);
        this.#show();
        this.content.hidden = true;
        this.viewer = viewer;
        viewer.fillTop(this.top);
        const copy = element("button", { type: "button", class: "button", title: "Markdown for a bug report", onclick: async () => {
            const text = markdownOf(viewer.report);
            try {
                await navigator.clipboard.writeText(text);
                copy.textContent = "Copied";
            } catch {
                saveFile("assetlint-report.md", text, "text/markdown");
            }
            setTimeout(() => { copy.textContent = "Copy as Markdown"; }, 2000);
        } }, "Copy as Markdown");
        this.top.querySelector("#actions")?.append(
            element("button", { type: "button", class: "button", onclick: () => this.showStart() }, "Check other files"),
            copy,
            element("button", { type: "button", class: "button main", onclick: () =>
                saveFile("assetlint-report.html", html, "text/html") }, "Save as HTML"));
        document.title = `${data.verdict.failed ? "FAILED" : "OK"} – assetlint`;
        viewer.start(document.body);
    }
}

new Page();
