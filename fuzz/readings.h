/* readings.h: what the promises about our own files share: the bytes are read twice, and both readings must
 * be the same.
 */
#ifndef ASSETLINT_FUZZ_READINGS_H
#define ASSETLINT_FUZZ_READINGS_H

#include "project/configuration/configuration.h"

/* A copy in a block of exactly that size, so that AddressSanitizer sees every byte read too many. To be
 * freed; NULL without memory. */
uint8_t *exact_copy(const uint8_t *data, size_t size);

/* Compares two readings of the same `size` bytes: `a` and `b` are their mistakes, NULL where the bytes were
 * accepted. NULL when both accepted them, both have the same mistake, with a sentence and a place in the
 * bytes, or one had too little memory; otherwise the broken promise. */
const char *compare_readings(const al_mistake *a, const al_mistake *b, size_t size);

#endif
