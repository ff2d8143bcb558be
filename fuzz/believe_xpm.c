/* believe_xpm.c: loads an XPM into curves of weights, with room for what a count declares before it is read.
 */
#include "believe_emotionfx.h"

static void read_track(believe_reader *r)
{
    believe_require(r, next_finite(r, 3), "a weight is not finite"); /* relies on xpm/key-not-finite */
    r->at += 4;
    const uint32_t count = next_u32(r);
    float *times = believe_alloc(r, count, sizeof *times);
    uint16_t *weights = believe_alloc(r, count, sizeof *weights);
    efx_texts(r, 1);
    for (uint32_t i = 0; i < count; i++) {
        times[i] = next_f32(r);
        weights[i] = next_u16(r);
        r->at += 2;
    }
    believe_play(r, times, count); /* relies on xpm/key-order, xpm/key-not-finite */
}

static void read_chunk(believe_reader *r, uint32_t version, uint32_t kind)
{
    (void)version; /* the only one */
    if (kind == EFX_INFO) {
        r->at += 8;
        efx_texts(r, EFX_INFO_TEXTS);
        return;
    }
    for (uint32_t left = kind == EFX_LIST ? next_u32(r) : 1; left > 0; left--)
        read_track(r);
}

void believe_xpm(believe_reader *r)
{
    efx_read_motion(r, &(efx_motion){"XPM ", 100, {1, 1, 1}, .read = read_chunk});
}
