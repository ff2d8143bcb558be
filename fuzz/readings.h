/* readings.h: what is promised of each mistake that a reader of texts finds. */
#ifndef ASSETLINT_FUZZ_READINGS_H
#define ASSETLINT_FUZZ_READINGS_H

#include "project/configuration/configuration.h"

/* Holds the mistakes of two looks at the same bytes, `size` of them, against each other. NULL when both say
 * the same, with a sentence and a place in the bytes, or one had too little memory; otherwise what is wrong.
 */
const char *compare_mistakes(const al_mistake *a, const al_mistake *b, size_t size);

#endif
