/* check_command.c: `assetlint check`: makes a project from the options, and runs it, with its reports,
 * progress and exit status. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/interrupt_watchdog.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/reports.h"
#include "cli/sandbox.h"
#include "core/number.h"
#include "core/text.h"
#include "platform/platform.h"

/* ---- The project --------------------------------------------------------------------------------------- */

enum { DATE_SIZE = sizeof "YYYY-MM-DD" };

/* Writes the date in UTC of a time in seconds since 1970. Years are counted from 1 March, so that a leap day
 * is the last day of its year. Years after 9999 are written as 9999. */
static void write_date(uint64_t seconds, char date[DATE_SIZE])
{
    enum { DAYS_TO_1970 = 719468, DAYS_OF_400_YEARS = 146097, LAST_YEAR = 9999 };
    const uint64_t days = seconds / 86400 + DAYS_TO_1970;
    const uint64_t day = days % DAYS_OF_400_YEARS;
    const uint64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    const uint64_t day_of_year = day - (365 * year + year / 4 - year / 100);
    const uint64_t month = (5 * day_of_year + 2) / 153;
    const uint64_t calendar_year = days / DAYS_OF_400_YEARS * 400 + year + (month >= 10);
    const unsigned numbers[] = {calendar_year < LAST_YEAR ? (unsigned)calendar_year : LAST_YEAR,
                                (unsigned)(month < 10 ? month + 3 : month - 9),
                                (unsigned)(day_of_year - (153 * month + 2) / 5 + 1)};
    (void)snprintf(date, DATE_SIZE, "%04u-%02u-%02u", numbers[0] % 10000, numbers[1] % 100, numbers[2] % 100);
}

static const char clock_variable[] = "SOURCE_DATE_EPOCH";

/* SOURCE_DATE_EPOCH, if it is set, replaces the clock: its specification demands that. False if it is no
 * number. */
static bool find_today(char date[DATE_SIZE])
{
    const char *given = getenv(clock_variable);
    const bool has_clock = given == NULL || given[0] == '\0';
    uint64_t seconds = has_clock ? (uint64_t)time(NULL) : 0;
    if (!has_clock && !al_parse_number(given, &seconds))
        return false;
    write_date(seconds, date);
    return true;
}

/* The exit status that follows from reading a file of the project. */
static int status_of_reading(const al_project *project, al_status status)
{
    if (status == AL_OUT_OF_MEMORY)
        return out_of_memory();
    if (status != AL_CONFIG_ERROR)
        return status == AL_OK ? EXIT_FINE : EXIT_UNCHECKED;
    const al_mistake *mistake = al_project_mistake(project);
    message_at(mistake->path, mistake->line, mistake->column, mistake->text);
    return EXIT_USAGE;
}

static al_status add_paths(const check_options *o, al_project *project)
{
    al_status status = AL_OK;
    for (size_t i = 0; status == AL_OK && i < o->path_count; i++)
        status = strcmp(o->paths[i], "-") == 0 ? al_project_add_standard_input(project, o->stdin_name)
                                               : al_project_add_path(project, o->paths[i]);
    if (status == AL_OK && o->files_from != NULL)
        status = al_project_add_list(project, o->files_from, o->separator);
    for (size_t i = 0; status == AL_OK && i < o->with_count; i++)
        status = al_project_add_reference(project, o->with[i]);
    for (size_t i = 0; status == AL_OK && i < o->excluded_count; i++)
        status = al_project_exclude(project, o->excluded[i]);
    return status;
}

static int read_configuration(const check_options *o, al_project *project)
{
    char today[DATE_SIZE];
    if (o->no_config)
        return EXIT_FINE;
    const bool has_date = find_today(today);
    if (has_date)
        (void)al_project_set_date(project, today);
    const int status =
        status_of_reading(project, o->config != NULL ? al_project_read_configuration(project, o->config)
                                                     : al_project_find_configuration(project));
    const al_configuration_info *found = al_project_configuration(project);
    if (status == EXIT_FINE && found != NULL && found->unused_with != NULL)
        message("%s: \"with\" leads out of its folder, to %s, which is not used; --config %s uses it",
                found->path, found->unused_with, found->path);
    /* Only suppressions of a configuration expire. */
    if (status == EXIT_FINE && !has_date && found != NULL)
        return usage_error(NULL, "%s is a number of seconds, not %s", clock_variable, getenv(clock_variable));
    return status;
}

