/* bgf_rules.c: the check of a BGF from end to end, and the rules about its header, totals, elements,
 * contracts and parameters. */
#include <inttypes.h>
#include <math.h>

#include "formats/anark/anark_parents.h"
#include "formats/anark/bgf/bgf.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const bgf_file *f, uint32_t field)
{
    return al_field_claim(rule, &bgf_header_layout, f->file.header_record, field, &f->file.header_path);
}

static void check_fit_mode(const bgf_file *f, al_sink *s)
{
    if (f->header.fit_mode <= 2)
        return;
    const al_claim claim = header_claim(BGF_FIT_MODE, f, BGF_HEADER_AT_fit_mode);
    al_report(s, &claim, "fit mode %u is not 0 to 2", f->header.fit_mode);
}

static void check_dimension(const bgf_file *f, uint32_t field, const char *what, int16_t size, al_sink *s)
{
    if (size > 0)
        return;
    const al_claim claim = header_claim(BGF_DIMENSIONS, f, field);
    al_report(s, &claim, "interface is %d %s", size, what);
}

static void check_scene_items(const bgf_file *f, al_sink *s)
{
    if (f->header.num_scene_items >= 0)
        return;
    const al_claim claim = header_claim(BGF_COUNT_RANGE, f, BGF_HEADER_AT_num_scene_items);
    al_report(s, &claim, "the number of scene items is negative: %" PRId32, f->header.num_scene_items);
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

/* Which section holds what is counted across it. */
static const struct {
    uint32_t count, section;
} totals[] = {
    {BGF_COUNT_LARGE, BGF_SECTION_ELEMENTS},   {BGF_COUNT_ATTRIBUTES, BGF_SECTION_ELEMENTS},
    {BGF_COUNT_EVENTS, BGF_SECTION_CONTRACTS}, {BGF_COUNT_KEYS, BGF_SECTION_ANIMATIONS},
    {BGF_COUNT_SETTINGS, BGF_SECTION_SLIDES},  {BGF_COUNT_VALUES, BGF_SECTION_SLIDES},
    {BGF_COUNT_REFS, BGF_SECTION_SLIDES},
};

static void check_totals(const bgf_file *f, al_sink *s)
{
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        const uint32_t number = totals[i].count;
        const uint64_t held = f->held[number];
        if (!f->counted[number] || !f->file.sections[totals[i].section].whole || f->counts[number] == held)
            continue;
        const al_span field = al_slice_available(f->memory, 4 * (uint64_t)number, 4);
        const al_claim claim = {.rule = BGF_COUNT_TOTAL,
                                .offset = field.base,
                                .length = field.len,
                                .path = al_item(&f->memory_path, "counts", number),
                                .expected = al_uint(held),
                                .actual = al_uint(f->counts[number])};
        al_report(s, &claim, "memory for %" PRIu32 " %s, %s holds %" PRIu64, f->counts[number],
                  bgf_counted_things[number], f->file.form->sections[totals[i].section], held);
    }
}

/* ---- Values of one of the types ------------------------------------------------------------------------ */

static al_claim typed_claim(size_t rule, const bgf_typed *value, al_value actual)
{
    return (al_claim){.rule = rule,
                      .offset = value->bytes.base,
                      .length = value->bytes.len,
                      .path = value->path,
                      .actual = actual};
}

void bgf_check_float(const bgf_file *f, const bgf_typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    if (isfinite(number))
        return;
    const al_claim claim = typed_claim(BGF_NOT_FINITE, value, al_real(number));
    al_report(f->file.job->sink, &claim, "%s is not finite: %s", value->name, al_show_number(number).text);
}

void bgf_check_bool(const bgf_file *f, const bgf_typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    if (number == 0 || number == 1)
        return;
    const al_claim claim = typed_claim(BGF_BOOL_VALUE, value, al_int(number));
    al_report(f->file.job->sink, &claim, "%s is neither 0 nor 1: %" PRId32, value->name, number);
}

