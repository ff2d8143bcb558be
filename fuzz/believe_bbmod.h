/* believe_bbmod.h: what the believers of BBMOD and BBANIM share: a reader. */
#ifndef ASSETLINT_FUZZ_BELIEVE_BBMOD_H
#define ASSETLINT_FUZZ_BELIEVE_BBMOD_H

#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

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

/* A copy of a text that ends with a NUL. NULL when nobody has that much memory. */
static inline const char *bb_string(bb_reader *r)
{
    const char *text = (const char *)r->file->data + r->at;
    size_t size = strlen(text) + 1;
    char *copy = believe_alloc(r->file, size, 1);
    if (copy != NULL)
        memcpy(copy, text, size);
    r->at += size;
    return copy;
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
