// tree.js: the tree of files. Folders in which all is well are closed, and are filled when they are opened.
import { counted, element, grouped, levelIcon, named } from "./text.js";
import { LEVELS } from "./report.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */

/** A folder or a package, with what is in it. */
class Folder {
    /** @param {string} name */
    constructor(name) {
        this.name = name;
        /** @type {Map<string, Folder>} */
        this.folders = new Map();
        /** @type {{ name: string, file: FileEntry }[]} */
        this.files = [];
        this.counts = { error: 0, warning: 0, note: 0 };
        this.isWell = true;
        /** @type {HTMLElement | undefined} */
        this.list = undefined;
        /** @type {HTMLDetailsElement | undefined} */
        this.details = undefined;
    }

    /** @param {string[]} parts @param {FileEntry} file */
    add(parts, file) {
        this.isWell &&= file.level === undefined && !file.isUnchecked;
        for (const level of LEVELS) {
            this.counts[level] += file.counts[level];
        }
        const [name, ...rest] = parts;
        if (rest.length === 0) {
            this.files.push({ name, file });
            return;
        }
        const inner = this.folders.get(name) ?? new Folder(name);
        this.folders.set(name, inner);
        inner.add(rest, file);
    }

    /** Whether a file in it matches the filter. @returns {boolean} */
    matches() {
        return this.files.some(({ file }) => file.matches) || [...this.folders.values()].some((inner) => inner.matches());
    }
}

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
        this.root = new Folder("");
        for (const file of files) {
            const { path, member } = file.record;
            const parts = path.split("/").filter((part) => part !== "");
            const inner = (member ?? "").split("/").filter((part) => part !== "");
            this.root.add(inner.length > 0 ? [...parts.slice(0, -1), `${parts[parts.length - 1]}!`, ...inner] : parts, file);
        }
        this.opensMatches = false;
        /** @type {Map<FileEntry, HTMLElement>} */
        this.links = new Map();
        this.element = element("ul", { class: "tree" });
        this.#fill(this.root, this.element);
    }

    /** @param {Folder} folder @param {HTMLElement} list */
    #fill(folder, list) {
        folder.list = list;
        for (const inner of folder.folders.values()) {
            list.append(this.#folder(inner));
        }
        for (const { name, file } of folder.files) {
            list.append(this.#file(name, file));
        }
    }

    /** Folders that contain one folder alone share its line. @param {Folder} folder */
    #folder(folder) {
        let name = folder.name;
        let last = folder;
        while (last.files.length === 0 && last.folders.size === 1) {
            last = [...last.folders.values()][0];
            name += `/${last.name}`;
        }
        const list = element("ul");
        const details = /** @type {HTMLDetailsElement} */ (element("details", {},
            element("summary", {}, named(name), badges(folder.counts)), list));
        folder.details = details;
        const fill = () => last.list === undefined && this.#fill(last, list);
        if (!folder.isWell) {
            details.open = true;
            fill();
        }
        details.addEventListener("toggle", () => {
            fill();
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
        for (const inner of folder.folders.values()) {
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

    /** Marks the file that is shown. @param {FileEntry | undefined} file */
    choose(file, scroll = true) {
        for (const chosen of this.element.querySelectorAll("[aria-current]")) {
            chosen.removeAttribute("aria-current");
        }
        const link = file && this.links.get(file);
        if (link) {
            link.setAttribute("aria-current", "true");
            for (let at = link.parentElement; at && at !== this.element; at = at.parentElement) {
                if (at instanceof HTMLDetailsElement) {
                    at.open = true;
                }
            }
            if (scroll) {
                link.scrollIntoView({ block: "nearest" });
            }
        }
    }
}
