/* records.c: finds the record of each finding while a file is parsed again: the one that has its bytes, the
 * one that was announced before it and the one after. The smallest record that has the bytes wins, since
 * records announce the parts of larger ones.
 *
 * Findings about elements of an array are about items of it: the first element. In a compressed array that
 * is inflated data, of which the bytes around are copied.
 */
#include "core/sort.h"
#include "core/text.h"
#include "view/view.h"

enum { MOST_FIELDS = 64 }; /* of a record */
enum { MOST_BYTES = 4096, BEFORE = 1024, CLOSE = 256, ROW = 16 };

/* A record or a part of an array that was announced. `layout` is valid during the announcement only. */
typedef struct seen_record {
    const char *field;       /* NULL: there is none */
    const al_layout *layout; /* of a record; NULL: */
    al_form form;            /* the numbers of an item of an array, */
    bool is_text;            /* or a text: */
    al_span text;
    al_span bytes;
    al_view_record record; /* what is kept of it */
} seen_record;

typedef struct seen_places {
    seen_record here, before, after;
    bool wants_after;
    uint64_t element; /* the item of an array that the finding is about, */
    bool has_element;
    bool inflated;  /* `bytes` of the three are inflated data: */
    al_span window; /* and this is what is kept of it */
} seen_places;

/* A finding where its offset puts it. */
typedef struct ordered_finding {
    uint64_t offset; /* first, for al_compare_u64 */
    size_t number;
} ordered_finding;

/* Listens to the parser, and keeps for each finding where its bytes are. */
typedef struct record_search {
    al_listener listener;
    const al_job *job;
    al_arena *arena; /* of what is kept */
    const al_result *result;
    seen_places *places;
    ordered_finding *order; /* by offset */
    uint64_t inflated;
    seen_record last; /* the record that was announced last, if the next one may be that of a finding */
    size_t *waiting;  /* findings whose record was announced last */
    size_t waiting_count;
    bool short_of_memory;
} record_search;

/* ---- Findings by place --------------------------------------------------------------------------------- */

/* The first finding, in that order, at or behind an offset. */
static size_t first_from(const record_search *s, uint64_t offset)
{
    return al_lower_bound(s->order, s->result->finding_count, sizeof *s->order, &offset, al_compare_u64,
                          NULL);
}

/* ---- Fields -------------------------------------------------------------------------------------------- */

/* Collects the fields of a record. */
typedef struct field_list {
    al_arena *arena;
    const al_layout *layout;
    al_view_field *fields;
    size_t count;
    const char *list; /* the name of the array whose items are shown; or NULL */
    unsigned item;
    bool short_of_memory;
} field_list;

static const char *keep_text(field_list *l, const char *text, size_t length)
{
    const char *copy = al_escape_copy(l->arena, text, length);
    l->short_of_memory = l->short_of_memory || copy == NULL;
    return copy != NULL ? copy : "";
}

static al_value keep_value(field_list *l, al_value value)
{
    if (value.kind != AL_VALUE_TEXT)
        return value;
    const size_t length = value.as.text.length < AL_MAX_MESSAGE ? value.as.text.length : AL_MAX_MESSAGE;
    const char *text = keep_text(l, value.as.text.bytes, length);
    value.as.text.bytes = text;
    value.as.text.length = strlen(text);
    return value;
}

static const char *type_of(const field_list *l, const char *name)
{
    for (size_t i = 0; l->layout != NULL && i < l->layout->row_count; i++)
        if (strcmp(l->layout->rows[i].name, name) == 0)
            return l->layout->rows[i].text ? "text" : al_scalar_name(l->layout->rows[i].type);
    return "text";
}

/* "matrix[3]": a value without a name is an item of the array that is shown. */
static const char *name_of(field_list *l, const char *name)
{
    char text[AL_MAX_FIELD];
    if (name != NULL)
        return name;
    const al_path item = {.name = l->list, .index = (int64_t)l->item++};
    al_path_format(&item, text, sizeof text);
    return keep_text(l, text, strlen(text));
}

