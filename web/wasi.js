// wasi.js: the functions that the program imports: those of WASI, and those of src/platform/wasi_host.h. They translate
// between its memory and a host, which does the work: memory.js for files in memory, node/system.js for those of the machine.

/**
 * What is known about a file, a folder or a stream.
 * @typedef {object} About
 * @property {number} type one of FILE_TYPES
 * @property {bigint} size
 * @property {bigint} device
 * @property {bigint} number of the file on its device
 */

/**
 * An open file, folder or stream. A function that is missing fails.
 * @typedef {object} Handle
 * @property {() => About} about
 * @property {(into: Uint8Array) => number} [read] returns the number of bytes, 0 at the end
 * @property {(bytes: Uint8Array) => number} [write] returns the number of bytes, at least 1
 * @property {(offset: number, whence: number) => number} [seek] returns the new place; whence: 0 the start, 1 the current
 *     place, 2 the end
 * @property {() => Entry[]} [entries] of a folder
 * @property {(milliseconds: number) => boolean} [wait] as al_file_wait
 * @property {() => void} [sync] has the system write to the disk what was written
 * @property {() => void} [close]
 */

/** @typedef {{ name: Uint8Array, type: number }} Entry of a folder */

/**
 * The system on which the program runs. A function throws an error with the `code` that Node would give it.
 * @typedef {object} Host
 * @property {(Handle | undefined)[]} streams standard input, output and error
 * @property {string[]} environment
 * @property {boolean} isWindows
 * @property {(path: Uint8Array, follow: boolean) => About} about follows a link at the end of the path, or doesn't
 * @property {(path: Uint8Array, how: { folder: boolean, create: boolean, append: boolean, nonblocking: boolean }) => Handle} open
 * @property {(from: Uint8Array, to: Uint8Array) => void} rename
 * @property {(path: Uint8Array) => void} remove
 * @property {(path: Uint8Array) => void} makeFolder
 * @property {() => Uint8Array} currentFolder
 * @property {(path: Uint8Array) => Uint8Array | undefined} target
 * @property {(path: Uint8Array) => Uint8Array} place
 * @property {(path: Uint8Array, whole: boolean) => { handle: Handle, path: Uint8Array, temporary?: Uint8Array }} output fails
 *     if a `whole` file can't have a temporary one
 * @property {() => Handle} temporary
 * @property {(descriptor: number) => number} terminalWidth
 * @property {(exitStatus: number) => boolean} catchInterrupts
 * @property {() => boolean} interrupted
 */

export const FILE_TYPES = { pipe: 0, blockDevice: 1, characterDevice: 2, folder: 3, file: 4, socket: 6, link: 7 };

const SUCCESS = 0;
/** The numbers of WASI for the errors of Node. @type {Record<string, number>} */
const ERRORS = {
    EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32,
    EMFILE: 33, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55,
    ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70, ESTALE: 72, ETIMEDOUT: 73, ETXTBSY: 74, EXDEV: 75,
};
const EVERY_RIGHT = 0xffffffffffffffffn, SEEK_AND_TELL = 0x24n;
const FOLLOW = 1, CREATE = 1, FOLDER = 2, APPEND = 1, NONBLOCKING = 4; // flags of path_open and path_filestat_get
const MONOTONIC = 1;
const ENTRY_SIZE = 24;

/** An error that the program can tell. */
export class HostError extends Error {
    /** @param {string} code */
    constructor(code) {
        super(code);
        this.code = code;
    }
}

/** Thrown by proc_exit, to leave the program. */
class Exit {
    /** @param {number} status */
    constructor(status) {
        this.status = status;
    }
}

/** @param {string} text */
export function encode(text) {
    return new TextEncoder().encode(text);
}

/** Keeps a byte order mark. @param {Uint8Array} bytes */
export function decode(bytes) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A word with the NUL at its end. @param {string | Uint8Array} word */
function terminated(word) {
    const bytes = typeof word === "string" ? encode(word) : word;
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    return longer;
}

