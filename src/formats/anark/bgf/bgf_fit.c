/* bgf_fit.c: finds the wrong count of a section whose contents don't end with it. Usually exactly one count
 * is wrong: the one that can be changed so that the whole section is plausible.
 */
#include "formats/anark/bgf/bgf_fit.h"

#include "core/limits.h"
#include "core/work.h"

enum { SMALLEST_SETTING = BGF_SETTING_BYTES + BGF_REFS_BYTES };

/* Totals of a section that the memory section has, too. */
enum { TOTALS = 3 };

/* The progress of a skim: items, and their totals. */
typedef struct state {
    uint64_t at;
    uint64_t items, large;
    uint64_t totals[TOTALS];
} state;

/* A count that the skim passed: its place, its width, the bytes of a counted item, and the state at the
 * start of the list item that has it. */
typedef struct counted_field {
    uint64_t at;
    uint32_t width, size;
    state before;
} counted_field;

/* The latest counts. Those of slides have a ring of their own, because a slide has many settings with
 * counts. */
enum { NOTED = 32, RINGS = 2 };
typedef enum ring { OUTER, INNER } ring;
typedef struct notes {
    counted_field last[RINGS][NOTED];
    uint64_t count[RINGS];
} notes;

typedef enum outcome {
    EXACT, /* the contents end with the section */
    SHORT, /* the contents end before the section */
    LEAVES,
    IMPLAUSIBLE, /* an item has values that no file should have */
    REFUSED,     /* a negative number of keys: another rule reports it */
    OUT_OF_WORK  /* the work budget is used up */
} outcome;

typedef struct skim {
    const bgf_file *f;
    uint32_t section;
    al_span bytes;
    bool strict;              /* values have to be plausible */
    const anark_index *names; /* of attributes; needed if strict */
    uint64_t expected;        /* number of items */
    state now, item;
    const counted_field *other; /* the field to read as `value` */
    uint32_t value;
    notes *notes; /* NULL: not needed */
    al_work *work;
} skim;

/* ---- Layouts of items ---------------------------------------------------------------------------------- */

static bool skip(skim *s, uint64_t size)
{
    if (size > s->bytes.len - s->now.at)
        return false;
    s->now.at += size;
    return true;
}

static bool is_index(int32_t number, bool known, uint64_t there)
{
    return number >= 0 && (!known || (uint64_t)number < there);
}

static bool is_element(const skim *s, uint64_t at)
{
    return is_index(al_i32_at(s->bytes, at), s->f->list_known[BGF_SECTION_ELEMENTS],
                    s->f->list_total[BGF_SECTION_ELEMENTS]);
}

static void note_field(skim *s, uint32_t width, uint32_t size)
{
    const ring r = size == SMALLEST_SETTING ? OUTER : INNER;
    if (s->notes != NULL)
        s->notes->last[r][s->notes->count[r]++ % NOTED] =
            (counted_field){.at = s->now.at, .width = width, .size = size, .before = s->item};
}

/* Takes a count of items of at least `size` bytes. */
static bool take_number(skim *s, uint32_t width, uint32_t size, uint32_t *number)
{
    const uint64_t at = s->now.at;
    if (s->bytes.len - at < width)
        return false;
    note_field(s, width, size);
    *number = width == 2 ? al_u16_at(s->bytes, at) : al_u32_at(s->bytes, at);
    if (s->other != NULL && s->other->at == at)
        *number = s->value;
    s->now.at += width;
    return *number <= INT32_MAX && (uint64_t)*number * size <= s->bytes.len - s->now.at;
}

/* Takes a count and its items, each of `size` bytes. */
static bool take_items(skim *s, uint32_t size, uint32_t total)
{
    uint32_t number;
    if (!take_number(s, 4, size, &number))
        return false;
    s->now.totals[total] += number;
    return skip(s, (uint64_t)number * size);
}

typedef bool sense(const skim *s, uint64_t at);

static bool is_value(const skim *s, uint64_t at)
{
    const uint32_t type_and_name = al_u32_at(s->bytes, at), type = bgf_type_of(type_and_name);
    return (type == BGF_TYPE_INT || type == BGF_TYPE_FLOAT || type == BGF_TYPE_BOOL ||
            type == BGF_TYPE_STRING) &&
           anark_attribute_name(s->names, type_and_name) != NULL;
}

static bool is_event(const skim *s, uint64_t at)
{
    return is_index(al_i32_at(s->bytes, at), s->f->list_known[BGF_SECTION_STRINGS],
                    s->f->list_total[BGF_SECTION_STRINGS]);
}

