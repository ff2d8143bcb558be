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
        const other = targetOf(text, file, files) ?? (isWanted ? targetOf(pathInMod(text), file, files) : undefined);
        if (other !== undefined) {
            ends.push({ words: isWanted ? "perhaps meant:" : "leads to", name: other.name, address: addressOf(other.file) });
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

/** A value that leads into a mod by its name, as a path in that mod. @param {string} text */
const pathInMod = (text) => text.replace(/^extensions[\\/][^\\/]*[\\/]/i, "");

/** What a path in another file means: a file, also if the path has no ending, or a folder, for which its first file stands. Of several,
 * the one in the same mod.
 * @param {string} text @param {FileEntry} from @param {FileEntry[]} files @returns {{ name: string, file: FileEntry } | undefined} */
function targetOf(text, from, files) {
    const path = `/${text.replaceAll("\\", "/").replace(/^\.?\//, "").toLowerCase()}`, hasEnding = /\.\w{2,5}$/.test(path);
    const firstWith = (/** @type {(name: string) => boolean} */ is) => files.filter((each) => each !== from && is(`/${each.name.toLowerCase()}`))
        .sort((a, b) => sharedLength(b.name, from.name) - sharedLength(a.name, from.name))[0];
    const inside = firstWith((name) => name.includes(`${path}/`));
    if (inside !== undefined) {
        return { name: text, file: inside };
    }
    const file = firstWith((name) => name.endsWith(path) || (!hasEnding && name.replace(/\.[^./]*$/, "").endsWith(path)));
    return file && { name: file.name, file };
}
