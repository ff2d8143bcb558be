/* arguments.h: reads a command line by the options of its command. */
#ifndef ASSETLINT_CLI_ARGUMENTS_H
#define ASSETLINT_CLI_ARGUMENTS_H

#include <stdbool.h>

#include "cli/manual.h"

/* What option_next returns besides the ids of options. */
enum { OPTION_END = 0, OPTION_WORD = -1, OPTION_WRONG = -2 };

typedef struct option_scanner {
    const manual_page *page;
    char *const *next;   /* the remaining arguments, with NULL at the end */
    const char *cluster; /* the remaining letters of -q0; NULL or empty: none */
    bool words_only;     /* after -- */
    const char *value;   /* of the option or word that was returned last */
} option_scanner;

/* Returns the id of the next option, OPTION_WORD for an argument that is not an option, OPTION_END after the
 * last argument, or OPTION_WRONG after printing an error. */
int option_next(option_scanner *s);

#endif
