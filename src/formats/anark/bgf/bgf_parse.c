/* bgf_parse.c: reads a BGF, section by section. The first section has the numbers of items of the others. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include <stdio.h>
#include "formats/anark/bgf/bgf.h"

#include "core/reduce/bytes.h"

#define AL_LAYOUT        "formats/anark/bgf/layout.def"
#define AL_LAYOUT_LIST   bgf_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static uint64_t contents_end(const anark_file *file, uint32_t number, al_span rest);

static const anark_format format = {
    ANARK_FORMAT(BGF, bgf_header_layout), .contents_end = contents_end, .guessed = BGF_SECTION_LOGIC,
    .sections = {"the section of the numbers in memory", "the section of the strings",
                 "the section of the elements", "the section of the contracts",
                 "the section of the animations", "the section of the logic", "the section of the parameters",
                 "the section of the slides"}};

/* The least size of an item. A logic has a byte at least, and a padding is for an element with an animation.
 * The game allocates by all of these numbers; the meaning of others is not known. */
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
    [BGF_COUNT_LOGICS] = 1,
    [BGF_COUNT_PARAMS] = BGF_PARAM_BYTES,
    [BGF_COUNT_SLIDES] = BGF_SLIDE_BYTES,
    [BGF_COUNT_SETTINGS] = SMALLEST_SETTING,
    [BGF_COUNT_VALUES] = BGF_VALUE_BYTES,
    [BGF_COUNT_REFS] = BGF_REF_BYTES,
    [BGF_COUNT_PADDINGS] = BGF_ANIMATION_BYTES,
};

/* ---- The numbers in memory ----------------------------------------------------------------------------- */

/* Whether the file is large enough for a count. If not, the section stays unread, and the walk goes on. */
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

/* Small and large elements are in one section, so the file has to be large enough for both together. */
static void read_element_count(bgf_file *f, al_walk *w)
{
    const uint32_t small = f->counts[BGF_COUNT_SMALL], large = f->counts[BGF_COUNT_LARGE];
    if (!f->counted[BGF_COUNT_SMALL] || !f->counted[BGF_COUNT_LARGE])
        return;
    const uint32_t more = small >= large ? BGF_COUNT_SMALL : BGF_COUNT_LARGE;
    f->elements_counted = fits(f, w, more, small + large, "small and large elements"); /* no sign to carry */
}

static void read_memory(bgf_file *f, al_walk *w)
{
    al_walk counts = *w;
    /* Reads all counts that the file has, whatever the size of the section is. */
    (void)!al_walk_record(w, &bgf_memory_layout, &f->memory_path, &f->memory);
    for (size_t i = 0; i < bgf_count_words.count; i++)
        read_count(f, &counts, &bgf_count_words.items[i]);
    read_element_count(f, &counts);
}

/* ---- Names of elements --------------------------------------------------------------------------------- */

/* An element has the hash of its name; the name is one of the file's strings if an attribute or an event uses
 * it, too. */
typedef struct element_name {
    char text[64];
} element_name;

/* The string whose length is at an offset of the section. */
static al_span string_at(al_span strings, uint64_t at)
{
    return al_slice_available(strings, at + 4, al_u32_at(strings, at));
}

/* Indexes the strings of the file, which must have been read, by their hashes. If memory is short, strings
 * are missing in the index. */
static void index_strings(bgf_file *f)
{
    const al_span strings = f->file.sections[BGF_SECTION_STRINGS].contents;
    uint64_t at = 0;
    for (uint32_t i = 0; i < f->items[BGF_SECTION_STRINGS] && at < strings.len && at <= UINT32_MAX; i++) {
        const uint64_t hash = anark_hash(string_at(strings, at)) & ANARK_NAME_MASK;
        if (al_map_find(&f->names, hash) == NULL &&
            !al_map_add(&f->names, f->file.job->arena, hash, (uint32_t)at))
            return;
        at += 4 + (uint64_t)al_u32_at(strings, at);
    }
}

