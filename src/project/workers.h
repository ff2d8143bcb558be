/* workers.h: checks a list of inputs with several threads, and hands out the results in the order of the
 * list. */
#ifndef AL_PROJECT_WORKERS_H
#define AL_PROJECT_WORKERS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

#include "project/inputs/input.h"
#include "project/run_progress.h"
#include "project/survey.h"

/* Gets each result, on the thread that called run_checks; it owns `result`, which is NULL unless `status` is
 * AL_OK. False ends the run. */
typedef bool (*run_receiver)(void *context, const al_input *in, al_status status, al_result *result);

typedef struct run_settings {
    const al_options *options;
    uint64_t jobs;     /* files checked at once */
    uint64_t reserved; /* bytes of the limit of memory that the inputs and the survey take */
    bool quiet;        /* nothing is said of what is waited for */
    tally *tally;      /* says how far it is */
} run_settings;

/* Checks all inputs, of which the survey was made, several at once. Results wait only for those before them
 * in the list, and a worker that is far ahead waits too, so few are held. Returns false when out of memory
 * before the first check. Once somebody wants the program to end, what is done is handed out, also behind
 * what isn't, and nothing else is. */
bool run_checks(const al_input_list *inputs, const run_settings *settings, const al_survey *survey,
                run_receiver receive, void *context);

#endif
