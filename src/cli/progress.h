/* progress.h: shows on stderr how far a run is. */
#ifndef ASSETLINT_CLI_PROGRESS_H
#define ASSETLINT_CLI_PROGRESS_H

#include "cli/check_options.h"

typedef struct progress progress;

/* Begins to show how far a project is, if that is wanted: on a terminal by a line that changes, elsewhere, if
 * --progress always is given, by a line every ten seconds. Nothing appears in the first half second. NULL
 * when nothing will be shown, also because the system refuses a thread. */
progress *progress_begin(const check_options *options, al_project *project);

/* Removes what is shown. May be given NULL. */
void progress_end(progress *p);

#endif
