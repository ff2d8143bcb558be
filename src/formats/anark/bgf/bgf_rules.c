/* bgf_rules.c: the rules about header, totals, elements, contracts and parameters of a BGF. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/reduce/floats.h"
#include "formats/anark/bgf/bgf.h"
#include "kit/arrays.h"

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

/* ---- Values -------------------------------------------------------------------------------------------- */

/* The context of the rules and of their visits. */
typedef struct judging {
    al_job *job;
    const bgf_file *f;
    anark_index names;
} judging;

/* A value of one of the types, and its name: "position.x". */
typedef struct typed {
    al_span bytes;
    al_path path;
    const char *name;
} typed;

/* ---- Values of one of the types ------------------------------------------------------------------------ */

static al_claim typed_claim(size_t rule, const typed *value, al_value actual)
{
    return (al_claim){.rule = rule,
                      .offset = value->bytes.base,
                      .length = value->bytes.len,
                      .path = value->path,
                      .actual = actual};
}

static void check_float(const judging *j, const typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    if (isfinite(number))
        return;
    const al_claim claim = typed_claim(BGF_NOT_FINITE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is not finite: %s", value->name, al_show_number(number).text);
}

static void check_bool(const judging *j, const typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    if (number == 0 || number == 1)
        return;
    const al_claim claim = typed_claim(BGF_BOOL_VALUE, value, al_int(number));
    al_report(j->job->sink, &claim, "%s is neither 0 nor 1: %" PRId32, value->name, number);
}

static void check_string_index(const judging *j, const typed *value)
{
    const int32_t number = al_i32_at(value->bytes, 0);
    const bool known = j->f->list_known[BGF_SECTION_STRINGS];
    const uint64_t strings = j->f->list_total[BGF_SECTION_STRINGS];
    if (number >= 0 && (!known || (uint64_t)number < strings))
        return;
    const al_claim claim = typed_claim(BGF_STRING_INDEX, value, al_int(number));
    if (known)
        al_report(j->job->sink, &claim, "%s is string %" PRId32 ", the file has %" PRIu64, value->name,
                  number, strings);
    else
        al_report(j->job->sink, &claim, "%s is string %" PRId32, value->name, number);
}

/* ---- Attributes, and values of slides ------------------------------------------------------------------ */

/* The name of an attribute, or its hash. */
typedef struct attribute_label {
    char text[32];
} attribute_label;

static attribute_label label_of(const judging *j, uint32_t hash)
{
    const char *name = anark_attribute_name(&j->names, hash);
    attribute_label label;
    if (name != NULL)
        (void)snprintf(label.text, sizeof label.text, "%s", name);
    else
        (void)snprintf(label.text, sizeof label.text, "attribute 0x%07" PRIx32, hash & ANARK_NAME_MASK);
    return label;
}

static void check_value(const judging *j, al_span record, const al_path *path)
{
    al_sink *s = j->job->sink;
    const uint32_t type_and_name = al_u32_at(record, BGF_VALUE_AT_type_and_name);
    const attribute_label label = label_of(j, type_and_name);
    const typed value = {.bytes = al_slice_available(record, BGF_VALUE_AT_value, 4),
                         .path = al_field(path, "value"),
                         .name = label.text};
    al_claim claim = bgf_value_claim_at(BGF_ATTRIBUTE_NAME, record, BGF_VALUE_AT_type_and_name, path);
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        al_report(s, &claim, "no known attribute has a name with the hash 0x%07" PRIx32,
                  type_and_name & ANARK_NAME_MASK);
    claim.rule = BGF_ATTRIBUTE_TYPE;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: break;
    case BGF_TYPE_FLOAT: check_float(j, &value); break;
    case BGF_TYPE_BOOL: check_bool(j, &value); break;
    case BGF_TYPE_STRING: check_string_index(j, &value); break;
    default:
        al_report(s, &claim,
                  "%s has the type %" PRIu32 ", known types are 1 (int), 3 (float), 4 (bool) and 5 (string)",
                  label.text, bgf_type_of(type_and_name));
        break;
    }
}

static bool has_string(const bgf_file *f, uint32_t number)
{
    return f->list_known[BGF_SECTION_STRINGS] && number < f->list_total[BGF_SECTION_STRINGS];
}

/* Most values pass, so this test comes before the names are looked up. */
static bool is_right(const judging *j, uint32_t type_and_name, uint32_t value)
{
    static const uint32_t exponent = 0x7F800000;
    if (anark_attribute_name(&j->names, type_and_name) == NULL)
        return false;
    switch (bgf_type_of(type_and_name)) {
    case BGF_TYPE_INT: return true;
    case BGF_TYPE_FLOAT: return (value & exponent) != exponent;
    case BGF_TYPE_BOOL: return value <= 1;
    case BGF_TYPE_STRING: return has_string(j->f, value);
    default: return false;
    }
}

