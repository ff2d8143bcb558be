/* import.c: finds importers, and what several of them do: trees, triangles and keys. */
#include "import.h"

/* A row for each row of formats.def: a format without an importer does not link. */
#define AL_FORMAT(ID, id, ...) {#id, import_##id},
static const struct {
    const char *format;
    believe_fn *read;
} importers[] = {
#include "src/formats/formats.def"
};
#undef AL_FORMAT

believe_fn *import_find(const char *format)
{
    for (size_t i = 0; i < sizeof importers / sizeof importers[0]; i++)
        if (strcmp(importers[i].format, format) == 0)
            return importers[i].read;
    return NULL;
}

void *import_room(const believe_reader *r, uint32_t count, uint32_t size)
{
    return believe_alloc(r, (uint32_t)((uint64_t)count * size & UINT32_MAX), 1);
}

believe_reader import_part(believe_reader *r, uint32_t size)
{
    believe_reader part = *r;
    part.data = next_bytes(r, size, 1);
    part.at = 0;
    part.end = size;
    return part;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

typedef struct tree {
    believe_reader *r;
    int32_t *first_child, *next_sibling; /* -1: none */
    const float *places;
    float *world;
    uint32_t posed;
} tree;

static void pose(tree *t, int32_t at, const float *parent, unsigned level)
{
    believe_require(t->r, level < IMPORT_LEVELS,
                    "a tree is deeper than a stack"); /* relies on FORMAT/nesting */
    believe_step(t->r);
    t->posed++;
    float *world = t->world + 3 * (size_t)at;
    for (size_t i = 0; i < 3; i++)
        world[i] = parent[i] + (t->places != NULL ? t->places[3 * (size_t)at + i] : 0);
    for (int32_t child = t->first_child[at]; child != -1; child = t->next_sibling[child])
        pose(t, child, world, level + 1);
}

const float *import_pose(believe_reader *r, const int32_t *parents, const float *places, uint32_t count)
{
    static const float origin[3] = {0, 0, 0};
    tree t = {.r = r, .places = places, .world = import_room(r, count, 3 * sizeof(float))};
    t.first_child = import_room(r, count, sizeof(int32_t));
    t.next_sibling = import_room(r, count, sizeof(int32_t));
    memset(t.first_child, 0xFF, count * sizeof(int32_t));
    for (uint32_t i = 0; i < count; i++) {
        t.next_sibling[i] = -1;
        if (parents[i] == -1)
            continue;
        t.next_sibling[i] = t.first_child[parents[i]]; /* relies on FORMAT/parent-index */
        t.first_child[parents[i]] = (int32_t)i;
    }
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == -1)
            pose(&t, (int32_t)i, origin, 0);
    /* relies on FORMAT/parent-cycle */
    believe_require(r, t.posed == count, "a thing of a tree has no place in the world");
    return t.world;
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

typedef struct box {
    double low[3], high[3];
} box;

static void extend(box *b, const float *position)
{
    for (size_t i = 0; i < 3; i++) {
        b->low[i] = fmin(b->low[i], (double)position[i]);
        b->high[i] = fmax(b->high[i], (double)position[i]);
    }
}

/* The place in the box, from 0 to 65535 on each axis. */
static void quantise(const box *b, const float *position, uint16_t *out)
{
    for (size_t i = 0; i < 3; i++) {
        const double extent = b->high[i] - b->low[i];
        out[i] = (uint16_t)(extent > 0 ? ((double)position[i] - b->low[i]) / extent * UINT16_MAX : 0);
    }
}

void import_draw(believe_reader *r, const float *positions, const uint32_t *corners, uint32_t corner_count)
{
    float *vertices = import_room(r, corner_count, 3 * sizeof(float));
    uint16_t *packed = import_room(r, corner_count, 3 * sizeof(uint16_t));
    box b = {{(double)INFINITY, (double)INFINITY, (double)INFINITY},
             {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    for (size_t i = 0; i < corner_count; i++) {
        memcpy(vertices + 3 * i, positions + 3 * (size_t)corners[i], 3 * sizeof(float));
        /* relies on FORMAT/not-finite, FORMAT/index-range */
        believe_require(
            r, isfinite(vertices[3 * i]) && isfinite(vertices[3 * i + 1]) && isfinite(vertices[3 * i + 2]),
            "a vertex has no place");
        extend(&b, vertices + 3 * i);
    }
    for (size_t i = 0; i < corner_count; i++)
        quantise(&b, vertices + 3 * i, packed + 3 * i);
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* The last key that is not after the time, by bisection. */
static uint32_t find_key(const float *times, uint32_t count, float time)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void import_play(believe_reader *r, const float *times, uint32_t count)
{
    /* relies on FORMAT/key-order */
    believe_require(r, count == 0 || times[0] >= 0, "a key comes before the start");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t key = find_key(times, count, times[i]);
        /* relies on FORMAT/key-order */
        believe_require(r, times[key] == times[i], "the time of a key lies between other keys");
    }
}
