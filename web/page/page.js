// page.js: the page where files are dropped: what to do, the progress of a check, and its report.
import { add, element, icon, named, prose } from "../viewer/text.js";
import { byteSize, counted, grouped } from "../viewer/words.js";
import { Viewer } from "../viewer/viewer.js";
import { bytesOf } from "../viewer/buffers.js";
import { PageBundles } from "./bundles.js";
import { InlinedBundles } from "../viewer/inlined.js";
import { filesOfDrop, filesOfInput } from "./dropped.js";
import { FixesDialog, saveFixed, wordsOfSaving } from "./fixes.js";
import { markdownOf, saveFile } from "./saved.js";
import { Check } from "./program.js";

/** @typedef {{ path: string, data: File | Uint8Array, isFixed?: boolean }} Input */

const FORMATS = [
    ["X4, X Rebirth", "XMF meshes, ANI animations, XML, cat and dat; BGP, BGF and BSG of X Rebirth's interface"],
    ["Victoria 2 and its relatives", "XAC actors, XSM motions, XPM morph motions, GFX"],
    ["Lost Saga", "MSH and CMS meshes, SKL skeletons, ANI animations"],
    ["BBMOD", "BBMOD models and BBANIM animations"],
    ["Packages", "zip, 7z, tar"],
];

const MARK = /<script type="application\/json" data-views="([^"]*)">/g;

const OPENING = '<script type="application/json" id="report">';

/** The data of an HTML report, and the bundles in it. @param {string} html */
function partsOfReport(html) {
    const textAt = (/** @type {number} */ from) => html.slice(from, html.indexOf("<\/script>", from));
    /** @type {Map<string, number>} */
    const places = new Map();
    for (const found of html.matchAll(MARK)) {
        places.set(found[1], found.index + found[0].length);
    }
    const textOf = (/** @type {string} */ key) => places.has(key) ? textAt(/** @type {number} */ (places.get(key))) : undefined;
    return { data: JSON.parse(textAt(html.indexOf(OPENING) + OPENING.length)), inlined: new InlinedBundles(textOf) };
}

const ADVICE = "The assetlint program for Windows and Linux has no such limit, and gives the same report.";
const MOST_KINDS = 5;
const MOST_SKIPPED = 200;

