/* believe_xani.c: loads an Egosoft ANI into curves: the header, a descriptor for each animation, then the
 * keys of all of them, in the order of the file. It looks up an interpolation by its number. Working files
 * have keys that go back in time, so the curves are only filled.
 */
#include "believe.h"

enum { HEADER = 16, NAME = 64, DESC = 160, CHANNELS = 5, KEY = 128, INTERPOLATIONS = 8 };

static uint32_t read_name(believe_reader *r)
{
    const char *name = next_bytes(r, 1, NAME);
    return (uint32_t)strlen(name); /* relies on xani/name-terminator */
}

static void read_key(believe_reader *r, uint32_t *into)
{
    believe_reader key = next_part(r, KEY);
    bool finite = next_finite(&key, 3);
    for (unsigned axis = 0; axis < 3; axis++) {
        into[axis] = next_u32(&key);
        /* relies on xani/interpolation */
        believe_require(r, into[axis] < INTERPOLATIONS, "an interpolation is unknown");
    }
    finite = next_finite(&key, 18) && finite; /* the time, and control points */
    key.at += 4;
    finite = next_finite(&key, 6) && finite;           /* derivatives */
    believe_require(r, finite, "a key is not finite"); /* relies on xani/not-finite */
}

void believe_xani(believe_reader *r)
{
    const uint32_t count = next_u32(r), keys_at = next_u32(r);
    believe_require(r, next_u32(r) == 1, "its version is unknown"); /* relies on xani/unsupported-version */
    int32_t(*counts)[CHANNELS] = believe_alloc(r, count, sizeof *counts); /* relies on xani/count-range */

    r->at = HEADER;
    for (uint32_t i = 0; i < count; i++) {
        believe_reader desc = next_part(r, DESC);
        (void)believe_alloc(r, (uint64_t)read_name(&desc) + read_name(&desc) + 2, 1);
        for (unsigned channel = 0; channel < CHANNELS; channel++)
            counts[i][channel] = next_i32(&desc);
    }
    /* relies on xani/key-offset */
    believe_require(r, count == 0 || r->at == keys_at, "the keys don't begin after the descriptors");
    for (uint32_t i = 0; i < count; i++)
        for (unsigned channel = 0; channel < CHANNELS; channel++) {
            const uint64_t keys = (uint64_t)counts[i][channel];
            uint32_t(*curve)[3] = believe_alloc(r, keys, sizeof *curve); /* relies on xani/count-range */
            for (uint64_t k = 0; k < keys; k++)
                read_key(r, curve[k]);
        }
    believe_require(r, r->at == r->end, "bytes follow the last key"); /* relies on xani/trailing-bytes */
}
