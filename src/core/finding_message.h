/* finding_message.h: makes the messages of findings.
 *
 * A sentence is a format as for printf. Real numbers are texts in it (al_show_real), since the point that
 * printf writes depends on the locale.
 */
#ifndef AL_CORE_FINDING_MESSAGE_H
#define AL_CORE_FINDING_MESSAGE_H

#include <assetlint/assetlint.h>
#include <stdarg.h>
#include <stddef.h>

#include "core/compiler.h"
#include "core/limits.h"

/* Writes the sentence with its values, escaped, in less than AL_MAX_MESSAGE bytes; a longer message ends in
 * "...". Returns the length. */
size_t al_make_message(char out[AL_MAX_MESSAGE], const char *sentence, ...) AL_PRINTF(2, 3);

/* The same with the values in a list. */
size_t al_make_message_of(char out[AL_MAX_MESSAGE], const char *sentence, va_list values) AL_PRINTF(2, 0);

#endif