static void on_value(void *context, const char *name, al_value value, const char *meaning, al_extent extent)
{
    field_list *l = context;
    if (l->count == MOST_FIELDS)
        return;
    const al_view_field field = {.name = name_of(l, name),
                                 .type = type_of(l, name != NULL ? name : l->list),
                                 .offset = extent.offset,
                                 .length = extent.length,
                                 .value = keep_value(l, value),
                                 .words = meaning != NULL ? keep_text(l, meaning, strlen(meaning)) : NULL};
    l->fields[l->count++] = field;
}

static void on_values(void *context, const char *name, uint64_t count, uint64_t offset)
{
    field_list *l = context;
    (void)count, (void)offset;
    l->list = name;
    l->item = 0;
}

static void on_values_end(void *context)
{
    ((field_list *)context)->list = NULL;
}

/* The numbers of an item of an array. */
static void list_numbers(field_list *l, const seen_record *seen)
{
    static const char *const names[] = {"0", "1", "2", "3"};
    const al_form *form = &seen->form;
    const uint32_t size = al_scalar_size(form->type);
    for (unsigned i = 0; i < form->numbers && i < sizeof names / sizeof names[0]; i++) {
        const al_span bytes = al_slice_available(seen->bytes, form->at + (uint64_t)i * size, size);
        const al_view_field field = {.name = names[i],
                                     .type = al_scalar_name(form->type),
                                     .offset = bytes.base,
                                     .length = bytes.len,
                                     .value = al_value_at(bytes, 0, form->type)};
        l->fields[l->count++] = field; /* the first fields of a record */
    }
}

static void list_fields(field_list *l, const seen_record *seen)
{
    const al_visitor visitor = {.size = sizeof visitor,
                                .context = l,
                                .list = on_values,
                                .list_end = on_values_end,
                                .value = on_value};
    if (seen->layout != NULL) {
        al_visit_record(&visitor, seen->layout, seen->bytes, false);
    } else if (seen->form.numbers > 0) {
        list_numbers(l, seen);
    } else if (seen->is_text) {
        const al_extent extent = {.offset = seen->bytes.base, .length = seen->bytes.len};
        on_value(l, "text", al_text_bytes(seen->text), NULL, extent);
    }
}

/* What is kept of a record or an item. */
static al_view_record record_of(record_search *s, const seen_record *seen, const char *field)
{
    al_view_field fields[MOST_FIELDS];
    field_list l = {.arena = s->arena, .layout = seen->layout, .fields = fields};
    list_fields(&l, seen);
    al_view_field *kept = al_alloc(s->arena, l.count, sizeof *kept);
    const char *name = keep_text(&l, field, strlen(field));
    s->short_of_memory = s->short_of_memory || l.short_of_memory || kept == NULL;
    if (kept == NULL)
        return (al_view_record){.field = name, .offset = seen->bytes.base, .length = seen->bytes.len};
    memcpy(kept, fields, l.count * sizeof *kept);
    return (al_view_record){.field = name,
                            .offset = seen->bytes.base,
                            .length = seen->bytes.len,
                            .fields = kept,
                            .field_count = l.count};
}

/* Keeps a record or an item, under the path of its announcement. */
static seen_record keep_at(record_search *s, const seen_record *seen, const al_path *path)
{
    char field[AL_MAX_FIELD] = "";
    seen_record kept = *seen;
    if (path != NULL)
        al_path_format(path, field, sizeof field);
    kept.record = record_of(s, seen, field);
    kept.field = kept.record.field;
    kept.layout = NULL;
    return kept;
}

/* ---- Records ------------------------------------------------------------------------------------------- */

/* The record behind that of a finding is the next one that doesn't lie in it. */
static void end_waiting(record_search *s, const seen_record *seen, const al_path *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->waiting_count; i++) {
        seen_places *p = &s->places[s->waiting[i]];
        if (p->wants_after && seen->bytes.base < al_end_of(p->here.bytes)) {
            s->waiting[kept++] = s->waiting[i];
            continue;
        }
        if (p->wants_after)
            p->after = keep_at(s, seen, path);
        p->wants_after = false;
    }
    s->waiting_count = kept;
}

