/* check_command.c: `assetlint check`: options, inputs, the run, the reports, and the exit status. */
#include <inttypes.h>
#include <stdio.h>
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
#include "cli/reports.h"
#include "cli/shard.h"
#include "cli/targets.h"
#include "cli/waiting.h"
#include "containers/members.h"
#include "core/limits.h"
#include "platform/platform.h"
#include "project/configuration/configuration.h"
#include "project/ordered_results.h"
#include "project/workers.h"
#include "report/escape.h"
#include "report/forms.h"

/* ---- Inputs -------------------------------------------------------------------------------------------- */

typedef struct check_inputs {
    al_input_list checked;
    al_input_list excluded; /* files that are left out, but whose being there others may go by */
    al_input_list *with;    /* of each reference, what is looked at */
    al_input_list around;   /* what lies around what was named by itself */
} check_inputs;

typedef struct check {
    const check_options *options;
    const check_inputs *inputs;
    shard *own; /* of the inputs, that is checked; NULL: all of them are */
    reports reports;
    late late;
    closer *closer;
    bool listed;   /* it is known what there is */
    uint64_t done; /* inputs */
} check;

static int add_names(al_input_list *inputs, const check_options *options)
{
    if (options->files_from == NULL || al_interrupted())
        return EXIT_FINE;
    int error;
    if (strcmp(options->files_from, "-") == 0)
        wait_for_standard_input("the list of files", options->reports.quiet);
    else if (!options->reports.quiet)
        announce_pipe(options->files_from);
    switch (al_input_add_names(inputs, options->files_from, options->separator, &error)) {
    case AL_NAMES_OK: return EXIT_FINE;
    case AL_NAMES_NO_MEMORY: return out_of_memory();
    case AL_NAMES_UNREADABLE: break;
    }
    if (al_interrupted())
        return EXIT_FINE;
    message("cannot read %s: %s",
            strcmp(options->files_from, "-") == 0 ? "standard input" : options->files_from,
            al_error_text(error));
    return EXIT_UNCHECKED;
}

/* What is checked is no reference to itself, also where it lies in the game's folder: what it lacks it would
 * then lack like the game, and what it names would be there. */
static bool add_reference(al_input_list *list, const char *path, const al_input_folders *checked)
{
    if (!al_input_add_path(list, path))
        return false;
    al_input_sort(list);
    return al_input_drop(list, path, checked);
}

/* Found or named makes no difference to what isn't checked. */
static int collect_references(check_inputs *all, const check_options *options, tally *t)
{
    all->with = calloc(options->with_count + 1, sizeof *all->with);
    if (all->with == NULL)
        return out_of_memory();
    al_input_folders checked = {.count = 0};
    bool ok = options->with_count == 0 || al_input_folders_of(&checked, &all->checked);
    for (size_t i = 0; i < options->with_count && ok; i++) {
        all->with[i].watch = &t->listing;
        ok = add_reference(&all->with[i], options->with[i], &checked);
    }
    al_input_folders_free(&checked);
    return ok ? EXIT_FINE : out_of_memory();
}

/* Without references a file that is named by itself is checked as if nothing were around it. */
static int collect_around(check_inputs *all, const check_options *options, tally *t)
{
    all->around.watch = &t->listing;
    bool ok = options->with_count == 0 || al_input_add_around(&all->around, &all->checked);
    for (size_t i = 0; ok && i < options->with_count; i++)
        ok = al_input_add_around(&all->around, &all->with[i]);
    return ok ? EXIT_FINE : out_of_memory();
}

