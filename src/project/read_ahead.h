/* read_ahead.h: reads files for the rules across files on several threads, before it is their turn to be
 * taken.
 *
 * One thread, the owner, posts files in order, and takes their contents in that order. Reading ahead only
 * saves time: a content that it has is the one that the owner would read itself. Where that is not certain,
 * because memory is short, it has none, and the owner reads the file in its turn.
 */
#ifndef AL_PROJECT_READ_AHEAD_H
#define AL_PROJECT_READ_AHEAD_H

#include "project/content_reading.h"

typedef struct read_ahead read_ahead;

typedef struct read_ahead_settings {
    const al_options *options;
    const al_related_files *all;
    uint64_t memory; /* that the content of one file may take */
    al_watch *watch; /* counts the bytes of contents that are taken, and may stop the reading; or NULL */
    uint64_t jobs;   /* threads, with the owner */
} read_ahead_settings;

/* NULL when the system refuses: then each file is read in its turn. `settings` must outlive it. */
read_ahead *read_ahead_new(const read_ahead_settings *settings);

/* Waits until its threads have ended. Accepts NULL. */
void read_ahead_free(read_ahead *ahead);

/* Whether no more files can be posted now. */
bool read_ahead_is_full(const read_ahead *ahead);

/* Posts a file that is not in a package. */
void read_ahead_post(read_ahead *ahead, size_t number, al_need need);

/* The content of a file that was posted and is now wanted for `need`, which lives until the next call; NULL:
 * the owner has to read the file. Files that were posted before it are dropped. */
const al_content *read_ahead_take(read_ahead *ahead, size_t number, al_need need);

#endif
