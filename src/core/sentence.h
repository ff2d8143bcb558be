/* sentence.h: messages of findings: a sentence with directives as in printf, and the values for them.
 *
 * The directives are %d %u %x %X (also with l, ll, z, leading zeros and a width), %c, %s, %.*s, %.Ng and %%.
 * Any other directive is a bug, which an assertion reports.
 */
#ifndef AL_CORE_SENTENCE_H
#define AL_CORE_SENTENCE_H

#include <assetlint/assetlint.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { AL_MAX_VALUES = 16 }; /* in one sentence */

/* True if a sentence has only these directives, and at most AL_MAX_VALUES values. */
bool al_is_sentence(const char *sentence);

/* Reads the arguments for the directives into `values`, which holds AL_MAX_VALUES, and returns their number.
 * Texts are not copied; they are cut if they are longer than any message. */
size_t al_take_values(al_value *values, const char *sentence, va_list list);

/* Writes the message: the sentence with its values, escaped, as al_finding_message does. */
size_t al_sentence_words(const char *sentence, const al_value *values, size_t count, char *out, size_t size);

#endif
