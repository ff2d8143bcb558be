/* characters.h: which characters there are in a text. */
#ifndef AL_CORE_REDUCE_CHARACTERS_H
#define AL_CORE_REDUCE_CHARACTERS_H

#include <stdbool.h>

#include "core/span.h"

/* True when one of the bytes is a control character of ASCII, below 0x20 or 0x7F. */
bool al_any_control_char(al_span s);

/* True when no byte is a control character or beyond ASCII. */
bool al_is_plain_ascii(al_span s);

/* True when every byte is 0. Ends soon after the first that isn't. */
bool al_is_all_zero(al_span s);

#endif
