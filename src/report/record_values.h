/* record_values.h: how single values of a record are read and written. */
#ifndef ASSETLINT_REPORT_RECORD_VALUES_H
#define ASSETLINT_REPORT_RECORD_VALUES_H

#include <assetlint/assetlint.h>

#include "core/json_keys.h"
#include "report/json.h"

/* ---- Reading: false when there is a mistake, which is noted -------------------------------------------- */

/* A text that is fit to print. */
bool value_read_text(al_json_file *file, const al_json *value, const char **text);

/* Exactly this text. */
bool value_read_word(al_json_file *file, const al_json *value, const char *word);

/* The words of a value, as reports show them, and its bytes as hexadecimal digits. A value that has bytes
 * keeps them, whichever is read first. */
bool value_read_words(al_json_file *file, const al_json *value, al_value *words);
bool value_read_bytes(al_json_file *file, const al_json *value, al_value *bytes);

/* The bytes of a path, without a NUL in them. */
bool value_read_path_bytes(al_json_file *file, const al_json *value, const char **path);

bool value_read_truth(al_json_file *file, const al_json *value, bool *truth);
bool value_read_number(al_json_file *file, const al_json *value, uint64_t least, uint64_t *number);
bool value_read_numbers(al_json_file *file, const al_json *value, uint64_t **numbers, size_t *count);
bool value_read_status(al_json_file *file, const al_json *value, al_file_status *status);
bool value_read_confidence(al_json_file *file, const al_json *value, al_confidence *confidence);

/* The index of the rule with this id; `at` is the offset of the id. */
bool value_read_rule(al_json_file *file, uint64_t at, const char *id, size_t *index);

/* ---- Writing: each adds a key to an object ------------------------------------------------------------- */

void value_add_path(json_object *object, json_place to, const char *key, const char *path); /* escaped */
void value_add_words(json_object *object, json_place to, const char *key, const al_value *value);
void value_add_fingerprint(json_object *object, json_place to, const char *key, uint64_t number);
void value_add_numbers(json_object *object, json_place to, const char *key, const uint64_t *numbers,
                       size_t count);

/* These add nothing if al_escape does not change the bytes. */
void value_add_path_bytes(json_object *object, json_place to, const char *key, const char *path);
void value_add_bytes(json_object *object, json_place to, const char *key, const al_value *value);

#endif
