/* bgf_parse.c: reads a BGF, section by section. How many things a section holds stands in the first of them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "core/reduce/finite.h"
#include "formats/anark/bgf/bgf.h"

#define AL_LAYOUT        "formats/anark/bgf/layout.def"
#define AL_LAYOUT_LIST   bgf_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const anark_form form = {.header = &bgf_header_layout,
                                .endianness_at = BGF_HEADER_AT_endianness,
                                .header_size_at = BGF_HEADER_AT_header_size,
                                .magic_at = BGF_HEADER_AT_magic,
                                .version_at = BGF_HEADER_AT_version,
                                .header_size = 0x1A,
                                .version = 3,
                                .rules = ANARK_RULES(BGF),
                                .section_count = BGF_SECTIONS,
                                .sections = {"the section of the numbers in memory",
                                             "the section of the strings", "the section of the elements",
                                             "the section of the contracts", "the section of the animations",
                                             "the section of the logic", "the section of the parameters",
                                             "the section of the slides"}};

const char *const bgf_counted_things[BGF_COUNTS] = {
    [BGF_COUNT_SMALL] = "small elements",
    [BGF_COUNT_LARGE] = "large elements",
    [BGF_COUNT_ATTRIBUTES] = "attributes",
    [BGF_COUNT_CONTRACTS] = "contracts",
    [BGF_COUNT_EVENTS] = "event names",
    [BGF_COUNT_STRINGS] = "strings",
    [BGF_COUNT_ANIMATIONS] = "animations",
    [BGF_COUNT_KEYS] = "keyframes",
    [BGF_COUNT_LOGICS] = "logics",
    [BGF_COUNT_PARAMS] = "parameters",
    [BGF_COUNT_SLIDES] = "slides",
    [BGF_COUNT_SETTINGS] = "slide element references",
    [BGF_COUNT_VALUES] = "slide element attributes",
    [BGF_COUNT_REFS] = "slide animation references",
    [BGF_COUNT_PADDINGS] = "paddings",
};

/* What things take in the file at least. Of logics and paddings nobody knows. */
enum {
    STRING_BYTES = 4,
    SMALLEST_ELEMENT = BGF_ELEMENT_BYTES + BGF_ATTRIBUTES_BYTES,
    SMALLEST_SETTING = BGF_SETTING_BYTES + BGF_REFS_BYTES
};

static const uint32_t smallest[BGF_COUNTS] = {
    [BGF_COUNT_SMALL] = SMALLEST_ELEMENT,
    [BGF_COUNT_LARGE] = SMALLEST_ELEMENT,
    [BGF_COUNT_ATTRIBUTES] = BGF_VALUE_BYTES,
    [BGF_COUNT_CONTRACTS] = BGF_CONTRACT_BYTES,
    [BGF_COUNT_EVENTS] = BGF_EVENT_BYTES,
    [BGF_COUNT_STRINGS] = STRING_BYTES,
    [BGF_COUNT_ANIMATIONS] = BGF_ANIMATION_BYTES,
    [BGF_COUNT_KEYS] = BGF_KEY_BYTES,
    [BGF_COUNT_PARAMS] = BGF_PARAM_BYTES,
    [BGF_COUNT_SLIDES] = BGF_SLIDE_BYTES,
    [BGF_COUNT_SETTINGS] = SMALLEST_SETTING,
    [BGF_COUNT_VALUES] = BGF_VALUE_BYTES,
    [BGF_COUNT_REFS] = BGF_REF_BYTES,
};

/* ---- The numbers in memory ----------------------------------------------------------------------------- */

static void report_count(const bgf_file *f, uint32_t number, uint64_t count, uint64_t bytes)
{
    const al_path path = al_item(&f->memory_path, "counts", number);
    const al_span field = al_slice_available(f->memory, 4 * (uint64_t)number, 4);
    const al_claim claim = {.rule = BGF_COUNT_RANGE,
                            .offset = field.base,
                            .length = field.len,
                            .path = path,
                            .actual = al_int(al_i32_at(field, 0))};
    if (al_i32_at(field, 0) < 0)
        al_report(f->file.job->sink, &claim, "the number of %s is negative: %" PRId32,
                  bgf_counted_things[number], al_i32_at(field, 0));
    else
        al_report(f->file.job->sink, &claim,
                  "%" PRIu64 " %s of at least %" PRIu64 " bytes each do not fit into a file of %zu bytes",
                  count, bgf_counted_things[number], bytes, f->file.bytes.len);
}

