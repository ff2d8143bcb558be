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

/** What is deep in a folder of version control: many files, which are never checked. Those directly in it show where a
 * repository begins. */
const HISTORY = /(^|\/)\.(git|hg|svn|bzr)\/.*\//;

/** @typedef {(file: DroppedFile) => void} Add */

/** @param {any} entry @param {string} path @param {Add} add */
async function addEntry(entry, path, add) {
    if (entry.isFile) {
        add({ path, data: await new Promise((done, failed) => entry.file(done, failed)) });
    } else if (!HISTORY.test(`${path}/`)) {
        await Promise.all((await entriesOf(entry)).map((inner) => addEntry(inner, `${path}/${inner.name}`, add)));
    }
}

/** The same for a handle. @param {any} handle @param {string} path @param {Add} add */
async function addHandle(handle, path, add) {
    if (handle.kind === "file") {
        add({ path, data: await handle.getFile() });
    } else if (!HISTORY.test(`${path}/`)) {
        const inside = [];
        for await (const inner of handle.values()) {
            inside.push(addHandle(inner, `${path}/${inner.name}`, add));
        }
        await Promise.all(inside);
    }
}

/** A page that was opened from a file can read a folder in Chromium by its handle alone. On a server entries are better: a
 * handle leaves out files with names that Windows would not allow. @param {any} item @param {any} entry @returns {(add: Add) => Promise<void>} */
function folderOfDrop(item, entry) {
    const handle = location.protocol === "file:" ? item.getAsFileSystemHandle?.() : undefined;
    return async (add) => handle !== undefined ? addHandle(await handle, entry.name, add) : addEntry(entry, entry.name, add);
}

/** The files of a drop, and those in its folders.
 * @param {DataTransfer} transfer @param {(count: number) => void} onFound gets how many were found so far */
export async function filesOfDrop(transfer, onFound) {
    /** @type {DroppedFile[]} */
    const files = [];
    const add = (/** @type {DroppedFile} */ file) => onFound(files.push(file));
    /** @type {ReturnType<folderOfDrop>[]} */
    const folders = [];
    for (const item of transfer.items) { // at once: the list is empty after the first pause
        const entry = item.webkitGetAsEntry?.(), file = item.getAsFile();
        if (entry?.isDirectory) {
            folders.push(folderOfDrop(item, entry));
        } else if (file !== null) {
            add({ path: file.name, data: file });
        }
    }
    for (const addFolder of folders) {
        await addFolder(add).catch((problem) => {
            throw new Error(`A folder could not be read. “Choose a folder” may help. The browser says: ${problem.message}`);
        });
    }
    return withoutRepeats(files);
}

/** The files of a dialog. @param {FileList} list @returns {DroppedFile[]} */
export function filesOfInput(list) {
    return withoutRepeats([...list].map((file) => ({ path: file.webkitRelativePath || file.name, data: file }))
        .filter(({ path }) => !HISTORY.test(path)));
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
