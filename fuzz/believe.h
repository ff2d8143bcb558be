/* believe.h: readers that trust a file as games and importers do, one for each format.
 *
 * A file without an error is a promise to the program that reads it next. A trusting reader is that program:
 * it takes every count, offset, type and index from the file as it is, allocates blocks of exactly the stated
 * size, and loads the file into what a game keeps: tables by number, name and level of detail, four slots for
 * the influences of a vertex, a tree that it goes down by recursion. So AddressSanitizer stops it where the
 * check should have reported an error. An index may skip the gap that the sanitizer watches behind a block,
 * so the reader tests it.
 *
 * Memory cannot show everything (a wrong sum, a position that is not finite): the reader tests such things
 * with believe_require. Every rule of level error has its counterpart here, written from the page of the
 * format, not from the check. The line that needs what a rule guarantees names it in a comment, `relies on`
 * and the rule's id; in headers that several readers include, FORMAT stands for the format of each.
 * tests/replay/believers_test.py makes each of these rules fail, and fails for a rule that no line names. A
 * reader must not need what docs/promise.md says that no reader may believe.
 */
/* not relied on: FORMAT/limit: a check that a limit stopped has promised nothing */
#ifndef ASSETLINT_FUZZ_BELIEVE_H
#define ASSETLINT_FUZZ_BELIEVE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct believe_file;

typedef struct believe_reader {
    struct believe_file *file; /* the same for all readers of a file */
    const char *name;          /* of the file */
    const uint8_t *data;       /* a block of exactly the size of the file, or of a part of it */
    size_t at;                 /* the next byte, wherever the file sends the reader */
    size_t end;                /* of the block */
    bool big_endian;
} believe_reader;

/* Levels of a tree: a stack of 1 MiB, as programs for Windows have, and a KiB for each call. */
enum { BELIEVE_LEVELS = 1000 };

/* Reads a whole file, from its first byte. */
typedef void believe_fn(believe_reader *r);

/* believe_xmf() and so on: the rows of formats.def declare them and list them. */
#define AL_FORMAT(ID, id, ...) believe_fn believe_##id;
#include "src/formats/formats.def"
#undef AL_FORMAT

/* The reader of a format, NULL for an unknown format. */
believe_fn *believe_find(const char *format);

/* Runs a reader on a block of exactly `size` bytes. NULL, or a problem of the file, which was found
 * free of errors. */
const char *believe_run(believe_fn *read, const char *name, const uint8_t *data, size_t size);

/* Ends the reader of believe_run with `problem`, unless the condition holds. */
void believe_require(const believe_reader *r, bool holds, const char *problem);

/* A block of exactly that size, zeroed; believe_run frees it. Ends the reader when memory runs out, or when
 * its blocks together are far larger than the file. relies on FORMAT/count-range */
void *believe_alloc(const believe_reader *r, uint64_t count, uint64_t size);

/* Allows the reader memory and steps for so many bytes, to which the file unpacks. */
void believe_unpacked(const believe_reader *r, uint64_t bytes);

/* The bytes that `stored` bytes unpack to: `size`, or 0 if no deflate stream of that length gives so many. */
uint64_t believe_deflated(int32_t stored, uint64_t size);

/* A turn of a loop or a call that a file could cause too often. Ends the reader if it did. */
void believe_step(const believe_reader *r);

uint16_t believe_u16(const uint8_t *at);
uint32_t believe_u32(const uint8_t *at);
int32_t believe_i32(const uint8_t *at);
float believe_f32(const uint8_t *at);

/* The next value, in the reader's byte order. relies on FORMAT/truncated */
uint8_t next_u8(believe_reader *r);
uint16_t next_u16(believe_reader *r);
int16_t next_i16(believe_reader *r);
uint32_t next_u32(believe_reader *r);
int32_t next_i32(believe_reader *r);
float next_f32(believe_reader *r);
double next_f64(believe_reader *r);

/* A byte that readers store in a bool. */
bool next_flag(believe_reader *r);

/* Reads so many floats. Whether all are finite. */
bool next_finite(believe_reader *r, uint64_t count);

/* A copy of the next count * size bytes in a block of that size. */
void *next_bytes(believe_reader *r, uint64_t count, uint64_t size);

/* A reader of the next `size` bytes alone, in a block of their own. */
believe_reader next_part(believe_reader *r, uint64_t size);

/* A text with a u32 before it, its length in bytes; the copy ends with a NUL. `*length` may be NULL. */
char *next_text(believe_reader *r, uint32_t *length);

/* Goes down a tree from its roots by recursion; `parents` has -1 for a root. */
void believe_tree(believe_reader *r, const int32_t *parents, uint32_t count);

/* Draws triangles: looks up the position of each corner among `count`, three floats. */
void believe_draw(believe_reader *r, const float *positions, uint32_t count, const uint32_t *corners,
                  uint32_t corner_count);

/* Plays a curve whose keys have these times. */
void believe_play(believe_reader *r, const float *times, uint32_t count);

#endif
