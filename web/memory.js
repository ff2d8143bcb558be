// memory.js: a host whose files are in memory, or are read from blobs. It has no terminal. What the program writes is kept beside
// its inputs, which stay as they are.
import { FILE_TYPES, HostError, decode, encode } from "./wasi.js";

/** @typedef {import("./wasi.js").Host} Host */

/**
 * A file that the program can read.
 * @typedef {object} Source
 * @property {string} path its parts are not empty, `.` or `..`
 * @property {number} size
 * @property {(start: number, end: number) => Uint8Array} read
 */

/** The folder of what the checked files refer to. No list of the root shows it, since it is not checked. */
export const REFERENCES = ".references";

const LARGEST_FILE = 2 ** 31; // that the program writes

/** @param {number} type */
function aboutNothing(type) {
    return { type, size: 0n, device: 0n, number: 0n };
}

/** Where a file is read or written. @param {number} at @param {number} length @param {number} offset @param {number} whence */
export function newPlace(at, length, offset, whence) {
    const place = [0, at, length][whence] + offset;
    if (!(place >= 0)) {
        throw new HostError("EINVAL");
    }
    return place;
}

/** @param {Blob} blob @param {number} start @param {number} end @returns {Uint8Array} */
export function readBlob(blob, start, end) {
    if (typeof FileReaderSync === "undefined") {
        throw new TypeError("a Blob can be read only in a worker");
    }
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob.slice(start, end)));
}

/** A file that the program writes, and reads if it is a temporary one. */
export class MemoryFile {
    constructor() {
        this.content = new Uint8Array(1 << 12);
        this.length = 0;
        this.at = 0;
    }

    about() {
        return aboutNothing(FILE_TYPES.characterDevice);
    }

    /** @param {Uint8Array} bytes */
    write(bytes) {
        const end = this.at + bytes.length;
        if (end > LARGEST_FILE) {
            throw new HostError("EFBIG");
        }
        if (end > this.content.length) {
            const larger = new Uint8Array(Math.max(end, 2 * this.content.length));
            larger.set(this.content.subarray(0, this.length));
            this.content = larger;
        }
        this.content.set(bytes, this.at);
        this.at = end;
        this.length = Math.max(this.length, end);
        return bytes.length;
    }

    /** @param {Uint8Array} into */
    read(into) {
        const count = Math.min(into.length, Math.max(this.length - this.at, 0));
        into.set(this.content.subarray(this.at, this.at + count));
        this.at += count;
        return count;
    }

    /** @param {number} offset @param {number} whence */
    seek(offset, whence) {
        return this.at = newPlace(this.at, this.length, offset, whence);
    }

    bytes() {
        return this.content.subarray(0, this.length);
    }

    text() {
        return decode(this.bytes());
    }
}

/** A source that is being read. */
class OpenSource {
    /** @param {Source} source @param {bigint} number */
    constructor(source, number) {
        this.source = source;
        this.number = number;
        this.at = 0;
    }

    about() {
        return { type: FILE_TYPES.file, size: BigInt(this.source.size), device: 1n, number: this.number };
    }

    /** @param {Uint8Array} into */
    read(into) {
        const start = Math.min(this.at, this.source.size), end = Math.min(start + into.length, this.source.size);
        if (end > start) {
            into.set(this.source.read(start, end));
        }
        this.at = end;
        return end - start;
    }

    /** @param {number} offset @param {number} whence */
    seek(offset, whence) {
        return this.at = newPlace(this.at, this.source.size, offset, whence);
    }
}

/** @typedef {{ source: Source, number: bigint }} Leaf */
/** @typedef {Map<string, Leaf | Tree>} Tree a folder */

/** @param {Leaf | Tree} node @returns {node is Tree} */
const isFolder = (node) => node instanceof Map;

