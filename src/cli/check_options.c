/* check_options.c: the options of `assetlint check`. */
#include "cli/check_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/message.h"
#include "cli/option_tables.h"
#include "core/number.h"
#include "core/suggest.h"
#include "platform/platform.h"

/* ---- Rules --------------------------------------------------------------------------------------------- */

static int no_such_rule(const char *pattern)
{
    const size_t length = strcspn(pattern, ",=");
    al_suggestion near = {.meant = pattern, .length = length};
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++)
        al_suggest(&near, al_rule_at(i)->id);
    if (near.best != NULL)
        message("no rule matches %.*s; did you mean %s?", (int)length, pattern, near.best);
    else
        message("no rule matches %.*s; assetlint rules lists them", (int)length, pattern);
    return EXIT_USAGE;
}

static int choose_rules(check_options *options, const char *patterns, bool select)
{
    const char *bad = patterns;
    const al_status status = select ? al_options_select(options->library, patterns, &bad)
                                    : al_options_ignore(options->library, patterns, &bad);
    switch (status) {
    case AL_OK: return EXIT_FINE;
    case AL_OUT_OF_MEMORY: return out_of_memory();
    case AL_BAD_ARGUMENT: return no_such_rule(bad);
    case AL_MISTAKE:
    case AL_UNREADABLE:
    case AL_STOPPED: break;
    }
    return EXIT_USAGE;
}

static int set_level(check_options *options, const char *value)
{
    al_level level;
    const char *equals = strrchr(value, '=');
    if (equals == NULL || !read_level(equals + 1, "off", &level))
        return usage_error("check", "--level wants RULE=error, warning, note or off, not %s", value);
    const size_t length = (size_t)(equals - value);
    char *pattern = malloc(length + 1);
    if (pattern == NULL)
        return out_of_memory();
    memcpy(pattern, value, length);
    pattern[length] = '\0';
    const al_status status = al_options_set_level(options->library, pattern, level, NULL);
    free(pattern);
    switch (status) {
    case AL_OK: return EXIT_FINE;
    case AL_OUT_OF_MEMORY: return out_of_memory();
    case AL_BAD_ARGUMENT: return no_such_rule(value);
    case AL_MISTAKE:
    case AL_UNREADABLE:
    case AL_STOPPED: break;
    }
    return EXIT_USAGE;
}

/* ---- Numbers and words --------------------------------------------------------------------------------- */

static int set_limit(check_options *options, al_limit limit, const char *name, const char *value)
{
    uint64_t bytes;
    if (!al_parse_bytes(value, &bytes) || bytes == 0)
        return usage_error("check", "--%s wants a number of bytes, such as 512M, not %s", name, value);
    al_options_set_limit(options->library, limit, bytes);
    return EXIT_FINE;
}

static int set_jobs(check_options *options, const char *value)
{
    if (!al_parse_number(value, &options->jobs) || options->jobs == 0)
        return usage_error("check", "--jobs wants a number from 1, not %s", value);
    return EXIT_FINE;
}

/* Refuses a pattern that no path below a folder can match: it would silently exclude nothing. */
static int add_exclude(check_options *options, const char *value)
{
    const char *pattern = strncmp(value, "./", 2) == 0 ? value + 2 : value;
    if (pattern[0] == '\0' || pattern[0] == '/')
        return usage_error("check", "--exclude wants a path below the folder that is checked, not %s", value);
    options->excluded[options->excluded_count++] = pattern;
    return EXIT_FINE;
}

/* Refuses a missing reference: it would silently have no effect. */
static int add_with(check_options *options, const char *value)
{
    al_file_info about;
    const int error = al_stat_path(value, &about);
    if (error != 0 && !al_is_not_found(error))
        return usage_error("check", "--with %s: %s", value, al_error_text(error));
    if (error != 0 || (about.kind != AL_KIND_FOLDER && about.kind != AL_KIND_FILE))
        return usage_error("check", "--with wants a file or a folder, not %s", value);
    options->with[options->with_count++] = value;
    return EXIT_FINE;
}

static bool read_shard(const char *text, uint64_t *number, uint64_t *count)
{
    char first[24];
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    return al_parse_number(first, number) && al_parse_number(text + length + 1, count) && *number >= 1 &&
           *number <= *count;
}

static int set_shard(check_options *options, const char *value)
{
    if (!read_shard(value, &options->shard, &options->shards))
        return usage_error("check", "--shard wants I/N, with I from 1 to N, not %s", value);
    return EXIT_FINE;
}

static int set_game(check_options *options, const char *value)
{
    al_suggestion near = {.meant = value, .length = strlen(value)};
    for (size_t i = 0; al_game_name(i) != NULL; i++) {
        al_suggest(&near, al_game_name(i));
        if (strcmp(value, al_game_name(i)) == 0)
            return al_options_set_games(options->library, 1U << i) == AL_OK ? EXIT_FINE : EXIT_USAGE;
    }
    if (near.best != NULL)
        return usage_error("check", "unknown game %s; did you mean %s?", value, near.best);
    return usage_error("check", "--game wants x-rebirth, x4, victoria2, bbmod or lost-saga, not %s", value);
}

