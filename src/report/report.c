/* report.c: opens, writes and closes reports, and notices every failed write. */
#include "report/report.h"

#include <stdlib.h>

#include "platform/platform.h"
#include "report/counts.h"

static const report_form *const forms[] = {&text_form,  &lines_form,  &json_form,  &ndjson_form,
                                           &sarif_form, &github_form, &junit_form, &html_form};

const report_form *report_form_at(size_t number)
{
    return number < sizeof forms / sizeof forms[0] ? forms[number] : NULL;
}

void report_totals_add(report_totals *totals, const al_result *result)
{
    totals->files += !result->entry_only;
    totals->clean += !result->entry_only && result->status == AL_FILE_CLEAN;
    totals->unreadable += result->status == AL_FILE_UNREADABLE;
    totals->limited += result->status == AL_FILE_LIMIT;
    totals->errors += result->errors;
    totals->warnings += result->warnings;
    totals->notes += result->notes;
    totals->suppressed += result->suppressed_count;
    totals->omitted += result->omitted;
    file_counts_add(&totals->counts, result);
}

/* Keeps the first failure. Must be called right after writing, while the last error is still that of the
 * write. */
static report_status keep_failure(report *r, report_status status)
{
    if (status == REPORT_OK && r->out != NULL && ferror(r->out))
        status = REPORT_NOT_WRITTEN;
    if (r->status == REPORT_OK && status != REPORT_OK) {
        const report_base *base = r->state;
        r->status = status;
        r->error = base != NULL && base->error != 0 ? base->error : al_last_error();
    }
    return r->status;
}

report_status report_form_begin(const report_form *form, void **state, FILE *out,
                                const report_settings *settings)
{
    report_base *base = *state = calloc(1, form->size);
    if (base == NULL)
        return REPORT_NO_MEMORY;
    base->out = out;
    base->settings = *settings;
    if (!quota_begin(&base->quota, settings->per_rule))
        return REPORT_NO_MEMORY;
    if (form->begin != NULL)
        form->begin(base);
    return base->status;
}

report_status report_form_add(const report_form *form, void *state, const al_result *result)
{
    report_base *base = state;
    if (result->finding_count + result->suppressed_count > 0)
        quota_next_file(&base->quota);
    form->file(state, result);
    return base->status;
}

report_status report_form_finish(const report_form *form, void *state, const report_totals *totals)
{
    const report_base *base = state;
    form->finish(state, totals);
    return base->status;
}

void report_form_end(const report_form *form, void *state)
{
    report_base *base = state;
    if (base == NULL)
        return;
    if (form->release != NULL)
        form->release(base);
    quota_end(&base->quota);
    free(base);
}

report_status report_open(report *r, const report_form *form, const char *file_name,
                          const report_settings *settings)
{
    *r = (report){.form = form, .file_name = file_name};
    if (file_name != NULL)
        r->error =
            form->appends ? al_output_append(file_name, &r->file) : al_output_open(file_name, &r->file);
    if (r->error != 0)
        return r->status = REPORT_NOT_WRITTEN;
    r->out = file_name == NULL ? stdout : r->file.stream;
    return keep_failure(r, report_form_begin(form, &r->state, r->out, settings));
}

report_status report_add(report *r, const al_result *result)
{
    if (r->status != REPORT_OK)
        return r->status;
    return keep_failure(r, report_form_add(r->form, r->state, result));
}

/* An incomplete report does not replace the old file. stdout is closed, too, since some file systems report a
 * failed write only then; but a window of its own shows more after the report. */
static void close_output(report *r, bool wanted)
{
    if (r->file_name == NULL) {
        if (r->out != NULL && (al_owns_console() ? fflush(r->out) : fclose(r->out)) != 0)
            (void)keep_failure(r, REPORT_NOT_WRITTEN);
        return;
    }
    if (r->status != REPORT_OK || !wanted) {
        al_output_discard(&r->file);
        return;
    }
    const int error = al_output_finish(&r->file);
    if (error != 0) {
        r->status = REPORT_NOT_WRITTEN;
        r->error = error;
    }
}

report_status report_close(report *r, const report_totals *totals)
{
    const bool wanted = !(totals->interrupted && r->form->whole_only);
    if (r->status == REPORT_OK)
        (void)keep_failure(r, report_form_finish(r->form, r->state, totals));
    if (r->out != NULL && r->status == REPORT_OK && fflush(r->out) != 0)
        (void)keep_failure(r, REPORT_NOT_WRITTEN);
    report_form_end(r->form, r->state);
    r->state = NULL;
    close_output(r, wanted);
    r->out = NULL;
    return r->status;
}
