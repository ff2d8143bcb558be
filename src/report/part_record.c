/* part_record.c: files and findings of a part. */
#include "report/part_record.h"

#include <string.h>

#include "core/digits.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "project/configuration/parts.h"
#include "report/part_value.h"

#define KEYS(list) (list), sizeof(list) / sizeof(list)[0]

/* ---- Findings ------------------------------------------------------------------------------------------ */

static bool finding_kind(al_entries *e, const al_json *value, void *into)
{
    (void)into;
    return part_word(e, value, "finding");
}

static bool finding_rule(al_entries *e, const al_json *value, void *into)
{
    al_finding *f = &((finding_record *)into)->finding;
    return part_rule(e, value, &f->rule_number) && (f->rule = &al_catalogue[f->rule_number]) != NULL;
}

static bool finding_level(al_entries *e, const al_json *value, void *into)
{
    al_level *level = &((finding_record *)into)->finding.level;
    return part_level(e, value, NULL, level);
}

static bool finding_confidence(al_entries *e, const al_json *value, void *into)
{
    const char *text;
    (void)into; /* it is the rule's */
    return part_text(e, value, &text);
}

static bool finding_crash(al_entries *e, const al_json *value, void *into)
{
    return part_truth(e, value, &((finding_record *)into)->finding.crash);
}

static bool finding_path(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((finding_record *)into)->path);
}

static bool finding_member(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((finding_record *)into)->member);
}

static bool finding_format(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((finding_record *)into)->finding.format);
}

static bool finding_offset(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((finding_record *)into)->finding.offset);
}

static bool finding_length(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((finding_record *)into)->finding.length);
}

static bool finding_inflated(al_entries *e, const al_json *value, void *into)
{
    al_finding *f = &((finding_record *)into)->finding;
    f->in_inflated = true;
    return part_number(e, value, 0, &f->inflated_offset);
}

static bool finding_line(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 1, &((finding_record *)into)->finding.line);
}

static bool finding_column(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 1, &((finding_record *)into)->finding.column);
}

static bool finding_end_line(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 1, &((finding_record *)into)->finding.end_line);
}

static bool finding_end_column(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 1, &((finding_record *)into)->finding.end_column);
}

static bool finding_field(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((finding_record *)into)->finding.field);
}

/* The sentence has its words already: they are its only value. */
static bool finding_message(al_entries *e, const al_json *value, void *into)
{
    static const char sentence[] = "%s";
    al_finding *f = &((finding_record *)into)->finding;
    al_value *words = al_alloc(e->arena, 1, sizeof *words);
    if (words == NULL)
        return al_refuse_memory(e);
    f->sentence = sentence;
    f->values = words;
    f->value_count = 1;
    return part_words(e, value, words);
}

static bool finding_expected(al_entries *e, const al_json *value, void *into)
{
    return part_words(e, value, &((finding_record *)into)->finding.expected);
}

static bool finding_actual(al_entries *e, const al_json *value, void *into)
{
    return part_words(e, value, &((finding_record *)into)->finding.actual);
}

static bool finding_expected_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_value_bytes(e, value, &((finding_record *)into)->finding.expected);
}

static bool finding_actual_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_value_bytes(e, value, &((finding_record *)into)->finding.actual);
}

static bool finding_count(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 1, &((finding_record *)into)->finding.count);
}

static bool finding_elements(al_entries *e, const al_json *value, void *into)
{
    al_finding *f = &((finding_record *)into)->finding;
    uint64_t count, *elements;
    if (!part_numbers(e, value, &elements, &count))
        return false;
    f->elements = elements;
    f->element_count = (unsigned)(count <= AL_FINDING_ELEMENTS ? count : 0);
    return count <= AL_FINDING_ELEMENTS || al_refuse(e, value->at, "a finding lists eight elements at most");
}

static bool finding_fingerprint(al_entries *e, const al_json *value, void *into)
{
    al_finding *f = &((finding_record *)into)->finding;
    const char *text;
    if (!al_read_fingerprint(e, value, &text))
        return false;
    memcpy(f->fingerprint, text, sizeof f->fingerprint);
    return true;
}

static bool finding_justification(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((finding_record *)into)->justification);
}

static bool finding_in_baseline(al_entries *e, const al_json *value, void *into)
{
    return part_truth(e, value, &((finding_record *)into)->in_baseline);
}

static bool finding_entry(al_entries *e, const al_json *value, void *into)
{
    return part_hexadecimal(e, value, &((finding_record *)into)->entry);
}

static bool finding_entries(al_entries *e, const al_json *value, void *into)
{
    ((finding_record *)into)->entries = value->first;
    return al_expect(e, value, AL_JSON_ARRAY, "a list of entries");
}

