/* characters.h: tests of all bytes of a text. */
#ifndef AL_CORE_REDUCE_CHARACTERS_H
#define AL_CORE_REDUCE_CHARACTERS_H

#include <stdbool.h>

#include "core/span.h"

/* True if a byte is an ASCII control character: below 0x20, or 0x7F. */
bool al_any_control_char(al_span s);

/* True if all bytes are printable ASCII characters. */
bool al_is_plain_ascii(al_span s);

/* The number of bytes at the start that a JSON text holds as they are: ASCII from 0x20, but no quote and no
 * backslash. */
size_t al_plain_json_length(al_span s);

/* True if all bytes are 0. Stops soon after the first other byte. */
bool al_is_all_zero(al_span s);

#endif
