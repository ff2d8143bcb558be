/* report_outputs.h: the files that reports are written to. */
#ifndef ASSETLINT_CLI_REPORT_OUTPUTS_H
#define ASSETLINT_CLI_REPORT_OUTPUTS_H

#include "cli/check_options.h"
#include "platform/platform.h"

/* Whether a command allows a report in the file with this id; NULL: the id is unknown. Returns EXIT_FINE, or
 * prints an error and returns another exit status. */
typedef int (*output_check)(const void *context, const report_request *request, const al_file_id *id);

/* Checks that no two reports go to the same file, by whatever name or link, and that `check` allows each
 * file. Returns EXIT_FINE, or prints an error and returns another exit status. */
int validate_outputs(const report_options *options, output_check check, const void *context);

/* The output_check of `assetlint check`: refuses to write a report over an asset, or over the list of files.
 * `context` is the check_options. Call it before any report is opened. */
int validate_check_output(const void *context, const report_request *request, const al_file_id *id);

/* Refuses to write a report over a file that the run reads or looks for, unless that is an earlier report of
 * the same form. To be called once the files of the project are listed. Returns as validate_outputs. */
int validate_unread(const report_options *options, al_project *project);

/* "standard output", or the name of the file. */
const char *output_name(const report_request *request);

#endif
