/* pack_writer.h: writes numbers, lowest byte first, into the small archives that libarchive reads instead of
 * the real one.
 */
#ifndef AL_CONTAINERS_PACK_WRITER_H
#define AL_CONTAINERS_PACK_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* The caller has made room for all bytes. */
typedef struct pack_writer {
    uint8_t *at;
    size_t size; /* bytes so far */
} pack_writer;

static inline void pack_put(pack_writer *w, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        w->at[w->size++] = (uint8_t)(number >> (8 * i));
}

#endif
