/* part_value.c: texts, numbers and words of a part. */
#include "report/part_value.h"

#include <string.h>

#include "core/digits.h"
#include "core/text.h"
#include "formats/catalogue.h"
#include "project/configuration/parts.h"

bool part_has(al_entries *e, const al_json *object, const char *what, const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (al_json_find(object, keys[i]) == NULL)
            return al_refuse(e, object->at, "%s has no \"%s\"", what, keys[i]);
    return true;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Reports print texts as they are, so what al_escape never lets through would reach a terminal. */
bool part_text(al_entries *e, const al_json *value, const char **text)
{
    if (!al_read_text(e, value, "a text", text))
        return false;
    const size_t length = strlen(*text);
    return al_escape(*text, length, NULL, 0) == length ||
           al_refuse(e, value->at, "this text is not fit to print");
}

bool part_word(al_entries *e, const al_json *value, const char *word)
{
    const char *text;
    if (!part_text(e, value, &text))
        return false;
    return strcmp(text, word) == 0 ||
           al_refuse(e, value->at, "\"%s\" was expected, not \"%.200s\"", word, text);
}

/* Pairs of digits as bytes, with a NUL behind them. */
static bool read_bytes(al_entries *e, const al_json *value, char **bytes, size_t *length)
{
    static const char digits[] = "0123456789abcdef";
    const char *text;
    if (!al_read_text(e, value, "bytes", &text))
        return false;
    *length = strlen(text) / 2;
    *bytes = al_alloc(e->arena, *length + 1, 1);
    if (*bytes == NULL)
        return al_refuse_memory(e);
    if (strlen(text) % 2 != 0 || text[strspn(text, digits)] != '\0')
        return al_refuse(e, value->at, "bytes are digits in pairs, 0 to 9 and a to f");
    for (size_t i = 0; i < *length; i++) {
        const char *high = strchr(digits, text[2 * i]), *low = strchr(digits, text[2 * i + 1]);
        (*bytes)[i] = (char)((high - digits) << 4 | (low - digits));
    }
    return true;
}

bool part_words(al_entries *e, const al_json *value, al_value *words)
{
    const char *text;
    if (!part_text(e, value, &text))
        return false;
    if (words->kind == AL_VALUE_NONE)
        *words = al_text(text);
    return strlen(text) < AL_MESSAGE_SIZE || al_refuse(e, value->at, "this text is too long");
}

bool part_value_bytes(al_entries *e, const al_json *value, al_value *bytes)
{
    char *text;
    size_t length;
    if (!read_bytes(e, value, &text, &length))
        return false;
    *bytes = al_text_bytes(al_span_of(text, length));
    return true;
}

bool part_path_bytes(al_entries *e, const al_json *value, const char **path)
{
    char *bytes;
    size_t length;
    if (!read_bytes(e, value, &bytes, &length))
        return false;
    *path = bytes;
    return strlen(bytes) == length || al_refuse(e, value->at, "a path has no NUL in it");
}

/* ---- Numbers and names --------------------------------------------------------------------------------- */

bool part_truth(al_entries *e, const al_json *value, bool *truth)
{
    *truth = value->truth;
    return al_expect(e, value, AL_JSON_BOOL, "true or false");
}

bool part_number(al_entries *e, const al_json *value, uint64_t least, uint64_t *number)
{
    if (!al_read_whole(e, value, "a whole number", number))
        return false;
    return *number >= least || al_refuse(e, value->at, "a number from 1 was expected");
}

bool part_numbers(al_entries *e, const al_json *value, uint64_t **numbers, uint64_t *count)
{
    *count = 0;
    if (!al_expect(e, value, AL_JSON_ARRAY, "a list of numbers"))
        return false;
    *numbers = al_alloc(e->arena, value->count, sizeof **numbers);
    if (*numbers == NULL)
        return al_refuse_memory(e);
    for (const al_json *item = value->first; item != NULL; item = item->next)
        if (!part_number(e, item, 0, &(*numbers)[(*count)++]))
            return false;
    return true;
}

bool part_hexadecimal(al_entries *e, const al_json *value, uint64_t *number)
{
    const char *text;
    return al_read_fingerprint(e, value, &text) && al_parse_hexadecimal(text, number);
}

bool part_level(al_entries *e, const al_json *value, const char *off, al_level *level)
{
    const char *text;
    if (!part_text(e, value, &text))
        return false;
    for (*level = AL_NOTE; *level <= AL_ERROR; ++*level)
        if (strcmp(text, al_level_name(*level)) == 0)
            return true;
    *level = AL_OFF;
    return (off != NULL && strcmp(text, off) == 0) || al_refuse(e, value->at, "\"%.200s\" is no level", text);
}

bool part_rule_id(al_entries *e, uint64_t at, const char *id, size_t *number)
{
    const al_rule *rule = al_rule_find(id);
    if (rule == NULL)
        return al_refuse(e, at, "no rule is named \"%.200s\"", id);
    *number = (size_t)(rule - al_catalogue);
    return true;
}

bool part_rule(al_entries *e, const al_json *value, size_t *number)
{
    const char *id;
    return part_text(e, value, &id) && part_rule_id(e, value->at, id, number);
}
