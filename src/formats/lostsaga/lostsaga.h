/* lostsaga.h: what MSH, CMS, SKL and ANI share: a magic, a version, and then records, counted arrays and
 * texts to the end of the file. A document copies nothing: it has spans of the file, and the places where
 * lists start, so that rules can walk them again.
 */
#ifndef AL_LOSTSAGA_H
#define AL_LOSTSAGA_H

#include "kit/arrays.h"
#include "kit/drawing.h"
#include "kit/walk.h"

/* The rules that every format of the family has. */
typedef struct lsa_rules {
    size_t bad_magic, unsupported_version, truncated, trailing_bytes, count_range, limit;
    size_t string_control_char; /* of formats with texts */
} lsa_rules;

#define LSA_RULES(P)                                                            \
    .unsupported_version = P##_UNSUPPORTED_VERSION, .truncated = P##_TRUNCATED, \
    .trailing_bytes = P##_TRAILING_BYTES, .count_range = P##_COUNT_RANGE, .limit = P##_LIMIT

typedef struct lsa_format {
    const al_layout *header; /* starts with magic and version; the version has legal values */
    const al_magic *magic;
    lsa_rules rules;
} lsa_format;

enum { LSA_VERSION_AT = 4, LSA_START_BYTES = 8 };

typedef struct lsa_file {
    al_job *job;
    const lsa_format *format;
    al_walk walk;
    al_span header; /* the part that exists */
    al_path header_path;
    uint32_t version;
    bool supported; /* the version is known: the file was read up to the place where the walk stopped */
    bool whole;     /* the walk did not stop; set by the format */
} lsa_file;

/* Reads the header. False if nothing after it can be read; `f->supported` says whether rules can check the
 * existing part of the header. */
bool lsa_open(lsa_file *f, al_job *job, const lsa_format *format) AL_MUST_USE;

/* Whether the file has the first `size` bytes of the header. */
bool lsa_has_header(const lsa_file *f, uint32_t size);

/* The rules that every format of the family has. `last` is the last part of the file: "the last face". */
void lsa_check_string(const lsa_file *f, const al_string *string);
void lsa_check_trailing_bytes(const lsa_file *f, const char *last);

/* The positions of the vertices; `whole`: all of them exist. */
void lsa_check_positions(const lsa_file *f, const al_items *positions, bool whole, size_t not_finite,
                         const al_position_rules *rules);

/* Faces of three 16-bit indices of vertices. */
void lsa_check_faces(const lsa_file *f, const al_items *faces, uint32_t vertices, size_t index_range,
                     size_t degenerate);

/* Draws such a mesh; `vertices` and `triangles` are what the file says that it has. The paths are those of
 * findings. NULL if memory is short. */
al_drawn_mesh *lsa_draw_mesh(al_drawing *d, const al_items *positions, const al_items *faces,
                             uint64_t vertices, uint64_t triangles) AL_MUST_USE;

#endif
