/* parts_promise.c: merges the same bytes twice, into every form of report. Either they are taken, and each
 * report has the same bytes both times; or there is a mistake with a place and a sentence, the same both
 * times. A part that is the whole run is written as a part again, and what is read of that is written the
 * same.
 */
#include "parts_promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "readings.h"
#include "report/merge.h"

enum { MOST_PARTS = 4, CHUNK = 16 };

static const uint64_t MEMORY = UINT64_C(64) << 20;

/* One look at the bytes. */
typedef struct look {
    al_span texts[MOST_PARTS];
    part_reader parts[MOST_PARTS];
    size_t count, opened;
    al_budget budget;
    merge merge;
    const al_mistake *mistake; /* NULL: they were taken */
} look;

/* Reports that results go to. */
typedef struct writing {
    const report_form *form;
    FILE *out;
    void *state;
    report_totals totals;
    report_status status;
} writing;

/* ---- Reports ------------------------------------------------------------------------------------------- */

static bool receive(void *context, const al_result *result, bool own)
{
    writing *w = context;
    (void)own;
    report_totals_add(&w->totals, result);
    if (w->status == REPORT_OK)
        w->status = w->form->file(w->state, result);
    return w->status == REPORT_OK;
}

/* The report of what was taken, to be freed; NULL where it can't be made. */
static char *write_report(look *l, const report_form *form, const report_part *part, size_t *size)
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
    w.status = form->begin(&w.state, w.out, &settings);
    bool ok = w.status == REPORT_OK && merge_results(&l->merge, receive, &w);
    ok = ok && form->finish(w.state, &w.totals) == REPORT_OK;
    form->release(w.state);
    (void)fclose(w.out);
    al_options_free(options);
    if (ok)
        return text;
    free(text);
    return NULL;
}

/* ---- One look ------------------------------------------------------------------------------------------ */

static void split(look *l, al_span all)
{
    uint64_t from = 0;
    while (l->count < MOST_PARTS) {
        uint64_t to = from;
        while (to < all.len && al_u8_at(all, to) != 0)
            to++;
        l->texts[l->count++] = al_slice_available(all, from, to - from);
        if (to == all.len)
            return;
        from = to + 1;
    }
}

static void begin(look *l, al_span all)
{
    *l = (look){.budget = al_budget_of(MEMORY, 0)};
    split(l, all);
    for (size_t i = 0; l->mistake == NULL && i < l->count; i++) {
        const part_source source = {.context = &l->texts[i], .read = part_read_span};
        if (!part_open(&l->parts[l->opened++], "part.ndjson", source, CHUNK, &l->budget))
            l->mistake = &l->parts[i].mistake;
    }
    static const al_mistake no_memory = {.no_memory = true};
    if (l->mistake == NULL && !merge_begin(&l->merge, l->parts, l->count, &l->budget))
        l->mistake = l->merge.wrong != NULL ? &l->merge.wrong->mistake : &no_memory;
}

static void end(look *l)
{
    merge_end(&l->merge);
    for (size_t i = 0; i < l->opened; i++)
        part_close(&l->parts[i]);
}

/* ---- What must hold ------------------------------------------------------------------------------------ */

static const char *judge_reports(look *a, look *b)
{
    const char *broken = NULL;
    for (size_t i = 0; broken == NULL && report_form_at(i) != NULL; i++) {
        size_t size = 0, again = 0;
        char *first = write_report(a, report_form_at(i), NULL, &size);
        char *second = write_report(b, report_form_at(i), NULL, &again);
        if (first == NULL || second == NULL)
            broken = "a report could not be made of what was taken";
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

/* Only of what is a whole run in one part: what is said of files of ours is in it as results then. */
static const char *judge_again(look *l)
{
    const report_part *part = &l->parts[0].summary.part;
    size_t size = 0, again_size = 0;
    if (l->count != 1 || part->own[0].given || part->own[1].given)
        return NULL;
    char *text = write_report(l, ndjson(), part, &size);
    if (text == NULL)
        return "a part could not be written again";
    look read;
    begin(&read, al_span_of(text, size));
    char *again =
        read.mistake == NULL ? write_report(&read, ndjson(), &read.parts[0].summary.part, &again_size) : NULL;
    const bool same = again != NULL && again_size == size && memcmp(again, text, size) == 0;
    const char *broken = same ? NULL : "what is written as a part is read as something else";
    end(&read);
    free(again);
    free(text);
    return broken;
}

const char *parts_promise(const uint8_t *data, size_t size, bool *taken)
{
    uint8_t *block = malloc(size > 0 ? size : 1);
    look a, b;
    if (block == NULL)
        return NULL;
    if (size > 0)
        memcpy(block, data, size);
    begin(&a, al_span_of(block, size));
    begin(&b, al_span_of(block, size));
    const bool both = a.mistake == NULL && b.mistake == NULL;
    const char *broken = both ? judge_reports(&a, &b)
                         : a.mistake == NULL || b.mistake == NULL
                             ? "parts are taken once"
                             : compare_mistakes(a.mistake, b.mistake, size);
    if (both && broken == NULL)
        broken = judge_again(&a);
    if (taken != NULL)
        *taken = both;
    end(&a);
    end(&b);
    free(block);
    return broken;
}
