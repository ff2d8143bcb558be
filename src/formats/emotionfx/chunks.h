/* chunks.h: what XAC, XSM and XPM share: a header, and chunks up to the end of the file.
 *
 * A format is a table of the chunks that it knows. efx_parse walks the file once, chunk by chunk, and the
 * reader of each kind finds the end of its structure. Rules and facts walk the same chunks again, silently,
 * with the same readers. Nothing of the file is copied: of a chunk only its place and the result of reading
 * it are kept.
 */
#ifndef AL_EMOTIONFX_CHUNKS_H
#define AL_EMOTIONFX_CHUNKS_H

#include "kit/hooks.h"
#include "kit/names.h"
#include "kit/walk.h"

#define AL_LAYOUT "formats/emotionfx/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const emotionfx_layouts[];

/* For AL_LAYOUT_SHARED. */
#define EFX_LAYOUTS &efx_header_layout, &efx_chunk_header_layout,

/* The rules that every format of the family has. */
typedef struct efx_rules {
    size_t bad_magic, unsupported_version, big_endian, truncated, trailing_bytes, chunk_length, unknown_chunk,
        unsupported_chunk_version, duplicate_chunk, missing_chunk, count_range, string_control_char, limit;
} efx_rules;

#define EFX_RULES(P)                                                                                    \
    .bad_magic = P##_BAD_MAGIC, .unsupported_version = P##_UNSUPPORTED_VERSION,                         \
    .big_endian = P##_BIG_ENDIAN, .truncated = P##_TRUNCATED, .trailing_bytes = P##_TRAILING_BYTES,     \
    .chunk_length = P##_CHUNK_LENGTH, .unknown_chunk = P##_UNKNOWN_CHUNK,                               \
    .unsupported_chunk_version = P##_UNSUPPORTED_CHUNK_VERSION, .duplicate_chunk = P##_DUPLICATE_CHUNK, \
    .missing_chunk = P##_MISSING_CHUNK, .count_range = P##_COUNT_RANGE,                                 \
    .string_control_char = P##_STRING_CONTROL_CHAR, .limit = P##_LIMIT

/* In tables of fields by version: this version lacks the field, which then reads as 0. */
#define EFX_NO_FIELD UINT32_MAX

enum { EFX_UNKNOWN = UINT8_MAX };

/* A count, a u32, in a record whose layout depends on its version. */
static inline al_counter efx_counter(const al_layout *layout, al_span record, uint32_t field,
                                     const al_path *up)
{
    return (al_counter){.layout = layout, .record = record, .field = field, .size = 4, .up = up};
}

/* A chunk, as efx_parse found it; the next one starts at its end. A file may have millions of them, so the
 * values of its header are read again when needed. */
typedef struct efx_chunk {
    uint64_t at;    /* offset of its header in efx_file.bytes */
    uint8_t kind;   /* index in the table of the format, or EFX_UNKNOWN */
    bool supported; /* its id and version are known */
    bool whole;     /* its structure was read to its end */
    bool skipped; /* its structure depends on another chunk that is missing or wrong, which a rule reports */
    bool misfit;  /* its contents can't be read correctly, which was reported; or its version is unknown and
                     its length doesn't lead to the next chunk */
} efx_chunk;

typedef struct efx_format efx_format;

/* The start of every document of the family. */
typedef struct efx_file {
    const efx_format *format;
    al_span bytes; /* the file, or a file inside of a chunk, in its byte order */
    efx_chunk *chunks;
    uint32_t chunk_count;
    bool complete; /* read up to the end of the file */
    uint64_t end;  /* of the last chunk */
} efx_file;

/* An item of a chunk's list, and its offset in the bytes. */
typedef struct efx_place {
    uint32_t item;
    uint64_t at;
} efx_place;

/* The first item of a list that can't be right. The reason may be the item before it. */
typedef struct efx_doubt {
    const al_layout *layout; /* of the items */
    int64_t item;
    efx_place before, last; /* the item before it, and the item itself */
    bool found;             /* the item disagrees; otherwise it is the last one that was read */
} efx_doubt;

