/* believe_xpm.c: reads an XPM as an importer does that trusts it: once, with room for what a count declares
 * before it is read.
 */
#include "believe_motion.h"

enum { FIRST_ID = 100, INFO_FIXED = 8, INFO_TEXTS = 4 };

typedef struct track {
    char *name;
    float *times;
    uint16_t *weights;
} track;

static void read_track(believe_reader *r, track *t)
{
    float last = 0;
    believe_require(r, next_finite(r, 3), "a weight is not finite");
    r->at += 4;
    const uint32_t keys = next_u32(r);
    *t = (track){.times = believe_alloc(r, keys, sizeof *t->times),
                 .weights = believe_alloc(r, keys, sizeof *t->weights),
                 .name = next_text(r, NULL)};
    for (uint32_t i = 0; i < keys; i++) {
        t->times[i] = next_f32(r);
        t->weights[i] = next_u16(r);
        r->at += 2;
        efx_require_time(r, &last, t->times[i]);
    }
}

static void read_chunk(believe_reader *r, const efx_chunk *chunk, uint32_t kind)
{
    if (kind == EFX_INFO) {
        r->at += INFO_FIXED;
        efx_texts(r, INFO_TEXTS);
    } else {
        const uint32_t count = kind == EFX_LIST ? next_u32(r) : 1;
        track *tracks = believe_alloc(r, count, sizeof *tracks);
        for (uint32_t i = 0; i < count; i++)
            read_track(r, &tracks[i]);
    }
    /* relies on xpm/chunk-length */
    believe_require(r, r->at - chunk->start == chunk->length, "a chunk has another length than it says");
}

void believe_xpm(believe_reader *r)
{
    static const uint32_t versions[EFX_KINDS] = {1, 1, 1};
    efx_read_motion(r, "XPM ", FIRST_ID, versions, read_chunk);
}
