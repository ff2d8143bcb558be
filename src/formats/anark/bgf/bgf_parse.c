/* bgf_parse.c: reads a BGF, section by section. How many things a section holds stands in the first of them.
 */
#include "formats/anark/bgf/bgf.h"

#define AL_LAYOUT        "formats/anark/bgf/layout.def"
#define AL_LAYOUT_LIST   bgf_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const anark_format format = {
    ANARK_FORMAT(BGF, bgf_header_layout), .header_size = 0x1A, .version = 3,
    .sections = {"the section of the numbers in memory", "the section of the strings",
                 "the section of the elements", "the section of the contracts",
                 "the section of the animations", "the section of the logic", "the section of the parameters",
                 "the section of the slides"}};

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

/* Whether a count can be. One that can't leaves a section unread, and stops nothing else. */
static bool fits(const bgf_file *f, al_walk *w, uint32_t number, uint32_t count, const char *what)
{
    const al_counter table = bgf_memory_counter(f->memory, BGF_MEMORY_AT_counts, &f->memory_path);
    w->stopped = false;
    return al_walk_count_item(w, &table, number, count, smallest[number], what);
}

static void read_count(bgf_file *f, al_walk *w, const al_word *count)
{
    const uint32_t number = (uint32_t)count->value;
    al_span field;
    if (!al_slice(f->memory, BGF_MEMORY_AT_counts + 4 * (uint64_t)number, 4, &field))
        return;
    f->counts[number] = al_u32_at(field, 0);
    f->counted[number] = fits(f, w, number, f->counts[number], count->word);
}

/* Small and large elements lie in one section, so they have to fit together, too. */
static void read_element_count(bgf_file *f, al_walk *w)
{
    const uint32_t small = f->counts[BGF_COUNT_SMALL], large = f->counts[BGF_COUNT_LARGE];
    if (!f->counted[BGF_COUNT_SMALL] || !f->counted[BGF_COUNT_LARGE])
        return;
    const uint32_t more = small >= large ? BGF_COUNT_SMALL : BGF_COUNT_LARGE;
    f->elements_counted = fits(f, w, more, small + large, "small and large elements"); /* no sign to carry */
    f->element_total = f->elements_counted ? small + large : 0;
}

static void read_memory(bgf_file *f, al_walk *w)
{
    al_walk counts = *w;
    /* What there is of it counts, whatever the section says. */
    (void)!al_walk_record(w, &bgf_memory_layout, &f->memory_path, &f->memory);
    for (size_t i = 0; i < bgf_count_words.count; i++)
        read_count(f, &counts, &bgf_count_words.items[i]);
    read_element_count(f, &counts);
}

/* ---- The walks: what a section holds, for its first reading and for the rules -------------------------- */

/* Whether a value is a float depends on what is in front of it; it is shown as what it is. */
typedef const al_layout *layout_by_type(uint32_t type);
_Static_assert((int)BGF_VALUE_BYTES == (int)BGF_PARAM_BYTES, "values and parameters have one size");

static const al_layout *value_layout(uint32_t type_and_name)
{
    return bgf_type_of(type_and_name) == BGF_TYPE_FLOAT ? &bgf_real_layout : &bgf_value_layout;
}

static const al_layout *param_layout(uint32_t hash)
{
    const char *name;
    const anark_param_kind kind = anark_param_kind_of(hash, &name);
    return kind == ANARK_PARAM_FLOAT || kind == ANARK_PARAM_COLOUR ? &bgf_real_param_layout
                                                                   : &bgf_param_layout;
}

static void show_typed(const al_walk *w, layout_by_type *layout_of, const al_path *list, al_span bytes)
{
    al_path path = *list;
    al_span record;
    if (w->listener == NULL)
        return;
    for (uint64_t i = 0; al_slice(bytes, i * BGF_VALUE_BYTES, BGF_VALUE_BYTES, &record); i++) {
        path.index = (int64_t)i;
        al_walk_announce_record(w, layout_of(al_u32_at(record, 0)), &path, record);
    }
}

static bool walk_values(al_walk *w, const al_counter *counter, const al_path *path, const char *what,
                        al_span *out)
{
    const uint64_t count = al_u32_at(counter->record, counter->field);
    *out = al_slice_available(w->bytes, w->at, 0);
    if (!al_walk_list(w, counter, BGF_VALUE_BYTES, path, what))
        return false;
    const bool whole = al_walk_take(w, count * BGF_VALUE_BYTES, path, what, out);
    show_typed(w, value_layout, path, *out);
    return whole;
}

static void walk_strings(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    al_path path = al_item(NULL, "strings", 0);
    al_string string;
    (void)v;
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_STRINGS] && al_walk_text_at(w, &path, &string); i++)
        path.index++;
}

