// system.js: a host whose files are those of the machine. It treats links, pipes, permissions and outputs as the program does
// on POSIX (src/platform/posix_*.c).
import { Buffer } from "node:buffer";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { receiveMessageOnPort } from "node:worker_threads";
import { MemoryFile, newPlace } from "../memory.js";
import { FILE_TYPES, HostError } from "../wasi.js";
import { CELLS, fsPath, isWindows } from "./shared.js";

/** @typedef {import("../wasi.js").Host} Host */

const { O_RDONLY, O_WRONLY, O_APPEND, O_TRUNC, O_CREAT, O_EXCL, O_NONBLOCK = 0 } = fs.constants;
const STANDARD_INPUT = 0, STANDARD_ERROR = 2;
const MOST_LINKS = 40; // as many as Linux follows
const MOST_TRIES = 100; // to find a name for a temporary file
const POLL = 2; // milliseconds between two looks at a pipe
const BLOCK = 1 << 16;
const PERMISSIONS = 0o7777n, WITHOUT_SETUID = 0o777n;

const encoding = isWindows ? "utf8" : "latin1"; // see fsPath

/** @param {Uint8Array} bytes */
const textOf = (bytes) => Buffer.from(bytes).toString(encoding);
/** @param {string} path */
const withSlashes = (path) => isWindows ? path.replaceAll("\\", "/") : path;
/** @param {string} text */
const bytesOf = (text) => Buffer.from(withSlashes(text), encoding);

/** @param {fs.BigIntStats | fs.Dirent} about */
function typeOf(about) {
    return about.isFile() ? FILE_TYPES.file : about.isDirectory() ? FILE_TYPES.folder : about.isFIFO() ? FILE_TYPES.pipe
        : about.isCharacterDevice() ? FILE_TYPES.characterDevice : about.isBlockDevice() ? FILE_TYPES.blockDevice
            : about.isSymbolicLink() ? FILE_TYPES.link : FILE_TYPES.socket;
}

/** @param {fs.BigIntStats} about */
function aboutOf(about) {
    return { type: typeOf(about), size: about.size, device: BigInt.asUintN(64, about.dev),
        number: BigInt.asUintN(64, about.ino) };
}

/** @param {number} descriptor */
const statOf = (descriptor) => fs.fstatSync(descriptor, { bigint: true });

/** Calls a function of node:fs; undefined if that fails with one of these errors. @template T @param {string[]} codes
 * @param {() => T} act */
function unless(codes, act) {
    try {
        return act();
    } catch (error) {
        if (codes.includes(/** @type {any} */ (error).code)) {
            return undefined;
        }
        throw error;
    }
}

/** How much of a file on standard input another program has read. Only Linux tells. */
function offsetOfInput() {
    try {
        return Number(/^pos:\s*(\d+)/.exec(fs.readFileSync(`/proc/self/fdinfo/${STANDARD_INPUT}`, "latin1"))?.[1] ?? 0);
    } catch {
        return 0;
    }
}

// ---- Open files ----------------------------------------------------------------------------------------------------

/** A file, or what is written without a terminal. */
class OpenFile {
    /** @param {number} descriptor @param {number | null} at where it is read and written; null: at the system's place
     * @param {System} system */
    constructor(descriptor, at, system) {
        this.descriptor = descriptor;
        this.at = at;
        this.system = system;
    }

    about() {
        return aboutOf(statOf(this.descriptor));
    }

    /** @param {number} count */
    moved(count) {
        if (this.at !== null) {
            this.at += count;
        }
        return count;
    }

    /** @param {Uint8Array} into */
    read(into) {
        return this.moved(fs.readSync(this.descriptor, into, 0, into.length, this.at));
    }

    /** A pipe may be full. @param {Uint8Array} bytes */
    write(bytes) {
        for (;;) {
            const written = unless(["EAGAIN"], () => fs.writeSync(this.descriptor, bytes, 0, bytes.length, this.at));
            if (written !== undefined) {
                return this.moved(written);
            }
            this.system.sleep(POLL);
        }
    }