/* Takes a record as that of a finding. */
static void take(record_search *s, size_t finding, const seen_record *seen, const al_path *path)
{
    seen_places *p = &s->places[finding];
    if (p->here.field != NULL && p->here.bytes.len <= seen->bytes.len)
        return;
    p->here = keep_at(s, seen, path);
    p->before = p->after = (seen_record){.field = NULL};
    const uint64_t end = al_end_of(s->last.bytes);
    if (end <= seen->bytes.base && s->result->findings[finding].offset - end < CLOSE)
        p->before = s->last; /* and not only close to another finding */
    if (!p->wants_after && s->waiting_count < s->result->finding_count)
        s->waiting[s->waiting_count++] = finding;
    p->wants_after = true;
}

/* Keeps the record until the next one is announced, if that may be the record of a finding. */
static void remember(record_search *s, const al_path *path, const seen_record *seen)
{
    const uint64_t end = al_end_of(seen->bytes);
    const size_t next = first_from(s, end);
    const bool close = next < s->result->finding_count && s->order[next].offset - end < CLOSE;
    s->last = close ? keep_at(s, seen, path) : (seen_record){.field = NULL};
}

static void announce(record_search *s, const al_path *path, const seen_record *seen)
{
    end_waiting(s, seen, path);
    for (size_t i = first_from(s, seen->bytes.base); i < s->result->finding_count; i++) {
        const size_t finding = s->order[i].number;
        if (s->order[i].offset >= al_end_of(seen->bytes))
            break;
        if (!s->result->findings[finding].in_inflated)
            take(s, finding, seen, path);
    }
    remember(s, path, seen);
}

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    const seen_record seen = {.layout = layout, .bytes = record};
    announce(context, path, &seen);
}

static void on_text(void *context, const al_string *text)
{
    const seen_record seen = {.is_text = true, .text = text->text, .bytes = text->field};
    announce(context, &text->path, &seen);
}

/* ---- Arrays -------------------------------------------------------------------------------------------- */

/* Where an item is: in an interleaved array runs of items lie apart. */
static uint64_t place_of(const al_array *a, uint64_t number)
{
    const uint32_t stride = a->form->stride;
    const uint64_t of_run = a->run / stride;
    if (of_run == 0)
        return al_product(number, stride);
    return al_sum(al_product(number / of_run, a->step), number % of_run * stride);
}

static seen_record item_of(record_search *s, const al_array *a, uint64_t number)
{
    seen_record seen = {.layout = a->form->layout, .form = *a->form};
    al_path path = *a->path;
    if (!al_slice(a->bytes, place_of(a, number), a->form->stride, &seen.bytes))
        return (seen_record){.field = NULL};
    path.index = (int64_t)number;
    return keep_at(s, &seen, &path);
}

/* Takes an item of an array as the record of a finding, with its neighbours. */
static void take_item(record_search *s, size_t finding, const al_array *a, uint64_t number)
{
    seen_places *p = &s->places[finding];
    const seen_record here = item_of(s, a, number);
    if (here.field == NULL || (p->here.field != NULL && p->here.bytes.len <= here.bytes.len))
        return;
    p->here = here;
    p->before = number > 0 ? item_of(s, a, number - 1) : (seen_record){.field = NULL};
    p->after = item_of(s, a, number + 1);
    p->wants_after = false;
}

/* A finding is about items of an array if both have the same path. */
static void see_plain_items(record_search *s, const al_array *a, const char *field)
{
    for (size_t i = first_from(s, a->bytes.base); i < s->result->finding_count; i++) {
        const size_t number = s->order[i].number;
        const al_finding *f = &s->result->findings[number];
        const seen_places *p = &s->places[number];
        if (f->offset >= al_end_of(a->bytes))
            break;
        if (f->in_inflated)
            continue;
        if (p->has_element && strcmp(f->field, field) == 0)
            take_item(s, number, a, p->element);
        else if (f->length <= a->form->stride && a->step == 0)
            take_item(s, number, a, (f->offset - a->bytes.base) / a->form->stride);
    }
}

/* Copies the window of inflated bytes around an item. */
typedef struct inflated_window {
    uint64_t from;
    uint8_t *bytes;
    size_t size, filled;
} inflated_window;