static bool is_ref(const skim *s, uint64_t at)
{
    return al_u8_at(s->bytes, at + BGF_REF_AT_is_logic) == 0 &&
           is_index(al_i16_at(s->bytes, at + BGF_REF_AT_idx), s->f->list_known[BGF_SECTION_ANIMATIONS],
                    s->f->list_total[BGF_SECTION_ANIMATIONS]);
}

/* take_items, with a test of each item. */
static outcome take_plausible_items(skim *s, uint32_t size, uint32_t total, sense *makes_sense)
{
    const uint64_t start = s->now.at + 4;
    if (!take_items(s, size, total))
        return LEAVES;
    for (uint64_t at = start; s->strict && at < s->now.at; at += size) {
        if (!al_work_pay(s->work, 1))
            return OUT_OF_WORK;
        if (!makes_sense(s, at))
            return IMPLAUSIBLE;
    }
    return EXACT;
}

/* ---- Items of each list -------------------------------------------------------------------------------- */

static outcome skim_string(skim *s)
{
    uint32_t length;
    return take_number(s, 4, 1, &length) && skip(s, length) ? EXACT : LEAVES;
}

static outcome skim_element(skim *s)
{
    const uint64_t at = s->now.at;
    if (!skip(s, BGF_ELEMENT_BYTES))
        return LEAVES;
    const int32_t parent = al_i32_at(s->bytes, at + BGF_ELEMENT_AT_parent_idx);
    const uint8_t type = al_u8_at(s->bytes, at + BGF_ELEMENT_AT_type);
    const uint8_t flags = al_u8_at(s->bytes, at + BGF_ELEMENT_AT_flags);
    const bool large = (flags & BGF_FLAG_LARGE) != 0;
    if (s->strict && (parent < -1 || (parent >= 0 && (uint64_t)parent >= s->expected) ||
                      al_find_word(&bgf_element_type_words, type) == NULL ||
                      (flags & ~(unsigned)(BGF_FLAG_ACTIVE | BGF_FLAG_LARGE)) != 0))
        return IMPLAUSIBLE;
    s->now.large += large;
    return !large || skip(s, BGF_LARGE_BYTES) ? take_plausible_items(s, BGF_VALUE_BYTES, 0, is_value)
                                              : LEAVES;
}

static outcome skim_contract(skim *s)
{
    const uint64_t at = s->now.at;
    if (!skip(s, BGF_CONTRACT_AT_num_events))
        return LEAVES;
    if (s->strict && !is_element(s, at + BGF_CONTRACT_AT_element_idx))
        return IMPLAUSIBLE;
    return take_plausible_items(s, BGF_EVENT_BYTES, 0, is_event);
}

static outcome skim_animation(skim *s)
{
    const uint64_t at = s->now.at;
    uint32_t keys = 0;
    if (!skip(s, BGF_ANIMATION_AT_num_keys))
        return LEAVES;
    const bool fits = take_number(s, 2, BGF_KEY_BYTES, &keys);
    if (s->strict) {
        const bool flags = al_u8_at(s->bytes, at + BGF_ANIMATION_AT_enabled) <= 1 &&
                           al_u8_at(s->bytes, at + BGF_ANIMATION_AT_can_sync_first) <= 1;
        const bool element = is_element(s, at + BGF_ANIMATION_AT_element_idx);
        const uint32_t hash = al_u32_at(s->bytes, at + BGF_ANIMATION_AT_attr_name_hash);
        const bool name = anark_attribute_name(s->names, hash) != NULL;
        if (keys > INT16_MAX ? !flags || !(element || name) : !flags || !element || !name || keys == 0)
            return IMPLAUSIBLE;
    }
    if (!fits || keys > INT16_MAX)
        return keys > INT16_MAX ? REFUSED : LEAVES;
    s->now.totals[0] += keys;
    return skip(s, (uint64_t)keys * BGF_KEY_BYTES) ? EXACT : LEAVES;
}

static outcome skim_param(skim *s)
{
    return skip(s, BGF_PARAM_BYTES) ? EXACT : LEAVES;
}

static outcome skim_setting(skim *s)
{
    const uint64_t at = s->now.at;
    if (!al_work_pay(s->work, 1))
        return OUT_OF_WORK;
    if (!skip(s, BGF_SETTING_AT_num_values))
        return LEAVES;
    if (s->strict && (!is_element(s, at + BGF_SETTING_AT_element_idx) ||
                      al_u8_at(s->bytes, at + BGF_SETTING_AT_activate) > 1))
        return IMPLAUSIBLE;
    s->now.totals[0]++;
    const outcome values = take_plausible_items(s, BGF_VALUE_BYTES, 1, is_value);
    return values == EXACT ? take_plausible_items(s, BGF_REF_BYTES, 2, is_ref) : values;
}

