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
static report_status begin_json(void *state)
{
    const json_report *json = state;
    json_object head = json_begin();
    json_add_tool(&head, JSON_ROOT, "tool");
    const bool ok = json_write_open(&head, json->base.out);
    fputs(",\n\"files\":[", json->base.out);
    return ok ? REPORT_OK : REPORT_NO_MEMORY;
}

static report_status begin_ndjson(void *state)
{
    json_report *json = state;
    json->lines = true;
    return REPORT_OK;
}

/* ---- Files and findings -------------------------------------------------------------------------------- */

static report_status write_file(json_report *json, const al_result *result)
{
    if (result->entry_only)
        return REPORT_OK;
    char *text = record_file(result, json->lines);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    if (json->lines)
        fprintf(json->base.out, "%s\n", text);
    else
        fprintf(json->base.out, "%s%s", json->has_files ? ",\n" : "\n", text);
    json->has_files = true;
    free(text);
    return REPORT_OK;
}

static report_status write_finding(json_report *json, const al_result *result, const al_finding *finding)
{
    char *text = record_finding(result, finding, json->lines);
    if (!json->lines)
        return spool_add_record(&json->findings, text);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    fprintf(json->base.out, "%s\n", text);
    free(text);
    return REPORT_OK;
}

static report_status json_file(void *state, const al_result *result)
{
    json_report *json = state;
    report_status status = write_file(json, result);
    for (size_t i = 0; i < result->finding_count && status == REPORT_OK; i++)
        if (report_lists(&json->base, &result->findings[i]))
            status = write_finding(json, result, &result->findings[i]);
    return status;
}

static report_status finish(void *state, const report_totals *totals)
{
    json_report *json = state;
    char *summary = record_summary(totals, &json->base.settings.shard, json->lines);
    if (summary == NULL)
        return REPORT_NO_MEMORY;
    report_status status = REPORT_OK;
    if (json->lines) {
        fprintf(json->base.out, "%s\n", summary);
    } else {
        fputs(json->has_files ? "\n],\n\"findings\":[" : "],\n\"findings\":[", json->base.out);
        status = spool_copy(&json->findings, write_as_it_is, json->base.out);
        fprintf(json->base.out, "%s],\n\"summary\":%s}\n", json->findings.length > 0 ? "\n" : "", summary);
    }
    free(summary);
    return status;
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
