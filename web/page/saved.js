// saved.js: what can be saved: any file, and a report as text for a bug report.
import { grouped, hexadecimal } from "../viewer/words.js";

/** @typedef {import("../viewer/report.js").Report} Report */

const MOST_IN_MARKDOWN = 50;

/** Offers a file to save. @param {string} name @param {(string | Uint8Array)[]} parts of it @param {string} type */
export function saveFile(name, parts, type) {
    const address = URL.createObjectURL(new Blob(/** @type {BlobPart[]} */ (parts), { type }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** Code in Markdown: a name can't end it. @param {string} text */
const markdownCode = (text) => `\`${text.replaceAll("`", "'").replaceAll("\n", " ")}\``;

/** Text in Markdown, without what Markdown or HTML would obey. @param {string} text */
const markdownText = (text) => text.replace(/[\\`*_{}[\]<>#|@~]/g, "\\$&");

/** "line 12, column 3" of a text, else "0x78" @param {import("../viewer/report.js").Finding} finding */
const placeInFile = ({ offset, line, column }) => line !== undefined ? `line ${line}, column ${column ?? 1}` : hexadecimal(offset);

/** A report for a bug tracker or a forum. @param {Report} report */
export function markdownOf(report) {
    const { verdict } = report.data;
    const lines = [`**${verdict.word}**: ${verdict.counts} (${verdict.tool.name} ${verdict.tool.version})`, ""];
    const items = report.broken.flatMap((file) => file.items);
    /** @type {Map<string, string>} how to fix the rules that are listed */
    const fixes = new Map();
    for (const { finding, file, rule } of items.slice(0, MOST_IN_MARKDOWN)) {
        fixes.set(finding.rule, rule.fix);
        const field = finding.field !== "" ? ` ${markdownCode(finding.field)}` : "";
        const values = finding.actual !== undefined ? ` = ${markdownCode(finding.actual)}` : "";
        const expected = finding.expected !== undefined ? `, expected ${markdownCode(finding.expected)}` : "";
        lines.push(`- ${markdownCode(file.name)} at ${placeInFile(finding)}: **${finding.level}**: ${markdownText(finding.message)} ` +
            `(${markdownCode(finding.rule)})${field}${values}${expected}`);
    }
    if (items.length > MOST_IN_MARKDOWN) {
        lines.push(`- and ${grouped(items.length - MOST_IN_MARKDOWN)} more`);
    }
    lines.push("", "**How to fix**", "", ...[...fixes].map(([rule, fix]) => `- ${markdownCode(rule)}: ${fix.split("`").map((part, number) =>
        number % 2 === 1 ? markdownCode(part) : markdownText(part)).join("")}`));
    return `${lines.join("\n")}\n`;
}