bool read_finding_record(al_entries *e, const al_json *value, finding_record *record)
{
    static const al_entry_key keys[] = {{"kind", finding_kind},
                                        {"rule", finding_rule},
                                        {"level", finding_level},
                                        {"confidence", finding_confidence},
                                        {"crash", finding_crash},
                                        {"path", finding_path},
                                        {"member", finding_member},
                                        {"format", finding_format},
                                        {"offset", finding_offset},
                                        {"length", finding_length},
                                        {"inflatedOffset", finding_inflated},
                                        {"line", finding_line},
                                        {"column", finding_column},
                                        {"field", finding_field},
                                        {"message", finding_message},
                                        {"expected", finding_expected},
                                        {"actual", finding_actual},
                                        {"count", finding_count},
                                        {"elements", finding_elements},
                                        {"fingerprint", finding_fingerprint},
                                        {"endLine", finding_end_line},
                                        {"endColumn", finding_end_column},
                                        {"expectedBytes", finding_expected_bytes},
                                        {"actualBytes", finding_actual_bytes},
                                        {"justification", finding_justification},
                                        {"inBaseline", finding_in_baseline},
                                        {"entry", finding_entry},
                                        {"entries", finding_entries}};
    static const char *const needed[] = {"rule",   "level",    "confidence", "crash", "path",
                                         "format", "offset",   "length",     "field", "message",
                                         "count",  "elements", "fingerprint"};
    static const char *const of_text[] = {"line", "column", "endLine", "endColumn"};
    *record = (finding_record){.member = ""};
    return al_read_keys(e, value, "a finding", KEYS(keys), record) &&
           part_has(e, value, "this finding", KEYS(needed)) &&
           (record->finding.line == 0 || part_has(e, value, "this finding", KEYS(of_text)));
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static bool file_kind(al_entries *e, const al_json *value, void *into)
{
    (void)into;
    return part_word(e, value, "file");
}

static bool file_path(al_entries *e, const al_json *value, void *into)
{
    al_result *r = &((file_record *)into)->result;
    const bool ok = part_text(e, value, &r->path);
    r->raw_path = r->raw_path == NULL ? r->path : r->raw_path;
    return ok;
}

static bool file_path_bytes(al_entries *e, const al_json *value, void *into)
{
    return part_path_bytes(e, value, &((file_record *)into)->result.raw_path);
}

static bool file_member(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((file_record *)into)->result.member);
}

static bool file_format(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((file_record *)into)->result.format);
}

static bool file_version(al_entries *e, const al_json *value, void *into)
{
    return part_text(e, value, &((file_record *)into)->result.version);
}

static bool file_size(al_entries *e, const al_json *value, void *into)
{
    return part_number(e, value, 0, &((file_record *)into)->result.size);
}

static bool file_status(al_entries *e, const al_json *value, void *into)
{
    const char *text;
    if (!part_text(e, value, &text))
        return false;
    for (al_file_status i = AL_FILE_CLEAN; i <= AL_FILE_UNRECOGNIZED; i++)
        if (strcmp(text, al_file_status_name(i)) == 0) {
            ((file_record *)into)->result.status = i;
            return true;
        }
    return al_refuse(e, value->at, "\"%.200s\" is no status of a file", text);
}

static bool file_suppressed(al_entries *e, const al_json *value, void *into)
{
    al_result *r = &((file_record *)into)->result;
    if (!al_expect(e, value, AL_JSON_ARRAY, "a list of findings"))
        return false;
    al_suppressed *list = al_alloc(e->arena, value->count, sizeof *list);
    if (list == NULL)
        return al_refuse_memory(e);
    r->suppressed = ((file_record *)into)->suppressed = list;
    for (const al_json *item = value->first; item != NULL; item = item->next) {
        finding_record record;
        if (!read_finding_record(e, item, &record))
            return false;
        if (record.justification == NULL)
            return al_refuse(e, item->at, "this finding has no \"justification\"");
        list[r->suppressed_count++] = (al_suppressed){.finding = record.finding,
                                                      .justification = record.justification,
                                                      .in_baseline = record.in_baseline};
    }
    return true;
}

static bool file_entries(al_entries *e, const al_json *value, void *into)
{
    ((file_record *)into)->entries = value->first;
    return al_expect(e, value, AL_JSON_ARRAY, "a list of entries");
}

/* A finding of the file's own format says nothing of it. */
static void settle_formats(file_record *record)
{
    const al_result *r = &record->result;
    for (size_t i = 0; i < r->suppressed_count; i++)
        if (strcmp(record->suppressed[i].finding.format, r->format) == 0)
            record->suppressed[i].finding.format = NULL;
}

bool read_file_record(al_entries *e, const al_json *value, file_record *record)
{
    static const al_entry_key keys[] = {{"kind", file_kind},
                                        {"path", file_path},
                                        {"member", file_member},
                                        {"format", file_format},
                                        {"version", file_version},
                                        {"size", file_size},
                                        {"status", file_status},
                                        {"pathBytes", file_path_bytes},
                                        {"suppressed", file_suppressed},
                                        {"entries", file_entries}};
    static const char *const needed[] = {"kind", "path", "format", "version", "size", "status"};
    *record = (file_record){.result = {.member = "", .format = "", .version = ""}};
    if (!al_read_keys(e, value, "a file", KEYS(keys), record) ||
        !part_has(e, value, "this file", KEYS(needed)))
        return false;
    settle_formats(record);
    return true;
}

bool read_entry_record(al_entries *e, const al_json *value, file_record *record)
{
    static const al_entry_key keys[] = {
        {"member", file_member}, {"status", file_status}, {"suppressed", file_suppressed}};
    static const char *const needed[] = {"member", "status"};
    *record = (file_record){.result = {.member = "", .format = "", .version = "", .entry_only = true}};
    return al_read_keys(e, value, "an entry", KEYS(keys), record) &&
           part_has(e, value, "this entry", KEYS(needed));
}
