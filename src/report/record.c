/* record.c: the keys of each kind of record. */
#include "report/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/findings.h"
#include "report/json_object.h"

static json_object begin_record(const char *kind)
{
    json_object object = json_begin();
    if (kind != NULL)
        json_text(&object, JSON_ROOT, "kind", kind);
    return object;
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static void add_words(json_object *object, const char *key, const al_value *value)
{
    char words[AL_MESSAGE_SIZE];
    if (value->kind == AL_VALUE_NONE)
        return;
    (void)al_value_words(*value, words, sizeof words);
    json_text(object, JSON_ROOT, key, words);
}

static void add_position(json_object *object, const al_finding *f)
{
    json_number(object, JSON_ROOT, "offset", f->offset);
    json_number(object, JSON_ROOT, "length", f->length);
    if (f->in_inflated)
        json_number(object, JSON_ROOT, "inflatedOffset", f->inflated_offset);
    if (f->line > 0)
        json_number(object, JSON_ROOT, "line", f->line);
    if (f->column > 0)
        json_number(object, JSON_ROOT, "column", f->column);
    json_text(object, JSON_ROOT, "field", f->field);
}

char *record_finding(const al_result *result, const al_finding *f, bool line)
{
    json_object object = begin_record(line ? "finding" : NULL);
    json_text(&object, JSON_ROOT, "rule", f->rule->id);
    json_text(&object, JSON_ROOT, "level", al_level_name(f->level));
    json_text(&object, JSON_ROOT, "confidence", al_confidence_name(f->confidence));
    json_bool(&object, JSON_ROOT, "crash", f->crash);
    json_text(&object, JSON_ROOT, "path", result->path);
    if (result->member[0] != '\0')
        json_text(&object, JSON_ROOT, "member", result->member);
    json_text(&object, JSON_ROOT, "format", f->format != NULL ? f->format : result->format);
    add_position(&object, f);
    json_text(&object, JSON_ROOT, "message", f->message);
    add_words(&object, "expected", &f->expected);
    add_words(&object, "actual", &f->actual);
    json_number(&object, JSON_ROOT, "count", f->count);
    const json_node elements = json_array(&object, JSON_ROOT, "elements");
    for (unsigned i = 0; i < f->element_count; i++)
        json_number(&object, elements, NULL, f->elements[i]);
    json_text(&object, JSON_ROOT, "fingerprint", f->fingerprint);
    return json_end(&object);
}

/* ---- Files and the summary ----------------------------------------------------------------------------- */

char *record_file(const al_result *result, bool line)
{
    json_object object = begin_record(line ? "file" : NULL);
    json_text(&object, JSON_ROOT, "path", result->path);
    if (result->member[0] != '\0')
        json_text(&object, JSON_ROOT, "member", result->member);
    json_text(&object, JSON_ROOT, "format", result->format);
    json_text(&object, JSON_ROOT, "version", result->version);
    json_number(&object, JSON_ROOT, "size", result->size);
    json_text(&object, JSON_ROOT, "status", al_file_status_name(result->status));
    if (result->omitted > 0)
        json_number(&object, JSON_ROOT, "omitted", result->omitted);
    return json_end(&object);
}

static void add_not_judged(json_object *object, const report_totals *totals)
{
    const json_node list = json_array(object, JSON_ROOT, "notJudged");
    for (size_t i = 0; i < totals->not_judged_count; i++) {
        const al_not_judged *n = &totals->not_judged[i];
        const json_node item = json_child(object, list, NULL);
        json_text(object, item, "rule", n->rule->id);
        json_number(object, item, "count", n->count);
        json_number(object, item, "files", n->files);
        json_text(object, item, "reason", n->reason);
    }
}

static void add_configuration(json_object *object, const al_configuration_info *c)
{
    if (c == NULL)
        return;
    const json_node item = json_child(object, JSON_ROOT, "configuration");
    json_value(object, item, "path", al_text(c->path));
    json_number(object, item, "leftOut", c->left_out);
    if (c->has_fail_on)
        json_text(object, item, "failOn", c->fail_on == AL_OFF ? "never" : al_level_name(c->fail_on));
}

char *record_summary(const report_totals *totals, const report_shard *shard, bool line)
{
    json_object object = begin_record(line ? "summary" : NULL);
    json_number(&object, JSON_ROOT, "files", totals->files);
    json_number(&object, JSON_ROOT, "clean", totals->clean);
    json_number(&object, JSON_ROOT, "errors", totals->errors);
    json_number(&object, JSON_ROOT, "warnings", totals->warnings);
    json_number(&object, JSON_ROOT, "notes", totals->notes);
    json_number(&object, JSON_ROOT, "unreadable", totals->unreadable);
    json_number(&object, JSON_ROOT, "suppressed", totals->suppressed);
    if (totals->omitted > 0)
        json_number(&object, JSON_ROOT, "omitted", totals->omitted);
    add_not_judged(&object, totals);
    add_configuration(&object, totals->configuration);
    json_number(&object, JSON_ROOT, "exit", (uint64_t)totals->exit_status);
    if (shard->count > 0) {
        char text[48];
        (void)snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, shard->number, shard->count);
        json_text(&object, JSON_ROOT, "shard", text);
    }
    return json_end(&object);
}

/* ---- Results ------------------------------------------------------------------------------------------- */

typedef struct lines {
    char *text;
    size_t length, capacity;
} lines;

/* Adds a record as a line, and frees it. False when out of memory; NULL stands for a record without any. */
static bool add_line(lines *l, char *record)
{
    const size_t length = record != NULL ? strlen(record) : 0, line = length + sizeof "\n";
    char *text = record != NULL ? l->text : NULL;
    if (record != NULL && line > l->capacity - l->length) {
        l->capacity = 2 * l->capacity + line;
        text = realloc(l->text, l->capacity);
    }
    if (text != NULL) {
        memcpy(text + l->length, record, length);
        memcpy(text + l->length + length, "\n", sizeof "\n");
        l->length += length + 1;
        l->text = text;
    }
    free(record);
    return text != NULL;
}

static bool add_result(lines *l, const al_result *result)
{
    bool ok = result->entry_only || add_line(l, record_file(result, true));
    for (size_t i = 0; i < result->finding_count && ok; i++)
        ok = add_line(l, record_finding(result, &result->findings[i], true));
    return ok;
}

char *al_result_json(const al_result *result)
{
    lines l = {.text = calloc(1, 1), .capacity = 1};
    bool ok = l.text != NULL && add_result(&l, result);
    for (size_t i = 0; i < result->member_count && ok; i++)
        ok = add_result(&l, result->members[i]);
    if (ok)
        return l.text;
    free(l.text);
    return NULL;
}

void al_json_free(char *json)
{
    free(json);
}
