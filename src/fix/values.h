/* values.h: whether a fix changes other values than it says. */
#ifndef AL_FIX_VALUES_H
#define AL_FIX_VALUES_H

#include "engine/check.h"
#include "formats/format.h"
#include "kit/fix_plan.h"

/* What dump --full would show of a file, without the values that a plan changes, as one number. Two files
 * with the same digest have the same values at the same paths. */
typedef struct al_digest {
    uint64_t hash, count;
    al_shortage shortage; /* of memory, which ended the reading */
} al_digest;

/* Reads a file with at most `memory` bytes. `name` is the base name of the file. */
al_digest al_digest_of(al_checker *checker, uint64_t memory, const al_format *format, const char *name,
                       al_span file, const al_fix_plan *plan);

#endif
