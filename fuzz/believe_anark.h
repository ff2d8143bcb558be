/* believe_anark.h: what the trusting readers of BGF and BSG share: the header and sections. */
#ifndef ASSETLINT_FUZZ_BELIEVE_ANARK_H
#define ASSETLINT_FUZZ_BELIEVE_ANARK_H

#include "believe.h"

enum { ANARK_HEADER = 32 };

/* Size of the header, magic and version, from the offset `at`. */
static inline void anark_read_header(believe_reader *r, size_t at, int32_t size, int32_t version)
{
    /* relies on FORMAT/bad-magic */
    believe_require(r, memcmp(r->data + at + 4, "AnarkBGF", 8) == 0, "its magic is wrong");
    r->big_endian = r->data[0] == 1;
    r->at = at;
    believe_require(r, next_i32(r) == size, "its header has another size"); /* relies on FORMAT/header-size */
    r->at = at + 12;
    /* relies on FORMAT/unsupported-version */
    believe_require(r, next_i32(r) == version, "its version is unknown");
    r->at = ANARK_HEADER;
}

/* Reads the size of a section; returns where it ends. */
static inline size_t anark_start_section(believe_reader *r)
{
    const uint32_t size = next_u32(r);
    return r->at + size;
}

static inline void anark_end_section(believe_reader *r, size_t end)
{
    /* relies on FORMAT/section-size */
    believe_require(r, r->at == end, "a section has another size than it says");
}

#endif
