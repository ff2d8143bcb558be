/* manual.h: the commands with their options and help texts. The command line is read by them (arguments.h);
 * --help, the man page and the shell completions are made from them.
 */
#ifndef ASSETLINT_CLI_MANUAL_H
#define ASSETLINT_CLI_MANUAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The options of all commands. */
enum {
    OPT_ALLOW_EMPTY = 1,
    OPT_BASELINE,
    OPT_COLOR,
    OPT_CONFIG,
    OPT_EXCLUDE,
    OPT_FAIL_ON,
    OPT_FILES_FROM,
    OPT_FORMAT,
    OPT_FULL,
    OPT_GAME,
    OPT_HELP,
    OPT_IGNORE,
    OPT_IN_PLACE,
    OPT_JOBS,
    OPT_LEVEL,
    OPT_MAX_FILE_SIZE,
    OPT_MAX_INFLATED,
    OPT_MAX_MEMORY,
    OPT_MAX_PER_RULE,
    OPT_NO_CONFIG,
    OPT_NO_SANDBOX,
    OPT_NULL,
    OPT_OUTPUT,
    OPT_PROGRESS,
    OPT_QUIET,
    OPT_SARIF_ROOT,
    OPT_SARIF_SUPPRESSED,
    OPT_SELECT,
    OPT_SHARD,
    OPT_SHOW,
    OPT_STDIN_NAME,
    OPT_UNSAFE,
    OPT_WITH,
    OPT_WRITE_BASELINE
};

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
    int id;
    const char *name;    /* without the dashes; NULL: `text` is a heading */
    const char *value;   /* name of the value; NULL: the option takes none */
    manual_words *words; /* legal values; NULL: any */
    const char *text;    /* completions show it up to the first colon, semicolon or full stop */
    manual_kind kind;
    char letter; /* 0: it has only a name */
    bool repeats;
} manual_option;

typedef struct manual_page {
    const char *command;
    const char *synopsis; /* options and arguments */
    const char *brief;
    const char *about;            /* paragraphs, separated by line ends; NULL: `brief` is enough */
    const manual_option *options; /* in the order of the page */
    size_t option_count;
    manual_kind argument;
    const char *examples; /* one per line; NULL: none */
} manual_page;

/* Pages in the order of `assetlint --help`; NULL beyond the last. */
const manual_page *manual_page_at(size_t number);

/* The page of a command, NULL when there is none. */
const manual_page *manual_page_of(const char *command);

/* ---- Help ---------------------------------------------------------------------------------------------- */

/* The help of the program. */
void print_help(FILE *out);

/* Prints the help of a command, or that of the program if the command has no options; returns the exit
 * status. */
int show_command_help(const char *command);

/* For somebody who has double-clicked the program, and has no command line. */
void print_drag_help(FILE *out);

#endif
