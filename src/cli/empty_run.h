/* empty_run.h: runs that found nothing to check. A gate that checks nothing must not be green. */
#ifndef AL_CLI_EMPTY_RUN_H
#define AL_CLI_EMPTY_RUN_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

#include "cli/check_options.h"

/* Whether a result shows that there was something: a file of a known format, one that couldn't be checked, or
 * a package that itself breaks a rule. */
bool is_something(const al_result *result);

/* Whether it is wrong usage to find nothing: no file stands among the paths, only folders, lists and
 * packages, and nobody said --allow-empty. */
bool must_find_something(const check_options *options);

/* Says what was looked for and where; returns EXIT_USAGE. */
int found_nothing(const check_options *options);

#endif
