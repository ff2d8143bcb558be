// program.js: the program in a worker. Each check has a worker of its own, so that one that is stopped can't disturb the next.
import { bytesOf, inflated } from "../viewer/buffers.js";

/** @typedef {{ files: number, bytes: number }} Progress */
/** @typedef {{ done: (answer: any) => void, failed: (problem: Error) => void, onProgress?: (progress: Progress) => void }} Question */

/** @type {Promise<ArrayBuffer> | undefined} */
let programBytes;

/** The bytes of the program, which are in the page. */
function loadProgram() {
    const packed = document.getElementById("program")?.textContent ?? "";
    programBytes ??= inflated(bytesOf(packed), "gzip");
    return programBytes;
}

/** The worker of a check. It remains after the check, and tells what can be drawn of each file, until it is stopped. */
export class Check {
    constructor() {
        const script = new Blob([document.getElementById("program-script")?.textContent ?? ""], { type: "text/javascript" });
        const address = URL.createObjectURL(script);
        /** @type {Map<number, Question>} that have no answer yet */
        this.questions = new Map();
        this.asked = 0;
        this.worker = new Worker(address);
        this.worker.onerror = (event) => this.#fail(new Error(event.message || "the worker has stopped"));
        this.worker.onmessage = ({ data }) => this.#receive(data);
        URL.revokeObjectURL(address);
    }

    /** @param {Error} problem */
    #fail(problem) {
        for (const { failed } of this.questions.values()) {
            failed(problem);
        }
        this.questions.clear();
    }

    /** @param {any} answer */
    #receive(answer) {
        const question = this.questions.get(answer.id);
        if (answer.progress !== undefined) {
            question?.onProgress?.(answer.progress);
            return;
        }
        this.questions.delete(answer.id);
        if (answer.error !== undefined) {
            question?.failed(Object.assign(new Error(answer.error), { exit: answer.exit }));
        } else {
            question?.done(answer);
        }
    }

    /** @param {object} message @param {(progress: Progress) => void} [onProgress] @returns {Promise<any>} */
    #ask(message, onProgress) {
        return new Promise((done, failed) => {
            this.questions.set(++this.asked, { done, failed, onProgress });
            this.worker.postMessage({ id: this.asked, ...message });
        });
    }

    /** The HTML report about files. After `stop` it never comes. @param {{ path: string, data: File | Uint8Array }[]} inputs
     * @param {(progress: Progress) => void} onProgress @param {"warning" | "note"} show the lowest level of findings in it
     * @param {{ path: string, data: File }[]} references what the files may refer to
     * @returns {Promise<string>} */
    async report(inputs, onProgress, show, references) {
        await this.#ask({ load: await loadProgram() });
        const options = { format: "html", show, with: references };
        const { report } = await this.#ask({ check: inputs, options, watched: true }, onProgress);
        return report;
    }

    /** What can be drawn of a file. @param {{ path: string, member?: string }} file as in the report
     * @returns {Promise<import("../viewer/buffers.js").Bundle>} */
    async views({ path, member }) {
        return (await this.#ask({ views: { path, member } })).views;
    }

    /** The fields of a file that is not in a package. @param {{ path: string }} file as in the report */
    async fields({ path }) {
        return (await this.#ask({ fields: { path } })).fields;
    }

    /** What can be fixed in the files. @param {boolean} unsafe also with fixes that are a choice
     * @returns {Promise<import("../assetlint.js").FixResult>} */
    fix(unsafe) {
        return this.#ask({ fix: { unsafe } });
    }

    stop() {
        this.worker.terminate();
    }
}
