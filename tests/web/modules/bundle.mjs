// bundle.mjs: what the tests of modules share: arrays as a bundle has them, and comparisons of numbers.
import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { createInflateRaw, deflateRawSync } from "node:zlib";

// Node 18 has no raw deflate in its streams.
try {
    new DecompressionStream("deflate-raw");
} catch {
    const own = DecompressionStream;
    globalThis.DecompressionStream = class {
        constructor(form) {
            return form === "deflate-raw" ? Duplex.toWeb(createInflateRaw()) : new own(form);
        }
    };
}

/** An array as a bundle has it. @param {string} type @param {any} numbers */
export const packed = (type, numbers) => ({ type, count: numbers.length,
    data: deflateRawSync(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)).toString("base64") });

export const floats = (...numbers) => packed("f32", Float32Array.from(numbers));

/** @param {ArrayLike<number>} got @param {number[]} wanted */
export function near(got, wanted, most = 1e-5) {
    assert.equal(got.length, wanted.length);
    wanted.forEach((each, i) => assert.ok(Math.abs(got[i] - each) <= most, `number ${i} is ${got[i]}, not ${each}`));
}
