/* entries.h: how files of JSON are read whose keys are known: the configuration and baselines. */
#ifndef AL_PROJECT_CONFIGURATION_ENTRIES_H
#define AL_PROJECT_CONFIGURATION_ENTRIES_H

#include "core/compiler.h"
#include "core/json_reader.h"
#include "core/suggest.h"
#include "project/configuration/configuration.h"

/* A file that is being read. */
typedef struct al_entries {
    al_span text;
    al_arena *arena;
    al_mistake *mistake;
    void *context; /* of whoever reads */
} al_entries;

/* A key that an object may have. `read` gets its value and what the object is read into. */
typedef struct al_entry_key {
    const char *name;
    bool (*read)(al_entries *e, const al_json *value, void *into);
} al_entry_key;

/* Functions that return bool do so false when there is a mistake, which is noted. */

/* Notes a mistake, and returns false. */
bool al_refuse(al_entries *e, uint64_t at, const char *format, ...) AL_PRINTF(3, 4);
bool al_refuse_memory(al_entries *e);

/* Reads the text; NULL when it is no JSON, or memory is short. */
const al_json *al_entries_read(al_entries *e);

/* Reads an object of these keys, in the order of the file. `what` names it: "a budget". */
bool al_read_keys(al_entries *e, const al_json *object, const char *what, const al_entry_key *keys,
                  size_t count, void *into);

/* Each reads a value of its kind; `what` says what it should be: "a text". */
bool al_read_text(al_entries *e, const al_json *value, const char *what, const char **text);
bool al_read_whole(al_entries *e, const al_json *value, const char *what, uint64_t *number);
bool al_expect(al_entries *e, const al_json *value, al_json_kind kind, const char *what);

/* Refuses a word that should be one of some names, of which the suggestion was offered all. */
bool al_refuse_name(al_entries *e, uint64_t at, const char *what, const al_suggestion *near,
                    const char *otherwise);

#endif
