/* md5.h: MD5, which detects accidental damage. It gives no protection against manipulation.
 *
 * We have our own implementation because no library with MD5 is available on all systems that assetlint is
 * built for, and it is only sixty lines, which will never change.
 */
#ifndef AL_CORE_MD5_H
#define AL_CORE_MD5_H

#include <stdint.h>

#include "core/span.h"

enum { AL_MD5_SIZE = 16, AL_MD5_BLOCK = 64, AL_MD5_DIGITS = 2 * AL_MD5_SIZE };

typedef struct al_md5 {
    uint32_t state[4];
    uint64_t length;             /* of all bytes so far */
    uint8_t block[AL_MD5_BLOCK]; /* the last length % AL_MD5_BLOCK bytes, which are not in `state` yet */
} al_md5;

/* A digest as programs show it: hexadecimal digits in lower case. */
typedef struct al_md5_text {
    char text[AL_MD5_DIGITS + 1];
} al_md5_text;

al_md5 al_md5_start(void);
void al_md5_add(al_md5 *sum, al_span bytes);

/* Gets the digest; nothing may be added afterwards. */
void al_md5_end(al_md5 *sum, uint8_t digest[AL_MD5_SIZE]);

al_md5_text al_md5_show(const uint8_t digest[AL_MD5_SIZE]);

#endif
