// bundles.js: the bundles of files that were checked in this page. Those in the report are taken from it, since they have the
// findings across files; the worker makes the others when they are needed.

/** @typedef {import("../viewer/report.js").FileEntry} FileEntry */
/** @typedef {import("../viewer/buffers.js").Bundle} Bundle */
/** @typedef {import("../viewer/inlined.js").BundleSource} BundleSource */

const MOST_KEPT = 8; // large meshes take megabytes

/** Formats. */
const TEXTS = new Set(["xml", "clausewitz"]), NOT_DRAWN = new Set([...TEXTS, "png", "bmp"]), PICTURES = new Set(["dds", "tga"]);

/** @implements {BundleSource} */
export class PageBundles {
    /** @param {import("../viewer/inlined.js").InlinedBundles} inlined @param {import("./program.js").Check} check
     * @param {import("../viewer/report.js").ReportData} data */
    constructor(inlined, check, data) {
        this.inlined = inlined;
        this.check = check;
        this.packages = new Set(data.files.filter((file) => file.member !== undefined).map((file) => file.path));
        /** @type {Map<FileEntry, Promise<Bundle>>} the last ones that the worker made */
        this.made = new Map();
        this.leftOut = 0;
    }

    /** @param {FileEntry} file */
    #isPackage({ record }) {
        return record.member === undefined && this.packages.has(record.path);
    }

    /** The largest model, or without one the largest picture. @param {FileEntry[]} files @returns {FileEntry | undefined} */
    fileToShow(files) {
        const isPicture = (/** @type {FileEntry} */ file) => Number(PICTURES.has(file.record.format));
        const drawn = files.filter((file) => !this.#isPackage(file) && !file.isUnchecked && !NOT_DRAWN.has(file.record.format));
        return drawn.sort((a, b) => isPicture(a) - isPicture(b) || b.record.size - a.record.size)[0];
    }

    /** @param {FileEntry} file */
    async bundleOf(file) {
        if (file.items.length > 0 && file.level !== "note" && !this.inlined.withoutBundle.has(file.index)) {
            return this.inlined.bundleOf(file);
        }
        if (this.#isPackage(file)) {
            throw new Error("The files in this package have models of their own.");
        }
        const bundle = await this.#made(file).catch((problem) => {
            throw new Error(`This file can't be drawn here: ${problem.message}`);
        });
        if (bundle.views.length === 0 && file.items.length === 0) {
            throw new Error("There is nothing to draw in this file.");
        }
        return bundle;
    }

    /** The fields of a file that isn't in a package. @param {FileEntry} file */
    fieldsOf(file) {
        const { record } = file;
        const hasFields = record.member === undefined && !this.#isPackage(file) && !TEXTS.has(record.format) && record.format !== "";
        return hasFields ? () => this.check.fields(record) : undefined;
    }

    /** @param {FileEntry} file @param {Map<string, FileEntry>} byName */
    partnersOf(file, byName) {
        return [...this.inlined.partnersOf(file, byName, (other) => this.bundleOf(other)), ...this.#picturesBeside(file, byName)];
    }

    /** The pictures in the folder of an actor, which its layers name without an extension: outside of a mod nothing else is known of them.
     * @param {FileEntry} file @param {Map<string, FileEntry>} byName @returns {import("../viewer/parts.js").Partner[]} */
    #picturesBeside({ name, record }, byName) {
        const folderOf = (/** @type {string} */ path) => path.slice(0, path.lastIndexOf("/") + 1), folder = folderOf(name);
        const pictures = record.format !== "xac" ? [] : [...byName.values()].filter((other) => PICTURES.has(other.record.format) && folderOf(other.name) === folder);
        return pictures.map((other) => ({ role: "texture", name: other.name, texture: other.name.slice(folder.length).replace(/\.[^.]*$/, ""),
            bundle: () => this.bundleOf(other) }));
    }

    /** @param {FileEntry} file */
    #made(file) {
        const made = this.made.get(file) ?? this.check.views(file.record);
        this.made.delete(file);
        this.made.set(file, made);
        if (this.made.size > MOST_KEPT) {
            this.made.delete(/** @type {FileEntry} */ (this.made.keys().next().value));
        }
        return made;
    }
}
