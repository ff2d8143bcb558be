/* mutate.c: the mutator of all formats, for the fields that the walk announces. */
#include "mutate.h"

#include "assetlint/assetlint.h"
#include "core/compiler.h"
#include "field_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_STEPS = 4, /* changes in one mutation */
    MAX_KEPT = 64, /* good inputs */
    MAX_KEPT_SIZE = 4096,
    MAX_INFLATED = 1 << 20, /* a map needs no inflated data */
    MAX_MEMORY = 16 << 20
};

typedef struct kept_input {
    size_t size;
    uint8_t bytes[MAX_KEPT_SIZE];
} kept_input;

struct mutator {
    char name[32]; /* of a file that is of the format */
    mutate_bytes_fn *bytes;
    bool (*inner)(mutation *e); /* for compressed data, or NULL */
    al_options *options, *mute;
    al_checker *checker; /* finds out whether an input is good */
    al_checker *mapper;  /* without rules: it only maps fields */
    field_map map;
    /* Good inputs that came by. A fuzzer's corpus drifts to inputs that are broken in many places, where one
     * more change shows nothing, so half of all mutations start from good ones. */
    kept_input kept[MAX_KEPT];
    size_t kept_count;
};

static const struct {
    const char *format;
    bool (*mutate)(mutation *e);
} inner_mutators[] = {{"xmf", mutate_xmf}};

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static uint64_t low_bits(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

uint64_t mutate_interesting(prng *d, unsigned bits)
{
    static const uint64_t small[] = {0,  1,  2,  3,  4,   7,   8,   15,  16, 17,
                                     31, 32, 33, 64, 100, 127, 128, 255, 256};
    uint64_t top = UINT64_C(1) << (bits - 1);
    switch (prng_below(d, 6)) {
    case 0: return low_bits(small[prng_below(d, sizeof small / sizeof small[0])], bits);
    case 1: return low_bits(UINT64_MAX, bits) - prng_below(d, 4); /* -1 and below */
    case 2: return top - 1 - prng_below(d, 2);                    /* the greatest signed */
    case 3: return top + prng_below(d, 2);                        /* the least */
    case 4: return low_bits(UINT64_C(1) << prng_below(d, bits), bits);
    default: return low_bits((UINT64_C(1) << prng_below(d, bits)) - 1, bits);
    }
}

uint64_t mutate_interesting_real(prng *d, size_t bytes)
{
    static const uint16_t halves[] = {0x7C00, 0xFC00, 0x7E00, 0x7C01, 0x7BFF, 0x0001, 0x8000, 0};
    static const uint32_t floats[] = {0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
                                      0x7F7FFFFF, 0x00000001, 0x80000000, 0};
    size_t which = prng_below(d, sizeof floats / sizeof floats[0]);
    if (bytes == 2)
        return halves[which];
    if (bytes == 4)
        return floats[which];
    static const uint64_t doubles[] = {
        0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000001,
        0x7FEFFFFFFFFFFFFF, 0x0000000000000001, 0x8000000000000000, 0};
    return doubles[which];
}

/* ---- Mutations. Each returns false where it has nothing to change -------------------------------------- */

static bool is_number(const mapped_field *f)
{
    return f->kind != AL_VALUE_TEXT && f->length <= 8;
}

static bool is_text(const mapped_field *f)
{
    return f->kind == AL_VALUE_TEXT;
}

static const mapped_field *any_field(const field_map *map, prng *d)
{
    return map->field_count == 0 ? NULL : &map->fields[prng_below(d, map->field_count)];
}

/* The first such field from a random place on; NULL without one. */
static const mapped_field *any_such_field(const field_map *map, prng *d,
                                          bool (*is_such)(const mapped_field *f))
{
    size_t start = prng_below(d, map->field_count);
    for (size_t i = 0; i < map->field_count; i++) {
        const mapped_field *f = &map->fields[(start + i) % map->field_count];
        if (is_such(f))
            return f;
    }
    return NULL;
}

bool mutation_resize(mutation *e, size_t at, size_t old_size, size_t new_size)
{
    if (new_size > old_size && new_size - old_size > e->capacity - e->size)
        return false;
    memmove(e->data + at + new_size, e->data + at + old_size, e->size - at - old_size);
    e->size = e->size - old_size + new_size;
    return true;
}

/* A value that the layout allows, or one next to it. */
static uint64_t near_legal(prng *d, const mapped_field *f)
{
    static const int offsets[] = {-1, 0, 0, 1};
    return (uint64_t)(f->legal[prng_below(d, (unsigned)f->legal_count)] + offsets[prng_below(d, 4)]);
}

static bool set_field(const field_map *map, mutation *e)
{
    const mapped_field *f = any_such_field(map, &e->prng, is_number);
    if (f == NULL)
        return false;
    bool real = f->kind == AL_VALUE_REAL && f->length >= 2 && f->length % 2 == 0 && f->length != 6;
    unsigned bits = (unsigned)f->length * 8;
    if (f->legal_count > 0 && prng_chance(&e->prng, 1, 2)) {
        mapped_field_put(e->data, f, near_legal(&e->prng, f));
        return true;
    }
    mapped_field_put(
        e->data, f, real ? mutate_interesting_real(&e->prng, f->length) : mutate_interesting(&e->prng, bits));
    return true;
}

/* Values that fields are compared with: the size of the file or of its rest, another field, the old value. */
static bool relate_field(const field_map *map, mutation *e)
{
    const mapped_field *f = any_such_field(map, &e->prng, is_number);
    const mapped_field *other = any_such_field(map, &e->prng, is_number);
    if (f == NULL || other == NULL)
        return false;
    uint64_t value = mapped_field_get(e->data, prng_chance(&e->prng, 1, 2) ? f : other);
    if (prng_chance(&e->prng, 1, 4))
        value = prng_chance(&e->prng, 1, 2) ? e->size : e->size - f->offset;
    switch (prng_below(&e->prng, 6)) {
    case 0:
    case 1: value = value == UINT64_MAX ? 0 : value + 1; break;
    case 2:
    case 3: value = value == 0 ? UINT64_MAX : value - 1; break;
    case 4: value = value >> 63 != 0 ? value : value * 2; break;
    default: break;
    }
    mapped_field_put(e->data, f, value);
    return true;
}

static bool flip_bit(const field_map *map, mutation *e)
{
    const mapped_field *f = any_field(map, &e->prng);
    if (f == NULL)
        return false;
    e->data[f->offset + prng_below(&e->prng, f->length)] ^= (uint8_t)(1u << prng_below(&e->prng, 8));
    return true;
}

/* Removes the end of a text, or puts bytes into it that don't belong into names. */
static bool spoil_text(const field_map *map, mutation *e)
{
    const mapped_field *f = any_such_field(map, &e->prng, is_text);
    if (f == NULL)
        return false;
    static const uint8_t bad[] = {0, 1, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF, '.', '/', '\\', '%', '<', '"'};
    uint8_t byte = bad[prng_below(&e->prng, sizeof bad)];
    if (prng_chance(&e->prng, 1, 3))
        memset(e->data + f->offset, byte != 0 ? byte : 'a', f->length);
    else
        e->data[f->offset + prng_below(&e->prng, f->length)] = byte;
    return true;
}

/* Two random records; false when they are of different lists. */
static bool two_of_a_list(const field_map *map, prng *d, const mapped_record **a, const mapped_record **b)
{
    if (map->record_count == 0)
        return false;
    *a = &map->records[prng_below(d, map->record_count)];
    *b = &map->records[prng_below(d, map->record_count)];
    return (*a)->list == (*b)->list;
}

static bool copy_record(const field_map *map, mutation *e)
{
    const mapped_record *from, *to;
    if (!two_of_a_list(map, &e->prng, &from, &to) || from == to)
        return false;
    memmove(e->data + to->offset, e->data + from->offset,
            from->length < to->length ? from->length : to->length);
    return true;
}

static unsigned list_length(const field_map *map, unsigned list)
{
    unsigned count = 0;
    for (size_t i = 0; i < map->record_count; i++)
        count += map->records[i].list == list;
    return count;
}

/* After a list got longer or shorter: a field with its old length gets the new one. */
static void adjust_count(const field_map *map, mutation *e, const mapped_record *changed, unsigned count,
                         unsigned new_count)
{
    for (size_t i = 0; i < map->field_count; i++) {
        const mapped_field *f = &map->fields[i];
        if (f->offset + f->length <= changed->offset && is_number(f) &&
            mapped_field_get(e->data, f) == count && prng_chance(&e->prng, 3, 4)) {
            mapped_field_put(e->data, f, new_count);
            return;
        }
    }
}

static bool remove_record(const field_map *map, mutation *e)
{
    if (map->record_count == 0)
        return false;
    const mapped_record *r = &map->records[prng_below(&e->prng, map->record_count)];
    unsigned count = list_length(map, r->list);
    adjust_count(map, e, r, count, count - 1);
    return mutation_resize(e, r->offset, r->length, 0);
}

static bool repeat_record(const field_map *map, mutation *e)
{
    if (map->record_count == 0)
        return false;
    const mapped_record *r = &map->records[prng_below(&e->prng, map->record_count)];
    if (!mutation_resize(e, r->offset, 0, r->length))
        return false;
    memcpy(e->data + r->offset, e->data + r->offset + r->length, r->length);
    unsigned count = list_length(map, r->list);
    adjust_count(map, e, r, count, count + 1);
    return true;
}

static bool cut_tail(const field_map *map, mutation *e)
{
    const mapped_field *f = any_field(map, &e->prng);
    if (f == NULL || f->offset == 0)
        return false;
    e->size = prng_chance(&e->prng, 1, 2) ? f->offset : f->offset + prng_below(&e->prng, f->length);
    return true;
}

/* ---- A mutation of an input ---------------------------------------------------------------------------- */

static const struct {
    bool (*mutate)(const field_map *map, mutation *e);
    unsigned weight;
} mutations[] = {
    {set_field, 8},   {relate_field, 8},  {flip_bit, 4},      {spoil_text, 2},
    {copy_record, 3}, {remove_record, 2}, {repeat_record, 2}, {cut_tail, 1},
};

size_t mutate_bytes(const mutation *e, uint8_t *bytes, size_t size, size_t capacity)
{
    const size_t mutated = e->bytes(bytes, size, capacity);
    AL_WRITTEN(bytes, mutated);
    return mutated;
}

/* One mutation of a field or record; the fuzzer's own if there is none. */
static void mutate_once(mutator *m, mutation *e)
{
    unsigned weights = 0;
    for (size_t i = 0; i < sizeof mutations / sizeof mutations[0]; i++)
        weights += mutations[i].weight;
    size_t pick = prng_below(&e->prng, weights), i = 0;
    while (pick >= mutations[i].weight)
        pick -= mutations[i++].weight;
    /* A step that changes the size has moved what is behind it. */
    if (m->map.size != e->size)
        field_map_make(&m->map, m->mapper, m->name, e->data, e->size);
    if (!mutations[i].mutate(&m->map, e))
        e->size = mutate_bytes(e, e->data, e->size, e->capacity);
}

/* Keeps the input if it has no errors. */
static void keep_if_good(mutator *m, mutation *e)
{
    al_result *result;
    if (e->size > MAX_KEPT_SIZE ||
        al_check_memory(m->checker, m->name, e->data, e->size, 0, &result) != AL_OK)
        return;
    bool good = result->errors == 0 && result->format[0] != '\0';
    al_result_free(result);
    if (!good)
        return;
    bool full = m->kept_count == MAX_KEPT;
    kept_input *slot = &m->kept[full ? prng_below(&e->prng, MAX_KEPT) : m->kept_count];
    memcpy(slot->bytes, e->data, e->size);
    slot->size = e->size;
    m->kept_count += !full;
}

/* Continues with a good input; false when there is none, or no room for it. */
static bool go_back(mutator *m, mutation *e)
{
    if (m->kept_count == 0)
        return false;
    const kept_input *slot = &m->kept[prng_below(&e->prng, m->kept_count)];
    if (slot->size > e->capacity)
        return false;
    memcpy(e->data, slot->bytes, slot->size);
    e->size = slot->size;
    return true;
}

size_t mutator_run(mutator *m, uint8_t *data, size_t size, size_t capacity, uint32_t seed)
{
    mutation e = {.data = data, .size = size, .capacity = capacity, .prng = prng_of(seed), .bytes = m->bytes};
    if (prng_chance(&e.prng, 1, 8))
        keep_if_good(m, &e);
    bool good = prng_chance(&e.prng, 1, 2) && go_back(m, &e);
    if (e.size == 0 || prng_chance(&e.prng, 1, good ? 32 : 4))
        return mutate_bytes(&e, data, e.size, capacity);
    if (m->inner != NULL && prng_chance(&e.prng, 1, 3) && m->inner(&e) && prng_chance(&e.prng, 3, 4))
        return e.size;
    m->map.size = 0; /* no map of this input */
    size_t steps = 1 + prng_below(&e.prng, 1 + prng_below(&e.prng, good ? 2 : MAX_STEPS));
    for (; steps > 0 && e.size > 0; steps--)
        mutate_once(m, &e);
    return e.size;
}

static void take_name(mutator *m, const char *extensions)
{
    (void)snprintf(m->name, sizeof m->name, "m.%.*s", (int)strcspn(extensions, " "), extensions);
}

static void set_limits(al_options *options)
{
    al_options_set_limit(options, AL_LIMIT_INFLATED, MAX_INFLATED);
    al_options_set_limit(options, AL_LIMIT_MEMORY, MAX_MEMORY);
}

mutator *mutator_new(const char *format, mutate_bytes_fn *bytes)
{
    mutator *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->bytes = bytes;
    for (size_t i = 0; i < al_format_count(); i++)
        if (strcmp(al_format_at(i)->id, format) == 0)
            take_name(m, al_format_at(i)->extensions);
    for (size_t i = 0; i < al_package_count(); i++)
        if (strcmp(al_package_at(i)->id, format) == 0)
            take_name(m, al_package_at(i)->extensions);
    for (size_t i = 0; i < sizeof inner_mutators / sizeof inner_mutators[0]; i++)
        if (strcmp(inner_mutators[i].format, format) == 0)
            m->inner = inner_mutators[i].mutate;
    m->options = al_options_new();
    m->mute = al_options_new();
    if (m->options != NULL && m->mute != NULL && al_options_ignore(m->mute, "*", NULL) == AL_OK) {
        set_limits(m->options);
        set_limits(m->mute);
        m->checker = al_checker_new(m->options);
        m->mapper = al_checker_new(m->mute);
    }
    if (m->name[0] == '\0' || m->checker == NULL || m->mapper == NULL) {
        mutator_free(m);
        return NULL;
    }
    return m;
}

void mutator_free(mutator *m)
{
    if (m == NULL)
        return;
    al_checker_free(m->mapper);
    al_checker_free(m->checker);
    al_options_free(m->mute);
    al_options_free(m->options);
    free(m);
}
