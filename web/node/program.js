// program.js: the thread in which the program runs.
import { parentPort, workerData } from "node:worker_threads";
import { runProgram } from "../wasi.js";
import { System } from "./system.js";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
port.once("message", (/** @type {WebAssembly.Module} */ module) => {
    const system = new System({ ...workerData, port });
    process.exit(runProgram(module, system.words, system));
});
