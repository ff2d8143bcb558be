/* believe_xsm.c: reads an XSM as an importer does that trusts it: once, with room for what a count declares
 * before it is read.
 */
#include "believe_motion.h"

enum { FIRST_ID = 200, INFO_TEXTS = 4, ARRAYS = 4 };

typedef struct key {
    float value[4], time;
} key;

typedef struct track {
    char *name;
    key *keys[ARRAYS];
    uint32_t counts[ARRAYS];
} track;

/* The four numbers of a rotation, or the three of a position or scale. */
static void read_value(believe_reader *r, float *value, bool rotation, bool wide)
{
    for (unsigned i = 0; i < (rotation ? 4u : 3u); i++) {
        value[i] = rotation && !wide ? (float)next_i16(r) / 32767 : next_f32(r);
        believe_require(r, isfinite(value[i]),
                        "a pose or key is not finite"); /* relies on xsm/key-not-finite */
    }
}

static void read_track(believe_reader *r, track *t, bool wide, bool has_error)
{
    float value[4];
    for (unsigned i = 0; i < 8; i++)
        read_value(r, value, i < 4, wide);
    for (unsigned i = 0; i < ARRAYS; i++) {
        t->counts[i] = next_u32(r);
        t->keys[i] = believe_alloc(r, t->counts[i], sizeof(key));
    }
    r->at += has_error ? 4 : 0;
    t->name = next_text(r, NULL);
    for (unsigned i = 0; i < ARRAYS; i++) {
        float last = 0;
        for (uint32_t k = 0; k < t->counts[i]; k++) {
            read_value(r, t->keys[i][k].value, i % 2 == 1, wide);
            t->keys[i][k].time = next_f32(r);
            efx_require_time(r, &last, t->keys[i][k].time);
        }
    }
}

static void read_tracks(believe_reader *r, uint32_t count, bool wide, bool has_error)
{
    track *tracks = believe_alloc(r, count, sizeof *tracks);
    for (uint32_t i = 0; i < count; i++)
        read_track(r, &tracks[i], wide, has_error);
}

static void read_chunk(believe_reader *r, const efx_chunk *chunk, uint32_t kind)
{
    static const size_t info_fixed[] = {8, 16, 20};
    if (kind == EFX_INFO) {
        r->at += info_fixed[chunk->version - 1];
        efx_texts(r, INFO_TEXTS);
    } else if (kind == EFX_LIST) {
        const uint32_t count = next_u32(r);
        read_tracks(r, count, chunk->version == 1, true);
    } else {
        read_tracks(r, 1, chunk->version < 3, chunk->version >= 2);
    }
    const size_t size = r->at - chunk->start;
    /* relies on xsm/chunk-length */
    believe_require(r, kind == EFX_LIST ? chunk->length >= size : chunk->length == size,
                    "a chunk has another length than it says");
}

void believe_xsm(believe_reader *r)
{
    static const uint32_t versions[EFX_KINDS] = {3, 3, 2};
    efx_read_motion(r, "XSM ", FIRST_ID, versions, read_chunk);
}
