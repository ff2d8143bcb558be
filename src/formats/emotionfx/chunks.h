/* chunks.h: what XAC, XSM and XPM have in common: a header, and chunks up to the end of the file.
 *
 * A format is a table of the chunks that it knows. efx_parse goes through the file once, chunk by chunk, and
 * each kind finds out where its structure ends. Rules and facts go through the same chunks again, silently,
 * with the same readers. Nothing of the file is copied, and of a chunk only where it is and how it was read.
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

/* The numbers of the rules that every format of the family has, under its own prefix. */
typedef struct efx_rules {
    size_t bad_magic, unsupported_version, big_endian, truncated, trailing_bytes, chunk_length,
        chunk_length_quirk, unknown_chunk, unsupported_chunk_version, duplicate_chunk, missing_chunk,
        count_range, string_control_char, limit;
} efx_rules;

#define EFX_RULES(P)                                                                                    \
    .bad_magic = P##_BAD_MAGIC, .unsupported_version = P##_UNSUPPORTED_VERSION,                         \
    .big_endian = P##_BIG_ENDIAN, .truncated = P##_TRUNCATED, .trailing_bytes = P##_TRAILING_BYTES,     \
    .chunk_length = P##_CHUNK_LENGTH, .unknown_chunk = P##_UNKNOWN_CHUNK,                               \
    .unsupported_chunk_version = P##_UNSUPPORTED_CHUNK_VERSION, .duplicate_chunk = P##_DUPLICATE_CHUNK, \
    .missing_chunk = P##_MISSING_CHUNK, .count_range = P##_COUNT_RANGE,                                 \
    .string_control_char = P##_STRING_CONTROL_CHAR, .limit = P##_LIMIT

/* For tables of the fields that the versions of a record have: this one has it not, and it reads as 0. */
#define EFX_NO_FIELD UINT32_MAX

enum { EFX_UNKNOWN = UINT8_MAX };

/* A count of a record whose layout depends on its version. */
static inline al_counter efx_counter(const al_layout *layout, al_span record, uint32_t field,
                                     const al_path *up)
{
    return (al_counter){.layout = layout, .record = record, .field = field, .up = up};
}

/* A chunk, as efx_parse found it; the next one begins where it ends. A file may have millions: what its
 * header says is read again where somebody asks. */
typedef struct efx_chunk {
    uint64_t at;    /* of its header, in efx_file.bytes */
    uint8_t kind;   /* its number in the table of the format, or EFX_UNKNOWN */
    bool supported; /* a known version of a known id, */
    bool whole;     /* and its structure was read to its end */
    bool skipped;   /* its structure could not be known, which a rule has to report */
    bool misfit;    /* what is in it can't be read as it should, which was reported; or, where it isn't
                     * supported, its length doesn't lead to the next chunk */
} efx_chunk;

typedef struct efx_format efx_format;

/* What a document of the family begins with. */
typedef struct efx_file {
    const efx_format *format;
    al_span bytes; /* the file, or the one inside a chunk, in the byte order that it gives */
    efx_chunk *chunks;
    uint32_t chunk_count;
    bool complete; /* read up to the end of the file */
    uint64_t end;  /* of the last chunk */
} efx_file;

/* A way through one chunk, for the first time or again. */
typedef struct efx_reading {
    const efx_file *file;
    al_walk walk;
    al_path path; /* of the chunk */
    efx_chunk_header header;
    uint32_t number;    /* in the order of the file */
    bool skips;         /* set by the reader: its length has to say where the chunk ends */
    bool out_of_memory; /* set by the reader */
    uint64_t steps;     /* counted by the reader: of a loop of which nobody hears */
} efx_reading;

/* A record of a list, or the first `size` bytes of one. Where it leaves the chunk, the count `in` is blamed,
 * if there is one. */
bool efx_take_item(efx_reading *r, const al_layout *layout, uint32_t size, const al_path *path,
                   const char *what, const al_counter *in, al_span *out) AL_MUST_USE;

/* Takes so many bytes in a few steps, if they are all there and nobody listens. Otherwise nothing happens,
 * and they have to be taken with what the walk says and announces of them. */
bool efx_take_unheard(efx_reading *r, uint64_t size, al_span *out) AL_MUST_USE;

/* Texts of the chunk, with these names. */
bool efx_take_texts(efx_reading *r, const char *const *names, size_t count) AL_MUST_USE;

/* A count that stands in another chunk. */
typedef struct efx_elsewhere {
    uint32_t chunk;
    const al_layout *layout;
    uint32_t field;
    bool absurd; /* it can't be right, whoever goes by it */
} efx_elsewhere;

/* A field of a chunk, and a value that it might have instead. */
typedef struct efx_choice {
    const al_layout *layout;
    uint32_t field, value;
    size_t rule; /* that it breaks */
} efx_choice;

