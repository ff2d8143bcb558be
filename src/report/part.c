/* part.c: writes what a part of a run has more than a report. */
#include "report/part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/digits.h"
#include "report/escape.h"
#include "report/json_record.h"

static const char *const own_keys[PART_OWN] = {"configuration", "baseline"};
static const char *const own_formats[PART_OWN] = {"config", "baseline"};

bool part_parse_shard(const char *text, uint64_t *number, uint64_t *count)
{
    char first[24];
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    return al_parse_number(first, number) && al_parse_number(text + length + 1, count) && *number >= 1 &&
           *number <= *count;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* To be freed; NULL when out of memory. */
static char *hexadecimal(const char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *text = length < SIZE_MAX / 2 ? malloc(2 * length + 1) : NULL;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = digits[(unsigned char)bytes[i] >> 4];
        text[2 * i + 1] = digits[(unsigned char)bytes[i] & 0xF];
    }
    text[2 * length] = '\0';
    return text;
}

/* Bytes that are shown as something else. */
static void add_bytes(json_object *object, cJSON *to, const char *key, const char *bytes, size_t length,
                      const char *shown)
{
    if (strlen(shown) == length && memcmp(shown, bytes, length) == 0)
        return;
    char *text = hexadecimal(bytes, length);
    json_text(object, to, key, text);
    free(text);
}

static void add_path(json_object *object, cJSON *to, const char *key, const char *raw_key, const char *path)
{
    char *shown = escaped_copy(path, strlen(path));
    json_text(object, to, key, shown);
    if (shown != NULL)
        add_bytes(object, to, raw_key, path, strlen(path), shown);
    free(shown);
}

static void add_value_bytes(json_object *object, cJSON *to, const char *key, const al_value *value)
{
    char words[AL_MESSAGE_SIZE];
    if (value->kind != AL_VALUE_TEXT)
        return;
    (void)al_value_words(*value, words, sizeof words);
    add_bytes(object, to, key, value->as.text.bytes, value->as.text.length, words);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

void part_add_finding(json_object *object, cJSON *to, const al_finding *finding)
{
    if (finding->line > 0) {
        json_number(object, to, "endLine", finding->end_line);
        json_number(object, to, "endColumn", finding->end_column);
    }
    add_value_bytes(object, to, "expectedBytes", &finding->expected);
    add_value_bytes(object, to, "actualBytes", &finding->actual);
}

static void add_suppressed(json_object *object, cJSON *to, const al_result *result)
{
    cJSON *list = result->suppressed_count > 0 ? json_array(object, to, "suppressed") : NULL;
    for (size_t i = 0; i < result->suppressed_count; i++) {
        const al_suppressed *s = &result->suppressed[i];
        cJSON *item = json_child_item(object, list);
        json_add_finding(object, item, result, &s->finding);
        part_add_finding(object, item, &s->finding);
        json_text(object, item, "justification", s->justification);
        json_bool(object, item, "inBaseline", s->in_baseline);
    }
}

void part_add_file(json_object *object, cJSON *to, const al_result *result)
{
    add_bytes(object, to, "pathBytes", result->raw_path, strlen(result->raw_path), result->path);
    add_suppressed(object, to, result);
}

char *part_entry(const al_result *result)
{
    json_object o = json_begin();
    json_text(&o, o.root, "member", result->member);
    json_text(&o, o.root, "status", al_file_status_name(result->status));
    add_suppressed(&o, o.root, result);
    return json_end(&o);
}

/* ---- The summary --------------------------------------------------------------------------------------- */

static void add_number_text(json_object *object, cJSON *to, const char *key, uint64_t number)
{
    char text[17];
    (void)snprintf(text, sizeof text, "%016" PRIx64, number);
    json_text(object, to, key, text);
}

/* Only what isn't as the catalogue has it. */
static void add_rules(json_object *object, cJSON *to, const al_level *levels)
{
    cJSON *rules = json_child(object, to, "rules");
    for (size_t i = 0; i < al_rule_count(); i++)
        if (levels[i] != al_rule_at(i)->level)
            json_text(object, rules, al_rule_at(i)->id, al_level_name(levels[i]));
}

static void add_settings(json_object *object, const report_part *part)
{
    cJSON *to = object->root;
    cJSON *tool = json_child(object, to, "tool");
    json_text(object, tool, "name", "assetlint");
    json_text(object, tool, "version", al_version());
    add_number_text(object, to, "files", part->files);
    add_number_text(object, to, "options", part->options);
    json_text(object, to, "failOn", part->fail_on == AL_OFF ? "never" : al_level_name(part->fail_on));
    if (part->show != AL_OFF)
        json_text(object, to, "show", al_level_name(part->show));
    if (part->per_rule_given)
        json_number(object, to, "maxPerRule", part->per_rule == UINT64_MAX ? 0 : part->per_rule);
    json_bool(object, to, "mustFind", part->must_find);
    if (part->interrupted)
        json_bool(object, to, "interrupted", true);
    if (part->folder != NULL)
        add_path(object, to, "folder", "folderBytes", part->folder);
    if (part->root != NULL)
        add_path(object, to, "root", "rootBytes", part->root);
    add_rules(object, to, part->levels);
}

/* Takes over the text, and writes it without what closes it. */
static bool write_open(FILE *out, char *text)
{
    if (text != NULL)
        (void)fwrite(text, 1, strlen(text) - 1, out);
    free(text);
    return text != NULL;
}

static bool write_statement(FILE *out, const al_result *of, const part_statement *s, bool baseline)
{
    json_object o = json_begin();
    json_add_finding(&o, o.root, of, &s->finding);
    part_add_finding(&o, o.root, &s->finding);
    if (s->in_baseline)
        json_bool(&o, o.root, "inBaseline", true);
    if (baseline)
        add_number_text(&o, o.root, "entry", s->entry);
    return json_write(&o, out);
}

/* There may be as many statements as a baseline has entries: none waits for the others. */
static bool write_own(FILE *out, const part_own *own, size_t which)
{
    char *shown = escaped_copy(own->raw_path, strlen(own->raw_path));
    const al_result of = {.path = shown, .member = "", .format = own_formats[which]};
    json_object o = json_begin();
    add_path(&o, o.root, "path", "pathBytes", own->raw_path);
    json_number(&o, o.root, "size", own->size);
    cJSON *used = json_array(&o, o.root, "used");
    for (uint64_t i = 0; i < own->used_count; i++)
        json_number_item(&o, used, own->used[i]);
    fprintf(out, ",\"%s\":", own_keys[which]);
    bool ok = write_open(out, json_end(&o));
    fputs(",\"findings\":[", out);
    for (uint64_t i = 0; ok && i < own->statement_count; i++) {
        fputs(i > 0 ? "," : "", out);
        ok = write_statement(out, &of, &own->statements[i], which == PART_BASELINE);
    }
    fputs("]}", out);
    free(shown);
    return ok;
}

bool part_write_summary(FILE *out, const report_part *part)
{
    json_object o = json_begin();
    add_settings(&o, part);
    fprintf(out, ",\"shard\":\"%" PRIu64 "/%" PRIu64 "\",\"part\":", part->number, part->count);
    bool ok = write_open(out, json_end(&o));
    for (size_t i = 0; ok && i < PART_OWN; i++)
        ok = !part->own[i].there || write_own(out, &part->own[i], i);
    fputs("}", out);
    return ok;
}
