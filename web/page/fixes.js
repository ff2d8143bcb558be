// fixes.js: what `assetlint fix` would change in the files of a report, in a dialog, and the fixed files to download.
import { add, element, named } from "../viewer/text.js";
import { counted, hexadecimal } from "../viewer/words.js";
import { nameOfFile } from "../viewer/report.js";
import { saveFile } from "./saved.js";
import { zipOf } from "./zip.js";

/** @typedef {import("../assetlint.js").Change} Change */
/** @typedef {import("../assetlint.js").Refusal} Refusal */
/** @typedef {import("../assetlint.js").FixResult} FixResult */
/** @typedef {import("../assetlint.js").OutputFile} OutputFile */

const MOST_CHANGES = 20; // of one rule in one file, as in the text of the program

/** Offers fixed files: one as it is, several in a zip archive. @param {OutputFile[]} files */
export function saveFixed(files) {
    const folder = files[0].path.includes("/") ? files[0].path.split("/")[0] : "mod";
    if (files.length === 1) {
        saveFile(/** @type {string} */ (files[0].path.split("/").pop()), [files[0].data], "application/octet-stream");
    } else {
        saveFile(`${folder}-fixed.zip`, zipOf(files, new Date()), "application/zip");
    }
}

/** "Download hull.xmf" @param {OutputFile[]} files */
export function wordsOfSaving(files) {
    return files.length === 1 ? `Download ${files[0].path.split("/").pop()}` : `Download ${counted(files.length, "fixed file")} as zip`;
}

/** Groups what a report says by files. @template {Change | Refusal} T @param {T[]} items @returns {Map<string, T[]>} */
function byFile(items) {
    /** @type {Map<string, T[]>} */
    const files = new Map();
    for (const item of items) {
        const name = nameOfFile(item);
        files.set(name, [...files.get(name) ?? [], item]);
    }
    return files;
}

/** @param {Change} change */
function rowOf({ rule, kind, field, offset, before, after }) {
    return element("tr", {},
        element("td", {}, element("span", { class: "rule" }, rule), kind === "unsafe" && element("span", { class: "chip choice" }, "a choice")),
        element("td", {}, field !== "" ? named(field, "code") : `at ${hexadecimal(offset)}`),
        element("td", {}, named(before, "code"), element("span", { class: "arrow", "aria-label": "becomes" }, " → "), named(after, "code")));
}

/** @param {Change[]} changes of a file */
function tableOf(changes) {
    /** @type {Map<string, number>} */
    const shown = new Map();
    const rows = [];
    for (const change of changes) {
        const count = (shown.get(change.rule) ?? 0) + 1;
        shown.set(change.rule, count);
        if (count <= MOST_CHANGES) {
            rows.push(rowOf(change));
        }
    }
    const more = [...shown].filter(([, count]) => count > MOST_CHANGES).map(([rule, count]) =>
        element("tr", {}, element("td", { colspan: 3 }, `${counted(count - MOST_CHANGES, "more change")} by ${rule}`)));
    const head = element("tr", { class: "unseen" }, ...["Rule", "Field", "Change"].map((words) => element("th", { scope: "col" }, words)));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows, ...more));
}

/** @param {string} name @param {Change[]} changes @param {Refusal[]} refused of the file */
function sectionOf(name, changes, refused) {
    return element("section", { "data-fixed": name }, element("h3", {}, named(name, "path")),
        changes.length > 0 && tableOf(changes),
        changes.some(({ member }) => member !== undefined) &&
            element("p", { class: "refused" }, "Not in the download: the file is in a package. Unpack that, and drop the folder here."),
        ...refused.map(({ rule, reason, heldBack }) => element("p", { class: "refused" }, heldBack ? "Needs a choice: " : "Not fixed: ",
            element("span", { class: "rule" }, rule), ` ${reason}`)));
}

