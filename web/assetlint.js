// assetlint.js: checks files of mods in a browser or in Node. It sends nothing anywhere.
//
//     import { load } from "./assetlint.js";
//     const assetlint = await load(await (await fetch("assetlint.wasm")).arrayBuffer());
//     const { exit, report } = assetlint.check([{ path: "hull.xmf", data: bytes }], { format: "json" });
//
// It runs the program of the command line, compiled to WebAssembly, and a report has the same bytes as there. The program
// sees only the files that it is given.

/**
 * A file to check.
 * @typedef {object} Input
 * @property {string} path its path in reports: a relative path with `/` between folders
 * @property {Uint8Array | ArrayBuffer | Blob | Readable} data its bytes. A Blob or File is read when its bytes are needed,
 *     which a browser allows only in a worker.
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
 * @property {string | string[]} [with] paths of inputs, or of folders of inputs
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

// ---- The functions of WASI ---------------------------------------------------------------------------------------

const SUCCESS = 0, BAD_DESCRIPTOR = 8, INVALID = 28, NO_MEMORY = 48;
const STANDARD_OUTPUT = 1, STANDARD_ERROR = 2;
const EXIT_USAGE = 2;
const REGULAR_FILE = 4;
const EVERY_RIGHT = 0xffffffffffffffffn;
const LARGEST_TEMPORARY = 2 ** 31;

/** Thrown by proc_exit, to leave the program. */
class Exit {
    /** @param {number} status */
    constructor(status) {
        this.status = status;
    }
}

/** Keeps a byte order mark. @param {Uint8Array} bytes */
function decode(bytes) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A file in memory. */
class MemoryFile {
    constructor() {
        this.bytes = new Uint8Array(1 << 12);
        this.length = 0;
        this.at = 0;
    }

    /** @param {Uint8Array} bytes */
    write(bytes) {
        const end = this.at + bytes.length;
        if (end > this.bytes.length) {
            const larger = new Uint8Array(Math.max(end, 2 * this.bytes.length));
            larger.set(this.bytes.subarray(0, this.length));
            this.bytes = larger;
        }
        this.bytes.set(bytes, this.at);
        this.at = end;
        this.length = Math.max(this.length, end);
    }

    /** @param {Uint8Array} into */
    read(into) {
        const count = Math.min(into.length, Math.max(this.length - this.at, 0));
        into.set(this.bytes.subarray(this.at, this.at + count));
        this.at += count;
        return count;
    }

    text() {
        return decode(this.bytes.subarray(0, this.length));
    }
}

/** @param {Blob} blob @param {number} start @param {number} end @returns {Uint8Array} */
function readBlob(blob, start, end) {
    if (typeof FileReaderSync === "undefined") {
        throw new TypeError("a Blob can be read only in a worker");
    }
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob.slice(start, end)));
}

/** One run of the program, with its arguments, inputs and open files. */
class Run {
    /**
     * @param {string[]} words arguments of the command line
     * @param {Source[]} sources sorted by the bytes of their paths
     */
    constructor(words, sources) {
        this.words = words.map((word) => new TextEncoder().encode(`${word}\0`));
        this.sources = sources;
        this.files = new Map([[STANDARD_OUTPUT, new MemoryFile()], [STANDARD_ERROR, new MemoryFile()]]);
        this.nextFile = 3;
        /** @type {WebAssembly.Memory} */
        this.memory = new WebAssembly.Memory({ initial: 0 });
        /** @type {unknown} */
        this.failure = undefined;
    }

    /** @param {number} at @param {number} length */
    bytes(at, length) {
        return new Uint8Array(this.memory.buffer, at >>> 0, length >>> 0);
    }

    view() {
        return new DataView(this.memory.buffer);
    }

    /** @param {number} at @param {number} value */
    put32(at, value) {
        this.view().setUint32(at >>> 0, value, true);
    }

    /** @param {number} at @param {bigint} value */
    put64(at, value) {
        this.view().setBigUint64(at >>> 0, value, true);
    }

    /** Calls `use` for each part of memory in a list, until one of them is not used completely.
     * @param {number} list @param {number} count @param {(part: Uint8Array) => number} use */
    eachPart(list, count, use) {
        let sum = 0;
        for (let i = 0; i < count; i++) {
            const at = (list >>> 0) + 8 * i;
            const part = this.bytes(this.view().getUint32(at, true), this.view().getUint32(at + 4, true));
            const used = use(part);
            sum += used;
            if (used < part.length) {
                break;
            }
        }
        return sum;
    }

