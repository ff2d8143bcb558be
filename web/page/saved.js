// saved.js: what can be saved: any file, and a report as text for a bug report.
import { hexadecimal } from "../viewer/words.js";

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

/** A report for a bug tracker or a forum. @param {Report} report */
export function markdownOf(report) {
    const { verdict } = report.data;
    const lines = [`**${verdict.word}**: ${verdict.counts} (${verdict.tool.name} ${verdict.tool.version})`, ""];
    const items = report.broken.flatMap((file) => file.items);
    for (const { finding, file } of items.slice(0, MOST_IN_MARKDOWN)) {
        const field = finding.field !== "" ? ` ${markdownCode(finding.field)}` : "";
        const values = finding.actual !== undefined ? ` = ${markdownCode(finding.actual)}` : "";
        const expected = finding.expected !== undefined ? `, expected ${markdownCode(finding.expected)}` : "";
        lines.push(`- ${markdownCode(file.name)} at ${hexadecimal(finding.offset)}: **${finding.level}**: ${markdownText(finding.message)} ` +
            `(${markdownCode(finding.rule)})${field}${values}${expected}`);
    }
    if (items.length > MOST_IN_MARKDOWN) {
        lines.push(`- and ${items.length - MOST_IN_MARKDOWN} more`);
    }
    return `${lines.join("\n")}\n`;
}