static void copy_window(void *context, al_span window)
{
    inflated_window *w = context;
    const uint64_t from = window.base < w->from ? w->from - window.base : 0;
    const al_span part = al_slice_available(window, from, w->size - w->filled);
    if (part.len == 0)
        return;
    memcpy(w->bytes + w->filled, part.ptr, part.len);
    w->filled += part.len;
}

/* Inflates an array for one finding, if the limit of inflated bytes allows that. */
static void see_inflated_item(record_search *s, const al_array *a, size_t finding)
{
    const uint32_t stride = a->form->stride;
    const al_finding *f = &s->result->findings[finding];
    seen_places *p = &s->places[finding];
    const uint64_t item = f->inflated_offset / stride;
    const uint64_t earlier = item < BEFORE / stride ? item : BEFORE / stride;
    inflated_window w = {.from = (item - earlier) * stride, .size = MOST_BYTES};
    if (p->inflated || a->size > s->job->max_inflated - s->inflated)
        return;
    s->inflated += a->size;
    w.bytes = al_alloc(s->job->arena, MOST_BYTES, 1);
    if (w.bytes == NULL || al_inflate(s->job->inflater, a->bytes, a->size, stride, copy_window, &w).verdict ==
                               AL_INFLATE_NO_MEMORY) {
        s->short_of_memory = true;
        return;
    }
    p->inflated = true;
    p->window = al_span_of(w.bytes, w.filled);
    p->window.base = w.from;
    seen_record *const seen[] = {&p->before, &p->here, &p->after};
    for (uint64_t i = 0; i < 3; i++) {
        al_path path = *a->path;
        const uint64_t number = item + i;
        *seen[i] = (seen_record){.layout = a->form->layout, .form = *a->form};
        if (number == 0 || (number - 1) * stride < w.from ||
            !al_slice(p->window, (number - 1) * stride - w.from, stride, &seen[i]->bytes))
            continue;
        path.index = (int64_t)(number - 1);
        *seen[i] = keep_at(s, seen[i], &path);
    }
}

static void see_inflated_items(record_search *s, const al_array *a, const char *field)
{
    for (size_t i = first_from(s, a->bytes.base); i < s->result->finding_count; i++) {
        const al_finding *f = &s->result->findings[s->order[i].number];
        if (f->offset != a->bytes.base)
            break;
        if (f->in_inflated && strcmp(f->field, field) == 0)
            see_inflated_item(s, a, s->order[i].number);
    }
}

static void on_array(void *context, const al_array *a)
{
    record_search *s = context;
    char field[AL_MAX_FIELD];
    if (a->form->stride > 0) {
        al_path_format(a->path, field, sizeof field);
        if (a->compressed)
            see_inflated_items(s, a, field);
        else
            see_plain_items(s, a, field);
    }
    if (!a->form->detached) {
        const seen_record seen = {.form = *a->form, .bytes = a->bytes};
        end_waiting(s, &seen, a->path);
    }
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* The item of an array that a finding is about: an index is one, of a triangle's three it is the first. */
static void find_element(seen_places *p, const al_aim *aim, const al_finding *f)
{
    p->has_element = f->element_count > 0;
    if (!p->has_element)
        return;
    const bool triangles = aim->marks == AL_MARKS_TRIANGLES && aim->target->marks == AL_MARKS_INDICES;
    const bool other = aim->target != NULL && aim->marks != aim->target->marks && !triangles;
    p->has_element = !other && (!triangles || f->elements[0] < UINT32_MAX);
    p->element = p->has_element && triangles ? f->elements[0] * 3 : f->elements[0];
}

static bool start(record_search *s, const al_job *job, al_arena *arena, const al_result *result,
                  const al_aim *aims)
{
    const size_t count = result->finding_count;
    *s = (record_search){.listener = {.record = on_record, .text = on_text, .array = on_array},
                         .job = job,
                         .arena = arena,
                         .result = result};
    s->listener.context = s;
    s->places = al_alloc(job->arena, count, sizeof *s->places);
    s->order = al_alloc(job->arena, count, sizeof *s->order);
    s->waiting = al_alloc(job->arena, count, sizeof *s->waiting);
    if (s->places == NULL || s->order == NULL || s->waiting == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        s->order[i] = (ordered_finding){.offset = result->findings[i].offset, .number = i};
        find_element(&s->places[i], &aims[i], &result->findings[i]);
    }
    al_sort(s->order, count, sizeof *s->order, al_compare_u64, NULL);
    return true;
}

/* ---- What is kept -------------------------------------------------------------------------------------- */

/* Raw bytes are no record. */
static bool is_record(const seen_record *seen)
{
    return seen->field != NULL && seen->record.field_count > 0;
}

static bool add_records(al_arena *arena, const seen_places *p, al_view_place *place)
{
    const seen_record *const seen[] = {&p->before, &p->here, &p->after};
    al_view_record *records = al_alloc(arena, sizeof seen / sizeof seen[0], sizeof *records);
    if (records == NULL)
        return false;
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++)
        if (is_record(seen[i]))
            records[place->record_count++] = seen[i]->record;
    place->records = records;
    return true;
}

