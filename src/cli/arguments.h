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
    const char *name; /* without the dashes; NULL: it has a letter alone */
    char letter;      /* 0: it has a name alone */
    option_kind kind;
    int id; /* of the command's own numbering, from 1 */
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
    char *const *next;   /* the arguments that are left, with NULL at the end */
    const char *cluster; /* the letters that are left of -q0; NULL or empty when there are none */
    bool words_only;     /* after -- */
    const char *value;   /* of the option or word that was returned last */
} option_scanner;

/* The id of the next option, OPTION_WORD for an argument that is none, OPTION_END after the last, or
 * OPTION_WRONG when something is wrong with the command line, which was reported on stderr. */
int option_next(option_scanner *s);

#endif
