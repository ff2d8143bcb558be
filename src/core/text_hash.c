/* text_hash.c: FNV-1a. It needs a product modulo 2^64, computed from 32-bit halves, so that no operation
 * wraps. */
#include "core/text_hash.h"

#include <string.h>

uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
    static const uint64_t prime_low = 0x1B3; /* the prime is 2^40 + 0x1B3 */
    for (size_t i = 0; i < len; i++) {
        hash ^= (uint8_t)bytes[i];
        const uint64_t low = (hash & UINT32_MAX) * prime_low;
        const uint64_t high = (hash >> 32) * prime_low + (low >> 32) + ((hash & 0xFFFFFF) << 8);
        hash = (high & UINT32_MAX) << 32 | (low & UINT32_MAX);
    }
    return hash;
}

uint64_t al_hash_text(uint64_t hash, const char *text)
{
    return al_hash_bytes(hash, text, strlen(text) + 1);
}