/* Makes a project from the options, with its configuration and baseline. Without --fail-on, takes "fail-on"
 * of the configuration. Returns EXIT_FINE, or prints an error and returns another exit status. The caller
 * frees the project in any case. */
static int make_project(check_options *options, al_project **project)
{
    *project = al_project_new(options->library);
    if (*project == NULL || add_paths(options, *project) != AL_OK)
        return out_of_memory();
    al_project_set_jobs(*project, options->jobs);
    if (options->fail_on_given)
        al_project_set_fail_on(*project, options->fail_on);
    if (options->shards > 0)
        (void)al_project_set_shard(*project, options->shard, options->shards);
    int status = read_configuration(options, *project);
    if (status == EXIT_FINE && options->baseline != NULL)
        status = status_of_reading(*project, al_project_read_baseline(*project, options->baseline));
    const al_configuration_info *c = al_project_configuration(*project);
    if (c != NULL && c->has_fail_on && !options->fail_on_given)
        options->fail_on = c->fail_on;
    return status;
}

/* ---- A run that checked nothing: a CI job must not succeed then ---------------------------------------- */

/* Standard input counts as a file, whatever its name is. Packages don't, nor do their data files: those are
 * never checked by themselves. */
static bool is_file(const char *path)
{
    al_file_info info;
    const bool folder = al_stat_path(path, &info) == 0 && info.kind == AL_KIND_FOLDER;
    return !folder && al_path_kind_of(path) == AL_PATH_FILE;
}

/* Whether a run that checks nothing is a usage error: the paths are only folders, lists and packages, not
 * files, and --allow-empty is not given. */
static bool must_find_files(const check_options *options)
{
    for (size_t i = 0; i < options->path_count; i++)
        if (is_file(options->paths[i]))
            return false;
    return !options->allow_empty;
}

enum { MOST_PATHS = 3 }; /* that the message names */

typedef struct line {
    char text[512];
    size_t length;
} line;

/* Adds a text after a separator, or nothing if there isn't room for both. */
static void add(line *l, const char *separator, const char *text, size_t length)
{
    const size_t before = l->length > 0 ? strlen(separator) : 0;
    if (before + length >= sizeof l->text - l->length)
        return;
    memcpy(l->text + l->length, separator, before);
    memcpy(l->text + l->length + before, text, length);
    l->length += before + length;
    l->text[l->length] = '\0';
}

static bool has_word(const line *l, const char *word, size_t length)
{
    for (const char *at = l->text; *at != '\0'; at += strspn(at, " ")) {
        const size_t other = strcspn(at, " ");
        if (other == length && memcmp(at, word, length) == 0)
            return true;
        at += other;
    }
    return false;
}

/* Several formats may have the same extension: each is listed once. */
static void add_extensions(line *l, const char *words)
{
    for (const char *word = words; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (!has_word(l, word, length))
            add(l, " ", word, length);
        word += length;
    }
}

static void add_places(line *l, const check_options *options)
{
    const size_t count = options->path_count < MOST_PATHS ? options->path_count : MOST_PATHS;
    for (size_t i = 0; i < count; i++)
        add(l, ", ", options->paths[i], strlen(options->paths[i]));
    if (count < options->path_count)
        add(l, ", ", "...", 3);
    if (options->files_from == NULL)
        return;
    const char *list = strcmp(options->files_from, "-") == 0 ? "standard input" : options->files_from;
    add(l, ", ", "the list ", strlen("the list "));
    add(l, "", list, strlen(list));
}

/* Separates the messages from the report, which is in the same window. */
static void write_empty_line(void)
{
    if (al_owns_console())
        (void)fputc('\n', stderr);
}

/* A part of a mod may hold nothing that can be judged without the rest. */
static void tell_of_mods(const check_options *options, const al_project *project)
{
    enum { LEVELS = 4 };
    for (size_t i = 0; i < options->path_count; i++) {
        line place = {.length = 0};
        add(&place, "", options->paths[i], strlen(options->paths[i]));
        for (size_t level = 0; level < LEVELS; level++) {
            while (place.length > 0 && place.text[place.length - 1] == '/')
                place.length--;
            while (place.length > 0 && place.text[place.length - 1] != '/')
                place.length--;
            place.text[place.length] = '\0';
            line content = place;
            add(&content, "", "content.xml", strlen("content.xml"));
            if (place.length > 0 && al_exists(content.text)) {
                message("%s is a part of the mod in %s: check that folder, or name each XML file",
                        options->paths[i], place.text);
                return;
            }
        }
    }
    for (size_t i = 0; i < al_project_file_count(project); i++)
        if (al_has_extension_of(al_project_file(project, i), "gfx")) {
            message("there are .gfx files, such as %s, but none names an EMFXActorType: nothing to compare",
                    al_project_file(project, i));
            return;
        }
}

