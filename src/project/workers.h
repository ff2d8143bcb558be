/* workers.h: checks a list of inputs on several threads, and hands out the results in the order of the list.
 */
#ifndef AL_PROJECT_WORKERS_H
#define AL_PROJECT_WORKERS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

#include "project/configuration/policy.h"
#include "project/inputs/input.h"
#include "project/notices.h"
#include "project/run_progress.h"
#include "project/survey.h"

/* Gets each result; the delivery lock is held, and the run frees the result. `result` is NULL unless `status`
 * is AL_OK. False ends the run. */
typedef bool (*run_receiver)(void *context, const al_input *in, al_status status, al_result *result);

typedef struct run run;

typedef struct run_settings {
    const al_input_list *inputs;
    const al_policy *policy;
    const al_survey *survey; /* of the inputs */
    uint64_t jobs;           /* files that are checked at once */
    uint64_t reserved;       /* bytes of the memory limit that the inputs and the survey hold */
    al_notices notices;
    run_progress *progress; /* its watches tell whether the run is stopped */
    run_receiver receive;
    void *context;     /* of `receive` */
    al_lock *delivery; /* held while a result is taken from its place in the order and handed out */
} run_settings;

/* `settings` must outlive the run. NULL when out of memory. */
run *run_new(const run_settings *settings);
void run_free(run *run);

/* Checks all inputs. A result waits only for those before it in the list, and a worker that is far ahead
 * waits, too, so that few results are held. Results are handed out on the calling thread. Once the run is
 * stopped, the results that exist are handed out, also those behind a file that was not checked, and no
 * others. False when out of memory before the first check. */
bool run_checks(run *run);

/* Hands out the results that wait for their turn. The run is stopped, but a check of it does not end, so that
 * run_checks does not return: another thread calls this, holds the delivery lock, and never leaves it. */
void run_salvage(run *run);

#endif
