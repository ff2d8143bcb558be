import assert from "node:assert/strict";
import test from "node:test";
import { Assetlint, load } from "../../../web/assetlint.js";

const bytes = new Uint8Array(3), assetlint = new Assetlint({});

/** @param {any[]} given @param {string} message */
function refuses(given, message) {
    for (const method of ["check", "fix"]) {
        assert.throws(() => assetlint[method](...given), { name: "TypeError", message });
    }
}

test("what is no list of files is told what is wanted", () => {
    const wanted = 'the files must be an array, such as [{ path: "hull.xmf", data: bytes }], not ';
    refuses(["hull.xmf"], `${wanted}"hull.xmf"`);
    refuses(["a".repeat(99)], `${wanted}"${"a".repeat(40)}"`);
    refuses([{ path: "hull.xmf", data: bytes }], `${wanted}this: Object`);
    refuses([bytes], `${wanted}this: Uint8Array`);
    refuses([], `${wanted}undefined`);
    refuses([null], `${wanted}null`);
    assert.throws(() => assetlint.run(["rules"], "hull.xmf"), { name: "TypeError", message: `${wanted}"hull.xmf"` });
});

test("so is a list of something else", () => {
    const wanted = 'each file must be an object with path and data, such as { path: "hull.xmf", data: bytes }, not ';
    refuses([["hull.xmf"]], `${wanted}"hull.xmf"`);
    refuses([[{ path: "a.xmf", data: bytes }, bytes]], `${wanted}this: Uint8Array`);
    refuses([[{ path: "hull.xmf" }]], `${wanted}this: Object`);
    refuses([[{ path: 1, data: bytes }]], `${wanted}this: Object`);
    refuses([[undefined]], `${wanted}undefined`);
    refuses([[Object.create(null)]], `${wanted}this: Object`);
});

test("so are other options, other words of a command, and other bytes of the program", async () => {
    const file = [{ path: "hull.xmf", data: bytes }], wanted = 'the options must be an object, such as { format: "json" }, not ';
    refuses([file, "json"], `${wanted}"json"`);
    refuses([file, null], `${wanted}null`);
    refuses([file, ["json"]], `${wanted}this: Array`);
    assert.throws(() => assetlint.run("rules"), { name: "TypeError", message: 'the words must be an array, such as ["rules"], not "rules"' });
    for (const [given, is] of [["assetlint.wasm", '"assetlint.wasm"'], [undefined, "undefined"]]) {
        await assert.rejects(load(given), { name: "TypeError", message: `load wants the bytes of assetlint.wasm or a response of fetch, not ${is}` });
    }
    await assert.rejects(load(bytes), WebAssembly.CompileError);
    await assert.rejects(load({ arrayBuffer: async () => bytes.buffer }), WebAssembly.CompileError);
});
