// assetlint.js: checks and fixes files of mods in a browser or in Node. It sends nothing anywhere.
//
//     import { load } from "./assetlint.js";
//     const assetlint = await load(await (await fetch("assetlint.wasm")).arrayBuffer());
//     const { exit, report } = assetlint.check([{ path: "hull.xmf", data: bytes }], { format: "json" });
//     const { files } = assetlint.fix([{ path: "hull.xmf", data: bytes }]);
//
// It runs the program of the command line, compiled to WebAssembly, and a report has the same bytes as there. The program
// sees only the files that it is given.
import { MemoryHost, REFERENCES, readBlob } from "./memory.js";
import { decode, encode, runProgram } from "./wasi.js";

/**
 * A file to check.
 * @typedef {object} Input
 * @property {string} path its path in reports: a relative path with `/` between folders
 * @property {Uint8Array | ArrayBuffer | BlobLike | Readable} data its bytes. A Blob or File is read when its bytes are needed,
 *     which a browser allows only in a worker.
 */

/**
 * A Blob or a File. These declarations don't need the types of a browser.
 * @typedef {object} BlobLike
 * @property {number} size
 * @property {(start?: number, end?: number) => BlobLike} slice
 */

/**
 * A Response of `fetch`.
 * @typedef {object} ResponseLike
 * @property {() => Promise<ArrayBuffer>} arrayBuffer
 */

/**
 * Bytes that are read when they are needed.
 * @typedef {object} Readable
 * @property {number} size
 * @property {(start: number, end: number) => Uint8Array} read returns the bytes from start to end, which are in the file
 */

/**
 * Options of `assetlint check`, which `assetlint help check` explains: `failOn` is `--fail-on`. A list repeats an option.
 * @typedef {object} CheckOptions
 * @property {"text" | "lines" | "json" | "ndjson" | "sarif" | "github" | "junit" | "html"} [format] default: text
 * @property {boolean} [allowEmpty]
 * @property {string} [baseline] the path of one of the inputs
 * @property {string} [config] the path of one of the inputs
 * @property {string | string[]} [exclude]
 * @property {"error" | "warning" | "note" | "never"} [failOn]
 * @property {string} [game]
 * @property {string | string[]} [ignore]
 * @property {string | string[]} [level]
 * @property {number | string} [maxFileSize]
 * @property {number | string} [maxInflated]
 * @property {number | string} [maxMemory]
 * @property {number} [maxPerRule]
 * @property {boolean} [noConfig]
 * @property {boolean} [quiet]
 * @property {string} [sarifRoot]
 * @property {boolean} [sarifSuppressed]
 * @property {string | string[]} [select]
 * @property {"error" | "warning" | "note"} [show]
 * @property {string | (string | Input)[]} [with] what the inputs refer to: files of the game's folder, of another mod, or a file of
 *     names, which are not checked; or paths of inputs, or of folders of inputs
 * @property {string[]} [options] words of the command line: `["--game", "x4"]`
 */

/**
 * What a check gives.
 * @typedef {object} CheckResult
 * @property {number} exit the exit status of the command line: 0 if all is well, 1 if the check failed, 3 if something could
 *     not be checked
 * @property {string} report
 */

/**
 * Options of `assetlint fix`, which `assetlint help fix` explains. A list repeats an option.
 * @typedef {object} FixOptions
 * @property {boolean} [allowEmpty]
 * @property {string} [baseline] the path of one of the inputs
 * @property {string} [config] the path of one of the inputs
 * @property {string | string[]} [exclude]
 * @property {string} [game]
 * @property {string | string[]} [ignore]
 * @property {number | string} [maxFileSize]
 * @property {number | string} [maxInflated]
 * @property {number | string} [maxMemory]
 * @property {boolean} [noConfig]
 * @property {string | string[]} [select]
 * @property {boolean} [unsafe] also make fixes that are a choice
 * @property {string | (string | Input)[]} [with] what the inputs refer to: files of the game's folder, of another mod, or a file of
 *     names, which are not checked; or paths of inputs, or of folders of inputs
 * @property {string[]} [options] words of the command line: `["--game", "x4"]`
 */

