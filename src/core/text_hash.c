/* text_hash.c: FNV-1a. */
#include "core/text_hash.h"

#include <string.h>

#include "core/compiler.h"

uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
    static const uint64_t prime = 0x100000001B3;
    for (size_t i = 0; i < len; i++)
        hash = al_mul_modulo(hash ^ (uint8_t)bytes[i], prime);
    return hash;
}

uint64_t al_hash_text(uint64_t hash, const char *text)
{
    return al_hash_bytes(hash, text, strlen(text) + 1);
}