/* Prints which files assetlint looked for, and where; returns EXIT_USAGE. */
static int report_empty_run(const check_options *options, const al_project *project, bool unsupported)
{
    const al_configuration_info *configuration = al_project_configuration(project);
    line places = {.length = 0}, extensions = {.length = 0};
    add_places(&places, options);
    for (size_t i = 0; i < al_format_count(); i++)
        add_extensions(&extensions, al_format_at(i)->extensions);
    for (size_t i = 0; i < al_package_count(); i++)
        add_extensions(&extensions, al_package_at(i)->extensions);
    write_empty_line();
    if (unsupported) {
        message("nothing was checked: %s has only archives that assetlint can't read", places.text);
    } else {
        message("nothing was checked: no file of a known format in %s", places.text);
        tell_of_mods(options, project);
        message("looked for files by their first bytes, or named as one of: %s", extensions.text);
    }
    if (options->excluded_count > 0)
        message("--exclude may leave out too much");
    if (configuration != NULL && configuration->exclude_count > 0)
        message("\"exclude\" of %s may leave out too much", configuration->path);
    if (!al_owns_console()) /* whose reader has no command line */
        message("--allow-empty makes a run without files succeed");
    write_empty_line();
    (void)fflush(stderr);
    return EXIT_USAGE;
}

/* ---- The check ----------------------------------------------------------------------------------------- */

typedef struct check {
    const check_options *options;
    al_project *project;
    reports reports;
    al_not_judged *not_judged; /* for the totals of the reports */
} check;

/* ---- Callbacks of the project -------------------------------------------------------------------------- */

static bool on_result(void *context, const al_result *result)
{
    check *c = context;
    reports_count(&c->reports, result);
    return reports_add(&c->reports, result);
}

/* What the program waits for. */
static void tell_waiting(const al_notice *notice)
{
    if (notice->kind == AL_NOTICE_READS_TERMINAL)
        message("reading %s from the terminal; %s", notice->text, al_end_of_input_keys());
    else if (notice->kind == AL_NOTICE_WAITS_FOR_INPUT)
        message("waiting for %s on standard input", notice->text);
    else if (notice->kind == AL_NOTICE_WAITS_FOR_PIPE)
        message("waiting for a program to write to the pipe %s", notice->path);
    else if (al_file_is_terminal(al_standard_error))
        message("reading the pipe %s", notice->path);
}

static void on_notice(void *context, const al_notice *notice)
{
    check *c = context;
    switch (notice->kind) {
    case AL_NOTICE_NO_MEMORY: message("%s: out of memory", notice->path); return;
    case AL_NOTICE_LIST:
        message("cannot read %s: %s", strcmp(notice->path, "-") == 0 ? "standard input" : notice->path,
                notice->text);
        return;
    case AL_NOTICE_UNREAD:
        message("cannot read %s for the rules across files: %s", notice->path, notice->text);
        return;
    case AL_NOTICE_READS_TERMINAL:
    case AL_NOTICE_WAITS_FOR_INPUT:
    case AL_NOTICE_READS_PIPE:
    case AL_NOTICE_WAITS_FOR_PIPE:
        if (!c->options->quiet)
            tell_waiting(notice);
        return;
    }
}

static bool is_stopped(void *context)
{
    (void)context;
    return al_interrupted();
}

