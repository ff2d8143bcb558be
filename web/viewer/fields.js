// fields.js: the fields of a file as a tree, as `assetlint dump -f json` has them. A branch is filled when it is opened.
import { element, named } from "./text.js";
import { counted, grouped, hexadecimal } from "./words.js";
import { valueWords } from "./dump.js";

/** A record, a list, or a value with its place. @typedef {any} DumpNode */

/** A list shows so many items before it is asked for more. */
const MOST_ITEMS = 200;

/** At most so many values stand on one line. */
const MOST_VALUES = 16;

/** @param {DumpNode} node */
const isLeaf = (node) => node !== null && typeof node === "object" && ("value" in node || "count" in node && "type" in node);

/** @param {DumpNode} value a number, a text, or several numbers */
const wordsOfValue = (value) => Array.isArray(value) ? value.map(valueWords).join(", ") : typeof value === "string" ? `“${value}”` : valueWords(value);

/** What a leaf has: "7 (FLOAT3)", "240 f32, from 0, 0 to 1, 2". @param {DumpNode} node */
function wordsOfLeaf({ value, meaning, type, count, min, max }) {
    if (type !== undefined) {
        return `${grouped(count)} × ${type}${min !== undefined ? `, from ${wordsOfValue(min)} to ${wordsOfValue(max)}` : ""}`;
    }
    return `${wordsOfValue(value)}${meaning !== undefined ? ` (${meaning})` : ""}`;
}

/** "0x40", or "0x40 unpacked" @param {DumpNode} node */
function placeOfNode(node) {
    const offset = node["@offset"] ?? node["@inflatedOffset"];
    return offset === undefined ? "" : `${hexadecimal(offset)}${node["@offset"] === undefined ? " unpacked" : ""}`;
}

/** The branches of a record or list. @param {DumpNode} node @returns {[string, DumpNode][]} */
const childrenOf = (node) => Array.isArray(node) ? node.map((each, index) => [`[${index}]`, each])
    : Object.entries(node).filter(([name]) => !name.startsWith("@"));

/** @param {string} name @param {string} words @param {string} place */
const line = (name, words, place) => [named(name, "code"), element("span", { class: "value" }, words), element("span", { class: "meaning" }, place)];

/** @param {string} name @param {DumpNode} node */
function branch(name, node) {
    if (isLeaf(node)) {
        return element("li", { class: "leaf" }, ...line(name, wordsOfLeaf(node), placeOfNode(node)));
    }
    const children = childrenOf(node);
    if (Array.isArray(node) && node.length <= MOST_VALUES && node.every((each) => isLeaf(each) && each.type === undefined)) {
        return element("li", { class: "leaf" }, ...line(name, node.map(wordsOfLeaf).join(", "), node.length > 0 ? placeOfNode(node[0]) : ""));
    }
    const list = element("ul");
    const details = /** @type {HTMLDetailsElement} */ (element("details", {},
        element("summary", {}, ...line(name, Array.isArray(node) ? counted(node.length, "item") : "", placeOfNode(node))), list));
    details.addEventListener("toggle", () => {
        if (list.children.length === 0) {
            fillBranch(list, children);
        }
    });
    return element("li", {}, details);
}

/** @param {HTMLElement} list @param {[string, DumpNode][]} children */
function fillBranch(list, children) {
    list.append(...children.slice(0, MOST_ITEMS).map(([name, node]) => branch(name, node)));
    if (children.length > MOST_ITEMS) {
        const more = element("li", {}, element("button", { type: "button", class: "link", onclick: () => {
            more.remove();
            fillBranch(list, children.slice(MOST_ITEMS));
        } }, counted(children.length - MOST_ITEMS, "more item")));
        list.append(more);
    }
}

/** The panel with all fields. @param {DumpNode} dump */
export function fieldsView(dump) {
    const list = element("ul", { class: "fields" });
    fillBranch(list, childrenOf(dump));
    return list;
}
