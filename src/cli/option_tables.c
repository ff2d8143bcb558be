/* option_tables.c: the rows of the option tables. */
#include "cli/option_tables.h"

static const option check_options[] = {
    {"allow-empty", 0, OPTION_FLAG, OPT_ALLOW_EMPTY},
    {"baseline", 0, OPTION_VALUE, OPT_BASELINE},
    {"config", 0, OPTION_VALUE, OPT_CONFIG},
    {"exclude", 0, OPTION_VALUE, OPT_EXCLUDE},
    {"files-from", 0, OPTION_VALUE, OPT_FILES_FROM},
    {"game", 0, OPTION_VALUE, OPT_GAME},
    {"help", 'h', OPTION_FLAG, OPT_HELP},
    {"ignore", 0, OPTION_VALUE, OPT_IGNORE},
    {"jobs", 'j', OPTION_VALUE, OPT_JOBS},
    {"level", 0, OPTION_VALUE, OPT_LEVEL},
    {"max-file-size", 0, OPTION_VALUE, OPT_MAX_FILE_SIZE},
    {"max-inflated", 0, OPTION_VALUE, OPT_MAX_INFLATED},
    {"max-memory", 0, OPTION_VALUE, OPT_MAX_MEMORY},
    {"no-config", 0, OPTION_FLAG, OPT_NO_CONFIG},
    {"null", '0', OPTION_FLAG, OPT_NULL},
    {"progress", 0, OPTION_VALUE, OPT_PROGRESS},
    {"select", 0, OPTION_VALUE, OPT_SELECT},
    {"shard", 0, OPTION_VALUE, OPT_SHARD},
    {"stdin-name", 0, OPTION_VALUE, OPT_STDIN_NAME},
    {"with", 0, OPTION_VALUE, OPT_WITH},
    REPORT_OPTION_ROWS,
};

static const option rules_options[] = {
    {"format", 'f', OPTION_VALUE, RULES_OPT_FORMAT},
    {"help", 'h', OPTION_FLAG, RULES_OPT_HELP},
};

static const option explain_options[] = {{"help", 'h', OPTION_FLAG, EXPLAIN_OPT_HELP}};

static const option dump_options[] = {
    {"format", 'f', OPTION_VALUE, DUMP_OPT_FORMAT},
    {"full", 0, OPTION_FLAG, DUMP_OPT_FULL},
    {"help", 'h', OPTION_FLAG, DUMP_OPT_HELP},
    {"no-sandbox", 0, OPTION_FLAG, DUMP_OPT_NO_SANDBOX},
};

const option_list check_option_list = {check_options, sizeof check_options / sizeof check_options[0]};
const option_list rules_option_list = {rules_options, sizeof rules_options / sizeof rules_options[0]};
const option_list explain_option_list = {explain_options, sizeof explain_options / sizeof explain_options[0]};
const option_list dump_option_list = {dump_options, sizeof dump_options / sizeof dump_options[0]};
