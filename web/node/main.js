#!/usr/bin/env node
// main.js: the command `assetlint`. The program runs in another thread (program.js) and reads and writes files by itself. This
// thread stays free for what needs an event loop: signals, standard input that has to be waited for, and the terminal.
import { readFileSync, unlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isatty } from "node:tty";
import { MessageChannel, Worker } from "node:worker_threads";
import { CELLS, fsPath, isWindows, newCells, wake } from "./shared.js";

const EXIT_UNCHECKED = 3;
const DEFAULT_WIDTH = 80;
const SAME_REQUEST = 100; // milliseconds: npm passes a signal on to us that the terminal has sent to both

const cells = newCells();
const { port1: input, port2: inputOfProgram } = new MessageChannel();
/** Outputs that would have to be removed now. @type {Set<string>} */
const unfinished = new Set();

/** The words of the command line. Node replaces bytes that are not UTF-8, but on Linux they can be read again. */
function commandLine() {
    const words = process.argv.slice(2);
    if (process.platform !== "linux" || !words.some((word) => word.includes("\ufffd"))) {
        return words;
    }
    const all = readFileSync("/proc/self/cmdline", "latin1").split("\0").slice(0, -1);
    return all.slice(all.length - words.length).map((word) => Buffer.from(word, "latin1"));
}

// ---- The terminal --------------------------------------------------------------------------------------------------

/** The columns of each standard stream; 0 if it is not a terminal. */
function terminalWidths() {
    const streams = [undefined, () => process.stdout, () => process.stderr];
    return streams.map((stream, descriptor) => isatty(descriptor) ? stream?.().columns || DEFAULT_WIDTH : 0);
}

/** Sends what comes next from standard input, or null at its end. */
function sendInput() {
    const { stdin } = process;
    const send = (/** @type {object} */ message) => {
        input.postMessage(message);
        wake(cells);
    };
    if (stdin.readableEnded) { // after the last bytes, before anybody listened
        send({ bytes: null });
        return;
    }
    const answers = {
        data: (/** @type {Buffer} */ bytes) => ({ bytes }),
        end: () => ({ bytes: null }),
        error: (/** @type {NodeJS.ErrnoException} */ { code }) => ({ code }),
    };
    const listeners = Object.entries(answers).map(([event, answer]) => /** @type {const} */ ([event, (/** @type {any} */ given) => {
        stdin.pause();
        listeners.forEach(([other, listener]) => stdin.off(other, listener));
        send(answer(given));
    }]));
    listeners.forEach(([event, listener]) => stdin.on(event, listener));
    stdin.resume();
}

// ---- Signals -------------------------------------------------------------------------------------------------------

function removeUnfinished() {
    for (const path of unfinished) {
        try {
            unlinkSync(fsPath(path));
        } catch {
            // the program has just renamed or removed it
        }
    }
}

/** Ends as a program does that doesn't catch the signal. @param {NodeJS.Signals} signal */
function endBy(signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
}

/** The time of the first request to end a program that wants to write its report first. */
let asked = -Infinity;

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
    const exitStatus = Atomics.load(cells, CELLS.exitStatus) - 1;
    if (exitStatus >= 0 && Atomics.exchange(cells, CELLS.interrupted, 1) === 0) {
        asked = performance.now();
        wake(cells);
    } else if (performance.now() - asked > SAME_REQUEST) {
        removeUnfinished();
        if (exitStatus >= 0) {
            process.exit(exitStatus);
        }
        endBy(signal);
    }
}

/** The terminal is gone: nobody waits for a report. */
process.on("SIGHUP", () => {
    removeUnfinished();
    endBy("SIGHUP");
});

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", ...(isWindows ? ["SIGBREAK"] : [])])) {
    process.on(/** @type {NodeJS.Signals} */ (signal), onSignal);
}

// ---- The program ---------------------------------------------------------------------------------------------------

const compiled = readFile(new URL("../assetlint.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
const program = new Worker(new URL("program.js", import.meta.url), {
    workerData: { cells, words: commandLine(), input: inputOfProgram, terminalWidths: terminalWidths() },
    transferList: [inputOfProgram],
});

program.on("message", (message) => {
    if (message.text !== undefined) {
        (message.descriptor === 1 ? process.stdout : process.stderr).write(message.text);
    } else if (message.wantsInput) {
        sendInput();
    } else if (message.begun !== undefined) {
        unfinished.add(message.begun);
    } else {
        unfinished.delete(message.ended);
    }
});
program.on("error", (error) => {
    console.error(`assetlint: ${error.message}`);
    removeUnfinished();
    process.exitCode = EXIT_UNCHECKED;
});
program.on("exit", (status) => {
    process.exitCode ??= status;
    input.close();
    process.stdin.destroy();
});
program.postMessage(await compiled);
