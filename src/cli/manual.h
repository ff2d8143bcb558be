/* manual.h: help texts of the commands and their options. --help, the man page and the shell completions are
 * made from them. The option tables (option_tables.h) hold names, letters, and which options take a value.
 */
#ifndef ASSETLINT_CLI_MANUAL_H
#define ASSETLINT_CLI_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/arguments.h"

/* The kind of a value, for shell completion. */
typedef enum manual_kind {
    MANUAL_NONE,
    MANUAL_ANY, /* a number, a name, a pattern: the shell has nothing to offer */
    MANUAL_PATH,
    MANUAL_FOLDER,
    MANUAL_WORD,         /* one of `words` */
    MANUAL_WORD_TO_FILE, /* one of `words`, or WORD=FILE */
    MANUAL_RULE,
    MANUAL_RULES,      /* RULE-OR-GLOB[,...] */
    MANUAL_RULE_LEVEL, /* RULE-OR-GLOB=one of `words` */
    MANUAL_COMMAND
} manual_kind;

/* Returns the word at an index, NULL beyond the last. */
typedef const char *manual_words(size_t number);

typedef struct manual_option {
    const char *name;    /* NULL: `text` is a heading */
    const char *value;   /* name of the value; NULL: the option takes none */
    manual_words *words; /* legal values; NULL: any */
    const char *text;    /* completions show it up to the first colon, semicolon or full stop */
    manual_kind kind;
    bool repeats;
} manual_option;

typedef struct manual_page {
    const char *command;
    const char *synopsis; /* options and arguments */
    const char *brief;
    const char *about; /* paragraphs, separated by line ends; NULL: `brief` is enough */
    const option_list *list;
    const manual_option *options; /* in the order of the page */
    size_t option_count;
    manual_kind argument;
    const char *examples; /* one per line; NULL: none */
} manual_page;

/* Pages in the order of `assetlint --help`; NULL beyond the last. */
const manual_page *manual_page_at(size_t number);

/* The page of a command, NULL when there is none. */
const manual_page *manual_page_of(const char *command);

/* The option's row in the option table of the command, NULL when there is none. */
const option *manual_row(const manual_page *page, const manual_option *o);

#endif
