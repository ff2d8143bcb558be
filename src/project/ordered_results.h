/* ordered_results.h: results that are known later than their place in the report: what nothing made use of,
 * in the configuration, the baseline, and in what lies beside files.
 */
#ifndef AL_PROJECT_ORDERED_RESULTS_H
#define AL_PROJECT_ORDERED_RESULTS_H

#include <assetlint/assetlint.h>

#include "cli/check_options.h"
#include "project/configuration/ledger.h"
#include "project/result_spool.h"

/* Gets results in the order of the report. False: no more of them. */
typedef bool (*late_receiver)(void *context, const al_result *result);

typedef struct late {
    late_receiver receive, count; /* the second gets what is said of our own files when it is known */
    void *context;
    al_ledger *ledger; /* NULL: nothing has to be made use of */
    const char *first; /* results behind this path are held until the end; NULL: none are */
    held held;
    al_result **beside; /* results of what lies beside files, by path, until their turn comes */
    size_t beside_count, beside_capacity;
    bool undecided; /* what is said of our own files is decided by whoever has all shards: */
    al_result
        *own[2]; /* in the end, what may be said of the configuration, and of the baseline; maybe NULL */
    bool no_memory;
} late;

/* False when out of memory; late_end is due in any case. */
bool late_begin(late *l, const check_options *options, const al_input_list *inputs, late_receiver receive,
                late_receiver count, void *context);

/* Takes a result of a file, in the order of paths; what lies beside the file is taken out of it. `of_check`:
 * a check made it. False when no more results are wanted. */
bool late_add(late *l, al_result *result, bool of_check);

/* Hands out all that is left, but what is undecided; `whole` when all was checked that was to be. False when
 * out of memory. */
bool late_finish(late *l, bool whole);

void late_end(late *l);

#endif
