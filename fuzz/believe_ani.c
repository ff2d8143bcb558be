/* believe_ani.c: loads a Lost Saga ANI into curves: events, then track by track, with its rotations unpacked.
 */
#include "believe_lostsaga.h"

/* Versions, by how a key holds its rotation. */
enum { FLOATS = 4000, PACKED_32 = 4001, PACKED_64 = 4002 };

/* The square of the fourth number of a rotation, from the other three, which have 10 bits each. */
static float rest_of(uint32_t packed)
{
    float rest = 1;
    for (unsigned i = 0; i < 3; i++, packed >>= 10) {
        const float number = (float)(packed & 0x3FF) / 1023 * 2 - 1;
        rest -= number * number;
    }
    return rest;
}

/* Of two words: x, y, z, and w without a sign. */
static float length_of(uint32_t high, uint32_t low)
{
    const float x = 2.0f * (float)(high >> 16) / 65535.0f - 1.0f;
    const float y = 2.0f * (float)(high & 0xFFFF) / 65535.0f - 1.0f;
    const float z = 2.0f * (float)(low >> 16) / 65535.0f - 1.0f;
    const float w = (float)(low & 0xFFFF) / 65535.0f;
    return sqrtf(x * x + y * y + z * z + w * w);
}

static void read_rotation(believe_reader *r, uint32_t version)
{
    if (version == FLOATS) {
        believe_require(r, next_finite(r, 4), "a rotation is not finite"); /* relies on ani/not-finite */
    } else if (version == PACKED_32) {
        /* relies on ani/packed-rotation */
        believe_require(r, rest_of(next_u32(r)) >= 0, "three numbers of a rotation are longer than 1");
    } else {
        const uint32_t high = next_u32(r);
        /* relies on ani/packed-rotation */
        believe_require(r, fabsf(length_of(high, next_u32(r)) - 1) < 0.0101f,
                        "a packed rotation is not a rotation");
    }
}

static void read_track(believe_reader *r, uint32_t version)
{
    (void)lsa_read_text(r);
    believe_require(r, next_finite(r, 1), "a weight is not finite"); /* relies on ani/not-finite */
    const uint32_t count = next_u32(r);
    uint32_t *times = believe_alloc(r, count, sizeof *times); /* relies on ani/count-range */
    for (uint32_t i = 0; i < count; i++) {
        read_rotation(r, version);
        believe_require(r, next_finite(r, 3), "a position is not finite"); /* relies on ani/not-finite */
        times[i] = next_u32(r);
        /* relies on ani/key-order */
        believe_require(r, i == 0 || times[i] >= times[i - 1], "a key comes before the key before it");
    }
}

void believe_ani(believe_reader *r)
{
    /* Another magic is another format's, and no rule of this one. */
    r->at = 4;
    const uint32_t version = next_u32(r), events = next_u32(r);
    /* relies on ani/unsupported-version */
    believe_require(r, version >= FLOATS && version <= PACKED_64, "its version is unknown");
    float *event_times = believe_alloc(r, events, sizeof *event_times);
    for (uint32_t i = 0; i < events; i++) {
        (void)lsa_read_text(r);
        (void)lsa_read_text(r);
        event_times[i] = next_f32(r);
    }
    believe_require(r, next_i32(r) >= 0, "its duration is negative"); /* relies on ani/duration */
    const uint32_t count = next_u32(r);
    size_t *tracks = believe_alloc(r, count, sizeof *tracks);
    for (uint32_t i = 0; i < count; i++) {
        tracks[i] = r->at;
        read_track(r, version);
    }
    lsa_end(r);
}
