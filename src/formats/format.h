/* format.h: what the library and a format have to say to each other. */
#ifndef AL_FORMATS_FORMAT_H
#define AL_FORMATS_FORMAT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/bytes.h"
#include "core/diag.h"
#include "core/inflate.h"
#include "core/layout.h"

/* The check of one file: what its format works with. */
typedef struct al_job {
    const char *name; /* base name of the file */
    al_span file;
    al_arena *arena; /* memory of the check, gone after it */
    al_sink *sink;
    al_inflater *inflater;
    uint64_t max_inflated;
    char version[16]; /* filled in by the format, when it could be read */
} al_job;

/* Reports that the memory limit ended something, unless memory ran out for another reason: then there will be
 * no verdict at all. `rule` is the format's `limit`; offset, length and path are those of what could not be
 * judged. */
void al_report_memory_limit(al_job *job, size_t rule, al_path path, uint64_t offset, uint64_t length);

/* Reports that a file does not begin with its magic of `size` bytes: `there` is what it begins with. `behind`
 * is what else belongs to the magic, for the message: " and a NUL". */
void al_report_magic(al_sink *s, const al_claim *claim, al_span there, size_t size, const char *magic,
                     const char *behind);

typedef struct al_format {
    al_format_info info;
    const char *magic;       /* NULL: recognised by `match` */
    const char *other_magic; /* of the same length; where there is but one, that one */
    size_t magic_length, magic_offset;
    bool (*match)(al_span head, const char *name);
    size_t limit_rule;               /* its <id>/limit */
    const al_layout *const *layouts; /* of its records; NULL behind the last */
    void (*check)(al_job *job);
    void (*dump)(al_job *job, const al_visitor *visitor);
} al_format;

extern const al_format al_formats[];

/* The format of a file by its first AL_HEAD_SIZE bytes (fewer when the file is shorter) and its base name: by
 * magic first, then by extension. NULL when it is none of ours. */
const al_format *al_recognize(al_span head, const char *name);

/* Whether the base name has an extension of a format of ours. */
bool al_has_known_extension(const char *name);

/* Comparisons of names that ignore the case of ASCII letters. */
bool al_same_text(const char *a, const char *b, size_t len);
int al_compare_text(al_span a, al_span b); /* up to a NUL or the end of the span, as memcmp */
bool al_ends_with(const char *name, const char *end, size_t len);

/* Whether `name` ends in a dot and `extension`, with something before it. */
bool al_has_extension(const char *name, const char *extension, size_t len);

#endif
