/* report_options.h: the options that say which reports there are and what is in them: those of every command
 * that writes some.
 */
#ifndef ASSETLINT_CLI_REPORT_OPTIONS_H
#define ASSETLINT_CLI_REPORT_OPTIONS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/arguments.h"
#include "report/report.h"

/* A report that was asked for. */
typedef struct report_request {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
} report_request;

typedef enum option_choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER } option_choice;

typedef struct report_options {
    const char *command;      /* that has them, for messages */
    report_request *requests; /* one of them is for stdout */
    size_t request_count;
    al_level fail_on; /* AL_OFF: never */
    al_level show;    /* AL_OFF: as the form of report has it */
    bool fail_on_given;
    bool quiet;
    bool sarif_suppressed;
    bool writes_baseline; /* one of the requests is */
    option_choice color;
    bool per_rule_given;
    uint64_t per_rule;      /* if so: --max-per-rule, UINT64_MAX for all */
    const char *sarif_root; /* NULL: that of the repository */
} report_options;

/* Their ids; a command's own begin at REPORT_OPT_END. */
enum {
    REPORT_OPT_COLOR = 1,
    REPORT_OPT_FAIL_ON,
    REPORT_OPT_FORMAT,
    REPORT_OPT_MAX_PER_RULE,
    REPORT_OPT_QUIET,
    REPORT_OPT_SARIF_ROOT,
    REPORT_OPT_SARIF_SUPPRESSED,
    REPORT_OPT_SHOW,
    REPORT_OPT_WRITE_BASELINE,
    REPORT_OPT_END
};

/* Their rows in a command's table of options. */
/* clang-format off */
#define REPORT_OPTION_ROWS                                                 \
    {"color", 0, OPTION_VALUE, REPORT_OPT_COLOR},                          \
    {"fail-on", 0, OPTION_VALUE, REPORT_OPT_FAIL_ON},                      \
    {"format", 'f', OPTION_VALUE, REPORT_OPT_FORMAT},                      \
    {"max-per-rule", 0, OPTION_VALUE, REPORT_OPT_MAX_PER_RULE},            \
    {"quiet", 'q', OPTION_FLAG, REPORT_OPT_QUIET},                         \
    {"sarif-root", 0, OPTION_VALUE, REPORT_OPT_SARIF_ROOT},                \
    {"sarif-suppressed", 0, OPTION_FLAG, REPORT_OPT_SARIF_SUPPRESSED},     \
    {"show", 0, OPTION_VALUE, REPORT_OPT_SHOW},                            \
    {"write-baseline", 0, OPTION_VALUE, REPORT_OPT_WRITE_BASELINE}
/* clang-format on */

/* Options as they are where none is given, for a command line of that many arguments. False when out of
 * memory; report_options_free is due in any case. */
bool report_options_begin(report_options *options, const char *command, size_t arguments);
void report_options_free(report_options *options);

/* Takes one of them. Returns EXIT_FINE, or another exit status after saying why. */
int report_options_take(report_options *options, int id, const char *value);

/* To be called behind the last: the first form goes to stdout when nothing else does. */
int report_options_end(report_options *options);

/* A level by its name, or by `off_name` for AL_OFF when that isn't NULL. */
bool read_level(const char *name, const char *off_name, al_level *level);

/* One of auto, always and never, for the option of that name. Returns EXIT_FINE, or reports and returns
 * EXIT_USAGE. */
int report_options_choose(const char *command, option_choice *choice, const char *name, const char *value);

#endif
