/* bgf_rules.c: the rules of a BGF about its header, totals, elements, contracts and parameters. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "formats/anark/anark_parents.h"
#include "formats/anark/bgf/bgf.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const bgf_file *f, bgf_header_field field)
{
    return bgf_header_claim_at(rule, f->file.header, field, &f->file.header_path);
}

static void check_fit_mode(const bgf_file *f, al_sink *s)
{
    if (bgf_header_is_legal(f->file.header, BGF_HEADER_AT_fit_mode))
        return;
    const al_claim claim = header_claim(BGF_FIT_MODE, f, BGF_HEADER_AT_fit_mode);
    al_report(s, &claim, "fit mode %u is not 0 to 2", f->header.fit_mode);
}

static void check_dimension(const bgf_file *f, bgf_header_field field, const char *what, int16_t size,
                            al_sink *s)
{
    if (bgf_header_is_legal(f->file.header, field))
        return;
    const al_claim claim = header_claim(BGF_DIMENSIONS, f, field);
    al_report(s, &claim, "interface is %d %s", size, what);
}

/* They are in another file, so any number will do that is one. */
static void check_scene_items(const bgf_file *f)
{
    al_walk w = al_walk_of(f->file.job, BGF_TRUNCATED, BGF_COUNT_RANGE);
    const al_counter count =
        bgf_header_counter(f->file.header, BGF_HEADER_AT_num_scene_items, &f->file.header_path);
    (void)!al_walk_count(&w, &count, 0, "scene items");
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
        al_claim claim = al_item_claim(BGF_COUNT_TOTAL, &bgf_memory_layout, f->memory, BGF_MEMORY_AT_counts,
                                       number, &f->memory_path);
        claim.expected = al_uint(held);
        al_report(s, &claim, "memory for %" PRIu32 " %s, %s holds %" PRIu64, f->counts[number],
                  al_word_of(&bgf_memory_layout.rows[0], al_uint(number)),
                  f->file.form->sections[totals[i].section], held);
    }
}

/* ---- Values of one of the types ------------------------------------------------------------------------ */

typedef struct typed {
    al_span bytes;
    al_path path;
    const char *name; /* "position.x" */
} typed;

static al_claim typed_claim(size_t rule, const typed *value, al_value actual)
{
    return (al_claim){.rule = rule,
                      .offset = value->bytes.base,
                      .length = value->bytes.len,
                      .path = value->path,
                      .actual = actual};
}

static void check_float(const bgf_judging *j, const typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    if (isfinite(number))
        return;
    const al_claim claim = typed_claim(BGF_NOT_FINITE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is not finite: %s", value->name, al_show_number(number).text);
}

static void check_bool(const bgf_judging *j, const typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    if (number == 0 || number == 1)
        return;
    const al_claim claim = typed_claim(BGF_BOOL_VALUE, value, al_int(number));
    al_report(j->job->sink, &claim, "%s is neither 0 nor 1: %" PRId32, value->name, number);
}

static void check_string_index(const bgf_judging *j, const typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    const bool known = j->f->counted[BGF_COUNT_STRINGS];
    const uint32_t strings = j->f->counts[BGF_COUNT_STRINGS];
    if (number >= 0 && (!known || (uint32_t)number < strings))
        return;
    const al_claim claim = typed_claim(BGF_STRING_INDEX, value, al_int(number));
    if (known)
        al_report(j->job->sink, &claim, "%s is string %" PRId32 ", the file has %" PRIu32, value->name,
                  number, strings);
    else
        al_report(j->job->sink, &claim, "%s is string %" PRId32, value->name, number);
}

/* ---- Attributes, and values of slides ------------------------------------------------------------------ */

bgf_label bgf_label_of(const bgf_judging *j, uint32_t hash)
{
    const char *name = anark_attribute_name(&j->names, hash);
    bgf_label label;
    if (name != NULL)
        (void)snprintf(label.text, sizeof label.text, "%s", name);
    else
        (void)snprintf(label.text, sizeof label.text, "attribute 0x%07" PRIx32, hash & ANARK_NAME_MASK);
    return label;
}

static void check_value(const bgf_judging *j, al_span record, const al_path *path)
{
    al_sink *s = j->job->sink;
    const uint32_t type_and_name = al_u32_at(record, BGF_VALUE_AT_type_and_name);
    const bgf_label label = bgf_label_of(j, type_and_name);
    const typed value = {.bytes = al_slice_available(record, BGF_VALUE_AT_value, 4),
                         .path = al_field(path, "value"),
                         .name = label.text};
    al_claim claim = bgf_value_claim_at(BGF_ATTRIBUTE_NAME, record, BGF_VALUE_AT_type_and_name, path);
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        al_report(s, &claim, "no attribute is known whose name has the hash 0x%07" PRIx32,
                  type_and_name & ANARK_NAME_MASK);
    claim.rule = BGF_ATTRIBUTE_TYPE;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: break;
    case BGF_TYPE_FLOAT: check_float(j, &value); break;
    case BGF_TYPE_BOOL: check_bool(j, &value); break;
    case BGF_TYPE_STRING: check_string_index(j, &value); break;
    default:
        al_report(s, &claim,
                  "%s is of type %" PRIu32 ", known are 1 (int), 3 (float), 4 (bool) and 5 (string)",
                  label.text, bgf_type_of(type_and_name));
        break;
    }
}