void bgf_check_string_index(const bgf_file *f, const bgf_typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    const bool known = f->counted[BGF_COUNT_STRINGS];
    const uint32_t strings = f->counts[BGF_COUNT_STRINGS];
    if (number >= 0 && (!known || (uint32_t)number < strings))
        return;
    const al_claim claim = typed_claim(BGF_STRING_INDEX, value, al_int(number));
    if (known)
        al_report(f->file.job->sink, &claim, "%s is string %" PRId32 ", the file has %" PRIu32, value->name,
                  number, strings);
    else
        al_report(f->file.job->sink, &claim, "%s is string %" PRId32, value->name, number);
}

/* ---- Attributes, and values of slides ------------------------------------------------------------------ */

static uint32_t type_of(uint32_t type_and_name)
{
    return type_and_name >> ANARK_NAME_BITS & 7;
}

static void check_attribute_name(const bgf_file *f, al_span record, const al_path *path)
{
    const al_claim claim =
        al_field_claim(BGF_ATTRIBUTE_NAME, &bgf_value_layout, record, BGF_VALUE_AT_type_and_name, path);
    al_report(f->file.job->sink, &claim, "no attribute is known whose name has the hash 0x%07" PRIx32,
              al_u32_at(record, BGF_VALUE_AT_type_and_name) & ANARK_NAME_MASK);
}

static void check_attribute_type(const bgf_file *f, al_span record, const al_path *path, const char *name)
{
    const al_claim claim =
        al_field_claim(BGF_ATTRIBUTE_TYPE, &bgf_value_layout, record, BGF_VALUE_AT_type_and_name, path);
    al_report(f->file.job->sink, &claim,
              "%s is of type %" PRIu32 ", known are 1 (int), 3 (float), 4 (bool) and 5 (string)", name,
              type_of(al_u32_at(record, BGF_VALUE_AT_type_and_name)));
}

static void check_value(const bgf_file *f, al_span record, const al_path *path)
{
    const uint32_t type_and_name = al_u32_at(record, BGF_VALUE_AT_type_and_name);
    const bgf_label label = bgf_label_of(f, type_and_name);
    const bgf_typed value = {.bytes = al_slice_available(record, BGF_VALUE_AT_value, 4),
                             .path = al_field(path, "value"),
                             .name = label.text};
    if (anark_attribute_name(&f->names, type_and_name) == NULL)
        check_attribute_name(f, record, path);
    switch (type_of(type_and_name)) {
    case BGF_TYPE_INT: break;
    case BGF_TYPE_FLOAT: bgf_check_float(f, &value); break;
    case BGF_TYPE_BOOL: bgf_check_bool(f, &value); break;
    case BGF_TYPE_STRING: bgf_check_string_index(f, &value); break;
    default: check_attribute_type(f, record, path, label.text); break;
    }
}

/* Most are right: then nothing is put into words. */
static bool is_right(const bgf_file *f, uint32_t type_and_name, uint32_t value)
{
    static const uint32_t exponent = 0x7F800000;
    if (anark_attribute_name(&f->names, type_and_name) == NULL)
        return false;
    switch (type_of(type_and_name)) {
    case BGF_TYPE_INT: return true;
    case BGF_TYPE_FLOAT: return (value & exponent) != exponent;
    case BGF_TYPE_BOOL: return value <= 1;
    case BGF_TYPE_STRING: return f->counted[BGF_COUNT_STRINGS] && value < f->counts[BGF_COUNT_STRINGS];
    default: return false;
    }
}

void bgf_check_values(const bgf_file *f, const al_path *up, const char *list, al_span values)
{
    for (uint64_t at = 0; at + BGF_VALUE_BYTES <= values.len; at += BGF_VALUE_BYTES) {
        if (is_right(f, al_u32_at(values, at), al_u32_at(values, at + BGF_VALUE_AT_value)))
            continue;
        const al_path path = al_item(up, list, at / BGF_VALUE_BYTES);
        check_value(f, al_slice_available(values, at, BGF_VALUE_BYTES), &path);
    }
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static al_claim element_claim(size_t rule, const bgf_element *e, uint32_t field)
{
    return al_field_claim(rule, &bgf_element_record_layout, e->record, field, &e->path);
}

static void check_element_type(const bgf_file *f, const bgf_element *e, uint8_t type)
{
    if (type >= 1 && type <= 8)
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_TYPE, e, BGF_ELEMENT_AT_type);
    al_report(f->file.job->sink, &claim, "element is of type %u, known are 1 to 8", type);
}

