// viewer.js: a report on the screen: the verdict, the rules, the tree of files, and the files with their findings.
import { element, levelIcon, prose } from "./text.js";
import { counted, formatName, grouped } from "./words.js";
import { LEVELS, Report, shownOf } from "./report.js";
import { FileTree } from "./tree.js";
import { referenceEnds } from "./references.js";
import { FileBox, FineFileBox } from "./finding.js";
import { hasPlace, tabsOf } from "./views.js";
import { sizeOfBox, sumOfMeasures, wordsOfMeasures } from "./measures.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */
/** @typedef {import("./report.js").Item} Item */

const KEYS = [
    ["j  k", "next and previous finding"],
    ["/", "search"],
    ["1  2  3  4  5", "views of the open finding"],
    ["←  →  ↑  ↓", "turn the model that has the focus; with Shift move it"],
    ["+  -  0", "closer, farther, and the whole model"],
    ["b  B", "next and previous bone of the model"],
    ["Enter", "open or close a finding"],
    ["Escape", "clear the filter, or close this list"],
    ["?", "this list"],
];

/** So many findings are shown at first, and so many more when the last of them comes into sight. */
const MOST_FINDINGS = 100;

/** The filter of a report that is opened. */
const noFilter = () => ({ level: "", rules: /** @type {Set<string>} */ (new Set()), search: "" });

/** @typedef {FineFileBox | import("./finding.js").FindingBox} OpenBox */

/** In so many files a report looks for a finding with a place in the model, before it shows the first one. */
const LOOKED_AT = 8;

/** Milliseconds that a user waits for a model without being told so. */
const WAIT = 200;

