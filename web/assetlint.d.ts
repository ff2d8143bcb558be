/**
 * Compiles the program.
 * @param {ArrayBuffer | Uint8Array | ResponseLike | Promise<ResponseLike>} bytes of assetlint.wasm, or a response with them
 * @returns {Promise<Assetlint>}
 */
export function load(bytes: ArrayBuffer | Uint8Array | ResponseLike | Promise<ResponseLike>): Promise<Assetlint>;
/**
 * A file to check.
 * @typedef {object} Input
 * @property {string} path its path in reports: a relative path with `/` between folders
 * @property {Uint8Array | ArrayBuffer | BlobLike | Readable} data its bytes. A Blob or File is read when its bytes are needed,
 *     which a browser allows only in a worker.
 */
/**
 * A Blob or a File. These declarations don't need the types of a browser.
 * @typedef {object} BlobLike
 * @property {number} size
 * @property {(start?: number, end?: number) => BlobLike} slice
 */
/**
 * A Response of `fetch`.
 * @typedef {object} ResponseLike
 * @property {() => Promise<ArrayBuffer>} arrayBuffer
 */
/**
 * Bytes that are read when they are needed.
 * @typedef {object} Readable
 * @property {number} size
 * @property {(start: number, end: number) => Uint8Array} read returns the bytes from start to end, which are in the file
 */
/**
 * Options of `assetlint check`, which `assetlint help check` explains: `failOn` is `--fail-on`. A list repeats an option.
 * @typedef {object} CheckOptions
 * @property {"text" | "lines" | "json" | "ndjson" | "sarif" | "github" | "junit" | "html"} [format] default: text
 * @property {boolean} [allowEmpty]
 * @property {string} [baseline] the path of one of the inputs
 * @property {string} [config] the path of one of the inputs
 * @property {string | string[]} [exclude]
 * @property {"error" | "warning" | "note" | "never"} [failOn]
 * @property {string} [game]
 * @property {string | string[]} [ignore]
 * @property {string | string[]} [level]
 * @property {number | string} [maxFileSize]
 * @property {number | string} [maxInflated]
 * @property {number | string} [maxMemory]
 * @property {number} [maxPerRule]
 * @property {boolean} [noConfig]
 * @property {boolean} [quiet]
 * @property {string} [sarifRoot]
 * @property {boolean} [sarifSuppressed]
 * @property {string | string[]} [select]
 * @property {"error" | "warning" | "note"} [show]
 * @property {string | (string | Input)[]} [with] what the inputs refer to: files of the game's folder, of another mod, or a file of
 *     names, which are not checked; or paths of inputs, or of folders of inputs
 * @property {string[]} [options] words of the command line: `["--game", "x4"]`
 */
/**
 * What a check gives.
 * @typedef {object} CheckResult
 * @property {number} exit the exit status of the command line: 0 if all is well, 1 if the check failed, 3 if something could
 *     not be checked
 * @property {string} report
 */
/**
 * Options of `assetlint fix`, which `assetlint help fix` explains. A list repeats an option.
 * @typedef {object} FixOptions
 * @property {boolean} [allowEmpty]
 * @property {string} [baseline] the path of one of the inputs
 * @property {string} [config] the path of one of the inputs
 * @property {string | string[]} [exclude]
 * @property {string} [game]
 * @property {string | string[]} [ignore]
 * @property {number | string} [maxFileSize]
 * @property {number | string} [maxInflated]
 * @property {number | string} [maxMemory]
 * @property {boolean} [noConfig]
 * @property {string | string[]} [select]
 * @property {boolean} [unsafe] also make fixes that are a choice
 * @property {string | (string | Input)[]} [with] what the inputs refer to: files of the game's folder, of another mod, or a file of
 *     names, which are not checked; or paths of inputs, or of folders of inputs
 * @property {string[]} [options] words of the command line: `["--game", "x4"]`
 */
/**
 * A run of bytes that a fix replaces, or one field that it sets.
 * @typedef {object} Change
 * @property {string} path
 * @property {string} [member] of a package: its fix is only shown
 * @property {string} rule
 * @property {"safe" | "unsafe"} kind
 * @property {string} field
 * @property {number} offset
 * @property {number} removed bytes
 * @property {number} added bytes
 * @property {string} before
 * @property {string} after
 * @property {boolean} written whether a fixed file has it
 */
/**
 * Findings that stay, though their rule has a fix.
 * @typedef {object} Refusal
 * @property {string} path
 * @property {string} [member]
 * @property {string} rule
 * @property {"safe" | "unsafe"} kind
 * @property {number} count
 * @property {boolean} heldBack whether the option `unsafe` would fix them
 * @property {string} reason
 */
