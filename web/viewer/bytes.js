// bytes.js: the bytes of a finding, in hexadecimal and as text, with the record that they belong to. Choosing a field marks
// its bytes, choosing bytes their field.
import { element, grouped, hexadecimal, named, rounded } from "./text.js";
import { bytesOf } from "./buffers.js";

/** @typedef {import("./buffers.js").BytesPlace} BytesPlace */
/** @typedef {{ from: number, to: number, name: string, element?: HTMLElement, parts: HTMLElement[] }} Stretch */

const ROW = 16;
const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0");
const letter = (/** @type {number} */ byte) => byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";

/** Fields that are numbered parts of one: `pad[0]`, `pad[1]`. @param {string} name */
const stem = (name) => name.replace(/\[\d+\]$/, "");

/** Joins `pad[0]` to `pad[9]`: they say little.
 * @param {import("./buffers.js").ByteField[]} fields @returns {import("./buffers.js").ByteField[]} */
function joinPadding(fields) {
    /** @type {import("./buffers.js").ByteField[]} */
    const joined = [];
    for (const field of fields) {
        const last = joined[joined.length - 1];
        const name = stem(field.name);
        if (last !== undefined && name !== field.name && /^(pad|padding|reserved|unused)$/i.test(name) && last.name === name &&
            last.offset + last.length === field.offset) {
            last.length += field.length;
            last.value = last.value === 0 && field.value === 0 ? 0 : "…";
        } else if (/^(pad|padding|reserved|unused)$/i.test(name)) {
            joined.push({ ...field, name });
        } else {
            joined.push(field);
        }
    }
    return joined;
}

/** @param {any} value */
function valueWords(value) {
    return typeof value === "number" ? (Number.isInteger(value) ? grouped(value) : rounded(value, 7)) : String(value);
}

/** The view of bytes. @param {BytesPlace} place @param {{ actual?: string, expected?: string }} finding */
export function bytesView(place, { actual, expected }) {
    const bytes = bytesOf(place.data);
    const end = place.offset + place.length;
    /** @type {Stretch[]} */
    const stretches = [];
    const own = place.records.find((record) => record.offset <= place.offset && end <= record.offset + record.length) ??
        place.records[0];
    const tables = place.records.map((record) => recordTable(record, record === own, place, stretches));
    stretches.sort((a, b) => a.from - b.from);
    const dump = element("div", { class: "hex", tabindex: "0", role: "region", "aria-label": "Bytes" });
    for (let row = place.from - place.from % ROW; row < place.from + bytes.length; row += ROW) {
        dump.append(hexRow(row, bytes, place, own, stretches));
    }
    const choose = (/** @type {Stretch | undefined} */ chosen) => {
        for (const stretch of stretches) {
            stretch.element?.classList.toggle("chosen", stretch === chosen);
            for (const part of stretch.parts) {
                part.classList.toggle("chosen", stretch === chosen);
            }
        }
        chosen?.element?.scrollIntoView({ block: "nearest" });
    };
    for (const stretch of stretches) {
        stretch.element?.querySelector("button")?.addEventListener("click", () => {
            choose(stretch);
            stretch.parts[0]?.scrollIntoView({ block: "nearest" });
        });
        for (const part of stretch.parts) {
            part.addEventListener("click", () => choose(stretch));
        }
    }
    const compared = [actual !== undefined && ["Found ", named(actual, "code")], expected !== undefined && [
        actual !== undefined ? ", expected " : "Expected ", named(expected, "code")]].filter((each) => each !== false).flat();
    return element("div", { class: "bytes" }, compared.length > 0 && element("p", { class: "compared" }, ...compared),
        place.inflatedOf !== undefined && element("p", { class: "remark" }, "Unpacked bytes of ", named(place.inflatedOf, "code")),
        element("div", { class: "bytes-panes" }, dump,
            tables.length > 0 && element("div", { class: "records", tabindex: "0", role: "region", "aria-label": "Fields" }, ...tables)));
}

/** Shows the marked bytes, without moving the page. @param {HTMLElement} view */
export function showMarked(view) {
    for (const [box, selector] of [[".hex", "mark"], [".records", ".marked"]]) {
        const pane = /** @type {HTMLElement | null} */ (view.querySelector(box));
        const target = /** @type {HTMLElement | null} */ (pane?.querySelector(selector) ?? null);
        if (pane !== null && target !== null) {
            const shift = target.getBoundingClientRect().top - pane.getBoundingClientRect().top;
            pane.scrollTop += shift - pane.clientHeight / 3;
        }
    }
}

/** @param {BytesPlace["records"][0]} record @param {boolean} isOwn @param {BytesPlace} place @param {Stretch[]} stretches */
function recordTable(record, isOwn, place, stretches) {
    const rows = joinPadding(record.fields).map((field) => {
        const isMarked = isOwn && field.offset < place.offset + Math.max(place.length, 1) && place.offset < field.offset + field.length;
        const line = element("tr", { class: isMarked ? "marked" : undefined },
            element("td", {}, element("button", { type: "button", title: `${hexadecimal(field.offset)}, ${field.type}` }, field.name)),
            element("td", { class: "value" }, named(valueWords(field.value)),
                field.words !== undefined && element("span", { class: "meaning" }, ` ${field.words}`)));
        stretches.push({ from: field.offset, to: field.offset + field.length, name: field.name, element: line, parts: [] });
        return line;
    });
    return element("table", { class: isOwn ? "record own" : "record" },
        element("caption", {}, named(record.field), ` ${hexadecimal(record.offset)}`), element("tbody", {}, ...rows));
}

/** A row of 16 bytes, in parts that belong to one field each.
 * @param {number} row @param {Uint8Array} bytes @param {BytesPlace} place
 * @param {BytesPlace["records"][0] | undefined} own @param {Stretch[]} stretches */
function hexRow(row, bytes, place, own, stretches) {
    const hexes = element("span", { class: "hexes" }), letters = element("span", { class: "letters", "aria-hidden": "true" });
    const last = Math.min(row + ROW, place.from + bytes.length);
    const first = Math.max(row, place.from);
    hexes.append("   ".repeat(first - row));
    letters.append(" ".repeat(first - row));
    for (let at = first; at < last;) {
        const stretch = stretches.find(({ from, to }) => from <= at && at < to);
        const isMarked = place.offset <= at && at < place.offset + place.length;
        const next = stretches.find(({ from }) => from > at)?.from ?? last;
        const edges = [stretch?.to ?? next, last, isMarked ? place.offset + place.length : at < place.offset ? place.offset : last];
        const to = Math.min(...edges);
        const part = bytes.subarray(at - place.from, to - place.from);
        const isOwn = own !== undefined && own.offset <= at && at < own.offset + own.length;
        const kind = isMarked ? "marked" : isOwn ? "own" : "other";
        const digits = element(isMarked ? "mark" : "span", { class: kind, title: stretch?.name }, [...part].map(hex).join(" "));
        const text = element("span", { class: kind }, [...part].map(letter).join(""));
        stretch?.parts.push(digits, text);
        hexes.append(digits, " ");
        letters.append(text);
        at = to;
    }
    return element("div", { class: "row" }, element("span", { class: "offset" }, row.toString(16).padStart(6, "0")), hexes, letters);
}
