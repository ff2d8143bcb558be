/* check_options.c: the options of `assetlint check` and `assetlint fix`. */
#include "cli/check_options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/message.h"
#include "core/number.h"
#include "core/suggest.h"
#include "platform/platform.h"
#include "report/report.h"
#include "report/texts.h"

enum { FORMAT_NAMES = 256 };

/* ---- Rules --------------------------------------------------------------------------------------------- */

static int no_such_rule(const char *pattern)
{
    const size_t length = strcspn(pattern, ",=");
    al_suggestion near = {.meant = pattern, .length = length};
    const size_t rules = al_rule_count();
    for (size_t i = 0; i < rules; i++) {
        const al_rule *rule = al_rule_at(i);
        if (strlen(rule->format) == length && memcmp(rule->format, pattern, length) == 0) {
            message("no rule matches %s; did you mean %s/*?", rule->format, rule->format);
            return EXIT_USAGE;
        }
        al_suggest(&near, rule->id);
    }
    if (near.best != NULL)
        message("no rule matches %.*s; did you mean %s?", (int)length, pattern, near.best);
    else
        message("no rule matches %.*s; assetlint rules lists them", (int)length, pattern);
    return EXIT_USAGE;
}

/* What follows from choosing rules by patterns; `bad` is the one that no rule matches. */
static int chosen(al_status status, const char *bad)
{
    if (status == AL_BAD_ARGUMENT)
        return no_such_rule(bad);
    return status == AL_OK ? EXIT_FINE : out_of_memory();
}

/* `choose` is al_options_select or al_options_ignore. */
static int choose_rules(al_status (*choose)(al_options *options, const char *patterns, const char **bad),
                        const check_options *options, const char *patterns)
{
    const char *bad = patterns;
    const al_status status = choose(options->library, patterns, &bad);
    return chosen(status, bad);
}

/* Finds a level by its name. `off_name`: the name of AL_OFF; NULL: AL_OFF is not allowed. False if no level
 * has that name. */
static bool read_level(const char *name, const char *off_name, al_level *level)
{
    for (*level = AL_NOTE; *level <= AL_ERROR; (*level)++)
        if (strcmp(name, al_level_name(*level)) == 0)
            return true;
    *level = AL_OFF;
    return off_name != NULL && strcmp(name, off_name) == 0;
}

static int set_level(check_options *options, const char *value)
{
    al_level level;
    const char *equals = strrchr(value, '=');
    if (equals == NULL || !read_level(equals + 1, "off", &level))
        return usage_error(options->command, "--level wants RULE=error, warning, note or off, not %s", value);
    char *pattern = text_of("%.*s", (int)(equals - value), value);
    if (pattern == NULL)
        return out_of_memory();
    const al_status status = al_options_set_level(options->library, pattern, level, NULL);
    free(pattern);
    return chosen(status, value);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* "text, json and sarif" */
static void list_formats(char *names, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; report_form_at(i) != NULL && length < size; i++) {
        const char *before = i == 0 ? "" : report_form_at(i + 1) != NULL ? ", " : " and ";
        length += (size_t)snprintf(names + length, size - length, "%s%s", before, report_form_at(i)->name);
    }
}

static int unknown_format(const char *name, size_t length)
{
    al_suggestion near = {.meant = name, .length = length};
    for (size_t i = 0; report_form_at(i) != NULL; i++)
        al_suggest(&near, report_form_at(i)->name);
    if (near.best != NULL)
        message("unknown format %.*s; did you mean %s?", (int)length, name, near.best);
    else
        message("unknown format %.*s", (int)length, name);
    char names[FORMAT_NAMES];
    list_formats(names, sizeof names);
    message("the formats are %s", names);
    return EXIT_USAGE;
}

/* make_room has made room for the request. */
static int add_request(check_options *options, const report_form *form, const char *file_name)
{
    for (size_t i = 0; i < options->request_count; i++) {
        const char *other = options->requests[i].file_name;
        if (file_name == NULL && other == NULL)
            return usage_error(options->command,
                               "only one format can go to standard output; give the others a file: %s=FILE",
                               form->name);
        if (file_name != NULL && other != NULL && strcmp(file_name, other) == 0)
            return usage_error(options->command, "two formats for one file: %s", file_name);
    }
    options->requests[options->request_count++] = (report_request){.form = form, .file_name = file_name};
    return EXIT_FINE;
}

