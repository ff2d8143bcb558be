/* progress.h: shows on stderr how far a run is. */
#ifndef ASSETLINT_CLI_PROGRESS_H
#define ASSETLINT_CLI_PROGRESS_H

#include "cli/check_options.h"
#include "project/run_progress.h"

typedef struct progress progress;

/* Begins to show the tally where that is wanted: a line that changes on a terminal, and lines now and then
 * where --progress always asks for them elsewhere. Nothing appears in the first half second. NULL when
 * nothing will be shown, also because the system refuses: nobody fails for that. */
progress *progress_begin(const check_options *options, const tally *t);

/* Takes away what is shown; also of NULL. */
void progress_end(progress *p);

#endif
