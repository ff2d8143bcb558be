// tree.js: the tree of files. What has no findings is folded away, and is filled when it is opened.
import { element, levelIcon, named } from "./text.js";
import { counted, grouped } from "./words.js";
import { foldersOf } from "./folders.js";
import { LEVELS } from "./report.js";

/** @typedef {import("./folders.js").Folder} Folder */
/** @typedef {import("./report.js").FileEntry} FileEntry */

/** The counts of findings by level. @param {Record<string, number>} counts */
function badges(counts) {
    const found = LEVELS.filter((level) => counts[level] > 0);
    const words = found.map((level) => counted(counts[level], level)).join(", ");
    return found.length === 0 ? null : element("span", { class: "badges" },
        element("span", { class: "unseen" }, words),
        ...found.map((level) => element("span", { class: `badge ${level}`, "aria-hidden": "true" }, grouped(counts[level]))));
}

/** The tree of a report. */
export class FileTree {
    /** @param {FileEntry[]} files @param {(file: FileEntry) => string} addressOf */
    constructor(files, addressOf) {
        this.addressOf = addressOf;
        this.root = foldersOf(files);
        this.opensMatches = false;
        /** @type {Map<FileEntry, HTMLElement>} */
        this.links = new Map();
        this.element = element("ul", { class: "tree" });
        this.#fill(this.root, this.element);
    }

    /** @param {Folder} folder @param {HTMLElement} list */
    #fill(folder, list) {
        folder.list = list;
        folder.foldWell();
        for (const inner of folder.folders.values()) {
            list.append(this.#folder(inner));
        }
        for (const { name, file } of folder.files) {
            list.append(this.#file(name, file));
        }
        if (folder.fold !== undefined) {
            list.append(this.#folder(folder.fold));
        }
    }

    /** Folders that contain one folder alone share its line. @param {Folder} folder */
    #folder(folder) {
        const { name, last } = folder.line();
        const list = element("ul");
        const details = /** @type {HTMLDetailsElement} */ (element("details", { class: last.isFold ? "fold" : undefined },
            element("summary", {}, named(name), badges(folder.counts)), list));
        folder.details = details;
        folder.fill = () => {
            if (last.list === undefined) {
                this.#fill(last, list);
            }
        };
        if (!folder.isWell) {
            details.open = true;
            folder.fill();
        }
        details.addEventListener("toggle", () => {
            folder.fill();
            this.#show(last);
        });
        return element("li", {}, details);
    }

    /** @param {string} name @param {FileEntry} file */
    #file(name, file) {
        const level = file.level ?? (file.isUnchecked ? "warning" : "fine");
        const link = element("a", { href: this.addressOf(file), class: `file ${level}` }, levelIcon(level), named(name),
            badges(file.counts) ?? element("span", { class: file.isUnchecked ? "meaning" : "unseen" }, file.isUnchecked ? "not checked" : "no findings"));
        this.links.set(file, link);
        return element("li", {}, link);
    }

    /** Hides what the filter left out. @param {boolean} opensMatches whether folders with files that match are opened */
    show(opensMatches) {
        this.opensMatches = opensMatches;
        this.#show(this.root);
    }

    /** @param {Folder} folder */
    #show(folder) {
        for (const { file } of folder.files) {
            const item = this.links.get(file)?.parentElement;
            if (item) {
                item.hidden = !file.matches;
            }
        }
        for (const inner of folder.inner()) {
            const item = inner.details?.parentElement;
            const matches = inner.matches();
            if (this.opensMatches && matches && inner.details !== undefined) {
                inner.details.open = true; // the event fills it, and opens what is in it
            }
            if (item) {
                item.hidden = !matches;
            }
            this.#show(inner);
        }
    }

    /** Marks the file that is shown, and moves it into sight. @param {FileEntry | undefined} file */
    choose(file) {
        for (const chosen of this.element.querySelectorAll("[aria-current]")) {
            chosen.removeAttribute("aria-current");
        }
        const link = file && this.#linkOf(file);
        if (link) {
            link.setAttribute("aria-current", "true");
            link.scrollIntoView({ block: "nearest" });
        }
    }

    /** The line of a file, in open folders. @param {FileEntry} file */
    #linkOf(file) {
        for (const folder of this.root.wayTo(file) ?? []) {
            if (folder.details !== undefined) {
                folder.details.open = true;
                folder.fill();
            }
        }
        return this.links.get(file);
    }
}
