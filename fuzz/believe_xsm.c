/* believe_xsm.c: loads an XSM into tracks of curves, with room for what a count declares before it is read.
 */
#include "believe_emotionfx.h"

enum { CURVES = 4 };

/* A rotation, which is packed into 8 bytes or has four numbers, or a position or scale. */
static void read_value(believe_reader *r, bool rotation, bool wide)
{
    /* relies on xsm/key-not-finite */
    believe_require(r, next_finite(r, !rotation ? 3 : wide ? 4 : 0), "a pose or key is not finite");
    r->at += rotation && !wide ? 8 : 0;
}

static void read_track(believe_reader *r, bool wide, bool has_error)
{
    uint32_t counts[CURVES];
    float *times[CURVES];
    for (unsigned i = 0; i < 8; i++) /* a pose and a bind pose: two rotations and two vectors each */
        read_value(r, i < 4, wide);
    for (unsigned i = 0; i < CURVES; i++) {
        counts[i] = next_u32(r);
        times[i] = believe_alloc(r, counts[i], sizeof(float));
    }
    r->at += has_error ? 4 : 0;
    efx_texts(r, 1);
    for (unsigned i = 0; i < CURVES; i++) {
        for (uint32_t k = 0; k < counts[i]; k++) {
            read_value(r, i % 2 == 1, wide);
            times[i][k] = next_f32(r);
        }
        believe_play(r, times[i], counts[i]); /* relies on xsm/key-order, xsm/key-not-finite */
    }
}

static void read_chunk(believe_reader *r, uint32_t version, uint32_t kind)
{
    if (kind == EFX_INFO) {
        r->at += version == 1 ? 8 : version == 2 ? 16 : 20;
        efx_texts(r, EFX_INFO_TEXTS);
    } else if (kind == EFX_LIST) {
        for (uint32_t left = next_u32(r); left > 0; left--)
            read_track(r, version == 1, true);
    } else {
        read_track(r, version < 3, version >= 2);
    }
}

void believe_xsm(believe_reader *r)
{
    efx_read_motion(r, &(efx_motion){"XSM ", 200, {3, 3, 2}, .open_list = true, .read = read_chunk});
}
