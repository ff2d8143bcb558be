/* json_report.c: the report for programs, as one document (json) or with one object on each line (ndjson).
 *
 * The document lists all files before all findings, so files are written at once and findings wait in a
 * spool.
 */
#include <stdlib.h>
#include <string.h>

#include "report/counts.h"
#include "report/json_object.h"
#include "report/record.h"
#include "report/report.h"
#include "report/spool.h"

typedef struct json_report {
    report_base base;
    bool lines;     /* ndjson */
    spool findings; /* json: with the separators between them */
    bool has_files;
} json_report;

/* The object has no end yet: files, findings and the summary follow. */
static void begin_json(void *state)
{
    json_report *json = state;
    json_object head = json_begin();
    json_add_tool(&head, JSON_ROOT, "tool");
    if (!json_write_open(&head, json->base.out))
        report_note(&json->base, REPORT_NO_MEMORY);
    fputs(",\n\"files\":[", json->base.out);
}

static void begin_ndjson(void *state)
{
    json_report *json = state;
    json->lines = true;
}

/* ---- Files and findings -------------------------------------------------------------------------------- */

/* Writes a record and what is around it, and frees it. NULL stands for a record that could not be allocated.
 */
static void write_record(json_report *json, const char *before, char *record, const char *behind)
{
    if (record == NULL)
        report_note(&json->base, REPORT_NO_MEMORY);
    else
        fprintf(json->base.out, "%s%s%s", before, record, behind);
    free(record);
}

static void write_finding(json_report *json, const al_result *result, const al_finding *finding)
{
    char *record = record_finding(result, finding, json->lines);
    if (json->lines)
        write_record(json, "", record, "\n");
    else
        report_note(&json->base, spool_add_record(&json->findings, record));
}

static void json_file(void *state, const al_result *result)
{
    json_report *json = state;
    const char *before = json->lines ? "" : json->has_files ? ",\n" : "\n";
    if (!result->entry_only) {
        write_record(json, before, record_file(result, json->lines), json->lines ? "\n" : "");
        json->has_files = true;
    }
    for (size_t i = 0; i < result->finding_count; i++)
        if (report_lists(&json->base, &result->findings[i]))
            write_finding(json, result, &result->findings[i]);
}

static void finish(void *state, const report_totals *totals)
{
    json_report *json = state;
    FILE *out = json->base.out;
    if (!json->lines) {
        fputs(json->has_files ? "\n],\n\"findings\":[" : "],\n\"findings\":[", out);
        report_note(&json->base, spool_copy(&json->findings, write_as_it_is, out));
        fprintf(out, "%s],\n\"summary\":", json->findings.length > 0 ? "\n" : "");
    }
    char *summary = record_summary(totals, &json->base.settings.shard, json->lines);
    write_record(json, "", summary, json->lines ? "\n" : "}\n");
}

static void release(void *state)
{
    json_report *json = state;
    spool_end(&json->findings);
}

const report_form json_form = {
    .name = "json",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .size = sizeof(json_report),
    .temporary_files = 1,
    .begin = begin_json,
    .file = json_file,
    .finish = finish,
    .release = release,
};

const report_form ndjson_form = {
    .name = "ndjson",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .size = sizeof(json_report),
    .temporary_files = 1,
    .begin = begin_ndjson,
    .file = json_file,
    .finish = finish,
    .release = release,
};
