/* check_command.c: `assetlint check`: makes a project from the options, and runs it, with its reports,
 * progress and exit status. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/interrupt_watchdog.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/project_options.h"
#include "cli/reports.h"
#include "cli/sandbox.h"
#include "core/text.h"
#include "platform/platform.h"
#include "report/texts.h"

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
            char *slash;
            while ((slash = strrchr(place.text, '/')) != NULL && slash[1] == '\0')
                *slash = '\0';
            if (slash == NULL)
                break;
            slash[1] = '\0';
            place.length = strlen(place.text);
            line content = place;
            add(&content, "", "content.xml", strlen("content.xml"));
            if (content.length > place.length && al_exists(content.text)) {
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
    uint64_t fixable;          /* findings that `fix` may mend without a choice, but for those in packages */
} check;

/* ---- Callbacks of the project -------------------------------------------------------------------------- */

static bool on_result(void *context, const al_result *result)
{
    check *c = context;
    for (size_t i = 0; i < result->finding_count && result->member[0] == '\0'; i++)
        c->fixable += result->findings[i].fix_kind == AL_FIX_SAFE;
    reports_count(&c->reports, result);
    return reports_add(&c->reports, result);
}

static void on_notice(void *context, const al_notice *notice)
{
    project_notice(((const check *)context)->options, notice);
}

static al_client client_of(check *c)
{
    return (al_client){.size = sizeof(al_client),
                       .context = c,
                       .result = on_result,
                       .notice = on_notice,
                       .stopped = project_is_stopped};
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
    if (complete && !r->found && r->status != EXIT_UNCHECKED && !c->options->allow_empty &&
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
        return project_status(c->project, status);
    const int refused = validate_unread(c->options, c->project);
    return refused != EXIT_FINE ? refused : run(c);
}

/* What a window goes by after the check. */
typedef struct outcome {
    bool found;       /* a file was checked */
    bool written;     /* the first report is complete */
    uint64_t fixable; /* as in `check` */
} outcome;

static int check_all(check *c, outcome *out)
{
    int status = reports_begin(&c->reports, c->options) ? EXIT_FINE : out_of_memory();
    (void)al_catch_interrupts(EXIT_UNCHECKED); /* otherwise they end the program without a report */
    if (status == EXIT_FINE)
        status = validate_outputs(c->options);
    if (status == EXIT_FINE)
        status = list_and_run(c);
    *out = (outcome){.found = c->reports.found,
                     .written = c->reports.count > 0 && c->reports.items[0].status == REPORT_OK,
                     .fixable = c->fixable};
    reports_end(&c->reports);
    free(c->not_judged);
    return status;
}

/* Runs the command with these arguments. If `to_file`, the first report is the only one, and no other goes to
 * standard output. */
static int check_arguments(char *const *arguments, bool to_file, outcome *out)
{
    check_options options;
    bool help;
    al_project *project = NULL;
    int status = check_options_read(&options, "check", arguments, &help);
    if (help) {
        status = show_command_help("check");
    } else if (status == EXIT_FINE) {
        if (to_file)
            options.request_count = 1;
        status = project_make(&options, &project);
        check c = {.options = &options, .project = project};
        if (status == EXIT_FINE)
            status = check_all(&c, out);
    }
    al_project_free(project);
    check_options_free(&options);
    return status;
}

/* ---- What a window offers after the check -------------------------------------------------------------- */

static void open_report(char *dropped, const char *page)
{
    char option[] = "--format", end[] = "--", *format = text_of("html=%s", page);
    char *const words[] = {option, format, end, dropped, NULL};
    outcome out = {.written = false};
    if (format != NULL)
        (void)check_arguments(words, true, &out);
    if (out.written && al_show_file(page))
        (void)fprintf(stderr, "%s is open in your browser.\n", page);
    else if (out.written)
        (void)fprintf(stderr, "Open %s in your browser.\n", page);
    free(format);
}

static int ask_for_key(const char *page, const char *folder, bool fixable)
{
    (void)fprintf(stderr, "\nH: open the report with the models (%s)\n", page);
    if (fixable)
        (void)fprintf(stderr, "F: write fixed copies to %s\n", folder);
    (void)fputs("Any other key closes this window.", stderr);
    (void)fflush(stderr);
    const int key = al_wait_for_key();
    (void)fputs("\n\n", stderr);
    return key;
}

/* Somebody who has dropped a folder or a file onto the program on Windows has no command line: keys write
 * a report or fixed copies beside it. After the copies, main.c waits for the next key. */
static void offer_more(char *dropped, bool fixable, int status)
{
    const size_t root = al_path_root(dropped);
    size_t length = strlen(dropped);
    while (length > root && dropped[length - 1] == '/')
        length--;
    if (length == root) /* the root of a drive has nothing beside it */
        return;
    char *page = text_of("%.*s-report.html", (int)length, dropped);
    char *folder = text_of("%.*s-fixed", (int)length, dropped);
    char option[] = "--output", end[] = "--";
    char *const words[] = {option, folder, end, dropped, NULL};
    if (page != NULL && folder != NULL) {
        int key;
        while ((key = ask_for_key(page, folder, fixable)) == 'H')
            open_report(dropped, page);
        if (key == 'F' && fixable)
            (void)fix_command(words);
        else
            exit(status); /* main.c would ask for another key */
    }
    free(page);
    free(folder);
}

int check_command(char *const *arguments)
{
    outcome out = {.found = false};
    const int status = check_arguments(arguments, false, &out);
    const bool dropped = al_owns_console() && arguments[0] != NULL && arguments[1] == NULL;
    if (dropped && out.found && !al_interrupted())
        offer_more(arguments[0], out.fixable > 0, status);
    return status;
}
