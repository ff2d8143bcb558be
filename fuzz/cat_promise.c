/* cat_promise.c: makes a tar of a .cat and its .dat in memory, and tests the promises on that: there, two
 * files that belong together are one input.
 */
#include "inputs.h"
#include "promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, NAME = 0, MODE = 100, SIZE = 124, TIME = 136, SUM = 148, TYPE = 156, MAGIC = 257 };

/* Bytes of a member and its header, in whole blocks. */
static size_t room_of(size_t size)
{
    return BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
}

/* POSIX.1-1988 (ustar): the checksum is that of the header with blanks in the checksum's place. */
static uint8_t *add_member(uint8_t *at, const char *name, const uint8_t *bytes, size_t size)
{
    char *header = (char *)at;
    unsigned sum = 0;
    memcpy(header + NAME, name, strlen(name));
    memcpy(header + MODE, "0000644", 8);
    (void)snprintf(header + SIZE, TIME - SIZE, "%011zo", size);
    memcpy(header + TIME, "00000000000", 12);
    memset(header + SUM, ' ', 8);
    header[TYPE] = '0';
    memcpy(header + MAGIC, "ustar\00000", 8);
    for (size_t i = 0; i < BLOCK; i++)
        sum += at[i];
    (void)snprintf(header + SUM, 8, "%06o", sum);
    if (size > 0)
        memcpy(at + BLOCK, bytes, size);
    return at + room_of(size);
}

const char *cat_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    static promise *tars; /* from input to input, as a program that checks many files keeps its checker */
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    const size_t list = end != NULL ? (size_t)(end - data) : size;
    const size_t behind = end != NULL ? size - list - 1 : 0;
    const size_t whole = room_of(list) + room_of(behind) + 2 * BLOCK; /* a tar ends with two empty blocks */
    uint8_t *tar = calloc(1, whole);
    if (tars == NULL)
        tars = promise_new("tar");
    if (tar == NULL || tars == NULL) {
        free(tar);
        return "out of memory";
    }
    uint8_t *at = add_member(tar, "m.cat", data, list);
    (void)add_member(at, "m.dat", data + size - behind, behind);
    const char *broken = promise_check(tars, "m.tar", tar, whole, depth);
    free(tar);
    return broken;
}