/* Finds the name of a hash: a string of printable ASCII characters, or else the name of an attribute. */
static bool find_name(const bgf_file *f, uint32_t hash, element_name *name)
{
    const al_span strings = f->file.sections[BGF_SECTION_STRINGS].contents;
    const uint32_t *at = al_map_find(&f->names, hash & ANARK_NAME_MASK);
    const al_span text = at != NULL ? string_at(strings, *at) : (al_span){.len = 0};
    const char *attribute = al_find_word(&anark_attribute_words, hash);
    if (text.len > 0 && text.len < sizeof name->text && al_is_plain_ascii(text))
        (void)snprintf(name->text, sizeof name->text, "%.*s", AL_SHOW(text));
    else if (attribute != NULL)
        (void)snprintf(name->text, sizeof name->text, "%s", attribute);
    else
        return false;
    return true;
}

/* ---- Walks through sections, for the parser and for the rules ------------------------------------------ */

/* For bgf_file.items: as many as the section has. */
enum { ANY_ITEMS = INT32_MAX };

/* Whether another item follows the first `count` items of a list. */
static bool has_more(const bgf_file *f, uint32_t section, const al_walk *w, uint32_t count)
{
    const uint32_t items = f->items[section];
    return !w->stopped && count < items && (items != ANY_ITEMS || w->at < w->bytes.len);
}

uint32_t bgf_type_of(uint32_t type_and_name)
{
    return type_and_name >> ANARK_NAME_BITS & 7;
}

/* The type before a value decides how to show it. */
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
    *out = al_slice_available(w->bytes, w->at, 0);
    if (!al_walk_list(w, counter, BGF_VALUE_BYTES, path, what))
        return false;
    const bool whole = al_walk_take(w, (uint64_t)al_counted(counter) * BGF_VALUE_BYTES, path, what, out);
    show_typed(w, value_layout, path, *out);
    return whole;
}

static uint32_t walk_strings(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    al_path path = al_item(NULL, "strings", 0);
    al_string string;
    uint32_t count = 0;
    (void)v;
    while (has_more(f, BGF_SECTION_STRINGS, w, count) && al_walk_text_at(w, &path, &string))
        path.index = ++count;
    return count;
}

static bool is_large(al_span element)
{
    return (al_u8_at(element, BGF_ELEMENT_AT_flags) & BGF_FLAG_LARGE) != 0;
}

/* Takes the record of an element, and announces it with the name that its hash stands for, which the row of
 * the layout lacks. */
static bool take_element(const bgf_file *f, al_walk *w, bgf_element *e)
{
    enum { MOST_ROWS = 8 };
    al_layout layout = bgf_element_record_layout;
    al_row rows[MOST_ROWS];
    element_name name = {.text = ""};
    const uint32_t hash = al_u32_at(w->bytes, w->at + BGF_ELEMENT_AT_name_hash);
    if (w->listener == NULL || !find_name(f, hash, &name))
        return al_walk_record(w, &layout, &e->path, &e->record);
    const al_word word = {.value = hash, .word = name.text};
    const al_words words = {.items = &word, .count = 1};
    assert(layout.row_count <= MOST_ROWS && layout.rows[0].offset == BGF_ELEMENT_AT_name_hash);
    memcpy(rows, layout.rows, layout.row_count * sizeof *rows);
    rows[0].words = &words;
    layout.rows = rows;
    return al_walk_record(w, &layout, &e->path, &e->record);
}

/* Walks the attributes after the record of an element. */
static void walk_attributes(al_walk *w, bgf_element *e)
{
    const al_path path = al_field(&e->path, "attributes");
    al_span record;
    if ((is_large(e->record) && !al_walk_record(w, &bgf_large_layout, &e->path, &record)) ||
        !al_walk_fields(w, &bgf_attributes_layout, &e->path, &record))
        return;
    const al_counter count = bgf_attributes_counter(record, BGF_ATTRIBUTES_AT_count, &e->path);
    (void)!walk_values(w, &count, &path, "attributes", &e->attributes);
}

static uint32_t walk_elements(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    uint32_t count = 0;
    for (; has_more(f, BGF_SECTION_ELEMENTS, w, count); count++) {
        bgf_element e = {.path = al_item(NULL, "elements", count)};
        if (!take_element(f, w, &e))
            break;
        walk_attributes(w, &e);
        if (v->element != NULL)
            v->element(v->context, &e);
    }
    return count;
}

