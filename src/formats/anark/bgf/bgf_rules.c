/* bgf_rules.c: the rules about header, totals, elements, contracts and parameters of a BGF. */
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

/* The scene is another file, so only the range of the id can be checked. */
static void check_scene_items(const bgf_file *f)
{
    al_walk w = al_walk_of(f->file.job, BGF_TRUNCATED, BGF_COUNT_RANGE);
    const al_counter count =
        bgf_header_counter(f->file.header, BGF_HEADER_AT_num_scene_items, &f->file.header_path);
    (void)!al_walk_count(&w, &count, 0, "scene items");
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

/* For each total the section that has its items. */
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
        claim.reach = AL_WHOLE_FILE; /* the sections */
        al_report(s, &claim, "memory for %s: %" PRIu32 ", but %s has %" PRIu64,
                  al_word_of(&bgf_memory_layout.rows[0], al_uint(number)), f->counts[number],
                  f->file.format->sections[totals[i].section], held);
    }
}

static void report_count(const bgf_file *f, size_t rule, uint32_t number, uint64_t right, const char *why)
{
    al_claim claim =
        al_item_claim(rule, &bgf_memory_layout, f->memory, BGF_MEMORY_AT_counts, number, &f->memory_path);
    claim.expected = al_uint(right);
    claim.reach = AL_WHOLE_FILE; /* the sections */
    al_report(f->file.job->sink, &claim, "memory for %s: %" PRIu32 ", needed: %" PRIu64 "; %s",
              al_word_of(&bgf_memory_layout.rows[0], al_uint(number)), f->counts[number], right, why);
}

/* The layout of a logic is not known, but an empty section has none. */
static void check_logic_count(const bgf_file *f)
{
    if (!f->counted[BGF_COUNT_LOGICS] || f->counts[BGF_COUNT_LOGICS] == 0 ||
        !f->file.sections[BGF_SECTION_LOGIC].sized || f->file.sections[BGF_SECTION_LOGIC].declared > 0)
        return;
    report_count(f, BGF_COUNT_LOGIC, BGF_COUNT_LOGICS, 0, "the section of the logic is empty");
}

/* The numbers of animations of the elements. */
typedef struct animated {
    uint8_t *odd; /* for each element: 1 if the number is odd */
    uint64_t elements;
    bool known; /* all animations are of existing elements */
} animated;

static void count_animation(void *context, const bgf_animation *a)
{
    animated *c = context;
    const int32_t number = al_i32_at(a->record, BGF_ANIMATION_AT_element_idx);
    if (number < 0 || (uint64_t)number >= c->elements)
        c->known = false;
    else
        c->odd[number] ^= 1;
}

/* Animations are padded to pairs, except those of the last element. False when memory is short. */
static bool check_padding_count(al_job *job, const bgf_file *f)
{
    animated c = {.elements = f->element_count, .known = true};
    const bgf_visitor counts = {.context = &c, .animation = count_animation};
    uint64_t paddings = 0;
    if (!f->counted[BGF_COUNT_PADDINGS] || !f->file.sections[BGF_SECTION_ELEMENTS].whole ||
        !f->file.sections[BGF_SECTION_ANIMATIONS].whole)
        return true;
    c.odd = al_alloc(job->arena, c.elements, sizeof *c.odd);
    if (c.odd == NULL)
        return false;
    bgf_visit_section(f, BGF_SECTION_ANIMATIONS, &counts);
    for (uint64_t i = 0; i + 1 < c.elements; i++)
        paddings += c.odd[i];
    if (c.known && f->counts[BGF_COUNT_PADDINGS] != paddings)
        report_count(f, BGF_COUNT_PADDING, BGF_COUNT_PADDINGS, paddings,
                     "that many elements have an odd number of animations, the last element left out");
    return true;
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
    al_report(j->job->sink, &claim, "element has the type %u, known types are 1 to 8",
              al_u8_at(e->record, BGF_ELEMENT_AT_type));
}

static void check_element_flags(const bgf_judging *j, const bgf_element *e)
{
    const unsigned flags = al_u8_at(e->record, BGF_ELEMENT_AT_flags);
    if (al_unknown_bits(&bgf_element_flag_words, flags) == 0)
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_FLAGS, e, BGF_ELEMENT_AT_flags);
    al_report(j->job->sink, &claim, "flags of the element are %u = %s", flags,
              al_show_bits(&bgf_element_flag_words, flags, 1).text);
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
                  "element is for scene item %" PRId32 ", but the header declares %" PRId32, item, most);
}

static void judge_elements(const bgf_judging *j)
{
    for (uint64_t i = 0; i < j->f->element_count; i++) {
        const bgf_element e = bgf_element_at(j->f, i);
        check_scene_item(j, &e);
        check_element_type(j, &e);
        check_element_flags(j, &e);
        bgf_check_values(j, &e.path, "attributes", e.attributes);
    }
}

