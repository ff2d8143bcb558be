/* targets.h: the files that reports are written to. */
#ifndef ASSETLINT_CLI_TARGETS_H
#define ASSETLINT_CLI_TARGETS_H

#include "cli/check_options.h"

/* Whether the reports may be written where they were asked for: not over a file that we would check, the list
 * of files, or another report, by whatever name or link. Returns an exit status, after saying why not;
 * nothing was opened for writing yet. */
int judge_targets(const check_options *options);

#endif
