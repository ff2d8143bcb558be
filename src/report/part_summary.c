/* part_summary.c: reads the summary of a part. */
#include <string.h>

#include "formats/catalogue.h"
#include "project/configuration/parts.h"
#include "report/part_record.h"
#include "report/part_value.h"

#define KEYS(list) (list), sizeof(list) / sizeof(list)[0]

/* ---- Files of ours ------------------------------------------------------------------------------------- */

static bool own_path(al_entries *e, const al_json *value, void *into)
{
    part_own *own = into;
    const bool ok = part_text(e, value, &own->path);
    own->raw_path = own->raw_path == NULL ? own->path : own->raw_path;
    return ok;
}

static bool own_path_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_path_bytes(e, value, &((part_own *)into)->raw_path);
}

static bool own_size(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((part_own *)into)->size);
}

static bool own_used(al_entries *e, const al_json *value, void *into)
{
    part_own *own = into;
    return part_numbers(e, value, &own->used, &own->used_count);
}

static bool own_findings(al_entries *e, const al_json *value, void *into)
{
    part_own *own = into;
    if (!al_expect(e, value, AL_JSON_ARRAY, "a list of findings"))
        return false;
    own->statements = al_alloc(e->arena, value->count, sizeof *own->statements);
    if (own->statements == NULL)
        return al_refuse_memory(e);
    for (const al_json *item = value->first; item != NULL; item = item->next) {
        finding_record record;
        if (!read_finding_record(e, item, &record))
            return false;
        record.finding.format = NULL; /* that of the file */
        own->statements[own->statement_count++] = (part_statement){
            .finding = record.finding, .entry = record.entry, .in_baseline = record.in_baseline};
    }
    return true;
}

static bool read_own(al_entries *e, const al_json *value, part_own *own)
{
    static const al_entry_key keys[] = {{"path", own_path},
                                        {"pathBytes", own_path_bytes},
                                        {"size", own_size},
                                        {"used", own_used},
                                        {"findings", own_findings}};
    static const char *const needed[] = {"path", "size", "used", "findings"};
    *own = (part_own){.there = true};
    return al_read_keys(e, value, "a file of ours", KEYS(keys), own) &&
           part_has(e, value, "this file", KEYS(needed));
}

/* ---- What was set -------------------------------------------------------------------------------------- */

static bool part_tool(al_entries *e, const al_json *value, void *into)
{
    (void)e;
    (void)value;
    (void)into; /* it was looked at before all else */
    return true;
}

static bool part_files(al_entries *e, const al_json *value, void *into)
{
    return part_hexadecimal(e, value, &((report_part *)into)->files);
}

static bool part_options(al_entries *e, const al_json *value, void *into)
{
    return part_hexadecimal(e, value, &((report_part *)into)->options);
}

static bool part_fail_on(al_entries *e, const al_json *value, void *into)
{
    return part_level(e, value, "never", &((report_part *)into)->fail_on);
}

static bool part_show(al_entries *e, const al_json *value, void *into)
{
    return part_level(e, value, NULL, &((report_part *)into)->show);
}

static bool part_per_rule(al_entries *e, const al_json *value, void *into)
{
    report_part *part = into;
    part->per_rule_given = true;
    if (!part_number(e, value, 0, &part->per_rule))
        return false;
    if (part->per_rule == 0)
        part->per_rule = UINT64_MAX;
    return true;
}

static bool part_must_find(al_entries *e, const al_json *value, void *into)
{
    return part_truth(e, value, &((report_part *)into)->must_find);
}

/* What the whole run has to say is more than the rest of its parts know. */
static bool part_interrupted(al_entries *e, const al_json *value, void *into)
{
    bool *interrupted = &((report_part *)into)->interrupted;
    if (!part_truth(e, value, interrupted))
        return false;
    return !*interrupted ||
           al_refuse(e, value->at, "this part was interrupted: its shard is to be checked again");
}

static bool part_folder(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((report_part *)into)->folder);
}

static bool part_folder_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_path_bytes(e, value, &((report_part *)into)->folder);
}

static bool part_root(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((report_part *)into)->root);
}

static bool part_root_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_path_bytes(e, value, &((report_part *)into)->root);
}

/* Rules are keys, so al_read_keys can't read them. */
static bool part_rules(al_entries *e, const al_json *value, void *into)
{
    const report_part *part = into;
    size_t number;
    if (!al_expect(e, value, AL_JSON_OBJECT, "rules in braces"))
        return false;
    for (const al_json *item = value->first; item != NULL; item = item->next)
        if (!part_rule_id(e, item->key_at, item->key, &number) ||
            !part_level(e, item, al_level_name(AL_OFF), &part->levels[number]))
            return false;
    return true;
}

