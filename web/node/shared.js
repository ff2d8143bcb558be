// shared.js: the memory that both threads share: numbers, for Atomics.
import { Buffer } from "node:buffer";

/** The place of each number. */
export const CELLS = {
    interrupted: 0, // 1 after the first request to end the program
    exitStatus: 1, // 1 more than that of the second request; 0 as long as the first one ends the program
    events: 2, // counts what a waiting program must look at
};

export function newCells() {
    return new Int32Array(new SharedArrayBuffer(4 * Object.keys(CELLS).length));
}

/** Wakes a program that waits. @param {Int32Array} cells */
export function wake(cells) {
    Atomics.add(cells, CELLS.events, 1);
    Atomics.notify(cells, CELLS.events);
}

export const isWindows = process.platform === "win32";

/** A path for functions of node:fs. Names on POSIX are bytes, which a string holds one by one. @param {string} path */
export function fsPath(path) {
    return isWindows ? path : Buffer.from(path, "latin1");
}
