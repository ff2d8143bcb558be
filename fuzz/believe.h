/* believe.h: readers that trust a file as a game does, one for each format.
 *
 * A file without an error is a promise to the program that reads it next. A believer is that program: it
 * takes every count, offset, type and index at its word, in blocks of exactly the size that the header
 * states, so that AddressSanitizer stops it where the check should have. It must not test a range of its own.
 *
 * What memory cannot show (a sum that is off, a position that is not finite) it reports: every rule of level
 * error has its counterpart here, written from the page of the format, not from the check. The line that
 * needs what a rule guarantees says so in a comment, `relies on` and the rule's id; in what several readers
 * include FORMAT stands for each. tests/replay/believers_test.py misses those that no line names.
 */
/* not relied on: FORMAT/limit: a check that a limit stopped has promised nothing */
#ifndef ASSETLINT_FUZZ_BELIEVE_H
#define ASSETLINT_FUZZ_BELIEVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct believe_file {
    const char *name;
    const uint8_t *data; /* a block of exactly `size` bytes */
    size_t size;
    struct believe_block *blocks; /* what believe_alloc gave out */
} believe_file;

/* Reads the whole file. NULL when nothing was wrong, otherwise what the file, called free of errors, got
 * wrong. */
typedef const char *believe_fn(believe_file *file);

/* believe_xmf() and so on: declared, and looked for, by the rows of formats.def. */
#define AL_FORMAT(ID, id, ...)               believe_fn believe_##id;
#define AL_FORMAT_OF_TWO_MAGICS(ID, id, ...) believe_fn believe_##id;
#define AL_FORMAT_WITHOUT_MAGIC(ID, id, ...) believe_fn believe_##id;
#include "src/formats/formats.def"
#undef AL_FORMAT
#undef AL_FORMAT_OF_TWO_MAGICS
#undef AL_FORMAT_WITHOUT_MAGIC

/* The believer of a format, NULL when there is none. */
believe_fn *believe_find(const char *format);

/* A block of exactly that size, zeroed, freed by believe_free; NULL when nobody has that much memory. */
void *believe_alloc(believe_file *file, uint64_t count, uint64_t size);
void believe_free(believe_file *file);

/* What believers say when believe_alloc gave NULL. */
extern const char believe_too_much[];

uint16_t believe_u16(const uint8_t *at);
uint32_t believe_u32(const uint8_t *at);
int32_t believe_i32(const uint8_t *at);
float believe_f32(const uint8_t *at);

#endif