/** One run of the program. */
class Run {
    /** @param {(string | Uint8Array)[]} words arguments of the command line @param {Host} host */
    constructor(words, host) {
        this.words = words.map(terminated);
        this.environment = host.environment.map(terminated);
        this.host = host;
        /** @type {Map<number, Handle>} */
        this.handles = new Map();
        host.streams.forEach((stream, number) => stream !== undefined && this.handles.set(number, stream));
        this.memory = new WebAssembly.Memory({ initial: 0 });
        /** @type {unknown} */
        this.failure = undefined;
    }

    // ---- The program's memory ----

    /** @param {number} at @param {number} length */
    bytes(at, length) {
        return new Uint8Array(this.memory.buffer, at >>> 0, length >>> 0);
    }

    view() {
        return new DataView(this.memory.buffer);
    }

    /** @param {number} at @param {number} value */
    put32(at, value) {
        this.view().setUint32(at >>> 0, value, true);
    }

    /** @param {number} at @param {bigint} value */
    put64(at, value) {
        this.view().setBigUint64(at >>> 0, value, true);
    }

    /** A path without a NUL. @param {number} at @param {number} length */
    path(at, length) {
        return this.bytes(at, length).slice();
    }

    /** A path up to its NUL. @param {number} at */
    text(at) {
        const from = new Uint8Array(this.memory.buffer, at >>> 0);
        return from.slice(0, from.indexOf(0));
    }

    /** Copies as much of a path as there is room for. @param {Uint8Array | undefined} path @param {number} at @param {number} size */
    putPath(path, at, size) {
        if (path === undefined) {
            return 0;
        }
        this.bytes(at, Math.min(path.length, size)).set(path.subarray(0, size));
        return path.length;
    }

    /** @param {number} at @param {About} about */
    putAbout(at, about) {
        this.bytes(at, 64).fill(0);
        this.put64(at, about.device);
        this.put64(at + 8, about.number);
        this.bytes(at + 16, 1)[0] = about.type;
        this.put64(at + 32, about.size);
    }

    /** Calls `use` for each part of memory in a list, until one of them is not used completely.
     * @param {number} list @param {number} count @param {(part: Uint8Array) => number} use */
    eachPart(list, count, use) {
        let sum = 0;
        for (let i = 0; i < count; i++) {
            const at = (list >>> 0) + 8 * i;
            const part = this.bytes(this.view().getUint32(at, true), this.view().getUint32(at + 4, true));
            const used = part.length > 0 ? use(part) : 0;
            sum += used;
            if (used < part.length) {
                break;
            }
        }
        return sum;
    }

    // ---- Errors and handles ----

    /** The number of an error. What isn't an error of the system is thrown after the run. @param {any} error */
    errorNumber(error) {
        if (error instanceof RangeError) {
            return ERRORS.ENOMEM;
        }
        if (error instanceof TypeError) {
            this.failure = error;
        }
        return ERRORS[error.code] ?? ERRORS.EIO;
    }

    /** A function of WASI: it returns an error. @param {(...values: any[]) => void} act */
    wasiFunction(act) {
        return (/** @type {any[]} */ ...values) => {
            try {
                act(...values);
                return SUCCESS;
            } catch (error) {
                return this.errorNumber(error);
            }
        };
    }

    /** A function of wasi_host.h that returns a number, or a negative error. @param {(...values: any[]) => number} find */
    hostFunction(find) {
        return (/** @type {any[]} */ ...values) => {
            try {
                return find(...values);
            } catch (error) {
                return -this.errorNumber(error);
            }
        };
    }

    /** @param {number} descriptor */
    handle(descriptor) {
        const handle = this.handles.get(descriptor);
        if (handle === undefined) {
            throw new HostError("EBADF");
        }
        return handle;
    }

