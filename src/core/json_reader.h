/* json_reader.h: reads JSON (RFC 8259) with the offset of each value, so that errors in files that users
 * write can be reported with line and column.
 *
 * This is why it stands here, though reports are written with cJSON: cJSON knows no places. It reads
 * assetlint.json and baselines alone.
 *
 * It refuses two equal keys and bytes that are not UTF-8, and keeps integers exact. A byte order mark at the
 * start is skipped.
 */
#ifndef AL_CORE_JSON_READER_H
#define AL_CORE_JSON_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/span.h"

enum { AL_JSON_DEPTH = 32 }; /* the deepest nesting of values; none of our files needs more */

typedef enum al_json_kind {
    AL_JSON_NULL,
    AL_JSON_BOOL,
    AL_JSON_NUMBER,
    AL_JSON_TEXT,
    AL_JSON_ARRAY,
    AL_JSON_OBJECT
} al_json_kind;

typedef struct al_json {
    struct al_json *next;  /* the next value in the same array or object; NULL after the last */
    struct al_json *first; /* the first value in an array or object */
    uint64_t count;        /* number of values in an array or object */
    const char *key;       /* of a value in an object; as `text` */
    const char *text;      /* AL_JSON_TEXT: UTF-8, NUL-terminated, without other NULs */
    uint64_t key_at;       /* offset of the key, with its quote */
    uint64_t at, end;      /* offsets of the value's first byte and of the byte after it */
    uint64_t whole;        /* AL_JSON_NUMBER: its value */
    bool is_whole;         /* the number is an integer from 0 to 2^64 - 1, so that `whole` is valid */
    bool truth;            /* AL_JSON_BOOL: its value */
    al_json_kind kind;
} al_json;

typedef struct al_json_error {
    uint64_t at;      /* offset */
    const char *what; /* a message; NULL: out of memory */
    const char *key;  /* a duplicate key, for which `what` contains %s; otherwise NULL */
} al_json_error;

/* Reads a JSON text; the result is in memory of the arena. NULL, with `*error` set, if it is invalid or
 * memory is short. Time and memory are in proportion to the text. */
const al_json *al_json_read(al_span text, al_arena *arena, al_json_error *error) AL_MUST_USE;

/* The value of a key in an object; NULL if there is none. */
const al_json *al_json_find(const al_json *object, const char *key);

#endif