/* A walk through one chunk. */
typedef struct efx_reading {
    const efx_file *file;
    al_walk walk;
    al_path path; /* of the chunk */
    efx_chunk_header header;
    efx_place from;     /* the item where the reader of a kind with `find_doubt` begins; item 0: the first */
    uint32_t number;    /* its number in the file */
    bool notes_alone;   /* the structure was read before: the reader only has to add to the document */
    bool skips;         /* set by the reader: only the length gives the end of the chunk */
    bool out_of_memory; /* set by the reader */
    uint64_t steps;     /* set by the reader: the number of things that it took */
    uint64_t item_at;   /* set by the reader of a kind with `is_far_off`: where its last item begins; or 0 */
} efx_reading;

/* Takes a record of a list, or the first `size` bytes of one. If it leaves the chunk, the count `in`, which
 * may be NULL, is wrong. */
bool efx_take_item(efx_reading *r, const al_layout *layout, uint32_t size, const al_path *path,
                   const char *what, const al_counter *in, al_span *out) AL_MUST_USE;

/* Takes `size` bytes quickly if the chunk has them, the walk has no listener, and no count in them can be too
 * large for a reader. Otherwise false, and the caller has to take them with the functions of the walk, which
 * report and announce. */
bool efx_take_without_listener(efx_reading *r, uint64_t size, al_span *out) AL_MUST_USE;

/* Adds the next item of a list. `right`: its values agree. */
void efx_note_item(efx_doubt *d, uint32_t item, uint64_t at, bool right);

/* The number of the first item to read of the list of `count` items, which begins here. Moves to it. */
uint32_t efx_first_item(efx_reading *r, uint32_t count) AL_MUST_USE;

/* Takes `count` texts of the chunk with these names. */
bool efx_take_texts(efx_reading *r, const char *const *names, size_t count) AL_MUST_USE;

/* A count in another chunk. */
typedef struct efx_outer_count {
    uint32_t chunk;
    const al_layout *layout;
    uint32_t field;
    bool absurd; /* the count can't be right, whichever chunk it is for */
} efx_outer_count;

/* A field of a chunk, and another possible value for it. */
typedef struct efx_choice {
    const al_layout *layout;
    uint32_t field, value;
    size_t rule; /* the rule that the current value breaks */
} efx_choice;

typedef struct efx_kind {
    uint32_t id;
    uint32_t versions;      /* known versions are 1 to this one */
    bool once;              /* a second chunk of the kind is a duplicate */
    bool length_may_run_on; /* in working files the length may be too large */
    bool numbered;          /* other chunks refer to it by its number, and need its whole contents */
    bool notes;             /* reading it adds to the document */
    /* Content that every file needs, and that this kind has: "nodes". Several kinds may have it. NULL: none.
     */
    const char *required_content;
    /* Reads the structure for the first time. False if it stopped. With a NULL document it only looks. */
    bool (*read)(void *document, efx_reading *r);
    /* The wrong length that working files of a version usually have; 0: none. NULL if the kind has none. */
    uint64_t (*usual_length)(const efx_reading *r);
    /* Whether the length of a chunk with `length_may_run_on` shows that the file has the whole chunk; NULL:
     * never. */
    bool (*is_complete)(const efx_reading *r);
    /* Whether the length of such a chunk shows that the file was cut in it; NULL: never. */
    bool (*is_cut)(const efx_reading *r);
    /* Whether the item where reading stopped is in its place, but is much larger than the rest of the file.
     * Then it has the wrong value, and one more or one less is not the right one. NULL: never. */
    bool (*is_far_off)(const efx_reading *r, uint64_t item_at);
    /* Whether the values of a chunk agree with each other; NULL: always. */
    bool (*agrees)(efx_reading *r);
    /* Whether the existing part of a stopped chunk is plausible up to there; NULL: not known. */
    bool (*is_plausible)(efx_reading *r);
    /* Finds the first item of the chunk's list whose values don't agree, or where reading stops; NULL: the
     * kind has no such list. */
    efx_doubt (*find_doubt)(efx_reading *r);
    /* Finds a count in another chunk that this one depends on; false if there is none. */
    bool (*outer_count)(efx_reading *r, efx_outer_count *out);
    /* Other possible owners of the chunk, one by one; false if there are no more. */
    bool (*choose)(efx_reading *r, uint32_t number, efx_choice *out);
    /* Whether a reported error of another chunk explains that this one doesn't fit. */
    bool (*excused)(efx_reading *r);
    /* Stores the corrected value of that count in the document. */
    void (*corrected)(void *document, uint32_t chunk, uint32_t value);
} efx_kind;

