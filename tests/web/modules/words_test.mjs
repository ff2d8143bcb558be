import assert from "node:assert/strict";
import test from "node:test";
import { byteSize, counted, formatName, grouped, hexadecimal, rounded } from "../../../web/viewer/words.js";

test("sizes are in powers of 1000", () => {
    const sizes = [[0, "0 bytes"], [1, "1 byte"], [999, "999 bytes"], [1000, "1.0 KB"], [1024, "1.0 KB"], [1449, "1.4 KB"],
        [9949, "9.9 KB"], [10000, "10 KB"], [999499, "999 KB"], [1e6, "1.0 MB"], [2.5e9, "2.5 GB"], [7e12, "7000 GB"]];
    for (const [bytes, words] of sizes) {
        assert.equal(byteSize(bytes), words);
    }
});

test("one, and many", () => {
    assert.equal(counted(1, "file"), "1 file");
    assert.equal(counted(0, "file"), "0 files");
    assert.equal(counted(1234567, "vertex", "vertices"), "1,234,567 vertices");
    assert.equal(counted(1, "vertex", "vertices"), "1 vertex");
    assert.equal(grouped(1000), "1,000");
});

test("formats without a name of their own are said in words", () => {
    assert.deepEqual(["xmf", "xani", "clausewitz"].map((each) => formatName(each)), ["XMF", "X4 animation", "Paradox text (.gfx)"]);
    assert.deepEqual(["xmf", "xani", "ani"].map((each) => formatName(each, 2)), ["XMF", "X4 animations", "Lost Saga animations"]);
});

test("numbers have as many digits as they need", () => {
    assert.equal(rounded(0.123456, 3), "0.123");
    assert.equal(rounded(2, 3), "2");
    assert.equal(rounded(123456, 3), "123000");
    assert.equal(hexadecimal(31), "0x1f");
});