typedef struct efx_kind {
    uint32_t id;
    uint32_t versions;      /* 1 to this are known */
    bool once;              /* a second one is a duplicate */
    bool length_may_run_on; /* working files give a larger length than the true one */
    bool numbered;          /* others name what it holds by the number of the chunk, and need all of it */
    bool notes;             /* reading it adds to the document */
    /* What files are for, and this holds: "nodes"; several kinds may. NULL: something else. */
    const char *essence;
    /* Goes through the structure for the first time. False when it was stopped. A document of NULL: for a
     * look, of which nothing is kept. */
    bool (*read)(void *document, efx_reading *r);
    /* Working files of one version give this length instead of the true one; 0: none. NULL where there is no
     * such habit. */
    uint64_t (*habit)(const efx_reading *r);
    /* Whether the length of a chunk that may run on shows that the file holds all of it; NULL: it never does.
     */
    bool (*is_complete)(const efx_reading *r);
    /* Whether the values of a chunk agree with each other; NULL: nothing has to. */
    bool (*agrees)(efx_reading *r);
    /* Whether what there is of a chunk that stopped makes sense up to there; NULL: who knows. */
    bool (*is_sane)(efx_reading *r);
    /* A count in another chunk by which this one is read; false when there is none. */
    bool (*elsewhere)(efx_reading *r, efx_elsewhere *out);
    /* What the chunk may belong to instead, one by one; false where there are no more. */
    bool (*choose)(efx_reading *r, uint32_t number, efx_choice *out);
    /* Whether what is wrong with another chunk, which is reported, explains that this one doesn't fit. */
    bool (*excused)(efx_reading *r);
    /* The document is to take over that count, which was corrected. */
    void (*corrected)(void *document, uint32_t chunk, uint32_t value);
} efx_kind;

/* A field on which the structure of a chunk depends: how many of something follow, or how large it is. */
typedef struct efx_count {
    const al_layout *layout;
    uint32_t field;
    const al_layout *items; /* records that follow up to the end of the chunk; NULL: they don't */
    size_t rule;            /* that it breaks when it is a little wrong; 0: count-range */
} efx_count;

/* Chunks of which a file has to have one. */
typedef struct efx_need {
    const char *name; /* as the path of what is missing */
    const char *what; /* "an info chunk (7)" */
    uint32_t ids[2];  /* any of them will do */
} efx_need;

enum { EFX_MOST_KINDS = 32 };

struct efx_format {
    const char *magic;
    efx_rules rules;
    const efx_kind *kinds;
    size_t kind_count; /* at most EFX_MOST_KINDS */
    const efx_count *counts;
    size_t count_count;
    efx_need needs[2];
    size_t need_count;
};

/* Reads the header, and goes through the chunks. `bytes` are the job's file, or one inside of it, which is
 * called `up`; `document` begins with an efx_file. `*cut`: it was reported that the bytes end too early. */
al_parsed efx_parse(al_job *job, const efx_format *format, al_span bytes, const al_path *up, void *document,
                    bool *cut) AL_MUST_USE;

/* The same way again, from the start of a chunk's payload on: silently. `listener` may be NULL. */
efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number,
                           const al_listener *listener);

al_path efx_chunk_path(const al_path *up, uint32_t number);
al_span efx_payload(const efx_file *f, uint32_t number, uint64_t size); /* what there is of it */
efx_chunk_header efx_header_of(const efx_file *f, uint32_t number);

/* The id of a chunk; UINT32_MAX when it is unknown. */
uint32_t efx_known_id(const efx_file *f, uint32_t number);

/* ---- Facts --------------------------------------------------------------------------------------------- */

/* Whether all of a file was read, and each chunk of it that is known. */
bool efx_is_understood(const efx_file *f);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* The rules of a kind of chunk. */
typedef struct efx_chunk_rules {
    uint32_t id;
    bool texts;  /* those that are read again are judged: the rule need not do it */
    bool always; /* what is there is judged even where the contents don't fit: they count */
    void (*judge)(void *judging, efx_reading *r); /* goes through it again, with the rules */
    /* Further cases of a second one: says which chunk is the first. NULL: none. */
    bool (*second)(void *judging, uint32_t number, uint32_t *first);
} efx_chunk_rules;

/* What the judging of a format begins with. */
typedef struct efx_judging {
    al_job *job;
    const efx_chunk_rules *rules; /* in the order of the format's kinds */
    const efx_file *file;
    const al_path *up; /* NULL at the top: the path of what it lies in */
    bool out_of_memory;
} efx_judging;

/* The rules that all formats of the family have, and those of each chunk. */
void efx_judge(void *judging);

/* multiply-order, under the prefix of the format. */
void efx_check_multiply_order(const efx_judging *j, size_t rule);

/* string-control-char. */
void efx_check_text(const efx_judging *j, const al_string *text);

/* Reports each name that another had before it. Their `list` is the number of a chunk, `number` that in its
 * list called `list`, UINT32_MAX when the chunk has none. */
void efx_check_names(efx_judging *j, al_names *names, size_t rule, const char *list, const char *what);

/* Reports what memory was too short for. */
void efx_report_memory_limit(const efx_judging *j);

#endif
