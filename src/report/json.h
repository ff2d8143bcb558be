/* json.h: builds one JSON object at a time. A failure to add something is reported by json_end. */
#ifndef ASSETLINT_REPORT_JSON_H
#define ASSETLINT_REPORT_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_object {
    cJSON *root;
    bool failed;
} json_object;

json_object json_begin(void);

/* Each adds a member to `to`, which is the root or was returned by json_child. Texts are UTF-8; NULL stands
 * for a text that could not be allocated, and makes json_end fail. */
void json_text(json_object *object, cJSON *to, const char *key, const char *value);
void json_number(json_object *object, cJSON *to, const char *key, uint64_t value);
void json_bool(json_object *object, cJSON *to, const char *key, bool value);
cJSON *json_child(json_object *object, cJSON *to, const char *key);
cJSON *json_array(json_object *object, cJSON *to, const char *key);

/* Adds an object with name and version of this program. */
void json_add_tool(json_object *object, cJSON *to, const char *key);

/* Each adds an item to an array. */
void json_text_item(json_object *object, cJSON *array, const char *value);
void json_number_item(json_object *object, cJSON *array, uint64_t value);
cJSON *json_child_item(json_object *object, cJSON *array);

/* Frees the object and returns its text without blanks and line ends, to be freed; NULL when out of memory.
 */
char *json_end(json_object *object);

/* The same, but writes the text; false when out of memory. */
bool json_write(json_object *object, FILE *out);

/* Writes text between quotes, for documents that are too large to be built. The text must come from
 * al_escape: UTF-8 without control characters. */
void json_write_text(FILE *out, const char *text);

#endif
