// worker.js: runs the program in a worker, so that the page stays responsive.
//
//     const worker = new Worker("worker.js", { type: "module" });
//     worker.postMessage({ id: 1, load: bytes });                        answers { id: 1, version, rules }
//     worker.postMessage({ id: 2, check: inputs, options: { format: "json" } });    answers { id: 2, exit, report }
//
// With `watched: true` it also sends { id, progress: { files, bytes } } while it checks: how many of the files were read, and
// how many bytes. After a failure the answer is { id, error }, and `exit` if the program ended with that status. A File among the inputs is
// read only when its bytes are needed.
import { load } from "./assetlint.js";

/**
 * @typedef {object} Request
 * @property {number} id returned with the answer
 * @property {ArrayBuffer} [load] the bytes of assetlint.wasm, once
 * @property {import("./assetlint.js").Input[]} [check]
 * @property {import("./assetlint.js").CheckOptions} [options]
 * @property {boolean} [watched]
 */

const MILLISECONDS = 50; // between two messages about progress

/** A file that tells how much of it was read. */
class WatchedBlob extends Blob {
    /** @param {Blob | Uint8Array | ArrayBuffer} content @param {(bytes: number) => void} onRead gets how far it was read */
    constructor(content, onRead) {
        super([/** @type {any} */ (content)]);
        this.onRead = onRead;
    }

    /** @param {number} [start] @param {number} [end] */
    slice(start = 0, end = this.size) {
        this.onRead(Math.min(end, this.size));
        return super.slice(start, end);
    }
}

/** The same inputs, with messages about progress. @param {import("./assetlint.js").Input[]} inputs @param {number} id */
function watch(inputs, id) {
    const progress = { files: 0, bytes: 0 };
    let told = 0;
    return inputs.map(({ path, data }) => {
        let farthest = -1;
        return { path, data: new WatchedBlob(/** @type {any} */ (data), (end) => {
            progress.files += Number(farthest < 0);
            progress.bytes += Math.max(end - Math.max(farthest, 0), 0);
            farthest = Math.max(farthest, end);
            if (performance.now() - told > MILLISECONDS) {
                told = performance.now();
                self.postMessage({ id, progress });
            }
        }) };
    });
}

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
    if (request.check === undefined) {
        return { version: assetlint.version, rules: assetlint.rules };
    }
    const inputs = request.watched ? watch(request.check, request.id) : request.check;
    return assetlint.check(inputs, request.options);
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
