/* json_keys.h: reads objects of JSON whose keys are known into structs, by a table: the configuration
 * and baselines. Every mistake has a place and a sentence.
 */
#ifndef AL_CORE_JSON_KEYS_H
#define AL_CORE_JSON_KEYS_H

#include <assetlint/assetlint.h>

#include <stddef.h>

#include "core/compiler.h"
#include "core/json_reader.h"
#include "core/suggest.h"

/* Sets line and column to those of an offset in the text. */
void al_mistake_at(al_mistake *mistake, al_span text, uint64_t at);

/* A file that is being read. */
typedef struct al_json_file {
    al_span text;
    al_arena *arena; /* owns all that is read */
    al_mistake *mistake;
    void *context; /* for the readers of keys */
} al_json_file;

typedef struct al_json_key al_json_key;

/* All readers return false when there is a mistake, which they have noted. `place` is the member of the
 * struct that gets the value; its type depends on the reader. */
typedef bool al_json_read_value(al_json_file *file, const al_json *value, const al_json_key *key,
                                void *place);

/* The keys of one kind of object, at most 64. */
typedef struct al_json_table {
    const char *name;    /* "a budget" */
    const char *missing; /* the sentence about a missing key begins with this: "this budget has no" */
    const al_json_key *keys;
    size_t count;
} al_json_table;

/* A row of such a table. Columns that a reader does not use may be left out. */
struct al_json_key {
    const char *name;
    al_json_read_value *read;
    size_t place; /* offset in the struct */
    bool needed;
    const char *what; /* the value that is expected: "a text" */
    const al_json_table *table;
    const al_json_key *item; /* of a list: how its items are read */
    size_t item_size;
    size_t count; /* of a list: offset of its size_t, from `place` */
};

/* The columns that say where a list goes: to `items`, a pointer, and to `count` behind it. */
#define AL_JSON_LIST(type, items, length)                                        \
    .place = offsetof(type, items), .item_size = sizeof(*((type *)NULL)->items), \
    .count = offsetof(type, length) - offsetof(type, items)

/* Notes a mistake, and returns false. */
bool al_json_refuse(al_json_file *file, uint64_t at, const char *format, ...) AL_PRINTF(3, 4);
bool al_json_refuse_memory(al_json_file *file);

/* Refuses a name that is not one of those that `near` was offered: `what` "NAME"; did you mean ...? Without a
 * near one the sentence ends in `otherwise`. */
bool al_json_refuse_name(al_json_file *file, uint64_t at, const char *what, const al_suggestion *near,
                         const char *otherwise);

/* The root of the file; NULL when its text is not JSON, or memory is short. */
const al_json *al_json_parse(al_json_file *file);

/* Reads an object into a struct, key by key in the order of the file. */
bool al_json_read_object(al_json_file *file, const al_json *object, const al_json_table *table, void *into);

/* Requires a value to be of a kind; `what` names what is expected. */
bool al_json_expect(al_json_file *file, const al_json *value, al_json_kind kind, const char *what);

al_json_read_value al_json_read_text;  /* const char * */
al_json_read_value al_json_read_whole; /* uint64_t */
al_json_read_value al_json_read_list;  /* AL_JSON_LIST */
al_json_read_value al_json_read_table; /* the struct of key->table */

#endif
