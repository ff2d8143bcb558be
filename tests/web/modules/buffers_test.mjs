import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { bytesOf, inflated, once, unpack } from "../../../web/viewer/buffers.js";
import { near, packed } from "./bundle.mjs";

test("each type of array is unpacked as that type", async () => {
    for (const [type, numbers] of [["u8", Uint8Array.of(1, 255)], ["u16", Uint16Array.of(1, 65535)], ["u32", Uint32Array.of(1, 4e9)],
        ["f32", Float32Array.of(0.5, -2)]]) {
        assert.deepEqual(await unpack(packed(type, numbers)), numbers);
    }
});

test("steps reach both ends of the box, axis by axis", async () => {
    const steps = packed("q16", Uint16Array.of(0, 0, 0, 65535, 65535, 65535, 13107, 26214, 39321));
    const points = await unpack(steps, [-10, 0, 5, 10, 4, 6]);
    assert.ok(points instanceof Float32Array);
    assert.deepEqual([...points.subarray(0, 6)], [-10, 0, 5, 10, 4, 6]);
    near(points.subarray(6), [-6, 1.6, 5.6]);
    assert.deepEqual([...(await unpack(steps)).subarray(0, 6)], [0, 0, 0, 1, 1, 1]); // without a box: from 0 to 1
});

test("bytes, and what is packed as gzip", async () => {
    assert.deepEqual(bytesOf("AP8Q"), Uint8Array.of(0, 255, 16));
    assert.deepEqual(bytesOf(""), new Uint8Array());
    assert.deepEqual(new Uint8Array(await inflated(gzipSync(Uint8Array.of(7, 8)), "gzip")), Uint8Array.of(7, 8));
});

test("something is made once of each object", () => {
    let calls = 0;
    const make = once(({ value }) => [value, ++calls]);
    const first = { value: 1 }, second = { value: 2 };
    assert.deepEqual([make(first), make(first), make(second), make(first)], [[1, 1], [1, 1], [2, 2], [1, 1]]);
    assert.equal(calls, 2);
});

test("signed bytes, and half floats of every kind", async () => {
    assert.deepEqual([...await unpack(packed("s8", Int8Array.of(-127, 0, 127)))], [-127, 0, 127]);
    const halves = Uint16Array.of(0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x7bff, 0x0400, 1, 0x8001, 0x7c00, 0xfc00, 0x7e00, 0x2e66);
    assert.deepEqual([...await unpack(packed("f16", halves))],
        [0, -0, 1, -1, 0.5, 65504, 2 ** -14, 2 ** -24, -(2 ** -24), Infinity, -Infinity, NaN, 0.0999755859375]);
});