/* The number of elements; if it is not known, of those that were found. */
static uint64_t elements_there(const bgf_file *f)
{
    return f->list_known[BGF_SECTION_ELEMENTS] ? f->list_total[BGF_SECTION_ELEMENTS] : f->element_count;
}

static al_span element_record(const void *document, uint64_t number)
{
    return bgf_element_record_at(document, number);
}

static bool check_parents(al_job *job, const bgf_file *f)
{
    const anark_parents parents = {.index_rule = BGF_PARENT_INDEX,
                                   .cycle_rule = BGF_PARENT_CYCLE,
                                   .nesting_rule = BGF_NESTING,
                                   .list = "elements",
                                   .one = "element",
                                   .layout = &bgf_element_record_layout,
                                   .field = BGF_ELEMENT_AT_parent_idx,
                                   .count = f->element_count,
                                   .there = elements_there(f),
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
    for (uint64_t at = 0; at + BGF_EVENT_BYTES <= c->events.len; at += BGF_EVENT_BYTES) {
        if (bgf_has_string(j->f, al_u32_at(c->events, at)))
            continue;
        const bgf_typed event = {.bytes = al_slice_available(c->events, at, BGF_EVENT_BYTES),
                                 .path = al_item(&c->path, "stringIdx", at / BGF_EVENT_BYTES),
                                 .name = "the event's name"};
        bgf_check_string_index(j, &event);
    }
}

/* ---- Parameters ---------------------------------------------------------------------------------------- */

/* bgf/not-finite reports numbers that are not finite. */
static void check_colour(const bgf_judging *j, const bgf_typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    bgf_check_float(j, value);
    if (!isfinite(number) || (number >= 0 && number <= 255))
        return;
    const al_claim claim = bgf_typed_claim(BGF_PARAM_RANGE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is %s, not 0 to 255", value->name, al_show_number(number).text);
}

static void check_param_type(const bgf_judging *j, al_span record, const al_path *path)
{
    const al_claim claim = bgf_param_claim_at(BGF_PARAM_TYPE, record, BGF_PARAM_AT_type_hash, path);
    al_report(j->job->sink, &claim, "no known type has a name with the hash 0x%07" PRIx32,
              al_u32_at(record, BGF_PARAM_AT_type_hash) & ANARK_NAME_MASK);
}

static void check_param(const bgf_judging *j, al_span record, const al_path *path)
{
    const char *name;
    const anark_param_kind kind = anark_param_kind_of(al_u32_at(record, BGF_PARAM_AT_type_hash), &name);
    const bgf_typed value = {.bytes = al_slice_available(record, BGF_PARAM_AT_value, 4),
                             .path = al_field(path, "value"),
                             .name = name};
    switch (kind) {
    case ANARK_PARAM_UNKNOWN: check_param_type(j, record, path); break;
    case ANARK_PARAM_INT: break;
    case ANARK_PARAM_FLOAT: bgf_check_float(j, &value); break;
    case ANARK_PARAM_COLOUR: check_colour(j, &value); break;
    case ANARK_PARAM_BOOL: bgf_check_bool(j, &value); break;
    case ANARK_PARAM_STRING: bgf_check_string_index(j, &value); break;
    }
}

static void judge_params(void *context, al_span params)
{
    for (uint64_t at = 0; at + BGF_PARAM_BYTES <= params.len; at += BGF_PARAM_BYTES) {
        const al_path path = al_item(NULL, "params", at / BGF_PARAM_BYTES);
        check_param(context, al_slice_available(params, at, BGF_PARAM_BYTES), &path);
    }
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

static void check_logic(const bgf_file *f, al_sink *s)
{
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
    bgf_judging j = {.job = job, .f = f, .names = anark_index_attributes()};
    const bgf_visitor judges = {.context = &j,
                                .contract = judge_contract,
                                .animation = bgf_judge_animation,
                                .params = judge_params,
                                .slide = bgf_judge_slide,
                                .setting = bgf_judge_setting};
    judge_elements(&j);
    for (uint32_t i = BGF_SECTION_CONTRACTS; i < BGF_SECTIONS; i++)
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
    check_logic_count(f);
    check_logic(f, s);
    if (!check_padding_count(job, f) || !check_parents(job, f))
        al_report_no_memory(job);
}

const al_hooks bgf_hooks = {.limit_rule = BGF_LIMIT,
                            .layouts = bgf_layouts,
                            .magic = &BGF_HEADER_MAGIC,
                            .document_size = sizeof(bgf_file),
                            .parse = bgf_parse,
                            .judge = judge,
                            .facts = bgf_facts};
