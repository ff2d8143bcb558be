// folders.js: the folders of a report: which files are in them, and how many findings.
import { grouped } from "./words.js";
import { LEVELS } from "./report.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */

/** So many files without findings stand beside files with findings; more are folded away. */
const MOST_UNFOLDED = 3;

/** Whether nothing is to be said about a file. @param {FileEntry} file */
const isWell = (file) => file.level === undefined && !file.isUnchecked;

/** A folder or a package, with what is in it. */
export class Folder {
    /** @param {string} name @param {boolean} [isFold] a part of a folder: what has no findings */
    constructor(name, isFold = false) {
        this.name = name;
        this.isFold = isFold;
        /** @type {Map<string, Folder>} */
        this.folders = new Map();
        /** @type {{ name: string, file: FileEntry }[]} */
        this.files = [];
        this.counts = { error: 0, warning: 0, note: 0 };
        this.isWell = true;
        /** @type {Folder | undefined} */
        this.fold = undefined;
        /** @type {HTMLElement | undefined} */
        this.list = undefined;
        /** @type {HTMLDetailsElement | undefined} */
        this.details = undefined;
        /** @type {{ name: string, file: FileEntry }[]} files that have no line yet */
        this.unlisted = [];
        /** @type {HTMLElement | undefined} the line that lists more of them */
        this.more = undefined;
        /** Lists what is in it, once. */
        this.fill = () => {};
    }

    /** @param {string[]} parts @param {FileEntry} file */
    add(parts, file) {
        this.isWell &&= isWell(file);
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
        while (!last.isFold && last.files.length === 0 && last.folders.size === 1) {
            last = [...last.folders.values()][0];
            name += `/${last.name}`;
        }
        return { name, last };
    }

    /** The number of files in it. @returns {number} */
    count() {
        return [...this.folders.values()].reduce((sum, inner) => sum + inner.count(), this.files.length);
    }

    /** Moves what has no findings into a fold, if that is much. In a folder without findings everything is listed. */
    foldWell() {
        const inner = [...this.folders].filter(([, folder]) => folder.isWell), files = this.files.filter(({ file }) => isWell(file));
        const count = inner.reduce((sum, [, folder]) => sum + folder.count(), files.length);
        if (this.isWell || count <= MOST_UNFOLDED) {
            return;
        }
        const fold = new Folder(`${grouped(count)} without findings`, true);
        inner.forEach(([name, folder]) => {
            fold.folders.set(name, folder);
            this.folders.delete(name);
        });
        fold.files = files;
        this.files = this.files.filter(({ file }) => !isWell(file));
        this.fold = fold;
    }

    /** The folders in it, and the fold. */
    inner() {
        return [...this.folders.values(), ...this.fold !== undefined ? [this.fold] : []];
    }

    /** The folders on the way to a file, from the outermost on; undefined: it is not in this one.
     * @param {FileEntry} file @returns {Folder[] | undefined} */
    wayTo(file) {
        if (this.files.some((each) => each.file === file)) {
            return [this];
        }
        for (const inner of this.inner()) {
            const way = inner.wayTo(file);
            if (way !== undefined) {
                return [this, ...way];
            }
        }
        return undefined;
    }

    /** Whether a file in it matches the filter. @returns {boolean} */
    matches() {
        return this.files.some(({ file }) => file.matches) || this.inner().some((inner) => inner.matches());
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
