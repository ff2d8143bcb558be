/* merge.h: the parts of a run as the run: their results in its order, with what only the whole run can say of
 * the configuration and of a baseline. The parts are read side by side, so little of them is held at once.
 */
#ifndef ASSETLINT_REPORT_MERGE_H
#define ASSETLINT_REPORT_MERGE_H

#include <assetlint/assetlint.h>

#include "report/part_reader.h"

typedef struct merge_numbers {
    uint64_t *items;
    uint64_t count, capacity;
} merge_numbers;

typedef struct merge {
    part_reader *parts; /* the caller's, in the order of their numbers once merge_begin was fine */
    size_t count;
    part_reader **heap; /* of those that have a result, the one that comes first is the first */
    size_t heap_count;
    al_arena arena; /* of all of this */
    al_result own[PART_OWN];
    const al_result *own_order[PART_OWN]; /* those that say something, by path */
    size_t own_count;
    const char *first;   /* results up to this path come before all of ours; NULL: there are none */
    merge_numbers known; /* fingerprints that a baseline took out, sorted in the end */
    char *last_path;     /* of the last result, */
    const part_reader *last_part;
    bool last_own;      /* and whether it was about a file of ours */
    part_reader *wrong; /* the part with the mistake; NULL: out of memory */
} merge;

/* Gets results in their order; `own`: it is said of a file of ours. False ends it. */
typedef bool (*merge_receiver)(void *context, const al_result *result, bool own);

/* Takes parts that are open, of one budget, and reads all of them once: they are all there, of one run, and
 * whole. False where that isn't so: then m->wrong says which part it is, and its mistake why. merge_end is
 * due in any case. */
bool merge_begin(merge *m, part_reader *parts, size_t count, al_budget *budget) AL_MUST_USE;

/* Hands out all results. False as above, or when the receiver ended it: then m->wrong is NULL. */
bool merge_results(merge *m, merge_receiver receive, void *context) AL_MUST_USE;
void merge_end(merge *m);

#endif
