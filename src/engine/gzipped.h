/* gzipped.h: pictures in a gzip, as X Rebirth and X4 have their textures: X.gz holds a DDS. */
#ifndef AL_ENGINE_GZIPPED_H
#define AL_ENGINE_GZIPPED_H

#include "core/arena.h"
#include "core/inflate.h"
#include "core/limits.h"
#include "formats/format.h"

/* The most first bytes that are kept of a picture of which not all are needed. */
enum { AL_GZIP_HEAD = 256 };

typedef struct al_gzipped {
    const al_format *format; /* of the picture; NULL: it holds no picture */
    al_inflated stream;      /* how inflating its first member ended */
    al_span bytes;           /* of the picture, as many as the format needs. None if memory is short */
    uint64_t unread;         /* bytes behind these */
    uint8_t head[AL_GZIP_HEAD], tail[AL_END_SIZE]; /* the first bytes, and the last ones */
    size_t head_size, tail_size;
} al_gzipped;

/* Whether a file has the name of a gzip; whether its first bytes are those of one. */
bool al_is_gzip_name(const char *name);
bool al_is_gzip(al_span head);

/* The format of the picture that the first bytes of a gzip give, if they are enough to tell; NULL: of none.
 * Whether it is a TGA is known only at its end. */
const al_format *al_gzip_recognize(al_inflater *inflater, al_span head);

/* Inflates the first member of a file, which may give `most` bytes. Keeps what the format of the picture
 * needs, or all if `whole`. `g` must stay where it is. */
void al_gzip_read(al_gzipped *g, al_inflater *inflater, al_arena *arena, al_span file, uint64_t most,
                  bool whole);

/* All bytes that the first member gives, at most `most`, in memory of the arena; none if that is short. */
al_span al_gzip_whole(al_inflater *inflater, al_arena *arena, al_span file, uint64_t most);

#endif
