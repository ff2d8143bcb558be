/* json.h: builds one JSON object at a time; that something could not be added shows at its end. */
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

/* Each adds a member to `to`: the root or what json_child and json_array returned. Texts are UTF-8; one that
 * is NULL could not be made for lack of memory, and so the object can't be. */
void json_text(json_object *object, cJSON *to, const char *key, const char *value);
void json_number(json_object *object, cJSON *to, const char *key, uint64_t value);
void json_bool(json_object *object, cJSON *to, const char *key, bool value);
cJSON *json_child(json_object *object, cJSON *to, const char *key);
cJSON *json_array(json_object *object, cJSON *to, const char *key);

/* Adds name and version of this program. */
void json_add_tool(json_object *object, cJSON *to, const char *key);

/* Each adds an item to an array. */
void json_text_item(json_object *object, cJSON *array, const char *value);
void json_number_item(json_object *object, cJSON *array, uint64_t value);
cJSON *json_child_item(json_object *object, cJSON *array);

/* Ends the object and returns it without blanks and line ends, to be freed; NULL when out of memory. */
char *json_end(json_object *object);

/* Ends the object and writes it; false when out of memory. */
bool json_write(json_object *object, FILE *out);

/* For documents too large to be built: writes text between quotes. It is UTF-8 without control characters, as
 * al_escape leaves it. */
void json_write_text(FILE *out, const char *text);

#endif
