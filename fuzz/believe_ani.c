/* believe_ani.c: reads a Lost Saga ANI as an importer does: events, then track by track, the keys of each
 * into a block of their own.
 */
#include "believe_lostsaga.h"

enum { FLOATS = 4000, SMALL = 4001, WIDE = 4002 };

/* The fourth number is the root of what three leave of 1. */
static const char *unpack_small(uint32_t packed)
{
    float sum = 0;
    for (unsigned shift = 0; shift < 30; shift += 10) {
        const float c = 2.0f * (float)(packed >> shift & 0x3FF) / 1023.0f - 1.0f;
        sum += c * c;
    }
    /* relies on ani/packed-rotation */
    return isnan(sqrtf(1.0f - sum)) ? "three numbers of a rotation leave nothing for the fourth" : NULL;
}

static const char *unpack_wide(uint32_t high, uint32_t low)
{
    const float x = 2.0f * (float)(high >> 16) / 65535.0f - 1.0f;
    const float y = 2.0f * (float)(high & 0xFFFF) / 65535.0f - 1.0f;
    const float z = 2.0f * (float)(low >> 16) / 65535.0f - 1.0f;
    const float w = (float)(low & 0xFFFF) / 65535.0f;
    const float length = sqrtf(x * x + y * y + z * z + w * w);
    return fabsf(length - 1.0f) < 0.0101f ? NULL : "a rotation is none";
}

static const char *read_rotation(lsa_reader *r, uint32_t version)
{
    if (version == SMALL)
        return unpack_small(lsa_u32(r));
    if (version == WIDE) {
        const uint32_t high = lsa_u32(r);
        return unpack_wide(high, lsa_u32(r));
    }
    return lsa_finite(r, 4) ? NULL : "a rotation is not finite";
}

typedef struct key {
    float position[3];
    uint32_t time;
} key;

/* A track and its keys, as many as it says. */
static const char *read_track(lsa_reader *r, uint32_t version)
{
    const lsa_text bone = lsa_read_text(r);
    if (bone.bytes == NULL)
        return believe_too_much;
    if (!lsa_finite(r, 1))
        return "a weight is not finite";
    const uint32_t count = lsa_u32(r);
    key *keys = believe_alloc(r->file, count, sizeof *keys); /* relies on ani/count-range */
    if (keys == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        const char *lie = read_rotation(r, version);
        if (lie != NULL)
            return lie;
        for (unsigned k = 0; k < 3; k++) {
            keys[i].position[k] = lsa_f32(r);
            if (!isfinite(keys[i].position[k]))
                return "a position is not finite"; /* relies on ani/not-finite */
        }
        keys[i].time = lsa_u32(r);
        if (i > 0 && keys[i].time < keys[i - 1].time) /* relies on ani/key-order */
            return "a key comes before the one before it";
    }
    return NULL;
}

static const char *read_tracks(lsa_reader *r, uint32_t version)
{
    const char *lie = NULL;
    (void)lsa_u32(r); /* the length */
    const uint32_t count = lsa_u32(r);
    const size_t *tracks = believe_alloc(r->file, count, sizeof *tracks);
    if (tracks == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_track(r, version);
    return lie;
}

const char *believe_ani(believe_file *file)
{
    lsa_reader r = {.file = file, .at = 4};
    if (memcmp(file->data, "ANI", 4) != 0) /* another magic is another format's, and no finding of this one */
        return "it begins with another magic";
    const uint32_t version = lsa_u32(&r), events = lsa_u32(&r);
    if (version < FLOATS || version > WIDE) /* relies on ani/unsupported-version */
        return "a version that nobody has seen";
    uint64_t *places = believe_alloc(file, events, sizeof *places);
    if (places == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < events; i++) {
        places[i] = r.at;
        const lsa_text type = lsa_read_text(&r), name = lsa_read_text(&r);
        if (type.bytes == NULL || name.bytes == NULL)
            return believe_too_much;
        lsa_pass(&r, 1);
    }
    const char *lie = read_tracks(&r, version);
    return lie == NULL && r.at > file->size ? "it ends outside the file" : lie;
}
