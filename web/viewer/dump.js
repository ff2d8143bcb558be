// dump.js: how bytes are shown: in rows of 16, in hexadecimal and as text, in pieces that belong to one field each.
import { grouped, rounded } from "./words.js";

/** @typedef {import("./buffers.js").ByteField} ByteField */
/** @typedef {import("./buffers.js").BytesPlace} BytesPlace */

const ROW = 16;
const PADDING = /^(pad|padding|reserved|unused)$/i;

/** Fields that are numbered parts of one: `pad[0]`, `pad[1]`. @param {string} name */
const stem = (name) => name.replace(/\[\d+\]$/, "");

/** Joins `pad[0]` to `pad[9]`: they say little. @param {ByteField[]} fields @returns {ByteField[]} */
export function joinPadding(fields) {
    /** @type {ByteField[]} */
    const joined = [];
    for (const field of fields) {
        const last = joined[joined.length - 1];
        const name = stem(field.name);
        if (last !== undefined && name !== field.name && PADDING.test(name) && last.name === name &&
            last.offset + last.length === field.offset) {
            last.length += field.length;
            last.value = last.value === 0 && field.value === 0 ? 0 : "…";
        } else if (PADDING.test(name)) {
            joined.push({ ...field, name });
        } else {
            joined.push(field);
        }
    }
    return joined;
}

/** @param {any} value */
export function valueWords(value) {
    return typeof value === "number" ? (Number.isInteger(value) ? grouped(value) : rounded(value, 7)) : String(value);
}

/** The record that the bytes of a finding belong to: the first one that contains them. @param {BytesPlace} place */
export function ownRecord({ offset, length, records }) {
    return records.find((record) => record.offset <= offset && offset + length <= record.offset + record.length) ?? records[0];
}

/** Whether a finding is about a field of its record. One without bytes is about the field that it is in.
 * @param {ByteField} field @param {BytesPlace} place */
export function isMarkedField(field, { offset, length }) {
    return field.offset < offset + Math.max(length, 1) && offset < field.offset + field.length;
}

/** Where rows begin. @param {BytesPlace} place @param {number} length of its bytes */
export function rowsOf({ from }, length) {
    const rows = [];
    for (let row = from - from % ROW; row < from + length; row += ROW) {
        rows.push(row);
    }
    return rows;
}

/** The pieces of a row, and how many bytes of it come before the first piece.
 * @template {{ from: number, to: number }} Stretch
 * @param {number} row @param {Uint8Array} bytes @param {BytesPlace} place @param {Stretch[]} stretches of fields, sorted */
export function piecesOf(row, bytes, place, stretches) {
    const own = ownRecord(place), end = place.offset + place.length;
    const first = Math.max(row, place.from), last = Math.min(row + ROW, place.from + bytes.length);
    const pieces = [];
    for (let at = first, to = first; at < last; at = to) {
        const stretch = stretches.find((each) => each.from <= at && at < each.to);
        const isMarked = place.offset <= at && at < end;
        const next = stretches.find(({ from }) => from > at)?.from ?? last;
        to = Math.min(stretch?.to ?? next, last, isMarked ? end : at < place.offset ? place.offset : last);
        const part = [...bytes.subarray(at - place.from, to - place.from)];
        const isOwn = own !== undefined && own.offset <= at && at < own.offset + own.length;
        pieces.push({ stretch, kind: isMarked ? "marked" : isOwn ? "own" : "other",
            hex: part.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
            letters: part.map((byte) => byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·").join("") });
    }
    return { indent: first - row, pieces };
}
