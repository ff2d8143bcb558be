/* merge.h: turns the parts of a run into its results: in the order of the run, and with the findings about
 * the configuration and the baseline that only all parts together can decide. All parts are read in parallel,
 * so little of each is in memory.
 */
#ifndef ASSETLINT_REPORT_MERGE_H
#define ASSETLINT_REPORT_MERGE_H

#include <assetlint/assetlint.h>

#include "report/part_reader.h"

/* A growing list of numbers. */
typedef struct merge_numbers {
    uint64_t *items;
    uint64_t count, capacity;
} merge_numbers;

typedef struct merge {
    part_reader *parts; /* the caller's; merge_begin sorts them by number */
    size_t count;
    part_reader **heap; /* the parts that have a result; the first one has the first result */
    size_t heap_count;
    al_arena arena; /* memory of all the following */
    al_result own[PART_OWN];
    const al_result *own_order[PART_OWN]; /* those with findings, by path */
    size_t own_count;
    const char *first; /* the first path of the configuration and the baseline; NULL: there are none */
    al_not_judged *not_judged; /* what the parts could not judge, as one run counts it */
    size_t not_judged_count;
    merge_numbers known; /* fingerprints in the baseline; sorted before they are searched */
    char *last_path;     /* of the last result that was read, */
    const part_reader *last_part;
    bool last_own;      /* and whether it is about a file of the project itself */
    part_reader *wrong; /* the part with the mistake; NULL: out of memory */
} merge;

/* Gets all results in their order. False ends the merge. */
typedef bool (*merge_receiver)(void *context, const al_result *result);

/* Takes open parts with one budget, and reads all of them once. Refuses parts that do not belong together,
 * are not all there, or are not complete: then m->wrong is the part, and its mistake says why. merge_end must
 * be called in any case. */
bool merge_begin(merge *m, part_reader *parts, size_t count, al_budget *budget) AL_MUST_USE;

/* Gives all results to the receiver. False as above, or when the receiver ended it: then m->wrong is NULL. */
bool merge_results(merge *m, merge_receiver receive, void *context) AL_MUST_USE;
void merge_end(merge *m);

#endif