/**
 * A run of bytes that a fix replaces, or one field that it sets.
 * @typedef {object} Change
 * @property {string} path
 * @property {string} [member] of a package: its fix is only shown
 * @property {string} rule
 * @property {"safe" | "unsafe"} kind
 * @property {string} field
 * @property {number} offset
 * @property {number} removed bytes
 * @property {number} added bytes
 * @property {string} before
 * @property {string} after
 * @property {boolean} written whether a fixed file has it
 */

/**
 * Findings that stay, though their rule has a fix.
 * @typedef {object} Refusal
 * @property {string} path
 * @property {string} [member]
 * @property {string} rule
 * @property {"safe" | "unsafe"} kind
 * @property {number} count
 * @property {boolean} heldBack whether the option `unsafe` would fix them
 * @property {string} reason
 */

/**
 * What `assetlint fix --format json` writes.
 * @typedef {object} FixReport
 * @property {{ name: string, version: string }} tool
 * @property {Change[]} changes
 * @property {Refusal[]} refused
 * @property {{ path: string, member?: string, reason: string }[]} unchecked files that could not be checked, or only in part
 * @property {{ files: number, changes: number, written: number, refused: number, heldBack: number }} summary
 */

/**
 * What a fix gives.
 * @typedef {object} FixResult
 * @property {number} exit the exit status of `assetlint fix --in-place`: 0 if all that can be fixed was fixed, 1 if some of it was
 *     not, 3 if something could not be checked
 * @property {FixReport} report
 * @property {OutputFile[]} files the fixed files, and no others
 */

/**
 * A file that the program wrote.
 * @typedef {object} OutputFile
 * @property {string} path
 * @property {Uint8Array} data
 */

/**
 * A rule of the catalogue, as `assetlint rules --format json` has it.
 * @typedef {object} Rule
 * @property {string} id
 * @property {string} format
 * @property {"error" | "warning" | "note"} level
 * @property {"certain" | "likely" | "possible"} confidence
 * @property {boolean} crash
 * @property {string} title
 * @property {string} why
 * @property {string} fix
 * @property {"safe" | "unsafe"} [fixKind] if `fix` may help
 * @property {string} source
 */

/** There is no report, because of wrong options or a wrong configuration. */
export class AssetlintError extends Error {
    /**
     * @param {string} message
     * @param {number} exit the exit status of the command line
     */
    constructor(message, exit) {
        super(message);
        this.name = "AssetlintError";
        this.exit = exit;
    }
}

const EXIT_USAGE = 2;

// ---- Inputs ------------------------------------------------------------------------------------------------------

/** What a value is, for messages. @param {any} value */
function kindOf(value) {
    return Object(value) === value ? `this: ${value.constructor?.name ?? "Object"}` : typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
}

/** @param {unknown} inputs @param {unknown} options */
function refuseOthers(inputs, options) {
    if (!Array.isArray(inputs)) {
        throw new TypeError(`the files must be an array, such as [{ path: "hull.xmf", data: bytes }], not ${kindOf(inputs)}`);
    }
    const wrong = inputs.findIndex((input) => typeof input?.path !== "string" || input.data === undefined);
    if (wrong >= 0) {
        throw new TypeError(`each file must be an object with path and data, such as { path: "hull.xmf", data: bytes }, not ${kindOf(inputs[wrong])}`);
    }
    if (typeof options !== "object" || options === null || Array.isArray(options)) {
        throw new TypeError(`the options must be an object, such as { format: "json" }, not ${kindOf(options)}`);
    }
}

/** The path without empty and `.` parts. @param {string} path */
function plainPath(path) {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    if (parts.length === 0 || parts.includes("..") || path.includes("\0")) {
        throw new TypeError(`not a relative path of a file: ${JSON.stringify(path)}`);
    }
    return decode(encode(parts.join("/"))); // replaces half surrogate pairs
}

