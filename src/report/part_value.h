/* part_value.h: reads single values of the records of a part. */
#ifndef ASSETLINT_REPORT_PART_VALUE_H
#define ASSETLINT_REPORT_PART_VALUE_H

#include <assetlint/assetlint.h>

#include "project/configuration/entries.h"

/* Functions that return bool do so false when there is a mistake, which is noted. */

/* That all keys are there. `what` names the object: "this finding". */
bool part_has(al_entries *e, const al_json *object, const char *what, const char *const *keys, size_t count);

/* A text that is fit to print; that very text. */
bool part_text(al_entries *e, const al_json *value, const char **text);
bool part_word(al_entries *e, const al_json *value, const char *word);

bool part_truth(al_entries *e, const al_json *value, bool *truth);
bool part_number(al_entries *e, const al_json *value, uint64_t least, uint64_t *number);
bool part_numbers(al_entries *e, const al_json *value, uint64_t **numbers, uint64_t *count);
bool part_hexadecimal(al_entries *e, const al_json *value, uint64_t *number);

/* A level by its name, or by `off` for AL_OFF when that isn't NULL. */
bool part_level(al_entries *e, const al_json *value, const char *off, al_level *level);

/* The number of a rule, from its id: that of a value, or one that stands there. */
bool part_rule(al_entries *e, const al_json *value, size_t *number);
bool part_rule_id(al_entries *e, uint64_t at, const char *id, size_t *number);

/* The words of a value, and then its bytes where those are others: digits in pairs. */
bool part_words(al_entries *e, const al_json *value, al_value *words);
bool part_value_bytes(al_entries *e, const al_json *value, al_value *bytes);

/* The same of a path, which has no NUL in it. */
bool part_path_bytes(al_entries *e, const al_json *value, const char **path);

#endif
