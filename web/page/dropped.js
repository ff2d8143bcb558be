// dropped.js: the files of a drop or of a dialog, with their paths.

/** @typedef {{ path: string, data: File }} DroppedFile */

/** Reads all entries of a folder: a reader hands out some at a time. @param {any} folder @returns {Promise<any[]>} */
async function entriesOf(folder) {
    const reader = folder.createReader(), all = [];
    for (;;) {
        const some = await new Promise((done, failed) => reader.readEntries(done, failed));
        if (some.length === 0) {
            return all;
        }
        all.push(...some);
    }
}

/** @param {any} entry @param {string} path @param {DroppedFile[]} files */
async function addEntry(entry, path, files) {
    if (entry.isFile) {
        const file = await new Promise((done, failed) => entry.file(done, failed));
        files.push({ path, data: file });
    } else if (entry.isDirectory) {
        for (const inner of await entriesOf(entry)) {
            await addEntry(inner, `${path}/${inner.name}`, files);
        }
    }
}

/** The files of a drop, and those in its folders. @param {DataTransfer} transfer @returns {Promise<DroppedFile[]>} */
export async function filesOfDrop(transfer) {
    /** @type {DroppedFile[]} */
    const files = [];
    // The list is empty after the first pause, so the entries are taken at once.
    const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
    for (const entry of entries) {
        if (entry instanceof File) {
            files.push({ path: entry.name, data: entry });
        } else if (entry !== null) {
            await addEntry(entry, entry.name, files);
        }
    }
    return withoutRepeats(files);
}

/** The files of a dialog. @param {FileList} list @returns {DroppedFile[]} */
export function filesOfInput(list) {
    return withoutRepeats([...list].map((file) => ({ path: file.webkitRelativePath || file.name, data: file })));
}

/** Two files of one name, from two folders, get paths of their own. @param {DroppedFile[]} files */
function withoutRepeats(files) {
    const used = new Set();
    return files.map(({ path, data }) => {
        let free = path;
        for (let number = 2; used.has(free); number++) {
            free = `${number}/${path}`;
        }
        used.add(free);
        return { path: free, data };
    });
}