/** @param {FixResult} result */
function summaryOf({ report: { summary } }) {
    const changes = summary.changes === 0 ? "Nothing is changed"
        : `${counted(summary.changes, "change")} in ${counted(summary.files, "file")}`;
    return [changes, summary.refused > 0 && `${counted(summary.refused, "finding")} can't be fixed`,
        summary.heldBack > 0 && `${counted(summary.heldBack, "finding")} need${summary.heldBack === 1 ? "s" : ""} a choice`]
        .filter(Boolean).join("; ");
}

/** The same, of one file alone. @param {FixResult} result @param {string} name @returns {FixResult} */
function onlyOf({ exit, report, files }, name) {
    const changes = report.changes.filter((change) => nameOfFile(change) === name);
    const refused = report.refused.filter((refusal) => nameOfFile(refusal) === name);
    const sum = (/** @type {boolean} */ heldBack) =>
        refused.filter((each) => each.heldBack === heldBack).reduce((all, { count }) => all + count, 0);
    const summary = { ...report.summary, files: Number(changes.length > 0), changes: changes.length, refused: sum(false), heldBack: sum(true) };
    return { exit, report: { ...report, changes, refused, summary }, files: files.filter(({ path }) => path === name) };
}

/** The dialog of the fixes of all files, or of one. */
export class FixesDialog {
    /**
     * @param {object} given
     * @param {(unsafe: boolean) => Promise<FixResult>} given.fix
     * @param {boolean} given.offersChoices whether a finding's fix is a choice
     * @param {(files: OutputFile[]) => void} given.check checks the mod with the fixed files in place
     * @param {string} [given.file] the name of the only file
     */
    constructor({ fix, offersChoices, check, file }) {
        this.fix = fix;
        this.check = check;
        this.file = file;
        this.runs = 0;
        this.choice = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", onchange: () => this.run() }));
        this.content = element("div", { class: "content", tabindex: "0", role: "region", "aria-label": "Changes" });
        this.summary = element("p", { class: "sum", role: "status" });
        this.buttons = element("div", { class: "choices" });
        this.element = /** @type {HTMLDialogElement} */ (element("dialog", { class: "fixes", "aria-labelledby": "fixes-title",
            onkeydown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(), // the keys of the report
            onclose: () => this.element.remove() },
        element("h2", { id: "fixes-title" }, file !== undefined ? "Fixes of this file" : "Fixes"),
        element("p", { class: "promise" }, "Your files stay as they are, and nothing leaves this page: download the fixed ones."),
        offersChoices && element("label", { class: "choice" }, this.choice, "also fixes that are a choice: look at the result"),
        this.summary, this.content, this.buttons));
    }

    async open() {
        document.body.append(this.element);
        this.element.showModal();
        await this.run();
    }

    /** Shows the fixes, once they are known. */
    async run() {
        const run = ++this.runs;
        this.summary.textContent = "Working out the fixes …";
        this.#setButtons();
        try {
            const result = await this.fix(this.choice.checked);
            if (run === this.runs) {
                this.#show(this.file !== undefined ? onlyOf(result, this.file) : result);
            }
        } catch (problem) {
            this.summary.textContent = `The fixes could not be worked out: ${/** @type {Error} */ (problem).message}`;
        }
    }

    /** @param {FixResult} result */
    #show(result) {
        const { changes, refused } = result.report;
        const changed = byFile(changes), left = byFile(refused);
        const names = [...new Set([...changed.keys(), ...left.keys()])];
        this.summary.textContent = `${summaryOf(result)}.`;
        this.content.replaceChildren(...names.map((name) => sectionOf(name, changed.get(name) ?? [], left.get(name) ?? [])));
        const { files } = result;
        this.#setButtons(...files.length === 0 ? [] : [
            element("button", { type: "button", class: "button main", onclick: () => saveFixed(files) }, wordsOfSaving(files)),
            element("button", { type: "button", class: "button", onclick: () => {
                this.element.close();
                this.check(files);
            } }, `Check the fixed file${files.length === 1 ? "" : "s"}`)]);
    }

    /** @param {...HTMLElement} buttons besides the one that closes it */
    #setButtons(...buttons) {
        this.buttons.replaceChildren();
        add(this.buttons, [...buttons, element("button", { type: "button", class: "button", onclick: () => this.element.close() }, "Close")]);
    }
}
