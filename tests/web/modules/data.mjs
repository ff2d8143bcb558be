// data.mjs: the data of a small report, for tests of modules.

export const rule = (id, more = {}) => ({ id, level: "error", found: 1, files: 1, cause: false, crash: false, title: `title of ${id}`, why: "It `breaks`.",
    fix: "Mend it.", source: "", ...more });

export const finding = (path, of, more = {}) => ({ rule: of, level: "error", confidence: "certain", crash: false, path, format: "xmf", offset: 0,
    length: 4, field: "header", message: `message of ${of}`, count: 1, elements: [], fingerprint: `${path}-${of}-${more.offset ?? 0}`, ...more });

export const record = (path, more = {}) => ({ path, format: "xmf", size: 10, status: "checked", ...more });

/** A report of two broken files, a package with one, a fine one, and two that could not be checked. */
export const report = () => ({
    verdict: { tool: { name: "assetlint", version: "1.0" }, word: "FAILED", counts: "6 files checked", show: "warning" },
    summary: { errors: 2, warnings: 2, notes: 3, notJudged: [] },
    rules: [rule("xmf/cause", { cause: true }), rule("xmf/error"), rule("xmf/warning", { level: "warning", found: 4 })],
    files: [record("mod/a/warned.xmf", { format: "xmf", omitted: 1 }), record("mod/a/broken.xmf", { version: "3", size: 2048 }), record("mod/b/deep/fine.xac", { format: "xac" }),
        record("mod/b/deep/denied.xmf", { status: "unreadable" }), record("mod/large.xmf", { status: "limit" })],
    findings: [finding("mod/a/warned.xmf", "xmf/warning", { level: "warning", offset: 9 }), finding("mod/a/broken.xmf", "xmf/error", { offset: 7, field: "Nodes[2]" }),
        finding("mod/a/broken.xmf", "xmf/error", { offset: 3, actual: "Hull.dds" }), finding("mod/a/broken.xmf", "xmf/cause", { offset: 99 }),
        finding("pack.zip", "xmf/warning", { member: "in/side.xmf", level: "warning" })],
});