static void walk_contracts(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    static const al_form events = {
        .listed = true, .type = AL_TYPE_i32, .numbers = 1, .stride = BGF_EVENT_BYTES};
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_CONTRACTS] && !w->stopped; i++) {
        bgf_contract c = {.path = al_item(NULL, "contracts", i)};
        const al_path path = al_field(&c.path, "stringIdx");
        if (!al_walk_record(w, &bgf_contract_record_layout, &c.path, &c.record))
            return;
        const al_counter count = bgf_contract_record_counter(c.record, BGF_CONTRACT_AT_num_events, &c.path);
        (void)!al_walk_array(w, &count, &events, &path, "event names", &c.events);
        if (v->contract != NULL)
            v->contract(v->context, &c);
    }
}

/* The keys of an animation. A negative number of them is for a rule to report, but nothing can follow it. */
static void walk_keys(al_walk *w, bgf_animation *a)
{
    static const al_form keys = AL_MANY(bgf_key_layout, BGF_KEY_BYTES);
    const al_path path = al_field(&a->path, "keys");
    const al_counter count = bgf_animation_record_counter(a->record, BGF_ANIMATION_AT_num_keys, &a->path);
    w->stopped = al_i16_at(a->record, BGF_ANIMATION_AT_num_keys) < 0;
    (void)!al_walk_array(w, &count, &keys, &path, "keys", &a->keys);
}

static void walk_animations(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_ANIMATIONS] && !w->stopped; i++) {
        bgf_animation a = {.path = al_item(NULL, "animations", i)};
        if (!al_walk_record(w, &bgf_animation_record_layout, &a.path, &a.record))
            return;
        walk_keys(w, &a);
        if (v->animation != NULL)
            v->animation(v->context, &a);
    }
}

static void walk_params(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    const al_path path = al_field(NULL, "params");
    al_span params;
    (void)!al_walk_take(w, (uint64_t)f->counts[BGF_COUNT_PARAMS] * BGF_PARAM_BYTES, &path, "parameters",
                        &params);
    show_typed(w, param_layout, &path, params);
    if (v->params != NULL)
        v->params(v->context, params);
}

/* What is behind the record of a setting. */
static void walk_setting(al_walk *w, bgf_setting *s)
{
    static const al_form form_of_refs = AL_RECORDS(bgf_ref_layout, BGF_REF_BYTES);
    const al_path values = al_field(&s->path, "values"), refs = al_field(&s->path, "refs");
    const al_counter value_count = bgf_setting_record_counter(s->record, BGF_SETTING_AT_num_values, &s->path);
    al_span record;
    if (!walk_values(w, &value_count, &values, "values", &s->values) ||
        !al_walk_fields(w, &bgf_refs_layout, &s->path, &record))
        return;
    const al_counter ref_count = bgf_refs_counter(record, BGF_REFS_AT_count, &s->path);
    (void)!al_walk_array(w, &ref_count, &form_of_refs, &refs, "references", &s->refs);
}

static void walk_settings(al_walk *w, const bgf_slide *slide, const bgf_visitor *v)
{
    const al_path path = al_field(&slide->path, "settings");
    const al_counter count = bgf_slide_record_counter(slide->record, BGF_SLIDE_AT_num_settings, &slide->path);
    if (!al_walk_list(w, &count, SMALLEST_SETTING, &path, "settings"))
        return;
    for (uint32_t i = 0; i < al_u32_at(slide->record, count.field) && !w->stopped; i++) {
        bgf_setting s = {.path = al_item(&slide->path, "settings", i)};
        if (!al_walk_record(w, &bgf_setting_record_layout, &s.path, &s.record))
            return;
        walk_setting(w, &s);
        if (v->setting != NULL)
            v->setting(v->context, &s);
    }
}

