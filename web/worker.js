// worker.js: runs the program in a worker, so that the page stays responsive.
//
//     const worker = new Worker("worker.js", { type: "module" });
//     worker.postMessage({ id: 1, load: bytes });                        answers { id: 1, version, rules }
//     worker.postMessage({ id: 2, check: inputs, options: { format: "json" } });    answers { id: 2, report }
//
// After a failure the answer is { id, error }, and `exit` if the program ended with that status. A File among the inputs is
// read only when its bytes are needed.
import { load } from "./assetlint.js";

/**
 * @typedef {object} Request
 * @property {number} id returned with the answer
 * @property {ArrayBuffer} [load] the bytes of assetlint.wasm, once
 * @property {import("./assetlint.js").Input[]} [check]
 * @property {import("./assetlint.js").CheckOptions} [options]
 */

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
    return { report: assetlint.check(request.check, request.options) };
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
