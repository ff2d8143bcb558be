// explanation.js: what a finding means and how to fix it, in words.
import { element, named, prose } from "./text.js";
import { counted, grouped, hexadecimal } from "./words.js";

/** @typedef {import("./report.js").Item} Item */

const CONFIDENCES = {
    certain: "Certain",
    likely: "Likely: a few working files have it, too",
    possible: "Possible: have a look",
};

/** A path for a command line. A name that a shell could take for a command is quoted. @param {string} path */
function quoted(path) {
    const word = path.startsWith("-") ? `./${path}` : path;
    return /^[\w./:@+=,~-]+$/.test(word) ? word : /["$`!%\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** What `assetlint fix` can do: a button where the page can, else the command. @param {Item} item @param {(item: Item) => void} [fix] */
function mending(item, fix) {
    const { fixKind, path, member } = item.finding;
    if (fixKind === undefined) {
        return null;
    }
    const option = fixKind === "unsafe" ? "--unsafe " : "";
    const words = fix !== undefined ? "This can be fixed here" : `\`assetlint fix${option !== "" ? " --unsafe" : ""}\` can mend this`;
    const command = `assetlint fix ${option}--in-place ${quoted(path)}`;
    return element("p", { class: "mending" },
        element("span", {}, ...prose(words), option !== "" ? ", by a choice: look at the result. " : ". "),
        member !== undefined ? "The file is in a package: unpack that first."
            : fix !== undefined ? element("button", { type: "button", class: "button", onclick: () => fix(item) }, "Fix this file")
                : element("code", { class: "command" }, command));
}

/** The lines of a text file around a finding, with carets under what it is about. What is in front of the carets is there
 * but not seen, so that they fit whatever the font is. @param {Item} item */
export function excerptOf({ finding: { line = 0, excerpt } }) {
    if (excerpt === undefined) {
        return null;
    }
    const { above, before, marked, behind, below } = excerpt;
    const numbered = (/** @type {number | string} */ number, /** @type {any[]} */ ...words) =>
        element("div", {}, element("span", { class: "number" }, String(number)), ...words);
    return element("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": `Line ${grouped(line)} of the file` },
        above !== undefined && numbered(line - 1, above),
        numbered(line, before, element("mark", {}, marked), behind),
        element("div", { "aria-hidden": "true" }, element("span", { class: "number" }),
            element("span", { class: "ghost" }, before), element("span", { class: "carets" }, "^".repeat(Math.max([...marked].length, 1)))),
        below !== undefined && numbered(line + 1, below));
}

/** The entry that an index lacks, if a finding is about that: its value is expected there, not at the place of the finding.
 * @param {Item["finding"]} finding */
export function missingEntry({ rule, actual = "", expected }) {
    const quoted = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    return rule === "x4/unregistered" && expected !== undefined
        ? `<entry name="${quoted(actual)}" value="${quoted(expected)}"/>` : undefined;
}

/** What to paste: the value that belongs there, or the entry that an index lacks. Other expected values are none, such as the file
 * that a name should lead to. @param {Item} item */
function pasting({ finding }) {
    const { line, message, actual = "", expected = "", fixKind } = finding;
    const entry = missingEntry(finding), text = entry ?? expected, isPath = (/** @type {string} */ value) => /[\\/]/.test(value);
    const isValue = (fixKind !== undefined || message.includes("did you mean")) && isPath(actual) === isPath(expected);
    const isKnown = entry !== undefined || isValue;
    if (line === undefined || expected === "" || expected.endsWith("...") || !isKnown) {
        return null;
    }
    const value = element("code", { class: "command" }, text);
    const button = element("button", { type: "button", class: "button", onclick: async () => {
        try {
            await navigator.clipboard.writeText(text);
            button.textContent = "Copied";
            setTimeout(() => { button.textContent = "Copy"; }, 2000);
        } catch {
            getSelection()?.selectAllChildren(value);
        }
    } }, "Copy");
    return element("p", { class: "mending paste" }, entry !== undefined ? "Add to the index:" : "Write instead:", value, button);
}

/** How to fix it, and what happens if it stays. @param {Item} item @param {(item: Item) => void} [fix] shows the fixes of its file */
export function advice(item, fix) {
    const { rule } = item;
    return element("div", { class: "advice" },
        element("h4", {}, "How to fix"), pasting(item), mending(item, fix), element("p", { class: "fix" }, ...prose(rule.fix)),
        element("h4", {}, "What happens in the game"), element("p", { class: "why" }, ...prose(rule.why)));
}

/** "0x78 (120), 4 bytes" @param {Item} item */
function place({ finding }) {
    if (finding.line !== undefined) {
        return `line ${grouped(finding.line)}, column ${grouped(finding.column ?? 1)}`;
    }
    const bytes = finding.length > 0 ? `, ${counted(finding.length, "byte")}` : "";
    const inflated = finding.inflatedOffset !== undefined
        ? `; ${hexadecimal(finding.inflatedOffset)} in the unpacked data` : "";
    return `${hexadecimal(finding.offset)} (${grouped(finding.offset)})${bytes}${inflated}`;
}

/** "1,024: numbers 3, 4, 5, …"; of a text its line says more. @param {Item} item */
function elementsOf({ finding: { count, elements, line } }) {
    const list = line === undefined ? elements.map(grouped).join(", ") : "";
    if (list === "") {
        return count > 1 ? grouped(count) : null;
    }
    return count <= 1 ? `number ${list}` : `${grouped(count)}: number${elements.length > 1 ? "s" : ""} ${list}${count > elements.length ? ", …" : ""}`;
}

/** The facts of a finding. @param {Item} item */
export function facts(item) {
    const { finding, rule } = item;
    const list = element("dl", { class: "facts" });
    const fact = (/** @type {string} */ name, /** @type {any} */ value) => {
        if (value !== null && value !== undefined && value !== "") {
            list.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
        }
    };
    fact("Field", finding.field !== "" ? named(finding.field, "code") : "the whole file");
    fact("Found", finding.actual !== undefined ? named(finding.actual, "code") : null);
    fact("Expected", finding.expected !== undefined ? named(finding.expected, "code") : null);
    fact(finding.count > 1 ? "Elements" : "Element", elementsOf(item));
    fact("Where", place(item));
    fact("Rule", rule.link !== undefined
        ? element("a", { href: rule.link, rel: "noopener noreferrer", target: "_blank" }, rule.id) : rule.id);
    fact("Certainty", CONFIDENCES[finding.confidence]);
    if (rule.source !== "") {
        fact("Source", element("span", {}, ...prose(rule.source)));
    }
    return list;
}