static uint32_t walk_contracts(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    static const al_form events = {
        .listed = true, .type = AL_TYPE_i32, .numbers = 1, .stride = BGF_EVENT_BYTES};
    uint32_t number = 0;
    for (; has_more(f, BGF_SECTION_CONTRACTS, w, number); number++) {
        bgf_contract c = {.path = al_item(NULL, "contracts", number)};
        const al_path path = al_field(&c.path, "stringIdx");
        if (!al_walk_record(w, &bgf_contract_record_layout, &c.path, &c.record))
            break;
        const al_counter count = bgf_contract_record_counter(c.record, BGF_CONTRACT_AT_num_events, &c.path);
        (void)!al_walk_array(w, &count, &events, &path, "event names", &c.events);
        if (v->contract != NULL)
            v->contract(v->context, &c);
    }
    return number;
}

/* A negative number of keys can't be skipped. */
static void report_negative_keys(const al_walk *w, const bgf_animation *a)
{
    const al_claim claim =
        bgf_animation_record_claim_at(BGF_EMPTY_ANIMATION, a->record, BGF_ANIMATION_AT_num_keys, &a->path);
    if (!w->silent)
        al_report(w->job->sink, &claim, "animation has %d keys; the animations were not checked",
                  al_i16_at(a->record, BGF_ANIMATION_AT_num_keys));
}

static uint32_t walk_animations(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    static const al_form keys = AL_MANY(bgf_key_layout, BGF_KEY_BYTES);
    uint32_t number = 0;
    for (; has_more(f, BGF_SECTION_ANIMATIONS, w, number); number++) {
        bgf_animation a = {.path = al_item(NULL, "animations", number)};
        const al_path path = al_field(&a.path, "keys");
        if (!al_walk_record(w, &bgf_animation_record_layout, &a.path, &a.record))
            break;
        const al_counter count = bgf_animation_record_counter(a.record, BGF_ANIMATION_AT_num_keys, &a.path);
        w->stopped = al_i16_at(a.record, BGF_ANIMATION_AT_num_keys) < 0;
        if (w->stopped)
            report_negative_keys(w, &a);
        (void)!al_walk_array(w, &count, &keys, &path, "keys", &a.keys);
        if (v->animation != NULL)
            v->animation(v->context, &a);
    }
    return number;
}

static uint32_t walk_params(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    const al_path path = al_field(NULL, "params");
    const uint64_t there = (w->bytes.len - w->at + BGF_PARAM_BYTES - 1) / BGF_PARAM_BYTES;
    const uint32_t items = f->items[BGF_SECTION_PARAMS];
    al_span params;
    (void)!al_walk_take(w, (items == ANY_ITEMS ? there : items) * BGF_PARAM_BYTES, &path, "parameters",
                        &params);
    show_typed(w, param_layout, &path, params);
    if (v->params != NULL)
        v->params(v->context, params);
    return (uint32_t)(params.len / BGF_PARAM_BYTES);
}

/* Walks the lists after the record of a setting. */
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
    for (uint32_t i = 0; i < al_counted(&count) && !w->stopped; i++) {
        bgf_setting s = {.path = al_item(&slide->path, "settings", i)};
        if (!al_walk_record(w, &bgf_setting_record_layout, &s.path, &s.record))
            return;
        walk_setting(w, &s);
        if (v->setting != NULL)
            v->setting(v->context, &s);
    }
}

static uint32_t walk_slides(const bgf_file *f, al_walk *w, const bgf_visitor *v)
{
    uint32_t count = 0;
    for (; has_more(f, BGF_SECTION_SLIDES, w, count); count++) {
        bgf_slide s = {.path = al_item(NULL, "slides", count)};
        if (!al_walk_record(w, &bgf_slide_record_layout, &s.path, &s.record))
            break;
        if (v->slide != NULL)
            v->slide(v->context, &s);
        walk_settings(w, &s, v);
    }
    return count;
}

/* ---- Sections ------------------------------------------------------------------------------------------ */

/* For each section its list: the count in the memory section, the least size of an item, and a walk, which
 * returns the number of items. Elements have two counts, but are walked once. */