static void read_count(bgf_file *f, uint32_t number)
{
    al_span field;
    if (bgf_counted_things[number] == NULL || !al_slice(f->memory, 4 * (uint64_t)number, 4, &field))
        return;
    const int32_t count = al_i32_at(field, 0);
    f->counts[number] = al_u32_at(field, 0);
    f->counted[number] = count >= 0 && (uint64_t)count * smallest[number] <= f->file.bytes.len;
    if (!f->counted[number])
        report_count(f, number, f->counts[number], smallest[number]);
}

/* Small and large elements lie in one section, so they have to fit together, too. */
static void read_element_count(bgf_file *f)
{
    if (!f->counted[BGF_COUNT_SMALL] || !f->counted[BGF_COUNT_LARGE])
        return;
    const uint64_t small = f->counts[BGF_COUNT_SMALL], large = f->counts[BGF_COUNT_LARGE];
    f->element_total = small + large;
    f->elements_counted = f->element_total * SMALLEST_ELEMENT <= f->file.bytes.len;
    if (!f->elements_counted)
        report_count(f, small >= large ? BGF_COUNT_SMALL : BGF_COUNT_LARGE, f->element_total,
                     SMALLEST_ELEMENT);
}

static void read_memory(bgf_file *f, al_walk *w)
{
    /* What there is of it counts, whatever the section says. */
    (void)!al_walk_take(w, BGF_MEMORY_BYTES, &f->memory_path, "the numbers", &f->memory);
    for (uint32_t i = 0; i < BGF_COUNTS; i++)
        read_count(f, i);
    read_element_count(f);
}

/* ---- The walks: once aloud, then in silence ------------------------------------------------------------ */

static void walk_strings(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_STRINGS]; i++) {
        const al_path path = al_item(NULL, "strings", i);
        al_string string;
        if (!al_walk_text_at(w, &path, &string))
            return;
        if (v->string != NULL)
            v->string(v->context, &string);
    }
}

/* What is behind an element's record. */
static void walk_attributes(al_walk *w, bgf_element *e)
{
    const al_path path = al_field(&e->path, "attributes");
    const bool large = (al_u8_at(e->record, BGF_ELEMENT_AT_flags) & BGF_FLAG_LARGE) != 0;
    if (large && !al_walk_take(w, BGF_LARGE_BYTES, &e->path, "an element", &e->large))
        return;
    if (!al_walk_take(w, BGF_ATTRIBUTES_BYTES, &e->path, "an element", &e->counter))
        return;
    const al_counter count = {.layout = &bgf_attributes_layout, .record = e->counter, .up = &e->path};
    (void)!al_walk_array(w, &count, &(al_form){.stride = BGF_VALUE_BYTES}, &path, "attributes",
                         &e->attributes);
}

static void walk_elements(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint64_t i = 0; i < f->element_total && !w->stopped; i++) {
        bgf_element e = {.path = al_item(NULL, "elements", i), .number = i};
        if (!al_walk_take(w, BGF_ELEMENT_BYTES, &e.path, "an element", &e.record))
            return;
        walk_attributes(w, &e);
        if (v->element != NULL)
            v->element(v->context, &e);
    }
}

static void walk_contracts(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_CONTRACTS] && !w->stopped; i++) {
        bgf_contract c = {.path = al_item(NULL, "contracts", i), .number = i};
        const al_path path = al_field(&c.path, "stringIdx");
        if (!al_walk_take(w, BGF_CONTRACT_BYTES, &c.path, "a contract", &c.record))
            return;
        const al_counter count = {.layout = &bgf_contract_record_layout,
                                  .record = c.record,
                                  .field = BGF_CONTRACT_AT_num_events,
                                  .up = &c.path};
        (void)!al_walk_array(w, &count, &(al_form){.stride = BGF_EVENT_BYTES}, &path, "event names",
                             &c.events);
        if (v->contract != NULL)
            v->contract(v->context, &c);
    }
}

