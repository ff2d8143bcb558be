/* import_xani.c: loads an Egosoft ANI into curves: the names in buffers of their size in the file, an
 * interpolation by number, the keys of each channel in a block. Working files have keys that go back in time,
 * so the curves are only filled.
 */
#include "import.h"

enum { NAME = 64, DESC = 160, CHANNELS = 5, KEY = 128, HEADER = 16 };

static const char *const interpolations[] = {"unknown", "step",   "linear",        "quadratic",
                                             "cubic",   "bezier", "bezier linear", "TCB"};

static uint32_t import_name(believe_reader *r)
{
    const char *name = next_bytes(r, 1, NAME);
    return (uint32_t)strlen(name); /* relies on xani/name-terminator */
}

static void import_key(believe_reader *r, char *into)
{
    believe_reader key = import_part(r, KEY);
    believe_require(r, next_finite(&key, 3), "a value is not finite"); /* relies on xani/not-finite */
    for (unsigned axis = 0; axis < 3; axis++)
        *into = interpolations[next_i32(&key)][0]; /* relies on xani/interpolation */
    believe_require(r, next_finite(&key, 18),
                    "a time or control point is not finite"); /* relies on xani/not-finite */
    key.at += 4;
    believe_require(r, next_finite(&key, 6), "a derivative is not finite"); /* relies on xani/not-finite */
}

void import_xani(believe_reader *r)
{
    const uint32_t count = next_u32(r), keys_at = next_u32(r);
    /* relies on xani/unsupported-version */
    believe_require(r, next_u32(r) == 1, "its version is unknown");
    uint32_t(*counts)[CHANNELS] = import_room(r, count, sizeof *counts); /* relies on xani/count-range */
    r->at = HEADER;
    for (uint32_t i = 0; i < count; i++) {
        believe_reader desc = import_part(r, DESC);
        (void)import_room(r, import_name(&desc) + import_name(&desc) + 2, 1);
        for (unsigned channel = 0; channel < CHANNELS; channel++)
            counts[i][channel] = next_u32(&desc);
    }
    r->at = keys_at; /* relies on xani/key-offset, xani/truncated */
    for (uint32_t i = 0; i < count; i++)
        for (unsigned channel = 0; channel < CHANNELS; channel++) {
            char *keys = import_room(r, counts[i][channel], 1);
            for (uint32_t k = 0; k < counts[i][channel]; k++)
                import_key(r, &keys[k]);
        }
    /* relies on xani/trailing-bytes */
    believe_require(r, r->at == r->end, "there are more keys than curves");
}
