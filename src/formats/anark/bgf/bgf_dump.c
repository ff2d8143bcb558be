/* bgf_dump.c: shows what was read of a BGF. */
#include "formats/anark/bgf/bgf.h"

typedef struct dumper {
    const bgf_file *f;
    const al_visitor *v;
} dumper;

/* ---- Values -------------------------------------------------------------------------------------------- */

/* Four bytes by what they mean. */
static void dump_typed(const al_visitor *v, al_span bytes, bool is_float)
{
    const al_value value = is_float ? al_real((double)al_f32_at(bytes, 0)) : al_int(al_i32_at(bytes, 0));
    v->value(v->context, "value", value, NULL, al_extent_of(bytes));
}

static void dump_values(const dumper *d, const char *list, al_span values)
{
    const al_visitor *v = d->v;
    v->list(v->context, list, values.len / BGF_VALUE_BYTES, al_extent_of(values));
    for (uint64_t i = 0; i < values.len / BGF_VALUE_BYTES; i++) {
        const al_span record = al_slice_available(values, i * BGF_VALUE_BYTES, BGF_VALUE_BYTES);
        const bgf_value value = bgf_value_read(record);
        v->object(v->context, list, (int64_t)i, al_extent_of(record));
        v->value(v->context, "typeAndName", al_uint(value.type_and_name),
                 anark_attribute_name(&d->f->names, value.type_and_name),
                 al_extent_of(al_slice_available(record, 0, 4)));
        dump_typed(v, al_slice_available(record, BGF_VALUE_AT_value, 4),
                   (value.type_and_name >> ANARK_NAME_BITS & 7) == BGF_TYPE_FLOAT);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

/* ---- The numbers in memory ----------------------------------------------------------------------------- */

static void dump_memory(const bgf_file *f, const al_visitor *v)
{
    if (f->file.section_count == 0)
        return;
    const al_span counts = al_slice_available(f->memory, 0, BGF_MEMORY_AT_ignored);
    const al_span ignored = al_slice_available(f->memory, BGF_MEMORY_AT_ignored, BGF_MEMORY_BYTES);
    v->object(v->context, "memory", -1, al_extent_of(f->memory));
    v->list(v->context, "counts", counts.len / 4, al_extent_of(counts));
    for (uint32_t i = 0; i < counts.len / 4; i++) {
        const al_span count = al_slice_available(counts, 4 * (uint64_t)i, 4);
        v->value(v->context, NULL, al_int(al_i32_at(count, 0)), bgf_counted_things[i], al_extent_of(count));
    }
    v->list_end(v->context);
    v->list(v->context, "ignored", ignored.len / 4, al_extent_of(ignored));
    for (uint32_t i = 0; i < ignored.len / 4; i++) {
        const al_span count = al_slice_available(ignored, 4 * (uint64_t)i, 4);
        v->value(v->context, NULL, al_int(al_i32_at(count, 0)), NULL, al_extent_of(count));
    }
    v->list_end(v->context);
    v->object_end(v->context);
}

/* ---- Things ------------------------------------------------------------------------------------------- */

static void dump_string(void *context, const al_string *string)
{
    const al_visitor *v = ((const dumper *)context)->v;
    v->value(v->context, NULL, al_text_bytes(string->text), NULL, al_extent_of(string->field));
}

static const char *element_meaning(const al_row *row, al_value value)
{
    static const char *const types[] = {NULL,       "geometry", "camera", "light",   "text",
                                        "material", "texture",  "dummy",  "contract"};
    const bool is_type = row->offset == BGF_ELEMENT_AT_type;
    return is_type && value.as.uint_value < sizeof types / sizeof types[0] ? types[value.as.uint_value]
                                                                           : NULL;
}

static void dump_element(void *context, const bgf_element *e)
{
    const dumper *d = context;
    const al_visitor *v = d->v;
    const uint64_t size = (uint64_t)e->record.len + e->large.len + e->counter.len + e->attributes.len;
    v->object(v->context, "elements", (int64_t)e->number,
              (al_extent){.offset = e->record.base, .length = size});
    al_visit_record(v, &bgf_element_record_layout, e->record, element_meaning);
    al_visit_record(v, &bgf_large_layout, e->large, NULL);
    al_visit_record(v, &bgf_attributes_layout, e->counter, NULL);
    if (e->counter.len > 0)
        dump_values(d, "attributes", e->attributes);
    v->object_end(v->context);
}

static void dump_contract(void *context, const bgf_contract *c)
{
    const al_visitor *v = ((const dumper *)context)->v;
    v->object(v->context, "contracts", (int64_t)c->number,
              (al_extent){.offset = c->record.base, .length = (uint64_t)c->record.len + c->events.len});
    al_visit_record(v, &bgf_contract_record_layout, c->record, NULL);
    v->list(v->context, "stringIdx", c->events.len / BGF_EVENT_BYTES, al_extent_of(c->events));
    for (uint64_t at = 0; at + BGF_EVENT_BYTES <= c->events.len; at += BGF_EVENT_BYTES)
        v->value(v->context, NULL, al_int(al_i32_at(c->events, at)), NULL,
                 al_extent_of(al_slice_available(c->events, at, BGF_EVENT_BYTES)));
    v->list_end(v->context);
    v->object_end(v->context);
}

/* Keys are shown one by one when asked for, otherwise by the range of their first values. */
static void dump_keys(al_span keys, const al_visitor *v)
{
    al_series series = al_series_of("p0", 1);
    al_span record;
    if (v->full)
        v->list(v->context, "keys", keys.len / BGF_KEY_BYTES, al_extent_of(keys));
    while (al_slice(keys, series.count * BGF_KEY_BYTES, BGF_KEY_BYTES, &record)) {
        const double p0 = (double)al_f32_at(record, BGF_KEY_AT_values);
        if (v->full) {
            v->object(v->context, "keys", (int64_t)series.count, al_extent_of(record));
            al_visit_record(v, &bgf_key_layout, record, NULL);
            v->object_end(v->context);
        }
        al_series_add(&series, &p0);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, "keys", &series, al_extent_of(keys));
}

static const char *animation_meaning(const al_row *row, al_value value)
{
    if (row->offset != BGF_ANIMATION_AT_attr_name_hash)
        return NULL;
    const anark_index names =
        anark_index_attributes(); /* a row has no context, and this takes a microsecond */
    return anark_attribute_name(&names, (uint32_t)value.as.uint_value);
}

static void dump_animation(void *context, const bgf_animation *a)
{
    const dumper *d = context;
    const al_visitor *v = d->v;
    v->object(v->context, "animations", (int64_t)a->number,
              (al_extent){.offset = a->record.base, .length = (uint64_t)a->record.len + a->keys.len});
    al_visit_record(v, &bgf_animation_record_layout, a->record, animation_meaning);
    dump_keys(a->keys, v);
    v->object_end(v->context);
}

static void dump_params(void *context, al_span params)
{
    const al_visitor *v = ((const dumper *)context)->v;
    for (uint64_t i = 0; i < params.len / BGF_PARAM_BYTES; i++) {
        const al_span record = al_slice_available(params, i * BGF_PARAM_BYTES, BGF_PARAM_BYTES);
        const uint32_t hash = al_u32_at(record, BGF_PARAM_AT_type_hash);
        const char *name;
        const anark_param_kind kind = anark_param_kind_of(hash, &name);
        v->object(v->context, "params", (int64_t)i, al_extent_of(record));
        v->value(v->context, "typeHash", al_uint(hash), name, al_extent_of(al_slice_available(record, 0, 4)));
        dump_typed(v, al_slice_available(record, BGF_PARAM_AT_value, 4),
                   kind == ANARK_PARAM_FLOAT || kind == ANARK_PARAM_COLOUR);
        v->object_end(v->context);
    }
}

/* What a slide holds follows it, so the list of its settings stays open until its end. */
static void dump_slide(void *context, const bgf_slide *slide)
{
    const dumper *d = context;
    const al_visitor *v = d->v;
    const int32_t settings = al_i32_at(slide->record, BGF_SLIDE_AT_num_settings);
    v->object(v->context, "slides", (int64_t)slide->number, al_extent_of(slide->record));
    al_visit_record(v, &bgf_slide_record_layout, slide->record, NULL);
    v->list(v->context, "settings", settings > 0 ? (uint64_t)settings : 0, al_extent_of(slide->record));
}

static void dump_slide_end(void *context)
{
    const al_visitor *v = ((const dumper *)context)->v;
    v->list_end(v->context);
    v->object_end(v->context);
}

static void dump_refs(const al_visitor *v, al_span refs)
{
    v->list(v->context, "refs", refs.len / BGF_REF_BYTES, al_extent_of(refs));
    for (uint64_t i = 0; i < refs.len / BGF_REF_BYTES; i++) {
        const al_span record = al_slice_available(refs, i * BGF_REF_BYTES, BGF_REF_BYTES);
        v->object(v->context, "refs", (int64_t)i, al_extent_of(record));
        al_visit_record(v, &bgf_ref_layout, record, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

static void dump_setting(void *context, const bgf_setting *s)
{
    const dumper *d = context;
    const al_visitor *v = d->v;
    const uint64_t size = (uint64_t)s->record.len + s->values.len + s->counter.len + s->refs.len;
    v->object(v->context, "settings", (int64_t)s->number,
              (al_extent){.offset = s->record.base, .length = size});
    al_visit_record(v, &bgf_setting_record_layout, s->record, NULL);
    dump_values(d, "values", s->values);
    al_visit_record(v, &bgf_refs_layout, s->counter, NULL);
    if (s->counter.len > 0)
        dump_refs(v, s->refs);
    v->object_end(v->context);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static const struct {
    const char *list;
    uint32_t section, count;
} lists[] = {
    {"strings", BGF_SECTION_STRINGS, BGF_COUNT_STRINGS},
    {"elements", BGF_SECTION_ELEMENTS, BGF_COUNT_SMALL},
    {"contracts", BGF_SECTION_CONTRACTS, BGF_COUNT_CONTRACTS},
    {"animations", BGF_SECTION_ANIMATIONS, BGF_COUNT_ANIMATIONS},
    {"params", BGF_SECTION_PARAMS, BGF_COUNT_PARAMS},
    {"slides", BGF_SECTION_SLIDES, BGF_COUNT_SLIDES},
};

void bgf_dump(al_job *job, const al_visitor *v)
{
    bgf_file f;
    if (!bgf_parse(job, &f))
        return;
    dumper d = {.f = &f, .v = v};
    const bgf_visitor shows = {.context = &d,
                               .string = dump_string,
                               .element = dump_element,
                               .contract = dump_contract,
                               .animation = dump_animation,
                               .params = dump_params,
                               .slide = dump_slide,
                               .setting = dump_setting,
                               .slide_end = dump_slide_end};
    anark_dump_sections(&f.file, v);
    if (!f.file.readable)
        return;
    dump_memory(&f, v);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (lists[i].section >= f.file.section_count)
            return;
        const bool elements = lists[i].section == BGF_SECTION_ELEMENTS;
        v->list(v->context, lists[i].list, elements ? f.element_total : f.counts[lists[i].count],
                al_extent_of(f.file.sections[lists[i].section].contents));
        bgf_visit_section(&f, lists[i].section, &shows);
        v->list_end(v->context);
    }
}