static outcome skim_slide(skim *s)
{
    const uint64_t at = s->now.at;
    uint32_t settings;
    outcome found = EXACT;
    if (!skip(s, BGF_SLIDE_AT_num_settings))
        return LEAVES;
    if (s->strict &&
        (!is_element(s, at + BGF_SLIDE_AT_element_idx) ||
         al_i32_at(s->bytes, at + BGF_SLIDE_AT_end_ms) < al_i32_at(s->bytes, at + BGF_SLIDE_AT_begin_ms)))
        return IMPLAUSIBLE;
    if (!take_number(s, 4, SMALLEST_SETTING, &settings))
        return LEAVES;
    for (uint32_t i = 0; i < settings && found == EXACT; i++)
        found = skim_setting(s);
    return found;
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

/* The lists, and which counts of the memory section are their totals. */
static const struct {
    outcome (*item)(skim *s);
    uint32_t totals[TOTALS], total_count;
} lists[BGF_SECTIONS] = {
    [BGF_SECTION_STRINGS] = {.item = skim_string},
    [BGF_SECTION_ELEMENTS] = {skim_element, {BGF_COUNT_ATTRIBUTES}, 1},
    [BGF_SECTION_CONTRACTS] = {skim_contract, {BGF_COUNT_EVENTS}, 1},
    [BGF_SECTION_ANIMATIONS] = {skim_animation, {BGF_COUNT_KEYS}, 1},
    [BGF_SECTION_PARAMS] = {.item = skim_param},
    [BGF_SECTION_SLIDES] = {skim_slide, {BGF_COUNT_SETTINGS, BGF_COUNT_VALUES, BGF_COUNT_REFS}, 3},
};

/* Skims `items` items, or, with BGF_ANY_ITEMS, up to the end of the section. */
static outcome skim_list(skim *s, uint32_t items)
{
    while (items == BGF_ANY_ITEMS ? s->now.at < s->bytes.len : s->now.items < items) {
        s->item = s->now;
        const outcome found = al_work_pay(s->work, 1) ? lists[s->section].item(s) : OUT_OF_WORK;
        if (found != EXACT)
            return found;
        s->now.items++;
    }
    return s->now.at == s->bytes.len ? EXACT : SHORT;
}

static bool has_right_totals(const skim *s)
{
    for (uint32_t i = 0; i < lists[s->section].total_count; i++) {
        const uint32_t count = lists[s->section].totals[i];
        if (s->f->counted[count] && s->f->counts[count] != s->now.totals[i])
            return false;
    }
    return true;
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

/* Whether the section is plausible with another number of items. */
static bool try_items(const skim *start, bool strict, bool totals, bgf_fit *fit)
{
    skim s = *start;
    s.strict = strict;
    s.expected = UINT64_MAX; /* accepts every parent */
    if (skim_list(&s, BGF_ANY_ITEMS) != EXACT || (totals && !has_right_totals(&s)))
        return false;
    *fit = (bgf_fit){.kind = BGF_FIT_ITEMS, .items = (uint32_t)s.now.items, .large = s.now.large};
    return true;
}

static bool makes_sense(const skim *start, const counted_field *field, uint64_t value, uint32_t items)
{
    skim s = *start;
    s.now = field->before;
    s.other = field;
    s.value = (uint32_t)value;
    return skim_list(&s, items) == EXACT && has_right_totals(&s);
}

/* Looks for the nearest value of a field that makes the section plausible, at most `*near` away; sets
 * `*near` to the distance. */
static bool try_values(const skim *start, const counted_field *field, uint32_t items, uint64_t *near,
                       uint32_t *value)
{
    const uint64_t room = (start->bytes.len - field->at - field->width) / field->size;
    const uint64_t most = field->width == 2 && room > INT16_MAX ? INT16_MAX : room;
    const uint64_t there =
        field->width == 2 ? al_u16_at(start->bytes, field->at) : al_u32_at(start->bytes, field->at);
    const uint64_t from = there <= most ? there : most + 1,
                   beyond = there - (there <= most ? there : most + 1);
    if (field->width == 2 && there > INT16_MAX) /* a negative number of keys: another rule reports it */
        return false;
    for (uint64_t off = 1;
         off + beyond <= *near && (off <= from || from + off <= most) && start->work->left > 0; off++) {
        const bool less = off <= from && makes_sense(start, field, from - off, items);
        if (!less && !(from + off <= most && makes_sense(start, field, from + off, items)))
            continue;
        *value = (uint32_t)(less ? from - off : from + off);
        *near = off + beyond;
        return true;
    }
    return false;
}

/* Whether the section is plausible with another value in one field. Tries the fields before the place where
 * the section stops being plausible. The field with the smallest change is the wrong one; of several the
 * first, because everything after it was read from the wrong place. */
static bool try_counted_field(const skim *s, const notes *passed, uint64_t near, uint32_t items, bgf_fit *fit)
{
    uint32_t value;
    bool found = false;
    for (uint64_t back = 1; back <= (uint64_t)RINGS * NOTED; back++) {
        const uint64_t r = (back - 1) / NOTED, number = (back - 1) % NOTED + 1, count = passed->count[r];
        near -= r == INNER && number == 1 && found ? 1 : 0; /* of equal changes, the outer field is wrong */
        if (number > count)
            continue;
        const counted_field *field = &passed->last[r][(count - number) % NOTED];
        if (!try_values(s, field, items, &near, &value))
            continue;
        found = true;
        *fit = (bgf_fit){.kind = BGF_FIT_FIELD,
                         .items = items,
                         .repair = {.made = true, .at = s->bytes.base + field->at, .count = value}};
    }
    return found;
}

static bool try_fields(const skim *start, bool strict, uint32_t items, uint64_t near, bgf_fit *fit)
{
    enum { NEAR = 8 }; /* tries small changes first, because trying all takes much work */
    notes passed = {.count = {0}};
    skim s = *start;
    s.strict = strict;
    s.notes = &passed;
    (void)skim_list(&s, items);
    s = *start;
    s.strict = strict;
    return try_counted_field(&s, &passed, near < NEAR ? near : NEAR, items, fit) ||
           (near > NEAR && try_counted_field(&s, &passed, near, items, fit));
}

/* Decides whether the number of items or a count in an item is wrong: the one with the smaller change. */
static bool find_fault(const skim *s, uint32_t items, bgf_fit *fit)
{
    for (int strict = 1; strict >= 0; strict--) {
        const bool other = try_items(s, strict == 1, true, fit);
        const uint64_t away = fit->items > items ? fit->items - items : items - fit->items;
        if (items != BGF_ANY_ITEMS && try_fields(s, strict == 1, items, other ? away - 1 : UINT32_MAX, fit))
            return true;
        if (other)
            return true;
    }
    return try_items(s, false, false, fit);
}

static skim skim_of(const bgf_file *f, uint32_t section, uint32_t items, al_span bytes, al_work *work)
{
    return (skim){.f = f, .section = section, .bytes = bytes, .expected = items, .work = work};
}

bgf_fit bgf_fit_section(const bgf_file *f, uint32_t section, uint32_t items)
{
    const al_span bytes = f->file.sections[section].contents;
    const anark_index names = anark_index_attributes();
    al_work tries = al_work_of(bytes.len + AL_MIN_FIT, AL_MAX_FIT);
    skim start = skim_of(f, section, items, bytes, &tries);
    start.names = &names;
    skim strict = start, lenient = start;
    strict.strict = true;
    const outcome strictly = skim_list(&strict, items);
    bgf_fit fit = {.items = items};
    if (strictly == REFUSED || (strictly == EXACT && items != BGF_ANY_ITEMS && has_right_totals(&strict)))
        return fit;
    const outcome found = skim_list(&lenient, items);
    if (found == EXACT && items != BGF_ANY_ITEMS) { /* may be a coincidence */
        (void)try_fields(&start, true, items, UINT32_MAX, &fit);
        return fit;
    }
    if (find_fault(&start, items, &fit) || found == REFUSED)
        return fit;
    if (strictly == IMPLAUSIBLE)
        fit = (bgf_fit){.kind = BGF_FIT_LOST, .items = (uint32_t)strict.now.items, .lost = strict.item.at};
    return fit;
}

uint64_t bgf_end_of_items(const bgf_file *f, uint32_t section, uint32_t items, al_span rest)
{
    al_work once = al_work_of(rest.len, 1);
    skim s = skim_of(f, section, items, rest, &once);
    const outcome found = skim_list(&s, items);
    return found == EXACT || found == SHORT ? s.now.at : ANARK_NO_END;
}