/* The keys of an animation. A negative number of them is for a rule to tell, but nothing can follow it. */
static void walk_keys(bgf_file *f, al_walk *w, bgf_animation *a)
{
    const al_path path = al_field(&a->path, "keys");
    const int16_t keys = al_i16_at(a->record, BGF_ANIMATION_AT_num_keys);
    if (keys >= 0 && (uint64_t)keys * BGF_KEY_BYTES <= f->file.bytes.len) {
        (void)!al_walk_take(w, (uint64_t)keys * BGF_KEY_BYTES, &path, "keys", &a->keys);
        return;
    }
    w->stopped = true;
    if (keys < 0 || w->silent)
        return;
    const al_claim claim = al_field_claim(BGF_COUNT_RANGE, &bgf_animation_record_layout, a->record,
                                          BGF_ANIMATION_AT_num_keys, &a->path);
    al_report(w->job->sink, &claim, "%d keys of %d bytes each do not fit into a file of %zu bytes", keys,
              BGF_KEY_BYTES, f->file.bytes.len);
}

static void walk_animations(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_ANIMATIONS] && !w->stopped; i++) {
        bgf_animation a = {.path = al_item(NULL, "animations", i), .number = i};
        if (!al_walk_take(w, BGF_ANIMATION_BYTES, &a.path, "an animation", &a.record))
            return;
        walk_keys(f, w, &a);
        if (v->animation != NULL)
            v->animation(v->context, &a);
    }
}

static void walk_params(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    const al_path path = al_field(NULL, "params");
    al_span params;
    (void)!al_walk_take(w, (uint64_t)f->counts[BGF_COUNT_PARAMS] * BGF_PARAM_BYTES, &path, "parameters",
                        &params);
    if (v->params != NULL)
        v->params(v->context, params);
}

/* What is behind the record of a setting. */
static void walk_setting(al_walk *w, bgf_setting *s)
{
    const al_path values = al_field(&s->path, "values"), refs = al_field(&s->path, "refs");
    const al_counter value_count = {.layout = &bgf_setting_record_layout,
                                    .record = s->record,
                                    .field = BGF_SETTING_AT_num_values,
                                    .up = &s->path};
    if (!al_walk_array(w, &value_count, &(al_form){.stride = BGF_VALUE_BYTES}, &values, "values",
                       &s->values) ||
        !al_walk_take(w, BGF_REFS_BYTES, &s->path, "a setting", &s->counter))
        return;
    const al_counter ref_count = {.layout = &bgf_refs_layout, .record = s->counter, .up = &s->path};
    (void)!al_walk_array(w, &ref_count, &(al_form){.stride = BGF_REF_BYTES}, &refs, "references", &s->refs);
}

static void walk_settings(al_walk *w, const bgf_slide *slide, const bgf_visitor *v)
{
    const al_counter count = {.layout = &bgf_slide_record_layout,
                              .record = slide->record,
                              .field = BGF_SLIDE_AT_num_settings,
                              .up = &slide->path};
    if (!al_walk_count(w, &count, SMALLEST_SETTING, "settings"))
        return;
    for (uint32_t i = 0; i < al_counted(&count) && !w->stopped; i++) {
        bgf_setting s = {.path = al_item(&slide->path, "settings", i), .number = i};
        if (!al_walk_take(w, BGF_SETTING_BYTES, &s.path, "a setting", &s.record))
            return;
        walk_setting(w, &s);
        if (v->setting != NULL)
            v->setting(v->context, &s);
    }
}

static void walk_slides(bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_SLIDES] && !w->stopped; i++) {
        bgf_slide s = {.path = al_item(NULL, "slides", i), .number = i};
        if (!al_walk_take(w, BGF_SLIDE_BYTES, &s.path, "a slide", &s.record))
            return;
        if (v->slide != NULL)
            v->slide(v->context, &s);
        walk_settings(w, &s, v);
        if (v->slide_end != NULL)
            v->slide_end(v->context);
    }
}

typedef void walk_section(bgf_file *f, al_walk *w, const bgf_visitor *v);

/* How to walk a section, and whether it is known how many things it holds. NULL: it isn't. */
static walk_section *walker_of(const bgf_file *f, uint32_t section)
{
    switch (section) {
    case BGF_SECTION_STRINGS: return f->counted[BGF_COUNT_STRINGS] ? walk_strings : NULL;
    case BGF_SECTION_ELEMENTS: return f->elements_counted ? walk_elements : NULL;
    case BGF_SECTION_CONTRACTS: return f->counted[BGF_COUNT_CONTRACTS] ? walk_contracts : NULL;
    case BGF_SECTION_ANIMATIONS: return f->counted[BGF_COUNT_ANIMATIONS] ? walk_animations : NULL;
    case BGF_SECTION_PARAMS: return f->counted[BGF_COUNT_PARAMS] ? walk_params : NULL;
    case BGF_SECTION_SLIDES: return f->counted[BGF_COUNT_SLIDES] ? walk_slides : NULL;
    default: return NULL;
    }
}

