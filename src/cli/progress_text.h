/* progress_text.h: the words for how far a run is. */
#ifndef ASSETLINT_CLI_PROGRESS_TEXT_H
#define ASSETLINT_CLI_PROGRESS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assetlint/assetlint.h>

enum { PROGRESS_SIZE = 512, PROGRESS_SAMPLES = 16 };

/* How much was done when. */
typedef struct progress_moment {
    uint64_t when, bytes; /* milliseconds since the run began, and what was done by then */
} progress_moment;

typedef struct progress_state {
    al_progress now;
    uint64_t time; /* of it, in milliseconds since the run began */
    progress_moment moments[PROGRESS_SAMPLES];
    size_t moment_count;
} progress_state;

/* Remembers where it is now, a few times in all that time: it goes as fast as it went of late. */
void progress_sample(progress_state *s, uint64_t when);

/* Writes at most `width` columns: what matters least is left out first. Less than PROGRESS_SIZE bytes. */
void progress_text(const progress_state *s, int width, char text[PROGRESS_SIZE]);

#endif
