/* believe_ani.c: reads a Lost Saga ANI as an importer does: events, then track by track, the keys of each in
 * a block of their own.
 */
#include "believe_lostsaga.h"

/* Versions, by how a key holds its rotation. */
enum { FLOATS = 4000, PACKED_32 = 4001, PACKED_64 = 4002 };

/* Three numbers of 10 bits; the fourth is the root of what remains of 1. */
static void unpack_32(believe_reader *r, uint32_t packed)
{
    float sum = 0;
    for (unsigned shift = 0; shift < 30; shift += 10) {
        const float c = 2.0f * (float)(packed >> shift & 0x3FF) / 1023.0f - 1.0f;
        sum += c * c;
    }
    /* relies on ani/packed-rotation */
    believe_require(r, !isnan(sqrtf(1.0f - sum)), "three numbers of a rotation are longer than 1");
}

static void unpack_64(believe_reader *r, uint32_t high, uint32_t low)
{
    const float x = 2.0f * (float)(high >> 16) / 65535.0f - 1.0f;
    const float y = 2.0f * (float)(high & 0xFFFF) / 65535.0f - 1.0f;
    const float z = 2.0f * (float)(low >> 16) / 65535.0f - 1.0f;
    const float w = (float)(low & 0xFFFF) / 65535.0f;
    const float length = sqrtf(x * x + y * y + z * z + w * w);
    believe_require(r, fabsf(length - 1.0f) < 0.0101f, "a packed rotation is not a rotation");
}

static void read_rotation(believe_reader *r, uint32_t version)
{
    if (version == PACKED_32) {
        unpack_32(r, next_u32(r));
    } else if (version == PACKED_64) {
        const uint32_t high = next_u32(r);
        unpack_64(r, high, next_u32(r));
    } else {
        believe_require(r, next_finite(r, 4), "a rotation is not finite"); /* relies on ani/not-finite */
    }
}

typedef struct key {
    float position[3];
    uint32_t time;
} key;

static void read_track(believe_reader *r, uint32_t version)
{
    (void)lsa_read_text(r);
    believe_require(r, next_finite(r, 1), "a weight is not finite");
    const uint32_t count = next_u32(r);
    key *keys = believe_alloc(r, count, sizeof *keys);
    for (uint32_t i = 0; i < count; i++) {
        read_rotation(r, version);
        for (unsigned k = 0; k < 3; k++) {
            keys[i].position[k] = next_f32(r);
            believe_require(r, isfinite(keys[i].position[k]), "a position is not finite");
        }
        keys[i].time = next_u32(r);
        /* relies on ani/key-order */
        believe_require(r, i == 0 || keys[i].time >= keys[i - 1].time,
                        "a key comes before the key before it");
    }
}

void believe_ani(believe_reader *r)
{
    /* Another magic is another format's, and no rule of this one. */
    believe_require(r, memcmp(r->data, "ANI", 4) == 0, "its magic is wrong");
    r->at = 4;
    const uint32_t version = next_u32(r), events = next_u32(r);
    /* relies on ani/unsupported-version */
    believe_require(r, version >= FLOATS && version <= PACKED_64, "its version is unknown");
    uint64_t *places = believe_alloc(r, events, sizeof *places);
    for (uint32_t i = 0; i < events; i++) {
        places[i] = r->at;
        (void)lsa_read_text(r);
        (void)lsa_read_text(r);
        (void)next_f32(r);
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
