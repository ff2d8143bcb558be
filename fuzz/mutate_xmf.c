/* mutate_xmf.c: changes the items in the compressed buffers of an XMF.
 *
 * A mutated stream is nearly always broken, and would never reach the rules about vertices and indices. So
 * this mutator inflates a buffer, changes its items, and deflates it again; it mostly adjusts the sizes and
 * offsets that depend on it. The input may be anything, so unlike a trusting reader this file trusts no
 * value.
 */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    HEADER = 64,
    DESC_LEAST = 56,
    AT_TYPE = 0,
    AT_DATA_OFFSET = 8,
    AT_COMPRESSED = 12,
    AT_FORMAT = 20,
    AT_STORED_BYTES = 24,
    AT_ITEMS = 28,
    AT_ITEM_SIZE = 32,
    TYPE_INDICES = 30,
    MAX_ITEM = 256,         /* bytes; a vertex of sixteen elements has no more */
    MAX_INFLATED = 1 << 19, /* a fuzzer's inputs are small, and so are their buffers */
    ROOM = 1 << 12          /* for added items */
};

/* Where a buffer of the input lies. */
typedef struct place {
    size_t desc;          /* offset of its descriptor */
    size_t start, length; /* its bytes in the file */
    size_t item_size;
    bool is_index, compressed;
} place;

/* The items of a buffer, inflated. */
typedef struct items {
    uint8_t *bytes; /* MAX_INFLATED + ROOM of them */
    size_t size;
    size_t vertices; /* as the first buffer declares them */
} items;

static uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_bytes(uint8_t *at, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = (uint8_t)(value >> (8 * i) & 0xFF);
}

/* ---- Finding a buffer ---------------------------------------------------------------------------------- */

/* False when the tables are not those of a mesh. */
static bool find_tables(const mutation *e, size_t *desc_size, size_t *data_start)
{
    if (e->size < HEADER || memcmp(e->data, "XUMF", 4) != 0 || e->data[8] == 0 || e->data[9] < DESC_LEAST)
        return false;
    *desc_size = e->data[9];
    *data_start = HEADER + (size_t)e->data[8] * *desc_size + (size_t)e->data[10] * e->data[11];
    return *data_start <= e->size;
}

static bool find_buffer(mutation *e, place *out)
{
    size_t desc_size, data_start;
    if (!find_tables(e, &desc_size, &data_start))
        return false;
    out->desc = HEADER + prng_below(&e->prng, e->data[8]) * desc_size;
    const uint8_t *desc = e->data + out->desc;
    out->start = data_start + get_u32(desc + AT_DATA_OFFSET);
    out->length = get_u32(desc + AT_STORED_BYTES);
    out->item_size = get_u32(desc + AT_ITEM_SIZE);
    out->is_index = get_u32(desc + AT_TYPE) == TYPE_INDICES;
    out->compressed = get_u32(desc + AT_COMPRESSED) != 0;
    return out->start <= e->size && out->length <= e->size - out->start && out->item_size >= 1 &&
           out->item_size <= MAX_ITEM;
}

/* Inflates as much of the buffer as possible; false if that is nothing. */
static bool unpack(const mutation *e, const place *p, items *out)
{
    const uint8_t *stored = e->data + p->start;
    if (!p->compressed) {
        out->size = p->length < MAX_INFLATED ? p->length : MAX_INFLATED;
        memcpy(out->bytes, stored, out->size);
        return out->size > 0;
    }
    uLongf size = MAX_INFLATED;
    int result = uncompress(out->bytes, &size, stored, (uLong)p->length);
    out->size = size;
    return (result == Z_OK || result == Z_BUF_ERROR || result == Z_DATA_ERROR) && size > 0 &&
           size <= MAX_INFLATED;
}

/* ---- Changing items ------------------------------------------------------------------------------------ */

static void change_index(mutation *e, items *s, size_t width)
{
    size_t count = s->size / width;
    if (count == 0)
        return;
    uint8_t *at = s->bytes + prng_below(&e->prng, count) * width;
    uint64_t vertices = s->vertices;
    switch (prng_below(&e->prng, 6)) {
    case 0:
        put_bytes(at, vertices, width); /* one beyond the last vertex */
        break;
    case 1: put_bytes(at, vertices - (vertices > 0), width); break;
    case 2: put_bytes(at, mutate_interesting(&e->prng, (unsigned)width * 8), width); break;
    case 3:
        memmove(at, s->bytes + prng_below(&e->prng, count) * width, width); /* a triangle without area */
        break;
    case 4: put_bytes(at, vertices + prng_below(&e->prng, 4), width); break;
    default: put_bytes(at, prng_below(&e->prng, vertices), width); break;
    }
}

/* A number that is not finite, or nearly so, in place of a float or a half. */
static void change_vertex(mutation *e, items *s)
{
    size_t width = prng_chance(&e->prng, 2, 3) ? 4 : 2;
    if (s->size < width)
        return;
    size_t slots = s->size / width, slot = prng_below(&e->prng, slots);
    if (prng_chance(&e->prng, 1, 8))
        slot = slots - 1; /* the end of the last window is where a pass is cut short */
    put_bytes(s->bytes + slot * width, mutate_interesting_real(&e->prng, width), width);
}

