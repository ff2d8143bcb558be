/* json.h: writes one JSON object at a time, in the order in which its members are added. A failure to add
 * something is reported by json_end.
 */
#ifndef ASSETLINT_REPORT_JSON_H
#define ASSETLINT_REPORT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 8 }; /* the deepest nesting; SARIF has five objects and arrays in each other */

/* The root, or an object or array in it. It ends as soon as something is added to one around it. */
typedef unsigned json_place;

enum { JSON_ROOT = 0 };

typedef struct json_object {
    char *text;
    size_t length, capacity;
    json_place last;       /* the innermost place that has not ended */
    char ends[JSON_DEPTH]; /* the brackets that end the places */
    bool failed;
} json_object;

json_object json_begin(void);

/* Each adds a member to `to`, which is JSON_ROOT or was returned by json_child. Texts are UTF-8; NULL stands
 * for a text that could not be allocated, and makes json_end fail. */
void json_text(json_object *object, json_place to, const char *key, const char *value);
void json_number(json_object *object, json_place to, const char *key, uint64_t value);
void json_bool(json_object *object, json_place to, const char *key, bool value);
json_place json_child(json_object *object, json_place to, const char *key);
json_place json_array(json_object *object, json_place to, const char *key);

/* Adds an object with name and version of this program. */
void json_add_tool(json_object *object, json_place to, const char *key);

/* Each adds an item to an array. */
void json_text_item(json_object *object, json_place array, const char *value);
void json_number_item(json_object *object, json_place array, uint64_t value);
json_place json_child_item(json_object *object, json_place array);

/* Ends the object and returns its text without blanks and line ends, to be freed; NULL when out of memory. */
char *json_end(json_object *object);

/* The same, but writes the text; false when out of memory. */
bool json_write(json_object *object, FILE *out);

/* Writes text between quotes, for documents that are too large to be built. The text must come from
 * al_escape: UTF-8 without control characters. */
void json_write_text(FILE *out, const char *text);

#endif
