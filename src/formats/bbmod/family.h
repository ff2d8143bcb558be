/* family.h: what BBMOD and BBANIM have in common: how they begin, how wide their counts are, and dual
 * quaternions.
 */
#ifndef AL_BBMOD_FAMILY_H
#define AL_BBMOD_FAMILY_H

#include "kit/walk.h"

enum { BBM_MAJOR = 3, BBM_LAST_MINOR = 4, BBM_SPELLINGS = 2 };

/* How a format begins. */
typedef struct bbm_format {
    const char *magic[BBM_SPELLINGS]; /* upper case; lower case, which has no minor version */
    uint32_t magic_length;            /* with its NUL; the versions follow */
    const al_layout *header;
    size_t bad_magic, unsupported_version, truncated, count_range, wide_counts;
} bbm_format;

typedef struct bbm_file {
    al_job *job;
    const bbm_format *format;
    al_path header_path;
    al_span header_record;
    bool readable;  /* of a version that is read */
    uint32_t minor; /* 0 where the file has none */
    bool wide;      /* counts and some numbers have 8 bytes instead of 4 */
    uint64_t start; /* of what follows the header */
} bbm_file;

/* Reads the header, and says what is wrong with it. */
bbm_file bbm_file_of(al_job *job, const bbm_format *format);

/* A walk from an offset on, silent or not. */
al_walk bbm_walk_from(const bbm_file *f, uint64_t at, bool silent);

/* Only of version 3.0 there are files with counts of 8 bytes. Both forms are tried: `end` goes through the
 * whole file, silently, and gives the offset at which it ends, or UINT64_MAX. Sets `wide`, of which
 * bbm_report_wide tells at the first count. */
typedef uint64_t bbm_end(void *document);
void bbm_find_width(bbm_file *f, bbm_end *end, void *document);
void bbm_report_wide(const bbm_file *f, const al_counter *counter);

/* A count: its record, and the upper half of a wide one, which is 0 in a file that goes on. */
bool bbm_take_count(const bbm_file *f, al_walk *w, const al_layout *layout, const al_path *up,
                    const char *what, al_span *record) AL_MUST_USE;

/* The upper half of a wide number; empty where there is none. */
bool bbm_take_upper(const bbm_file *f, al_walk *w, const al_path *path, al_span *upper) AL_MUST_USE;

/* Bytes of an index or a count. */
uint32_t bbm_number_size(const bbm_file *f);

/* A claim about the lower half of such a number, as one about all of it. */
al_claim bbm_widened(const bbm_file *f, al_claim claim);

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
