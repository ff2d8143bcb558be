// inlined.js: the bundles in a saved report, which has them for files with findings.
import { nameOfFile } from "./report.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */
/** @typedef {import("./buffers.js").Bundle} Bundle */

/**
 * @typedef {object} BundleSource where the bundles of files come from
 * @property {(file: FileEntry) => Promise<Bundle | undefined>} bundleOf undefined if there is nothing to draw. An error has a
 *     message for users.
 * @property {(files: FileEntry[]) => FileEntry | undefined} fileToShow if no file has findings
 * @property {(file: FileEntry, byName: Map<string, FileEntry>) => import("./parts.js").Partner[]} partnersOf the files that are
 *     shown together with one
 * @property {(file: FileEntry) => (() => Promise<any>) | undefined} [fieldsOf] gives the fields of a file; undefined: it has none, or they
 *     aren't known
 * @property {number} leftOut how many files with findings have no bundle, because the report would be too large
 */

/** @implements {BundleSource} */
export class InlinedBundles {
    /** @param {(key: string) => string | undefined} textOf the text of an element `script[data-views=KEY]` */
    constructor(textOf) {
        this.textOf = textOf;
        /** @type {Set<number | string>} numbers of files, and keys of partners */
        this.withoutBundle = new Set(JSON.parse(textOf("left out") ?? "[]"));
        /** @type {{ file: number, role: import("./parts.js").Partner["role"], path: string, member?: string, texture?: string, views: string }[]} */
        this.partners = JSON.parse(textOf("partners") ?? "[]");
        /** @type {Map<string, Bundle | undefined>} by key */
        this.read = new Map();
    }

    /** @param {string} key */
    #read(key) {
        if (!this.read.has(key)) {
            const text = this.textOf(key);
            this.read.set(key, text !== undefined ? JSON.parse(text) : undefined);
        }
        return this.read.get(key);
    }

    get leftOut() {
        return [...this.withoutBundle].filter((each) => typeof each === "number").length;
    }

    /** @param {FileEntry} file @param {Map<string, FileEntry>} byName @param {(file: FileEntry) => Promise<Bundle | undefined>} [bundleOf]
     * @returns {import("./parts.js").Partner[]} */
    partnersOf(file, byName, bundleOf = (other) => this.bundleOf(other)) {
        return this.partners.filter((each) => each.file === file.index).map(({ role, path, member, texture, views }) => {
            const name = nameOfFile({ path, member }), other = byName.get(name);
            return { role, name, texture, bundle: async () => this.#read(views) ?? (other !== undefined ? bundleOf(other) : undefined) };
        });
    }

    fileToShow() {
        return undefined;
    }

    /** @param {FileEntry} file */
    async bundleOf(file) {
        if (file.items.length === 0 || (file.level === "note" && this.textOf(String(file.index)) === undefined)) {
            throw new Error(`A saved report has only the models of files with ${file.items.length === 0 ? "findings" : "errors or warnings"}.`);
        }
        if (this.withoutBundle.has(file.index)) {
            throw new Error("The model and the bytes of this file are left out, so that the report stays below 32 MB. " +
                "A report about this file alone has them.");
        }
        return this.#read(String(file.index));
    }
}
