/* configure.h: makes a project from the command line. */
#ifndef AL_CLI_CONFIGURE_H
#define AL_CLI_CONFIGURE_H

#include "cli/check_options.h"

/* Makes a project from the options, with its configuration and baseline. Without --fail-on, takes "fail-on"
 * of the configuration. Returns EXIT_FINE, or prints an error and returns another exit status. The caller
 * frees the project in any case. */
int configure(check_options *options, al_project **project);

#endif
