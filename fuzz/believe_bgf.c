/* believe_bgf.c: reads a BGF as a game would that trusts it, once, in the order of its sections. Everything
 * goes into blocks that are as large as the first section says, is put there as the other sections have it,
 * and is linked by its numbers.
 *
 * Of the counts 10 and 18 no error is made, whatever they say, so there is no block for them; nor for 5, 7,
 * 11 and 12, which mean nothing that is known.
 */
#include "believe_anark_tree.h"

enum { HEADER = 32, COUNTS = 19, IGNORED = 6 };
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
    anark_reader in;
    uint32_t counts[COUNTS], used[COUNTS]; /* things that there is memory for, and that were put there */
    size_t section_end;
    element *small, *large, **elements; /* by kind, and by their numbers */
    int32_t *parents;
    char **strings;
    uint8_t *keys;
    uint32_t *attributes, *values, *params;
    char **events;
    element **contracts, **slides, **settings;
    uint32_t *refs, *animations; /* an animation is the first of its keys */
} face;

static const char *read_header(face *f)
{
    const uint8_t *p = f->in.data;
    if (memcmp(p + 6, "AnarkBGF", 8) != 0) /* relies on bgf/bad-magic */
        return "it has another magic";
    f->in.big = p[0] == 1;
    f->in.at = 2;
    if (anark_i32(&f->in) != 0x1A) /* relies on bgf/header-size */
        return "its header has another size";
    f->in.at = 14;
    if (anark_i32(&f->in) != 3) /* relies on bgf/unsupported-version */
        return "a version that nobody has seen";
    f->in.at = HEADER;
    return p[26] <= 2 ? NULL : "its fit mode is unknown"; /* relies on bgf/fit-mode */
}

static void start_section(face *f)
{
    size_t size = anark_u32(&f->in); /* relies on bgf/truncated */
    f->section_end = f->in.at + size;
}

/* It is left by its size, wherever its contents end. */
static const char *end_section(face *f)
{
    bool same = f->in.at == f->section_end;
    f->in.at = f->section_end;
    return same ? NULL : "a section has another size than it says"; /* relies on bgf/section-size */
}

/* Room for all things of one kind. */
static void *room(face *f, uint32_t kind, uint64_t size)
{
    return believe_alloc(f->in.file, f->counts[kind], size); /* relies on bgf/count-range */
}

static const char *read_memory(face *f)
{
    start_section(f);
    for (size_t i = 0; i < COUNTS; i++)
        f->counts[i] = anark_u32(&f->in);
    f->in.at += (size_t)IGNORED * 4;
    uint64_t elements = (uint64_t)f->counts[SMALL] + f->counts[LARGE];
    f->small = room(f, SMALL, sizeof *f->small);
    f->large = room(f, LARGE, sizeof *f->large);
    f->elements = believe_alloc(f->in.file, elements, sizeof *f->elements);
    f->parents = believe_alloc(f->in.file, elements, sizeof *f->parents);
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
    if (f->small == NULL || f->large == NULL || f->elements == NULL || f->parents == NULL ||
        f->strings == NULL || f->keys == NULL || f->attributes == NULL || f->values == NULL ||
        f->events == NULL || f->settings == NULL || f->refs == NULL || f->animations == NULL ||
        f->contracts == NULL || f->params == NULL || f->slides == NULL)
        return believe_too_much;
    return end_section(f);
}

static const char *read_strings(face *f)
{
    start_section(f);
    for (uint32_t i = 0; i < f->counts[STRINGS]; i++) {
        uint32_t length;
        f->strings[i] = anark_text(&f->in, &length, 1);
        if (f->strings[i] == NULL)
            return believe_too_much;
    }
    return end_section(f);
}

/* A value with its type; of a string, how long it is. */
static const char *read_value(face *f, uint32_t *into)
{
    uint32_t type = anark_u32(&f->in) >> 27 & 7;
    *into = anark_u32(&f->in);
    if (type == STRING) {
        *into = (uint32_t)strlen(f->strings[(int32_t)*into]); /* relies on bgf/string-index */
        return NULL;
    }
    /* relies on bgf/attribute-type */
    return type == INT || type == FLOAT || type == BOOL ? NULL : "a value is of an unknown type";
}

/* Where it goes depends on its flags. */
static element *place_for(face *f, uint8_t flags)
{
    if ((flags & FLAG_LARGE) != 0)
        return &f->large[f->used[LARGE]++];
    return &f->small[f->used[SMALL]++];
}

static const char *read_element(face *f, uint32_t number)
{
    uint32_t name = anark_u32(&f->in);
    f->parents[number] = anark_i32(&f->in);
    int32_t item = anark_i32(&f->in);
    uint8_t type = anark_u8(&f->in), flags = anark_u8(&f->in);
    element *e = place_for(f, flags);
    *e = (element){.name = name, .item = item, .type = type, .flags = flags}; /* relies on bgf/count-total */
    f->elements[number] = e;
    if (type < 1 || type > 8) /* relies on bgf/element-type */
        return "an element is of an unknown type";
    if ((flags & FLAG_LARGE) != 0)
        f->in.at += 5;
    const char *lie = NULL;
    for (uint32_t left = anark_u32(&f->in); left > 0 && lie == NULL; left--)
        lie = read_value(f, &f->attributes[f->used[ATTRIBUTES]++]);
    return lie;
}