export class Viewer {
    /** @param {import("./report.js").ReportData} data @param {import("./inlined.js").BundleSource} bundles
     * @param {(item: Item) => void} [fix] shows the fixes of a file, if there is a program that makes them */
    constructor(data, bundles, fix) {
        this.fix = fix;
        this.all = data;
        this.data = shownOf(data);
        this.bundles = bundles;
        this.report = new Report(this.data);
        this.state = noFilter();
        /** @type {Map<FileEntry, FileBox>} those that were shown */
        this.boxes = new Map();
        this.limit = MOST_FINDINGS;
        /** @type {Item | undefined} */
        this.chosen = undefined;
        /** @type {FineFileBox | undefined} of the chosen file, if it has no findings */
        this.fine = undefined;
        this.tree = new FileTree(this.report.files, (file) => this.addressOf(file));
        this.bars = new Map();
        this.list = element("div", { class: "files" });
        this.more = element("p", { class: "more", hidden: true }, element("button", { type: "button", class: "link", onclick: () => this.#showMore() }));
        this.#arrange();
        this.nothing = element("p", { class: "nothing", hidden: true, role: "status" }, "No finding matches. ",
            element("button", { type: "button", class: "link", onclick: () => this.clear() }, "Show all"));
        this.place = element("span", { class: "place" });
        this.stepper = element("div", { class: "stepper", role: "group", "aria-label": "Findings" },
            this.#stepButton("‹", "Previous finding", "k", -1), this.place, this.#stepButton("›", "Next finding", "j", 1));
        this.side = this.#side();
        this.main = element("main", { id: "findings", tabindex: "-1" }, this.nothing,
            this.report.broken.length === 0 && this.#allWell(), this.list, this.more);
        this.help = this.#help();
        this.element = element("div", { class: "panes" }, this.side, this.main, this.help);
        this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
        this.onAddress = () => this.#followAddress();
        this.onPrint = () => this.#showMore(Infinity);
    }

    // ---- Parts ---------------------------------------------------------------------------------------------------

    /** The verdict, and what was not judged. @param {HTMLElement} top gets it @param {(data: import("./report.js").ReportData) => void} showAll
     * shows the report with what is hidden in this one */
    fillTop(top, showAll = () => {}) {
        const { verdict, summary } = this.data;
        const hidden = LEVELS.filter((level, number) => number > LEVELS.indexOf(verdict.show) && summary[`${level}s`] > 0)
            .map((level) => counted(summary[`${level}s`], level)).join(" and ");
        const judged = summary.notJudged ?? [];
        const verdictLevel = /** @type {const} */ ({ "OK": "fine", "FAILED": "error", "NOT CHECKED": "warning" })[verdict.word];
        top.replaceChildren(
            element("div", { class: "verdict-line" },
                element("button", {
                    type: "button", class: "drawer", "aria-expanded": "false", "aria-controls": "side",
                    onclick: (/** @type {any} */ event) => {
                        const open = this.side.classList.toggle("shown");
                        event.currentTarget.setAttribute("aria-expanded", String(open));
                    },
                }, "Files"),
                element("h1", { id: "verdict", class: verdictLevel },
                    levelIcon(verdictLevel),
                    element("strong", {}, verdict.word), " ",
                    element("span", { class: "counts" }, [verdict.counts, verdict.name, verdict.date].filter(Boolean).join(" · "))),
                element("div", { id: "actions" }),
                element("p", { class: "tool" }, `${verdict.tool.name} ${verdict.tool.version}`),
                element("button", {
                    type: "button", class: "keys", title: "Keys", "aria-label": "List of keys",
                    onclick: () => this.help.showModal(),
                }, "?")),
            element("div", { id: "remarks" }, ...this.fix === undefined ? this.#fixable() : [],
            ...judged.length > 0 ? [this.#notJudged(judged)] : [],
            ...this.bundles.leftOut > 0 ? [element("p", { class: "remark" },
                `Models and bytes of ${counted(this.bundles.leftOut, "file")} are left out, so that the report stays below 32 MB`)] : [],
            ...hidden !== "" ? [element("p", { class: "remark" }, `${hidden} not shown. `, element("button", { type: "button", class: "link",
                onclick: () => showAll({ ...this.all, verdict: { ...verdict, show: "note" } }) }, "Show all levels"))] : []));
    }

    /** @param {string} sign @param {string} words @param {string} key @param {number} places */
    #stepButton(sign, words, key, places) {
        return element("button", { type: "button", "aria-label": words, title: `${words} (${key})`,
            onclick: () => this.step(places, { focuses: false }) }, sign);
    }

    /** How many findings have a fix. */
    #fixable() {
        const { safe, unsafe } = this.report.fixable;
        const words = safe === 0 ? `\`assetlint fix --unsafe\` may mend ${grouped(unsafe)} of these findings`
            : `\`assetlint fix\` may mend ${grouped(safe)} of these findings${unsafe > 0 ? `, with \`--unsafe\` ${grouped(unsafe)} more` : ""}`;
        return safe + unsafe > 0 ? [element("p", { class: "remark fixable" }, ...prose(words))] : [];
    }

    /** @param {{ rule: string, count: number, files: number, reason: string }[]} items */
    #notJudged(items) {
        const sum = items.reduce((all, item) => all + item.count, 0);
        return element("details", { class: "remark not-judged" },
            element("summary", {}, element("strong", {}, "Not judged: "), counted(sum, "reference"),
                element("span", { class: "wide" }, " that could not be followed")),
            element("ul", {}, ...items.map((item) => element("li", {},
                `${counted(item.count, "reference")} in ${counted(item.files, "file")}: ${item.reason} `,
                element("span", { class: "rule" }, item.rule)))));
    }

    #side() {
        const search = element("input", {
            type: "search", name: "search", placeholder: "Search", "aria-label": "Search files and findings",
            autocomplete: "off", spellcheck: "false",
            oninput: (/** @type {any} */ event) => this.filter({ search: event.target.value }),
        });
        const level = element("select", {
            name: "level", "aria-label": "Level", onchange: (/** @type {any} */ event) => this.filter({ level: event.target.value }),
        }, element("option", { value: "" }, "All levels"),
        ...LEVELS.map((name) => element("option", { value: name }, `${name[0].toUpperCase()}${name.slice(1)}s`)));
        this.search = /** @type {HTMLInputElement} */ (search);
        this.level = /** @type {HTMLSelectElement} */ (level);
        return element("nav", { id: "side", "aria-label": "Files and filters" },
            element("div", { class: "filters", role: "search" }, search, level),
            this.data.rules.length > 0 && element("h2", {}, "Rules"), this.#rules(),
            element("h2", {}, "Files"), this.#totals(), element("div", { class: "scroll" }, this.tree.element));
    }

    /** What all files have together. */
    #totals() {
        const words = wordsOfMeasures(sumOfMeasures(this.data.files));
        return words.length > 0 && element("p", { class: "totals" }, `${words.join(" · ")} in all`);
    }

    #rules() {
        const most = Math.max(...this.data.rules.map((rule) => rule.found), 1);
        return element("ul", { id: "rules" }, ...this.data.rules.map((rule) => {
            const length = element("span", { class: "length", "aria-hidden": "true" });
            length.style.width = `${Math.max(100 * Math.sqrt(rule.found / most), 2)}%`;
            const bar = element("button", {
                type: "button", "data-rule": rule.id, class: `bar ${rule.level}`, "aria-pressed": "false", title: rule.title,
                onclick: () => this.#toggleRule(rule.id),
            },
            levelIcon(rule.level),
            element("span", { class: "rule" }, element("span", { class: "unseen" }, `${rule.level}: `), rule.id),
            element("span", { class: "found" }, grouped(rule.found),
                element("span", { class: "unseen" }, ` found in ${counted(rule.files, "file")}`)),
            element("span", { class: "title" }, rule.title), length);
            this.bars.set(rule.id, bar);
            return element("li", {}, bar);
        }));
    }

    /** What stands instead of findings. */
    #allWell() {
        /** @type {Map<string, number>} */
        const formats = new Map();
        for (const file of this.report.files.filter((each) => !each.isUnchecked)) {
            formats.set(file.record.format, (formats.get(file.record.format) ?? 0) + 1);
        }
        const checked = [...formats].map(([format, count]) => `${grouped(count)} ${formatName(format, count)}`).join(", ");
        const unchecked = this.report.files.filter((file) => file.isUnchecked).length;
        const title = unchecked > 0 ? `${counted(unchecked, "file")} could not be checked`
            : this.report.files.length > 0 ? "Nothing to report" : "Nothing was checked";
        return element("div", { class: "all-well" }, levelIcon(unchecked > 0 ? "warning" : "fine"), element("h2", {}, title),
            element("p", {}, checked !== "" ? `Checked: ${checked}.` : "No file of a known format was found."),
            (this.data.summary.notJudged ?? []).length > 0 &&
                element("p", {}, "Some references could not be followed: see “Not judged” above."));
    }

    #help() {
        const help = /** @type {HTMLDialogElement} */ (element("dialog", { class: "help", "aria-label": "List of keys" },
            element("h2", {}, "Keys"),
            element("dl", {}, ...KEYS.map(([keys, words]) => element("div", {},
                element("dt", {}, ...keys.split("  ").map((key) => element("kbd", {}, key))), element("dd", {}, words)))),
            element("form", { method: "dialog" }, element("button", { type: "submit" }, "Close"))));
        return help;
    }

    // ---- Files ---------------------------------------------------------------------------------------------------

    /** Shows the first findings that match the filter. */
    #arrange() {
        /** @type {Element | undefined} */
        let last;
        let shown = 0;
        for (const file of this.report.broken) {
            let box = this.boxes.get(file);
            if (box === undefined && file.matches && shown < this.limit) {
                box = new FileBox(file, (item) => this.#toggle(item), this.fix);
                this.boxes.set(file, box);
                last !== undefined ? last.after(box.element) : this.list.prepend(box.element);
            }
            if (box !== undefined) {
                shown += box.show(this.limit - shown);
                last = box.element;
            }
        }
        const left = this.#matching().length - shown;
        this.more.hidden = left === 0;
        this.more.children[0].textContent = counted(left, "more finding");
    }

    /** Shows more findings. @param {number} limit */
    #showMore(limit = this.limit + MOST_FINDINGS) {
        this.limit = limit;
        this.#arrange();
    }

    /** The box of a finding that matches the filter. @param {Item} item */
    boxOf(item) {
        const number = this.#matching().indexOf(item);
        if (number >= this.limit) {
            this.#showMore((Math.floor(number / MOST_FINDINGS) + 1) * MOST_FINDINGS);
        }
        return this.boxes.get(item.file)?.boxes.get(item);
    }

    /** Shows the report within an element. @param {HTMLElement} host */
    start(host) {
        host.append(this.element);
        new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && this.#showMore(),
            { root: this.main, rootMargin: "600px" }).observe(this.more);
        window.addEventListener("beforeprint", this.onPrint);
        document.addEventListener("keydown", this.onKey);
        window.addEventListener("hashchange", this.onAddress);
        this.#followAddress();
        if (this.chosen === undefined && this.fine === undefined && this.report.broken.length > 0) {
            this.#chooseFirst();
        } else if (this.fine === undefined && this.report.broken.length === 0) {
            this.chooseFine(this.bundles.fileToShow(this.report.files));
        }
    }

    /** Opens the first finding, or of the first files one as severe that has a place in the model. */
    async #chooseFirst() {
        const first = this.report.broken[0].items[0];
        this.choose(first, { byUser: false });
        for (const file of this.report.broken.slice(0, LOOKED_AT)) {
            const bundle = await this.bundles.bundleOf(file).catch(() => undefined);
            const placed = file.items.find((item) => item.finding.level === first.finding.level && hasPlace(item, bundle));
            if (this.chosen !== first || this.isClosed) {
                return;
            }
            if (placed !== undefined) {
                this.choose(placed, { byUser: false, scroll: placed !== first });
                return;
            }
        }
    }

    close() {
        this.isClosed = true;
        this.element.remove();
        window.removeEventListener("beforeprint", this.onPrint);
        document.removeEventListener("keydown", this.onKey);
        window.removeEventListener("hashchange", this.onAddress);
    }

    // ---- Choosing ------------------------------------------------------------------------------------------------

    /** The address of a file or a finding. @param {FileEntry} file @param {Item} [item] */
    addressOf(file, item) {
        const address = new URLSearchParams({ file: file.name });
        if (item !== undefined) {
            address.set("finding", item.finding.fingerprint);
        }
        return `#/${address}`;
    }

    #followAddress() {
        const address = new URLSearchParams(location.hash.slice(2));
        const item = this.report.find(address.get("file") ?? "", address.get("finding"));
        if (item !== undefined) {
            if (!item.matches) {
                this.clear();
            }
            this.choose(item, { byUser: false, scroll: true });
            this.side.classList.remove("shown");
        } else if (address.has("file")) {
            this.chooseFine(this.report.byName.get(address.get("file") ?? ""));
        }
    }

    /** Shows a file without findings above all others. @param {FileEntry | undefined} file */
    chooseFine(file) {
        this.#closeOpen();
        this.tree.choose(file);
        if (file === undefined) {
            return;
        }
        this.side.classList.remove("shown");
        const box = this.fine = new FineFileBox(file);
        this.list.before(box.element);
        this.main.scrollTop = 0;
        this.#showViews(file, box);
    }

    /** Closes the finding or the file that is open. */
    #closeOpen() {
        if (this.chosen !== undefined) {
            this.boxes.get(this.chosen.file)?.boxes.get(this.chosen)?.open(false);
        }
        this.chosen = undefined;
        this.fine?.element.remove();
        this.fine = undefined;
    }

    /** Opens a finding, and closes the one that was open. @param {Item} item
     * @param {{ byUser?: boolean, scroll?: boolean }} [how] */
    choose(item, { byUser = true, scroll = false } = {}) {
        const box = this.boxOf(item);
        if (box === undefined) {
            return;
        }
        const before = box.button.getBoundingClientRect().top;
        if (this.chosen !== item) {
            this.#closeOpen();
        }
        this.chosen = item;
        box.open(true);
        const place = () => {
            this.main.scrollTop += box.button.getBoundingClientRect().top - (scroll ? this.#topOf(item.file) : before);
        };
        this.#showViews(item.file, box, item, scroll ? place : undefined);
        this.tree.choose(item.file);
        if (byUser) {
            history.replaceState(null, "", this.addressOf(item.file, item));
        }
        this.#showPlace();
        place();
    }

    /** Says in the heading of the open file which of the findings is open. */
    #showPlace() {
        const items = this.#matching(), at = this.chosen !== undefined ? items.indexOf(this.chosen) : -1;
        this.place.textContent = `${at < 0 ? "–" : grouped(at + 1)} of ${grouped(items.length)}`;
        this.stepper.hidden = items.length < 2;
        if (this.chosen !== undefined) {
            this.boxes.get(this.chosen.file)?.heading.append(this.stepper);
        }
    }

    /** @param {FileEntry} file that is open */
    #headingOf(file) {
        return this.boxes.get(file)?.heading ?? this.fine?.heading;
    }

