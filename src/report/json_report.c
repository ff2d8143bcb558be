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
    FILE *out;
    bool lines; /* ndjson */
    al_level show;
    rule_quota quota;
    spool findings; /* json: with the separators between them */
    bool has_files;
    report_shard shard;
} json_report;

static report_status begin(void *state, FILE *out, const report_settings *settings, bool lines)
{
    json_report *json = state;
    json->out = out;
    json->lines = lines;
    json->shard = settings->shard;
    json->show = settings->show;
    if (!quota_begin(&json->quota, settings->per_rule))
        return REPORT_NO_MEMORY;
    if (lines)
        return REPORT_OK;
    json_object head = json_begin();
    json_add_tool(&head, JSON_ROOT, "tool");
    char *text = json_end(&head);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    /* The object has no end yet: files, findings and the summary follow. */
    fprintf(out, "%.*s,\n\"files\":[", (int)(strlen(text) - 1), text);
    free(text);
    return REPORT_OK;
}

static report_status begin_json(void *state, FILE *out, const report_settings *settings)
{
    return begin(state, out, settings, false);
}

static report_status begin_ndjson(void *state, FILE *out, const report_settings *settings)
{
    return begin(state, out, settings, true);
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
        fprintf(json->out, "%s\n", text);
    else
        fprintf(json->out, "%s%s", json->has_files ? ",\n" : "\n", text);
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
    fprintf(json->out, "%s\n", text);
    free(text);
    return REPORT_OK;
}

static report_status json_file(void *state, const al_result *result)
{
    json_report *json = state;
    report_status status = write_file(json, result);
    if (result->finding_count > 0)
        quota_next_file(&json->quota);
    for (size_t i = 0; i < result->finding_count && status == REPORT_OK; i++)
        if (result->findings[i].level >= json->show && quota_take(&json->quota, &result->findings[i]))
            status = write_finding(json, result, &result->findings[i]);
    return status;
}

static report_status finish(void *state, const report_totals *totals)
{
    json_report *json = state;
    char *summary = record_summary(totals, &json->shard, json->lines);
    if (summary == NULL)
        return REPORT_NO_MEMORY;
    report_status status = REPORT_OK;
    if (json->lines) {
        fprintf(json->out, "%s\n", summary);
    } else {
        fputs(json->has_files ? "\n],\n\"findings\":[" : "],\n\"findings\":[", json->out);
        status = spool_copy(&json->findings, write_as_it_is, json->out);
        fprintf(json->out, "%s],\n\"summary\":%s}\n", json->findings.length > 0 ? "\n" : "", summary);
    }
    free(summary);
    return status;
}

static void release(void *state)
{
    json_report *json = state;
    quota_end(&json->quota);
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
