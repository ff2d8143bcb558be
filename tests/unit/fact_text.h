/* fact_text.h: the facts of a file as text. */
#ifndef ASSETLINT_TESTS_FACT_TEXT_H
#define ASSETLINT_TESTS_FACT_TEXT_H

#include <stddef.h>

/* The facts of a file, a line for each: has or needs, the kind, the path, the offset and length in the file,
 * and the name or number: "needs node bones[0].name 0xC4+5 Bip01". NULL if the format refuses the file. The
 * caller frees it. */
char *fact_text(const char *format, const void *data, size_t size);

/* The same for a seed of the corpus: "msh/seeds/all.msh". */
char *fact_text_of_seed(const char *format, const char *seed);
void assert_facts(const char *format, const char *seed, const char *expected);

#endif
