/* parts_promise.c: merges the same bytes twice, into every form of report. Either they are accepted, and each
 * report has the same bytes both times; or there is a mistake with a place and a sentence, the same both
 * times. A part that is a whole run is also written as a part again; that part must be read and written
 * without a difference.
 */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readings.h"
#include "report/merge.h"

enum { MOST_PARTS = 4, CHUNK = 16 };

static const uint64_t MEMORY = UINT64_C(64) << 20;

/* One reading of the bytes. */
typedef struct reading {
    al_span texts[MOST_PARTS];
    part_reader parts[MOST_PARTS];
    size_t count, opened;
    al_budget budget;
    merge merge;
    const al_mistake *mistake; /* NULL: they were accepted */
} reading;

/* A report that is being written. */
typedef struct writing {
    const report_form *form;
    FILE *out;
    void *state;
    report_totals totals;
    report_status status;
} writing;

/* ---- Reports ------------------------------------------------------------------------------------------- */

static bool receive(void *context, const al_result *result)
{
    writing *w = context;
    report_totals_add(&w->totals, result);
    if (w->status == REPORT_OK)
        w->status = w->form->file(w->state, result);
    return w->status == REPORT_OK;
}

/* The merged report, to be freed; NULL when it can't be written. */
static char *write_report(reading *r, const report_form *form, const report_part *part, size_t *size)
{
    char *text = NULL;
    al_options *options = al_options_new();
    const report_settings settings = {.options = options,
                                      .show = AL_NOTE,
                                      .per_rule = UINT64_MAX,
                                      .sarif_folder = "/repository/mods",
                                      .sarif_root = "/repository",
                                      .sarif_suppressed = true,
                                      .part = part};
    writing w = {.form = form, .out = open_memstream(&text, size)};
    w.status = report_form_begin(form, &w.state, w.out, &settings);
    bool ok = w.status == REPORT_OK && merge_results(&r->merge, receive, &w);
    ok = ok && form->finish(w.state, &w.totals) == REPORT_OK;
    report_form_end(form, w.state);
    (void)fclose(w.out);
    al_options_free(options);
    if (ok)
        return text;
    free(text);
    return NULL;
}

/* ---- One reading --------------------------------------------------------------------------------------- */

static void split(reading *r, al_span all)
{
    uint64_t from = 0;
    while (r->count < MOST_PARTS) {
        uint64_t to = from;
        while (to < all.len && al_u8_at(all, to) != 0)
            to++;
        r->texts[r->count++] = al_slice_available(all, from, to - from);
        if (to == all.len)
            return;
        from = to + 1;
    }
}

static void begin(reading *r, al_span all)
{
    *r = (reading){.budget = al_budget_of(MEMORY, 0)};
    split(r, all);
    for (size_t i = 0; r->mistake == NULL && i < r->count; i++) {
        const part_source source = {.context = &r->texts[i], .read = part_read_span};
        if (!part_open(&r->parts[r->opened++], "part.ndjson", source, CHUNK, &r->budget))
            r->mistake = &r->parts[i].mistake;
    }
    static const al_mistake no_memory = {.no_memory = true};
    if (r->mistake == NULL && !merge_begin(&r->merge, r->parts, r->count, &r->budget))
        r->mistake = r->merge.wrong != NULL ? &r->merge.wrong->mistake : &no_memory;
}

static void end(reading *r)
{
    merge_end(&r->merge);
    for (size_t i = 0; i < r->opened; i++)
        part_close(&r->parts[i]);
}

/* ---- What must hold ------------------------------------------------------------------------------------ */

static const char *compare_reports(reading *a, reading *b)
{
    const char *broken = NULL;
    for (size_t i = 0; broken == NULL && report_form_at(i) != NULL; i++) {
        size_t size = 0, again = 0;
        char *first = write_report(a, report_form_at(i), NULL, &size);
        char *second = write_report(b, report_form_at(i), NULL, &again);
        if (first == NULL || second == NULL)
            broken = "no report could be written from accepted parts";
        else if (size != again || memcmp(first, second, size) != 0)
            broken = "the same parts give another report";
        free(first);
        free(second);
    }
    return broken;
}

static const report_form *ndjson(void)
{
    size_t i = 0;
    while (strcmp(report_form_at(i)->name, "ndjson") != 0)
        i++;
    return report_form_at(i);
}

/* Only for a whole run in one part without findings about our own files: in other parts these are not
 * results. */
static const char *check_part_again(reading *r)
{
    const report_part *part = &r->parts[0].summary.part;
    size_t size = 0, again_size = 0;
    if (r->count != 1 || part->own[0].given || part->own[1].given)
        return NULL;
    char *text = write_report(r, ndjson(), part, &size);
    if (text == NULL)
        return "a part could not be written again";
    reading second;
    begin(&second, al_span_of(text, size));
    char *again = second.mistake == NULL
                      ? write_report(&second, ndjson(), &second.parts[0].summary.part, &again_size)
                      : NULL;
    const bool same = again != NULL && again_size == size && memcmp(again, text, size) == 0;
    const char *broken = same ? NULL : "a written part is read as something else";
    end(&second);
    free(again);
    free(text);
    return broken;
}

const char *parts_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    (void)depth;
    uint8_t *block = exact_copy(data, size);
    reading a, b;
    if (block == NULL)
        return "out of memory";
    begin(&a, al_span_of(block, size));
    begin(&b, al_span_of(block, size));
    const char *broken = compare_readings(a.mistake, b.mistake, size);
    if (broken == NULL && a.mistake == NULL)
        broken = compare_reports(&a, &b);
    if (broken == NULL && a.mistake == NULL)
        broken = check_part_again(&a);
    end(&a);
    end(&b);
    free(block);
    return broken;
}

bool parts_are_accepted(const uint8_t *data, size_t size)
{
    reading r;
    begin(&r, al_span_of(data, size));
    const bool accepted = r.mistake == NULL;
    end(&r);
    return accepted;
}
