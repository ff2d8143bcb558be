/* import_bgf.c: loads a BGF as a game does: the first section has the sizes of all its pools, which are
 * filled in the order of the file.
 */
#include "believe_anark.h"
#include "import.h"

enum {
    COUNTS = 19,
    SMALL = 0,
    LARGE,
    ATTRIBUTES,
    CONTRACTS,
    EVENTS,
    STRINGS = 6,
    ANIMATIONS = 8,
    KEYS,
    LOGICS
};
enum { PARAMS = 13, SLIDES, SETTINGS, VALUES, REFS, PADDINGS };
enum { STRING_TYPE = 5, LARGE_FLAG = 4, KEY = 24, UNKNOWN_COUNTS = 6 };

/* Bytes of a thing in memory; 0 where nobody knows what is counted. */
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
    f->users[next_i32(f->r)]++; /* relies on bgf/contract-element, bgf/animation-element, bgf/slide-element */
}

static void import_memory(face *f)
{
    for (uint32_t i = 0; i < COUNTS; i++) {
        f->pools[i].count = next_u32(f->r);
        f->pools[i].things = import_room(f->r, f->pools[i].count, sizes[i]); /* relies on bgf/count-range */
    }
    f->r->at += 4 * (size_t)UNKNOWN_COUNTS;
    f->elements = f->pools[SMALL].count + f->pools[LARGE].count;
    f->parents = import_room(f->r, f->elements, sizeof *f->parents);
    f->users = import_room(f->r, f->elements, sizeof *f->users);
    f->strings = import_room(f->r, f->pools[STRINGS].count, sizeof *f->strings);
}

static void import_strings(face *f)
{
    for (uint32_t i = 0; i < f->pools[STRINGS].count; i++)
        f->strings[i] = next_text(f->r, NULL); /* relies on bgf/truncated */
}

/* A value of its type, from a pool; a string is looked up. */
static void import_value(face *f, uint32_t kind)
{
    const uint32_t type = next_u32(f->r) >> 27 & 7;
    const int32_t value = next_i32(f->r);
    take(f, kind);
    /* relies on bgf/attribute-type */
    believe_require(f->r, type == 1 || (type >= 3 && type <= STRING_TYPE), "a value of no type");
    if (type == STRING_TYPE)
        (void)import_room(f->r, (uint32_t)strlen(f->strings[value]), 1); /* relies on bgf/string-index */
}

static void import_elements(face *f)
{
    static const char *const types[] = {NULL,       "geometry", "camera", "light",   "text",
                                        "material", "texture",  "dummy",  "contract"};
    for (uint32_t i = 0; i < f->elements; i++) {
        f->r->at += 4;
        f->parents[i] = next_i32(f->r);
        f->r->at += 4;
        const uint8_t type = next_u8(f->r), flags = next_u8(f->r);
        take(f, (flags & LARGE_FLAG) != 0 ? LARGE : SMALL);
        /* relies on bgf/element-type */
        believe_require(f->r, type < sizeof types / sizeof types[0] && types[type] != NULL,
                        "a face has no such element");
        f->r->at += (flags & LARGE_FLAG) != 0 ? 5 : 0;
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            import_value(f, ATTRIBUTES);
    }
    (void)import_pose(f->r, f->parents, NULL,
                      f->elements); /* relies on bgf/parent-index, bgf/parent-cycle, bgf/nesting */
}

static void import_contracts(face *f)
{
    for (uint32_t i = 0; i < f->pools[CONTRACTS].count; i++) {
        use_element(f);
        for (uint32_t left = next_u32(f->r); left > 0; left--) {
            take(f, EVENTS);
            (void)import_room(f->r, (uint32_t)strlen(f->strings[next_i32(f->r)]), 1);
        }
    }
}

static void import_animations(face *f)
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

static void import_params(face *f)
{
    const uint32_t string = anark_hash("string");
    for (uint32_t i = 0; i < f->pools[PARAMS].count; i++) {
        const bool is_string = (next_u32(f->r) & 0x7FFFFFF) == string;
        const int32_t value = next_i32(f->r);
        if (is_string)
            (void)import_room(f->r, (uint32_t)strlen(f->strings[value]), 1);
    }
}

static void import_setting(face *f)
{
    use_element(f);
    take(f, SETTINGS);
    f->r->at++;
    for (uint32_t left = next_u32(f->r); left > 0; left--)
        import_value(f, VALUES);
    for (uint32_t left = next_u32(f->r); left > 0; left--) {
        f->r->at += 2;
        const uint8_t *animations = f->pools[ANIMATIONS].things;
        const uint8_t first =
            animations[sizes[ANIMATIONS] * (ptrdiff_t)next_i16(f->r)]; /* relies on bgf/animation-ref */
        take(f, REFS);
        believe_require(f->r, first == 1,
                        "a slide plays an animation that was not loaded"); /* relies on bgf/animation-ref */
    }
}

static void import_slides(face *f)
{
    for (uint32_t i = 0; i < f->pools[SLIDES].count; i++) {
        f->r->at += 16;
        use_element(f);
        take(f, SLIDES);
        f->r->at += 9;
        for (uint32_t left = next_u32(f->r); left > 0; left--)
            import_setting(f);
    }
}

static void skip_logic(face *f)
{
    (void)f;
}

void import_bgf(believe_reader *r)
{
    typedef void section(face * f);
    static section *const sections[] = {import_memory,     import_strings, import_elements, import_contracts,
                                        import_animations, skip_logic,     import_params,   import_slides};
    face f = {.r = r};
    anark_read_header(r, 2, 0x1A, 3);
    believe_require(r, r->data[26] <= 2, "a screen has no such fit mode"); /* relies on bgf/fit-mode */
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        const size_t end = anark_start_section(r);
        sections[i](&f);
        r->at = sections[i] == skip_logic ? end : r->at;
        anark_end_section(r, end);
    }
    for (size_t i = LARGE; i <= REFS; i++) /* relies on bgf/count-total */
        believe_require(r,
                        f.pools[i].used == f.pools[i].count || i == CONTRACTS || i == STRINGS ||
                            i == PARAMS || i == LOGICS || sizes[i] == 0,
                        "a pool is not full");
}