/* Most are right: then nothing is put into words. */
static bool is_right(const bgf_judging *j, uint32_t type_and_name, uint32_t value)
{
    static const uint32_t exponent = 0x7F800000;
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        return false;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: return true;
    case BGF_TYPE_FLOAT: return (value & exponent) != exponent;
    case BGF_TYPE_BOOL: return value <= 1;
    case BGF_TYPE_STRING: return j->f->counted[BGF_COUNT_STRINGS] && value < j->f->counts[BGF_COUNT_STRINGS];
    default: return false;
    }
}

void bgf_check_values(const bgf_judging *j, const al_path *up, const char *list, al_span values)
{
    for (uint64_t at = 0; at + BGF_VALUE_BYTES <= values.len; at += BGF_VALUE_BYTES) {
        if (is_right(j, al_u32_at(values, at), al_u32_at(values, at + BGF_VALUE_AT_value)))
            continue;
        const al_path path = al_item(up, list, at / BGF_VALUE_BYTES);
        check_value(j, al_slice_available(values, at, BGF_VALUE_BYTES), &path);
    }
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static al_claim element_claim(size_t rule, const bgf_element *e, bgf_element_record_field field)
{
    return bgf_element_record_claim_at(rule, e->record, field, &e->path);
}

static void check_element_type(const bgf_judging *j, const bgf_element *e)
{
    if (bgf_element_record_is_legal(e->record, BGF_ELEMENT_AT_type))
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_TYPE, e, BGF_ELEMENT_AT_type);
    al_report(j->job->sink, &claim, "element is of type %u, known are 1 to 8",
              al_u8_at(e->record, BGF_ELEMENT_AT_type));
}

static void check_element_flags(const bgf_judging *j, const bgf_element *e)
{
    const unsigned flags = al_u8_at(e->record, BGF_ELEMENT_AT_flags);
    const unsigned unknown = flags & ~(unsigned)(BGF_FLAG_ACTIVE | BGF_FLAG_LARGE);
    if (unknown == 0)
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_FLAGS, e, BGF_ELEMENT_AT_flags);
    al_report(j->job->sink, &claim, "flags 0x%02x: nobody knows what 0x%02x is for", flags, unknown);
}

static void check_scene_item(const bgf_judging *j, const bgf_element *e)
{
    const int32_t item = al_i32_at(e->record, BGF_ELEMENT_AT_scene_item_id);
    const int32_t most = j->f->header.num_scene_items;
    if (item >= 0 && (item <= most || most < 0))
        return;
    const al_claim claim = element_claim(BGF_SCENE_ITEM, e, BGF_ELEMENT_AT_scene_item_id);
    if (most < 0)
        al_report(j->job->sink, &claim, "element is for scene item %" PRId32, item);
    else
        al_report(j->job->sink, &claim,
                  "element is for scene item %" PRId32 ", the header says that there are %" PRId32, item,
                  most);
}

static void judge_element(void *context, const bgf_element *e)
{
    const bgf_judging *j = context;
    check_scene_item(j, e);
    check_element_type(j, e);
    check_element_flags(j, e);
    bgf_check_values(j, &e->path, "attributes", e->attributes);
}

static al_span element_record(const void *document, uint64_t number)
{
    return bgf_element_at(document, number);
}

static bool check_parents(al_job *job, const bgf_file *f)
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
    return anark_check_parents(job, &parents);
}

/* ---- Contracts ----------------------------------------------------------------------------------------- */