/**
 * What `assetlint fix --format json` writes.
 * @typedef {object} FixReport
 * @property {{ name: string, version: string }} tool
 * @property {Change[]} changes
 * @property {Refusal[]} refused
 * @property {{ path: string, member?: string, reason: string }[]} unchecked files that could not be checked, or only in part
 * @property {{ files: number, changes: number, written: number, refused: number, heldBack: number }} summary
 */
/**
 * What a fix gives.
 * @typedef {object} FixResult
 * @property {number} exit the exit status of `assetlint fix --in-place`: 0 if all that can be fixed was fixed, 1 if some of it was
 *     not, 3 if something could not be checked
 * @property {FixReport} report
 * @property {OutputFile[]} files the fixed files, and no others
 */
/**
 * A file that the program wrote.
 * @typedef {object} OutputFile
 * @property {string} path
 * @property {Uint8Array} data
 */
/**
 * A rule of the catalogue, as `assetlint rules --format json` has it.
 * @typedef {object} Rule
 * @property {string} id
 * @property {string} format
 * @property {"error" | "warning" | "note"} level
 * @property {"certain" | "likely" | "possible"} confidence
 * @property {boolean} crash
 * @property {string} title
 * @property {string} why
 * @property {string} fix
 * @property {"safe" | "unsafe"} [fixKind] if `fix` may help
 * @property {string} source
 */
/** There is no report, because of wrong options or a wrong configuration. */
export class AssetlintError extends Error {
    /**
     * @param {string} message
     * @param {number} exit the exit status of the command line
     */
    constructor(message: string, exit: number);
    exit: number;
}
export class Assetlint {
    /** @param {object} module a WebAssembly.Module of assetlint.wasm: `load` makes it */
    constructor(module: object);
    /**
     * Checks files, and returns the report. One file is checked like a file on the command line, several like the folder
     * that contains them, with rules across files and its `assetlint.json`. Files in packages are checked, too. Any bytes
     * in the files give a report.
     * @param {Input[]} inputs
     * @param {CheckOptions} [options]
     * @returns {CheckResult}
     * @throws {TypeError} for other arguments than these, and for an unknown option
     * @throws {AssetlintError} when there is no report, with the message of the program
     */
    check(inputs: Input[], options?: CheckOptions): CheckResult;
    /**
     * Mends what can be mended without a guess, as `assetlint fix --in-place` does, and returns the fixed files. The inputs stay as
     * they are.
     * @param {Input[]} inputs
     * @param {FixOptions} [options]
     * @returns {FixResult}
     * @throws {TypeError} for other arguments than these, and for an unknown option
     * @throws {AssetlintError} when there is no report, with the message of the program
     */
    fix(inputs: Input[], options?: FixOptions): FixResult;
    /** The catalogue of rules. */
    get rules(): Rule[];
    /** The version, such as "0.1.0". */
    get version(): string;
    /**
     * Runs any command of the program.
     * @param {string[]} words the arguments, such as `["dump", "--format", "json", "hull.xmf"]`
     * @param {Input[]} [inputs] the files that the program sees
     * @returns {{ exit: number, output: string, messages: string, files: OutputFile[] }} the exit status, the text on both streams,
     *     and the files that the program wrote
     */
    run(words: string[], inputs?: Input[]): {
        exit: number;
        output: string;
        messages: string;
        files: OutputFile[];
    };
    #private;
}
/**
 * A file to check.
 */
export type Input = {
    /**
     * its path in reports: a relative path with `/` between folders
     */
    path: string;
    /**
     * its bytes. A Blob or File is read when its bytes are needed,
     * which a browser allows only in a worker.
     */
    data: Uint8Array | ArrayBuffer | BlobLike | Readable;
};
/**
 * A Blob or a File. These declarations don't need the types of a browser.
 */
export type BlobLike = {
    size: number;
    slice: (start?: number, end?: number) => BlobLike;
};
/**
 * A Response of `fetch`.
 */
export type ResponseLike = {
    arrayBuffer: () => Promise<ArrayBuffer>;
};
/**
 * Bytes that are read when they are needed.
 */
export type Readable = {
    size: number;
    /**
     * returns the bytes from start to end, which are in the file
     */
    read: (start: number, end: number) => Uint8Array;
};
/**
 * Options of `assetlint check`, which `assetlint help check` explains: `failOn` is `--fail-on`. A list repeats an option.
 */
