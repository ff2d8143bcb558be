/* family.h: what BBMOD and BBANIM share: how they start, counts of two widths, and dual quaternions. */
#ifndef AL_BBMOD_FAMILY_H
#define AL_BBMOD_FAMILY_H

#include "kit/hooks.h"
#include "kit/walk.h"

/* How a format starts. */
typedef struct bbm_format {
    const al_magic *magic;       /* in upper case; the other spelling has no minor version */
    uint32_t major_at, minor_at; /* in the header, after the magic and its NUL */
    const al_layout *header;
    size_t bad_magic, unsupported_version, truncated, count_range, wide_counts;
    const al_hooks *hooks;
} bbm_format;

/* A format by the prefix of its names. */
#define BBM_FORMAT(ID, id)                                                                           \
    .magic = &ID##_HEADER_MAGIC, .major_at = ID##_HEADER_AT_major, .minor_at = ID##_HEADER_AT_minor, \
    .header = &id##_header_layout, .bad_magic = ID##_BAD_MAGIC,                                      \
    .unsupported_version = ID##_UNSUPPORTED_VERSION, .truncated = ID##_TRUNCATED,                    \
    .count_range = ID##_COUNT_RANGE, .wide_counts = ID##_WIDE_COUNTS, .hooks = &id##_hooks

typedef struct bbm_file {
    al_job *job;
    const bbm_format *format;
    al_walk walk;
    al_path header_path;
    al_span header; /* the part that exists */
    uint8_t minor;  /* 0 if the file has none */
} bbm_file;

/* Reads the header and reports its errors. False if nothing after it can be read. */
bool bbm_open(bbm_file *f, al_job *job, const bbm_format *format) AL_MUST_USE;

/* ---- Numbers of two widths ----------------------------------------------------------------------------- */

/* A field in one of its two forms: in some files of version 3.0 counts and some other numbers have 8 bytes
 * instead of 4. To find the form, the parser reads the whole file silently with each: bbm_ends_well says
 * whether such a walk reached the end of the file, and bbm_report_wide reports the first count. */
typedef struct bbm_field {
    const al_layout *layout;
    uint32_t at;
    bool wide; /* a u64; otherwise a u32 if it is a whole number */
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

/* Takes the record of a count of the object `up`. A count above UINT32_MAX stops the walk; it occurs only
 * while the width is not known. */
bool bbm_take_count(al_walk *w, bbm_field field, const al_path *up, al_counter *counter) AL_MUST_USE;

/* The same for a count inside a record that was taken. */
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

/* Divides all of a dual quaternion, in its copy, by the length of its real part. Leaves it if that
 * doesn't make it right, or if it is right. */
void bbm_fix_dual(al_fix_plan *plan, al_span bytes, uint8_t *copy, double tolerance);

/* A fixer of wide-counts: all counts get four bytes. */
void bbm_fix_wide_counts(al_fix_plan *plan, const void *document);

/* The translation of a dual quaternion of unit length: x, y, z. */
void bbm_translation(al_span bytes, float *out);

#endif
