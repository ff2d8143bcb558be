// finding.js: files and findings in the list. A finding is a line that opens; one is open at a time.
import { element, levelIcon, named } from "./text.js";
import { byteSize, counted, formatName, grouped, hexadecimal } from "./words.js";
import { advice, excerptOf, facts } from "./explanation.js";
import { tabsElement } from "./views.js";
import { wordsOfMeasures } from "./measures.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */
/** @typedef {import("./report.js").Item} Item */

let lastNumber = 0;

/** What findings and files can show: views. */
class ViewsBox {
    /** @param {HTMLElement} body gets the views */
    constructor(body) {
        this.body = body;
        /** @type {ReturnType<typeof tabsElement> | undefined} */
        this.views = undefined;
    }

    get isOpen() {
        return !this.body.hidden;
    }

    /** Says something about the views. @param {string} words */
    remark(words) {
        const remark = this.body.querySelector(".remark-on-views") ?? element("p", { class: "remark-on-views legend", role: "status" });
        remark.textContent = words;
        this.body.append(remark);
    }

    /** Shows views while it is open. @param {import("./views.js").Tab[]} tabs */
    showViews(tabs) {
        this.body.querySelector(".remark-on-views")?.remove();
        if (this.isOpen && this.views === undefined && tabs.length > 0) {
            this.views = tabsElement(tabs);
            this.body.classList.add("with-views");
            this.body.append(this.views.element);
        }
    }

    closeViews() {
        this.views?.element.remove();
        this.views = undefined;
        this.body.classList.remove("with-views");
    }
}

/** The element of a finding. */
export class FindingBox extends ViewsBox {
    /** @param {Item} item @param {(item: Item) => void} choose called when a user opens or closes it
     * @param {(item: Item) => void} [fix] shows the fixes of its file */
    constructor(item, choose, fix) {
        const id = `finding-${++lastNumber}`;
        super(element("div", { id, class: "body", hidden: true }, excerptOf(item), advice(item, fix)));
        this.item = item;
        const { finding, rule } = item;
        this.button = element("button", {
            type: "button", class: "line", "aria-expanded": "false", "aria-controls": id, onclick: () => choose(item),
        },
        levelIcon(finding.level),
        element("span", { class: "sentence" }, element("span", { class: "unseen" }, `${finding.level}: `), named(finding.message)),
        element("span", { class: "about" },
            rule.cause && element("span", { class: "chip" }, "cause: fix this first"),
            element("span", { class: "rule" }, finding.rule),
            finding.field !== "" && named(finding.field, "code"),
            finding.line !== undefined ? `line ${grouped(finding.line)}` : finding.length > 0 && hexadecimal(finding.offset)));
        this.element = element("section", {
            class: `finding ${finding.level}`, "data-rule": finding.rule, "data-offset": finding.offset,
        }, element("h3", {}, this.button), this.body);
    }

    /** @param {boolean} open */
    open(open) {
        if (open && this.body.querySelector(".facts") === null) {
            this.body.append(facts(this.item));
        }
        if (!open) {
            this.closeViews();
        }
        this.body.hidden = !open;
        this.button.setAttribute("aria-expanded", String(open));
        this.element.classList.toggle("open", open);
    }
}

/** What stays in sight above the findings of a file. @param {FileEntry} file */
function headingOf({ record, name }) {
    const about = [formatName(record.format), record.version && `version ${record.version}`,
        record.size > 0 && byteSize(record.size), ...wordsOfMeasures(record.measures)].filter(Boolean).join(" · ");
    const status = record.status === "unreadable" ? "could not be read"
        : record.status === "limit" ? "a limit stopped the check" : "";
    const own = name.lastIndexOf("/") + 1;
    return element("header", { class: "heading" },
        element("div", {},
            element("h2", {}, element("bdi", { class: "name path" }, element("span", { class: "folder" }, name.slice(0, own)),
                element("span", { class: "own" }, name.slice(own)))),
            element("p", { class: "about" }, about, element("span", { class: "size" }), status !== "" && element("span", { class: "chip" }, status))));
}

/** The element of a file with findings. */
export class FileBox {
    /** @param {FileEntry} file @param {(item: Item) => void} choose @param {(item: Item) => void} [fix] */
    constructor(file, choose, fix) {
        this.file = file;
        this.makeBox = (/** @type {Item} */ item) => new FindingBox(item, choose, fix);
        /** @type {Map<Item, FindingBox>} those that were shown */
        this.boxes = new Map();
        const omitted = file.record.omitted ?? 0;
        this.heading = headingOf(file);
        this.element = element("article", { "data-path": file.name }, this.heading,
            omitted > 0 && element("p", { class: "omitted" },
                `${counted(omitted, "more finding")} of this file: only the most severe are listed`));
    }

    /** Shows the first findings that match the filter, and hides the others. Returns how many it shows. @param {number} room */
    show(room) {
        let shown = 0, last = this.heading;
        for (const item of this.file.items) {
            const isWanted = item.matches && shown < room;
            let box = this.boxes.get(item);
            if (box === undefined && isWanted) {
                box = this.makeBox(item);
                this.boxes.set(item, box);
                last.after(box.element);
            }
            if (box !== undefined) {
                last = box.element;
                if (last.hidden === isWanted) {
                    last.hidden = !isWanted;
                }
            }
            shown += Number(isWanted);
        }
        if (this.element.hidden === shown > 0) {
            this.element.hidden = shown === 0;
        }
        this.element.style.setProperty("contain-intrinsic-size", `auto ${90 + 60 * shown}px`);
        return shown;
    }
}

/** The element of a file without findings, which is shown while it is chosen. */
export class FineFileBox extends ViewsBox {
    /** @param {FileEntry} file */
    constructor(file) {
        super(element("div", { class: "body" }));
        this.file = file;
        const words = file.isUnchecked ? "This file could not be checked" : "No findings in this file";
        this.heading = headingOf(file);
        this.element = element("article", { class: "fine" }, this.heading, element("section", { class: "finding fine" },
            element("p", { class: "line" }, levelIcon(file.isUnchecked ? "warning" : "fine"), words), this.body));
    }
}