/* In GitHub Actions, GITHUB_STEP_SUMMARY names a file for the summary of the step. */
static int add_step_summary(check_options *options)
{
    const char *file_name = getenv("GITHUB_STEP_SUMMARY");
    for (size_t i = 0; i < options->request_count; i++)
        if (options->requests[i].form == &step_summary_form)
            return EXIT_FINE;
    if (file_name == NULL || file_name[0] == '\0')
        return EXIT_FINE;
    return add_request(options, &step_summary_form, file_name);
}

static int add_format(check_options *options, const char *value)
{
    const size_t length = strcspn(value, "=");
    const char *file_name = value[length] == '=' ? value + length + 1 : NULL;
    const report_form *form = NULL;
    for (size_t i = 0; form == NULL && report_form_at(i) != NULL; i++)
        if (strlen(report_form_at(i)->name) == length && memcmp(report_form_at(i)->name, value, length) == 0)
            form = report_form_at(i);
    if (form == NULL)
        return unknown_format(value, length);
    if (file_name != NULL && file_name[0] == '\0')
        return usage_error(options->command, "--format %s= names no file", form->name);
    if (file_name != NULL && strcmp(file_name, "-") == 0)
        file_name = NULL;
    const int status = add_request(options, form, file_name);
    return status == EXIT_FINE && form == &github_form ? add_step_summary(options) : status;
}

static bool is_fix(const check_options *options)
{
    return strcmp(options->command, "fix") == 0;
}

static int set_fix_format(check_options *options, const char *value)
{
    options->as_json = strcmp(value, "json") == 0;
    return options->as_json || strcmp(value, "text") == 0
               ? EXIT_FINE
               : usage_error("fix", "--format wants text or json, not %s", value);
}

/* ---- Numbers, words and paths -------------------------------------------------------------------------- */

static int set_per_rule(check_options *options, const char *value)
{
    if (!al_parse_number(value, &options->per_rule))
        return usage_error(options->command, "--max-per-rule wants a number, not %s", value);
    options->per_rule_given = true;
    if (options->per_rule == 0)
        options->per_rule = UINT64_MAX;
    return EXIT_FINE;
}

static int choose_when(const check_options *options, option_choice *choice, const char *name,
                       const char *value)
{
    static const char *const names[] = {
        [CHOICE_AUTO] = "auto", [CHOICE_ALWAYS] = "always", [CHOICE_NEVER] = "never"};
    for (option_choice i = CHOICE_AUTO; i <= CHOICE_NEVER; i++)
        if (strcmp(value, names[i]) == 0) {
            *choice = i;
            return EXIT_FINE;
        }
    return usage_error(options->command, "--%s wants auto, always or never, not %s", name, value);
}

/* Refuses a missing folder: it would silently make every URI absolute. */
static int set_sarif_root(check_options *options, const char *value)
{
    al_file_info about;
    if (al_stat_path(value, &about) != 0 || about.kind != AL_KIND_FOLDER)
        return usage_error(options->command, "--sarif-root wants a folder, not %s", value);
    options->sarif_root = value;
    return EXIT_FINE;
}

static int set_written_baseline(check_options *options, const char *value)
{
    if (options->writes_baseline)
        return usage_error(options->command, "--write-baseline can be given once");
    options->writes_baseline = true;
    return add_request(options, &baseline_form, value);
}

static int set_fail_on(check_options *options, const char *value)
{
    if (!read_level(value, "never", &options->fail_on))
        return usage_error(options->command, "--fail-on wants error, warning, note or never, not %s", value);
    options->fail_on_given = true;
    return EXIT_FINE;
}

static int set_show(check_options *options, const char *value)
{
    if (read_level(value, NULL, &options->show))
        return EXIT_FINE;
    return usage_error(options->command, "--show wants error, warning or note, not %s", value);
}

static int set_limit(check_options *options, al_limit limit, const char *name, const char *value)
{
    uint64_t bytes;
    if (!al_parse_bytes(value, &bytes) || bytes == 0)
        return usage_error(options->command, "--%s wants a number of bytes, such as 512M, not %s", name,
                           value);
    al_options_set_limit(options->library, limit, bytes);
    return EXIT_FINE;
}

static int set_jobs(check_options *options, const char *value)
{
    if (!al_parse_number(value, &options->jobs) || options->jobs == 0)
        return usage_error(options->command, "--jobs wants a number from 1, not %s", value);
    return EXIT_FINE;
}

/* With two files it would be unclear which one counts. */
static int set_once(const check_options *options, const char **place, const char *name, const char *value)
{
    if (*place != NULL)
        return usage_error(options->command, "--%s can be given once", name);
    *place = value;
    return EXIT_FINE;
}

