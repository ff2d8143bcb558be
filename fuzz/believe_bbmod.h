/* believe_bbmod.h: what the believers of BBMOD and BBANIM share: a reader, and dual quaternions. */
#ifndef ASSETLINT_FUZZ_BELIEVE_BBMOD_H
#define ASSETLINT_FUZZ_BELIEVE_BBMOD_H

#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Floats of a dual quaternion: real x, y, z, w, then dual. */
enum { BB_DUAL = 8, BB_DUAL_BYTES = 32 };

/* It stands somewhere in the file and goes wherever the file sends it. */
typedef struct bb_reader {
    believe_file *file;
    size_t at;
    unsigned minor;
} bb_reader;

static inline uint8_t bb_u8(bb_reader *r)
{
    return r->file->data[r->at++];
}

static inline uint32_t bb_u32(bb_reader *r)
{
    uint32_t value = believe_u32(r->file->data + r->at);
    r->at += 4;
    return value;
}

static inline float bb_f32(bb_reader *r)
{
    float value = believe_f32(r->file->data + r->at);
    r->at += 4;
    return value;
}

static inline double bb_f64(bb_reader *r)
{
    uint64_t low = bb_u32(r), bits = low | (uint64_t)bb_u32(r) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A copy of the next bytes, as many as the file says. NULL when nobody has that much memory. */
static inline uint8_t *bb_bytes(bb_reader *r, uint64_t count, uint64_t size)
{
    uint8_t *copy = believe_alloc(r->file, count, size);
    if (copy != NULL)
        memcpy(copy, r->file->data + r->at, (size_t)(count * size)); /* relies on FORMAT/count-range */
    r->at += (size_t)(count * size);
    return copy;
}

/* A copy of a text that ends with a NUL. NULL when nobody has that much memory. */
static inline const char *bb_string(bb_reader *r)
{
    size_t size = strlen((const char *)r->file->data + r->at) + 1;
    return (const char *)bb_bytes(r, size, 1);
}

/* Magic and version. Only the file in upper case has a minor version. */
static inline const char *bb_start(bb_reader *r, const char *upper, const char *lower)
{
    size_t size = strlen(upper) + 1;
    bool old = memcmp(r->file->data, lower, size) == 0;
    if (!old && memcmp(r->file->data, upper, size) != 0) /* relies on FORMAT/bad-magic */
        return "it begins with another magic";
    r->at = size;
    if (bb_u8(r) != 3) /* relies on FORMAT/truncated, FORMAT/unsupported-version */
        return "a version that the library doesn't read";
    r->minor = old ? 0 : bb_u8(r);
    return r->minor <= 4 ? NULL : "a version that nobody has seen";
}

#endif