static al_client client_of(check *c)
{
    return (al_client){.size = sizeof(al_client),
                       .context = c,
                       .result = on_result,
                       .notice = on_notice,
                       .stopped = is_stopped};
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Prints how much was checked before an interrupt. */
static void tell_interruption(check *c)
{
    report_totals *t = &c->reports.totals;
    al_summary sum = {.size = sizeof sum};
    al_project_summary(c->project, &sum);
    t->interrupted = al_interrupted() && sum.stopped;
    if (!t->interrupted)
        return;
    if (sum.listed) {
        t->left = sum.inputs - sum.done;
        message("interrupted: %" PRIu64 " of %" PRIu64 " file%s done", sum.done, sum.inputs,
                sum.inputs == 1 ? " was" : "s were");
    } else {
        message("interrupted: nothing was checked yet");
    }
    if (c->options->writes_baseline)
        message("no baseline is written, since not all was checked");
}

/* False when out of memory. */
static bool note_not_judged(check *c)
{
    const size_t count = al_project_not_judged_count(c->project);
    c->not_judged = calloc(count + 1, sizeof *c->not_judged);
    if (c->not_judged == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        c->not_judged[i] = *al_project_not_judged(c->project, i);
    c->reports.totals.not_judged = c->not_judged;
    c->reports.totals.not_judged_count = count;
    c->reports.totals.configuration = al_project_configuration(c->project);
    return true;
}

/* Closes the reports with the results received so far. Returns the exit status. */
static int close_check(check *c)
{
    reports *r = &c->reports;
    tell_interruption(c);
    reports_raise(r, (int)al_project_exit(c->project));
    if (!note_not_judged(c))
        reports_raise(r, out_of_memory());
    const bool complete = c->options->shards == 0 || al_project_file_count(c->project) == 0;
    if (complete && !r->found && r->status < EXIT_USAGE && !c->options->allow_empty &&
        (r->unsupported || must_find_files(c->options))) {
        r->totals.not_checked = true;
        reports_raise(r, report_empty_run(c->options, c->project, r->unsupported));
    }
    reports_close(r);
    return r->status;
}

/* Called on the thread of the watchdog. */
static int abandon(void *context)
{
    check *c = context;
    al_project_abandon(c->project);
    return close_check(c);
}

/* ---- The run ------------------------------------------------------------------------------------------- */

/* The results come while the watchdog waits for an interrupt. */
static void run_project(check *c)
{
    const al_client client = client_of(c);
    interrupt_watchdog *watchdog = interrupt_watchdog_begin(abandon, c);
    const al_status status = al_project_run(c->project, &client);
    interrupt_watchdog_end(watchdog);
    if (status == AL_OUT_OF_MEMORY)
        reports_raise(&c->reports, out_of_memory());
}

/* A sandbox holds for threads that start in it. False when out of memory. */
static bool enter_sandbox(check *c)
{
    const bool ok = c->options->no_sandbox || sandbox_project(c->project, &c->reports);
    if (!ok)
        reports_raise(&c->reports, out_of_memory());
    return ok;
}

static int run(check *c)
{
    const report_settings common = {.options = al_project_options(c->project),
                                    .sarif_root = c->options->sarif_root,
                                    .project = c->project,
                                    .views = true,
                                    .shard = {c->options->shard, c->options->shards}};
    if (reports_open(&c->reports, &common) && enter_sandbox(c)) {
        progress *shown = progress_begin(c->options, c->project);
        run_project(c);
        progress_end(shown);
    }
    return close_check(c);
}

static int list_and_run(check *c)
{
    const al_client client = client_of(c);
    progress *shown = progress_begin(c->options, c->project);
    const al_status status = al_project_list(c->project, &client);
    progress_end(shown);
    if (status != AL_OK && status != AL_STOPPED)
        return status == AL_OUT_OF_MEMORY ? out_of_memory() : EXIT_UNCHECKED;
    const int refused = validate_unread(c->options, c->project);
    return refused != EXIT_FINE ? refused : run(c);
}

static int check_all(const check_options *options, al_project *project)
{
    check c = {.options = options, .project = project};
    int status = reports_begin(&c.reports, options) ? EXIT_FINE : out_of_memory();
    (void)al_catch_interrupts(EXIT_UNCHECKED); /* otherwise they end the program without a report */
    if (status == EXIT_FINE)
        status = validate_outputs(options);
    if (status == EXIT_FINE)
        status = list_and_run(&c);
    reports_end(&c.reports);
    free(c.not_judged);
    return status;
}

int check_command(char *const *arguments)
{
    check_options options;
    bool help;
    al_project *project = NULL;
    int status = check_options_read(&options, arguments, &help);
    if (help) {
        status = show_command_help("check");
    } else if (status == EXIT_FINE) {
        status = make_project(&options, &project);
        if (status == EXIT_FINE)
            status = check_all(&options, project);
    }
    al_project_free(project);
    check_options_free(&options);
    return status;
}
