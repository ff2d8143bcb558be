/* family.h: what BBMOD and BBANIM have in common: how they begin, counts of two widths, and dual quaternions.
 */
#ifndef AL_BBMOD_FAMILY_H
#define AL_BBMOD_FAMILY_H

#include "kit/walk.h"

enum { BBM_MAJOR = 3, BBM_LAST_MINOR = 4, BBM_SPELLINGS = 2 };

/* How a format begins. */
typedef struct bbm_format {
    const char *magic[BBM_SPELLINGS]; /* upper case; lower case, which has no minor version */
    uint32_t major_at, minor_at;      /* in the header, behind the magic and its NUL */
    const al_layout *header;
    size_t bad_magic, unsupported_version, truncated, count_range, wide_counts;
} bbm_format;

/* By the prefix of its names. */
#define BBM_FORMAT(ID, id)                                                                   \
    .magic = {#ID, #id}, .major_at = ID##_HEADER_AT_major, .minor_at = ID##_HEADER_AT_minor, \
    .header = &id##_header_layout, .bad_magic = ID##_BAD_MAGIC,                              \
    .unsupported_version = ID##_UNSUPPORTED_VERSION, .truncated = ID##_TRUNCATED,            \
    .count_range = ID##_COUNT_RANGE, .wide_counts = ID##_WIDE_COUNTS

typedef struct bbm_file {
    al_job *job;
    const bbm_format *format;
    al_walk walk;
    al_path header_path;
    al_span header; /* what there is of it */
    uint32_t minor; /* 0 where the file has none */
} bbm_file;

/* Reads the header, and says what is wrong with it. False when nothing else is read. */
bool bbm_open(bbm_file *f, al_job *job, const bbm_format *format) AL_MUST_USE;

/* ---- Numbers of two widths ----------------------------------------------------------------------------- */

/* A field in one of the forms that files have it in: only of version 3.0 there are files whose counts, and
 * some other numbers, have 8 bytes instead of 4. Which, is found by reading the whole file with each,
 * silently: bbm_ends_well says whether such a walk came to its end, and bbm_report_wide reports the first
 * count. */
typedef struct bbm_field {
    const al_layout *layout;
    uint32_t at;
    bool wide; /* a u64; otherwise, of a whole number, a u32 */
} bbm_field;

#define BBM_FIELD(ID, id, member)                      \
    {                                                  \
        .layout = &id##_layout, .at = ID##_AT_##member \
    }
#define BBM_WIDE(ID, id, member)                                     \
    {                                                                \
        .layout = &id##_layout, .at = ID##_AT_##member, .wide = true \
    }

static inline uint64_t bbm_number(bbm_field field, al_span record)
{
    return field.wide ? al_u64_at(record, field.at) : al_u32_at(record, field.at);
}

static inline al_counter bbm_counter(bbm_field field, al_span record, const al_path *up)
{
    return (al_counter){.layout = field.layout, .record = record, .field = field.at, .up = up};
}

static inline al_claim bbm_claim(size_t rule, bbm_field field, al_span record, const al_path *up)
{
    return al_field_claim(rule, field.layout, record, field.at, up);
}

/* Takes the record of a count that the object `up` has. No thing is there more than UINT32_MAX times: such a
 * count ends the walk, for it comes only while the width is not known. */
bool bbm_take_count(al_walk *w, bbm_field field, const al_path *up, al_counter *counter) AL_MUST_USE;

/* The same of a count that other fields are around, whose record was taken. */
static inline bool bbm_is_count(al_walk *w, bbm_field field, al_span record)
{
    w->stopped = w->stopped || bbm_number(field, record) > UINT32_MAX;
    return !w->stopped;
}

bool bbm_ends_well(const al_walk *w);
void bbm_report_wide(const bbm_file *f, const al_counter *counter);

/* ---- Dual quaternions ---------------------------------------------------------------------------------- */

/* A rotation and a translation in eight floats: real x, y, z, w, then dual. */
enum { BBM_DUAL_BYTES = 32 };
typedef struct bbm_dual {
    bool finite;
    double length; /* of the real part: 1 */
    double dot;    /* of real and dual part: 0 */
} bbm_dual;
bbm_dual bbm_dual_of(al_span bytes);
bool bbm_is_unit(const bbm_dual *q, double tolerance);

#endif
