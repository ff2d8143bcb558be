/* believe_bbmod.h: what the trusting readers of BBMOD and BBANIM share: the start, texts, and the size of
 * dual quaternions.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_BBMOD_H
#define ASSETLINT_FUZZ_BELIEVE_BBMOD_H

#include "believe.h"

/* Floats of a dual quaternion: real x, y, z, w, then dual. */
enum { BB_DUAL = 8, BB_DUAL_BYTES = 32 };

/* A copy of a text that ends with a NUL. */
static inline const char *bb_text(believe_reader *r)
{
    return next_bytes(r, strlen((const char *)r->data + r->at) + 1, 1);
}

/* Magic and version; returns the minor version, which only a file with a magic in upper case has. */
static inline unsigned bb_read_start(believe_reader *r, const char *upper, const char *lower)
{
    const size_t size = strlen(upper) + 1;
    const bool old = memcmp(r->data, lower, size) == 0;
    /* relies on FORMAT/bad-magic */
    believe_require(r, old || memcmp(r->data, upper, size) == 0, "its magic is wrong");
    r->at = size;
    /* relies on FORMAT/unsupported-version */
    believe_require(r, next_u8(r) == 3, "a version that the library doesn't read");
    const unsigned minor = old ? 0 : next_u8(r);
    believe_require(r, minor <= 4, "its minor version is unknown");
    return minor;
}

#endif
