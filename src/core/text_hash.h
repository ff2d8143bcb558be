/* text_hash.h: numbers that stand for texts. */
#ifndef AL_CORE_TEXT_HASH_H
#define AL_CORE_TEXT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define AL_HASH_START UINT64_C(0xCBF29CE484222325)

/* FNV-1a, 64 bits: the hash of a text that is known up to here, with more of it. */
uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len);

/* The same with the NUL at its end, so that "a","bc" is not "ab","c". */
uint64_t al_hash_text(uint64_t hash, const char *text);

#endif
