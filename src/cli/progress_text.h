/* progress_text.h: describes the progress of a run. */
#ifndef ASSETLINT_CLI_PROGRESS_TEXT_H
#define ASSETLINT_CLI_PROGRESS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assetlint/assetlint.h>

enum { PROGRESS_SIZE = 512, PROGRESS_SAMPLES = 16 };

typedef struct progress_moment {
    uint64_t when, bytes; /* milliseconds since the run began; bytes checked by then */
} progress_moment;

typedef struct progress_state {
    al_progress now;
    uint64_t time;                             /* when `now` was read, in milliseconds since the run began */
    progress_moment moments[PROGRESS_SAMPLES]; /* the last samples, as a ring */
    size_t moment_count;                       /* of all samples so far */
} progress_state;

/* Notes that `s->now` was read at `when`. Keeps a sample once a second: the last samples give the speed and
 * the time left. */
void progress_sample(progress_state *s, uint64_t when);

/* Writes at most `width` columns, and less than PROGRESS_SIZE bytes. The least important parts are left out
 * first. */
void progress_text(const progress_state *s, int width, char text[PROGRESS_SIZE]);

#endif
