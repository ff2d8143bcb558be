/* bytes.c: looks at many bytes at once. */
#include "core/reduce/bytes.h"

#include <string.h>

/* ---- Characters ---------------------------------------------------------------------------------------- */

/* Loops without branches, for vector units. */
bool al_any_control_char(al_span s)
{
    bool any = false;
    for (size_t i = 0; i < s.len; i++)
        any |= s.ptr[i] < 0x20 || s.ptr[i] == 0x7F;
    return any;
}

bool al_is_plain_ascii(al_span s)
{
    bool plain = true;
    for (size_t i = 0; i < s.len; i++)
        plain &= s.ptr[i] >= 0x20 && s.ptr[i] < 0x7F;
    return plain;
}

bool al_is_all_zero(al_span s)
{
    return s.len == 0 || (s.ptr[0] == 0 && memcmp(s.ptr, s.ptr + 1, s.len - 1) == 0);
}

/* ---- Line ends that were converted --------------------------------------------------------------------- */

/* In random bytes every 256th is a line feed, so that most files are decided soon. */
bool al_all_line_feeds_paired(al_span s, al_line_ends *out)
{
    const uint8_t *feed = s.len > 0 ? memchr(s.ptr, '\n', s.len) : NULL;
    const al_line_ends none = {.count = 0};
    *out = none;
    while (feed != NULL) {
        const size_t at = (size_t)(feed - s.ptr);
        if (at == 0 || s.ptr[at - 1] != '\r') {
            *out = none;
            return false;
        }
        if (out->count++ == 0)
            out->first = at - 1;
        feed = memchr(feed + 1, '\n', s.len - at - 1);
    }
    return out->count > 0;
}
