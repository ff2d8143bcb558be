/* check_options.h: the options and arguments of `assetlint check`. */
#ifndef ASSETLINT_CLI_CHECK_OPTIONS_H
#define ASSETLINT_CLI_CHECK_OPTIONS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/report_options.h"

typedef struct check_options {
    al_options *library;
    report_options reports;
    const char **paths; /* in the order given; they point to the arguments */
    size_t path_count;
    const char **excluded; /* patterns of --exclude, likewise */
    size_t excluded_count;
    const char **with; /* of --with, likewise */
    size_t with_count;
    const char *files_from; /* NULL: no list */
    const char *stdin_name;
    char separator;         /* of --files-from */
    uint64_t shard, shards; /* --shard; 0: not given */
    bool no_config;
    bool allow_empty;
    option_choice progress;
    uint64_t jobs;        /* 0: as many as there are processors */
    const char *config;   /* NULL: assetlint searches for it */
    const char *baseline; /* NULL: none */
} check_options;

/* Reads the arguments. Returns EXIT_FINE, or prints an error and returns another exit status. --help sets
 * `*help` and ends the reading, whatever follows. Call check_options_free in any case. */
int check_options_read(check_options *options, char *const *arguments, bool *help);

void check_options_free(check_options *options);

#endif
