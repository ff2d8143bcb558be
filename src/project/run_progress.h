/* run_progress.h: how far a run is: written by those who work, read by whoever shows it. */
#ifndef AL_PROJECT_RUN_PROGRESS_H
#define AL_PROJECT_RUN_PROGRESS_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/watch.h"
#include "project/inputs/input.h"

enum { TALLY_WORKERS = 256, TALLY_LINE = 64 }; /* as many as work at once; bytes of a line of the cache */

typedef enum tally_phase {
    TALLY_LISTING, /* files are looked for */
    TALLY_SURVEY,  /* and looked into, for the rules across files */
    TALLY_CHECK
} tally_phase;

/* No two are on a line of the cache: workers don't wait for each other's counting. */
typedef struct tally_worker {
    al_watch watch;
    const al_input *_Atomic input; /* that is checked; NULL: none is */
    char apart[TALLY_LINE];
} tally_worker;

typedef struct tally {
    _Atomic int phase;           /* a tally_phase; */
    const al_input_list *inputs; /* of the check: not to be looked at before */
    _Atomic size_t delivered;    /* inputs from the first on: done with */
    al_watch listing, survey;    /* files that were found; bytes that were read */
    tally_worker workers[TALLY_WORKERS];
} tally;

/* All of it is zero at first, but for who stops the watches. */
void tally_start(tally *t, bool (*stopped)(void));

void tally_begin_phase(tally *t, tally_phase phase, const al_input_list *inputs);
void tally_begin(tally_worker *w, const al_input *in);
void tally_end(tally_worker *w);
void tally_deliver(tally *t);

/* For those who show it. */
tally_phase tally_phase_of(const tally *t);
size_t tally_delivered(const tally *t);
const al_input *tally_input(const tally_worker *w);

#endif
