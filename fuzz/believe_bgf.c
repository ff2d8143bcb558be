/* believe_bgf.c: loads a BGF as a game does, once: the first section has the sizes of all its pools, which
 * the others fill in the order of the file, and things are linked by their numbers. Nobody knows what the
 * counts 5, 7, 11 and 12 are about: there are no pools for them.
 */
#include "believe_anark.h"

enum { COUNTS = 19, UNKNOWN_COUNTS = 6 };
enum { SMALL, LARGE, ATTRIBUTES, CONTRACTS, EVENTS, STRINGS = 6, ANIMATIONS = 8, KEYS, LOGICS };
enum { PARAMS = 13, SLIDES, SETTINGS, VALUES, REFS, PADDINGS };
enum { INT = 1, FLOAT = 3, STRING = 5, LARGE_FLAG = 4, KEY = 24, SLIDE_NAME = 16 };

/* Bytes of a thing in memory; 0: no pool. */
static const uint32_t sizes[COUNTS] = {
    [SMALL] = 32,  [LARGE] = 64,      [ATTRIBUTES] = 8, [CONTRACTS] = 16, [EVENTS] = 8,
    [STRINGS] = 8, [ANIMATIONS] = 16, [KEYS] = KEY,     [LOGICS] = 32,    [PARAMS] = 8,
    [SLIDES] = 48, [SETTINGS] = 32,   [VALUES] = 8,     [REFS] = 8,       [PADDINGS] = 4};

typedef struct pool {
    uint8_t *things;
    uint32_t count, used;
} pool;

typedef struct face {
    believe_reader *r;
    pool pools[COUNTS];
    char **strings;
    int32_t *parents;
    uint32_t *users; /* of an element */
    uint32_t elements;
} face;

/* The next thing of a pool, which has a number of its own. */
static void take(face *f, uint32_t kind)
{
    pool *p = &f->pools[kind];
    memset(p->things + (size_t)p->used++ * sizes[kind], 1, sizes[kind]); /* relies on bgf/count-total */
}

/* The element with the next number. */
static void use_element(const face *f)
{
    const uint32_t number = next_u32(f->r);
    /* relies on bgf/contract-element, bgf/animation-element, bgf/slide-element */
    believe_require(f->r, number < f->elements, "an element doesn't exist");
    f->users[number]++;
}

/* The string with that number. */
static void use_string(const face *f, uint32_t number)
{
    /* relies on bgf/string-index */
    believe_require(f->r, number < f->pools[STRINGS].count, "a string doesn't exist");
    (void)believe_alloc(f->r, strlen(f->strings[number]), 1);
}

static void read_memory(face *f)
{
    for (uint32_t i = 0; i < COUNTS; i++) {
        f->pools[i].count = next_u32(f->r);
        f->pools[i].things = believe_alloc(f->r, f->pools[i].count, sizes[i]); /* relies on bgf/count-range */
    }
    f->r->at += 4 * (size_t)UNKNOWN_COUNTS;
    f->elements = f->pools[SMALL].count + f->pools[LARGE].count;
    f->parents = believe_alloc(f->r, f->elements, sizeof *f->parents);
    f->users = believe_alloc(f->r, f->elements, sizeof *f->users);
    f->strings = believe_alloc(f->r, f->pools[STRINGS].count, sizeof *f->strings);
}

static void read_strings(face *f)
{
    for (uint32_t i = 0; i < f->pools[STRINGS].count; i++)
        f->strings[i] = next_text(f->r, NULL); /* relies on bgf/truncated */
}

/* A value with its type. */
static void read_value(face *f, uint32_t kind)
{
    const uint32_t type = next_u32(f->r) >> 27 & 7;
    const uint32_t value = next_u32(f->r);
    take(f, kind);
    /* relies on bgf/attribute-type */
    believe_require(f->r, type == INT || (type >= FLOAT && type <= STRING), "a value is of an unknown type");
    if (type == STRING)
        use_string(f, value);
}