    /** What an open file can do. @template {keyof Handle} K @param {number} descriptor @param {K} name @param {string} code
     * @returns {NonNullable<Handle[K]>} */
    can(descriptor, name, code) {
        const handle = this.handle(descriptor), act = handle[name];
        if (act === undefined) {
            throw new HostError(code);
        }
        return /** @type {any} */ (act).bind(handle);
    }

    /** Returns a new descriptor. @param {Handle} handle */
    keep(handle) {
        let descriptor = 4; // after the streams and the current folder
        while (this.handles.has(descriptor)) {
            descriptor++;
        }
        this.handles.set(descriptor, handle);
        return descriptor;
    }

    // ---- WASI ----

    /** Functions for the words of the command line or of the environment. @param {Uint8Array[]} words */
    texts(words) {
        return {
            sizes: this.wasiFunction((count, size) => {
                this.put32(count, words.length);
                this.put32(size, words.reduce((sum, word) => sum + word.length, 0));
            }),
            get: this.wasiFunction((list, at) => {
                words.forEach((word, number) => {
                    this.put32((list >>> 0) + 4 * number, at);
                    this.bytes(at, word.length).set(word);
                    at += word.length;
                });
            }),
        };
    }

    wasi() {
        const words = this.texts(this.words), environment = this.texts(this.environment);
        return {
            args_sizes_get: words.sizes,
            args_get: words.get,
            environ_sizes_get: environment.sizes,
            environ_get: environment.get,
            clock_time_get: this.wasiFunction((clock, _precision, at) => {
                const milliseconds = clock === MONOTONIC ? performance.now() : Date.now();
                this.put64(at, BigInt(Math.round(milliseconds * 1e6)));
            }),
            random_get: this.wasiFunction((at, size) => globalThis.crypto.getRandomValues(this.bytes(at, size))),
            proc_exit: (/** @type {number} */ status) => {
                throw new Exit(status);
            },
            ...this.paths(),
            ...this.descriptors(),
        };
    }

    paths() {
        return {
            path_filestat_get: this.wasiFunction((_folder, flags, path, length, at) =>
                this.putAbout(at, this.host.about(this.path(path, length), (flags & FOLLOW) !== 0))),
            path_open: this.wasiFunction((_folder, _lookup, path, length, how, _rights, _inheriting, flags, at) => {
                const handle = this.host.open(this.path(path, length), {
                    folder: (how & FOLDER) !== 0, create: (how & CREATE) !== 0,
                    append: (flags & APPEND) !== 0, nonblocking: (flags & NONBLOCKING) !== 0 });
                this.put32(at, this.keep(handle));
            }),
            path_rename: this.wasiFunction((_folder, from, fromLength, _newFolder, to, toLength) =>
                this.host.rename(this.path(from, fromLength), this.path(to, toLength))),
            path_create_directory: this.wasiFunction((_folder, path, length) => this.host.makeFolder(this.path(path, length))),
            path_unlink_file: this.wasiFunction((_folder, path, length) => this.host.remove(this.path(path, length))),
        };
    }

    descriptors() {
        return {
            fd_close: this.wasiFunction((descriptor) => {
                const handle = this.handle(descriptor);
                this.handles.delete(descriptor);
                handle.close?.();
            }),
            fd_sync: this.wasiFunction((descriptor) => this.handle(descriptor).sync?.()),
            fd_fdstat_get: this.wasiFunction((descriptor, at) => {
                const { type } = this.handle(descriptor).about();
                this.bytes(at, 24).fill(0);
                this.bytes(at, 1)[0] = type;
                // By these rights the C library knows a terminal, whose lines it writes at once.
                const rights = this.host.terminalWidth(descriptor) > 0 ? EVERY_RIGHT ^ SEEK_AND_TELL : EVERY_RIGHT;
                this.put64(at + 8, rights);
                this.put64(at + 16, rights);
            }),
            fd_fdstat_set_flags: this.wasiFunction((descriptor) => this.handle(descriptor)),
            fd_filestat_get: this.wasiFunction((descriptor, at) => this.putAbout(at, this.handle(descriptor).about())),
            fd_seek: this.wasiFunction((descriptor, offset, whence, at) =>
                this.put64(at, BigInt(this.can(descriptor, "seek", "ESPIPE")(Number(offset), whence)))),
            fd_read: this.wasiFunction((descriptor, list, count, at) => {
                const read = this.can(descriptor, "read", "EBADF");
                this.put32(at, this.eachPart(list, count, read));
            }),
            fd_write: this.wasiFunction((descriptor, list, count, at) => {
                const write = this.can(descriptor, "write", "EBADF");
                this.put32(at, this.eachPart(list, count, write));
            }),
            fd_readdir: this.wasiFunction((descriptor, buffer, size, first, at) => {
                const entries = this.can(descriptor, "entries", "ENOTDIR")();
                this.put32(at, this.putEntries(entries, Number(first), this.bytes(buffer, size)));
            }),
        };
    }

