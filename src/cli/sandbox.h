/* sandbox.h: keeps a command to the files that it was given, from the moment that it knows them. */
#ifndef ASSETLINT_CLI_SANDBOX_H
#define ASSETLINT_CLI_SANDBOX_H

#include <assetlint/assetlint.h>

#include "cli/reports.h"

/* Keeps the program to what a project reads, and to ending the reports, which are open; NULL: none. To be
 * called once the files of the project are listed, before other threads start. True also if the system has no
 * sandbox; false when out of memory. */
bool sandbox_project(const al_project *project, const reports *open);

/* The same for `assetlint fix`, which writes in the folders of its inputs (--in-place) or to the folder of
 * --output. */
bool sandbox_fix(const al_project *project, const check_options *options);

/* The same for a single file. */
bool sandbox_file(const char *path);

/* Enters a sandbox without any file. Returns what the system forbids, as words for the user. */
const char *sandbox_everything(void);

#endif
