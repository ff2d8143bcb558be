// worker.js: runs the program in a worker, so that the page stays responsive.
//
//     const worker = new Worker("worker.js", { type: "module" });
//     worker.postMessage({ id: 1, load: bytes });                        answers { id: 1, version, rules }
//     worker.postMessage({ id: 2, check: inputs, options: { format: "json" } });    answers { id: 2, exit, report }
//     worker.postMessage({ id: 3, views: { path: "hull.xmf" } });                   answers { id: 3, views }
//     worker.postMessage({ id: 4, fix: { unsafe: true } });                         answers { id: 4, exit, report, files }
//     worker.postMessage({ id: 5, fields: { path: "hull.xmf" } });                  answers { id: 5, fields }
//
// With `watched: true` it also sends { id, progress: { files, bytes } } while it checks: how many of the files are done, and
// how many bytes. `views` asks what can be drawn of a file of the last check; path and member are those of the report. `fields` asks what `dump -f json`
// says of such a file, unless it is in a package. `fix` fixes
// the files of the last check; its options are those of Assetlint.fix. After a failure the answer is { id, error }, and `exit` if the program ended with that status. A File among the inputs is read only
// when its bytes are needed.
import { AssetlintError, load } from "./assetlint.js";
import { readBlob } from "./memory.js";

/**
 * @typedef {object} Request
 * @property {number} id returned with the answer
 * @property {ArrayBuffer} [load] the bytes of assetlint.wasm, once
 * @property {Input[]} [check]
 * @property {import("./assetlint.js").CheckOptions} [options]
 * @property {boolean} [watched]
 * @property {{ path: string, member?: string }} [views]
 * @property {{ path: string }} [fields]
 * @property {import("./assetlint.js").FixOptions} [fix]
 */

/** @typedef {import("./assetlint.js").Input} Input */

/** @typedef {import("./assetlint.js").Readable} Readable */

const MILLISECONDS = 50; // between two messages about progress
const SMALL = 1 << 16, MOST_AHEAD = 1 << 28; // bytes of a file and of all that are read ahead
const AT_ONCE = 16;

/** How far a check is. */
class Progress {
    /** @param {number} id of the request */
    constructor(id) {
        this.id = id;
        this.done = { files: 0, bytes: 0 };
        this.sent = 0;
        /** @type {WatchedFile | undefined} */
        this.last = undefined;
    }

    /** When a file is read for the first time, the file before it is done: of many files only the first bytes are needed.
     * @param {WatchedFile} file */
    begin(file) {
        this.last?.count(this.last.size);
        this.last = file;
        this.done.files++;
    }

    /** @param {number} bytes that were read in addition */
    add(bytes) {
        this.done.bytes += bytes;
        if (performance.now() - this.sent > MILLISECONDS) {
            this.sent = performance.now();
            self.postMessage({ id: this.id, progress: this.done });
        }
    }
}

/** An input whose reading is watched. @implements {Readable} */
class WatchedFile {
    /** @param {Blob} blob @param {Progress} progress */
    constructor(blob, progress) {
        this.blob = blob;
        this.size = blob.size;
        this.progress = progress;
        this.counted = 0;
        this.isBegun = false;
        /** @type {Uint8Array | undefined} if it was read ahead */
        this.bytes = undefined;
    }

    /** @param {number} end */
    count(end) {
        this.progress.add(Math.max(end - this.counted, 0));
        this.counted = Math.max(end, this.counted);
    }

    async readAhead() {
        this.bytes = new Uint8Array(await this.blob.arrayBuffer());
        this.count(this.size);
    }

    /** @param {number} start @param {number} end */
    read(start, end) {
        if (!this.isBegun) {
            this.isBegun = true;
            this.progress.begin(this);
        }
        this.count(end);
        return this.bytes?.subarray(start, end) ?? readBlob(this.blob, start, end);
    }
}

/** Reads small files, some at once: one after the other takes 15 times as long, because a browser reads files in another
 * process. @param {WatchedFile[]} files */
async function readSmallFiles(files) {
    const rest = files.filter((file) => file.size <= SMALL).slice(0, MOST_AHEAD / SMALL);
    const readers = Array.from({ length: AT_ONCE }, async () => {
        for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
            await file.readAhead().catch(() => undefined); // the check tells that it can't be read
        }
    });
    await Promise.all(readers);
}

/** @param {any} data */
const blobOf = (data) => data instanceof Blob ? data : new Blob([data]);

/** The same inputs, with messages about progress. @param {Input[]} inputs @param {number} id */
async function watched(inputs, id) {
    const progress = new Progress(id);
    const files = inputs.map(({ path, data }) => ({ path, data: new WatchedFile(blobOf(data), progress) }));
    await readSmallFiles(files.map(({ data }) => data));
    return files;
}

/** The bytes of a path, in which a report writes `\xNN` and `\u{N}` for what can't be seen. @param {string} path */
function bytesOfPath(path) {
    const text = path.replace(/\\u\{([0-9A-F]{1,5})\}/g, (_, number) => String.fromCodePoint(parseInt(number, 16)));
    return String.fromCharCode(...new TextEncoder().encode(text))
        .replace(/\\x([0-9A-F]{2})/g, (_, number) => String.fromCharCode(parseInt(number, 16)));
}

/** The path of the input that a report calls so. @param {string} shown */
function pathOfInput(shown) {
    const isInput = inputs.some(({ path }) => path === shown);
    return isInput ? shown : inputs.find(({ path }) => bytesOfPath(path) === bytesOfPath(shown))?.path ?? shown;
}

/** What the program dumps of a file of the last check: what can be drawn of it, or its fields.
 * @param {import("./assetlint.js").Assetlint} assetlint @param {"views" | "json"} format @param {{ path: string, member?: string }} file */
function dumpOf(assetlint, format, { path, member }) {
    const where = pathOfInput(path) + (member !== undefined ? `!/${member}` : "");
    const { exit, output, messages } = assetlint.run(["dump", `--format=${format}`, "--", where], inputs);
    if (output === "") {
        throw new AssetlintError(messages.trim().replace(/^assetlint: /, ""), exit);
    }
    return JSON.parse(output);
}

/** @type {Input[]} of the last check */
let inputs = [];

/** @type {import("./assetlint.js").CheckOptions["with"]} what they were checked with */
let references;

/** @type {Promise<import("./assetlint.js").Assetlint> | undefined} */
let program;

/** @param {Request} request */
async function answer(request) {
    if (request.load !== undefined) {
        program = load(request.load);
    }
    if (program === undefined) {
        throw new Error("assetlint.wasm is not loaded yet");
    }
    const assetlint = await program;
    if (request.views !== undefined) {
        return { views: dumpOf(assetlint, "views", request.views) };
    }
    if (request.fields !== undefined) {
        return { fields: dumpOf(assetlint, "json", request.fields) };
    }
    if (request.fix !== undefined) {
        return assetlint.fix(inputs, { with: references, ...request.fix });
    }
    if (request.check === undefined) {
        return { version: assetlint.version, rules: assetlint.rules };
    }
    inputs = request.check;
    references = request.options?.with;
    return assetlint.check(request.watched ? await watched(inputs, request.id) : inputs, request.options);
}

self.onmessage = async (/** @type {MessageEvent<Request>} */ event) => {
    const { id } = event.data;
    try {
        self.postMessage({ id, ...await answer(event.data) });
    } catch (error) {
        const { message, exit } = /** @type {{ message: string, exit?: number }} */ (error);
        self.postMessage({ id, error: message, exit });
    }
};
