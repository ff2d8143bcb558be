/* text_hash.h: hashes of texts. */
#ifndef AL_CORE_TEXT_HASH_H
#define AL_CORE_TEXT_HASH_H

#include <stddef.h>
#include <stdint.h>

#define AL_HASH_START UINT64_C(0xCBF29CE484222325)

/* FNV-1a with 64 bits. Continues the hash of the bytes before, AL_HASH_START at the start. */
uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len);

/* The same with the NUL at the end of the text, so that "a","bc" and "ab","c" differ. */
uint64_t al_hash_text(uint64_t hash, const char *text);

#endif
