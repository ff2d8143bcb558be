/* inflate_difference.h: where the verdicts of zlib and libdeflate may differ. */
#ifndef ASSETLINT_FUZZ_INFLATE_DIFFERENCE_H
#define ASSETLINT_FUZZ_INFLATE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/inflate.h"
#include "core/limits.h"

/* libdeflate accepts a few streams that zlib refuses for one of these reasons. Short streams always get
 * zlib's verdict; a long one that libdeflate accepts doesn't. */
static inline bool inflate_is_lenient(const char *why_zlib_refuses, uint64_t length)
{
    static const char *const reasons[] = {"too many length or distance symbols",
                                          "invalid literal/length code", "invalid distance code",
                                          "invalid bit length repeat"};
#ifdef AL_HAVE_LIBDEFLATE
    if (why_zlib_refuses == NULL || length < AL_MIN_WHOLE_INFLATE)
        return false;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(why_zlib_refuses, reasons[i]) == 0)
            return true;
#else
    (void)why_zlib_refuses, (void)length, (void)reasons;
#endif
    return false;
}

/* Whether that is why the verdict with libdeflate differs from zlib's. If the checksum of such a stream is
 * wrong, too, both refuse it, for two reasons. */
static inline bool inflate_may_differ(const al_inflated *best, const al_inflated *zlib, uint64_t length)
{
    const bool accepted = best->verdict == AL_INFLATE_WHOLE || best->verdict == AL_INFLATE_SHORT;
    const bool checked =
        best->verdict == AL_INFLATE_CORRUPT && strcmp(best->why, "incorrect data check") == 0;
    return (accepted || checked) && zlib->verdict == AL_INFLATE_CORRUPT &&
           inflate_is_lenient(zlib->why, length);
}

#endif
