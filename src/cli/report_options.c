/* report_options.c: reads the options of reports. */
#include "cli/report_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "core/number.h"
#include "core/suggest.h"
#include "platform/platform.h"
#include "report/forms.h"

enum { FORMAT_NAMES = 256 };

bool read_level(const char *name, const char *off_name, al_level *level)
{
    static const al_level levels[] = {AL_NOTE, AL_WARNING, AL_ERROR};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcmp(name, al_level_name(levels[i])) == 0) {
            *level = levels[i];
            return true;
        }
    if (off_name == NULL || strcmp(name, off_name) != 0)
        return false;
    *level = AL_OFF;
    return true;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* "text, json and sarif" */
static void list_formats(char *names, size_t size)
{
    size_t length = 0;
    names[0] = '\0';
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

/* report_options_begin has made room for the request. */
static int add_request(report_options *options, const report_form *form, const char *file_name)
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
static int add_step_summary(report_options *options)
{
    const char *file_name = getenv("GITHUB_STEP_SUMMARY");
    for (size_t i = 0; i < options->request_count; i++)
        if (options->requests[i].form == &step_summary_form)
            return EXIT_FINE;
    if (file_name == NULL || file_name[0] == '\0')
        return EXIT_FINE;
    return add_request(options, &step_summary_form, file_name);
}

static int add_format(report_options *options, const char *value)
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

/* ---- Numbers and words --------------------------------------------------------------------------------- */

static int set_per_rule(report_options *options, const char *value)
{
    if (!al_parse_number(value, &options->per_rule))
        return usage_error(options->command, "--max-per-rule wants a number, not %s", value);
    options->per_rule_given = true;
    if (options->per_rule == 0)
        options->per_rule = UINT64_MAX;
    return EXIT_FINE;
}

int report_options_choose(const char *command, option_choice *choice, const char *name, const char *value)
{
    static const char *const names[] = {
        [CHOICE_AUTO] = "auto", [CHOICE_ALWAYS] = "always", [CHOICE_NEVER] = "never"};
    for (option_choice i = CHOICE_AUTO; i <= CHOICE_NEVER; i++)
        if (strcmp(value, names[i]) == 0) {
            *choice = i;
            return EXIT_FINE;
        }
    return usage_error(command, "--%s wants auto, always or never, not %s", name, value);
}

/* Refuses a missing folder: it would silently make every URI absolute. */
static int set_sarif_root(report_options *options, const char *value)
{
    al_file_info about;
    if (al_stat_path(value, &about) != 0 || about.kind != AL_KIND_FOLDER)
        return usage_error(options->command, "--sarif-root wants a folder, not %s", value);
    options->sarif_root = value;
    return EXIT_FINE;
}

static int set_written_baseline(report_options *options, const char *value)
{
    if (options->writes_baseline)
        return usage_error(options->command, "--write-baseline can be given once");
    options->writes_baseline = true;
    return add_request(options, &baseline_form, value);
}

static int set_fail_on(report_options *options, const char *value)
{
    if (!read_level(value, "never", &options->fail_on))
        return usage_error(options->command, "--fail-on wants error, warning, note or never, not %s", value);
    options->fail_on_given = true;
    return EXIT_FINE;
}

static int set_show(report_options *options, const char *value)
{
    if (read_level(value, NULL, &options->show))
        return EXIT_FINE;
    return usage_error(options->command, "--show wants error, warning or note, not %s", value);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

bool report_options_begin(report_options *options, const char *command, size_t arguments)
{
    *options = (report_options){.command = command, .fail_on = AL_ERROR, .show = AL_OFF};
    enum { DEFAULT_REPORT = 1, STEP_SUMMARY = 1 };
    options->requests = calloc(arguments + DEFAULT_REPORT + STEP_SUMMARY, sizeof *options->requests);
    return options->requests != NULL;
}

void report_options_free(report_options *options)
{
    free(options->requests);
    *options = (report_options){.command = options->command};
}

int report_options_take(report_options *options, int id, const char *value)
{
    switch (id) {
    case REPORT_OPT_COLOR: return report_options_choose(options->command, &options->color, "color", value);
    case REPORT_OPT_FAIL_ON: return set_fail_on(options, value);
    case REPORT_OPT_FORMAT: return add_format(options, value);
    case REPORT_OPT_MAX_PER_RULE: return set_per_rule(options, value);
    case REPORT_OPT_NO_SANDBOX: options->no_sandbox = true; return EXIT_FINE;
    case REPORT_OPT_QUIET: options->quiet = true; return EXIT_FINE;
    case REPORT_OPT_SARIF_ROOT: return set_sarif_root(options, value);
    case REPORT_OPT_SARIF_SUPPRESSED: options->sarif_suppressed = true; return EXIT_FINE;
    case REPORT_OPT_SHOW: return set_show(options, value);
    case REPORT_OPT_WRITE_BASELINE: return set_written_baseline(options, value);
    default: return EXIT_USAGE; /* OPTION_WRONG: it was reported */
    }
}

int report_options_end(report_options *options)
{
    for (size_t i = 0; i < options->request_count; i++)
        if (options->requests[i].file_name == NULL)
            return EXIT_FINE;
    return add_request(options, report_form_at(0), NULL);
}
