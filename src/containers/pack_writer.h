/* pack_writer.h: writes the small archives that are made for one member: numbers, lowest byte first. */
#ifndef AL_CONTAINERS_PACK_WRITER_H
#define AL_CONTAINERS_PACK_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* Whoever owns the bytes has made room for all that will be put there. */
typedef struct pack_writer {
    uint8_t *at;
    size_t size; /* of what is there */
} pack_writer;

static inline void pack_put(pack_writer *w, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        w->at[w->size++] = (uint8_t)(number >> (8 * i));
}

#endif
