/* pool.h: checks a list of inputs on several threads, and hands out what became of each in the order of the
 * list. */
#ifndef AL_PROJECT_POOL_H
#define AL_PROJECT_POOL_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

#include "platform/platform.h"
#include "project/configuration/policy.h"
#include "project/inputs/input.h"
#include "project/notices.h"
#include "project/run_progress.h"
#include "project/survey.h"
#include "project/window.h"

/* Gets what became of each input; the delivery lock is held, and the pool frees the result. False: no more is
 * wanted. */
typedef bool pool_receiver(void *context, const al_input *in, const checked_input *checked);

typedef struct pool_settings {
    const al_input_list *inputs;
    const al_policy *policy;
    const al_survey *survey; /* of the inputs */
    uint64_t jobs;           /* files that are checked at once */
    al_notices notices;
    run_progress *progress; /* its watches tell whether the run is stopped */
    window *window;         /* where results wait */
    pool_receiver *receive;
    void *context;     /* of `receive` */
    al_lock *delivery; /* held while a result is taken out of the window and handed out */
} pool_settings;

/* Checks all inputs, and hands out the results on the calling thread. Once the run is stopped, no more checks
 * begin, those at work end soon, and all results that there are are handed out. False when out of memory
 * before the first check. */
bool pool_run(const pool_settings *settings) AL_MUST_USE;

/* Hands out the results that wait in the window, for a run that is stopped but does not end, because a check
 * doesn't: another thread calls this, holds the delivery lock, and never leaves it. */
void pool_salvage(const pool_settings *settings);

#endif