/** What the files are, by the ends of their names: "12 .dds, 3 .txt and 1 other". @param {Input[]} inputs */
function kindsOf(inputs) {
    /** @type {Map<string, number>} */
    const kinds = new Map();
    for (const { path } of inputs) {
        const kind = /\.\w{1,8}$/.exec(path)?.[0].toLowerCase() ?? "without an extension";
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const most = [...kinds].sort((a, b) => b[1] - a[1]);
    const others = most.slice(MOST_KINDS).reduce((sum, [, count]) => sum + count, 0);
    return [...most.slice(0, MOST_KINDS).map(([kind, count]) => `${grouped(count)}\u00A0${kind}`),
        ...others > 0 ? [counted(others, "other")] : []].join(", ");
}

/** Words that a narrow screen has no room for. @param {string} words */
const wide = (words) => element("span", { class: "wide" }, words);

const WITH_THE_MOD = "XML and GFX are checked with the whole mod: drop the folder with content.xml.";

/** Names that a report writes otherwise. */
const ESCAPED = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Says what was passed over, since it is of no known format or needs the whole mod. @param {Input[]} inputs
 * @param {import("../viewer/report.js").Report} report */
function remarkOnSkipped(inputs, { files }) {
    const known = new Set(files.map(({ record }) => record.path));
    const skipped = inputs.filter(({ path }) => !known.has(path) && !ESCAPED.test(path)).sort((a, b) => a.path < b.path ? -1 : 1);
    const texts = skipped.filter(({ path }) => /\.(xml|gfx)$/i.test(path));
    return skipped.length > 0 && element("details", { class: "remark skipped" },
        element("summary", {}, element("strong", {}, "Passed over: "), counted(skipped.length, "file"), wide(`, ${kindsOf(skipped)}`)),
        texts.length > 0 && element("p", {}, WITH_THE_MOD),
        element("ul", {}, ...skipped.slice(0, MOST_SKIPPED).map(({ path }) => element("li", {}, named(path))),
            skipped.length > MOST_SKIPPED && element("li", {}, `and ${grouped(skipped.length - MOST_SKIPPED)} more`)));
}

/** The folder or file that was dropped. @param {Input[]} inputs */
function nameOfMod(inputs) {
    const names = new Set(inputs.map(({ path }) => path.split("/")[0]));
    return names.size === 1 ? [...names][0] : `${[...names][0]} and ${grouped(names.size - 1)} more`;
}

/** A report that says whose it is and of which day. The program's own has neither: the same files give the same bytes.
 * @param {string} html @param {string} name */
const namedReport = (html, name) => html.replace(`${OPENING}{"verdict":{`, (found) =>
    `${found}${JSON.stringify({ name, date: new Date().toISOString().slice(0, 10) }).slice(1, -1).replaceAll("<", "\\u003c")},`);

/** Whether a file needs more memory than the browser gave, or than the program takes by itself.
 * @param {import("../viewer/report.js").FileEntry} file */
const isTooLarge = ({ isUnchecked, items }) =>
    isUnchecked && (items.length === 0 || items.some(({ finding }) => finding.message.includes("--max-")));

/** Offers the fixed files that were checked, if any. @param {Input[]} inputs */
function remarkOnFixed(inputs) {
    const files = /** @type {import("./fixes.js").OutputFile[]} */ (inputs.filter(({ isFixed }) => isFixed));
    return files.length > 0 && element("p", { class: "remark fixed" }, `${counted(files.length, "fixed file")} checked. `,
        element("button", { type: "button", class: "link", onclick: () => saveFixed(files) }, wordsOfSaving(files)));
}

/** Says how many files were too large for the browser, if any. @param {import("../viewer/report.js").Report} report */
function remarkOnSize({ files }) {
    const count = files.filter(isTooLarge).length;
    return count > 0 && element("p", { class: "remark too-large", role: "alert" },
        element("strong", {}, `${counted(count, "file")} not checked: too large for this browser's memory. `), ADVICE);
}

class Page {
    constructor() {
        this.top = /** @type {HTMLElement} */ (document.getElementById("top"));
        /** @type {Check | undefined} the one that runs, or whose report is shown */
        this.running = undefined;
        /** @type {Viewer | undefined} */
        this.viewer = undefined;
        /** @type {{ html: string, inputs: Input[], check: Check } | undefined} the last report, for the browser's Back and Forward */
        this.last = undefined;
        this.files = this.#input({ multiple: true });
        this.folder = this.#input({ webkitdirectory: true, class: "folder" });
        /** @type {import("./dropped.js").DroppedFile[]} what the checked files may refer to */
        this.references = [];
        this.content = element("main", { class: "page" });
        document.body.append(this.files, this.folder, this.content);
        this.#listen();
        this.showStart();
    }

    /** @param {Record<string, string | boolean>} attributes @param {(files: import("./dropped.js").DroppedFile[]) => void} [take] */
    #input(attributes, take = (files) => { this.check(() => Promise.resolve(files)); }) {
        const input = element("input", { type: "file", class: "files", hidden: true, "aria-label": "Files", ...attributes,
            onchange: () => {
                const chosen = filesOfInput(/** @type {FileList} */ (/** @type {any} */ (input).files));
                /** @type {HTMLInputElement} */ (input).value = "";
                take(chosen);
            } });
        return input;
    }

    #listen() {
        addEventListener("popstate", ({ state }) => {
            const isReport = state?.report === true || location.hash.startsWith("#/");
            if (isReport && this.viewer === undefined && this.last !== undefined) {
                const { data, inlined } = partsOfReport(this.last.html);
                this.#view(data, inlined);
            } else if (!isReport && this.viewer !== undefined) {
                this.showStart(true);
            }
        });
        let depth = 0;
        const over = (/** @type {boolean} */ is) => document.body.classList.toggle("dropping", is);
        addEventListener("dragenter", (event) => { event.preventDefault(); depth++; over(true); });
        addEventListener("dragleave", () => { depth--; over(depth > 0); });
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", (event) => {
            event.preventDefault();
            depth = 0;
            over(false);
            const transfer = event.dataTransfer;
            if (transfer !== null && transfer.types.includes("Files")) {
                this.check((onFound) => filesOfDrop(transfer, onFound));
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
    }

    #buttons() {
        return element("div", { class: "choices" },
            element("button", { type: "button", class: "button main", onclick: () => this.files.click() }, "Choose files"),
            element("button", { type: "button", class: "button", onclick: () => this.folder.click() }, "Choose a folder"),
            element("button", { type: "button", class: "button", onclick: () => this.checkExample() }, "Try an example"));
    }

    /** What the checked files may refer to: a game has much of it, and is read only where a mod leads. */
    #alsoLookIn() {
        const line = element("p", { class: "promise also" });
        const show = () => {
            const names = [...new Set(this.references.map(({ path }) => path.split("/", 1)[0]))];
            const link = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
                element("button", { type: "button", class: "link", onclick }, words);
            line.replaceChildren(...names.length > 0
                ? [`Also looks in ${names.join(", ")}: ${counted(this.references.length, "file")}. `, link("Remove", () => take([]))]
                : [link("Also look in a folder…", () => folder.click()), " (the game, another mod) or ",
                    link("in a file…", () => files.click()), " (names of the game, a package)"]);
        };
        const take = (/** @type {import("./dropped.js").DroppedFile[]} */ chosen) => {
            this.references = chosen;
            show();
        };
        const folder = this.#input({ webkitdirectory: true, class: "reference folder" }, take);
        const files = this.#input({ multiple: true, class: "reference" }, take);
        show();
        return element("div", {}, folder, files, line);
    }

    #formats() {
        return element("div", { class: "known" }, element("h2", {}, "What it knows"),
            element("dl", {}, ...FORMATS.map(([name, words]) => element("div", {}, element("dt", {}, name), element("dd", {}, words)))));
    }

    /** Before a drop. @param {boolean} [byUser] */
    showStart(byUser = false) {
        if (this.running !== this.last?.check) { // which answers for the last report
            this.#stop();
        }
        document.title = "assetlint: check a mod in your browser";
        this.#show(element("section", { class: "drop" },
            icon("arrow", "M8 2v8M4.5 6.8 8 10.3l3.5-3.5M2.5 11v2.5h11V11"),
            element("h1", {}, "Drop a mod here"),
            element("p", {}, "Files, a whole folder, or a package. You see which files would crash the game or look wrong in it, which part " +
                "of the model it is, and how to fix it."),
            this.#buttons(),
            this.#alsoLookIn(),
            element("p", { class: "promise" }, "Nothing is uploaded: the check runs in this browser, also without a network.")),
        this.#formats());
        if (byUser) {
            this.#focusButton();
        }
    }

    /** The first button, since the one that was pressed is gone. */
    #focusButton() {
        /** @type {HTMLElement | null} */ (this.content.querySelector("button"))?.focus();
    }

    /** @param {string} title @param {string} words */
    #showProblem(title, words) {
        document.title = `${title} – assetlint`;
        this.#show(element("section", { class: "drop problem", role: "alert" }, icon("warning", "M8 2 15 14H1z", "M8 6.5v3.5M8 11.8v.4"),
            element("h1", {}, title), element("p", {}, ...prose(words)), this.#buttons()), this.#formats());
        this.#focusButton();
    }

    /** @param {Input[]} inputs */
    #showProgress(inputs) {
        const bytes = inputs.reduce((sum, { data }) => sum + (data instanceof Uint8Array ? data.length : data.size), 0);
        const bar = /** @type {HTMLProgressElement} */ (element("progress", { max: Math.max(bytes, 1), value: 0, "aria-label": "Progress" }));
        const words = this.#showWork("Checking", bar);
        words.textContent = `${counted(inputs.length, "file")}, ${byteSize(bytes)}`;
        return (/** @type {import("./program.js").Progress} */ done) => {
            bar.value = Math.min(done.bytes, bytes);
            words.textContent = `${Math.min(done.files, inputs.length).toLocaleString("en-US")} of ${counted(inputs.length, "file")}, ${
                byteSize(Math.min(done.bytes, bytes))} of ${byteSize(bytes)}`;
        };
    }

    /** Returns the element for the words below the bar. @param {string} title @param {HTMLElement} bar */
    #showWork(title, bar) {
        const words = element("p", { class: "promise" });
        document.title = `${title} – assetlint`;
        this.#show(element("section", { class: "drop", "aria-busy": "true" }, element("h1", {}, title), bar, words,
            element("div", { class: "choices" }, element("button", { type: "button", class: "button", onclick: () => this.showStart(true) }, "Stop"))));
        this.#focusButton();
        return words;
    }

    // ---- A check -------------------------------------------------------------------------------------------------

    checkExample() {
        const packed = JSON.parse(document.getElementById("example")?.textContent ?? "{}");
        return this.check(async () => Object.entries(packed).map(([path, data]) => ({ path, data: bytesOf(data) })));
    }

    /** Checks files, and stops an earlier check. @param {(onFound: (count: number) => void) => Promise<Input[]>} find
     * @param {"warning" | "note"} [show] */
    async check(find, show = "warning") {
        this.#stop();
        this.last = undefined;
        const check = this.running = new Check();
        const words = this.#showWork("Looking for files", element("progress", { "aria-label": "Progress" }));
        /** @type {Input[]} */
        let inputs = [];
        try {
            inputs = await find((count) => { words.textContent = counted(count, "file"); });
            if (check === this.running && inputs.length === 0) {
                this.#showUnknown(inputs);
            } else if (check === this.running) {
                const html = await check.report(inputs, this.#showProgress(inputs), show, this.references);
                if (check === this.running) {
                    this.#showReport(html, inputs, check);
                }
            }
        } catch (problem) {
            if (check === this.running) {
                this.#explain(/** @type {any} */ (problem), inputs);
            }
        }
    }

    #stop() {
        this.running?.stop();
        this.running = undefined;
    }

    /** @param {Input[]} inputs */
    #showUnknown(inputs) {
        const kinds = kindsOf(inputs);
        this.#showProblem("Nothing to check", inputs.length === 0 ? "There is no file in what you dropped."
            : `${inputs.length === 1 ? "The file that you dropped is not" : `None of the ${counted(inputs.length, "file")} that you dropped is`
            } of a known format: ${kinds}.${inputs.some(({ path }) => /\.(xml|gfx)$/i.test(path)) ? ` ${WITH_THE_MOD}` : ""}`);
    }

    /** @param {Error & { exit?: number }} problem @param {Input[]} inputs */
    #explain(problem, inputs) {
        this.#stop();
        if (problem.exit === 2 && /known format/.test(problem.message)) {
            this.#showUnknown(inputs);
        } else if (problem.exit === 2) {
            this.#showProblem("The check could not start", problem.message);
        } else {
            this.#showProblem("The check could not finish", "Perhaps the files are too large for this browser's memory. " +
                `${ADVICE} The browser says: ${problem.message}`);
        }
    }

    /** @param {string} html @param {Input[]} inputs @param {Check} check */
    #showReport(html, inputs, check) {
        const { data, inlined } = partsOfReport(html);
        if (data.files.every((/** @type {any} */ file) => file.status === "unrecognized") &&
            data.findings.every((/** @type {any} */ finding) => finding.rule === "file/unrecognized")) {
            this.#showUnknown(inputs);
            return;
        }
        this.last = { html, inputs, check };
        history.pushState({ report: true }, "");
        this.#view(data, inlined);
    }

    /** Shows the report that was made last. @param {import("../viewer/report.js").ReportData} data @param {InlinedBundles} inlined */
    #view(data, inlined) {
        const { html, inputs, check } = /** @type {NonNullable<typeof this.last>} */ (this.last);
        const fix = (/** @type {string | undefined} */ file) => this.#showFixes(inputs, check, viewer.report, file);
        const viewer = new Viewer(data, new PageBundles(inlined, check, data), (item) => fix(item.file.name));
        this.#show();
        this.content.hidden = true;
        this.viewer = viewer;
        viewer.fillTop(this.top, (all) => this.#view(all, inlined));
        add(this.top, [remarkOnFixed(inputs), remarkOnSize(viewer.report)]);
        add(/** @type {Element} */ (this.top.querySelector("#remarks")), [remarkOnSkipped(inputs, viewer.report)]);
        const copyWords = ["Copy", wide(" as Markdown")];
        const copy = element("button", { type: "button", class: "button", title: "Markdown for a bug report", onclick: async () => {
            const text = markdownOf(viewer.report);
            try {
                await navigator.clipboard.writeText(text);
                copy.textContent = "Copied";
            } catch {
                saveFile("assetlint-report.md", [text], "text/markdown");
            }
            setTimeout(() => copy.replaceChildren(...copyWords), 2000);
        } }, ...copyWords);
        const fixable = viewer.report.fixable.safe + viewer.report.fixable.unsafe;
        add(/** @type {Element} */ (this.top.querySelector("#actions")), [
            fixable > 0 && element("button", { type: "button", class: "button main", onclick: () => fix(undefined) },
                `Fix ${grouped(fixable)}`, wide(` finding${fixable > 1 ? "s" : ""}`)),
            element("button", { type: "button", class: "button", onclick: () => {
                history.pushState(null, "", location.pathname + location.search);
                this.showStart(true);
            } }, "Check other", wide(" files")),
            copy,
            element("button", { type: "button", class: fixable > 0 ? "button" : "button main", onclick: () =>
                saveFile("assetlint-report.html", [namedReport(html, nameOfMod(inputs))], "text/html") }, "Save", wide(" as HTML"))]);
        document.title = `${data.verdict.word} – ${nameOfMod(inputs)} – assetlint`;
        viewer.start(document.body);
        const verdict = /** @type {HTMLElement} */ (this.top.querySelector("#verdict"));
        verdict.tabIndex = -1;
        verdict.focus();
    }

    /** @param {Input[]} inputs of the report @param {Check} check @param {import("../viewer/report.js").Report} report
     * @param {string | undefined} file the only one to fix */
    #showFixes(inputs, check, report, file) {
        const checkFixed = (/** @type {import("./fixes.js").OutputFile[]} */ files) => {
            const fixed = new Map(files.map(({ path, data }) => [path, data]));
            this.check(async () => inputs.map((input) => {
                const data = fixed.get(input.path);
                return data !== undefined ? { path: input.path, data, isFixed: true } : input;
            }), report.data.verdict.show === "note" ? "note" : "warning");
        };
        return new FixesDialog({ fix: (unsafe) => check.fix(unsafe), offersChoices: report.fixable.unsafe > 0, check: checkFixed, file }).open();
    }
}

if (location.protocol !== "file:") {
    // From a server: reloads work without a network. Some browsers allow no service workers, for example in private windows.
    navigator.serviceWorker?.register("service_worker.js", { scope: location.pathname }).catch(() => undefined);
}
new Page();
