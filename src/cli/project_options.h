/* project_options.h: the project of a command that checks files. */
#ifndef ASSETLINT_CLI_PROJECT_OPTIONS_H
#define ASSETLINT_CLI_PROJECT_OPTIONS_H

#include "cli/check_options.h"

/* Makes a project from the options, with its configuration and baseline. Without --fail-on, takes "fail-on"
 * of the configuration. Returns EXIT_FINE, or prints an error and returns another exit status. The caller
 * frees the project in any case. */
int project_make(check_options *options, al_project **project);

/* The exit status that follows from reading a file of the project; prints an error. */
int project_status(const al_project *project, al_status status);

/* Tells the user of a notice. */
void project_notice(const check_options *options, const al_notice *notice);

/* For al_client.stopped. */
bool project_is_stopped(void *context);

#endif