static void check_values(const judging *j, const al_path *up, const char *list, al_span values)
{
    for (uint64_t at = 0; at + BGF_VALUE_BYTES <= values.len; at += BGF_VALUE_BYTES) {
        if (is_right(j, al_u32_at(values, at), al_u32_at(values, at + BGF_VALUE_AT_value)))
            continue;
        const al_path path = al_item(up, list, at / BGF_VALUE_BYTES);
        check_value(j, al_slice_available(values, at, BGF_VALUE_BYTES), &path);
    }
}

/* ---- References to elements ---------------------------------------------------------------------------- */

static void check_element_index(const judging *j, size_t rule, const al_layout *layout, al_span record,
                                uint32_t field, const al_path *path)
{
    const int32_t number = al_i32_at(record, field);
    const bool known = j->f->list_known[BGF_SECTION_ELEMENTS];
    const uint64_t elements = j->f->list_total[BGF_SECTION_ELEMENTS];
    if (number >= 0 && (!known || (uint64_t)number < elements))
        return;
    const al_claim claim = al_field_claim(rule, layout, record, field, path);
    if (known)
        al_report(j->job->sink, &claim, "reference to element %" PRId32 ", but the file has %" PRIu64, number,
                  elements);
    else
        al_report(j->job->sink, &claim, "reference to element %" PRId32 ", a negative number", number);
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static al_claim element_claim(size_t rule, const bgf_element *e, bgf_element_record_field field)
{
    return bgf_element_record_claim_at(rule, e->record, field, &e->path);
}

static void check_element_type(const judging *j, const bgf_element *e)
{
    if (bgf_element_record_is_legal(e->record, BGF_ELEMENT_AT_type))
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_TYPE, e, BGF_ELEMENT_AT_type);
    al_report(j->job->sink, &claim, "element has the type %u, known types are 1 to 8",
              al_u8_at(e->record, BGF_ELEMENT_AT_type));
}

static void check_element_flags(const judging *j, const bgf_element *e)
{
    const unsigned flags = al_u8_at(e->record, BGF_ELEMENT_AT_flags);
    if (al_unknown_bits(&bgf_element_flag_words, flags) == 0)
        return;
    const al_claim claim = element_claim(BGF_ELEMENT_FLAGS, e, BGF_ELEMENT_AT_flags);
    al_report(j->job->sink, &claim, "flags of the element are %u = %s", flags,
              al_show_bits(&bgf_element_flag_words, flags, 1).text);
}

static void check_scene_item(const judging *j, const bgf_element *e)
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

static void judge_elements(const judging *j)
{
    for (uint64_t i = 0; i < j->f->element_count; i++) {
        const bgf_element e = bgf_element_at(j->f, i);
        check_scene_item(j, &e);
        check_element_type(j, &e);
        check_element_flags(j, &e);
        check_values(j, &e.path, "attributes", e.attributes);
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
    const judging *j = context;
    check_element_index(j, BGF_CONTRACT_ELEMENT, &bgf_contract_record_layout, c->record,
                        BGF_CONTRACT_AT_element_idx, &c->path);
    for (uint64_t at = 0; at + BGF_EVENT_BYTES <= c->events.len; at += BGF_EVENT_BYTES) {
        if (has_string(j->f, al_u32_at(c->events, at)))
            continue;
        const typed event = {.bytes = al_slice_available(c->events, at, BGF_EVENT_BYTES),
                             .path = al_item(&c->path, "stringIdx", at / BGF_EVENT_BYTES),
                             .name = "the event's name"};
        check_string_index(j, &event);
    }
}

/* ---- Parameters ---------------------------------------------------------------------------------------- */

/* bgf/not-finite reports numbers that are not finite. */
static void check_colour(const judging *j, const typed *value)
{
    const double number = (double)al_f32_at(value->bytes, 0);
    check_float(j, value);
    if (!isfinite(number) || (number >= 0 && number <= 255))
        return;
    const al_claim claim = typed_claim(BGF_PARAM_RANGE, value, al_real(number));
    al_report(j->job->sink, &claim, "%s is %s, not 0 to 255", value->name, al_show_number(number).text);
}

static void check_param_type(const judging *j, al_span record, const al_path *path)
{
    const al_claim claim = bgf_param_claim_at(BGF_PARAM_TYPE, record, BGF_PARAM_AT_type_hash, path);
    al_report(j->job->sink, &claim, "no known type has a name with the hash 0x%07" PRIx32,
              al_u32_at(record, BGF_PARAM_AT_type_hash) & ANARK_NAME_MASK);
}

static void check_param(const judging *j, al_span record, const al_path *path)
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

/* ---- Animations ---------------------------------------------------------------------------------------- */

static al_claim animation_claim(size_t rule, const bgf_animation *a, bgf_animation_record_field field)
{
    return bgf_animation_record_claim_at(rule, a->record, field, &a->path);
}

/* The flags of an element, which must exist; and the words of its bits. */
static unsigned flags_of(const bgf_file *f, int32_t number)
{
    return al_u8_at(bgf_element_record_at(f, (uint64_t)number), BGF_ELEMENT_AT_flags);
}

static al_bits_text flag_words(const bgf_file *f, int32_t number)
{
    return al_show_bits(&bgf_element_flag_words, flags_of(f, number), 1);
}

static bool is_small_element(const bgf_file *f, int32_t number)
{
    return number >= 0 && (uint64_t)number < f->element_count && (flags_of(f, number) & BGF_FLAG_LARGE) == 0;
}

static void check_target(const judging *j, const bgf_animation *a)
{
    const int32_t number = al_i32_at(a->record, BGF_ANIMATION_AT_element_idx);
    if (!is_small_element(j->f, number))
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_TARGET, a, BGF_ANIMATION_AT_element_idx);
    al_report(j->job->sink, &claim,
              "element %" PRId32 " is animated, but it is not a large one: its flags are %u = %s", number,
              flags_of(j->f, number), flag_words(j->f, number).text);
}

