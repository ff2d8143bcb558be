/* readings.h: what several promises share: the files in an input, and that the bytes of our own files are
 * read twice, with the same result.
 */
#ifndef ASSETLINT_FUZZ_READINGS_H
#define ASSETLINT_FUZZ_READINGS_H

#include <stdbool.h>

#include "core/span.h"
#include "project/configuration/configuration.h"

/* A copy in a block of exactly that size, so that AddressSanitizer sees every byte read too many. To be
 * freed; NULL without memory. */
uint8_t *exact_copy(const uint8_t *data, size_t size);

/* Compares two readings of the same `size` bytes: `a` and `b` are their mistakes, NULL where the bytes were
 * accepted. NULL when both accepted them, both have the same mistake, with a sentence and a place in the
 * bytes, or one had too little memory; otherwise the broken promise. */
const char *compare_readings(const al_mistake *a, const al_mistake *b, size_t size);

/* Several files in one input: each begins with a line `=== PATH`, and ends before the next such line. */
typedef struct input_file {
    al_span path; /* as it stands there */
    al_span bytes;
} input_file;

/* The file at or behind offset `*at`, which moves behind it. False if there is none. */
bool input_files_next(al_span input, uint64_t *at, input_file *file);

#endif
