/* json_report.c: the report for programs, as one document (json) or with one object on each line (ndjson).
 *
 * The document lists all files before all findings, so files are written at once and findings wait in a
 * spool.
 */
#include <stdlib.h>
#include <string.h>

#include "report/forms.h"
#include "report/json.h"
#include "report/part.h"
#include "report/quota.h"
#include "report/record.h"
#include "report/text_spool.h"

typedef struct json_report {
    FILE *out;
    bool lines; /* ndjson */
    al_level show;
    rule_quota quota;
    al_byte_spool findings; /* json: with the separators between them */
    bool has_files, has_findings;
    const report_part *part; /* NULL: the report of a whole run */
    bool line_open;          /* of a part: the last line has no end yet, */
    bool has_entries;        /* and has begun its list of entries of a package */
} json_report;

static report_status begin(void *state, FILE *out, const report_settings *settings, bool lines)
{
    json_report *json = state;
    json->out = out;
    json->lines = lines;
    json->part = lines ? settings->part : NULL;
    json->show = json->part != NULL ? AL_NOTE : settings->show;
    if (!quota_begin(&json->quota, json->part != NULL ? UINT64_MAX : settings->per_rule))
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

/* Which keys of a record this report has. */
static unsigned record_flags(const json_report *json)
{
    return (json->lines ? RECORD_LINES : 0u) | (json->part != NULL ? RECORD_PART : 0u);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void end_line(json_report *json)
{
    if (json->line_open)
        fputs(json->has_entries ? "]}\n" : "}\n", json->out);
    json->line_open = json->has_entries = false;
}

/* A line of a part stays open until the next one begins, since entries may be added to it. */
static void write_line(json_report *json, const char *text)
{
    end_line(json);
    json->line_open = json->part != NULL;
    (void)fwrite(text, 1, strlen(text) - json->line_open, json->out);
    if (!json->line_open)
        fputc('\n', json->out);
}

/* An entry that is not a file has no record of its own: it is added to the record before. */
static report_status write_entry(json_report *json, const al_result *result)
{
    char *text = record_entry(result);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    fprintf(json->out, "%s%s", json->has_entries ? "," : ",\"entries\":[", text);
    json->has_entries = true;
    free(text);
    return REPORT_OK;
}

/* ---- Files and findings -------------------------------------------------------------------------------- */

static report_status write_file(json_report *json, const al_result *result)
{
    if (result->entry_only)
        return json->part != NULL && json->line_open ? write_entry(json, result) : REPORT_OK;
    char *text = record_file(result, record_flags(json));
    if (text == NULL)
        return REPORT_NO_MEMORY;
    if (json->lines)
        write_line(json, text);
    else
        fprintf(json->out, "%s%s", json->has_files ? ",\n" : "\n", text);
    json->has_files = true;
    free(text);
    return REPORT_OK;
}

static report_status write_finding(json_report *json, const al_result *result, const al_finding *finding)
{
    char *text = record_finding(result, finding, record_flags(json));
    if (!json->lines)
        return text_spool_add_record(&json->findings, text, &json->has_findings);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    write_line(json, text);
    json->has_findings = true;
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
    char *summary = record_summary(totals, record_flags(json), json->part);
    if (summary == NULL)
        return REPORT_NO_MEMORY;
    report_status status = REPORT_OK;
    if (json->part != NULL) {
        write_line(json, summary);
        status = part_write_summary(json->out, json->part) ? REPORT_OK : REPORT_NO_MEMORY;
        end_line(json);
    } else if (json->lines) {
        write_line(json, summary);
    } else {
        fputs(json->has_files ? "\n],\n\"findings\":[" : "],\n\"findings\":[", json->out);
        status = text_spool_copy(&json->findings, json->out);
        fprintf(json->out, "%s],\n\"summary\":%s}\n", json->has_findings ? "\n" : "", summary);
    }
    free(summary);
    return status;
}

static void release(void *state)
{
    json_report *json = state;
    quota_end(&json->quota);
    al_byte_spool_end(&json->findings);
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