static void judge_contract(void *context, const bgf_contract *c)
{
    const bgf_judging *j = context;
    bgf_check_element_index(j, BGF_CONTRACT_ELEMENT, &bgf_contract_record_layout, c->record,
                            BGF_CONTRACT_AT_element_idx, &c->path);
    const bool known = j->f->counted[BGF_COUNT_STRINGS];
    for (uint64_t at = 0; at + BGF_EVENT_BYTES <= c->events.len; at += BGF_EVENT_BYTES) {
        if (known && al_u32_at(c->events, at) < j->f->counts[BGF_COUNT_STRINGS])
            continue;
        const typed event = {.bytes = al_slice_available(c->events, at, BGF_EVENT_BYTES),
                             .path = al_item(&c->path, "stringIdx", at / BGF_EVENT_BYTES),
                             .name = "the event's name"};
        check_string_index(j, &event);
    }
}

/* ---- Parameters ---------------------------------------------------------------------------------------- */

/* A number that is not finite is reported as such alone. */
static void check_colour(const bgf_judging *j, const typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    check_float(j, value);
    if (!isfinite(number) || (number >= 0 && number <= 255))
        return;
    const al_claim claim = typed_claim(BGF_PARAM_RANGE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is %s, not 0 to 255", value->name, al_show_number(number).text);
}

static void check_param_type(const bgf_judging *j, al_span record, const al_path *path)
{
    const al_claim claim = bgf_param_claim_at(BGF_PARAM_TYPE, record, BGF_PARAM_AT_type_hash, path);
    al_report(j->job->sink, &claim, "no type is known whose name has the hash 0x%07" PRIx32,
              al_u32_at(record, BGF_PARAM_AT_type_hash) & ANARK_NAME_MASK);
}

static void check_param(const bgf_judging *j, al_span record, const al_path *path)
{
    const char *name;
    const anark_param_kind kind = anark_param_kind_of(al_u32_at(record, BGF_PARAM_AT_type_hash), &name);
    const typed value = {.bytes = al_slice_available(record, BGF_PARAM_AT_value, 4),
                         .path = al_field(path, "value"),
                         .name = name};
    switch (kind) {
    case ANARK_PARAM_UNKNOWN: check_param_type(j, record, path); break;
    case ANARK_PARAM_INT: break;
    case ANARK_PARAM_FLOAT: check_float(j, &value); break;
    case ANARK_PARAM_COLOUR: check_colour(j, &value); break;
    case ANARK_PARAM_BOOL: check_bool(j, &value); break;
    case ANARK_PARAM_STRING: check_string_index(j, &value); break;
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
    const al_claim claim = anark_section_record_claim_at(BGF_LOGIC_PRESENT, logic->record,
                                                         ANARK_SECTION_AT_section_size, &logic->path);
    al_report(s, &claim, "logic of %" PRIu32 " byte%s, which was not checked", logic->declared,
              AL_S(logic->declared));
}

static void judge_sections(al_job *job, const bgf_file *f)
{
    static const al_lane_kind key_words[] = {AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F32,
                                             AL_LANE_F32,   AL_LANE_F32, AL_LANE_F32};
    bgf_judging j = {.job = job, .f = f, .names = anark_index_attributes()};
    const bgf_visitor judges = {.context = &j,
                                .element = judge_element,
                                .contract = judge_contract,
                                .animation = bgf_judge_animation,
                                .params = judge_params,
                                .slide = bgf_judge_slide,
                                .setting = bgf_judge_setting};
    (void)!al_lanes_set(&j.key_lanes, key_words, BGF_KEY_BYTES / 4); /* a key is small enough for them */
    for (uint32_t i = BGF_SECTION_ELEMENTS; i < BGF_SECTIONS; i++)
        bgf_visit_section(f, i, &judges);
}

static void judge(al_job *job, const void *document)
{
    const bgf_file *f = document;
    al_sink *s = job->sink;
    anark_judge(&f->file);
    if (!f->file.readable)
        return;
    check_fit_mode(f, s);
    check_dimension(f, BGF_HEADER_AT_width, "wide", f->header.width, s);
    check_dimension(f, BGF_HEADER_AT_height, "high", f->header.height, s);
    check_scene_items(f);
    judge_sections(job, f);
    check_totals(f, s);
    check_logic(f, s);
    if (!check_parents(job, f))
        al_report_no_memory(job);
}

const al_hooks bgf_hooks = {.limit_rule = BGF_LIMIT,
                            .layouts = bgf_layouts,
                            .document_size = sizeof(bgf_file),
                            .parse = bgf_parse,
                            .judge = judge,
                            .facts = bgf_facts};
