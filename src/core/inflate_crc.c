/* inflate_crc.c: CRC-32 by zlib. */
#include "core/inflate_crc.h"

#include <zlib.h>

uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size)
{
    return size > 0 ? (uint32_t)crc32_z(crc, bytes, size) : crc; /* of NULL zlib says where to begin */
}
