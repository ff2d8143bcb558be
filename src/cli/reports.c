/* reports.c: checks where reports are written; opens, feeds and closes them, and counts. */
#include "cli/reports.h"

#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "platform/platform.h"
#include "report/counts.h"
#include "report/earlier_report.h"

/* ---- Where reports are written ------------------------------------------------------------------------- */

/* "standard output", or the name of the file. */
static const char *output_name(const report_request *request)
{
    return request->file_name != NULL ? request->file_name : "standard output";
}

static bool find_output_id(const report_request *request, al_file_id *id)
{
    return request->file_name != NULL ? al_find_file_id(request->file_name, id) : al_find_output_id(id);
}

/* Input is never changed: no report is written over a file that assetlint would check. Pipes and devices are
 * not read: that would remove data from them, or wait forever. */
static int refuse_asset(const char *file_name)
{
    al_file_info info = {.kind = AL_KIND_UNKNOWN};
    int error = al_stat_path(file_name, &info);
    bool asset = false;
    if (error == 0 && info.kind == AL_KIND_FILE) /* a package by its name alone */
        asset = al_path_kind_of(file_name) != AL_PATH_FILE || holds_asset(file_name, &error);
    if (asset)
        return usage_error("check", "%s is an asset: no report is written over it", file_name);
    if (error == 0 || al_is_not_found(error))
        return EXIT_FINE;
    message("cannot write %s: it may be an asset, and can't be read: %s", file_name, al_error_text(error));
    return EXIT_UNCHECKED;
}

/* The list of files must survive: assetlint may still read it when the first report is opened, and the user
 * wants to keep it. */
static int refuse_list(const check_options *options, const report_request *request, const al_file_id *id)
{
    al_file_id list;
    if (options->files_from == NULL)
        return EXIT_FINE;
    const bool found = strcmp(options->files_from, "-") == 0 ? al_find_input_id(&list)
                                                             : al_find_file_id(options->files_from, &list);
    if (!found || list.kind != AL_KIND_FILE || !al_same_file_id(&list, id))
        return EXIT_FINE;
    return usage_error("check", "%s is the list of files: no report is written over it",
                       output_name(request));
}

static int refuse_repeated(const check_options *options, size_t number, const al_file_id *id)
{
    al_file_id other;
    for (size_t i = 0; i < number; i++)
        if (find_output_id(&options->requests[i], &other) && al_same_file_id(&other, id))
            return usage_error("check", "two formats for one file: %s and %s",
                               output_name(&options->requests[i]), output_name(&options->requests[number]));
    return EXIT_FINE;
}

int validate_outputs(const check_options *options)
{
    int status = EXIT_FINE;
    for (size_t i = 0; status == EXIT_FINE && i < options->request_count; i++) {
        const report_request *request = &options->requests[i];
        al_file_id id;
        if (find_output_id(request, &id)) {
            status = refuse_repeated(options, i, &id);
            if (status == EXIT_FINE)
                status = refuse_list(options, request, &id);
        }
        if (status == EXIT_FINE && request->file_name != NULL)
            status = refuse_asset(request->file_name);
    }
    return status;
}

/* Whether the report may replace that file even if the run reads it. Of standard output only the size is
 * known: its file can't be read without its path. */
static bool is_replaceable(const report_request *request, const al_file_id *id)
{
    return request->file_name != NULL ? holds_earlier_report(request->file_name, request->form)
                                      : id->size == 0;
}

int validate_unread(const check_options *options, al_project *project)
{
    for (size_t i = 0; i < options->request_count; i++) {
        const report_request *request = &options->requests[i];
        const char *name = request->file_name;
        al_file_id id;
        if (request->form->appends || !find_output_id(request, &id) || id.kind != AL_KIND_FILE ||
            id.name[0] != '\0' || is_replaceable(request, &id))
            continue;
        const char *read = find_file_that_is_read(project, &id);
        if (read != NULL && (name != NULL || !holds_earlier_report(read, request->form)))
            return usage_error("check", "%s is a file that is read, %s: no report is written over it",
                               output_name(request), read);
    }
    return EXIT_FINE;
}

/* ---- Opening and closing ------------------------------------------------------------------------------- */

bool reports_begin(reports *r, const check_options *options)
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
    r->status = status > r->status ? status : r->status;
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

static bool wants_color(const check_options *options, bool to_standard_output)
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

/* ASSETLINT_HOMEPAGE of CMakeLists.txt; NULL if it is empty. */
static const char *homepage(void)
{
    static const char home[] = AL_HOMEPAGE;
    return home[0] != '\0' ? home : NULL;
}

bool reports_open(reports *r, const report_settings *common)
{
    const check_options *options = r->options;
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

/* Results about assetlint's own files don't count as checks. */
static bool is_own_file(const char *format)
{
    return strcmp(format, "config") == 0 || strcmp(format, "baseline") == 0;
}

/* Whether a file could not be checked, or not completely. */
static bool is_unchecked(const al_result *result)
{
    return result->status == AL_FILE_UNREADABLE || result->status == AL_FILE_LIMIT;
}

/* Whether a result is about a file that counts as checked: one of a known format, one that couldn't be
 * checked, or a package that breaks a rule itself. */
static bool counts_as_checked(const al_result *result)
{
    if (is_unchecked(result))
        return true;
    if (is_package_format(result->format))
        return result->finding_count > 0;
    return result->format[0] != '\0' && !is_own_file(result->format);
}

/* Whether a result is about an archive that assetlint can't read. */
static bool is_unsupported(const al_result *result)
{
    for (size_t i = 0; i < result->finding_count; i++)
        if (strcmp(result->findings[i].rule->id, "archive/unsupported") == 0)
            return true;
    return false;
}

void reports_count(reports *r, const al_result *result)
{
    r->unsupported = r->unsupported || is_unsupported(result);
    r->found = r->found || counts_as_checked(result);
    report_totals_add(&r->totals, result);
}