static const struct {
    const char *list;
    uint32_t count, smallest;
    uint32_t (*walk)(const bgf_file *f, al_walk *w, const bgf_visitor *v);
} sections[BGF_SECTIONS] = {
    [BGF_SECTION_STRINGS] = {"strings", BGF_COUNT_STRINGS, STRING_BYTES, walk_strings},
    [BGF_SECTION_ELEMENTS] = {"elements", BGF_COUNT_SMALL, SMALLEST_ELEMENT, walk_elements},
    [BGF_SECTION_CONTRACTS] = {"contracts", BGF_COUNT_CONTRACTS, BGF_CONTRACT_BYTES, walk_contracts},
    [BGF_SECTION_ANIMATIONS] = {"animations", BGF_COUNT_ANIMATIONS, BGF_ANIMATION_BYTES, walk_animations},
    [BGF_SECTION_PARAMS] = {"params", BGF_COUNT_PARAMS, BGF_PARAM_BYTES, walk_params},
    [BGF_SECTION_SLIDES] = {"slides", BGF_COUNT_SLIDES, BGF_SLIDE_BYTES, walk_slides},
};

/* If the items of a section don't fit its size and their count, they were read from the wrong place after
 * some wrong number. */
static bool is_trusted(const anark_section *section)
{
    return section->whole || !section->sized;
}

void bgf_visit_section(const bgf_file *f, uint32_t section, const bgf_visitor *v)
{
    if (section >= f->file.section_count || sections[section].walk == NULL ||
        !is_trusted(&f->file.sections[section]))
        return;
    al_walk w = anark_walk_again(&f->file, section);
    (void)sections[section].walk(f, &w, v);
}

/* The number of items by the counts; ANY_ITEMS if the file is too small for it. */
static uint32_t counted_items(const bgf_file *f, uint32_t section)
{
    if (section == BGF_SECTION_ELEMENTS)
        return f->elements_counted ? f->counts[BGF_COUNT_SMALL] + f->counts[BGF_COUNT_LARGE] : ANY_ITEMS;
    return f->counted[sections[section].count] ? f->counts[sections[section].count] : ANY_ITEMS;
}

/* Where the logic section ends: the sections after it start with the number of params. */
static uint64_t end_of_logic(uint32_t params, al_span rest)
{
    for (uint64_t at = 0; at + ANARK_SECTION_BYTES <= rest.len; at++) {
        const uint64_t slides = at + ANARK_SECTION_BYTES + (uint64_t)params * BGF_PARAM_BYTES;
        if (al_u32_at(rest, at) == (uint64_t)params * BGF_PARAM_BYTES &&
            rest.len >= slides + ANARK_SECTION_BYTES &&
            rest.len - slides - ANARK_SECTION_BYTES == al_u32_at(rest, slides))
            return at;
    }
    return 0;
}

