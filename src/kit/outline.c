/* outline.c: opens and closes lists and objects as the paths of a walk demand. */
#include "kit/outline.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Levels -------------------------------------------------------------------------------------------- */

/* What a gzip holds lies in its inflated data. */
static al_extent extent_of(const al_outline *o, al_span s)
{
    return (al_extent){.offset = s.base, .length = s.len, .inflated = o->job->unpacked};
}

static void close_level(al_outline *o)
{
    const al_visitor *v = o->visitor;
    const al_outline_level *level = &o->levels[--o->depth];
    if (level->list)
        v->list_end(v->context);
    else
        v->object_end(v->context, level->extent);
}

static void open_level(al_outline *o, al_outline_level level, uint64_t count)
{
    const al_visitor *v = o->visitor;
    level.extent.inflated = o->job->unpacked;
    o->levels[o->depth++] = level;
    if (level.list)
        v->list(v->context, level.name, count, level.extent.offset);
    else
        v->object(v->context, level.name, level.index, level.extent.offset);
}

/* The levels of a path, from the outermost: none of the file itself, whose path is NULL. Levels beyond
 * AL_MAX_PATH_DEPTH are left out: no format nests so deep. */
static size_t levels_of(const al_path *path, uint64_t offset, al_outline_level *out)
{
    const al_path *steps[AL_MAX_PATH_DEPTH];
    size_t count = 0, depth = 0;
    for (; path != NULL && count < AL_MAX_PATH_DEPTH; path = path->up)
        steps[count++] = path;
    while (count > 0 && depth + 2 <= AL_MAX_PATH_DEPTH) {
        const al_path *step = steps[--count];
        const al_extent here = {.offset = offset};
        if (step->index >= 0)
            out[depth++] = (al_outline_level){.name = step->name, .index = -1, .list = true, .extent = here};
        out[depth++] = (al_outline_level){.name = step->name, .index = step->index, .extent = here};
    }
    return depth;
}

static bool same_level(const al_outline_level *a, const al_outline_level *b)
{
    return a->list == b->list && a->index == b->index && strcmp(a->name, b->name) == 0;
}

/* Closes the levels that are not part of `levels`, opens the missing ones. */
static void go_to(al_outline *o, const al_outline_level *levels, size_t depth, uint64_t count)
{
    size_t common = 0;
    while (common < depth && common < o->depth && same_level(&o->levels[common], &levels[common]))
        common++;
    while (o->depth > common)
        close_level(o);
    for (; common < depth; common++)
        open_level(o, levels[common], common + 1 == depth ? count : AL_UNKNOWN_COUNT);
}

/* All open levels contain these bytes. */
static void extend(al_outline *o, al_span bytes)
{
    for (size_t i = 0; i < o->depth; i++) {
        al_extent *extent = &o->levels[i].extent;
        if (al_end_of(bytes) > extent->offset + extent->length)
            extent->length = al_end_of(bytes) - extent->offset;
    }
}

/* An array outside its object does not extend the object. */
static void extend_for(al_outline *o, const al_array *a)
{
    if (!a->form->detached)
        extend(o, a->bytes);
}

/* Opens the object or list that a field or an item belongs to. Returns the name of the field; NULL for an
 * item. */
static const char *go_to_field(al_outline *o, const al_path *path, uint64_t offset)
{
    al_outline_level levels[AL_MAX_PATH_DEPTH];
    const size_t depth = levels_of(path, offset, levels);
    assert(depth > 0);
    go_to(o, levels, depth - 1, AL_UNKNOWN_COUNT);
    return path->index >= 0 ? NULL : path->name;
}

/* ---- Records and texts --------------------------------------------------------------------------------- */

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    al_outline *o = context;
    if (o->tap != NULL)
        o->tap->record(o->tap->context, path, layout, record);
    al_outline_level levels[AL_MAX_PATH_DEPTH];
    go_to(o, levels, levels_of(path, record.base, levels), AL_UNKNOWN_COUNT);
    extend(o, record);
    al_visit_record(o->visitor, layout, record, o->job->unpacked);
}

