/* lostsaga.h: what MSH, CMS, SKL and ANI have in common: a magic, a version, and then records, counted arrays
 * and texts to the end of the file. Nothing of it is copied: a document is the spans that were found, and
 * where lists begin, for rules to go through them again.
 */
#ifndef AL_LOSTSAGA_H
#define AL_LOSTSAGA_H

#include "kit/items.h"
#include "kit/walk.h"

/* The numbers of the rules that every format of the family has, under its own prefix. */
typedef struct lsa_rules {
    size_t unsupported_version, truncated, trailing_bytes, count_range, limit;
    size_t string_control_char; /* of formats with texts */
} lsa_rules;

#define LSA_RULES(P)                                                            \
    .unsupported_version = P##_UNSUPPORTED_VERSION, .truncated = P##_TRUNCATED, \
    .trailing_bytes = P##_TRAILING_BYTES, .count_range = P##_COUNT_RANGE, .limit = P##_LIMIT

typedef struct lsa_format {
    const al_layout *header; /* begins with magic and version, which has a range */
    const char *versions;    /* that range in words: "2000 to 2002" */
    lsa_rules rules;
} lsa_format;

enum { LSA_MAGIC_BYTES = 4, LSA_VERSION_AT = 4, LSA_START_BYTES = 8 };

typedef struct lsa_file {
    al_job *job;
    const lsa_format *format;
    al_walk walk;
    al_span header; /* what there is of it */
    al_path header_path;
    uint32_t version;
    bool supported; /* the version is one that is known: the rest was read, up to what stops the walk */
    bool whole;     /* nothing did: set by the format */
} lsa_file;

/* Whether the file begins with a magic of four bytes; if not, that is reported under the number that
 * bad-magic has in the format. */
bool lsa_has_magic(const al_job *job, size_t rule, const char *magic) AL_MUST_USE;

/* Reads the header. False when there is nothing to go on with; `f->supported` says whether what there is of
 * it can be judged. */
bool lsa_open(lsa_file *f, al_job *job, const lsa_format *format) AL_MUST_USE;

/* Whether the first `size` bytes of the header are there. */
bool lsa_has_header(const lsa_file *f, uint32_t size);

/* The rules that every format of the family has. `last` is what the file ends with: "the last face". */
void lsa_check_string(const lsa_file *f, const al_string *string);
void lsa_check_trailing_bytes(const lsa_file *f, const char *last);

/* Faces of three 16-bit indices into so many vertices. */
enum { LSA_FACE_BYTES = 6 };
void lsa_check_faces(const lsa_file *f, const al_items *faces, uint32_t vertices, size_t index_range,
                     size_t degenerate);

#endif