static void check_animation_name(const judging *j, const bgf_animation *a)
{
    const uint32_t hash = al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash);
    if (anark_attribute_name(&j->names, hash) != NULL)
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_NAME, a, BGF_ANIMATION_AT_attr_name_hash);
    al_report(j->job->sink, &claim, "no known attribute has a name with the hash 0x%07" PRIx32,
              hash & ANARK_NAME_MASK);
}

/* The parser reports a negative number of keys. */
static void check_key_count(const judging *j, const bgf_animation *a)
{
    if (al_i16_at(a->record, BGF_ANIMATION_AT_num_keys) != 0)
        return;
    al_claim claim = animation_claim(BGF_EMPTY_ANIMATION, a, BGF_ANIMATION_AT_num_keys);
    claim.level = AL_WARNING;
    al_report(j->job->sink, &claim, "animation has no keys");
}

static attribute_label name_of(const judging *j, const bgf_animation *a)
{
    return label_of(j, al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash));
}

static void check_key_order(const judging *j, const bgf_animation *a, const al_items *keys)
{
    al_tally early = {.count = 0};
    int32_t last = INT32_MIN;
    for (uint64_t i = 0; i < al_items_count(keys); i++) {
        const int32_t time = al_i32_at(keys->bytes, i * BGF_KEY_BYTES);
        if (time < last)
            al_tally_add(&early, i);
        last = time;
    }
    if (early.count == 0)
        return;
    const al_claim claim = al_items_claim(BGF_KEY_ORDER, keys, &early);
    al_report(j->job->sink, &claim,
              "keys of %s with a time below the key before: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64 " at %" PRId32,
              name_of(j, a).text, early.count, al_items_count(keys), early.first[0],
              al_i32_at(keys->bytes, early.first[0] * BGF_KEY_BYTES));
}

static void check_keys_finite(const judging *j, const bgf_animation *a, const al_items *keys)
{
    if (!al_any_f32_not_finite(
            keys->bytes)) /* reads the times as floats, too, so the answer may be too careful */
        return;
    const al_tally bad = al_find_not_finite(keys, &bgf_key_layout);
    if (bad.count == 0)
        return;
    const al_claim claim = al_items_claim(BGF_NOT_FINITE, keys, &bad);
    al_report(j->job->sink, &claim,
              "keys of %s with numbers that are not finite: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64,
              name_of(j, a).text, bad.count, al_items_count(keys), bad.first[0]);
}

static void judge_animation(void *context, const bgf_animation *a)
{
    const judging *j = context;
    const al_path path = al_field(&a->path, "keys");
    const al_items keys = al_items_of(a->keys, BGF_KEY_BYTES, &path, NULL);
    check_element_index(j, BGF_ANIMATION_ELEMENT, &bgf_animation_record_layout, a->record,
                        BGF_ANIMATION_AT_element_idx, &a->path);
    check_target(j, a);
    check_animation_name(j, a);
    check_key_count(j, a);
    check_key_order(j, a, &keys);
    check_keys_finite(j, a, &keys);
}