/* Refuses a pattern that no path below a folder can match: it would silently exclude nothing. */
static int add_exclude(check_options *options, const char *value)
{
    const char *pattern = strncmp(value, "./", 2) == 0 ? value + 2 : value;
    if (pattern[0] == '\0' || pattern[0] == '/')
        return usage_error(options->command,
                           "--exclude wants a path below the folder that is checked, not %s", value);
    options->excluded[options->excluded_count++] = pattern;
    return EXIT_FINE;
}

/* Refuses a missing reference: it would silently have no effect. */
static int add_with(check_options *options, const char *value)
{
    al_file_info about;
    const int error = al_stat_path(value, &about);
    if (error != 0 && !al_is_not_found(error))
        return usage_error(options->command, "--with %s: %s", value, al_error_text(error));
    if (error != 0 || (about.kind != AL_KIND_FOLDER && about.kind != AL_KIND_FILE))
        return usage_error(options->command, "--with wants a file or a folder, not %s", value);
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
        return usage_error(options->command, "--shard wants I/N, with I from 1 to N, not %s", value);
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
        return usage_error(options->command, "unknown game %s; did you mean %s?", value, near.best);
    return usage_error(options->command, "--game wants x-rebirth, x4, victoria2, bbmod or lost-saga, not %s",
                       value);
}

/* ---- The command line ---------------------------------------------------------------------------------- */

static int apply(check_options *options, int id, const char *value)
{
    switch (id) {
    case OPTION_WORD: options->paths[options->path_count++] = value; return EXIT_FINE;
    case OPT_ALLOW_EMPTY: options->allow_empty = true; return EXIT_FINE;
    case OPT_BASELINE: return set_once(options, &options->baseline, "baseline", value);
    case OPT_COLOR: return choose_when(options, &options->color, "color", value);
    case OPT_CONFIG: return set_once(options, &options->config, "config", value);
    case OPT_EXCLUDE: return add_exclude(options, value);
    case OPT_FAIL_ON: return set_fail_on(options, value);
    case OPT_FILES_FROM: return set_once(options, &options->files_from, "files-from", value);
    case OPT_FORMAT: return is_fix(options) ? set_fix_format(options, value) : add_format(options, value);
    case OPT_GAME: return set_game(options, value);
    case OPT_IGNORE: return choose_rules(al_options_ignore, options, value);
    case OPT_IN_PLACE: options->in_place = true; return EXIT_FINE;
    case OPT_JOBS: return set_jobs(options, value);
    case OPT_LEVEL: return set_level(options, value);
    case OPT_MAX_FILE_SIZE: return set_limit(options, AL_LIMIT_FILE_SIZE, "max-file-size", value);
    case OPT_MAX_INFLATED: return set_limit(options, AL_LIMIT_INFLATED, "max-inflated", value);
    case OPT_MAX_MEMORY: return set_limit(options, AL_LIMIT_MEMORY, "max-memory", value);
    case OPT_MAX_PER_RULE: return set_per_rule(options, value);
    case OPT_NO_CONFIG: options->no_config = true; return EXIT_FINE;
    case OPT_NO_SANDBOX: options->no_sandbox = true; return EXIT_FINE;
    case OPT_NULL: options->separator = '\0'; return EXIT_FINE;
    case OPT_OUTPUT: return set_once(options, &options->fixed_folder, "output", value);
    case OPT_PROGRESS: return choose_when(options, &options->progress, "progress", value);
    case OPT_QUIET: options->quiet = true; return EXIT_FINE;
    case OPT_SARIF_ROOT: return set_sarif_root(options, value);
    case OPT_SARIF_SUPPRESSED: options->sarif_suppressed = true; return EXIT_FINE;
    case OPT_SELECT: return choose_rules(al_options_select, options, value);
    case OPT_SHARD: return set_shard(options, value);
    case OPT_SHOW: return set_show(options, value);
    case OPT_STDIN_NAME: options->stdin_name = value; return EXIT_FINE;
    case OPT_UNSAFE: options->also_unsafe = true; return EXIT_FINE;
    case OPT_WITH: return add_with(options, value);
    case OPT_WRITE_BASELINE: return set_written_baseline(options, value);
    default: return EXIT_USAGE; /* OPTION_WRONG: it was reported */
    }
}