    /** Functions for the words of the command line or of the environment. @param {Uint8Array[]} words */
    texts(words) {
        return {
            sizes: (/** @type {number} */ count, /** @type {number} */ size) => {
                this.put32(count, words.length);
                this.put32(size, words.reduce((sum, word) => sum + word.length, 0));
                return SUCCESS;
            },
            get: (/** @type {number} */ list, /** @type {number} */ at) => {
                words.forEach((word, number) => {
                    this.put32((list >>> 0) + 4 * number, at);
                    this.bytes(at, word.length).set(word);
                    at += word.length;
                });
                return SUCCESS;
            },
        };
    }

    wasi() {
        const words = this.texts(this.words), environment = this.texts([]);
        return {
            args_sizes_get: words.sizes,
            args_get: words.get,
            environ_sizes_get: environment.sizes,
            environ_get: environment.get,
            clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
                this.put64(at, BigInt(Date.now()) * 1000000n);
                return SUCCESS;
            },
            random_get: (/** @type {number} */ at, /** @type {number} */ size) => {
                globalThis.crypto.getRandomValues(this.bytes(at, size));
                return SUCCESS;
            },
            proc_exit: (/** @type {number} */ status) => {
                throw new Exit(status);
            },
            ...this.descriptors(),
        };
    }

    descriptors() {
        /** @param {(file: MemoryFile, ...values: any[]) => number} use */
        const ofFile = (use) => (/** @type {number} */ number, /** @type {any[]} */ ...values) => {
            const file = this.files.get(number);
            return file === undefined ? BAD_DESCRIPTOR : use(file, ...values);
        };
        return {
            fd_close: (/** @type {number} */ number) => {
                if (number > STANDARD_ERROR) {
                    this.files.delete(number);
                }
                return SUCCESS;
            },
            fd_fdstat_get: ofFile((_file, at) => {
                this.bytes(at, 24).fill(0);
                this.bytes(at, 1)[0] = REGULAR_FILE;
                this.put64(at + 8, EVERY_RIGHT);
                this.put64(at + 16, EVERY_RIGHT);
                return SUCCESS;
            }),
            fd_fdstat_set_flags: ofFile(() => SUCCESS),
            fd_seek: ofFile((file, offset, whence, at) => {
                const base = [0, file.at, file.length][whence];
                const place = base + Number(offset);
                if (!(place >= 0 && place <= LARGEST_TEMPORARY)) {
                    return INVALID;
                }
                file.at = place;
                this.put64(at, BigInt(place));
                return SUCCESS;
            }),
            fd_read: ofFile((file, list, count, at) => {
                this.put32(at, this.eachPart(list, count, (part) => file.read(part)));
                return SUCCESS;
            }),
            fd_write: ofFile((file, list, count, at) => {
                try {
                    const written = this.eachPart(list, count, (part) => {
                        file.write(part);
                        return part.length;
                    });
                    this.put32(at, written);
                    return SUCCESS;
                } catch (error) {
                    if (error instanceof RangeError) { // out of memory
                        return NO_MEMORY;
                    }
                    throw error;
                }
            }),
        };
    }

    host() {
        return {
            input_count: () => this.sources.length,
            input_path_length: (/** @type {number} */ number) => this.sources[number].path.length,
            input_path: (/** @type {number} */ number, /** @type {number} */ at) => {
                const path = this.sources[number].path;
                this.bytes(at, path.length).set(path);
            },
            input_size: (/** @type {number} */ number) => BigInt(this.sources[number].size),
            input_read: (/** @type {number} */ number, /** @type {bigint} */ place, /** @type {number} */ at,
                /** @type {number} */ size) => {
                const source = this.sources[number];
                const start = Math.min(Number(BigInt.asUintN(64, place)), source.size);
                const end = Math.min(start + (size >>> 0), source.size);
                try {
                    this.bytes(at, end - start).set(source.read(start, end));
                } catch (error) {
                    if (error instanceof TypeError) {
                        this.failure = error;
                    }
                    return -1;
                }
                return end - start;
            },
            temporary: () => {
                this.files.set(this.nextFile, new MemoryFile());
                return this.nextFile++;
            },
        };
    }

    /** Runs the program; returns its exit status. @param {WebAssembly.Module} module */
    start(module) {
        const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.wasi(), assetlint: this.host() });
        this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        try {
            /** @type {() => void} */ (instance.exports._start)();
            return 0;
        } catch (error) {
            if (error instanceof Exit) {
                return error.status;
            }
            throw error;
        }
    }

    /** @param {number} number */
    written(number) {
        return /** @type {MemoryFile} */ (this.files.get(number)).text();
    }
}

// ---- Inputs ------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Source
 * @property {Uint8Array} path
 * @property {number} size
 * @property {(start: number, end: number) => Uint8Array} read
 */

