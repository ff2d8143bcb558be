/* json_object.c: cJSON with exact integers, and with one answer for all that failed. */
#include "report/json_object.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"

json_object json_begin(void)
{
    cJSON *root = cJSON_CreateObject();
    return (json_object){.root = root, .failed = root == NULL};
}

/* Takes over the item, which is NULL when out of memory. */
static json_node add(json_object *object, json_node to, const char *key, cJSON *item)
{
    cJSON *parent = to != NULL ? to : object->root;
    if (item != NULL &&
        (key != NULL ? cJSON_AddItemToObjectCS(parent, key, item) : cJSON_AddItemToArray(parent, item)))
        return item;
    cJSON_Delete(item);
    object->failed = true;
    return NULL;
}

void json_text(json_object *object, json_node to, const char *key, const char *value)
{
    (void)add(object, to, key, value != NULL ? cJSON_CreateString(value) : NULL);
}

void json_raw(json_object *object, json_node to, const char *key, const char *value)
{
    (void)add(object, to, key, cJSON_CreateRaw(value));
}

void json_number(json_object *object, json_node to, const char *key, uint64_t value)
{
    json_raw(object, to, key, al_show_unsigned(value).text);
}

void json_bool(json_object *object, json_node to, const char *key, bool value)
{
    (void)add(object, to, key, cJSON_CreateBool(value));
}

json_real_text json_real_words(double real)
{
    json_real_text words = {.text = "nan"};
    if (isinf(real))
        (void)snprintf(words.text, sizeof words.text, "%sinf", real < 0 ? "-" : "");
    else if (!isnan(real))
        (void)al_real_words(real, words.text, sizeof words.text);
    return words;
}

void json_real(json_object *object, json_node to, const char *key, double real)
{
    const json_real_text words = json_real_words(real);
    if (isfinite(real))
        json_raw(object, to, key, words.text);
    else
        json_text(object, to, key, words.text);
}

static void add_escaped(json_object *object, json_node to, const char *key, const char *text, size_t length)
{
    const size_t size = al_escape(text, length, NULL, 0) + 1;
    char *escaped = malloc(size);
    if (escaped != NULL)
        (void)al_escape(text, length, escaped, size);
    json_text(object, to, key, escaped);
    free(escaped);
}

void json_value(json_object *object, json_node to, const char *key, al_value value)
{
    switch (value.kind) {
    case AL_VALUE_NONE: json_raw(object, to, key, "null"); break;
    case AL_VALUE_UINT: json_number(object, to, key, value.as.uint_value); break;
    case AL_VALUE_INT: json_raw(object, to, key, al_show_signed(value.as.int_value).text); break;
    case AL_VALUE_REAL: json_real(object, to, key, value.as.real_value); break;
    case AL_VALUE_TEXT: add_escaped(object, to, key, value.as.text.bytes, value.as.text.length); break;
    }
}

json_node json_child(json_object *object, json_node to, const char *key)
{
    return add(object, to, key, cJSON_CreateObject());
}

json_node json_array(json_object *object, json_node to, const char *key)
{
    return add(object, to, key, cJSON_CreateArray());
}

void json_add_tool(json_object *object, json_node to, const char *key)
{
    const json_node tool = json_child(object, to, key);
    json_text(object, tool, "name", "assetlint");
    json_text(object, tool, "version", al_version());
}

char *json_end(json_object *object)
{
    char *text = object->failed ? NULL : cJSON_PrintUnformatted(object->root);
    cJSON_Delete(object->root);
    *object = (json_object){.failed = true};
    return text;
}

/* Writes a text of cJSON without its last bytes, and frees it. */
static bool write_text(FILE *out, char *text, size_t without)
{
    if (text == NULL)
        return false;
    (void)fwrite(text, 1, strlen(text) - without, out);
    cJSON_free(text);
    return true;
}

bool json_write(json_object *object, FILE *out)
{
    return write_text(out, json_end(object), 0);
}

bool json_write_open(json_object *object, FILE *out)
{
    return write_text(out, json_end(object), 1);
}

bool json_write_text(FILE *out, const char *text)
{
    cJSON *item = cJSON_CreateStringReference(text);
    char *printed = item != NULL ? cJSON_PrintUnformatted(item) : NULL;
    cJSON_Delete(item);
    return write_text(out, printed, 0);
}
