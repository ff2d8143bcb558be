/* json_reader.h: reads JSON (RFC 8259) and keeps where everything stands, for files that people write: what
 * is wrong with them is to be told with its line and column.
 *
 * It is stricter than cJSON, which gives no places, takes the last of two equal keys without a word, makes a
 * double of every number and takes bytes that aren't UTF-8. A byte order mark at the start is passed over.
 */
#ifndef AL_CORE_JSON_READER_H
#define AL_CORE_JSON_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/span.h"

/* Values may lie so deep in each other: more than any file of ours nests. */
enum { AL_JSON_DEPTH = 32 };

typedef enum al_json_kind {
    AL_JSON_NULL,
    AL_JSON_BOOL,
    AL_JSON_NUMBER,
    AL_JSON_TEXT,
    AL_JSON_ARRAY,
    AL_JSON_OBJECT
} al_json_kind;

typedef struct al_json {
    struct al_json *next;  /* in its array or object; NULL: it is the last */
    struct al_json *first; /* of an array or object: its first value, */
    uint64_t count;        /* of so many */
    const char *key;       /* in an object, as `text` */
    const char *text;      /* of a text: UTF-8 with a NUL behind it and none in it */
    uint64_t key_at;       /* where the key begins in the file, with its quote */
    uint64_t at, end;      /* and the value; where it ends */
    uint64_t whole;        /* a number that is one of 0 to 2^64 - 1, */
    bool is_whole;         /* if so */
    bool truth;            /* of AL_JSON_BOOL */
    al_json_kind kind;
} al_json;

typedef struct al_json_error {
    uint64_t at;
    const char *what; /* a sentence without its full stop; NULL: memory is short */
    const char *key;  /* that is there twice, where that is the mistake: then `what` has a %s for it */
} al_json_error;

/* The value that a text is, in memory of the arena. NULL where it is none, and `*mistake` says why. Work and
 * memory are in proportion to the text. */
const al_json *al_json_read(al_span text, al_arena *arena, al_json_error *mistake) AL_MUST_USE;

/* The value of a key of an object; NULL when it has none. */
const al_json *al_json_find(const al_json *object, const char *key);

#endif