static void walk_slides(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    for (uint32_t i = 0; i < f->counts[BGF_COUNT_SLIDES] && !w->stopped; i++) {
        bgf_slide s = {.path = al_item(NULL, "slides", i)};
        if (!al_walk_record(w, &bgf_slide_record_layout, &s.path, &s.record))
            return;
        if (v->slide != NULL)
            v->slide(v->context, &s);
        walk_settings(w, &s, v);
    }
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

/* What a section holds, and how many: one of the counts. Elements have two, and are walked once. */
static const struct {
    const char *list;
    uint32_t count;
    void (*walk)(const bgf_file *f, al_walk *w, const bgf_visitor *v);
} sections[BGF_SECTIONS] = {
    [BGF_SECTION_STRINGS] = {"strings", BGF_COUNT_STRINGS, walk_strings},
    [BGF_SECTION_CONTRACTS] = {"contracts", BGF_COUNT_CONTRACTS, walk_contracts},
    [BGF_SECTION_ANIMATIONS] = {"animations", BGF_COUNT_ANIMATIONS, walk_animations},
    [BGF_SECTION_PARAMS] = {"params", BGF_COUNT_PARAMS, walk_params},
    [BGF_SECTION_SLIDES] = {"slides", BGF_COUNT_SLIDES, walk_slides},
};

/* Whether it is known how to walk a section, and how many things it holds. */
static bool is_known(const bgf_file *f, uint32_t section)
{
    return sections[section].walk != NULL && f->counted[sections[section].count];
}

void bgf_visit_section(const bgf_file *f, uint32_t section, const bgf_visitor *v)
{
    if (section >= f->file.section_count || !is_known(f, section))
        return;
    al_walk w = anark_walk_again(&f->file, section);
    sections[section].walk(f, &w, v);
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

static bool is_large(al_span element)
{
    return (al_u8_at(element, BGF_ELEMENT_AT_flags) & BGF_FLAG_LARGE) != 0;
}

/* What is behind an element's record. */
static void read_attributes(al_walk *w, bgf_element *e)
{
    const al_path path = al_field(&e->path, "attributes");
    al_span record;
    if ((is_large(e->record) && !al_walk_record(w, &bgf_large_layout, &e->path, &record)) ||
        !al_walk_fields(w, &bgf_attributes_layout, &e->path, &record))
        return;
    const al_counter count = bgf_attributes_counter(record, BGF_ATTRIBUTES_AT_count, &e->path);
    (void)!walk_values(w, &count, &path, "attributes", &e->attributes);
}

static void read_elements(bgf_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "elements");
    al_walk_announce_list(w, &path, f->element_total);
    for (uint64_t i = 0; i < f->element_total && !w->stopped; i++) {
        bgf_element e = {.path = al_item(NULL, "elements", i)};
        if (!al_walk_record(w, &bgf_element_record_layout, &e.path, &e.record))
            return;
        read_attributes(w, &e);
        const bgf_place place = {.at = e.record.base, .attributes = e.attributes.len / BGF_VALUE_BYTES};
        f->elements[f->element_count++] = place;
        f->held[BGF_COUNT_LARGE] += is_large(e.record);
        f->held[BGF_COUNT_ATTRIBUTES] += place.attributes;
    }
}

al_span bgf_element_record_at(const bgf_file *f, uint64_t number)
{
    return al_slice_available(f->file.walk.bytes, f->elements[number].at, BGF_ELEMENT_BYTES);
}

bgf_element bgf_element_at(const bgf_file *f, uint64_t number)
{
    const bgf_place *place = &f->elements[number];
    bgf_element e = {.path = al_item(NULL, "elements", number), .record = bgf_element_record_at(f, number)};
    const uint64_t size =
        BGF_ELEMENT_BYTES + BGF_ATTRIBUTES_BYTES + (is_large(e.record) ? (uint64_t)BGF_LARGE_BYTES : 0);
    e.attributes =
        al_slice_available(f->file.walk.bytes, place->at + size, place->attributes * BGF_VALUE_BYTES);
    return e;
}

/* ---- The first walk ------------------------------------------------------------------------------------ */

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

static void read_section(bgf_file *f, uint32_t number)
{
    const bgf_visitor notes = {
        .context = f, .contract = note_contract, .animation = note_animation, .setting = note_setting};
    al_walk w = anark_walk(&f->file, number);
    if (number == BGF_SECTION_MEMORY) {
        read_memory(f, &w);
    } else if (number == BGF_SECTION_ELEMENTS && f->elements_counted) {
        read_elements(f, &w);
    } else if (is_known(f, number)) {
        const al_path path = al_field(NULL, sections[number].list);
        al_walk_announce_list(&w, &path, f->counts[sections[number].count]);
        sections[number].walk(f, &w, &notes);
    } else {
        anark_skip_section(&f->file, number, &w);
    }
    anark_end_section(&f->file, number, &w);
}

al_parsed bgf_parse(al_job *job, void *document)
{
    bgf_file *f = document;
    if (!anark_open(&f->file, job, &format))
        return AL_REFUSED;
    f->header = bgf_header_read(f->file.header);
    f->memory_path = al_field(NULL, "memory");
    for (uint32_t i = 0; i < f->file.section_count; i++) {
        if (i == BGF_SECTION_ELEMENTS)
            f->elements = al_alloc(job->arena, f->element_total, sizeof *f->elements);
        if (i == BGF_SECTION_ELEMENTS && f->elements == NULL)
            return AL_NO_MEMORY;
        read_section(f, i);
    }
    return AL_READ;
}

uint32_t bgf_type_of(uint32_t type_and_name)
{
    return type_and_name >> ANARK_NAME_BITS & 7;
}
