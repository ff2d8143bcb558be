/* json_object.h: one JSON object at a time, built with cJSON and printed. cJSON's numbers are doubles, and
 * its functions fail one by one: here integers of 64 bits are exact, and json_end tells whether all of the
 * object is there. Large documents are written object by object.
 */
#ifndef ASSETLINT_REPORT_JSON_OBJECT_H
#define ASSETLINT_REPORT_JSON_OBJECT_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cJSON;

typedef struct json_object {
    struct cJSON *root;
    bool failed; /* something could not be added */
} json_object;

/* An object or an array within the object. */
typedef struct cJSON *json_node;

#define JSON_ROOT NULL

json_object json_begin(void);

/* Each adds a member to an object; without a key, an item to an array. Keys must last until the object ends.
 * Texts are UTF-8; NULL stands for a text that could not be allocated. */
void json_text(json_object *object, json_node to, const char *key, const char *value);
void json_number(json_object *object, json_node to, const char *key, uint64_t value);
void json_bool(json_object *object, json_node to, const char *key, bool value);
json_node json_child(json_object *object, json_node to, const char *key);
json_node json_array(json_object *object, json_node to, const char *key);

/* Adds a value that is JSON already. */
void json_raw(json_object *object, json_node to, const char *key, const char *value);

/* A number with the fewest digits that read back as the same; nan, inf and -inf, which are texts in JSON. */
typedef struct json_real_text {
    char text[64];
} json_real_text;
json_real_text json_real_words(double real);
void json_real(json_object *object, json_node to, const char *key, double real);

/* Texts are escaped. */
void json_value(json_object *object, json_node to, const char *key, al_value value);

/* Adds an object with name and version of this program. */
void json_add_tool(json_object *object, json_node to, const char *key);

/* Ends the object and returns its text without blanks and line ends, to be freed; NULL when out of memory. */
char *json_end(json_object *object);

/* The same, but write the text; false when out of memory. json_write_open leaves out the brace at the end, so
 * that more members can be written behind it. */
bool json_write(json_object *object, FILE *out);
bool json_write_open(json_object *object, FILE *out);

/* Writes a text between quotes; false when out of memory. */
bool json_write_text(FILE *out, const char *text);

#endif
