/* record_values.c: texts, numbers and names in records. */
#include "report/record_values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/findings.h"
#include "core/sentence.h"
#include "formats/catalogue.h"
#include "report/escape.h"

static const char hexadecimal_digits[] = "0123456789abcdef";

/* ---- Reading: texts ------------------------------------------------------------------------------------ */

/* Reports print texts unchanged: one that al_escape would change must not get through to a terminal. */
bool value_read_text(al_json_file *file, const al_json *value, const char **text)
{
    if (!al_json_expect(file, value, AL_JSON_TEXT, "a text"))
        return false;
    *text = value->text;
    const size_t length = strlen(*text);
    return al_escape(*text, length, NULL, 0) == length ||
           al_json_refuse(file, value->at, "this text is not fit to print");
}

bool value_read_word(al_json_file *file, const al_json *value, const char *word)
{
    const char *text;
    if (!value_read_text(file, value, &text))
        return false;
    return strcmp(text, word) == 0 ||
           al_json_refuse(file, value->at, "\"%s\" was expected, not \"%.200s\"", word, text);
}

bool value_read_words(al_json_file *file, const al_json *value, al_value *words)
{
    const char *text;
    if (!value_read_text(file, value, &text))
        return false;
    if (words->kind == AL_VALUE_NONE)
        *words = al_text(text);
    return strlen(text) < AL_MESSAGE_SIZE || al_json_refuse(file, value->at, "this text is too long");
}

/* Puts a NUL behind the bytes. */
static bool read_bytes(al_json_file *file, const al_json *value, char **bytes, size_t *length)
{
    const char *text = value->text;
    if (!al_json_expect(file, value, AL_JSON_TEXT, "bytes"))
        return false;
    *length = strlen(text) / 2;
    *bytes = al_alloc(file->arena, *length + 1, 1);
    if (*bytes == NULL)
        return al_json_refuse_memory(file);
    if (strlen(text) % 2 != 0 || text[strspn(text, hexadecimal_digits)] != '\0')
        return al_json_refuse(file, value->at, "bytes are digits in pairs, 0 to 9 and a to f");
    for (size_t i = 0; i < *length; i++) {
        const char *high = strchr(hexadecimal_digits, text[2 * i]);
        const char *low = strchr(hexadecimal_digits, text[2 * i + 1]);
        (*bytes)[i] = (char)((high - hexadecimal_digits) << 4 | (low - hexadecimal_digits));
    }
    return true;
}

bool value_read_bytes(al_json_file *file, const al_json *value, al_value *bytes)
{
    char *text;
    size_t length;
    if (!read_bytes(file, value, &text, &length))
        return false;
    *bytes = al_text_bytes(al_span_of(text, length));
    return true;
}

bool value_read_path_bytes(al_json_file *file, const al_json *value, const char **path)
{
    char *bytes;
    size_t length;
    if (!read_bytes(file, value, &bytes, &length))
        return false;
    *path = bytes;
    return strlen(bytes) == length || al_json_refuse(file, value->at, "a path has no NUL in it");
}

/* ---- Reading: numbers and names ------------------------------------------------------------------------ */

bool value_read_truth(al_json_file *file, const al_json *value, bool *truth)
{
    *truth = value->truth;
    return al_json_expect(file, value, AL_JSON_BOOL, "true or false");
}

bool value_read_number(al_json_file *file, const al_json *value, uint64_t least, uint64_t *number)
{
    static const al_json_key whole = {.what = "a whole number"};
    if (!al_json_read_whole(file, value, &whole, number))
        return false;
    return *number >= least || al_json_refuse(file, value->at, "a number from 1 was expected");
}

bool value_read_numbers(al_json_file *file, const al_json *value, uint64_t **numbers, size_t *count)
{
    *count = 0;
    if (!al_json_expect(file, value, AL_JSON_ARRAY, "a list of numbers"))
        return false;
    *numbers = al_alloc(file->arena, value->count, sizeof **numbers);
    if (*numbers == NULL)
        return al_json_refuse_memory(file);
    for (const al_json *item = value->first; item != NULL; item = item->next)
        if (!value_read_number(file, item, 0, &(*numbers)[(*count)++]))
            return false;
    return true;
}

