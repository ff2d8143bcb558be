/* bytes.h: questions to all bytes of a text or a file. */
#ifndef AL_CORE_REDUCE_BYTES_H
#define AL_CORE_REDUCE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

/* ---- Characters ---------------------------------------------------------------------------------------- */

/* True if a byte is an ASCII control character: below 0x20, or 0x7F. */
bool al_any_control_char(al_span s);

/* True if all bytes are printable ASCII characters. */
bool al_is_plain_ascii(al_span s);

/* True if all bytes are 0. Stops soon after the first other byte. */
bool al_is_all_zero(al_span s);

/* ---- Line ends that were converted --------------------------------------------------------------------- */

typedef struct al_line_ends {
    uint64_t count; /* line feeds */
    uint64_t first; /* offset of the carriage return before the first line feed */
} al_line_ends;

/* True if there are line feeds, and a carriage return before each one; only then `*out` is set. Stops soon
 * after the first line feed without a carriage return. */
bool al_all_line_feeds_paired(al_span s, al_line_ends *out);

#endif
