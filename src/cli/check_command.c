/* check_command.c: `assetlint check`: runs a project, with its reports, progress and exit status. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/empty_run.h"
#include "cli/help.h"
#include "cli/interrupt_watchdog.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/report_outputs.h"
#include "cli/reports.h"
#include "cli/sandbox.h"
#include "platform/platform.h"

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

static void tell_waiting(const al_notice *notice)
{
    switch (notice->kind) {
    case AL_NOTICE_READS_TERMINAL:
        message("reading %s from the terminal; %s", notice->text, al_end_of_input_keys());
        return;
    case AL_NOTICE_WAITS_FOR_INPUT: message("waiting for %s on standard input", notice->text); return;
    case AL_NOTICE_READS_PIPE:
        if (al_file_is_terminal(al_standard_error))
            message("reading the pipe %s", notice->path);
        return;
    case AL_NOTICE_WAITS_FOR_PIPE:
        message("waiting for a program to write to the pipe %s", notice->path);
        return;
    case AL_NOTICE_NO_MEMORY:
    case AL_NOTICE_LIST:
    case AL_NOTICE_UNREAD: return;
    }
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
        reports_raise(&c->reports, EXIT_UNCHECKED);
        return;
    case AL_NOTICE_READS_TERMINAL:
    case AL_NOTICE_WAITS_FOR_INPUT:
    case AL_NOTICE_READS_PIPE:
    case AL_NOTICE_WAITS_FOR_PIPE: break;
    }
    if (!c->options->reports.quiet)
        tell_waiting(notice);
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
    reports_raise(&c->reports, EXIT_UNCHECKED);
    if (sum.listed) {
        t->left = sum.files - sum.done;
        message("interrupted: %" PRIu64 " of %" PRIu64 " file%s done", sum.done, sum.files,
                sum.files == 1 ? " was" : "s were");
    } else {
        message("interrupted: nothing was checked yet");
    }
    if (c->options->reports.writes_baseline)
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
    return true;
}

/* Closes the reports with the results received so far. Returns the exit status. */
static int close_check(check *c)
{
    reports *r = &c->reports;
    tell_interruption(c);
    if (!note_not_judged(c))
        reports_raise(r, out_of_memory());
    const bool complete = c->options->shards == 0 || al_project_file_count(c->project) == 0;
    if (complete && !r->found && r->status < EXIT_USAGE && must_find_files(c->options))
        reports_raise(r, report_empty_run(c->options, al_project_configuration(c->project)));
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

/* A sandbox holds for threads that start in it. False when out of memory. */
static bool enter_sandbox(check *c, progress *shown)
{
    if (c->options->reports.no_sandbox)
        return true;
    progress_suspend(shown);
    const bool ok = sandbox_project(c->project, &c->reports);
    progress_resume(shown);
    if (!ok)
        reports_raise(&c->reports, out_of_memory());
    return ok;
}

static void run_project(check *c, progress *shown)
{
    const al_client client = client_of(c);
    const report_settings common = {.options = al_project_options(c->project),
                                    .sarif_root = c->options->reports.sarif_root,
                                    .project = c->project,
                                    .views = true,
                                    .shard = {c->options->shard, c->options->shards}};
    const bool any = reports_open(&c->reports, &common) && enter_sandbox(c, shown);
    interrupt_watchdog *watchdog = interrupt_watchdog_begin(abandon, c);
    const al_status status = any ? al_project_run(c->project, &client) : AL_OK;
    interrupt_watchdog_end(watchdog);
    progress_end(shown);
    if (status == AL_OUT_OF_MEMORY)
        reports_raise(&c->reports, out_of_memory());
}

static int run(check *c, progress *shown)
{
    run_project(c, shown);
    return close_check(c);
}

static int validate_and_run(check *c, progress *shown)
{
    const int status = validate_unread(&c->options->reports, c->project);
    if (status == EXIT_FINE)
        return run(c, shown);
    progress_end(shown);
    return status;
}

static int list_and_run(check *c)
{
    const al_client client = client_of(c);
    progress *shown = progress_begin(c->options, c->project);
    switch (al_project_list(c->project, &client)) {
    case AL_OK:
    case AL_STOPPED: return validate_and_run(c, shown);
    case AL_OUT_OF_MEMORY: progress_end(shown); return out_of_memory();
    case AL_UNREADABLE:
    case AL_BAD_ARGUMENT:
    case AL_MISTAKE: break;
    }
    progress_end(shown);
    return EXIT_UNCHECKED;
}

static int check_all(const check_options *options, al_project *project)
{
    check c = {.options = options, .project = project};
    int status = reports_begin(&c.reports, &options->reports) ? EXIT_FINE : out_of_memory();
    (void)al_catch_interrupts(EXIT_UNCHECKED); /* otherwise they end the program without a report */
    if (status == EXIT_FINE)
        status = validate_outputs(&options->reports, validate_check_output, options);
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
        print_check_help(stdout);
        status = finish_stdout(EXIT_FINE);
    } else if (status == EXIT_FINE) {
        status = configure(&options, &project);
        if (status == EXIT_FINE)
            status = check_all(&options, project);
    }
    al_project_free(project);
    check_options_free(&options);
    return status;
}
