/* reports.c: opens, feeds and closes the reports of a command, and counts. */
#include "cli/reports.h"

#include <stdlib.h>
#include <string.h>

#include "cli/empty_run.h"
#include "cli/message.h"
#include "cli/status_line.h"
#include "platform/platform.h"

bool reports_begin(reports *r, const report_options *options)
{
    *r = (reports){.options = options, .items = calloc(options->request_count, sizeof *r->items)};
    return r->items != NULL;
}

void reports_end(reports *r)
{
    free(r->items);
    r->items = NULL;
}

void reports_raise(reports *r, int status)
{
    if (status > r->status)
        r->status = status;
}

static void tell_failure(reports *r, const report *failed)
{
    reports_raise(r, EXIT_UNCHECKED);
    if (failed->status == REPORT_NO_MEMORY)
        (void)out_of_memory();
    else if (!al_is_closed_pipe(failed->error)) /* the reader has seen enough */
        message("cannot write %s: %s", failed->file_name != NULL ? failed->file_name : "to standard output",
                al_error_text(failed->error));
}

/* ---- Opening and closing ------------------------------------------------------------------------------- */

static bool wants_color(const report_options *options, bool to_standard_output)
{
    const char *no_color = getenv("NO_COLOR");
    switch (options->color) {
    case CHOICE_ALWAYS: return true;
    case CHOICE_NEVER: return false;
    case CHOICE_AUTO: break;
    }
    return to_standard_output && (no_color == NULL || no_color[0] == '\0') &&
           al_terminal_takes_sequences(al_standard_output);
}

/* NULL if AL_HOMEPAGE is empty, or is the placeholder of CMakeLists.txt. */
static const char *homepage(void)
{
    static const char example[] = "https://assetlint.example", home[] = AL_HOMEPAGE;
    return home[0] == '\0' || strcmp(home, example) == 0 ? NULL : home;
}

bool reports_open(reports *r, const report_settings *common)
{
    const report_options *options = r->options;
    bool any = false;
    for (size_t i = 0; i < options->request_count; i++) {
        const report_request *request = &options->requests[i];
        const int width = request->file_name == NULL ? al_terminal_width(al_standard_output) : 0;
        report_settings settings = *common;
        settings.show = options->show != AL_OFF ? options->show : request->form->show;
        settings.per_rule = options->per_rule_given ? options->per_rule : request->form->per_rule;
        settings.fail_on = options->fail_on;
        settings.quiet = options->quiet;
        settings.color = wants_color(options, request->file_name == NULL);
        settings.width = width;
        settings.no_commands = request->file_name == NULL && al_owns_console();
        settings.homepage = homepage();
        settings.sarif_suppressed = options->sarif_suppressed;
        report *opened = &r->items[r->count++];
        if (report_open(opened, request->form, request->file_name, &settings) != REPORT_OK)
            tell_failure(r, opened);
        else
            any = true;
    }
    return any;
}

void reports_close(reports *r)
{
    if (r->options->writes_baseline && r->status == EXIT_FINDINGS)
        r->status = EXIT_FINE; /* the findings are in the new baseline */
    r->totals.exit_status = r->status;
    for (size_t i = 0; i < r->count; i++) {
        report *closed = &r->items[i];
        const bool was_fine = closed->status == REPORT_OK;
        if (report_close(closed, &r->totals) != REPORT_OK && was_fine)
            tell_failure(r, closed);
    }
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* The status line may be on the same terminal as the report. */
static report_status add_to_report(report *r, const al_result *result)
{
    if (r->file_name != NULL)
        return report_add(r, result);
    status_line_pause();
    const report_status status = report_add(r, result);
    status_line_resume();
    return status;
}

bool reports_add(reports *r, const al_result *result)
{
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        report *each = &r->items[i];
        if (each->status == REPORT_OK && add_to_report(each, result) != REPORT_OK)
            tell_failure(r, each);
        any = any || each->status == REPORT_OK;
    }
    return any;
}

/* Findings that are omitted count, too: those that are listed are more severe, but may be suppressed. */
static bool fails(al_level fail_on, const al_result *result)
{
    if (fail_on != AL_OFF && result->omitted_level >= fail_on)
        return true;
    switch (fail_on) {
    case AL_OFF: return false;
    case AL_NOTE: return result->notes + result->warnings + result->errors > 0;
    case AL_WARNING: return result->warnings + result->errors > 0;
    case AL_ERROR: return result->errors > 0;
    }
    return false;
}

void reports_count(reports *r, const al_result *result)
{
    r->found = r->found || counts_as_checked(result);
    report_totals_add(&r->totals, result);
    if (is_unchecked(result))
        reports_raise(r, EXIT_UNCHECKED);
    if (fails(r->options->fail_on, result))
        reports_raise(r, EXIT_FINDINGS);
}