    /** @param {number} offset @param {number} whence */
    seek(offset, whence) {
        if (this.at === null) {
            throw new HostError("ESPIPE");
        }
        return this.at = newPlace(this.at, whence === 2 ? Number(statOf(this.descriptor).size) : 0, offset, whence);
    }

    sync() {
        fs.fsyncSync(this.descriptor);
    }

    close() {
        fs.closeSync(this.descriptor);
    }
}

/** What has to be waited for. */
class Stream {
    /** @param {number} descriptor @param {System} system */
    constructor(descriptor, system) {
        this.descriptor = descriptor;
        this.system = system;
        /** What came and wasn't read yet; null at the end. @type {Uint8Array | null | undefined} */
        this.ready = undefined;
    }

    about() {
        return aboutOf(statOf(this.descriptor));
    }

    /** Tries to set `ready`. */
    look() {
    }

    /** As al_file_wait. @param {number} milliseconds */
    wait(milliseconds) {
        const end = milliseconds < 0 ? Infinity : performance.now() + milliseconds;
        for (this.look(); this.ready === undefined; this.look()) {
            const left = end - performance.now();
            if (left <= 0 || this.system.interrupted()) {
                return false;
            }
            this.system.sleep(Math.min(left, this.patience));
        }
        return true;
    }

    /** The longest time between two looks. */
    get patience() {
        return Infinity;
    }

    /** @param {Uint8Array} into */
    read(into) {
        if (!this.wait(-1) || !this.ready) {
            return 0;
        }
        const part = this.ready.subarray(0, into.length);
        into.set(part);
        this.ready = part.length < this.ready.length ? this.ready.subarray(part.length) : undefined;
        return part.length;
    }
}

/** Standard input, if it is a terminal or a pipe. The main thread reads it. */
class Input extends Stream {
    asked = false;
    /** @type {string | undefined} */
    failure = undefined;

    look() {
        if (this.ready !== undefined) {
            return;
        }
        if (!this.asked) {
            this.system.port.postMessage({ wantsInput: true });
            this.asked = true;
        }
        this.system.noticeEvents();
        const message = receiveMessageOnPort(this.system.input)?.message;
        if (message !== undefined) {
            this.asked = false;
            this.failure = message.code;
            this.ready = message.bytes ?? null;
        }
    }

    /** @param {Uint8Array} into */
    read(into) {
        const count = super.read(into);
        if (this.failure !== undefined) {
            throw new HostError(this.failure);
        }
        return count;
    }
}

/** A named pipe that was opened without waiting for a writer. One that opens and closes it between two looks is missed. */
class NamedPipe extends Stream {
    hasWriter = false;

    look() {
        if (this.ready !== undefined) {
            return;
        }
        const block = new Uint8Array(BLOCK);
        const count = unless(["EAGAIN"], () => fs.readSync(this.descriptor, block, 0, BLOCK, null));
        this.hasWriter ||= count !== 0;
        if (count !== undefined && (count > 0 || this.hasWriter)) {
            this.ready = count > 0 ? block.subarray(0, count) : null;
        }
    }

    get patience() {
        return POLL;
    }

    close() {
        fs.closeSync(this.descriptor);
    }
}

// ---- The system ----------------------------------------------------------------------------------------------------

/** @implements {Host} */
export class System {
    /**
     * @param {object} given
     * @param {Int32Array} given.cells shared with the main thread
     * @param {(string | Uint8Array)[]} given.words of the command line
     * @param {import("node:worker_threads").MessagePort} given.port to the main thread
     * @param {import("node:worker_threads").MessagePort} given.input from it: what comes from standard input
     * @param {number[]} given.terminalWidths of the standard streams; 0 for those that are no terminals
     */
    constructor({ cells, words, port, input, terminalWidths }) {
        this.cells = cells;
        this.port = port;
        this.input = input;
        this.widths = terminalWidths;
        this.events = 0;
        this.isWindows = isWindows;
        this.words = ["assetlint", ...words.map((word) => typeof word === "string" ? withSlashes(word) : word)];
        this.environment = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
        this.streams = [this.standardInput(), this.standardOutput(1), this.standardOutput(STANDARD_ERROR)];
    }

