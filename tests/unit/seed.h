/* seed.h: seeds of the corpus, for tests that cut and change them. */
#ifndef ASSETLINT_TESTS_SEED_H
#define ASSETLINT_TESTS_SEED_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of FOLDER/NAME, fewer than `room` and not none, or the test fails. Returns how many. */
size_t read_seed(const char *folder, const char *name, uint8_t *bytes, size_t room);

#endif
