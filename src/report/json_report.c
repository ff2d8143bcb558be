/* json_report.c: the report for programs, as one document (json) or as an object a line (ndjson).
 *
 * The document lists all files before all findings. Neither is held: files are written as they come, findings
 * wait in a spool.
 */
#include <stdlib.h>
#include <string.h>

#include "report/forms.h"
#include "report/json.h"
#include "report/quota.h"
#include "report/spool.h"

typedef struct json_report {
    FILE *out;
    bool lines; /* ndjson */
    al_level show;
    rule_quota quota;
    spool findings; /* json: each but the first behind a comma and a line end */
    bool has_files, has_findings;
} json_report;

static report_status begin(void **state, FILE *out, const report_settings *settings, bool lines)
{
    json_report *json = calloc(1, sizeof *json);
    if (json == NULL)
        return REPORT_NO_MEMORY;
    *state = json;
    json->out = out;
    json->lines = lines;
    json->show = settings->show;
    if (!quota_begin(&json->quota, settings->per_rule))
        return REPORT_NO_MEMORY;
    if (lines)
        return REPORT_OK;
    json_object head = json_begin();
    cJSON *tool = json_child(&head, head.root, "tool");
    json_text(&head, tool, "name", "assetlint");
    json_text(&head, tool, "version", al_version());
    char *text = json_end(&head);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    /* The object stays open: files, findings and the summary follow. */
    fprintf(out, "%.*s,\n\"files\":[", (int)(strlen(text) - 1), text);
    free(text);
    return REPORT_OK;
}

static report_status begin_json(void **state, FILE *out, const report_settings *settings)
{
    return begin(state, out, settings, false);
}

static report_status begin_ndjson(void **state, FILE *out, const report_settings *settings)
{
    return begin(state, out, settings, true);
}

static json_object begin_object(const json_report *json, const char *kind)
{
    json_object object = json_begin();
    if (json->lines)
        json_text(&object, object.root, "kind", kind);
    return object;
}

static void add_place(json_object *object, const al_result *result)
{
    json_text(object, object->root, "path", result->path);
    if (result->member[0] != '\0')
        json_text(object, object->root, "member", result->member);
}

static char *file_object(const json_report *json, const al_result *result)
{
    json_object o = begin_object(json, "file");
    add_place(&o, result);
    json_text(&o, o.root, "format", result->format);
    json_text(&o, o.root, "version", result->version);
    json_number(&o, o.root, "size", result->size);
    json_text(&o, o.root, "status", al_file_status_name(result->status));
    return json_end(&o);
}

static void add_value(json_object *object, const char *key, al_value value)
{
    char words[AL_MESSAGE_SIZE];
    if (value.kind == AL_VALUE_NONE)
        return;
    (void)al_value_words(value, words, sizeof words);
    json_text(object, object->root, key, words);
}

static char *finding_object(const json_report *json, const al_result *result, const al_finding *finding)
{
    char message[AL_MESSAGE_SIZE];
    (void)al_finding_message(finding, message, sizeof message);
    json_object o = begin_object(json, "finding");
    json_text(&o, o.root, "rule", finding->rule->id);
    json_text(&o, o.root, "level", al_level_name(finding->level));
    json_text(&o, o.root, "confidence", al_confidence_name(finding->rule->confidence));
    json_bool(&o, o.root, "crash", finding->crash);
    add_place(&o, result);
    json_text(&o, o.root, "format", finding->format != NULL ? finding->format : result->format);
    json_number(&o, o.root, "offset", finding->offset);
    json_number(&o, o.root, "length", finding->length);
    if (finding->in_inflated)
        json_number(&o, o.root, "inflatedOffset", finding->inflated_offset);
    if (finding->line > 0) {
        json_number(&o, o.root, "line", finding->line);
        json_number(&o, o.root, "column", finding->column);
    }
    json_text(&o, o.root, "field", finding->field);
    json_text(&o, o.root, "message", message);
    add_value(&o, "expected", finding->expected);
    add_value(&o, "actual", finding->actual);
    json_number(&o, o.root, "count", finding->count);
    cJSON *elements = json_array(&o, o.root, "elements");
    for (size_t i = 0; i < finding->element_count; i++)
        json_number_item(&o, elements, finding->elements[i]);
    json_text(&o, o.root, "fingerprint", finding->fingerprint);
    return json_end(&o);
}

static report_status write_file(json_report *json, const al_result *result)
{
    char *text = file_object(json, result);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    if (!json->lines)
        fputs(json->has_files ? ",\n" : "\n", json->out);
    fputs(text, json->out);
    if (json->lines)
        fputc('\n', json->out);
    json->has_files = true;
    free(text);
    return REPORT_OK;
}

static report_status write_finding(json_report *json, const al_result *result, const al_finding *finding)
{
    char *text = finding_object(json, result, finding);
    if (text == NULL)
        return REPORT_NO_MEMORY;
    report_status status = REPORT_OK;
    if (json->lines) {
        fprintf(json->out, "%s\n", text);
    } else {
        status = spool_add(&json->findings, json->has_findings ? ",\n" : "\n");
        if (status == REPORT_OK)
            status = spool_add(&json->findings, text);
    }
    json->has_findings = true;
    free(text);
    return status;
}

static report_status json_file(void *state, const al_result *result)
{
    json_report *json = state;
    report_status status = result->entry_only ? REPORT_OK : write_file(json, result);
    if (result->finding_count > 0)
        quota_next_file(&json->quota);
    for (size_t i = 0; i < result->finding_count && status == REPORT_OK; i++)
        if (result->findings[i].level >= json->show && quota_take(&json->quota, &result->findings[i]))
            status = write_finding(json, result, &result->findings[i]);
    return status;
}

static char *summary_object(const json_report *json, const report_totals *totals)
{
    json_object o = begin_object(json, "summary");
    json_number(&o, o.root, "files", totals->files);
    json_number(&o, o.root, "clean", totals->clean);
    json_number(&o, o.root, "errors", totals->errors);
    json_number(&o, o.root, "warnings", totals->warnings);
    json_number(&o, o.root, "notes", totals->notes);
    json_number(&o, o.root, "unreadable", totals->unreadable);
    json_number(&o, o.root, "suppressed", totals->suppressed);
    json_number(&o, o.root, "exit", (uint64_t)totals->exit_status);
    return json_end(&o);
}

static report_status finish(void *state, const report_totals *totals)
{
    json_report *json = state;
    char *summary = summary_object(json, totals);
    if (summary == NULL)
        return REPORT_NO_MEMORY;
    report_status status = REPORT_OK;
    if (json->lines) {
        fprintf(json->out, "%s\n", summary);
    } else {
        fputs(json->has_files ? "\n],\n\"findings\":[" : "],\n\"findings\":[", json->out);
        status = spool_copy(&json->findings, json->out);
        fprintf(json->out, "%s],\n\"summary\":%s}\n", json->has_findings ? "\n" : "", summary);
    }
    free(summary);
    return status;
}

static void release(void *state)
{
    json_report *json = state;
    if (json != NULL) {
        quota_end(&json->quota);
        spool_end(&json->findings);
    }
    free(json);
}

const report_form json_form = {
    .name = "json",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .begin = begin_json,
    .file = json_file,
    .finish = finish,
    .release = release,
};

const report_form ndjson_form = {
    .name = "ndjson",
    .show = AL_NOTE,
    .per_rule = UINT64_MAX,
    .begin = begin_ndjson,
    .file = json_file,
    .finish = finish,
    .release = release,
};