static void check_element_flags(const bgf_file *f, const bgf_element *e, uint8_t flags)
{
    const unsigned unknown = flags & ~(unsigned)(BGF_FLAG_ACTIVE | BGF_FLAG_LARGE);
    if (unknown == 0)
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_FLAGS, e, BGF_ELEMENT_AT_flags);
    al_report(f->file.job->sink, &claim, "flags 0x%02x: nobody knows what 0x%02x is for", flags, unknown);
}

static void check_scene_item(const bgf_file *f, const bgf_element *e, int32_t item)
{
    const int32_t most = f->header.num_scene_items;
    if (item >= 0 && (item <= most || most < 0))
        return;
    const al_claim claim = element_claim(BGF_SCENE_ITEM, e, BGF_ELEMENT_AT_scene_item_id);
    if (most < 0)
        al_report(f->file.job->sink, &claim, "element is for scene item %" PRId32, item);
    else
        al_report(f->file.job->sink, &claim,
                  "element is for scene item %" PRId32 ", the header says that there are %" PRId32, item,
                  most);
}

static void judge_element(void *context, const bgf_element *e)
{
    const bgf_file *f = context;
    const bgf_element_record r = bgf_element_record_read(e->record);
    check_scene_item(f, e, r.scene_item_id);
    check_element_type(f, e, r.type);
    check_element_flags(f, e, r.flags);
    bgf_check_values(f, &e->path, "attributes", e->attributes);
}

static al_span element_record(const void *document, uint64_t number)
{
    const bgf_file *f = document;
    return al_slice_available(f->file.bytes, f->element_at[number], BGF_ELEMENT_BYTES);
}

static bool check_parents(const bgf_file *f)
{
    const anark_parents parents = {.index_rule = BGF_PARENT_INDEX,
                                   .cycle_rule = BGF_PARENT_CYCLE,
                                   .list = "elements",
                                   .one = "element",
                                   .layout = &bgf_element_record_layout,
                                   .field = BGF_ELEMENT_AT_parent_idx,
                                   .count = f->element_count,
                                   .there = f->element_total,
                                   .document = f,
                                   .record = element_record};
    return anark_check_parents(f->file.job, &parents);
}

void bgf_check_element_index(const bgf_file *f, size_t rule, const al_layout *layout, al_span record,
                             uint32_t field, const al_path *path)
{
    const int32_t number = al_i32_at(record, field);
    if (number >= 0 && (!f->elements_counted || (uint64_t)number < f->element_total))
        return;
    const al_claim claim = al_field_claim(rule, layout, record, field, path);
    if (f->elements_counted)
        al_report(f->file.job->sink, &claim, "element %" PRId32 " is meant, the file has %" PRIu64, number,
                  f->element_total);
    else
        al_report(f->file.job->sink, &claim, "element %" PRId32 " is meant", number);
}

/* ---- Contracts ----------------------------------------------------------------------------------------- */

static void judge_contract(void *context, const bgf_contract *c)
{
    const bgf_file *f = context;
    bgf_check_element_index(f, BGF_CONTRACT_ELEMENT, &bgf_contract_record_layout, c->record,
                            BGF_CONTRACT_AT_element_idx, &c->path);
    const bool known = f->counted[BGF_COUNT_STRINGS];
    for (uint64_t at = 0; at + BGF_EVENT_BYTES <= c->events.len; at += BGF_EVENT_BYTES) {
        if (known && al_u32_at(c->events, at) < f->counts[BGF_COUNT_STRINGS])
            continue;
        const bgf_typed event = {.bytes = al_slice_available(c->events, at, BGF_EVENT_BYTES),
                                 .path = al_item(&c->path, "stringIdx", at / BGF_EVENT_BYTES),
                                 .name = "the event's name"};
        bgf_check_string_index(f, &event);
    }
}

