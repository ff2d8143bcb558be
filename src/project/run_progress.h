/* run_progress.h: how far a run has come. The thread that runs and its workers write it, and one thread reads
 * it. */
#ifndef AL_PROJECT_RUN_PROGRESS_H
#define AL_PROJECT_RUN_PROGRESS_H

#include <assetlint/assetlint.h>
#include <stdatomic.h>
#include <stddef.h>

#include "core/work.h"
#include "project/inputs/input.h"

enum { RUN_MAX_WORKERS = 256, CACHE_LINE = 64 };

/* Each is on a cache line of its own, so that workers don't wait for each other's counting. */
typedef struct run_worker_progress {
    al_watch watch;
    const al_input *_Atomic input; /* that the worker checks; NULL: none */
    char padding[CACHE_LINE];
} run_worker_progress;

typedef struct run_progress {
    _Atomic int phase;           /* an al_phase */
    const al_input_list *files;  /* that are surveyed; valid from the survey on */
    const al_input_list *inputs; /* that are checked; valid from the check on */
    _Atomic size_t delivered;    /* inputs whose results were handed out */
    al_watch listing, survey;    /* files that were found; bytes that were read */
    run_worker_progress workers[RUN_MAX_WORKERS];
    /* The rest belongs to the thread that reads. */
    uint64_t *bytes_before; /* of each input, the bytes of all inputs before it; NULL: not known */
    bool sizes_asked;
    uint64_t most_bytes; /* that were shown in the check phase: progress never goes back */
} run_progress;

/* The progress is all zero. `stopped` and its context are those of all watches. */
void run_progress_begin(run_progress *p, bool (*stopped)(const void *context), const void *context);
void run_progress_end(run_progress *p);

void run_progress_begin_survey(run_progress *p, const al_input_list *files);
void run_progress_begin_check(run_progress *p, const al_input_list *inputs);

void run_progress_begin_input(run_worker_progress *worker, const al_input *in);
void run_progress_end_input(run_worker_progress *worker);

/* Only one thread delivers. */
void run_progress_deliver(run_progress *p);

/* Fills in all but the size. */
void run_progress_describe(run_progress *p, al_progress *progress);

#endif
