// text.js: makes elements of a page. All content is text: no string ever becomes HTML.

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * An element with attributes and children. `true` is an attribute without a value; `false` and undefined are none; a
 * function is a listener of the event `name`, for the attribute `onname`.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | undefined | ((event: any) => void)>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            made.addEventListener(name.slice(2), value);
        } else if (value !== undefined && value !== false) {
            made.setAttribute(name, value === true ? "" : String(value));
        }
    }
    add(made, children);
    return made;
}

/** @param {Element} to @param {Child[]} children */
export function add(to, children) {
    for (const child of children) {
        if (child !== null && child !== undefined && child !== false) {
            to.append(typeof child === "number" ? String(child) : child);
        }
    }
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. @param {string} tag @param {Record<string, string | number>} attributes */
export function drawn(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
        made.setAttribute(name, String(value));
    }
    return made;
}

/** A drawing: paths within 16 by 16. @param {string} name class @param {...string} paths */
export function icon(name, ...paths) {
    const drawing = drawn("svg", { viewBox: "0 0 16 16", class: `icon ${name}`, "aria-hidden": "true" });
    drawing.append(...paths.map((path) => drawn("path", { d: path })));
    return drawing;
}

/** The sign of a level: shapes differ, so that colour is not needed. @param {string} level */
export function levelIcon(level) {
    switch (level) {
    case "error": return icon("error", "M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z", "M5.5 5.5l5 5m0-5l-5 5");
    case "warning": return icon("warning", "M8 2 15 14H1z", "M8 6.5v3.5M8 11.8v.4");
    case "note": return icon("note", "M8 1.5a6.5 6.5 0 1 0 .01 0z", "M8 7v4M8 4.6v.4");
    default: return icon("fine", "M8 1.5a6.5 6.5 0 1 0 .01 0z", "M4.8 8.2l2.3 2.3 4.1-4.6");
    }
}

/** A sentence whose parts between backticks are code. @param {string} words @returns {Node[]} */
export function prose(words) {
    return words.split("`").map((part, number) =>
        number % 2 === 1 ? element("code", {}, part) : document.createTextNode(part));
}

/** A name of a file or of something in it. It doesn't change the direction of the text around it, and breaks anywhere.
 * @param {string} name @param {string} [kind] another class */
export function named(name, kind = "") {
    return element("bdi", { class: `name ${kind}`.trim() }, name);
}
