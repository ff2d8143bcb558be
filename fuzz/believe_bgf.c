/* believe_bgf.c: reads a BGF as a game would that trusts it, once, in the order of its sections. Everything
 * goes into blocks of the sizes that the first section states, in the places that the other sections give,
 * and is linked by its numbers.
 *
 * No rule of level error tests the counts 10 and 18, so no block is allocated for them; nor for 5, 7, 11 and
 * 12: their meaning is unknown.
 */
#include "believe_anark.h"

enum { COUNTS = 19, UNKNOWN_COUNTS = 6 };
enum { SMALL, LARGE, ATTRIBUTES, CONTRACTS, EVENTS, STRINGS = 6, ANIMATIONS = 8, KEYS };
enum { PARAMS = 13, SLIDES, SETTINGS, VALUES, REFS };
enum { INT = 1, FLOAT = 3, BOOL = 4, STRING = 5, FLAG_LARGE = 4, KEY = 24, SLIDE_NAME = 16 };

typedef struct element {
    uint32_t name;
    int32_t item;
    uint8_t type, flags;
    uint32_t users;
} element;

typedef struct face {
    believe_reader *r;
    uint32_t counts[COUNTS], used[COUNTS]; /* things with memory, and those that were put there */
    element *small, *large, **elements;    /* by kind, and by their numbers */
    int32_t *parents;
    char **strings;
    uint8_t *keys;
    uint32_t *attributes, *values, *params;
    char **events;
    element **contracts, **slides, **settings;
    uint32_t *refs, *animations; /* an animation is the number of its first key */
} face;

/* Room for all things of one kind. */
static void *room(face *f, uint32_t kind, uint64_t size)
{
    return believe_alloc(f->r, f->counts[kind], size);
}

static void read_memory(face *f)
{
    for (size_t i = 0; i < COUNTS; i++)
        f->counts[i] = next_u32(f->r);
    f->r->at += (size_t)UNKNOWN_COUNTS * 4;
    const uint64_t elements = (uint64_t)f->counts[SMALL] + f->counts[LARGE];
    f->small = room(f, SMALL, sizeof *f->small);
    f->large = room(f, LARGE, sizeof *f->large);
    f->elements = believe_alloc(f->r, elements, sizeof *f->elements);
    f->parents = believe_alloc(f->r, elements, sizeof *f->parents);
    f->strings = room(f, STRINGS, sizeof *f->strings);
    f->keys = room(f, KEYS, KEY);
    f->attributes = room(f, ATTRIBUTES, sizeof *f->attributes);
    f->values = room(f, VALUES, sizeof *f->values);
    f->events = room(f, EVENTS, sizeof *f->events);
    f->settings = room(f, SETTINGS, sizeof *f->settings);
    f->refs = room(f, REFS, sizeof *f->refs);
    f->animations = room(f, ANIMATIONS, sizeof *f->animations);
    f->contracts = room(f, CONTRACTS, sizeof *f->contracts);
    f->params = room(f, PARAMS, sizeof *f->params);
    f->slides = room(f, SLIDES, sizeof *f->slides);
}

static void read_strings(face *f)
{
    for (uint32_t i = 0; i < f->counts[STRINGS]; i++)
        f->strings[i] = next_text(f->r, NULL);
}

/* A value with its type; for a string, its length. */
static uint32_t read_value(face *f)
{
    const uint32_t type = next_u32(f->r) >> 27 & 7, value = next_u32(f->r);
    if (type == STRING)
        return (uint32_t)strlen(f->strings[(int32_t)value]); /* relies on bgf/string-index */
    /* relies on bgf/attribute-type */
    believe_require(f->r, type == INT || type == FLOAT || type == BOOL, "a value is of an unknown type");
    return value;
}

static void read_element(face *f, uint32_t number)
{
    element e = {.name = next_u32(f->r)};
    f->parents[number] = next_i32(f->r);
    e.item = next_i32(f->r);
    e.type = next_u8(f->r);
    e.flags = next_u8(f->r);
    const bool large = (e.flags & FLAG_LARGE) != 0;
    f->elements[number] = large ? &f->large[f->used[LARGE]++] : &f->small[f->used[SMALL]++];
    *f->elements[number] = e; /* relies on bgf/count-total */
    /* relies on bgf/element-type */
    believe_require(f->r, e.type >= 1 && e.type <= 8, "an element is of an unknown type");
    f->r->at += large ? 5 : 0;
    for (uint32_t left = next_u32(f->r); left > 0; left--)
        f->attributes[f->used[ATTRIBUTES]++] = read_value(f);
}

