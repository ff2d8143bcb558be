/* md5.h: MD5, which tells damaged bytes from whole ones. Against somebody who means to deceive it is worth
 * nothing.
 *
 * Written here because it is sixty lines that will never change, and no library of it is there for all
 * systems that assetlint is built for.
 */
#ifndef AL_CORE_MD5_H
#define AL_CORE_MD5_H

#include <stdint.h>

#include "core/span.h"

enum { AL_MD5_SIZE = 16, AL_MD5_BLOCK = 64 };

typedef struct al_md5 {
    uint32_t state[4];
    uint64_t length;             /* of all bytes so far; */
    uint8_t block[AL_MD5_BLOCK]; /* those that no whole block was made of: the last length % AL_MD5_BLOCK */
} al_md5;

al_md5 al_md5_start(void);
void al_md5_add(al_md5 *sum, al_span bytes);

/* Ends the sum; nothing is added after it. */
void al_md5_end(al_md5 *sum, uint8_t digest[AL_MD5_SIZE]);

#endif
