// bytes.js: the bytes of a finding, in hexadecimal and as text, with the record that they belong to. Choosing a field marks
// its bytes, choosing bytes their field.
import { element, named } from "./text.js";
import { hexadecimal } from "./words.js";
import { bytesOf } from "./buffers.js";
import { isMarkedField, joinPadding, ownRecord, piecesOf, rowsOf, valueWords } from "./dump.js";

/** @typedef {import("./buffers.js").BytesPlace} BytesPlace */
/** @typedef {{ from: number, to: number, name: string, element?: HTMLElement, parts: HTMLElement[] }} Stretch */

/** The view of bytes. @param {BytesPlace} place @param {{ actual?: string, expected?: string }} finding
 * @param {boolean} [isAtEnd] whether the file ends where it should go on */
export function bytesView(place, { actual, expected }, isAtEnd = false) {
    const bytes = bytesOf(place.data);
    /** @type {Stretch[]} */
    const stretches = [];
    const own = ownRecord(place);
    const tables = place.records.map((record) => recordTable(record, record === own, place, stretches));
    stretches.sort((a, b) => a.from - b.from);
    const dump = element("div", { class: "hex", tabindex: "0", role: "region", "aria-label": "Bytes" });
    dump.append(...rowsOf(place, bytes.length).map((row) => hexRow(row, bytes, place, stretches)));
    if (isAtEnd) {
        dump.append(element("div", { class: "row end" }, element("span", { class: "offset" }, (place.from + bytes.length).toString(16).padStart(6, "0")),
            element("mark", {}, "the file ends here")));
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
        const isMarked = isOwn && isMarkedField(field, place);
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

/** A row of bytes. @param {number} row @param {Uint8Array} bytes @param {BytesPlace} place @param {Stretch[]} stretches */
function hexRow(row, bytes, place, stretches) {
    const { indent, pieces } = piecesOf(row, bytes, place, stretches);
    const hexes = element("span", { class: "hexes" }, "   ".repeat(indent));
    const letters = element("span", { class: "letters", "aria-hidden": "true" }, " ".repeat(indent));
    for (const piece of pieces) {
        const digits = element(piece.kind === "marked" ? "mark" : "span", { class: piece.kind, title: piece.stretch?.name }, piece.hex);
        const text = element("span", { class: piece.kind }, piece.letters);
        piece.stretch?.parts.push(digits, text);
        hexes.append(digits, " ");
        letters.append(text);
    }
    return element("div", { class: "row" }, element("span", { class: "offset" }, row.toString(16).padStart(6, "0")), hexes, letters);
}