/* A field that the structure of a chunk depends on: a count or a size. */
typedef struct efx_count {
    const al_layout *layout;
    uint32_t field;
    const al_layout *items; /* the counted records, if they fill the chunk; otherwise NULL */
    size_t rule;            /* the rule for a slightly wrong value; 0: count-range */
} efx_count;

/* Chunks that every file needs. */
typedef struct efx_need {
    const char *name; /* the path of the missing chunk */
    const char *what; /* "an info chunk (7)" */
    uint32_t ids[2];  /* one of these is enough */
} efx_need;

enum { EFX_MOST_KINDS = 32 };

struct efx_format {
    const al_magic *magic;
    efx_rules rules;
    const efx_kind *kinds;
    size_t kind_count; /* at most EFX_MOST_KINDS */
    const efx_count *counts;
    size_t count_count;
    /* Finds the value of a count that the other numbers of the chunk imply; false if there is none. NULL:
     * never. */
    bool (*usual_count)(efx_reading *r, const efx_count *count, al_span record, uint32_t *value);
    efx_need needs[2];
    size_t need_count;
};

/* Reads the header and walks the chunks. `bytes` are the job's file, or a file inside of it at the path
 * `up`; `document` starts with an efx_file. Sets `*cut` if it reported that the bytes end too early. */
al_parsed efx_parse(al_job *job, const efx_format *format, al_span bytes, const al_path *up, void *document,
                    bool *cut) AL_MUST_USE;

/* Walks a chunk again, from the start of its payload, silently. `listener` may be NULL. */
efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number,
                           const al_listener *listener);

al_path efx_chunk_path(const al_path *up, uint32_t number);
al_span efx_payload(const efx_file *f, uint32_t number, uint64_t size); /* the existing part */

/* The offset in the file where a chunk ends by its length, even if it isn't there. */
uint64_t efx_chunk_end(const efx_file *f, uint32_t number);
efx_chunk_header efx_header_of(const efx_file *f, uint32_t number);

/* The id of a chunk; UINT32_MAX if it is unknown. */
uint32_t efx_known_id(const efx_file *f, uint32_t number);

/* ---- Facts --------------------------------------------------------------------------------------------- */

/* Whether the contents of a chunk can be read: its id and version are known, and it is no misfit. */
bool efx_is_readable(const efx_file *f, uint32_t chunk);

/* Whether the whole file was read, and each known chunk of it. */
bool efx_is_understood(const efx_file *f);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* The rules of a kind of chunk. */
typedef struct efx_chunk_rules {
    uint32_t id;
    bool texts;  /* its texts are checked automatically when it is read again */
    bool always; /* also checked if the contents don't fit, because other rules need its counts */
    void (*judge)(void *judging, efx_reading *r); /* reads it again and checks it */
    /* Recognises further duplicates, and sets the number of the first chunk. NULL: none. */
    bool (*second)(void *judging, uint32_t number, uint32_t *first);
} efx_chunk_rules;

/* The start of the context of every format's rules. */
typedef struct efx_judging {
    al_job *job;
    const efx_chunk_rules *rules; /* in the order of the format's kinds */
    const efx_file *file;
    const al_path *up; /* the path of the chunk that has the file; NULL for the file itself */
    bool out_of_memory;
} efx_judging;

/* Runs the rules that all formats of the family have, and those of each chunk. */
void efx_judge(void *judging);

/* Checks multiplyOrder. `rule` is the format's multiply-order. */
void efx_check_multiply_order(const efx_judging *j, size_t rule);

/* Checks a text for control characters. */
void efx_check_text(const efx_judging *j, const al_string *text);

/* Checks the sounds of speech of an item that messages call `what`, such as "morph target". */
void efx_check_phonemes(const efx_judging *j, const al_claim *claim, const char *what, al_span name,
                        uint32_t phonemes);

/* Reports names that occur twice. The `list` of a name is the number of its chunk; its `number` is the index
 * in the chunk's list called `list`, or UINT32_MAX if the chunk is the item. */
void efx_check_names(efx_judging *j, al_names *names, size_t rule, const char *list, const char *what);

/* ---- Fixes --------------------------------------------------------------------------------------------- */

/* Changes the length of a chunk whose contents become longer by `change` bytes, or shorter. */
void efx_fix_length(al_fix_plan *plan, const efx_reading *r, int64_t change);

/* Reports that memory was too short. */
void efx_report_memory_limit(const efx_judging *j);

#endif