/* Removes items from the end, or adds copies of the first ones. */
static void change_count(mutation *e, items *s, size_t item_size)
{
    size_t count = 1 + prng_below(&e->prng, 6), bytes = count * item_size;
    if (prng_chance(&e->prng, 1, 2)) {
        s->size -= bytes < s->size ? bytes : 0;
        return;
    }
    if (bytes > s->size || s->size + bytes > MAX_INFLATED + ROOM)
        return;
    memcpy(s->bytes + s->size, s->bytes, bytes);
    s->size += bytes;
}

/* Repeats the items until they fill more than the window of a visitor (32 KiB) or the chunk of an inflater
 * (256 KiB). */
static void multiply(mutation *e, items *s, size_t item_size)
{
    static const size_t sizes[] = {2 << 10, 32 << 10, 256 << 10};
    size_t unit = s->size - s->size % item_size;
    size_t target = sizes[prng_below(&e->prng, 3)] + prng_below(&e->prng, 3) * item_size;
    for (; unit > 0 && unit < target && unit * 2 <= MAX_INFLATED; unit *= 2)
        memcpy(s->bytes + unit, s->bytes, unit);
    target -= target % item_size;
    s->size = unit < target ? unit : target;
}

static void change_items(mutation *e, const place *p, items *s)
{
    for (size_t steps = 1 + prng_below(&e->prng, 3); steps > 0 && s->size > 0; steps--) {
        size_t kind = prng_below(&e->prng, 8);
        if (kind < 4 && p->is_index)
            change_index(e, s, p->item_size == 4 ? 4 : 2);
        else if (kind < 4)
            change_vertex(e, s);
        else if (kind < 6 && prng_chance(&e->prng, 1, 8))
            multiply(e, s, p->item_size);
        else if (kind < 6)
            change_count(e, s, p->item_size);
        else if (kind == 6)
            s->size = mutate_bytes(e, s->bytes, s->size, MAX_INFLATED + ROOM);
        /* and kind 7 only packs the items anew */
    }
}

/* ---- Putting the file together ------------------------------------------------------------------------- */

/* Damages a stream: removes its end, adds bytes, or changes the checksum. */
static size_t damage_stream(mutation *e, uint8_t *stream, size_t size)
{
    size_t few = 1 + prng_below(&e->prng, 8);
    switch (prng_below(&e->prng, 12)) {
    case 0: return size > few ? size - few : size;
    case 1: memset(stream + size, 0, few); return size + few;
    case 2: stream[size - 1] ^= 1; return size;
    default: return size;
    }
}

/* Packs the items: deflated at some level (0 gives stored blocks), or not compressed; sets `*compressed`. */
static size_t pack(mutation *e, const items *s, uint8_t *out, size_t room, bool *compressed)
{
    static const int levels[] = {0, 1, 6, 9};
    *compressed = prng_chance(&e->prng, 7, 8);
    if (!*compressed) {
        memcpy(out, s->bytes, s->size);
        return s->size;
    }
    uLongf size = room;
    if (compress2(out, &size, s->bytes, s->size, levels[prng_below(&e->prng, 4)]) != Z_OK || size == 0)
        return 0;
    return damage_stream(e, out, size);
}

/* Moves the buffers behind one that grew or shrank. */
static void move_offsets(mutation *e, const place *p, size_t old_size, size_t new_size)
{
    size_t desc_size = e->data[9];
    uint32_t own = get_u32(e->data + p->desc + AT_DATA_OFFSET);
    for (unsigned i = 0; i < e->data[8]; i++) {
        uint8_t *at = e->data + HEADER + i * desc_size + AT_DATA_OFFSET;
        uint64_t offset = get_u32(at);
        if (offset > own && offset + new_size >= old_size)
            put_bytes(at, offset + new_size - old_size, 4);
    }
}

static bool put_back(mutation *e, const place *p, const items *s, const uint8_t *packed, size_t size,
                     bool compressed)
{
    if (!mutation_resize(e, p->start, p->length, size))
        return false;
    memcpy(e->data + p->start, packed, size);
    if (prng_chance(&e->prng, 15, 16))
        move_offsets(e, p, p->length, size);
    uint8_t *desc = e->data + p->desc;
    put_bytes(desc + AT_COMPRESSED, compressed, 4);
    if (prng_chance(&e->prng, 15, 16))
        put_bytes(desc + AT_STORED_BYTES, size, 4);
    if (prng_chance(&e->prng, 15, 16))
        put_bytes(desc + AT_ITEMS, s->size / p->item_size, 4);
    return true;
}

bool mutate_xmf(mutation *e)
{
    place p;
    if (!find_buffer(e, &p))
        return false;
    size_t room = compressBound(MAX_INFLATED + ROOM) + 16;
    items s = {.bytes = malloc(MAX_INFLATED + ROOM), .vertices = get_u32(e->data + HEADER + AT_ITEMS)};
    uint8_t *packed = malloc(room);
    bool done = false;
    if (s.bytes != NULL && packed != NULL && unpack(e, &p, &s)) {
        bool compressed;
        change_items(e, &p, &s);
        size_t size = pack(e, &s, packed, room, &compressed);
        done = size > 0 && put_back(e, &p, &s, packed, size, compressed);
    }
    free(packed);
    free(s.bytes);
    return done;
}
