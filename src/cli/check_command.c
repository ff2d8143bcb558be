/* check_command.c: `assetlint check`: options, inputs, the run, the reports, and the exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/configure.h"
#include "cli/help.h"
#include "cli/late.h"
#include "cli/message.h"
#include "cli/nothing.h"
#include "cli/run.h"
#include "cli/targets.h"
#include "cli/waiting.h"
#include "containers/members.h"
#include "core/limits.h"
#include "engine/configuration/configuration.h"
#include "platform/platform.h"
#include "report/escape.h"
#include "report/forms.h"

typedef struct check {
    const check_options *options;
    report *reports;
    size_t report_count;
    report_totals totals;
    late late;
    bool found; /* anything that is checked */
    int status; /* the highest exit status so far */
} check;

static void raise_status(check *c, int status)
{
    if (status > c->status)
        c->status = status;
}

/* ---- Inputs -------------------------------------------------------------------------------------------- */

typedef struct check_inputs {
    al_input_list checked;
    al_input_list excluded; /* files that are left out, but whose being there others may go by */
    al_input_list *with;    /* of each reference, what is looked at */
    al_input_list around;   /* what lies around what was named by itself */
} check_inputs;

static int add_names(al_input_list *inputs, const check_options *options)
{
    if (options->files_from == NULL)
        return EXIT_FINE;
    int error;
    if (strcmp(options->files_from, "-") == 0)
        wait_for_standard_input("the list of files", options->quiet);
    else if (!options->quiet)
        announce_pipe(options->files_from);
    switch (al_input_add_names(inputs, options->files_from, options->separator, &error)) {
    case AL_NAMES_OK: return EXIT_FINE;
    case AL_NAMES_NO_MEMORY: return out_of_memory();
    case AL_NAMES_UNREADABLE: break;
    }
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
static int collect_references(check_inputs *all, const check_options *options)
{
    all->with = calloc(options->with_count + 1, sizeof *all->with);
    if (all->with == NULL)
        return out_of_memory();
    al_input_folders checked = {.count = 0};
    bool ok = options->with_count == 0 || al_input_folders_of(&checked, &all->checked);
    for (size_t i = 0; i < options->with_count && ok; i++)
        ok = add_reference(&all->with[i], options->with[i], &checked);
    al_input_folders_free(&checked);
    return ok ? EXIT_FINE : out_of_memory();
}

/* Without references a file that is named by itself is checked as if nothing were around it. */
static int collect_around(check_inputs *all, const check_options *options)
{
    bool ok = options->with_count == 0 || al_input_add_around(&all->around, &all->checked);
    for (size_t i = 0; ok && i < options->with_count; i++)
        ok = al_input_add_around(&all->around, &all->with[i]);
    return ok ? EXIT_FINE : out_of_memory();
}

static int collect_inputs(check_inputs *all, const check_options *options)
{
    al_input_list *inputs = &all->checked;
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
        status = collect_references(all, options);
    return status == EXIT_FINE ? collect_around(all, options) : status;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

static void tell_failure(check *c, const report *r)
{
    raise_status(c, EXIT_UNCHECKED);
    if (r->status == REPORT_NO_MEMORY)
        (void)out_of_memory();
    else if (!al_is_closed_pipe(r->error)) /* whoever read it has seen enough */
        message("cannot write %s: %s", r->file_name != NULL ? r->file_name : "to standard output",
                al_error_text(r->error));
}

static bool wants_color(const check_options *options, bool on_terminal)
{
    const char *no_color = getenv("NO_COLOR");
    switch (options->color) {
    case COLOR_ALWAYS: return true;
    case COLOR_NEVER: return false;
    case COLOR_AUTO: break;
    }
    return on_terminal && (no_color == NULL || no_color[0] == '\0') && al_terminal_has_colors();
}

/* NULL while the project has none but the example of CMakeLists.txt. */
static const char *homepage(void)
{
    static const char example[] = "https://assetlint.example", home[] = AL_HOMEPAGE;
    return home[0] == '\0' || strcmp(home, example) == 0 ? NULL : home;
}

/* False when none could be opened. */
static bool open_reports(check *c)
{
    const check_options *options = c->options;
    bool any = false;
    for (size_t i = 0; i < options->wish_count; i++) {
        const report_wish *wish = &options->wishes[i];
        const int width = wish->file_name == NULL ? al_terminal_width() : 0;
        const report_settings settings = {
            .options = options->library,
            .show = options->show != AL_OFF ? options->show : wish->form->show,
            .per_rule = options->per_rule_given ? options->per_rule : wish->form->per_rule,
            .fail_on = options->fail_on,
            .quiet = options->quiet,
            .color = wants_color(options, width > 0),
            .width = width,
            .homepage = homepage(),
            .sarif_root = options->sarif_root,
            .sarif_suppressed = options->sarif_suppressed,
        };
        report *r = &c->reports[c->report_count++];
        if (report_open(r, wish->form, wish->file_name, &settings) != REPORT_OK)
            tell_failure(c, r);
        else
            any = true;
    }
    return any;
}

static void close_reports(check *c)
{
    c->totals.exit_status = c->status;
    for (size_t i = 0; i < c->report_count; i++) {
        report *r = &c->reports[i];
        const bool was_fine = r->status == REPORT_OK;
        if (report_close(r, &c->totals) != REPORT_OK && was_fine)
            tell_failure(c, r);
    }
}

/* Gives a result to all reports; false when none of them can take any more. */
static bool add_to_reports(void *context, const al_result *result)
{
    check *c = context;
    bool any = false;
    for (size_t i = 0; i < c->report_count; i++) {
        report *r = &c->reports[i];
        if (r->status == REPORT_OK && report_add(r, result) != REPORT_OK)
            tell_failure(c, r);
        any = any || r->status == REPORT_OK;
    }
    return any;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static void count(check *c, const al_result *result)
{
    report_totals *t = &c->totals;
    const al_level fail_on = c->options->fail_on;
    t->files += !result->entry_only;
    c->found = c->found || is_something(result);
    t->clean += !result->entry_only && result->status == AL_FILE_CLEAN;
    t->unreadable += result->status == AL_FILE_UNREADABLE;
    t->limited += result->status == AL_FILE_LIMIT;
    t->errors += result->errors;
    t->warnings += result->warnings;
    t->notes += result->notes;
    t->suppressed += result->suppressed_count;
    if (result->status == AL_FILE_UNREADABLE || result->status == AL_FILE_LIMIT)
        raise_status(c, EXIT_UNCHECKED);
    if ((fail_on == AL_NOTE && result->notes > 0) ||
        (fail_on != AL_OFF && fail_on <= AL_WARNING && result->warnings > 0) ||
        (fail_on != AL_OFF && result->errors > 0))
        raise_status(c, EXIT_FINDINGS);
}

/* A file for which there was no memory has no result, so the reports get one that only says so. */
static bool receive_failure(check *c, const al_input *in)
{
    message("%s: out of memory", in->path);
    raise_status(c, EXIT_UNCHECKED);
    char *path = escaped_copy(in->path, strlen(in->path));
    if (path == NULL)
        return false;
    al_result unchecked = {.path = path,
                           .raw_path = in->path,
                           .member = "",
                           .format = "",
                           .version = "",
                           .status = AL_FILE_UNREADABLE};
    count(c, &unchecked);
    const bool go_on = late_add(&c->late, &unchecked, false);
    free(path);
    return go_on;
}

static bool receive_result(check *c, al_result *result)
{
    count(c, result);
    return late_add(&c->late, result, true);
}

/* What is said of our own files is counted, but it is nothing that was checked. */
static bool count_own(void *context, const al_result *result)
{
    check *c = context;
    const bool found = c->found;
    count(c, result);
    c->found = found;
    return true;
}

static void finish_results(check *c)
{
    if (!late_finish(&c->late))
        raise_status(c, out_of_memory());
    if (c->late.held.status != REPORT_OK) {
        message("cannot keep results: %s", al_error_text(c->late.held.error));
        raise_status(c, EXIT_UNCHECKED);
    }
    late_end(&c->late);
}

static bool receive(void *context, const al_input *in, al_status status, al_result *result)
{
    check *c = context;
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

/* The first look: which files there are. NULL when out of memory. */
static al_survey *survey_inputs(const check_options *options, const check_inputs *inputs)
{
    al_survey *survey = al_survey_new(options->library);
    if (survey == NULL)
        return NULL;
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
    for (size_t i = 0; i < options->wish_count; i++)
        if (options->wishes[i].form == &sarif_form)
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

static int run(const check_options *options, const check_inputs *inputs, report *reports)
{
    check c = {.options = options, .reports = reports};
    al_survey *survey = survey_inputs(options, inputs);
    const run_settings settings = {.options = options->library,
                                   .jobs = options->jobs > 0 ? options->jobs : al_processors(),
                                   .reserved = reserved_for_names(options, inputs, survey),
                                   .quiet = options->quiet};
    if (!late_begin(&c.late, options, &inputs->checked, add_to_reports, count_own, &c))
        raise_status(&c, out_of_memory());
    if (open_reports(&c) && (survey == NULL || !run_checks(&inputs->checked, &settings, survey, receive, &c)))
        raise_status(&c, out_of_memory());
    al_survey_free(survey);
    finish_results(&c);
    if (options->writes_baseline && c.status == EXIT_FINDINGS)
        c.status = EXIT_FINE; /* they are known now */
    if (!c.found && c.status < EXIT_USAGE && must_find_something(options))
        raise_status(&c, found_nothing(options));
    close_reports(&c);
    return c.status;
}

static int check_all(const check_options *options)
{
    check_inputs inputs = {.checked = {0}};
    report *reports = calloc(options->wish_count, sizeof *reports);
    if (reports == NULL)
        return out_of_memory();
    int status = judge_targets(options);
    if (status == EXIT_FINE)
        status = collect_inputs(&inputs, options);
    if (status == EXIT_FINE)
        status = run(options, &inputs, reports);
    al_input_free(&inputs.checked);
    al_input_free(&inputs.excluded);
    al_input_free(&inputs.around);
    for (size_t i = 0; inputs.with != NULL && i < options->with_count; i++)
        al_input_free(&inputs.with[i]);
    free(inputs.with);
    free(reports);
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
