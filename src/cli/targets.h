/* targets.h: the files that reports are written to. */
#ifndef ASSETLINT_CLI_TARGETS_H
#define ASSETLINT_CLI_TARGETS_H

#include "cli/check_options.h"
#include "platform/platform.h"

/* What a command has against a report in that place, NULL where that isn't known: returns an exit status,
 * after saying what. */
typedef int (*target_judge)(const void *context, const report_wish *wish, const al_file_id *place);

/* Whether the reports may be written where they were asked for: not over another report, by whatever name or
 * link, nor where the command says no. Returns an exit status, after saying why not. */
int judge_targets(const report_options *options, target_judge judge, const void *context);

/* The `check` command refuses to write a report over a file that it would check, and over the list of files.
 * `context` is a target_owner. No report has been opened yet. */
typedef struct target_owner {
    const check_options *options;
    const al_options *library; /* with what the configuration adds */
} target_owner;

int judge_check_target(const void *context, const report_wish *wish, const al_file_id *place);

/* "standard output", or the name of the file. */
const char *target_name(const report_wish *wish);

#endif
