// tree.js: the tree of files. What has no findings is folded away, and is filled when it is opened. Of many files only some are
// listed, since a browser takes long for what it doesn't show, too.
import { element, levelIcon, named } from "./text.js";
import { counted, grouped } from "./words.js";
import { foldersOf } from "./folders.js";
import { LEVELS } from "./report.js";

/** @typedef {import("./folders.js").Folder} Folder */
/** @typedef {import("./report.js").FileEntry} FileEntry */

/** Folders are open while the files in them are at most so many; a folder lists so many before it is asked for more. */
const MOST_LISTED = 100;

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
        this.files = files;
        this.root = foldersOf(files);
        this.room = MOST_LISTED; // for files in open folders
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
        folder.files.slice(0, MOST_LISTED).forEach(({ name, file }) => list.append(this.#file(name, file)));
        folder.unlisted = folder.files.slice(MOST_LISTED);
        if (folder.unlisted.length > 0) {
            folder.more = element("li", {}, element("button", { type: "button", class: "link more", onclick: () => this.#list(folder, Infinity) }));
            list.append(folder.more);
            this.#list(folder, 0);
        }
        if (folder.fold !== undefined) {
            list.append(this.#folder(folder.fold));
        }
    }

    /** Lists more files that match. @param {Folder} folder @param {number} count */
    #list(folder, count) {
        const listed = new Set(folder.unlisted.filter(({ file }) => file.matches).slice(0, count));
        listed.forEach(({ name, file }) => folder.more?.before(this.#file(name, file)));
        folder.unlisted = folder.unlisted.filter((each) => !listed.has(each));
        const left = folder.unlisted.filter(({ file }) => file.matches).length;
        if (folder.more !== undefined) {
            folder.more.hidden = left === 0;
            folder.more.children[0].textContent = counted(left, "more file");
        }
    }

    /** Whether a folder may be open from the start. @param {Folder} folder */
    #hasRoom({ files }) {
        this.room -= Math.min(files.length, MOST_LISTED);
        return this.room >= 0;
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
        if (!folder.isWell && this.#hasRoom(last)) {
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
        this.opensMatches = opensMatches && this.files.filter((file) => file.matches).length <= MOST_LISTED;
        this.#show(this.root);
    }

    /** @param {Folder} folder */
    #show(folder) {
        let listed = 0;
        for (const { file } of folder.files) {
            const item = this.links.get(file)?.parentElement;
            if (item) {
                item.hidden = !file.matches;
                listed += Number(file.matches);
            }
        }
        this.#list(folder, Math.max(MOST_LISTED - listed, 0));
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
            if (folder.unlisted.some((each) => each.file === file)) {
                this.#list(folder, Infinity);
            }
        }
        return this.links.get(file);
    }
}
