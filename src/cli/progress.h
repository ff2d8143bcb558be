/* progress.h: shows the progress of a run on stderr. */
#ifndef ASSETLINT_CLI_PROGRESS_H
#define ASSETLINT_CLI_PROGRESS_H

#include "cli/check_options.h"

typedef struct progress progress;

/* Starts to show the progress of a project if the options ask for that: on a terminal as one changing line;
 * elsewhere, with --progress always, as a new line every ten seconds. Nothing appears in the first half
 * second. NULL if nothing will be shown, also if the system refuses a thread. */
progress *progress_begin(const check_options *options, al_project *project);

/* Stops the thread and clears the line. `p` may be NULL. */
void progress_end(progress *p);

#endif
