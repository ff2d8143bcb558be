/* pictures.h: what the formats of pictures share. Readers tell the kind of a picture by its bytes, whatever
 * its name is, so that a picture of another kind is checked as what it is. The engine takes a picture out of
 * a gzip before a format sees it.
 */
#ifndef AL_PICTURES_PICTURES_H
#define AL_PICTURES_PICTURES_H

#include "kit/hooks.h"

/* Direct3D 11 has no larger textures. */
enum { PICTURE_MAX_SIDE = 16384 };

/* Whether the first bytes are those of a BMP. */
bool picture_is_bmp(al_span head);

/* Reports a file that is not of the format that its name says, and whose bytes are of none that assetlint
 * reads: a JPEG under `other_kind`, since readers know it, anything else under `bad_magic`. `name` is that of
 * the format: "a DDS". */
al_parsed picture_refuse(al_job *job, size_t bad_magic, size_t other_kind, const char *name);

/* Reports data that end early, or bytes behind them, at the path "data": the picture has its `size` bytes at
 * offset `at`, and `end` is where the file has no more of them. */
void picture_report_short(al_job *job, size_t rule, uint64_t at, uint64_t size, uint64_t end);
void picture_report_long(al_job *job, size_t rule, uint64_t from, uint64_t end);

#endif
