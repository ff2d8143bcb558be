/* finding_message.h: makes the messages of findings.
 *
 * A sentence is a format as for printf, with the directives %d %u %x %X (also with l, ll, z, leading zeros
 * and a width), %c, %s, %.*s, %.Ng and %%. Any other directive is a bug, which an assertion reports.
 */
#ifndef AL_CORE_FINDING_MESSAGE_H
#define AL_CORE_FINDING_MESSAGE_H

#include <assetlint/assetlint.h>
#include <stdarg.h>
#include <stddef.h>

#include "core/compiler.h"
#include "core/limits.h"

/* Writes the sentence with its values, escaped, in less than AL_MAX_MESSAGE bytes; a longer message ends in
 * "...". Unlike with printf, the locale has no influence, and a text may be very long: no more of it is read
 * than the message shows. Returns the length. */
size_t al_make_message(char out[AL_MAX_MESSAGE], const char *sentence, ...) AL_PRINTF(2, 3);

/* The same with the values in a list. */
size_t al_make_message_of(char out[AL_MAX_MESSAGE], const char *sentence, va_list values) AL_PRINTF(2, 0);

#endif