export type CheckOptions = {
    /**
     * default: text
     */
    format?: "json" | "text" | "lines" | "ndjson" | "sarif" | "github" | "junit" | "html" | undefined;
    allowEmpty?: boolean | undefined;
    /**
     * the path of one of the inputs
     */
    baseline?: string | undefined;
    /**
     * the path of one of the inputs
     */
    config?: string | undefined;
    exclude?: string | string[] | undefined;
    failOn?: "error" | "never" | "warning" | "note" | undefined;
    game?: string | undefined;
    ignore?: string | string[] | undefined;
    level?: string | string[] | undefined;
    maxFileSize?: string | number | undefined;
    maxInflated?: string | number | undefined;
    maxMemory?: string | number | undefined;
    maxPerRule?: number | undefined;
    noConfig?: boolean | undefined;
    quiet?: boolean | undefined;
    sarifRoot?: string | undefined;
    sarifSuppressed?: boolean | undefined;
    select?: string | string[] | undefined;
    show?: "error" | "warning" | "note" | undefined;
    /**
     * what the inputs refer to: files of the game's folder, of another mod, or a file of
     * names, which are not checked; or paths of inputs, or of folders of inputs
     */
    with?: string | (string | Input)[] | undefined;
    /**
     * words of the command line: `["--game", "x4"]`
     */
    options?: string[] | undefined;
};
/**
 * What a check gives.
 */
export type CheckResult = {
    /**
     * the exit status of the command line: 0 if all is well, 1 if the check failed, 3 if something could
     * not be checked
     */
    exit: number;
    report: string;
};
/**
 * Options of `assetlint fix`, which `assetlint help fix` explains. A list repeats an option.
 */
export type FixOptions = {
    allowEmpty?: boolean | undefined;
    /**
     * the path of one of the inputs
     */
    baseline?: string | undefined;
    /**
     * the path of one of the inputs
     */
    config?: string | undefined;
    exclude?: string | string[] | undefined;
    game?: string | undefined;
    ignore?: string | string[] | undefined;
    maxFileSize?: string | number | undefined;
    maxInflated?: string | number | undefined;
    maxMemory?: string | number | undefined;
    noConfig?: boolean | undefined;
    select?: string | string[] | undefined;
    /**
     * also make fixes that are a choice
     */
    unsafe?: boolean | undefined;
    /**
     * what the inputs refer to: files of the game's folder, of another mod, or a file of
     * names, which are not checked; or paths of inputs, or of folders of inputs
     */
    with?: string | (string | Input)[] | undefined;
    /**
     * words of the command line: `["--game", "x4"]`
     */
    options?: string[] | undefined;
};
/**
 * A run of bytes that a fix replaces, or one field that it sets.
 */
export type Change = {
    path: string;
    /**
     * of a package: its fix is only shown
     */
    member?: string | undefined;
    rule: string;
    kind: "safe" | "unsafe";
    field: string;
    offset: number;
    /**
     * bytes
     */
    removed: number;
    /**
     * bytes
     */
    added: number;
    before: string;
    after: string;
    /**
     * whether a fixed file has it
     */
    written: boolean;
};
/**
 * Findings that stay, though their rule has a fix.
 */
export type Refusal = {
    path: string;
    member?: string | undefined;
    rule: string;
    kind: "safe" | "unsafe";
    count: number;
    /**
     * whether the option `unsafe` would fix them
     */
    heldBack: boolean;
    reason: string;
};
/**
 * What `assetlint fix --format json` writes.
 */
export type FixReport = {
    tool: {
        name: string;
        version: string;
    };
    changes: Change[];
    refused: Refusal[];
    /**
     * files that could not be checked, or only in part
     */
    unchecked: {
        path: string;
        member?: string;
        reason: string;
    }[];
    summary: {
        files: number;
        changes: number;
        written: number;
        refused: number;
        heldBack: number;
    };
};
/**
 * What a fix gives.
 */
export type FixResult = {
    /**
     * the exit status of `assetlint fix --in-place`: 0 if all that can be fixed was fixed, 1 if some of it was
     * not, 3 if something could not be checked
     */
    exit: number;
    report: FixReport;
    /**
     * the fixed files, and no others
     */
    files: OutputFile[];
};
/**
 * A file that the program wrote.
 */
export type OutputFile = {
    path: string;
    data: Uint8Array;
};
/**
 * A rule of the catalogue, as `assetlint rules --format json` has it.
 */
export type Rule = {
    id: string;
    format: string;
    level: "error" | "warning" | "note";
    confidence: "certain" | "likely" | "possible";
    crash: boolean;
    title: string;
    why: string;
    fix: string;
    /**
     * if `fix` may help
     */
    fixKind?: "safe" | "unsafe" | undefined;
    source: string;
};
