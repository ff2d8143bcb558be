/* report_options.h: the options of every command that writes reports: which reports, and what is in them. */
#ifndef ASSETLINT_CLI_REPORT_OPTIONS_H
#define ASSETLINT_CLI_REPORT_OPTIONS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/arguments.h"
#include "report/report.h"

/* A report that the user asked for. */
typedef struct report_request {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
} report_request;

typedef enum option_choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER } option_choice;

typedef struct report_options {
    const char *command;      /* its name, for messages */
    report_request *requests; /* after report_options_end, one of them is for stdout */
    size_t request_count;
    al_level fail_on; /* AL_OFF: never */
    al_level show;    /* AL_OFF: the default of each form of report */
    bool fail_on_given;
    bool quiet;
    bool no_sandbox;
    bool sarif_suppressed;
    bool writes_baseline; /* --write-baseline is given */
    option_choice color;
    bool per_rule_given;
    uint64_t per_rule;      /* --max-per-rule, if given; UINT64_MAX: all */
    const char *sarif_root; /* NULL: the root of the repository */
} report_options;

/* Ids of these options; the other options of a command begin at REPORT_OPT_END. */
enum {
    REPORT_OPT_COLOR = 1,
    REPORT_OPT_FAIL_ON,
    REPORT_OPT_FORMAT,
    REPORT_OPT_MAX_PER_RULE,
    REPORT_OPT_NO_SANDBOX,
    REPORT_OPT_QUIET,
    REPORT_OPT_SARIF_ROOT,
    REPORT_OPT_SARIF_SUPPRESSED,
    REPORT_OPT_SHOW,
    REPORT_OPT_WRITE_BASELINE,
    REPORT_OPT_END
};

/* Rows of these options, for a command's table of options. */
/* clang-format off */
#define REPORT_OPTION_ROWS                                                 \
    {"color", 0, OPTION_VALUE, REPORT_OPT_COLOR},                          \
    {"fail-on", 0, OPTION_VALUE, REPORT_OPT_FAIL_ON},                      \
    {"format", 'f', OPTION_VALUE, REPORT_OPT_FORMAT},                      \
    {"max-per-rule", 0, OPTION_VALUE, REPORT_OPT_MAX_PER_RULE},            \
    {"no-sandbox", 0, OPTION_FLAG, REPORT_OPT_NO_SANDBOX},                 \
    {"quiet", 'q', OPTION_FLAG, REPORT_OPT_QUIET},                         \
    {"sarif-root", 0, OPTION_VALUE, REPORT_OPT_SARIF_ROOT},                \
    {"sarif-suppressed", 0, OPTION_FLAG, REPORT_OPT_SARIF_SUPPRESSED},     \
    {"show", 0, OPTION_VALUE, REPORT_OPT_SHOW},                            \
    {"write-baseline", 0, OPTION_VALUE, REPORT_OPT_WRITE_BASELINE}
/* clang-format on */

/* Sets the defaults, with room for the reports that a command line of `arguments` arguments can ask for.
 * False when out of memory. Call report_options_free in any case. */
bool report_options_begin(report_options *options, const char *command, size_t arguments);
void report_options_free(report_options *options);

/* Takes one option and its value. Returns EXIT_FINE, or prints an error and returns another exit status. */
int report_options_take(report_options *options, int id, const char *value);

/* Call it after the last option: if no report goes to stdout, adds one of the first form. Returns the same as
 * report_options_take. */
int report_options_end(report_options *options);

/* Finds a level by its name. `off_name`: the name of AL_OFF; NULL: AL_OFF is not allowed. False if no level
 * has that name. */
bool read_level(const char *name, const char *off_name, al_level *level);

/* Reads the value of the option `name`: auto, always or never. Returns EXIT_FINE, or prints an error and
 * returns EXIT_USAGE. */
int report_options_choose(const char *command, option_choice *choice, const char *name, const char *value);

#endif
