/* job.h: the check of one file, as the code of a format sees it. */
#ifndef AL_KIT_JOB_H
#define AL_KIT_JOB_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/inflate.h"
#include "core/path.h"
#include "core/span.h"
#include "kit/layout.h"

/* The bounds of a mesh: the box around its positions. Without vertices they are unknown. */
typedef struct al_mesh_bounds {
    uint64_t vertices;
    float low[3], high[3];
} al_mesh_bounds;

/* The name of a node or bone of the model that an animation is for; a list of them is sorted by index. */
typedef struct al_node_name {
    uint64_t index;
    const char *text;
} al_node_name;

typedef struct al_node_names {
    al_node_name *items;
    uint64_t count, capacity;
} al_node_names;

struct al_listener;

/* The engine owns it. It and everything that it points to lives as long as the check. */
typedef struct al_job {
    const char *name; /* base name of the file */
    al_span file;
    uint64_t unread; /* bytes of the file behind `file`: see bytes_needed */
    al_span end;     /* its last bytes, where some are unread: see needs_end */
    al_arena *arena; /* memory of the check, released after it */
    al_sink *sink;
    al_inflater *inflater;
    uint64_t max_inflated;
    size_t limit_rule;               /* number of the format's rule `limit` */
    bool unpacked;                   /* `file` is what a gzip holds: its places are not those of the file */
    unsigned games;                  /* al_games that the file is for; 0: not known */
    bool length_is_wrong;            /* set by a picture that is too long or too short, */
    bool zeros_are_pixels;           /* or where zeros at its end may be pixels */
    bool pictures_are_known;         /* rules across files report missing pictures */
    const al_node_names *node_names; /* of the model that rules across files compare with; NULL: not known */
    al_measures *measures;           /* all zero; the format adds to them; NULL: not needed */
    al_mesh_bounds *bounds; /* all zero; a format with `measure_bounds` sets them if it can be measured; NULL:
                               not needed */
    const struct al_listener *listener; /* NULL: no listener */
    char version[16];                   /* of the file, filled in by the format */
} al_job;

/* What a file ends with: all that was read of it, or its last AL_END_SIZE bytes. */
/*@ requires \valid_read(job);
    assigns \nothing;
*/
static inline al_span al_end_of_file(const al_job *job)
{
    return job->unread > 0 ? job->end : job->file;
}

/* An al_compare of al_node_name: by index. */
int al_compare_node_names(const void *left, const void *right, void *context);

/* The name of a node or bone of `node_names`; NULL if it is not known. */
const char *al_name_of_node(const al_job *job, uint64_t index);

/* Sets the version of the file, such as "1.0". */
void al_note_version(al_job *job, uint8_t major, uint8_t minor);

/* Reports that the memory limit stopped a check. If the system is out of memory instead, nothing is reported:
 * then the whole check fails. `rule` is the format's `limit`; path, offset and length say what was not
 * judged. */
void al_report_memory_limit(al_job *job, size_t rule, al_path path, uint64_t offset, uint64_t length);

/* The same for the whole file, under the format's rule `limit`. */
void al_report_no_memory(al_job *job);

/* Whether a file begins with a magic at offset 0. Otherwise that is reported under `rule`, for the field
 * `magic` of the record at `path`, with what the file is where that is known. */
bool al_has_magic(al_sink *s, size_t rule, al_span file, const al_magic *magic,
                  const al_path *path) AL_MUST_USE;

/* ---- Texts --------------------------------------------------------------------------------------------- */

typedef struct al_string {
    al_path path;
    al_span field; /* the text with the length in front or the NUL behind it */
    al_span text;
} al_string;

/* A claim about a text and its length or NUL. */
al_claim al_string_claim(size_t rule, const al_string *string);

/* Reports control characters in a text under `rule`, the format's string-control-char. */
void al_check_string(al_job *job, size_t rule, const al_string *string);

#endif