static const char *read_elements(face *f)
{
    uint32_t count = f->counts[SMALL] + f->counts[LARGE];
    const char *lie = NULL;
    start_section(f);
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_element(f, i);
    if (lie == NULL)
        lie = end_section(f);
    return lie == NULL ? anark_hang(f->in.file, f->parents, count) : lie;
}

/* The element that a number means: it is used. */
static element *element_at(face *f)
{
    element *e = f->elements[anark_i32(&f->in)];
    e->users++;
    return e;
}

static const char *read_contracts(face *f)
{
    start_section(f);
    for (uint32_t i = 0; i < f->counts[CONTRACTS]; i++) {
        f->contracts[i] = element_at(f); /* relies on bgf/contract-element */
        for (uint32_t left = anark_u32(&f->in); left > 0; left--)
            f->events[f->used[EVENTS]++] = f->strings[anark_i32(&f->in)]; /* relies on bgf/string-index */
    }
    return end_section(f);
}

static const char *read_animations(face *f)
{
    start_section(f);
    for (uint32_t i = 0; i < f->counts[ANIMATIONS]; i++) {
        (void)element_at(f); /* relies on bgf/animation-element */
        f->in.at += 6;
        int16_t keys = anark_i16(&f->in);
        f->animations[i] = f->used[KEYS];
        for (int16_t k = 0; k < keys; k++, f->in.at += KEY)
            memcpy(f->keys + (size_t)KEY * f->used[KEYS]++, f->in.data + f->in.at, KEY);
        if (keys < 0) /* relies on bgf/empty-animation */
            return "an animation has fewer keys than none";
    }
    return end_section(f);
}

/* "string": its hash, by the formula. */
static uint32_t hash_of(const char *name)
{
    uint64_t hash = 0;
    for (size_t i = 0; i == 0 || name[i - 1] != '\0'; i++)
        hash = (hash * 0x1003F + (uint8_t)name[i]) & UINT32_MAX;
    return (uint32_t)hash;
}

static const char *read_params(face *f)
{
    uint32_t string = hash_of("string") & 0x7FFFFFF;
    start_section(f);
    for (uint32_t i = 0; i < f->counts[PARAMS]; i++) {
        bool is_string = (anark_u32(&f->in) & 0x7FFFFFF) == string;
        int32_t value = anark_i32(&f->in);
        f->params[i] = is_string ? (uint32_t)strlen(f->strings[value]) : (uint32_t)value;
    }
    return end_section(f);
}

static const char *read_setting(face *f)
{
    f->settings[f->used[SETTINGS]++] = element_at(f);
    f->in.at++;
    const char *lie = NULL;
    for (uint32_t left = anark_u32(&f->in); left > 0 && lie == NULL; left--)
        lie = read_value(f, &f->values[f->used[VALUES]++]);
    for (uint32_t left = lie == NULL ? anark_u32(&f->in) : 0; left > 0; left--) {
        f->in.at += 2;
        f->refs[f->used[REFS]++] = f->animations[anark_i16(&f->in)]; /* relies on bgf/animation-ref */
    }
    return lie;
}

static const char *read_slides(face *f)
{
    const char *lie = NULL;
    start_section(f);
    for (uint32_t i = 0; i < f->counts[SLIDES]; i++) {
        f->in.at += SLIDE_NAME;
        f->slides[i] = element_at(f); /* relies on bgf/slide-element */
        f->in.at += 9;
        for (uint32_t left = anark_u32(&f->in); left > 0 && lie == NULL; left--)
            lie = read_setting(f);
        if (lie != NULL)
            return lie;
    }
    return end_section(f);
}

/* What there is memory for is there. */
static const char *compare_counts(const face *f)
{
    static const size_t compared[] = {LARGE, ATTRIBUTES, EVENTS, KEYS, SETTINGS, VALUES, REFS};
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++)
        if (f->used[compared[i]] != f->counts[compared[i]]) /* relies on bgf/count-total */
            return "there is memory for another number of things than there are";
    return NULL;
}

static const char *skip_logic(face *f)
{
    start_section(f);
    f->in.at = f->section_end;
    return NULL;
}

const char *believe_bgf(believe_file *file)
{
    typedef const char *part(face * f);
    static part *const parts[] = {read_header,     read_memory, read_strings, read_elements, read_contracts,
                                  read_animations, skip_logic,  read_params,  read_slides};
    face f = {.in = {.file = file, .data = file->data}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *lie = parts[i](&f);
        if (lie != NULL)
            return lie;
    }
    return f.in.at <= file->size ? compare_counts(&f) : "its last section ends outside the file";
}