bool value_read_status(al_json_file *file, const al_json *value, al_file_status *status)
{
    const char *text;
    if (!value_read_text(file, value, &text))
        return false;
    for (*status = AL_FILE_CLEAN; *status <= AL_FILE_UNRECOGNIZED; ++*status)
        if (strcmp(text, al_file_status_name(*status)) == 0)
            return true;
    *status = AL_FILE_UNRECOGNIZED;
    return al_json_refuse(file, value->at, "\"%.200s\" is not a status of a file", text);
}

bool value_read_confidence(al_json_file *file, const al_json *value, al_confidence *confidence)
{
    const char *text;
    if (!value_read_text(file, value, &text))
        return false;
    for (*confidence = AL_POSSIBLE; *confidence <= AL_CERTAIN; ++*confidence)
        if (strcmp(text, al_confidence_name(*confidence)) == 0)
            return true;
    *confidence = AL_POSSIBLE;
    return al_json_refuse(file, value->at, "\"%.200s\" is not a confidence", text);
}

bool value_read_rule(al_json_file *file, uint64_t at, const char *id, size_t *index)
{
    const al_rule *rule = al_rule_find(id);
    if (rule == NULL)
        return al_json_refuse(file, at, "no rule is named \"%.200s\"", id);
    *index = (size_t)(rule - al_catalogue);
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* NULL for `shown` means that memory was short. No bytes may be NULL. */
static void add_bytes(json_object *object, json_place to, const char *key, const char *bytes, size_t length,
                      const char *shown)
{
    if (shown != NULL && strlen(shown) == length && (length == 0 || memcmp(shown, bytes, length) == 0))
        return;
    char *text = shown != NULL && length < SIZE_MAX / 2 ? malloc(2 * length + 1) : NULL;
    for (size_t i = 0; text != NULL && i < length; i++) {
        text[2 * i] = hexadecimal_digits[(unsigned char)bytes[i] >> 4];
        text[2 * i + 1] = hexadecimal_digits[(unsigned char)bytes[i] & 0xF];
    }
    if (text != NULL)
        text[2 * length] = '\0';
    json_text(object, to, key, text);
    free(text);
}

void value_add_path(json_object *object, json_place to, const char *key, const char *path)
{
    char *shown = escaped_copy(path, strlen(path));
    json_text(object, to, key, shown);
    free(shown);
}

void value_add_path_bytes(json_object *object, json_place to, const char *key, const char *path)
{
    char *shown = escaped_copy(path, strlen(path));
    add_bytes(object, to, key, path, strlen(path), shown);
    free(shown);
}

void value_add_words(json_object *object, json_place to, const char *key, const al_value *value)
{
    char words[AL_MESSAGE_SIZE];
    if (value->kind == AL_VALUE_NONE)
        return;
    (void)al_value_words(*value, words, sizeof words);
    json_text(object, to, key, words);
}

void value_add_bytes(json_object *object, json_place to, const char *key, const al_value *value)
{
    char words[AL_MESSAGE_SIZE];
    if (value->kind != AL_VALUE_TEXT)
        return;
    (void)al_value_words(*value, words, sizeof words);
    add_bytes(object, to, key, value->as.text.bytes, value->as.text.length, words);
}

void value_add_fingerprint(json_object *object, json_place to, const char *key, uint64_t number)
{
    char text[17];
    (void)snprintf(text, sizeof text, "%016" PRIx64, number);
    json_text(object, to, key, text);
}

void value_add_numbers(json_object *object, json_place to, const char *key, const uint64_t *numbers,
                       size_t count)
{
    const json_place list = json_array(object, to, key);
    for (size_t i = 0; i < count; i++)
        json_number_item(object, list, numbers[i]);
}
