/* manual.h: what the commands and their options are for. --help, the page of the manual and the completions
 * of shells are all made from it; names, letters and whether there is a value stand in the tables that
 * command lines are read by.
 */
#ifndef ASSETLINT_CLI_MANUAL_H
#define ASSETLINT_CLI_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments.h"

/* What a value is, for shells that complete it. */
typedef enum manual_kind {
    MANUAL_NONE,
    MANUAL_ANY, /* a number, a name, a pattern: nothing to choose from */
    MANUAL_PATH,
    MANUAL_FOLDER,
    MANUAL_WORD,         /* one of `words`, */
    MANUAL_WORD_TO_FILE, /* or WORD=FILE */
    MANUAL_RULE,
    MANUAL_RULES,      /* RULE-OR-GLOB[,...] */
    MANUAL_RULE_LEVEL, /* RULE-OR-GLOB=one of `words` */
    MANUAL_COMMAND
} manual_kind;

/* The word of that number, NULL beyond the last. */
typedef const char *manual_words(size_t number);

typedef struct manual_option {
    const char *name;    /* NULL: `text` is a heading */
    const char *value;   /* what its value is called; NULL: it has none */
    manual_words *words; /* NULL: none */
    const char *text;    /* up to the first colon, semicolon or full stop it says what it is for */
    manual_kind kind;
    bool repeats;
} manual_option;

typedef struct manual_page {
    const char *command;
    const char *synopsis; /* what follows it, options and arguments */
    const char *brief;
    const char *about; /* paragraphs, with line ends between them; NULL: `brief` is enough */
    const option_list *list;
    const manual_option *options; /* in the order of the page */
    size_t option_count;
    manual_kind argument;
    const char *examples; /* a line each, NULL: none */
} manual_page;

/* Pages in the order of `assetlint --help`; NULL beyond the last. */
const manual_page *manual_page_at(size_t number);

/* The page of a command, NULL when there is none. */
const manual_page *manual_page_of(const char *command);

/* The row of an option in the table that the command line is read by, NULL when there is none. */
const option *manual_row(const manual_page *page, const manual_option *o);

#endif
