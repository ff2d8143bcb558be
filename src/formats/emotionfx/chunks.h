/* chunks.h: what XAC, XSM and XPM have in common: a header, and chunks up to the end of the file.
 *
 * A format is a table of the chunks that it knows. efx_parse goes through the file once, chunk by chunk, lets
 * each kind find out where its structure ends, and reports what stops it. Rules and dump then visit the same
 * chunks again, silently, with the same readers. Nothing of the file is copied.
 */
#ifndef AL_EMOTIONFX_CHUNKS_H
#define AL_EMOTIONFX_CHUNKS_H

#include "core/path.h"
#include "kit/names.h"
#include "kit/strings.h"

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

typedef struct efx_file efx_file;
typedef struct efx_kind efx_kind;

/* A chunk, as efx_parse found it. Offsets are in efx_file.bytes. */
typedef struct efx_chunk {
    uint64_t at;          /* of its header */
    uint64_t end;         /* where it ends: by its structure, or by its length where that is not known */
    const efx_kind *kind; /* NULL: of no known id */
    uint32_t id, length, version;
    uint32_t number;        /* in the order of the file, whatever its kind */
    bool supported;         /* a known version of a known id, */
    bool whole;             /* and its structure was read to its end */
    bool again;             /* one of its kind was before it, which was read */
    bool ignored;           /* a second one: no rule but duplicate-chunk looks at it */
    bool skipped_by_length; /* its structure could not be told, which a rule has to say */
    void *inside;           /* what the format keeps of a file within the chunk */
} efx_chunk;

/* A place in a chunk. The first thing that is not all there stops it. */
typedef struct efx_cursor {
    efx_file *file;
    const efx_chunk *chunk;
    al_path path; /* of the chunk */
    uint64_t at;
    uint64_t extent; /* where the chunk says that it ends, maybe beyond the file; UINT64_MAX: it can't say */
    bool reports;    /* tells what stops it */
    bool stopped;
    bool out_of_memory;
} efx_cursor;

/* A field that says how many of something follow. */
typedef struct efx_count {
    const al_layout *layout;
    al_span record;
    uint32_t field; /* its offset */
    const al_path *up;
} efx_count;

/* `count` things of `size` bytes that should be next. */
typedef struct efx_part {
    const char *what; /* "a node" */
    al_path path;
    uint64_t count, size;
    const efx_count *counted_by; /* NULL: no field asks for it */
} efx_part;

/* Takes what is next in a few steps, if all of it is there. Otherwise nothing: efx_take has to say why. */
bool efx_take_whole(efx_cursor *c, uint64_t count, uint64_t size, al_span *out) AL_MUST_USE;

/* Takes what is next. False when the chunk ends here, and somebody was told: truncated, where the chunk's
 * length says that there is more, and `*out` is what there is of it; otherwise count-range, and `*out` is
 * empty. */
bool efx_take(efx_cursor *c, const efx_part *part, al_span *out) AL_MUST_USE;

/* The fixed part of a chunk. */
bool efx_take_fixed(efx_cursor *c, uint32_t size, al_span *out) AL_MUST_USE;

/* Whether the file or the chunk have room for so many things of at least `size` bytes; if neither,
 * count-range is told. Nothing is taken. */
bool efx_count_fits(efx_cursor *c, uint64_t count, uint64_t size, const char *what,
                    const efx_count *in) AL_MUST_USE;

/* A text with its length in front. */
bool efx_take_text(efx_cursor *c, const al_path *up, const char *name, al_string *out) AL_MUST_USE;

/* Calls `visit`, which may be NULL, for so many texts with these names. */
typedef void efx_text_visit(void *context, const al_string *text);
bool efx_take_texts(efx_cursor *c, const char *const *names, size_t count, efx_text_visit *visit,
                    void *context);

struct efx_kind {
    uint32_t id;
    const char *name;       /* "node hierarchy" */
    uint32_t versions;      /* 1 to this are known */
    bool once;              /* a second one is a duplicate */
    bool length_may_run_on; /* working files give a larger length than the true one */
    /* Goes through the structure; what stops it is reported by the cursor. False when it was stopped. */
    bool (*read)(void *document, efx_cursor *c, efx_chunk *chunk);
    /* NULL: what there is to judge is judged while it is read. */
    void (*judge)(void *document, efx_cursor *c, const efx_chunk *chunk);
    /* Working files of one version give this length instead of the true one; 0: none. NULL where there is no
     * such habit. */
    uint64_t (*habit)(const efx_file *f, const efx_chunk *chunk);
    /* Further cases of a second one: says which chunk is the first. NULL: none. */
    bool (*second)(void *document, const efx_chunk *chunk, uint32_t *first);
};

/* Chunks of which a file has to have one. */
typedef struct efx_need {
    const char *name; /* as the path of what is missing */
    const char *what; /* "an info chunk (7)" */
    uint32_t ids[2];  /* any of them will do */
} efx_need;

enum { EFX_MOST_KINDS = 32 };

typedef struct efx_format {
    const char *magic;
    efx_rules rules;
    const efx_kind *kinds;
    size_t kind_count; /* at most EFX_MOST_KINDS */
    efx_need needs[2];
    size_t need_count;
} efx_format;

struct efx_file {
    al_job *job;
    const efx_format *format;
    void *document;    /* of the format */
    al_span bytes;     /* the file, or the one inside a chunk */
    const al_path *up; /* NULL at the top: the path of what it lies in */
    al_span header_record;
    al_path header_path;
    efx_header header;
    bool readable; /* the header is ours: the chunks were read */
    bool complete; /* up to the end of the file */
    bool cut;      /* the end of the file was told as truncated */
    uint64_t end;  /* where the last chunk ends */
    efx_chunk *chunks;
    uint32_t chunk_count;
    uint64_t chunk_capacity;
    uint32_t seen;   /* a bit for each kind that was read */
    uint64_t reread; /* bytes that were gone back, all in all */
    bool tail_known; /* and the last byte that is not zero lies before this: */
    uint64_t tail;
};

/* Reads the header and walks the chunks. Reports what stops it. False when memory is short. */
bool efx_parse(efx_file *f) AL_MUST_USE;

/* The rules that all formats of the family have, and those of each chunk. */
void efx_check(efx_file *f);

/* A silent cursor at the start of a chunk's payload. */
efx_cursor efx_cursor_at(efx_file *f, const efx_chunk *chunk);
/* What there is of the chunk, without its first `skipped` bytes. */
al_span efx_rest(const efx_cursor *c, uint64_t skipped);
al_path efx_chunk_path(const efx_file *f, const efx_chunk *chunk);
al_span efx_chunk_record(const efx_file *f, const efx_chunk *chunk);

/* string-control-char. */
void efx_check_text(const efx_file *f, const al_string *text);
void efx_report_memory_limit(const efx_file *f);

/* ---- Helpers of rules ---------------------------------------------------------------------------------- */

/* For efx_take_texts: the context is the efx_file. */
void efx_judge_text(void *file, const al_string *text);

/* Reports each name that another had before it. Their `list` is the number of a chunk, `number` that in its
 * list called `list`, UINT32_MAX when the chunk has none. */
void efx_check_names(al_names *names, const efx_file *f, size_t rule, const char *list, const char *what);

#endif
