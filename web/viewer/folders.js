// folders.js: the folders of a report: which files are in them, and how many findings.
import { LEVELS } from "./report.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */

/** A folder or a package, with what is in it. */
export class Folder {
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

    /** What its line shows: folders that contain one folder alone share it. `last` is the innermost of them. */
    line() {
        let name = this.name;
        /** @type {Folder} */
        let last = this;
        while (last.files.length === 0 && last.folders.size === 1) {
            last = [...last.folders.values()][0];
            name += `/${last.name}`;
        }
        return { name, last };
    }

    /** Whether a file in it matches the filter. @returns {boolean} */
    matches() {
        return this.files.some(({ file }) => file.matches) || [...this.folders.values()].some((inner) => inner.matches());
    }
}

/** The folder that contains all. A package is a folder, with "!" behind its name. @param {FileEntry[]} files */
export function foldersOf(files) {
    const root = new Folder("");
    for (const file of files) {
        const { path, member } = file.record;
        const parts = path.split("/").filter((part) => part !== "");
        const inner = (member ?? "").split("/").filter((part) => part !== "");
        root.add(inner.length > 0 ? [...parts.slice(0, -1), `${parts[parts.length - 1]}!`, ...inner] : parts, file);
    }
    return root;
}
