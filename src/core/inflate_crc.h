/* inflate_crc.h: the checksum of zip, 7z and gzip. It guards against accidents, not against anybody. */
#ifndef AL_CORE_INFLATE_CRC_H
#define AL_CORE_INFLATE_CRC_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of what `crc` is of, 0 for nothing, and of `size` more bytes. */
uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size);

#endif