static void on_list(void *context, const al_path *path, uint64_t count, uint64_t offset)
{
    al_outline *o = context;
    al_outline_level levels[AL_MAX_PATH_DEPTH];
    const size_t depth = levels_of(path, offset, levels);
    assert(depth > 0);
    levels[depth - 1].list = true;
    go_to(o, levels, depth, count);
}

static void on_text(void *context, const al_string *text)
{
    al_outline *o = context;
    if (o->tap != NULL)
        o->tap->text(o->tap->context, text);
    const char *name = go_to_field(o, &text->path, text->field.base);
    extend(o, text->field);
    o->visitor->value(o->visitor->context, name, al_text_bytes(text->text), NULL, extent_of(o, text->field));
}

/* ---- Arrays -------------------------------------------------------------------------------------------- */

/* Shows the numbers of an array, whose items come in windows. */
typedef struct numbers {
    const al_visitor *visitor;
    const al_form *form;
    bool inflated;
    al_series series;
} numbers;

static al_series series_of(const al_form *form)
{
    al_series series = {.type = form->name != NULL ? form->name : al_scalar_name(form->type),
                        .components = form->numbers};
    for (unsigned i = 0; i < AL_SERIES_COMPONENTS; i++) {
        series.minimum[i] = (double)INFINITY;
        series.maximum[i] = -(double)INFINITY;
    }
    return series;
}

static void add_item(al_series *series, const double *components)
{
    for (unsigned i = 0; i < series->components; i++) {
        if (!isfinite(components[i]))
            continue;
        series->minimum[i] = fmin(series->minimum[i], components[i]);
        series->maximum[i] = fmax(series->maximum[i], components[i]);
    }
    series->count++;
}

/* The numbers of an item; NaN if they can't be unpacked. Returns their bytes. */
static al_span numbers_of(const al_form *form, al_span item, double *components)
{
    const uint32_t size = al_scalar_size(form->type);
    const al_span plain = al_slice_available(item, form->at, (uint64_t)form->numbers * size);
    const bool unpacked = form->unpack != NULL && form->unpack(item, components);
    for (unsigned i = 0; i < form->numbers && !unpacked; i++)
        components[i] =
            form->unpack != NULL ? (double)NAN : al_number_at(plain, (uint64_t)i * size, form->type);
    return form->unpack != NULL ? item : plain;
}

static void see_items(void *context, al_span window)
{
    numbers *n = context;
    const al_form *form = n->form;
    al_span item;
    for (uint64_t at = 0; al_slice(window, at, form->stride, &item); at += form->stride) {
        double components[AL_SERIES_COMPONENTS] = {0};
        const al_span shown = numbers_of(form, item, components);
        add_item(&n->series, components);
        if (n->visitor->full)
            n->visitor->item(n->visitor->context, components, form->numbers,
                             (al_extent){.offset = shown.base, .length = shown.len, .inflated = n->inflated});
    }
}

/* Whether the work to show the array stays in proportion to the file. */
static bool may_show(al_outline *o, const al_array *a)
{
    const uint64_t inflated = a->compressed ? a->size : 0;
    if (a->bytes.len > AL_MAX_SHOWN * (uint64_t)o->job->file.len - o->seen ||
        inflated > o->job->max_inflated - o->inflated)
        return false;
    o->seen += a->bytes.len;
    o->inflated += inflated;
    return true;
}

/* The next contiguous items. False at the end. */
static bool next_run(const al_array *a, uint64_t *at, al_span *run)
{
    const uint64_t step = a->step > 0 ? a->step : a->bytes.len;
    *run = al_slice_available(a->bytes, *at, a->step > 0 ? a->run : UINT64_MAX);
    *at += step;
    return run->len > 0;
}