    /** Where findings of a file begin to be seen: below its heading, which stays at the top. @param {FileEntry} file */
    #topOf(file) {
        return this.main.getBoundingClientRect().top + (this.#headingOf(file)?.getBoundingClientRect().height ?? 0);
    }

    /** Says in the heading how large the model is. @param {FileEntry} file @param {import("./buffers.js").Bundle | undefined} bundle */
    async #showSize(file, bundle) {
        const size = bundle && await sizeOfBox(bundle), place = this.#headingOf(file)?.querySelector(".size");
        if (size !== undefined && place) {
            place.textContent = ` · box ${size}`;
        }
    }

    /** @param {FileEntry} file @param {OpenBox} box @param {Item} [item]
     * @param {() => void} [place] moves the box to its place, once it has its height */
    async #showViews(file, box, item, place = () => this.#bringIntoView(box.element, file)) {
        const isOpen = () => this.chosen === item && (item !== undefined || this.fine === box) && !this.isClosed;
        const waiting = setTimeout(() => isOpen() && box.remark("Reading the model …"), WAIT);
        let remark = "";
        const bundle = await this.bundles.bundleOf(file).catch((problem) => {
            remark = problem.message;
            return undefined;
        });
        clearTimeout(waiting);
        if (!isOpen()) {
            return;
        }
        const partners = this.bundles.partnersOf(file, this.report.byName);
        box.showViews(tabsOf(item, bundle, partners, (each) =>
            referenceEnds(each, this.report.files, (other) => this.addressOf(other),
                partners.filter(({ role }) => role === "referrer").map(({ name }) => name)), this.bundles.fieldsOf?.(file)));
        if (remark !== "") {
            box.remark(remark);
        }
        await box.views?.ready;
        await this.#showSize(file, bundle);
        if (isOpen()) {
            place();
        }
    }

    /** Moves an open finding up, if its end is out of sight. @param {HTMLElement} box @param {FileEntry} file */
    #bringIntoView(box, file) {
        const { top, bottom } = box.getBoundingClientRect(), pane = this.main.getBoundingClientRect();
        const hidden = Math.min(bottom - Math.min(pane.bottom, innerHeight), top - this.#topOf(file));
        if (hidden > 0 && pane.height <= innerHeight) {
            this.main.scrollTop += hidden;
        }
    }

    /** @param {Item} item */
    #toggle(item) {
        const box = this.boxOf(item);
        if (box?.isOpen) {
            box.open(false);
        } else {
            this.choose(item);
        }
    }

    /** The findings that match the filter, in the order in which they are shown. */
    #matching() {
        return this.report.broken.filter((file) => file.matches).flatMap((file) => file.items.filter((item) => item.matches));
    }

    /** Opens the finding that many places further. @param {number} places @param {{ focuses?: boolean }} [how] whether it gets the focus */
    step(places, { focuses = true } = {}) {
        const items = this.#matching();
        const at = this.chosen !== undefined ? items.indexOf(this.chosen) : -1;
        const next = items[at < 0 ? 0 : Math.min(Math.max(at + places, 0), items.length - 1)];
        if (next !== undefined) {
            this.choose(next, { scroll: true });
            if (focuses) {
                this.boxOf(next)?.button.focus({ preventScroll: true });
            }
        }
    }

    // ---- Filters -------------------------------------------------------------------------------------------------

    /** @param {Partial<ReturnType<noFilter>>} change */
    filter(change) {
        Object.assign(this.state, change);
        this.report.filter(this.state);
        this.tree.show(this.state.search !== "");
        this.limit = MOST_FINDINGS;
        this.#arrange();
        if (this.chosen?.matches) {
            this.boxOf(this.chosen); // stays in sight
        }
        for (const [id, bar] of this.bars) {
            bar.setAttribute("aria-pressed", String(this.state.rules.has(id)));
        }
        this.nothing.hidden = this.report.files.some((file) => file.matches);
        this.#showPlace();
    }

    /** @param {string} id */
    #toggleRule(id) {
        const rules = new Set(this.state.rules);
        if (!rules.delete(id)) {
            rules.add(id);
        }
        this.filter({ rules });
    }

    clear() {
        this.search.value = "";
        this.level.value = "";
        this.filter(noFilter());
    }

    // ---- Keys ----------------------------------------------------------------------------------------------------

    /** @param {KeyboardEvent} event */
    #key(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        const writes = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
        if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) {
            return;
        }
        if (event.key === "Escape" && (writes || !target.closest?.("dialog"))) {
            this.clear();
            return;
        }
        if (writes) {
            return;
        }
        switch (event.key) {
        case "j": this.step(1); break;
        case "k": this.step(-1); break;
        case "/":
            this.side.classList.add("shown");
            this.search.focus();
            break;
        case "?": this.help.showModal(); break;
        case "1":
        case "2":
        case "3":
        case "4":
        case "5":
            (this.chosen !== undefined ? this.boxOf(this.chosen) : this.fine)?.views?.choose(Number(event.key) - 1);
            break;
        default: return;
        }
        event.preventDefault();
    }
}