static void read_elements(face *f)
{
    for (uint32_t i = 0; i < f->elements; i++) {
        f->r->at += 4;
        f->parents[i] = next_i32(f->r);
        f->r->at += 4;
        const uint8_t type = next_u8(f->r), flags = next_u8(f->r);
        take(f, (flags & LARGE_FLAG) != 0 ? LARGE : SMALL);
        /* relies on bgf/element-type */
        believe_require(f->r, type >= 1 && type <= 8, "an element is of an unknown type");
        f->r->at += (flags & LARGE_FLAG) != 0 ? 5 : 0;
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            read_value(f, ATTRIBUTES);
    }
    believe_tree(f->r, f->parents,
                 f->elements); /* relies on bgf/parent-index, bgf/parent-cycle, bgf/nesting */
}

static void read_contracts(face *f)
{
    for (uint32_t i = 0; i < f->pools[CONTRACTS].count; i++) {
        use_element(f);
        for (uint32_t left = next_u32(f->r); left > 0; left--) {
            take(f, EVENTS);
            use_string(f, next_u32(f->r));
        }
    }
}

static void read_animations(face *f)
{
    for (uint32_t i = 0; i < f->pools[ANIMATIONS].count; i++) {
        use_element(f);
        take(f, ANIMATIONS);
        f->r->at += 6;
        /* the number is unsigned in memory: relies on bgf/empty-animation */
        for (uint16_t left = next_u16(f->r); left > 0; left--) {
            take(f, KEYS);
            (void)next_bytes(f->r, 1, KEY);
        }
    }
}

static void skip_logic(face *f)
{
    (void)f;
}

/* The hash of a name, by the formula: the bits of it that files compare. */
static uint32_t hash_of(const char *name)
{
    uint64_t hash = 0;
    for (size_t i = 0; i == 0 || name[i - 1] != '\0'; i++)
        hash = (hash * 0x1003F + (uint8_t)name[i]) & UINT32_MAX;
    return (uint32_t)hash & 0x7FFFFFF;
}

static void read_params(face *f)
{
    const uint32_t string = hash_of("string");
    for (uint32_t i = 0; i < f->pools[PARAMS].count; i++) {
        const bool is_string = (next_u32(f->r) & 0x7FFFFFF) == string;
        const uint32_t value = next_u32(f->r);
        if (is_string)
            use_string(f, value);
    }
}

static void read_setting(face *f)
{
    use_element(f);
    take(f, SETTINGS);
    f->r->at++;
    for (uint32_t left = next_u32(f->r); left > 0; left--)
        read_value(f, VALUES);
    for (uint32_t left = next_u32(f->r); left > 0; left--) {
        f->r->at += 2;
        const int16_t animation = next_i16(f->r);
        /* relies on bgf/animation-ref */
        believe_require(f->r, animation >= 0 && (uint32_t)animation < f->pools[ANIMATIONS].used,
                        "a slide plays an animation that was not loaded");
        take(f, REFS);
    }
}

static void read_slides(face *f)
{
    for (uint32_t i = 0; i < f->pools[SLIDES].count; i++) {
        f->r->at += SLIDE_NAME;
        use_element(f);
        take(f, SLIDES);
        f->r->at += 9;
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            read_setting(f);
    }
}

void believe_bgf(believe_reader *r)
{
    typedef void section(face * f);
    static section *const sections[] = {read_memory,     read_strings, read_elements, read_contracts,
                                        read_animations, skip_logic,   read_params,   read_slides};
    static const size_t filled[] = {SMALL, LARGE, ATTRIBUTES, EVENTS, KEYS, SETTINGS, VALUES, REFS};
    face f = {.r = r};
    anark_read_header(r, 2, 0x1A, 3);
    believe_require(r, r->data[26] <= 2, "its fit mode is unknown"); /* relies on bgf/fit-mode */
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        const size_t end = anark_start_section(r);
        sections[i](&f);
        r->at = sections[i] == skip_logic ? end : r->at;
        anark_end_section(r, end);
    }
    believe_require(r, r->at <= r->end,
                    "its last section ends outside the file");    /* relies on bgf/truncated */
    for (size_t i = 0; i < sizeof filled / sizeof filled[0]; i++) /* relies on bgf/count-total */
        believe_require(r, f.pools[filled[i]].used == f.pools[filled[i]].count, "a pool is not full");
}
