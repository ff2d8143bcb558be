// run.mjs: the module as a command-line program, to compare it with the native one. The files that words name are read
// into memory; the module sees no others.
//
//     node tests/web/run.mjs assetlint.wasm WORD...
import { lstatSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { load } from "../../web/assetlint.js";

/** @param {string} path @param {{ path: string, data: Uint8Array }[]} inputs */
function add(path, inputs) {
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about?.isDirectory()) {
        for (const name of readdirSync(path)) {
            add(`${path}/${name}`, inputs);
        }
    } else if (about?.isFile()) {
        inputs.push({ path, data: readFileSync(path) });
    }
}

/** @param {number} stream @param {string} text */
function write(stream, text) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) {
        at += writeSync(stream, bytes, at);
    }
}

const [wasm, ...words] = process.argv.slice(2);
const inputs = [];
for (const word of words) {
    add(word, inputs);
}
const assetlint = await load(readFileSync(wasm));
const { exit, output, messages } = assetlint.run(words, inputs);
write(1, output);
write(2, messages);
process.exitCode = exit;