/* The bytes from the record before to the one after, at most 4 KB of them, in rows of 16. */
static bool add_bytes(al_arena *arena, const seen_places *p, al_span whole, al_view_place *place)
{
    const seen_record *first = p->before.field != NULL ? &p->before : &p->here;
    const seen_record *last = p->after.field != NULL ? &p->after : &p->here;
    uint64_t from =
        first->field != NULL && first->bytes.base < place->offset ? first->bytes.base : place->offset;
    uint64_t end = last->field != NULL ? al_end_of(last->bytes) : 0;
    const uint64_t field_end = place->offset + place->length;
    end = end > field_end ? end : field_end;
    if (place->length == 0 && place->offset == al_end_of(whole)) /* the file ends here */
        from = place->offset - whole.base > CLOSE ? place->offset - CLOSE : whole.base;
    if (place->offset - from > BEFORE)
        from = place->offset - BEFORE;
    from -= from % ROW;
    from = from < whole.base ? whole.base : from;
    end += ROW - end % ROW;
    const uint64_t size = end - from < MOST_BYTES ? end - from : MOST_BYTES;
    const al_span bytes = al_slice_available(whole, from - whole.base, size);
    const uint8_t *copy = al_copy_memory(arena, bytes.ptr, bytes.len);
    if (copy == NULL)
        return false;
    place->from = bytes.base;
    place->bytes = copy;
    place->size = bytes.len;
    return true;
}

/* The bytes that are marked: those of the field, of an array those of the item. */
static void set_range(const seen_places *p, const al_finding *f, al_view_place *place)
{
    place->offset = f->offset;
    place->length = f->length;
    if (p->inflated) {
        place->inflated_of = f->field;
        place->offset = f->inflated_offset;
        place->length = 0;
    }
    if (p->here.field != NULL && p->here.form.layout == NULL && p->here.form.numbers > 0) {
        const uint64_t size = (uint64_t)p->here.form.numbers * al_scalar_size(p->here.form.type);
        const al_span numbers = al_slice_available(p->here.bytes, p->here.form.at, size);
        place->offset = numbers.base;
        place->length = numbers.len;
    }
}

static bool end(record_search *s, al_view_place *places)
{
    for (size_t i = 0; i < s->result->finding_count; i++) {
        const seen_places *p = &s->places[i];
        const al_finding *f = &s->result->findings[i];
        if (f->line > 0) /* of a text file */
            continue;
        set_range(p, f, &places[i]);
        if (!add_bytes(s->arena, p, p->inflated ? p->window : s->job->file, &places[i]) ||
            !add_records(s->arena, p, &places[i]))
            return false;
    }
    return !s->short_of_memory;
}

bool al_view_find_records(const al_job *job, const al_hooks *hooks, al_arena *arena, const al_result *result,
                          const al_aim *aims, al_view_place *places)
{
    record_search s;
    void *document = al_alloc(job->arena, 1, hooks->document_size);
    if (document == NULL || !start(&s, job, arena, result, aims))
        return false;
    al_job again = *job;
    again.listener = &s.listener;
    const al_parsed parsed = hooks->parse(&again, document);
    return end(&s, places) && parsed != AL_NO_MEMORY;
}
