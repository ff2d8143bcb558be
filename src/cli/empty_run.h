/* empty_run.h: runs that checked no file. A CI job that checks nothing must not succeed. */
#ifndef AL_CLI_EMPTY_RUN_H
#define AL_CLI_EMPTY_RUN_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

#include "cli/check_options.h"

/* Whether a file could not be checked, or not completely. */
bool is_unchecked(const al_result *result);

/* Whether a result is about a file that counts as checked: one of a known format, one that couldn't be
 * checked, or a package that breaks a rule itself. */
bool counts_as_checked(const al_result *result);

/* Whether a run that checks nothing is a usage error: the paths are only folders, lists and packages, not
 * files, and --allow-empty is not given. */
bool must_find_files(const check_options *options);

/* Prints which files assetlint looked for, and where; returns EXIT_USAGE. `configuration`: the project's, or
 * NULL. */
int report_empty_run(const check_options *options, const al_configuration_info *configuration);

#endif
