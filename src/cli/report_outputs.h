/* report_outputs.h: the files that reports are written to. */
#ifndef ASSETLINT_CLI_REPORT_OUTPUTS_H
#define ASSETLINT_CLI_REPORT_OUTPUTS_H

#include "cli/check_options.h"
#include "platform/platform.h"

/* What a command has against a report in that place, NULL where that isn't known: returns an exit status,
 * after saying what. */
typedef int (*output_check)(const void *context, const report_request *request, const al_file_id *id);

/* Whether the reports may be written where they were asked for: not over another report, by whatever name or
 * link, nor where the command says no. Returns an exit status, after saying why not. */
int validate_outputs(const report_options *options, output_check check, const void *context);

/* The `check` command refuses to write a report over a file that it would check, and over the list of files.
 * `context` is a check_output_context. No report has been opened yet. */
typedef struct check_output_context {
    const check_options *options;
    const al_options *library; /* with what the configuration adds */
} check_output_context;

int validate_check_output(const void *context, const report_request *request, const al_file_id *id);

/* "standard output", or the name of the file. */
const char *output_name(const report_request *request);

#endif
