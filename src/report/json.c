/* json.c: writes JSON with cJSON, keeps the first failure, and keeps integers exact. cJSON has its default
 * hooks, so its texts come from malloc. */
#include "report/json.h"

#include <assetlint/assetlint.h>
#include <inttypes.h>
#include <stdlib.h>

json_object json_begin(void)
{
    cJSON *root = cJSON_CreateObject();
    return (json_object){.root = root, .failed = root == NULL};
}

static cJSON *keep(json_object *object, cJSON *added)
{
    if (added == NULL)
        object->failed = true;
    return added;
}

void json_text(json_object *object, cJSON *to, const char *key, const char *value)
{
    if (value == NULL)
        object->failed = true;
    else
        (void)keep(object, cJSON_AddStringToObject(to, key, value));
}

/* Numbers of cJSON are doubles, which are not exact above 2^53. */
void json_number(json_object *object, cJSON *to, const char *key, uint64_t value)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    (void)keep(object, cJSON_AddRawToObject(to, key, digits));
}

void json_bool(json_object *object, cJSON *to, const char *key, bool value)
{
    (void)keep(object, cJSON_AddBoolToObject(to, key, value));
}

cJSON *json_child(json_object *object, cJSON *to, const char *key)
{
    return keep(object, cJSON_AddObjectToObject(to, key));
}

cJSON *json_array(json_object *object, cJSON *to, const char *key)
{
    return keep(object, cJSON_AddArrayToObject(to, key));
}

void json_add_tool(json_object *object, cJSON *to, const char *key)
{
    cJSON *tool = json_child(object, to, key);
    json_text(object, tool, "name", "assetlint");
    json_text(object, tool, "version", al_version());
}

/* Adds an item, and owns it even if that fails. */
static cJSON *append(json_object *object, cJSON *array, cJSON *item)
{
    if (item != NULL && cJSON_AddItemToArray(array, item))
        return item;
    cJSON_Delete(item);
    object->failed = true;
    return NULL;
}

void json_text_item(json_object *object, cJSON *array, const char *value)
{
    (void)append(object, array, cJSON_CreateString(value));
}

void json_number_item(json_object *object, cJSON *array, uint64_t value)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    (void)append(object, array, cJSON_CreateRaw(digits));
}

cJSON *json_child_item(json_object *object, cJSON *array)
{
    return append(object, array, cJSON_CreateObject());
}

char *json_end(json_object *object)
{
    char *text = object->failed ? NULL : cJSON_PrintUnformatted(object->root);
    cJSON_Delete(object->root);
    *object = (json_object){0};
    return text;
}

bool json_write(json_object *object, FILE *out)
{
    char *text = json_end(object);
    if (text == NULL)
        return false;
    (void)fputs(text, out);
    free(text);
    return true;
}

void json_write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}