static uint64_t count_of(const al_array *a)
{
    uint64_t count = 0, at = 0;
    al_span run;
    if (a->step == 0)
        return a->size / a->form->stride;
    while (next_run(a, &at, &run))
        count += run.len / a->form->stride;
    return count;
}

/* The bytes from the first one that is shown. */
static al_span shown_of(const al_array *a)
{
    return a->compressed ? a->bytes : al_slice_available(a->bytes, a->form->at, UINT64_MAX);
}

static void show_numbers(al_outline *o, const char *name, const al_array *a)
{
    const al_visitor *v = o->visitor;
    const al_span shown = shown_of(a);
    numbers n = {.visitor = v,
                 .form = a->form,
                 .inflated = a->compressed || o->job->unpacked,
                 .series = series_of(a->form)};
    uint64_t at = 0;
    al_span run;
    if (v->full)
        v->list(v->context, name, count_of(a), shown.base);
    if (a->compressed)
        (void)al_inflate(o->job->inflater, a->bytes, a->size, a->form->stride, see_items, &n);
    else
        while (next_run(a, &at, &run))
            see_items(&n, run);
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, name, &n.series, extent_of(o, shown));
}

static void show_values(al_outline *o, const char *name, const al_array *a)
{
    const al_visitor *v = o->visitor;
    al_span item;
    v->list(v->context, name, a->bytes.len / a->form->stride, a->bytes.base);
    for (uint64_t at = 0; al_slice(a->bytes, at, a->form->stride, &item); at += a->form->stride) {
        const al_span bytes = al_slice_available(item, a->form->at, al_scalar_size(a->form->type));
        v->value(v->context, NULL, al_value_at(bytes, 0, a->form->type), NULL, extent_of(o, bytes));
    }
    v->list_end(v->context);
}

static void show_one_by_one(al_outline *o, const al_array *a)
{
    al_path path = *a->path;
    uint64_t next = 0;
    al_span run, record;
    on_list(o, a->path, count_of(a), a->bytes.base);
    path.index = 0;
    while (next_run(a, &next, &run))
        for (uint64_t at = 0; al_slice(run, at, a->form->stride, &record); at += a->form->stride) {
            on_record(o, &path, a->form->layout, record);
            path.index++;
        }
}

/* Shows each field of the records as an array of its own. */
static void show_fields(al_outline *o, const al_array *a)
{
    const al_layout *layout = a->form->layout;
    const al_span none = {.base = a->bytes.base};
    on_record(o, a->path, layout, none);
    extend_for(o, a);
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        const al_form form = {
            .type = row->type, .numbers = row->count, .at = row->offset, .stride = a->form->stride};
        al_array field = *a;
        field.form = &form;
        if (!row->text && row->count <= AL_SERIES_COMPONENTS && row->offset < a->form->stride)
            show_numbers(o, row->name, &field);
    }
}

static void on_array(void *context, const al_array *a)
{
    al_outline *o = context;
    const al_visitor *v = o->visitor;
    const bool shown = (a->form->layout != NULL || a->form->numbers > 0) && may_show(o, a);
    const bool few = a->form->listed || a->bytes.len < a->form->stride || v->full;
    if (shown && a->form->layout != NULL && few) {
        show_one_by_one(o, a);
    } else if (shown && a->form->layout != NULL) {
        show_fields(o, a);
    } else {
        const char *name = go_to_field(o, a->path, a->bytes.base);
        extend_for(o, a);
        if (shown && a->form->listed)
            show_values(o, name, a);
        else if (shown)
            show_numbers(o, name, a);
        else
            v->value(v->context, name, al_uint(a->bytes.len), "bytes", extent_of(o, a->bytes));
    }
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

void al_outline_start(al_outline *o, al_job *job, const al_visitor *visitor)
{
    *o = (al_outline){
        .listener = {.context = o, .record = on_record, .list = on_list, .text = on_text, .array = on_array},
        .visitor = visitor,
        .job = job};
    job->listener = &o->listener;
}

void al_outline_end(al_outline *o)
{
    while (o->depth > 0)
        close_level(o);
}
