import assert from "node:assert/strict";
import test from "node:test";
import { isMarkedField, joinPadding, ownRecord, piecesOf, rowsOf, valueWords } from "../../../web/viewer/dump.js";
import { pathOf, scalesOf } from "../../../web/viewer/plot.js";
import { near } from "./bundle.mjs";

test("a plot spans its finite keys, from time 0 on", () => {
    const { from, to, low, high, start, x, y } = scalesOf([NaN, 2, 4], [-1, Infinity, 3]);
    assert.deepEqual([from, to, low, high, start], [2, 4, -1, 3, 0]);
    near([x(0), x(2), x(4)], [62, 265, 468]);
    near([y(-1), y(1), y(3)], [154, 84, 14]);
    const early = scalesOf([-2, 0], [5, 5]);
    assert.deepEqual([early.start, early.low, early.high], [-2, 4.5, 5.5]);
    near([early.x(-2), early.x(0), early.y(5)], [62, 468, 84]);
    const none = scalesOf([NaN], []);
    assert.deepEqual([none.from, none.to, none.low, none.high], [0, 1, 0, 1]);
    const still = scalesOf([0, 0], [1, 2]);
    assert.deepEqual([still.from, still.to], [-0.5, 0.5]);
});

test("the path of a component has gaps at keys that aren't finite", () => {
    const scales = { x: (time) => 10 * time, y: (value) => value };
    const track = { keys: 5, components: 2 }, times = [0, 1, 2, NaN, 4], values = [9, 1, 9, 2.04, 9, NaN, 9, 3, 9, 4];
    assert.equal(pathOf(track, 1, times, values, scales), "M0.0 1.0L10.0 2.0M40.0 4.0");
    assert.equal(pathOf({ keys: 2, components: 2 }, 0, times, values, scales), "M0.0 9.0L10.0 9.0");
});

// ---- Bytes ----

const field = (name, offset, length, value = 0) => ({ name, offset, length, type: "u8", value });

test("padding side by side is joined", () => {
    const joined = joinPadding([field("pad[0]", 0, 1), field("pad[1]", 1, 1), field("pad[2]", 3, 1), field("Reserved[0]", 4, 2), field("Reserved[1]", 6, 2, 5),
        field("x[0]", 8, 1), field("x[1]", 9, 1), field("unused", 10, 1), field("unused", 11, 1)]);
    assert.deepEqual(joined.map(({ name, offset, length, value }) => [name, offset, length, value]), [["pad", 0, 2, 0], ["pad", 3, 1, 0], ["Reserved", 4, 4, "…"],
        ["x[0]", 8, 1, 0], ["x[1]", 9, 1, 0], ["unused", 10, 1, 0], ["unused", 11, 1, 0]]);
    assert.deepEqual(joinPadding([field("pad[0]", 0, 1, 3), field("pad[1]", 1, 1)])[0].value, "…");
});

test("values in words", () => {
    assert.deepEqual([1234, 0.1 + 0.2, 2 / 3, "a text", true].map(valueWords), ["1,234", "0.3", "0.6666667", "a text", "true"]);
});

const RECORDS = [{ field: "header", offset: 0, length: 16, fields: [] }, { field: "item", offset: 16, length: 8, fields: [] }];

test("bytes belong to the record that contains them all", () => {
    assert.equal(ownRecord({ offset: 16, length: 8, records: RECORDS }), RECORDS[1]);
    assert.equal(ownRecord({ offset: 12, length: 4, records: RECORDS }), RECORDS[0]);
    assert.equal(ownRecord({ offset: 17, length: 8, records: RECORDS }), RECORDS[0]); // none does: the first one
    assert.equal(ownRecord({ offset: 0, length: 1, records: [] }), undefined);
    const isMarked = (offset, length) => [field("a", 4, 4), field("b", 8, 4)].map((each) => isMarkedField(each, { offset, length }));
    assert.deepEqual([isMarked(4, 4), isMarked(7, 2), isMarked(8, 0), isMarked(7, 0), isMarked(0, 4), isMarked(12, 1)],
        [[true, false], [true, true], [false, true], [true, false], [false, false], [false, false]]);
});

test("rows begin at multiples of 16", () => {
    assert.deepEqual(rowsOf({ from: 20 }, 29), [16, 32, 48]);
    assert.deepEqual(rowsOf({ from: 16 }, 16), [16]);
    assert.deepEqual(rowsOf({ from: 16 }, 17), [16, 32]);
});

test("a row is cut where a field, the mark or the bytes end", () => {
    const place = { from: 18, offset: 20, length: 4, records: RECORDS };
    const stretches = [{ from: 16, to: 20, name: "a" }, { from: 22, to: 26, name: "b" }, { from: 30, to: 40, name: "c" }];
    const { indent, pieces } = piecesOf(16, Uint8Array.from({ length: 40 }, (_, i) => 0x1f + i), place, stretches);
    assert.equal(indent, 2);
    assert.deepEqual(pieces.map(({ stretch, kind, hex, letters }) => [stretch?.name, kind, hex, letters]), [
        ["a", "own", "1f 20", "··"], [undefined, "marked", "21 22", '!"'], ["b", "marked", "23 24", "#$"], ["b", "other", "25 26", "%&"],
        [undefined, "other", "27 28 29 2a", "'()*"], ["c", "other", "2b 2c", "+,"]]);
    const short = piecesOf(32, Uint8Array.of(...new Array(14).fill(0), 0x7e, 0x7f, 5), place, [{ from: 10, to: 90, name: "all" }]);
    assert.deepEqual(short, { indent: 0, pieces: [{ stretch: { from: 10, to: 90, name: "all" }, kind: "other", hex: "7e 7f 05", letters: "~··" }] });
    const between = piecesOf(16, new Uint8Array(16), { from: 16, offset: 20, length: 0, records: [] },
        [{ from: 20, to: 20, name: "empty" }, { from: 24, to: 26, name: "a" }]);
    assert.deepEqual(between.pieces.map(({ stretch, kind, hex }) => [stretch?.name, kind, hex.split(" ").length]),
        [[undefined, "other", 4], [undefined, "other", 4], ["a", "other", 2], [undefined, "other", 6]]); // nothing is marked at 20
    const wide = piecesOf(0, new Uint8Array(40), { from: 0, offset: 2, length: 40, records: [] }, []);
    assert.deepEqual(wide.pieces.map(({ kind, letters }) => [kind, letters.length]), [["other", 2], ["marked", 14]]);
});
