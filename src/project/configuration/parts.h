/* parts.h: what the files of the configuration share. */
#ifndef AL_PROJECT_CONFIGURATION_PARTS_H
#define AL_PROJECT_CONFIGURATION_PARTS_H

#include "project/configuration/configuration.h"

/* The name of AL_CONFIGURATION's files. */
#define AL_CONFIGURATION_NAME "assetlint.json"

/* "triangles", ...; as the keys and the rules have them. */
const char *al_measure_name(al_measure measure);

/* A rule or a pattern of rules, which must name one. */
bool al_read_rules(al_json_file *file, uint64_t at, const char *pattern);

al_json_read_value al_read_fingerprint;        /* const char *: sixteen digits, as findings have them */
al_json_read_value al_read_fingerprint_number; /* uint64_t: what these digits stand for */
al_json_read_value al_read_level;              /* al_level; AL_OFF has the name key->what */

/* Notes the path, its folder and where that is; false when out of memory. */
bool al_configuration_set_paths(al_configuration *c, const char *path) AL_MUST_USE;

/* Reads a file of at most `most` bytes. False where that fails, and the mistake says why. */
bool al_read_whole_text(const char *path, uint64_t most, al_buffer *buffer, al_budget *budget, al_span *text,
                        al_mistake *mistake);

#endif