/** @param {string} path @param {Input["data"]} data @returns {import("./memory.js").Source} */
function sourceOf(path, data) {
    if (typeof Blob !== "undefined" && data instanceof Blob) {
        return { path, size: data.size, read: (start, end) => readBlob(data, start, end) };
    }
    if (typeof /** @type {any} */ (data)?.read === "function") {
        const { size } = /** @type {Readable} */ (data);
        return { path, size, read: (start, end) => /** @type {Readable} */ (data).read(start, end) };
    }
    const isView = ArrayBuffer.isView(data);
    if (!isView && !(data instanceof ArrayBuffer)) {
        throw new TypeError(`data of ${path} must be a Uint8Array, an ArrayBuffer, a Blob or a Readable`);
    }
    const bytes = isView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    return { path, size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** Two files can't have one path, and a file can't be the folder of another. @param {string[]} paths */
function refuseConflicts(paths) {
    const files = new Set();
    for (const path of paths) {
        if (files.has(path)) {
            throw new TypeError(`two files have the path ${path}`);
        }
        files.add(path);
    }
    for (const path of paths) {
        for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
            if (files.has(path.slice(0, slash))) {
                throw new TypeError(`${path.slice(0, slash)} is a file and the folder of ${path}`);
            }
        }
    }
}

/** The path for the command line: one file, or the folder that contains all files. @param {string[]} paths */
function target(paths) {
    if (paths.length === 1) {
        return paths[0].startsWith("-") ? `./${paths[0]}` : paths[0];
    }
    const slash = paths.length > 0 ? paths[0].indexOf("/") : -1;
    const folder = slash > 0 ? paths[0].slice(0, slash + 1) : "";
    return paths.every((path) => path.startsWith(folder)) ? folder.slice(0, -1) : "";
}

/** The names of CheckOptions that are options of the command line. */
const CHECK_OPTIONS = new Set(["allowEmpty", "baseline", "config", "exclude", "failOn", "format", "game", "ignore", "level",
    "maxFileSize", "maxInflated", "maxMemory", "maxPerRule", "noConfig", "quiet", "sarifRoot", "sarifSuppressed", "select",
    "show", "with"]);

/** The same of FixOptions. */
const FIX_OPTIONS = new Set(["allowEmpty", "baseline", "config", "exclude", "game", "ignore", "maxFileSize", "maxInflated",
    "maxMemory", "noConfig", "select", "unsafe", "with"]);

/** Moves references that are files to a folder of their own, and names them by their first folders.
 * @param {CheckOptions["with"]} given */
function referencesOf(given) {
    /** @type {Input[]} */
    const references = [];
    const paths = [given ?? []].flat().map((one) => {
        if (typeof one === "string") {
            return one;
        }
        const path = plainPath(one?.path);
        references.push({ path: `${REFERENCES}/${path}`, data: one.data });
        return `${REFERENCES}/${path.split("/", 1)[0]}`;
    });
    return { paths: [...new Set(paths)], references };
}

/** Options as words of the command line. @param {CheckOptions & FixOptions} options @param {Set<string>} known their names */
function wordsOf({ options = [], ...others }, known) {
    const words = Object.entries(others).flatMap(([name, value]) => {
        if (!known.has(name)) {
            throw new TypeError(`unknown option ${name}; the options are ${[...known, "options"].join(", ")}`);
        }
        const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        const values = [value].flat().filter((one) => one !== undefined && one !== false);
        return values.map((one) => one === true ? option : `${option}=${one}`);
    });
    return [...words, ...options];
}

// ---- The interface -----------------------------------------------------------------------------------------------

export class Assetlint {
    /** @type {WebAssembly.Module} */
    #module;
    /** @type {Rule[] | undefined} */
    #rules;
    /** @type {string | undefined} */
    #version;

    /** @param {object} module a WebAssembly.Module of assetlint.wasm: `load` makes it */
    constructor(module) {
        this.#module = /** @type {WebAssembly.Module} */ (module);
    }

    /**
     * Checks files, and returns the report. One file is checked like a file on the command line, several like the folder
     * that contains them, with rules across files and its `assetlint.json`. Files in packages are checked, too. Any bytes
     * in the files give a report.
     * @param {Input[]} inputs
     * @param {CheckOptions} [options]
     * @returns {CheckResult}
     * @throws {TypeError} for other arguments than these, and for an unknown option
     * @throws {AssetlintError} when there is no report, with the message of the program
     */
    check(inputs, options = {}) {
        refuseOthers(inputs, options);
        const where = target(inputs.map((input) => plainPath(input.path)));
        const { paths, references } = referencesOf(options.with);
        const words = ["check", ...wordsOf({ ...options, with: paths }, CHECK_OPTIONS), "--", where];
        const { exit, report } = this.#report(words, [...inputs, ...references]);
        return { exit, report };
    }

    /**
     * Mends what can be mended without a guess, as `assetlint fix --in-place` does, and returns the fixed files. The inputs stay as
     * they are.
     * @param {Input[]} inputs
     * @param {FixOptions} [options]
     * @returns {FixResult}
     * @throws {TypeError} for other arguments than these, and for an unknown option
     * @throws {AssetlintError} when there is no report, with the message of the program
     */
    fix(inputs, options = {}) {
        refuseOthers(inputs, options);
        const where = target(inputs.map((input) => plainPath(input.path)));
        const { paths, references } = referencesOf(options.with);
        const known = wordsOf({ ...options, with: paths }, FIX_OPTIONS);
        const words = ["fix", "--format", "json", "--in-place", ...known, "--", where];
        const { exit, report, files } = this.#report(words, [...inputs, ...references]);
        return { exit, report: JSON.parse(report), files };
    }

    /** The catalogue of rules. */
    get rules() {
        this.#rules ??= /** @type {Rule[]} */ (JSON.parse(this.#report(["rules", "--format", "json"]).report));
        return this.#rules;
    }

    /** The version, such as "0.1.0". */
    get version() {
        // The next line tells what the sandbox is.
        this.#version ??= this.#report(["--version"]).report.split("\n", 1)[0].replace(/^assetlint /, "");
        return this.#version;
    }

    /**
     * Runs any command of the program.
     * @param {string[]} words the arguments, such as `["dump", "--format", "json", "hull.xmf"]`
     * @param {Input[]} [inputs] the files that the program sees
     * @returns {{ exit: number, output: string, messages: string, files: OutputFile[] }} the exit status, the text on both streams,
     *     and the files that the program wrote
     */
    run(words, inputs = []) {
        if (!Array.isArray(words)) {
            throw new TypeError(`the words must be an array, such as ["rules"], not ${kindOf(words)}`);
        }
        refuseOthers(inputs, {});
        const paths = inputs.map((input) => plainPath(input.path));
        refuseConflicts(paths);
        const host = new MemoryHost(inputs.map((input, number) => sourceOf(paths[number], input.data)));
        const exit = runProgram(this.#module, ["assetlint", ...words], host);
        const files = [...host.written].map(([path, data]) => ({ path: plainPath(path), data }));
        return { exit, output: host.standardOutput.text(), messages: host.standardError.text(), files };
    }

    /** The output of a command. @param {string[]} words @param {Input[]} [inputs] */
    #report(words, inputs) {
        const { exit, output, messages, files } = this.run(words, inputs);
        if (output === "" && exit >= EXIT_USAGE) {
            throw new AssetlintError(messages.trim().replace(/^assetlint: /gm, "") || `the program ended with ${exit}`, exit);
        }
        return { exit, report: output, files };
    }
}

/**
 * Compiles the program.
 * @param {ArrayBuffer | Uint8Array | ResponseLike | Promise<ResponseLike>} bytes of assetlint.wasm, or a response with them
 * @returns {Promise<Assetlint>}
 */
export async function load(bytes) {
    const given = await bytes;
    const source = Object(given) === given && "arrayBuffer" in given ? await given.arrayBuffer() : given;
    if (Object(source) !== source) {
        throw new TypeError(`load wants the bytes of assetlint.wasm or a response of fetch, not ${kindOf(source)}`);
    }
    return new Assetlint(await WebAssembly.compile(/** @type {BufferSource} */ (source)));
}
