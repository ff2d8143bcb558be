/* json_record.c: files and findings as objects of JSON. */
#include "report/json_record.h"

static void add_place(json_object *object, cJSON *to, const al_result *result)
{
    json_text(object, to, "path", result->path);
    if (result->member[0] != '\0')
        json_text(object, to, "member", result->member);
}

void json_add_file(json_object *object, cJSON *to, const al_result *result)
{
    add_place(object, to, result);
    json_text(object, to, "format", result->format);
    json_text(object, to, "version", result->version);
    json_number(object, to, "size", result->size);
    json_text(object, to, "status", al_file_status_name(result->status));
}

static void add_value(json_object *object, cJSON *to, const char *key, al_value value)
{
    char words[AL_MESSAGE_SIZE];
    if (value.kind == AL_VALUE_NONE)
        return;
    (void)al_value_words(value, words, sizeof words);
    json_text(object, to, key, words);
}

void json_add_finding(json_object *object, cJSON *to, const al_result *result, const al_finding *finding)
{
    char message[AL_MESSAGE_SIZE];
    (void)al_finding_message(finding, message, sizeof message);
    json_text(object, to, "rule", finding->rule->id);
    json_text(object, to, "level", al_level_name(finding->level));
    json_text(object, to, "confidence", al_confidence_name(finding->rule->confidence));
    json_bool(object, to, "crash", finding->crash);
    add_place(object, to, result);
    json_text(object, to, "format", finding->format != NULL ? finding->format : result->format);
    json_number(object, to, "offset", finding->offset);
    json_number(object, to, "length", finding->length);
    if (finding->in_inflated)
        json_number(object, to, "inflatedOffset", finding->inflated_offset);
    if (finding->line > 0) {
        json_number(object, to, "line", finding->line);
        json_number(object, to, "column", finding->column);
    }
    json_text(object, to, "field", finding->field);
    json_text(object, to, "message", message);
    add_value(object, to, "expected", finding->expected);
    add_value(object, to, "actual", finding->actual);
    json_number(object, to, "count", finding->count);
    cJSON *elements = json_array(object, to, "elements");
    for (size_t i = 0; i < finding->element_count; i++)
        json_number_item(object, elements, finding->elements[i]);
    json_text(object, to, "fingerprint", finding->fingerprint);
}
