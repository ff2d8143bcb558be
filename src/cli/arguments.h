/* arguments.h: reads a command line by a table of options. */
#ifndef ASSETLINT_CLI_ARGUMENTS_H
#define ASSETLINT_CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum option_kind {
    OPTION_FLAG,  /* --quiet, -q */
    OPTION_VALUE, /* --jobs 4, --jobs=4, -j 4, -j4 */
} option_kind;

typedef struct option {
    const char *name; /* without the dashes; NULL: it has only a letter */
    char letter;      /* 0: it has only a name */
    option_kind kind;
    int id; /* unique within the command, from 1 */
} option;

/* The options of a command. */
typedef struct option_list {
    const option *items;
    size_t count;
} option_list;

/* What option_next returns besides the ids of options. */
enum { OPTION_END = 0, OPTION_WORD = -1, OPTION_WRONG = -2 };

typedef struct option_scanner {
    const char *command; /* its name, for messages */
    const option_list *list;
    char *const *next;   /* the remaining arguments, with NULL at the end */
    const char *cluster; /* the remaining letters of -q0; NULL or empty: none */
    bool words_only;     /* after -- */
    const char *value;   /* of the option or word that was returned last */
} option_scanner;

/* Returns the id of the next option, OPTION_WORD for an argument that is not an option, OPTION_END after the
 * last argument, or OPTION_WRONG after printing an error. */
int option_next(option_scanner *s);

#endif