static int set_files_from(check_options *options, const char *value)
{
    if (options->files_from != NULL)
        return usage_error("check", "--files-from can be given once");
    options->files_from = value;
    return EXIT_FINE;
}

/* With two files it would be unclear which one counts. */
static int set_config(check_options *options, const char *value)
{
    if (options->config != NULL)
        return usage_error("check", "--config can be given once");
    options->config = value;
    return EXIT_FINE;
}

static int set_baseline(check_options *options, const char *value)
{
    if (options->baseline != NULL)
        return usage_error("check", "--baseline can be given once");
    options->baseline = value;
    return EXIT_FINE;
}

/* ---- The command line ---------------------------------------------------------------------------------- */

static int apply(check_options *options, int id, const char *value)
{
    switch (id) {
    case OPTION_WORD: options->paths[options->path_count++] = value; return EXIT_FINE;
    case OPT_ALLOW_EMPTY: options->allow_empty = true; return EXIT_FINE;
    case OPT_BASELINE: return set_baseline(options, value);
    case OPT_CONFIG: return set_config(options, value);
    case OPT_EXCLUDE: return add_exclude(options, value);
    case OPT_FILES_FROM: return set_files_from(options, value);
    case OPT_GAME: return set_game(options, value);
    case OPT_IGNORE: return choose_rules(options, value, false);
    case OPT_JOBS: return set_jobs(options, value);
    case OPT_LEVEL: return set_level(options, value);
    case OPT_MAX_FILE_SIZE: return set_limit(options, AL_LIMIT_FILE_SIZE, "max-file-size", value);
    case OPT_MAX_INFLATED: return set_limit(options, AL_LIMIT_INFLATED, "max-inflated", value);
    case OPT_MAX_MEMORY: return set_limit(options, AL_LIMIT_MEMORY, "max-memory", value);
    case OPT_NO_CONFIG: options->no_config = true; return EXIT_FINE;
    case OPT_NULL: options->separator = '\0'; return EXIT_FINE;
    case OPT_PROGRESS: return report_options_choose("check", &options->progress, "progress", value);
    case OPT_SELECT: return choose_rules(options, value, true);
    case OPT_SHARD: return set_shard(options, value);
    case OPT_STDIN_NAME: options->stdin_name = value; return EXIT_FINE;
    case OPT_WITH: return add_with(options, value);
    default: return report_options_take(&options->reports, id, value);
    }
}

static int validate(const check_options *options)
{
    if (options->path_count == 0 && options->files_from == NULL)
        return usage_error("check", "nothing to check: name a file or a folder");
    if (options->config != NULL && options->no_config)
        return usage_error("check", "--config and --no-config exclude each other");
    if (options->shards > 0 && options->reports.writes_baseline)
        return usage_error("check",
                           "a shard knows only its own findings: write the baseline without --shard");
    if (options->files_from == NULL || strcmp(options->files_from, "-") != 0)
        return EXIT_FINE;
    for (size_t i = 0; i < options->path_count; i++)
        if (strcmp(options->paths[i], "-") == 0)
            return usage_error("check", "standard input can't be both a file and the list of files");
    return EXIT_FINE;
}

static bool make_room(check_options *options, char *const *arguments)
{
    size_t count = 1;
    while (arguments[count - 1] != NULL)
        count++;
    options->library = al_options_new();
    options->paths = calloc(count, sizeof *options->paths);
    options->excluded = calloc(count, sizeof *options->excluded);
    options->with = calloc(count, sizeof *options->with);
    return report_options_begin(&options->reports, "check", count) && options->library != NULL &&
           options->paths != NULL && options->excluded != NULL && options->with != NULL;
}

int check_options_read(check_options *options, char *const *arguments, bool *help)
{
    *help = false;
    *options = (check_options){.stdin_name = "-", .separator = '\n'};
    if (!make_room(options, arguments))
        return out_of_memory();
    option_scanner scanner = {.command = "check", .list = &check_option_list, .next = arguments};
    int id;
    while ((id = option_next(&scanner)) != OPTION_END) {
        if (id == OPT_HELP) {
            *help = true;
            return EXIT_FINE;
        }
        const int status = apply(options, id, scanner.value);
        if (status != EXIT_FINE)
            return status;
    }
    const int status = validate(options);
    return status != EXIT_FINE ? status : report_options_end(&options->reports);
}

void check_options_free(check_options *options)
{
    al_options_free(options->library);
    free(options->paths);
    free(options->excluded);
    free(options->with);
    report_options_free(&options->reports);
    *options = (check_options){0};
}
