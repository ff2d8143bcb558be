/* sentence.h: what a finding says, as a sentence with printf's directives and the values they stand for.
 *
 * The directives are %d %u %x %X (also with l, ll and z, zeros in front and a width), %c, %s, %.*s, %.Ng and
 * %%. Any other is a mistake of ours, which an assertion shows.
 */
#ifndef AL_CORE_SENTENCE_H
#define AL_CORE_SENTENCE_H

#include <assetlint/assetlint.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* How many values one sentence can have. */
enum { AL_MAX_VALUES = 16 };

/* Whether all directives are of those above, and are not too many. */
bool al_is_sentence(const char *sentence);

/* Puts what the directives stand for into `values` (AL_MAX_VALUES of them) and returns how many that are.
 * Texts stay where they are, up to their NUL, and are cut where no message could show more. */
size_t al_take_values(al_value *values, const char *sentence, va_list list);

/* The sentence with its values, fit to print: as al_finding_message. */
size_t al_sentence_words(const char *sentence, const al_value *values, size_t count, char *out, size_t size);

#endif