static uint64_t contents_end(const anark_file *file, uint32_t number, al_span rest)
{
    static const bgf_visitor nobody = {.context = NULL};
    if (number == BGF_SECTION_MEMORY)
        return BGF_MEMORY_BYTES;
    bgf_file f = {.file = *file};
    for (uint32_t i = 0; i < BGF_COUNTS; i++)
        f.counts[i] = al_u32_at(file->sections[BGF_SECTION_MEMORY].contents, 4 * (uint64_t)i);
    if (number == BGF_SECTION_LOGIC)
        return end_of_logic(f.counts[BGF_COUNT_PARAMS], rest);
    for (uint32_t i = 0; i < BGF_COUNTS; i++)
        f.counted[i] = f.counts[i] <= file->walk.max_bytes;
    f.elements_counted = f.counted[BGF_COUNT_SMALL] && f.counted[BGF_COUNT_LARGE];
    f.items[number] = counted_items(&f, number);
    if (f.items[number] == ANY_ITEMS)
        return ANARK_NO_END;
    al_walk w = al_walk_again(&file->walk, 0);
    w.bytes = rest;
    (void)sections[number].walk(&f, &w, &nobody);
    return w.stopped ? ANARK_NO_END : w.at;
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

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

static void note_element(void *context, const bgf_element *e)
{
    bgf_file *f = context;
    const bgf_place place = {.at = e->record.base, .attributes = e->attributes.len / BGF_VALUE_BYTES};
    f->elements[f->element_count++] = place;
    f->held[BGF_COUNT_LARGE] += is_large(e->record);
    f->held[BGF_COUNT_ATTRIBUTES] += place.attributes;
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

/* Reports a section that has another number of items than its count. Of elements only the number of large
 * ones may be wrong, which a rule reports. */
static bool has_counted_items(const bgf_file *f, uint32_t section)
{
    const uint32_t number = sections[section].count;
    const uint64_t large = section == BGF_SECTION_ELEMENTS ? f->held[BGF_COUNT_LARGE] : 0;
    const uint64_t held = f->items[section] - large;
    if (held == f->counts[number])
        return true;
    al_claim claim = al_item_claim(BGF_SECTION_SIZE, &bgf_memory_layout, f->memory, BGF_MEMORY_AT_counts,
                                   number, &f->memory_path);
    claim.expected = al_uint(held);
    al_report(f->file.job->sink, &claim, "memory for %s: %" PRIu32 ", but %s has %" PRIu64,
              al_word_of(&bgf_memory_layout.rows[0], al_uint(number)), f->counts[number],
              format.sections[section], held);
    return false;
}

/* The number of items that end with their section; ANY_ITEMS if none does. */
static uint32_t fitting_items(bgf_file *f, uint32_t number)
{
    static const bgf_visitor nobody = {.context = NULL};
    al_walk w = anark_walk_again(&f->file, number);
    f->items[number] = ANY_ITEMS;
    const uint32_t items = sections[number].walk(f, &w, &nobody);
    return w.stopped ? ANY_ITEMS : items;
}

/* Decides how many items of a section to read. */
static void choose_items(bgf_file *f, uint32_t number, al_walk *w)
{
    const anark_section *section = &f->file.sections[number];
    const uint32_t most = (uint32_t)(section->contents.len / sections[number].smallest) + 1;
    uint32_t items = section->sized ? fitting_items(f, number) : ANY_ITEMS;
    if (items == ANY_ITEMS)
        items = counted_items(f, number);
    if (items == ANY_ITEMS && !section->sized && !section->cut) { /* nothing tells where they end */
        items = 0;
        anark_skip_section(&f->file, number, w);
    }
    f->items[number] = items < most ? items : most; /* one more than fits, so that the walk reports the end */
}

/* Returns whether the section has as many items as its count says, or the count is not known. */
static bool read_list(bgf_file *f, uint32_t number, al_walk *w)
{
    const bgf_visitor notes = {.context = f,
                               .element = note_element,
                               .contract = note_contract,
                               .animation = note_animation,
                               .setting = note_setting};
    const uint32_t counted = counted_items(f, number);
    const al_path path = al_field(NULL, sections[number].list);
    choose_items(f, number, w);
    if (number == BGF_SECTION_ELEMENTS && w->listener != NULL)
        index_strings(f);
    al_walk_announce_list(w, &path, f->items[number]);
    (void)sections[number].walk(f, w, &notes);
    const bool sized = f->file.sections[number].sized;
    const bool whole = !w->stopped && (sized ? al_walk_rest(w).len == 0 : counted != ANY_ITEMS);
    f->list_known[number] = whole || counted != ANY_ITEMS;
    f->list_total[number] = whole ? f->items[number] : counted;
    return !whole || counted == ANY_ITEMS || f->items[number] == counted || has_counted_items(f, number);
}

static void read_section(bgf_file *f, uint32_t number)
{
    al_walk w = anark_walk(&f->file, number);
    bool agrees = true;
    if (number == BGF_SECTION_MEMORY)
        read_memory(f, &w);
    else if (number == BGF_SECTION_LOGIC)
        anark_skip_section(&f->file, number, &w);
    else
        agrees = read_list(f, number, &w);
    anark_end_section(&f->file, number, &w);
    f->file.sections[number].whole &= agrees;
    if (number == BGF_SECTION_ELEMENTS && !is_trusted(&f->file.sections[number]))
        f->element_count = 0;
}

al_parsed bgf_parse(al_job *job, void *document)
{
    bgf_file *f = document;
    if (!anark_open(&f->file, job, &format))
        return AL_REFUSED;
    f->header = bgf_header_read(f->file.header);
    f->memory_path = al_field(NULL, "memory");
    for (uint32_t i = 0; i < f->file.section_count; i++) {
        if (i == BGF_SECTION_ELEMENTS) {
            const uint64_t most = f->file.sections[i].contents.len / SMALLEST_ELEMENT + 1;
            f->elements = al_alloc(job->arena, most, sizeof *f->elements);
            if (f->elements == NULL)
                return AL_NO_MEMORY;
        }
        read_section(f, i);
    }
    return AL_READ;
}