/* ---- Parameters ---------------------------------------------------------------------------------------- */

static void check_param_type(const bgf_file *f, al_span record, const al_path *path)
{
    const al_claim claim =
        al_field_claim(BGF_PARAM_TYPE, &bgf_param_layout, record, BGF_PARAM_AT_type_hash, path);
    al_report(f->file.job->sink, &claim, "no type is known whose name has the hash 0x%07" PRIx32,
              al_u32_at(record, BGF_PARAM_AT_type_hash) & ANARK_NAME_MASK);
}

/* A number that is not finite is told as such alone. */
static void check_colour(const bgf_file *f, const bgf_typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    bgf_check_float(f, value);
    if (!isfinite(number) || (number >= 0 && number <= 255))
        return;
    const al_claim claim = typed_claim(BGF_PARAM_RANGE, value, al_real(number));
    al_report(f->file.job->sink, &claim, "%s is %s, not 0 to 255", value->name, al_show_number(number).text);
}

static void check_param(const bgf_file *f, al_span record, const al_path *path)
{
    const char *name;
    const anark_param_kind kind = anark_param_kind_of(al_u32_at(record, BGF_PARAM_AT_type_hash), &name);
    const bgf_typed value = {.bytes = al_slice_available(record, BGF_PARAM_AT_value, 4),
                             .path = al_field(path, "value"),
                             .name = name};
    switch (kind) {
    case ANARK_PARAM_UNKNOWN: check_param_type(f, record, path); break;
    case ANARK_PARAM_INT: break;
    case ANARK_PARAM_FLOAT: bgf_check_float(f, &value); break;
    case ANARK_PARAM_COLOUR: check_colour(f, &value); break;
    case ANARK_PARAM_BOOL: bgf_check_bool(f, &value); break;
    case ANARK_PARAM_STRING: bgf_check_string_index(f, &value); break;
    }
}

static void judge_params(void *context, al_span params)
{
    for (uint64_t at = 0; at + BGF_PARAM_BYTES <= params.len; at += BGF_PARAM_BYTES) {
        const al_path path = al_item(NULL, "params", at / BGF_PARAM_BYTES);
        check_param(context, al_slice_available(params, at, BGF_PARAM_BYTES), &path);
    }
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

static void check_logic(const bgf_file *f, al_sink *s)
{
    if (f->file.section_count <= BGF_SECTION_LOGIC)
        return;
    const anark_section *logic = &f->file.sections[BGF_SECTION_LOGIC];
    if (logic->declared == 0)
        return;
    const al_claim claim = al_field_claim(BGF_LOGIC_PRESENT, &anark_section_record_layout, logic->record,
                                          ANARK_SECTION_AT_section_size, &logic->path);
    al_report(s, &claim, "logic of %" PRIu32 " byte%s, which was not checked", logic->declared,
              AL_S(logic->declared));
}

void bgf_check(al_job *job)
{
    bgf_file f;
    al_sink *s = job->sink;
    const bgf_visitor judges = {.context = &f,
                                .element = judge_element,
                                .contract = judge_contract,
                                .animation = bgf_judge_animation,
                                .params = judge_params,
                                .slide = bgf_judge_slide,
                                .setting = bgf_judge_setting};
    if (!bgf_parse(job, &f)) {
        anark_report_memory_limit(&f.file);
        return;
    }
    if (!f.file.readable)
        return;
    check_fit_mode(&f, s);
    check_dimension(&f, BGF_HEADER_AT_width, "wide", f.header.width, s);
    check_dimension(&f, BGF_HEADER_AT_height, "high", f.header.height, s);
    check_scene_items(&f, s);
    for (uint32_t i = BGF_SECTION_ELEMENTS; i < BGF_SECTIONS; i++)
        bgf_visit_section(&f, i, &judges);
    check_totals(&f, s);
    check_logic(&f, s);
    anark_check_trailing_bytes(&f.file);
    if (!check_parents(&f))
        anark_report_memory_limit(&f.file);
}

const al_hooks bgf_hooks = {.limit_rule = BGF_LIMIT, .layouts = bgf_layouts, .check = bgf_check};
