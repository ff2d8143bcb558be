/* option_tables.h: the options of each command: name, letter, flag or value, id. manual.c has their help
 * texts.
 */
#ifndef ASSETLINT_CLI_OPTION_TABLES_H
#define ASSETLINT_CLI_OPTION_TABLES_H

#include "cli/arguments.h"
#include "cli/report_options.h"

/* Options of check. */
enum {
    OPT_ALLOW_EMPTY = REPORT_OPT_END,
    OPT_BASELINE,
    OPT_CONFIG,
    OPT_EXCLUDE,
    OPT_FILES_FROM,
    OPT_GAME,
    OPT_HELP,
    OPT_IGNORE,
    OPT_JOBS,
    OPT_LEVEL,
    OPT_MAX_FILE_SIZE,
    OPT_MAX_INFLATED,
    OPT_MAX_MEMORY,
    OPT_NO_CONFIG,
    OPT_NULL,
    OPT_PROGRESS,
    OPT_SELECT,
    OPT_SHARD,
    OPT_STDIN_NAME,
    OPT_WITH,
};

/* Options of the other commands. */
enum { RULES_OPT_FORMAT = 1, RULES_OPT_HELP };
enum { EXPLAIN_OPT_HELP = 1 };
enum { DUMP_OPT_FORMAT = 1, DUMP_OPT_FULL, DUMP_OPT_HELP, DUMP_OPT_NO_SANDBOX };

extern const option_list check_option_list;
extern const option_list rules_option_list;
extern const option_list explain_option_list;
extern const option_list dump_option_list;

#endif