static int collect_inputs(check_inputs *all, const check_options *options, tally *t)
{
    al_input_list *inputs = &all->checked;
    inputs->watch = &t->listing;
    inputs->excluded = options->excluded;
    inputs->excluded_count = options->excluded_count;
    inputs->most_bytes = al_options_limit(options->library, AL_LIMIT_MEMORY) < UINT64_MAX - AL_FREE_FOR_NAMES
                             ? al_options_limit(options->library, AL_LIMIT_MEMORY) + AL_FREE_FOR_NAMES
                             : 0;
    inputs->excludes = options->configuration != NULL ? al_configuration_excludes : NULL;
    inputs->context = options->configuration;
    for (size_t i = 0; i < options->path_count; i++) {
        const char *path = options->paths[i];
        const bool added = strcmp(path, "-") == 0 ? al_input_add_stdin(inputs, options->stdin_name)
                                                  : al_input_add_path(inputs, path);
        if (!added)
            return out_of_memory();
    }
    int status = add_names(inputs, options);
    al_input_sort(inputs);
    if (!al_input_split(inputs, &all->excluded))
        return out_of_memory();
    if (status == EXIT_FINE)
        status = collect_references(all, options, t);
    return status == EXIT_FINE ? collect_around(all, options, t) : status;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* A file for which there was no memory has no result, so the reports get one that only says so. */
static bool receive_failure(check *c, const al_input *in)
{
    message("%s: out of memory", in->path);
    reports_raise(&c->reports, EXIT_UNCHECKED);
    char *path = escaped_copy(in->path, strlen(in->path));
    if (path == NULL)
        return false;
    al_result unchecked = {.path = path,
                           .raw_path = in->path,
                           .member = "",
                           .format = "",
                           .version = "",
                           .status = AL_FILE_UNREADABLE};
    (void)reports_count(&c->reports, &unchecked);
    const bool go_on = late_add(&c->late, &unchecked, false);
    free(path);
    return go_on;
}

static bool receive_result(check *c, al_result *result)
{
    (void)reports_count(&c->reports, result);
    return late_add(&c->late, result, true);
}

static void finish_results(check *c)
{
    if (!late_finish(&c->late, !c->reports.totals.interrupted))
        reports_raise(&c->reports, out_of_memory());
    if (c->late.held.status != REPORT_OK) {
        message("cannot keep results: %s", al_error_text(c->late.held.error));
        reports_raise(&c->reports, EXIT_UNCHECKED);
    }
}

static bool take_result(check *c, const al_input *in, al_status status, al_result *result)
{
    c->done++;
    if (status != AL_OK)
        return receive_failure(c, in);
    /* What is of no known format in a folder is none of our business, nor is the data of a package. */
    const bool ours = in->named && !al_is_container_data(in->path);
    bool go_on = (result->status == AL_FILE_UNRECOGNIZED && !ours) || receive_result(c, result);
    for (size_t i = 0; go_on && i < result->member_count; i++)
        go_on = receive_result(c, result->members[i]);
    al_result_free(result);
    return go_on;
}

static bool receive(void *context, const al_input *in, al_status status, al_result *result)
{
    check *c = context;
    closer_enter(c->closer);
    const bool go_on = take_result(c, in, status, result);
    closer_leave(c->closer);
    return go_on;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static bool survey_list(al_survey *survey, const al_input_list *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const al_input *in = &inputs->items[i];
        const bool unread = in->from_stdin || (in->excluded && al_container_of(in->path) != NULL);
        ok = unread || (in->found ? al_survey_add_found(survey, in->path, in->folder)
                                  : al_survey_add(survey, in->path, false));
    }
    return ok;
}

/* References come after all that is checked. */
static bool survey_references(al_survey *survey, const check_options *options, const check_inputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < options->with_count; i++) {
        al_file_info info;
        const bool file = al_look(options->with[i], &info) == 0 && info.kind == AL_KIND_FILE;
        ok = al_survey_begin_with(survey, options->with[i], file) && survey_list(survey, &inputs->with[i]);
    }
    return ok;
}

static bool survey_around(al_survey *survey, const check_inputs *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->around.count; i++)
        ok = al_survey_add_beside(survey, inputs->around.items[i].path);
    return ok;
}

/* The first look: which files there are. NULL when out of memory, or interrupted. */
static al_survey *survey_inputs(const check_options *options, const check_inputs *inputs, tally *t)
{
    al_survey *survey = al_survey_new(options->library);
    if (survey == NULL)
        return NULL;
    tally_begin_phase(t, TALLY_SURVEY, &inputs->checked);
    al_survey_watch(survey, &t->survey);
    al_survey_reserve(survey, al_input_memory(&inputs->checked) + al_input_memory(&inputs->excluded) +
                                  al_input_memory(&inputs->around));
    if (survey_list(survey, &inputs->checked) && survey_list(survey, &inputs->excluded) &&
        survey_references(survey, options, inputs) && survey_around(survey, inputs) && al_survey_look(survey))
        return survey;
    al_survey_free(survey);
    return NULL;
}

/* A SARIF report holds the URI of each input with findings, in which every byte may be escaped. */
static uint64_t held_by_reports(const check_options *options, const al_input_list *inputs)
{
    enum { ESCAPED = 3, OF_TREE = 96 };
    for (size_t i = 0; i < options->reports.wish_count; i++)
        if (options->reports.wishes[i].form == &sarif_form)
            return ESCAPED * inputs->path_bytes + OF_TREE * (uint64_t)inputs->count;
    return 0;
}

/* What the names of all files take of the memory of each check: the same for all of them, whoever is at work.
 */
static uint64_t reserved_for_names(const check_options *options, const check_inputs *inputs,
                                   const al_survey *survey)
{
    const uint64_t bytes = al_input_memory(&inputs->checked) + al_input_memory(&inputs->excluded) +
                           al_input_memory(&inputs->around) + held_by_reports(options, &inputs->checked) +
                           (survey != NULL ? al_survey_memory(survey) : 0);
    return bytes > AL_FREE_FOR_NAMES ? bytes - AL_FREE_FOR_NAMES : 0;
}

static const al_input_list *inputs_of(const check *c)
{
    return c->own != NULL ? &c->own->inputs : &c->inputs->checked;
}