    standardInput() {
        const { type } = aboutOf(statOf(STANDARD_INPUT));
        if (this.widths[STANDARD_INPUT] > 0 || type === FILE_TYPES.pipe || type === FILE_TYPES.socket) {
            return new Input(STANDARD_INPUT, this);
        }
        return new OpenFile(STANDARD_INPUT, type === FILE_TYPES.file ? offsetOfInput() : null, this);
    }

    /** Only the main thread can write to the console of Windows. @param {number} descriptor */
    standardOutput(descriptor) {
        const file = new OpenFile(descriptor, null, this);
        if (this.widths[descriptor] > 0) {
            file.write = (bytes) => {
                this.port.postMessage({ descriptor, text: bytes.slice() });
                return bytes.length;
            };
        }
        return file;
    }

    // ---- Waiting and interrupts ----

    /** An event after this call ends the next sleep at once. */
    noticeEvents() {
        this.events = Atomics.load(this.cells, CELLS.events);
    }

    /** Sleeps until something happens, but not longer. @param {number} milliseconds */
    sleep(milliseconds) {
        Atomics.wait(this.cells, CELLS.events, this.events, milliseconds);
    }

    /** @param {number} exitStatus */
    catchInterrupts(exitStatus) {
        Atomics.store(this.cells, CELLS.exitStatus, exitStatus + 1);
        return true;
    }

    interrupted() {
        return Atomics.load(this.cells, CELLS.interrupted) !== 0;
    }

    /** @param {number} descriptor */
    terminalWidth(descriptor) {
        return this.widths[descriptor] ?? 0;
    }

    // ---- Paths ----

    /** @param {Uint8Array} path @param {boolean} follow */
    about(path, follow) {
        const name = fsPath(textOf(path));
        return aboutOf(follow ? fs.statSync(name, { bigint: true }) : fs.lstatSync(name, { bigint: true }));
    }

    currentFolder() {
        return Buffer.from(withSlashes(process.cwd()));
    }

    /** @param {Uint8Array} path */
    target(path) {
        const name = fsPath(textOf(path));
        try {
            return fs.lstatSync(name).isSymbolicLink()
                ? bytesOf(fs.realpathSync.native(name, { encoding: /** @type {any} */ (encoding) })) : undefined;
        } catch {
            return undefined;
        }
    }

    /** Follows links to a file, or to where it could be created. @param {string} path */
    follow(path) {
        for (let links = 0; links <= MOST_LINKS; links++) {
            const name = fsPath(path);
            const about = unless(["ENOENT"], () => fs.lstatSync(name, { bigint: true }));
            if (about === undefined || !about.isSymbolicLink()) {
                return { path, about };
            }
            const target = withSlashes(fs.readlinkSync(name, { encoding: /** @type {any} */ (encoding) }));
            const isAbsolute = target.startsWith("/") || (isWindows && /^[a-z]:/i.test(target));
            path = isAbsolute ? target : path.slice(0, path.lastIndexOf("/") + 1) + target;
        }
        throw new HostError("ELOOP");
    }

    /** @param {Uint8Array} path */
    place(path) {
        return bytesOf(this.follow(textOf(path)).path);
    }

    // ---- Files ----

    /** @param {Uint8Array} path @param {{ folder: boolean, append: boolean, nonblocking: boolean }} how */
    open(path, { folder, append, nonblocking }) {
        const name = fsPath(textOf(path));
        if (folder) {
            return this.openFolder(name);
        }
        const flags = append ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY | (nonblocking ? O_NONBLOCK : 0);
        const descriptor = fs.openSync(name, flags);
        const about = statOf(descriptor);
        if (nonblocking && about.isFIFO()) {
            return new NamedPipe(descriptor, this);
        }
        return new OpenFile(descriptor, !append && about.isFile() ? 0 : null, this);
    }

    /** @param {string | Buffer} name */
    openFolder(name) {
        const how = /** @type {any} */ ({ withFileTypes: true, encoding: isWindows ? "utf8" : "buffer" });
        const found = /** @type {fs.Dirent[]} */ (/** @type {unknown} */ (fs.readdirSync(name, how)));
        const entries = found.map((entry) =>
            ({ name: Buffer.from(/** @type {any} */ (entry.name)), type: typeOf(entry) }));
        return { about: () => aboutOf(fs.statSync(name, { bigint: true })), entries: () => entries };
    }

