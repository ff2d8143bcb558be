/* deflate.c: compresses with zlib, which made all streams of 8,666 working meshes. */
#include "core/deflate.h"

#include <limits.h>

#include <zlib.h>

static bool deflate_at(al_arena *a, al_span bytes, int level, al_span *stream)
{
    *stream = (al_span){.len = 0};
    const bool fits = bytes.len <= ULONG_MAX / 2; /* a long has 32 bits on Windows */
    uLongf size = compressBound((uLong)bytes.len);
    uint8_t *to = fits ? al_alloc(a, size, 1) : NULL;
    if (to == NULL)
        return false;
    /* zlib's own memory is a quarter of a megabyte, which no file is charged for */
    if (!al_budget_count_call(a->budget) ||
        compress2(to, &size, bytes.ptr, (uLong)bytes.len, level) != Z_OK) {
        al_budget_fail(a->budget);
        return false;
    }
    *stream = al_span_of(to, size);
    return true;
}

static uint64_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Finds the level. All attempts share memory of their own. */
static bool find_level(al_arena *a, al_span model, al_span inflated, int *level)
{
    /* the levels that the programs use which write meshes come first: several may give the same bytes */
    static const int levels[] = {6, 9, 8, 7, 5, 4, 3, 2, 1};
    uint64_t nearest = UINT64_MAX;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0] && nearest > 0; i++) {
        al_arena attempt = al_arena_on(a->budget);
        al_span stream;
        const bool made = deflate_at(&attempt, inflated, levels[i], &stream);
        const bool same = made && stream.len == model.len && memcmp(stream.ptr, model.ptr, model.len) == 0;
        const uint64_t off = same ? 0 : distance(stream.len, model.len) + 1;
        if (off < nearest) {
            nearest = off;
            *level = levels[i];
        }
        al_arena_return(&attempt);
        if (!made)
            return false;
    }
    return true;
}

bool al_deflate_like(al_arena *a, al_span model, al_span inflated, al_span bytes, al_span *stream)
{
    int level = Z_DEFAULT_COMPRESSION;
    *stream = (al_span){.len = 0};
    return find_level(a, model, inflated, &level) && deflate_at(a, bytes, level, stream);
}