/* ---- Slides -------------------------------------------------------------------------------------------- */

static void judge_slide(void *context, const bgf_slide *slide)
{
    const judging *j = context;
    al_sink *s = j->job->sink;
    const bgf_slide_record r = bgf_slide_record_read(slide->record);
    const al_span name = al_slice_available(r.name, 0, al_text_length(r.name));
    if (al_text_length(r.name) == r.name.len) {
        const al_claim claim =
            bgf_slide_record_claim_at(BGF_SLIDE_NAME, slide->record, BGF_SLIDE_AT_name, &slide->path);
        al_report(s, &claim, "name fills all 16 bytes, without room for its NUL: \"%.*s\"", AL_SHOW(r.name));
    }
    if (is_small_element(j->f, r.element_idx)) {
        const al_claim claim = bgf_slide_record_claim_at(BGF_SLIDE_TARGET, slide->record,
                                                         BGF_SLIDE_AT_element_idx, &slide->path);
        al_report(s, &claim,
                  "slide \"%.*s\" belongs to element %" PRId32
                  ", which is not a large one: its flags are %u = %s",
                  AL_SHOW(name), r.element_idx, flags_of(j->f, r.element_idx),
                  flag_words(j->f, r.element_idx).text);
    }
    if (r.end_ms < r.begin_ms) {
        const al_claim claim =
            bgf_slide_record_claim_at(BGF_SLIDE_TIME, slide->record, BGF_SLIDE_AT_end_ms, &slide->path);
        al_report(s, &claim, "slide \"%.*s\" begins at %" PRId32 " ms and ends at %" PRId32, AL_SHOW(name),
                  r.begin_ms, r.end_ms);
    }
    check_element_index(j, BGF_SLIDE_ELEMENT, &bgf_slide_record_layout, slide->record,
                        BGF_SLIDE_AT_element_idx, &slide->path);
}

static void check_ref(const judging *j, al_span record, const al_path *path)
{
    const int16_t number = al_i16_at(record, BGF_REF_AT_idx);
    const bool known = j->f->list_known[BGF_SECTION_ANIMATIONS];
    const uint64_t animations = j->f->list_total[BGF_SECTION_ANIMATIONS];
    if (number >= 0 && (!known || (uint64_t)number < animations))
        return;
    const al_claim claim = bgf_ref_claim_at(BGF_ANIMATION_REF, record, BGF_REF_AT_idx, path);
    if (known)
        al_report(j->job->sink, &claim, "reference to animation %d, but the file has %" PRIu64, number,
                  animations);
    else
        al_report(j->job->sink, &claim, "reference to animation %d, a negative number", number);
}

static void judge_setting(void *context, const bgf_setting *setting)
{
    const judging *j = context;
    check_element_index(j, BGF_SLIDE_ELEMENT, &bgf_setting_record_layout, setting->record,
                        BGF_SETTING_AT_element_idx, &setting->path);
    check_values(j, &setting->path, "values", setting->values);
    for (uint64_t at = 0; at + BGF_REF_BYTES <= setting->refs.len; at += BGF_REF_BYTES) {
        const al_path path = al_item(&setting->path, "refs", at / BGF_REF_BYTES);
        check_ref(j, al_slice_available(setting->refs, at, BGF_REF_BYTES), &path);
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
    judging j = {.job = job, .f = f, .names = anark_index_attributes()};
    const bgf_visitor judges = {.context = &j,
                                .contract = judge_contract,
                                .animation = judge_animation,
                                .params = judge_params,
                                .slide = judge_slide,
                                .setting = judge_setting};
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

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void bgf_facts(const void *document, const al_facts *facts)
{
    const bgf_file *f = document;
    for (uint64_t i = 0; i < f->element_count; i++) {
        const al_span record = bgf_element_record_at(f, i);
        const al_path path = al_item(NULL, "elements", i);
        const al_counter item = bgf_element_record_counter(record, BGF_ELEMENT_AT_scene_item_id, &path);
        if (al_i32_at(record, BGF_ELEMENT_AT_scene_item_id) > 0) /* 0: no item */
            al_add_number(facts, AL_FACT_SCENE_ITEM, true, &item);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {BGF_TRAILING_BYTES, al_fix_cut_off},
    {BGF_BOOL_VALUE, al_fix_to_one},
    {.plan = NULL},
};

const al_hooks bgf_hooks = {.limit_rule = BGF_LIMIT,
                            .layouts = bgf_layouts,
                            .magic = &BGF_HEADER_MAGIC,
                            .document_size = sizeof(bgf_file),
                            .parse = bgf_parse,
                            .judge = judge,
                            .facts = bgf_facts,
                            .fixers = fixers};
