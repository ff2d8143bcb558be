/* parts.h: functions that the files of configuration/ share. */
#ifndef AL_PROJECT_CONFIGURATION_PARTS_H
#define AL_PROJECT_CONFIGURATION_PARTS_H

#include "project/configuration/configuration.h"

#define AL_CONFIGURATION_NAME "assetlint.json"

/* "triangles", ...: the names in keys and rules. */
const char *al_measure_name(al_measure measure);

/* Refuses a pattern that matches no rule. `at`: its place in the file. */
bool al_read_rules(al_json_file *file, uint64_t at, const char *pattern);

/* Whether a text is a date of the calendar, YYYY-MM-DD. */
bool al_is_date(const char *text);

al_json_read_value al_read_fingerprint;        /* const char *: 16 digits, as in findings */
al_json_read_value al_read_fingerprint_number; /* uint64_t: the value of these digits */
al_json_read_value al_read_level;              /* al_level; key->what is the name of AL_OFF */

/* Sets the path, the folder, and the absolute paths of a configuration. False when out of memory. */
bool al_configuration_set_paths(al_configuration *c, const char *path) AL_MUST_USE;

/* Reads a file of at most `most` bytes. False if that fails: then `mistake` says why. */
bool al_read_whole_text(const char *path, uint64_t most, al_buffer *buffer, al_budget *budget, al_span *text,
                        al_mistake *mistake);

#endif
