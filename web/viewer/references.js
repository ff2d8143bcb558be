// references.js: both ends of a reference across files.
import { missingEntry } from "./explanation.js";
import { grouped } from "./words.js";

/** @typedef {import("./report.js").FileEntry} FileEntry */
/** @typedef {import("./report.js").Item} Item */
/** @typedef {{ words: string, name: string, address: string | undefined }} ReferenceEnd */

/** The file with the reference, what it leads to, what may be meant, and what leads to the file. That something is expected
 * doesn't say that it is there.
 * @param {Item} item @param {FileEntry[]} files of the report @param {(file: FileEntry) => string} addressOf
 * @param {string[]} referrers names of files that lead to it */
export function referenceEnds({ finding, file }, files, addressOf, referrers = []) {
    /** @type {ReferenceEnd[]} */
    const ends = [{ words: finding.line !== undefined ? `line ${grouped(finding.line)}` : "", name: file.name, address: addressOf(file) }];
    for (const [text, isWanted] of /** @type {[string | undefined, boolean][]} */ ([[finding.actual, false], [finding.expected, true]])) {
        if (text === undefined || missingEntry(finding) !== undefined || !/[\\/]|\.\w{2,5}$/.test(text)) { // a value, not a path
            continue;
        }
        const other = fileWithPath(text, file, files);
        if (other !== undefined) {
            ends.push({ words: isWanted ? "perhaps meant:" : "leads to", name: other.name, address: addressOf(other) });
        } else if (finding.line !== undefined) {
            ends.push({ words: isWanted ? "expected:" : "names", name: text, address: undefined });
        }
    }
    for (const name of referrers) {
        const other = files.find((each) => each.name === name);
        ends.push({ words: "named in", name, address: other !== undefined ? addressOf(other) : undefined });
    }
    return ends;
}

/** How many letters two names have in common at their beginnings. @param {string} a @param {string} b */
function sharedLength(a, b) {
    let length = 0;
    while (length < a.length && a[length] === b[length]) {
        length++;
    }
    return length;
}

/** The file that a path in another file means: of several, the one in the same mod.
 * @param {string} text @param {FileEntry} from @param {FileEntry[]} files */
function fileWithPath(text, from, files) {
    const path = `/${text.replaceAll("\\", "/").replace(/^\.?\//, "").toLowerCase()}`;
    return files.filter((each) => each !== from && `/${each.name.toLowerCase()}`.endsWith(path))
        .sort((a, b) => sharedLength(b.name, from.name) - sharedLength(a.name, from.name))[0];
}
