// report.js: the data of a report: files with their findings, in the order in which they are shown, and which of
// them match a filter.

/** @typedef {"error" | "warning" | "note"} Level */

/**
 * @typedef {object} Finding a finding as `-f json` has it
 * @property {string} rule
 * @property {Level} level
 * @property {"certain" | "likely" | "possible"} confidence
 * @property {boolean} crash
 * @property {string} path
 * @property {string} [member]
 * @property {string} format
 * @property {number} offset
 * @property {number} length
 * @property {number} [inflatedOffset]
 * @property {number} [line]
 * @property {number} [column]
 * @property {string} field
 * @property {string} message
 * @property {string} [expected]
 * @property {string} [actual]
 * @property {number} count
 * @property {number[]} elements
 * @property {string} fingerprint
 * @property {"safe" | "unsafe"} [fixKind] if `assetlint fix` may mend it
 * @property {Excerpt} [excerpt]
 */

/**
 * @typedef {object} Excerpt the lines of a text file around a finding; that of the finding is in three parts
 * @property {string} [above]
 * @property {string} before
 * @property {string} marked
 * @property {string} behind
 * @property {string} [below]
 */

/**
 * @typedef {object} RuleSum a rule that found something
 * @property {string} id
 * @property {Level} level the most severe of its findings
 * @property {number} found
 * @property {number} files
 * @property {boolean} cause other findings of a file follow from it
 * @property {boolean} crash
 * @property {string} title
 * @property {string} why
 * @property {string} fix
 * @property {string} source
 * @property {string} [link] its page
 */

/**
 * @typedef {object} FileRecord
 * @property {string} path
 * @property {string} [member]
 * @property {string} format
 * @property {string} [version]
 * @property {number} size
 * @property {string} status
 * @property {number} [omitted]
 * @property {import("./measures.js").Measures} [measures]
 */

/** The verdict of a report. NOT CHECKED: nothing that was found could be checked. @typedef {"OK" | "FAILED" | "NOT CHECKED"} VerdictWord */

/**
 * @typedef {object} ReportData the JSON in the page of a report
 * @property {{ tool: { name: string, version: string }, word: VerdictWord, counts: string, show: Level, name?: string, date?: string }} verdict
     *     `name`: of the mod, and `date`: of the check, if a page has saved the report
 * @property {any} summary as `-f json` has it
 * @property {RuleSum[]} rules causes first, then by severity
 * @property {FileRecord[]} files
 * @property {Finding[]} findings
 */

/** @type {Level[]} */
export const LEVELS = ["error", "warning", "note"];

/** The data with the findings that are shown. @param {ReportData} data @returns {ReportData} */
export function shownOf(data) {
    const least = LEVELS.indexOf(data.verdict.show);
    const findings = data.findings.filter(({ level }) => LEVELS.indexOf(level) <= least);
    const rules = new Set(findings.map(({ rule }) => rule));
    return { ...data, findings, rules: data.rules.filter(({ id }) => rules.has(id)) };
}

/** A finding in its file. */
export class Item {
    /** @param {Finding} finding @param {RuleSum} rule @param {FileEntry} file */
    constructor(finding, rule, file) {
        this.finding = finding;
        this.rule = rule;
        this.file = file;
        this.text = [finding.rule, finding.message, finding.field, finding.expected ?? "", finding.actual ?? ""]
            .join("\n").toLowerCase();
        this.matches = true;
    }
}

/** Whether the file ends where it should go on. @param {Item} item */
export const isAtEnd = ({ finding, file }) => finding.inflatedOffset === undefined && file.record.size > 0 &&
    finding.offset + finding.length >= file.record.size && /is cut off/.test(finding.message);

/** @param {{ path: string, member?: string }} file */
export const nameOfFile = ({ path, member }) => member ? `${path}!/${member}` : path;

/** A file, with its findings in the order in which they are shown. */
export class FileEntry {
    /** @param {FileRecord} record @param {number} index its place in the report */
    constructor(record, index) {
        this.record = record;
        this.index = index;
        this.name = nameOfFile(record);
        this.text = `${this.name}\n${record.format}`.toLowerCase();
        /** @type {Item[]} */
        this.items = [];
        this.counts = { error: 0, warning: 0, note: 0 };
        this.matches = true;
    }

    get isUnchecked() {
        return this.record.status === "unreadable" || this.record.status === "limit";
    }

    /** The most severe level of its findings. @returns {Level | undefined} */
    get level() {
        return LEVELS.find((level) => this.counts[level] > 0);
    }
}

export class Report {
    /** @param {ReportData} data */
    constructor(data) {
        this.data = data;
        this.rules = new Map(data.rules.map((rule) => [rule.id, rule]));
        /** @type {Map<string, FileEntry>} by name */
        this.byName = new Map();
        this.files = data.files.map((record, index) => this.#keep(new FileEntry(record, index)));
        this.#assign(data);
        /** Files with findings: the most severe first, then by path. */
        const fixed = (/** @type {"safe" | "unsafe"} */ kind) => data.findings.filter(({ fixKind }) => fixKind === kind).length;
        /** How many findings have a fix. */
        this.fixable = { safe: fixed("safe"), unsafe: fixed("unsafe") };
        this.broken = this.files.filter((file) => file.items.length > 0);
        const rank = (/** @type {FileEntry} */ file) => LEVELS.indexOf(file.level ?? "note");
        this.broken.sort((a, b) => rank(a) - rank(b));
    }

    /** @param {FileEntry} file */
    #keep(file) {
        this.byName.set(file.name, file);
        return file;
    }

    /** Gives each finding to its file. An entry of a package without a record of its own gets one.
     * @param {ReportData} data */
    #assign(data) {
        const position = new Map(data.rules.map((rule, number) => [rule.id, number]));
        data.findings.forEach((finding) => {
            const { path, member, format } = finding;
            let file = this.byName.get(nameOfFile(finding));
            if (file === undefined) {
                file = this.#keep(new FileEntry({ path, member, format, size: 0, status: "" }, -1));
                this.files.push(file);
            }
            const rule = /** @type {RuleSum} */ (this.rules.get(finding.rule));
            file.items.push(new Item(finding, rule, file));
            file.counts[finding.level]++;
        });
        const of = (/** @type {Item} */ item) => position.get(item.finding.rule) ?? 0;
        for (const file of this.files) {
            file.items.sort((a, b) => of(a) - of(b) || a.finding.offset - b.finding.offset);
        }
    }

    /**
     * Decides which findings and files match. Without a level, rules and words all do.
     * @param {{ level: string, rules: Set<string>, search: string }} filter
     */
    filter({ level, rules, search }) {
        const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
        const all = level === "" && rules.size === 0;
        for (const file of this.files) {
            const missing = words.filter((word) => !file.text.includes(word));
            let any = false;
            for (const item of file.items) {
                item.matches = (level === "" || item.finding.level === level) &&
                    (rules.size === 0 || rules.has(item.finding.rule)) &&
                    missing.every((word) => item.text.includes(word));
                any ||= item.matches;
            }
            file.matches = file.items.length > 0 ? any : all && missing.length === 0;
        }
    }

    /** The finding with that fingerprint in the file with that name, or the first one of the file.
     * @param {string} name @param {string | null} fingerprint @returns {Item | undefined} */
    find(name, fingerprint) {
        const items = this.byName.get(name)?.items ?? [];
        return items.find((item) => item.finding.fingerprint === fingerprint) ?? items[0];
    }
}
