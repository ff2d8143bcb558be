/* believe_anark.h: what the believers of BGP, BGF and BSG share: a reader in the file's byte order. */
#ifndef ASSETLINT_FUZZ_BELIEVE_ANARK_H
#define ASSETLINT_FUZZ_BELIEVE_ANARK_H

#include "believe.h"

#include <stdbool.h>
#include <string.h>

/* It goes wherever the file sends it. */
typedef struct anark_reader {
    believe_file *file;
    const uint8_t *data;
    size_t at;
    bool big;
} anark_reader;

static inline uint8_t anark_u8(anark_reader *r)
{
    return r->data[r->at++];
}

static inline int16_t anark_i16(anark_reader *r)
{
    const uint8_t *p = r->data + r->at;
    r->at += 2;
    uint16_t big = (uint16_t)(p[0] << 8 | p[1]);
    uint16_t bits = r->big ? big : believe_u16(p);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t anark_u32(anark_reader *r)
{
    const uint8_t *p = r->data + r->at;
    r->at += 4;
    if (r->big)
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
    return believe_u32(p);
}

static inline int32_t anark_i32(anark_reader *r)
{
    uint32_t bits = anark_u32(r);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A text as a game copies it, with room for as many bytes as it says and `more` that are zero. NULL when
 * nobody has that much memory. */
static inline char *anark_text(anark_reader *r, uint32_t *length, uint32_t more)
{
    *length = anark_u32(r);
    char *text = believe_alloc(r->file, (uint64_t)*length + more, 1);
    if (text != NULL)
        memcpy(text, r->data + r->at, *length);
    r->at += *length;
    return text;
}

#endif
