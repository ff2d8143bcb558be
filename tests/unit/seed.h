/* seed.h: seeds of the corpus, for tests that cut and change them. */
#ifndef ASSETLINT_TESTS_SEED_H
#define ASSETLINT_TESTS_SEED_H

#include <stddef.h>
#include <stdint.h>

/* Reads FOLDER/NAME and returns its size. The test fails unless the size is above 0 and below `room`. */
size_t read_seed(const char *folder, const char *name, uint8_t *bytes, size_t room);

#endif