/** @param {Source[]} sources @returns {Tree} */
function treeOf(sources) {
    const root = new Map();
    sources.forEach((source, number) => {
        const parts = source.path.split("/"), name = parts.pop();
        let folder = root;
        for (const part of parts) {
            if (!folder.has(part)) {
                folder.set(part, new Map());
            }
            folder = folder.get(part);
        }
        folder.set(name, { source, number: BigInt(number + 1) });
    });
    return root;
}

/** @implements {Host} */
export class MemoryHost {
    /** @param {Source[]} sources no file has the path of another one or of a folder */
    constructor(sources) {
        this.tree = treeOf(sources);
        this.standardOutput = new MemoryFile();
        this.standardError = new MemoryFile();
        this.streams = [undefined, this.standardOutput, this.standardError];
        /** What was written, by its path. @type {Map<string, Uint8Array>} */
        this.written = new Map();
        /** Files that will replace others. @type {Map<string, MemoryFile>} */
        this.unfinished = new Map();
        /** @type {string[]} */
        this.environment = [];
        this.isWindows = false;
    }

    /** The empty path is the root, which is the current folder. @param {Uint8Array} path */
    find(path) {
        /** @type {(Leaf | Tree)[]} */
        const way = [this.tree];
        const parts = decode(path).split("/");
        for (const part of parts) {
            const here = way[way.length - 1];
            if (part !== "" && !isFolder(here)) {
                throw new HostError("ENOTDIR");
            }
            if (part === "..") {
                way.length = Math.max(way.length - 1, 1); // `..` of the root is the root
            } else if (part !== "" && part !== "." && isFolder(here)) {
                const next = here.get(part);
                if (next === undefined) {
                    throw new HostError("ENOENT");
                }
                way.push(next);
            }
        }
        const found = way[way.length - 1];
        if (!isFolder(found) && parts[parts.length - 1] === "") {
            throw new HostError("ENOTDIR");
        }
        return found;
    }

    /** @param {Uint8Array} path */
    about(path) {
        const found = this.find(path);
        return isFolder(found) ? aboutNothing(FILE_TYPES.folder) : new OpenSource(found.source, found.number).about();
    }

    /** @param {Uint8Array} path @param {{ folder: boolean, create: boolean }} how */
    open(path, { folder, create }) {
        if (create) {
            throw new HostError("EROFS");
        }
        const found = this.find(path);
        if (isFolder(found) !== folder) {
            throw new HostError(folder ? "ENOTDIR" : "EISDIR");
        }
        if (!isFolder(found)) {
            return new OpenSource(found.source, found.number);
        }
        const entries = [...found].filter(([name]) => found !== this.tree || name !== REFERENCES).map(([name, node]) =>
            ({ name: encode(name), type: isFolder(node) ? FILE_TYPES.folder : FILE_TYPES.file }));
        return { about: () => aboutNothing(FILE_TYPES.folder), entries: () => entries };
    }

    temporary() {
        return new MemoryFile();
    }

    currentFolder() {
        return encode("/");
    }

    /** There are no links. */
    target() {
        return undefined;
    }

    /** @param {Uint8Array} path */
    place(path) {
        return path;
    }

    /** A file that replaces another one, which must exist. @param {Uint8Array} path */
    output(path) {
        if (isFolder(this.find(path))) {
            throw new HostError("EISDIR");
        }
        const handle = new MemoryFile(), temporary = `${decode(path)}.tmp`;
        this.unfinished.set(temporary, handle);
        return { handle, path, temporary: encode(temporary) };
    }

    /** @param {Uint8Array} from @param {Uint8Array} to */
    rename(from, to) {
        const file = this.unfinished.get(decode(from));
        if (file === undefined) {
            throw new HostError("ENOENT");
        }
        this.remove(from);
        this.written.set(decode(to), file.bytes().slice());
    }

    /** @param {Uint8Array} path */
    remove(path) {
        this.unfinished.delete(decode(path));
    }

    /** @returns {never} */
    makeFolder() {
        throw new HostError("EROFS");
    }

    terminalWidth() {
        return 0;
    }

    catchInterrupts() {
        return false;
    }

    interrupted() {
        return false;
    }
}