/** The path without empty and `.` parts. @param {string} path */
function plainPath(path) {
    if (typeof path !== "string") {
        throw new TypeError("path must be a string");
    }
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    if (parts.length === 0 || parts.includes("..") || path.includes("\0")) {
        throw new TypeError(`not a relative path of a file: ${JSON.stringify(path)}`);
    }
    return decode(new TextEncoder().encode(parts.join("/"))); // replaces half surrogate pairs
}

/** @param {string} path @param {Input["data"]} data @returns {Source} */
function sourceOf(path, data) {
    const name = new TextEncoder().encode(path);
    if (typeof Blob !== "undefined" && data instanceof Blob) {
        return { path: name, size: data.size, read: (start, end) => readBlob(data, start, end) };
    }
    if (typeof /** @type {any} */ (data)?.read === "function") {
        const { size } = /** @type {Readable} */ (data);
        return { path: name, size, read: (start, end) => /** @type {Readable} */ (data).read(start, end) };
    }
    const isView = ArrayBuffer.isView(data);
    if (!isView && !(data instanceof ArrayBuffer)) {
        throw new TypeError(`data of ${path} must be a Uint8Array, an ArrayBuffer, a Blob or a Readable`);
    }
    const bytes = isView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    return { path: name, size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function compareBytes(a, b) {
    const shorter = Math.min(a.length, b.length);
    for (let i = 0; i < shorter; i++) {
        if (a[i] !== b[i]) {
            return a[i] - b[i];
        }
    }
    return a.length - b.length;
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

/** Options as words of the command line. @param {CheckOptions} options */
function wordsOf({ options = [], format = "text", ...others }) {
    const words = Object.entries({ format, ...others }).flatMap(([name, value]) => {
        if (!CHECK_OPTIONS.has(name)) {
            throw new TypeError(`unknown option ${name}; the options are ${[...CHECK_OPTIONS, "options"].join(", ")}`);
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

    /** @param {WebAssembly.Module} module */
    constructor(module) {
        this.#module = module;
    }

    /**
     * Checks files, and returns the report. One file is checked like a file on the command line, several like the folder
     * that contains them, with rules across files and its `assetlint.json`. Files in packages are checked, too. Any bytes
     * in the files give a report.
     * @param {Input[]} inputs
     * @param {CheckOptions} [options]
     * @returns {CheckResult}
     * @throws {TypeError} for an unknown option
     * @throws {AssetlintError} when there is no report, with the message of the program
     */
    check(inputs, options = {}) {
        const where = target(inputs.map((input) => plainPath(input.path)));
        return this.#report(["check", ...wordsOf(options), "--", where], inputs);
    }

    /** The catalogue of rules. */
    get rules() {
        this.#rules ??= /** @type {Rule[]} */ (JSON.parse(this.#report(["rules", "--format", "json"]).report));
        return this.#rules;
    }

    /** The version, such as "0.1.0". */
    get version() {
        this.#version ??= this.#report(["--version"]).report.trim().replace(/^assetlint /, "");
        return this.#version;
    }

    /**
     * Runs any command of the program.
     * @param {string[]} words the arguments, such as `["dump", "--format", "json", "hull.xmf"]`
     * @param {Input[]} [inputs] the files that the program sees
     * @returns {{ exit: number, output: string, messages: string }} the exit status, and the text on both streams
     */
    run(words, inputs = []) {
        const paths = inputs.map((input) => plainPath(input.path));
        refuseConflicts(paths);
        const sources = inputs.map((input, number) => sourceOf(paths[number], input.data));
        sources.sort((a, b) => compareBytes(a.path, b.path));
        const run = new Run(["assetlint", ...words], sources);
        const exit = run.start(this.#module);
        if (run.failure !== undefined) {
            throw run.failure;
        }
        return { exit, output: run.written(STANDARD_OUTPUT), messages: run.written(STANDARD_ERROR) };
    }

    /** The output of a command. @param {string[]} words @param {Input[]} [inputs] @returns {CheckResult} */
    #report(words, inputs) {
        const { exit, output, messages } = this.run(words, inputs);
        if (output === "" && exit >= EXIT_USAGE) {
            throw new AssetlintError(messages.trim().replace(/^assetlint: /gm, "") || `the program ended with ${exit}`, exit);
        }
        return { exit, report: output };
    }
}

/**
 * Compiles the program.
 * @param {ArrayBuffer | Uint8Array | Response | Promise<Response>} bytes of assetlint.wasm, or a response with them
 * @returns {Promise<Assetlint>}
 */
export async function load(bytes) {
    const given = await bytes;
    const source = typeof Response !== "undefined" && given instanceof Response ? await given.arrayBuffer() : given;
    return new Assetlint(await WebAssembly.compile(/** @type {BufferSource} */ (source)));
}
