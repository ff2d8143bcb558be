/* check_options.h: the options and arguments of `assetlint check` and `assetlint fix`. */
#ifndef ASSETLINT_CLI_CHECK_OPTIONS_H
#define ASSETLINT_CLI_CHECK_OPTIONS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

/* A report that the user asked for. */
typedef struct report_request {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
} report_request;

typedef enum option_choice { CHOICE_AUTO, CHOICE_ALWAYS, CHOICE_NEVER } option_choice;

/* Texts and lists point to the arguments, in the order given. */
typedef struct check_options {
    const char *command; /* "check" or "fix" */
    al_options *library; /* rules, games and limits */

    const char **paths;
    size_t path_count;
    const char **excluded; /* patterns of --exclude */
    size_t excluded_count;
    const char **with; /* of --with */
    size_t with_count;
    const char *files_from; /* NULL: no list */
    const char *stdin_name;
    uint64_t shard, shards; /* --shard; 0: not given */

    report_request *requests; /* one of them is for stdout */
    size_t request_count;
    uint64_t per_rule;      /* --max-per-rule, if given; UINT64_MAX: all */
    const char *sarif_root; /* NULL: the root of the repository */

    const char *config;   /* NULL: assetlint searches for it */
    const char *baseline; /* NULL: none */
    uint64_t jobs;        /* 0: as many as there are processors */

    al_level show;    /* AL_OFF: the default of each form of report */
    al_level fail_on; /* AL_OFF: never */
    option_choice color, progress;
    bool fail_on_given, per_rule_given;
    bool allow_empty, quiet, sarif_suppressed;
    bool writes_baseline; /* --write-baseline is given */
    bool no_config, no_sandbox;
    char separator; /* of --files-from */

    /* Of fix alone: */
    const char *fixed_folder; /* -o; NULL: not given */
    bool in_place, also_unsafe, as_json;
} check_options;

/* Reads the arguments of a command, "check" or "fix". Returns EXIT_FINE, or prints an error and returns
 * another exit status. --help sets
 * `*help` and ends the reading, whatever follows. Call check_options_free in any case. */
int check_options_read(check_options *options, const char *command, char *const *arguments, bool *help);

/* Whether `fix` writes files: --in-place or -o was given. */
bool check_options_write(const check_options *options);

void check_options_free(check_options *options);

#endif
