/* configure.h: from the command line to a project. */
#ifndef AL_CLI_CONFIGURE_H
#define AL_CLI_CONFIGURE_H

#include "cli/check_options.h"

/* Makes a project of the options, with its configuration and baseline; --fail-on is set to what the
 * configuration says unless it was given. Returns EXIT_FINE, or another exit status after telling why. The
 * caller frees the project in any case. */
int configure(check_options *options, al_project **project);

#endif