/* Paths that the shell has cut at a blank, from `first` on: the end of those that together are one. */
static size_t end_of_cut_path(const check_options *options, size_t first, char *whole, size_t size)
{
    size_t length = 0;
    for (size_t i = first; i < options->path_count; i++) {
        const int added =
            snprintf(whole + length, size - length, "%s%s", i > first ? " " : "", options->paths[i]);
        if ((size_t)added >= size - length)
            return first;
        length += (size_t)added;
        if (al_exists(whole))
            return i;
    }
    return first;
}

/* The check reports a path that isn't there; this tells why it may not be. */
static void tell_of_missing_paths(const check_options *options)
{
    char whole[1024];
    for (size_t i = 0; i < options->path_count; i++) {
        const char *path = options->paths[i];
        assert(path != NULL);
        if (strcmp(path, "-") == 0 || al_exists(path))
            continue;
        const size_t end = end_of_cut_path(options, i, whole, sizeof whole);
        if (end > i)
            message("a path with blanks needs quotes: \"%s\"", whole);
        else if (strpbrk(path, "*?") != NULL)
            message("no file matches %s; if you name the folder, all files in it are checked", path);
        i = end;
    }
}

/* A fixed file needs a place. */
static int validate_fix(const check_options *options)
{
    if (options->in_place && options->fixed_folder != NULL)
        return usage_error("fix", "--in-place and --output exclude each other");
    for (size_t i = 0; i < options->path_count; i++)
        if (strcmp(options->paths[i], "-") == 0)
            return usage_error("fix", "fix doesn't read standard input; a file of that name is ./-");
    return EXIT_FINE;
}

static int validate(const check_options *options)
{
    tell_of_missing_paths(options);
    if (is_fix(options) && validate_fix(options) != EXIT_FINE)
        return EXIT_USAGE;
    if (options->path_count == 0 && options->files_from == NULL)
        return usage_error(options->command, "nothing to %s: name a file or a folder", options->command);
    if (options->config != NULL && options->no_config)
        return usage_error(options->command, "--config and --no-config exclude each other");
    if (options->shards > 0 && options->writes_baseline)
        return usage_error(options->command,
                           "a shard knows only its own findings: write the baseline without --shard");
    if (options->files_from == NULL || strcmp(options->files_from, "-") != 0)
        return EXIT_FINE;
    for (size_t i = 0; i < options->path_count; i++)
        if (strcmp(options->paths[i], "-") == 0)
            return usage_error(options->command, "standard input can't be both a file and the list of files");
    return EXIT_FINE;
}

/* If no report goes to stdout, adds one of the first form. */
static int add_default_report(check_options *options)
{
    for (size_t i = 0; i < options->request_count; i++)
        if (options->requests[i].file_name == NULL)
            return EXIT_FINE;
    return add_request(options, report_form_at(0), NULL);
}

/* For as many paths, patterns and reports as there are arguments. */
static bool make_room(check_options *options, char *const *arguments)
{
    enum { DEFAULT_REPORT = 1, STEP_SUMMARY = 1 };
    size_t count = 1;
    while (arguments[count - 1] != NULL)
        count++;
    options->library = al_options_new();
    options->paths = calloc(count, sizeof *options->paths);
    options->excluded = calloc(count, sizeof *options->excluded);
    options->with = calloc(count, sizeof *options->with);
    options->requests = calloc(count + DEFAULT_REPORT + STEP_SUMMARY, sizeof *options->requests);
    return options->library != NULL && options->paths != NULL && options->excluded != NULL &&
           options->with != NULL && options->requests != NULL;
}

int check_options_read(check_options *options, const char *command, char *const *arguments, bool *help)
{
    *help = false;
    *options = (check_options){
        .command = command, .stdin_name = "-", .separator = '\n', .fail_on = AL_ERROR, .show = AL_OFF};
    if (!make_room(options, arguments))
        return out_of_memory();
    option_scanner scanner = {.page = manual_page_of(command), .next = arguments};
    int id;
    while ((id = option_next(&scanner)) != OPTION_END) {
        *help = id == OPT_HELP;
        const int status = *help ? EXIT_FINE : apply(options, id, scanner.value);
        if (status != EXIT_FINE || *help)
            return status;
    }
    const int status = validate(options);
    return status != EXIT_FINE || is_fix(options) ? status : add_default_report(options);
}

bool check_options_write(const check_options *options)
{
    return options->in_place || options->fixed_folder != NULL;
}

void check_options_free(check_options *options)
{
    al_options_free(options->library);
    free(options->paths);
    free(options->excluded);
    free(options->with);
    free(options->requests);
    *options = (check_options){0};
}
