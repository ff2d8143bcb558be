/* import_ani.c: loads a Lost Saga ANI into curves, with its rotations unpacked. */
#include "import_lostsaga.h"

enum { FLOATS = 4000, SMALL = 4001, WORDS = 4002 };

/* The square of the fourth number of a rotation, from the other three. */
static float rest_of(uint32_t packed)
{
    float rest = 1;
    for (unsigned i = 0; i < 3; i++, packed >>= 10) {
        const float number = (float)(packed & 0x3FF) / 1023 * 2 - 1;
        rest -= number * number;
    }
    return rest;
}

/* As it is after division by its length. */
static bool is_rotation(const uint8_t *packed)
{
    float square = 0;
    static const size_t places[] = {2, 0, 6, 4}; /* x, y, z, w in two words */
    for (size_t i = 0; i < 4; i++) {
        const float part = (float)believe_u16(packed + places[i]) / 65535;
        square += i < 3 ? (part * 2 - 1) * (part * 2 - 1) : part * part;
    }
    return fabsf(sqrtf(square) - 1) < 0.0101f;
}

static void import_rotation(believe_reader *r, uint32_t version)
{
    const uint8_t *at = r->data + r->at;
    if (version == FLOATS) {
        believe_require(r, next_finite(r, 4), "a rotation is not finite"); /* relies on ani/not-finite */
    } else if (version == SMALL) {
        /* relies on ani/packed-rotation */
        believe_require(r, rest_of(next_u32(r)) >= 0, "a rotation has no fourth number");
    } else {
        r->at += 8; /* relies on ani/packed-rotation */
        believe_require(r, is_rotation(at), "a rotation has another length than 1");
    }
}

static void import_track(believe_reader *r, uint32_t version)
{
    (void)lsa_read_text(r);
    believe_require(r, next_finite(r, 1), "a weight is not finite"); /* relies on ani/not-finite */
    const uint32_t count = next_u32(r);
    uint32_t *times = import_room(r, count, sizeof *times); /* relies on ani/count-range */
    for (uint32_t i = 0; i < count; i++) {
        import_rotation(r, version);
        believe_require(r, next_finite(r, 3), "a position is not finite"); /* relies on ani/not-finite */
        times[i] = next_u32(r);
        /* relies on ani/key-order */
        believe_require(r, i == 0 || times[i] >= times[i - 1], "the time between two keys is below 0");
    }
}

void import_ani(believe_reader *r)
{
    r->at = 4;
    const uint32_t version = next_u32(r);
    /* relies on ani/unsupported-version */
    believe_require(r, version >= FLOATS && version <= WORDS, "its version is unknown");
    for (uint32_t left = next_u32(r); left > 0; left--) {
        (void)lsa_read_text(r);
        (void)lsa_read_text(r);
        (void)next_f32(r);
    }
    believe_require(r, next_i32(r) >= 0, "it ends before it begins"); /* relies on ani/duration */
    for (uint32_t left = next_u32(r); left > 0; left--)
        import_track(r, version);
    lsa_end(r);
}