    /** Copies entries of a folder; the last one may be cut. @param {Entry[]} entries @param {number} number of the first one
     * @param {Uint8Array} into */
    putEntries(entries, number, into) {
        let used = 0;
        for (; number < entries.length && used < into.length; number++) {
            const { name, type } = entries[number];
            const bytes = new Uint8Array(ENTRY_SIZE + name.length), head = new DataView(bytes.buffer);
            head.setBigUint64(0, BigInt(number + 1), true);
            head.setUint32(16, name.length, true);
            head.setUint8(20, type);
            bytes.set(name, ENTRY_SIZE);
            const part = bytes.subarray(0, into.length - used);
            into.set(part, used);
            used += part.length;
        }
        return used;
    }

    // ---- src/platform/wasi_host.h ----

    hostFunctions() {
        const host = this.host;
        return {
            is_windows: () => Number(host.isWindows),
            current_folder: this.hostFunction((at, size) => this.putPath(host.currentFolder(), at, size)),
            target: this.hostFunction((path, at, size) => this.putPath(host.target(this.text(path)), at, size)),
            place: this.hostFunction((path, at, size) => this.putPath(host.place(this.text(path)), at, size)),
            output: this.hostFunction((name, whole, at, size) => {
                const { handle, path, temporary = new Uint8Array(0) } = host.output(this.text(name), whole !== 0);
                if (path.length + temporary.length + 2 > size) {
                    throw new HostError("ENAMETOOLONG");
                }
                this.bytes(at, size).fill(0);
                this.bytes(at, size).set(path);
                this.bytes(at, size).set(temporary, path.length + 1);
                return this.keep(handle);
            }),
            temporary: this.hostFunction(() => this.keep(host.temporary())),
            terminal_width: (/** @type {number} */ descriptor) => host.terminalWidth(descriptor),
            wait: (/** @type {number} */ descriptor, /** @type {number} */ milliseconds) =>
                Number(this.handles.get(descriptor)?.wait?.(milliseconds) ?? true),
            catch_interrupts: (/** @type {number} */ exitStatus) => Number(host.catchInterrupts(exitStatus)),
            interrupted: () => Number(host.interrupted()),
        };
    }

    /** Returns the exit status. @param {WebAssembly.Module} module */
    start(module) {
        const instance = new WebAssembly.Instance(module, {
            wasi_snapshot_preview1: this.wasi(), assetlint: this.hostFunctions() });
        this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        try {
            /** @type {() => void} */ (instance.exports._start)();
            return 0;
        } catch (error) {
            if (error instanceof Exit) {
                return error.status;
            }
            throw error;
        }
    }
}

/** Runs the program, and returns its exit status.
 * @param {WebAssembly.Module} module @param {(string | Uint8Array)[]} words the command line, with the program's name
 * @param {Host} host */
export function runProgram(module, words, host) {
    const run = new Run(words, host);
    const status = run.start(module);
    if (run.failure !== undefined) {
        throw run.failure;
    }
    return status;
}