    /** A file without a name; on a machine without a folder for it, in memory. */
    temporary() {
        try {
            const name = `${tmpdir()}/.assetlint-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
            const descriptor = fs.openSync(name, "wx+", 0o600);
            fs.unlinkSync(name);
            return new OpenFile(descriptor, 0, this);
        } catch {
            return new MemoryFile();
        }
    }

    // ---- Outputs ----

    /** Links in these folders lead to open files, not to paths. @param {string} path */
    isOpenAlready(path) {
        return ["/dev/std", "/dev/fd/", "/proc/"].some((folder) => path.startsWith(folder));
    }

    /** Opens the file itself, or a temporary one that will replace it: always that, if the file must be whole.
     * @param {Uint8Array} given @param {boolean} whole */
    output(given, whole) {
        const path = textOf(given);
        if (path === "" || path.endsWith("/")) {
            throw new HostError(path === "" ? "ENOENT" : "EISDIR");
        }
        if (this.isOpenAlready(path)) {
            return this.direct(path, O_APPEND); // keeps what was written before
        }
        const found = this.follow(path);
        if (found.about !== undefined && !found.about.isFile()) {
            return this.direct(found.path, this.isOpenAlready(found.path) ? O_APPEND : 0);
        }
        if (found.about !== undefined) {
            fs.accessSync(fsPath(found.path), fs.constants.W_OK); // a read-only file must not be replaced
        }
        const forbidden = found.about !== undefined && !whole ? ["EACCES", "EPERM", "EROFS"] : [];
        const made = unless(forbidden, () => this.createBeside(found.path));
        if (made === undefined) {
            return this.direct(found.path, O_TRUNC);
        }
        if (found.about !== undefined) {
            copyPermissions(made.descriptor, found.about);
        }
        this.port.postMessage({ begun: made.path });
        return { handle: new OpenFile(made.descriptor, null, this), path: bytesOf(found.path), temporary: bytesOf(made.path) };
    }

    /** @param {string} path @param {number} flags */
    direct(path, flags) {
        return { handle: new OpenFile(fs.openSync(fsPath(path), O_WRONLY | flags), null, this), path: bytesOf(path) };
    }

    /** Creates a file with a unique name in the folder of another one. @param {string} other */
    createBeside(other) {
        const folder = other.slice(0, other.lastIndexOf("/") + 1);
        for (let i = 0; i < MOST_TRIES; i++) {
            const path = `${folder}.assetlint-${process.pid}-${i}.tmp`;
            const descriptor = unless(["EEXIST"], () => fs.openSync(fsPath(path), O_WRONLY | O_CREAT | O_EXCL));
            if (descriptor !== undefined) {
                return { path, descriptor };
            }
        }
        throw new HostError("EEXIST");
    }

    /** @param {Uint8Array} from @param {Uint8Array} to */
    rename(from, to) {
        fs.renameSync(fsPath(textOf(from)), fsPath(textOf(to)));
        this.port.postMessage({ ended: textOf(from) });
    }

    /** @param {Uint8Array} path */
    makeFolder(path) {
        fs.mkdirSync(fsPath(textOf(path)));
    }

    /** @param {Uint8Array} path */
    remove(path) {
        fs.unlinkSync(fsPath(textOf(path)));
        this.port.postMessage({ ended: textOf(path) });
    }
}

/** Gives a new file the owner and permissions of the file that it replaces. Keeps our owner if we may not change it.
 * @param {number} descriptor @param {fs.BigIntStats} about */
function copyPermissions(descriptor, about) {
    if (isWindows) {
        return;
    }
    const ours = statOf(descriptor);
    const same = (about.uid === ours.uid && about.gid === ours.gid) ||
        unless(["EPERM"], () => fs.fchownSync(descriptor, Number(about.uid), Number(about.gid)) ?? true) === true;
    const mode = about.mode & (same ? PERMISSIONS : WITHOUT_SETUID); // setuid and setgid were meant for another owner
    unless(["EPERM"], () => fs.fchmodSync(descriptor, Number(mode)));
}
