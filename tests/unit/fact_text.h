/* fact_text.h: what a file hands out for others, as text. */
#ifndef ASSETLINT_TESTS_FACT_TEXT_H
#define ASSETLINT_TESTS_FACT_TEXT_H

#include <stddef.h>

/* The facts of a file's bytes, a line for each: whether it has or needs the thing, what it is, the path, the
 * place and the bytes in the file, and its name or number: "needs node bones[0].name 0xC4+5 Bip01". NULL when
 * the format refuses the file. The caller frees it. */
char *fact_text(const char *format, const void *data, size_t size);

/* The same of a seed of the corpus: "msh/seeds/all.msh". */
char *fact_text_of_seed(const char *format, const char *seed);
void assert_facts(const char *format, const char *seed, const char *expected);

#endif