static bool part_configuration(al_entries *e, const al_json *value, void *into)
{
    return read_own(e, value, &((report_part *)into)->own[PART_CONFIGURATION]);
}

static bool part_baseline(al_entries *e, const al_json *value, void *into)
{
    return read_own(e, value, &((report_part *)into)->own[PART_BASELINE]);
}

static bool summary_part(al_entries *e, const al_json *value, void *into)
{
    static const al_entry_key keys[] = {{"tool", part_tool},          {"files", part_files},
                                        {"options", part_options},    {"failOn", part_fail_on},
                                        {"show", part_show},          {"maxPerRule", part_per_rule},
                                        {"mustFind", part_must_find}, {"interrupted", part_interrupted},
                                        {"folder", part_folder},      {"folderBytes", part_folder_bytes},
                                        {"root", part_root},          {"rootBytes", part_root_bytes},
                                        {"rules", part_rules},        {"configuration", part_configuration},
                                        {"baseline", part_baseline}};
    static const char *const needed[] = {"files", "options", "failOn", "mustFind", "rules"};
    report_part *part = &((summary_record *)into)->part;
    const size_t rules = al_rule_count();
    part->levels = al_alloc(e->arena, rules, sizeof *part->levels);
    if (part->levels == NULL)
        return al_refuse_memory(e);
    for (size_t i = 0; i < rules; i++)
        part->levels[i] = al_catalogue[i].level;
    return al_read_keys(e, value, "a part", KEYS(keys), part) &&
           part_has(e, value, "this part", KEYS(needed));
}

/* ---- The summary --------------------------------------------------------------------------------------- */

static bool summary_kind(al_entries *e, const al_json *value, void *into)
{
    (void)into;
    return part_word(e, value, "summary");
}

static bool summary_files(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.files);
}

static bool summary_clean(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.clean);
}

static bool summary_errors(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.errors);
}

static bool summary_warnings(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.warnings);
}

static bool summary_notes(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.notes);
}

static bool summary_unreadable(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.unreadable);
}

static bool summary_suppressed(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((summary_record *)into)->totals.suppressed);
}

static bool summary_exit(al_entries *e, const al_json *value, void *into)
{
    enum { MOST = 3 };
    uint64_t status;
    if (!part_number(e, value, 0, &status))
        return false;
    ((summary_record *)into)->totals.exit_status = (int)(status <= MOST ? status : 0);
    return status <= MOST || al_refuse(e, value->at, "an exit status is 0 to 3");
}

static bool summary_shard(al_entries *e, const al_json *value, void *into)
{
    summary_record *record = into;
    record->shard_at = value->at;
    if (!part_text(e, value, &record->shard))
        return false;
    return part_parse_shard(record->shard, &record->part.number, &record->part.count) ||
           al_refuse(e, value->at, "a shard is I/N, with I from 1 to N");
}

/* Of another version all else may be different, so this is looked at first. */
static bool judge_tool(al_entries *e, const al_json *root)
{
    const al_json *part = root->kind == AL_JSON_OBJECT ? al_json_find(root, "part") : NULL;
    const al_json *tool = part != NULL && part->kind == AL_JSON_OBJECT ? al_json_find(part, "tool") : NULL;
    if (part == NULL)
        return al_refuse(e, root->at, "this is no part of a run: check --shard I/N writes them");
    if (tool == NULL || tool->kind != AL_JSON_OBJECT)
        return al_refuse(e, part->at, "this part has no \"tool\"");
    const al_json *name = al_json_find(tool, "name"), *version = al_json_find(tool, "version");
    const char *text;
    if (name == NULL || version == NULL)
        return al_refuse(e, tool->at, "this tool has no name or no version");
    if (!part_word(e, name, "assetlint") || !part_text(e, version, &text))
        return false;
    return strcmp(text, al_version()) == 0 ||
           al_refuse(e, version->at, "this part is of assetlint %.40s, and this is assetlint %s", text,
                     al_version());
}

bool read_summary_record(al_entries *e, const al_json *value, summary_record *record)
{
    static const al_entry_key keys[] = {{"kind", summary_kind},
                                        {"files", summary_files},
                                        {"clean", summary_clean},
                                        {"errors", summary_errors},
                                        {"warnings", summary_warnings},
                                        {"notes", summary_notes},
                                        {"unreadable", summary_unreadable},
                                        {"suppressed", summary_suppressed},
                                        {"exit", summary_exit},
                                        {"shard", summary_shard},
                                        {"part", summary_part}};
    static const char *const needed[] = {"kind",       "files",      "clean", "errors", "warnings", "notes",
                                         "unreadable", "suppressed", "exit",  "shard",  "part"};
    *record = (summary_record){.shard = ""};
    return judge_tool(e, value) && al_read_keys(e, value, "a summary", KEYS(keys), record) &&
           part_has(e, value, "this summary", KEYS(needed));
}
