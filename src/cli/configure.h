/* configure.h: adds what files say to what the command line says: assetlint.json and a baseline. */
#ifndef ASSETLINT_CLI_CONFIGURE_H
#define ASSETLINT_CLI_CONFIGURE_H

#include "cli/check_options.h"

/* Reads the configuration, if there is one, and the baseline, if one was asked for. Returns EXIT_FINE, or
 * another exit status after telling why. */
int configure(check_options *options);

#endif
