// program.js: the program in a worker. Each check has a worker of its own, so that one that is stopped can't disturb the next.
import { bytesOf, inflated } from "../viewer/buffers.js";

/** @typedef {{ files: number, bytes: number }} Progress */

/** @type {Promise<ArrayBuffer> | undefined} */
let programBytes;

/** The bytes of the program, which are in the page. */
function loadProgram() {
    const packed = document.getElementById("program")?.textContent ?? "";
    programBytes ??= inflated(bytesOf(packed), /** @type {any} */ ("gzip"));
    return programBytes;
}

/** A check that was begun. */
export class Check {
    constructor() {
        const script = new Blob([document.getElementById("program-script")?.textContent ?? ""], { type: "text/javascript" });
        const address = URL.createObjectURL(script);
        this.worker = new Worker(address);
        URL.revokeObjectURL(address);
    }

    /** @param {object} message @param {(progress: Progress) => void} [onProgress] @returns {Promise<any>} */
    #ask(message, onProgress) {
        return new Promise((done, failed) => {
            this.worker.onerror = (event) => failed(new Error(event.message || "the worker has stopped"));
            this.worker.onmessage = ({ data }) => {
                if (data.progress !== undefined) {
                    onProgress?.(data.progress);
                } else if (data.error !== undefined) {
                    failed(Object.assign(new Error(data.error), { exit: data.exit }));
                } else {
                    done(data);
                }
            };
            this.worker.postMessage({ id: 1, ...message });
        });
    }

    /** The HTML report about files. After `stop` it never comes. @param {{ path: string, data: File | Uint8Array }[]} inputs
     * @param {(progress: Progress) => void} onProgress @returns {Promise<string>} */
    async run(inputs, onProgress) {
        try {
            await this.#ask({ load: await loadProgram() });
            const { report } = await this.#ask({ check: inputs, options: { format: "html" }, watched: true }, onProgress);
            return report;
        } finally {
            this.stop();
        }
    }

    stop() {
        this.worker.terminate();
    }
}