void bgf_visit_section(bgf_file *f, uint32_t section, const bgf_visitor *v)
{
    walk_section *walk = walker_of(f, section);
    if (section >= f->file.section_count || walk == NULL)
        return;
    al_walk w = anark_walk(&f->file, section, true);
    walk(f, &w, v);
}

/* ---- The first walk ------------------------------------------------------------------------------------ */

static void note_element(void *context, const bgf_element *e)
{
    bgf_file *f = context;
    f->element_at[f->element_count++] = e->record.base - f->file.bytes.base;
    f->held[BGF_COUNT_LARGE] += (al_u8_at(e->record, BGF_ELEMENT_AT_flags) & BGF_FLAG_LARGE) != 0;
    f->held[BGF_COUNT_ATTRIBUTES] += e->attributes.len / BGF_VALUE_BYTES;
}

static void note_contract(void *context, const bgf_contract *c)
{
    ((bgf_file *)context)->held[BGF_COUNT_EVENTS] += c->events.len / BGF_EVENT_BYTES;
}

static void note_animation(void *context, const bgf_animation *a)
{
    ((bgf_file *)context)->held[BGF_COUNT_KEYS] += a->keys.len / BGF_KEY_BYTES;
}

static void note_setting(void *context, const bgf_setting *s)
{
    bgf_file *f = context;
    f->held[BGF_COUNT_SETTINGS]++;
    f->held[BGF_COUNT_VALUES] += s->values.len / BGF_VALUE_BYTES;
    f->held[BGF_COUNT_REFS] += s->refs.len / BGF_REF_BYTES;
}

static bool read_section(bgf_file *f, uint32_t number)
{
    const bgf_visitor notes = {.context = f,
                               .element = note_element,
                               .contract = note_contract,
                               .animation = note_animation,
                               .setting = note_setting};
    al_walk w = anark_walk(&f->file, number, false);
    walk_section *walk = walker_of(f, number);
    if (number == BGF_SECTION_MEMORY) {
        read_memory(f, &w);
    } else if (walk == NULL) {
        anark_skip_section(&f->file, number, &w);
    } else {
        if (number == BGF_SECTION_ELEMENTS)
            f->element_at = al_alloc(f->file.job->arena, f->element_total, sizeof *f->element_at);
        if (number == BGF_SECTION_ELEMENTS && f->element_at == NULL)
            return false;
        walk(f, &w, &notes);
    }
    anark_end_section(&f->file, number, &w);
    return true;
}

bool bgf_parse(al_job *job, bgf_file *f)
{
    static const al_lane_kind key_words[] = {AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F32,
                                             AL_LANE_F32,   AL_LANE_F32, AL_LANE_F32};
    *f = (bgf_file){.file = anark_open(job, &form), .memory_path = al_field(NULL, "memory")};
    if (!f->file.readable)
        return true;
    f->header = bgf_header_read(f->file.header_record);
    f->names = anark_index_attributes();
    if (!al_lanes_set(&f->key_lanes, key_words, BGF_KEY_BYTES / 4))
        return false;
    while (anark_next_section(&f->file))
        if (!read_section(f, f->file.section_count - 1))
            return false;
    return true;
}

uint8_t bgf_element_flags(const bgf_file *f, uint64_t number)
{
    if (number >= f->element_count)
        return 0;
    return al_u8_at(f->file.bytes, f->element_at[number] + BGF_ELEMENT_AT_flags);
}

bgf_label bgf_label_of(const bgf_file *f, uint32_t hash)
{
    const char *name = anark_attribute_name(&f->names, hash);
    bgf_label label;
    if (name != NULL)
        (void)snprintf(label.text, sizeof label.text, "%s", name);
    else
        (void)snprintf(label.text, sizeof label.text, "attribute 0x%07" PRIx32, hash & ANARK_NAME_MASK);
    return label;
}