static void look_and_check(check *c, tally *t)
{
    const check_options *options = c->options;
    al_survey *survey = survey_inputs(options, c->inputs, t);
    const run_settings settings = {.options = options->library,
                                   .jobs = options->jobs > 0 ? options->jobs : al_processors(),
                                   .reserved = reserved_for_names(options, c->inputs, survey),
                                   .quiet = options->reports.quiet,
                                   .tally = t};
    tally_begin_phase(t, TALLY_CHECK, inputs_of(c));
    if (survey != NULL ? !run_checks(inputs_of(c), &settings, survey, receive, c) : !al_interrupted()) {
        closer_enter(c->closer);
        reports_raise(&c->reports, out_of_memory());
        closer_leave(c->closer);
    }
    al_survey_free(survey);
}

/* What was left out because somebody wants the program to end. */
static void note_interruption(check *c)
{
    report_totals *t = &c->reports.totals;
    const uint64_t count = inputs_of(c)->count;
    t->interrupted = al_interrupted() && (c->done < count || !c->listed);
    if (!t->interrupted)
        return;
    reports_raise(&c->reports, EXIT_UNCHECKED);
    if (c->own != NULL)
        c->own->part.interrupted = true;
    if (c->listed) {
        t->left = count - c->done;
        message("interrupted: %" PRIu64 " of %" PRIu64 " file%s done", c->done, count,
                count == 1 ? " was" : "s were");
    } else {
        message("interrupted: nothing was checked yet");
    }
    if (c->options->reports.writes_baseline)
        message("no baseline is written, since not all was checked");
}

/* Ends the reports, with what was checked. Returns the exit status. */
static int close_check(void *context)
{
    check *c = context;
    reports *r = &c->reports;
    note_interruption(c);
    finish_results(c);
    if (c->own != NULL && !shard_finish(c->own, c->options, &c->late))
        reports_raise(r, out_of_memory());
    const bool whole =
        c->own == NULL || c->inputs->checked.count == 0; /* else other shards may find something */
    if (whole && !r->found && r->status < EXIT_USAGE && must_find_something(c->options))
        reports_raise(r, found_nothing(c->options));
    reports_close(r);
    late_end(&c->late);
    return r->status;
}

/* Ends what is shown. */
static int run(check *c, tally *t, progress *shown)
{
    const check_options *options = c->options;
    const report_settings common = {.options = options->library,
                                    .sarif_root = options->reports.sarif_root,
                                    .part = c->own != NULL ? &c->own->part : NULL};
    if (!late_begin(&c->late, options, &c->inputs->checked, reports_add, reports_count_own, &c->reports))
        reports_raise(&c->reports, out_of_memory());
    const bool any = reports_open(&c->reports, &common);
    c->closer = closer_begin(close_check, c);
    if (any && c->listed)
        look_and_check(c, t);
    closer_end(c->closer);
    progress_end(shown);
    return close_check(c);
}

static int run_shard(check *c, tally *t, progress *shown)
{
    shard own;
    int status;
    if (shard_begin(&own, c->options, &c->inputs->checked)) {
        c->own = &own;
        status = run(c, t, shown);
    } else {
        progress_end(shown);
        status = out_of_memory();
    }
    shard_end(&own);
    return status;
}

static int check_collected(check *c, check_inputs *inputs)
{
    tally *t = calloc(1, sizeof *t);
    if (t == NULL)
        return out_of_memory();
    tally_start(t, al_interrupted);
    progress *shown = progress_begin(c->options, t);
    int status = collect_inputs(inputs, c->options, t);
    c->listed = !al_interrupted();
    if (status != EXIT_FINE)
        progress_end(shown);
    else
        status = c->options->shards > 0 ? run_shard(c, t, shown) : run(c, t, shown);
    free(t);
    return status;
}

static int check_all(const check_options *options)
{
    check_inputs inputs = {.checked = {0}};
    check c = {.options = options, .inputs = &inputs, .late = {.ledger = NULL}};
    int status = reports_begin(&c.reports, &options->reports) ? EXIT_FINE : out_of_memory();
    (void)al_note_interrupts(EXIT_UNCHECKED); /* otherwise they end it, and nothing is reported */
    if (status == EXIT_FINE)
        status = judge_targets(&options->reports, judge_check_target, options);
    if (status == EXIT_FINE)
        status = check_collected(&c, &inputs);
    al_input_free(&inputs.checked);
    al_input_free(&inputs.excluded);
    al_input_free(&inputs.around);
    for (size_t i = 0; inputs.with != NULL && i < options->with_count; i++)
        al_input_free(&inputs.with[i]);
    free(inputs.with);
    reports_end(&c.reports);
    return status;
}

int check_command(char *const *arguments)
{
    check_options options;
    bool help;
    int status = check_options_read(&options, arguments, &help);
    if (help) {
        print_check_help(stdout);
        status = finish_stdout(EXIT_FINE);
    } else if (status == EXIT_FINE) {
        status = configure(&options);
        if (status == EXIT_FINE)
            status = check_all(&options);
    }
    check_options_free(&options);
    return status;
}