static void read_elements(face *f)
{
    const uint32_t count = f->counts[SMALL] + f->counts[LARGE];
    for (uint32_t i = 0; i < count; i++)
        read_element(f, i);
}

/* The element with the next number, which is used. */
static element *next_element(face *f)
{
    element *e = f->elements[next_i32(f->r)];
    e->users++;
    return e;
}

static void read_contracts(face *f)
{
    for (uint32_t i = 0; i < f->counts[CONTRACTS]; i++) {
        f->contracts[i] = next_element(f); /* relies on bgf/contract-element */
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            f->events[f->used[EVENTS]++] = f->strings[next_i32(f->r)];
    }
}

static void read_animations(face *f)
{
    believe_reader *r = f->r;
    for (uint32_t i = 0; i < f->counts[ANIMATIONS]; i++) {
        (void)next_element(f); /* relies on bgf/animation-element */
        r->at += 6;
        const int16_t keys = next_i16(r);
        f->animations[i] = f->used[KEYS];
        for (int16_t k = 0; k < keys; k++, r->at += KEY)
            memcpy(f->keys + (size_t)KEY * f->used[KEYS]++, r->data + r->at, KEY);
        /* relies on bgf/empty-animation */
        believe_require(r, keys >= 0, "an animation has a negative number of keys");
    }
}

static void read_params(face *f)
{
    const uint32_t string = anark_hash("string");
    for (uint32_t i = 0; i < f->counts[PARAMS]; i++) {
        const bool is_string = (next_u32(f->r) & 0x7FFFFFF) == string;
        const int32_t value = next_i32(f->r);
        f->params[i] = is_string ? (uint32_t)strlen(f->strings[value]) : (uint32_t)value;
    }
}

static void read_setting(face *f)
{
    f->settings[f->used[SETTINGS]++] = next_element(f);
    f->r->at++;
    for (uint32_t left = next_u32(f->r); left > 0; left--)
        f->values[f->used[VALUES]++] = read_value(f);
    for (uint32_t left = next_u32(f->r); left > 0; left--) {
        f->r->at += 2;
        f->refs[f->used[REFS]++] = f->animations[next_i16(f->r)]; /* relies on bgf/animation-ref */
    }
}

static void read_slides(face *f)
{
    for (uint32_t i = 0; i < f->counts[SLIDES]; i++) {
        f->r->at += SLIDE_NAME;
        f->slides[i] = next_element(f); /* relies on bgf/slide-element */
        f->r->at += 9;
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            read_setting(f);
    }
}

/* As many things were read as have memory. */
static void compare_counts(const face *f)
{
    static const size_t compared[] = {LARGE, ATTRIBUTES, EVENTS, KEYS, SETTINGS, VALUES, REFS};
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++)
        /* relies on bgf/count-total */
        believe_require(f->r, f->used[compared[i]] == f->counts[compared[i]],
                        "the counts of the first section are not those of the others");
}

void believe_bgf(believe_reader *r)
{
    typedef void section(face * f);
    static section *const sections[] = {read_memory,     read_strings,     read_elements, read_contracts,
                                        read_animations, NULL /* logic */, read_params,   read_slides};
    face f = {.r = r};
    anark_read_header(r, 2, 0x1A, 3);
    believe_require(r, r->data[26] <= 2, "its fit mode is unknown"); /* relies on bgf/fit-mode */
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        const size_t end = anark_start_section(r);
        if (sections[i] != NULL)
            sections[i](&f);
        else
            r->at = end;
        anark_end_section(r, end);
        if (sections[i] == read_elements)
            anark_use_tree(r, f.parents, f.counts[SMALL] + f.counts[LARGE]);
    }
    believe_require(r, r->at <= r->end, "its last section ends outside the file");
    compare_counts(&f);
}
