/* import.h: readers that load a file as importers and games do, one for each format, and what they share.
 *
 * A believing reader (believe.h) follows a file through its bytes. An importer is interested in what the file
 * is loaded into: tables by number, name and level of detail, arrays with 8 and 16 bits, four slots for the
 * influences of a vertex, a tree that it goes down by recursion, triangles with vertices of their own. It
 * computes sizes in 32 bits. So the two make different mistakes about the same wrong number.
 *
 * As there, a line that needs what a rule of level error guarantees names it: `relies on`, and its id. Each
 * believe_require names one, since a test that can't fail is none. tests/replay/believers_test.py makes each
 * of these rules fail. An importer must not need what docs/promise.md says that no reader may believe.
 */
#ifndef ASSETLINT_FUZZ_IMPORT_H
#define ASSETLINT_FUZZ_IMPORT_H

#include "believe.h"

/* Levels of a tree: a stack of 1 MiB, as programs for Windows have, and a KiB for each call. */
enum { IMPORT_LEVELS = 1000 };

/* import_xmf() and so on: the rows of formats.def declare them and list them. */
#define AL_FORMAT(ID, id, ...) believe_fn import_##id;
#include "src/formats/formats.def"
#undef AL_FORMAT

/* The importer of a format, NULL for an unknown format. believe_run runs it. */
believe_fn *import_find(const char *format);

/* A block, zeroed, of a size that is computed in 32 bits: if the product is larger, the block is too small.
 */
void *import_room(const believe_reader *r, uint32_t count, uint32_t size);

/* A reader of the next `size` bytes alone, in a block of their own. */
believe_reader import_part(believe_reader *r, uint32_t size);

/* Gives each thing of a tree its place in the world, from the roots down: its own place (three floats, NULL
 * for none) and that of its parent, -1 for none. Returns three floats for each thing. */
const float *import_pose(believe_reader *r, const int32_t *parents, const float *places, uint32_t count);

/* Gives each corner a vertex of its own, and puts it into a box of 16 bits for each axis. */
void import_draw(believe_reader *r, const float *positions, const uint32_t *corners, uint32_t corner_count);

/* Looks up the two keys around the time of each key, as a player does. */
void import_play(believe_reader *r, const float *times, uint32_t count);

#endif
