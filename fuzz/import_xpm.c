/* import_xpm.c: loads an XPM into curves of weights, which a player bisects. */
#include "import_emotionfx.h"

enum { SINGLE = 100, INFO, LIST, INFO_TEXTS = 4 };

typedef struct motion {
    believe_reader r;
    uint32_t tracks, infos, lists;
} motion;

static void import_track(motion *m, believe_reader *r)
{
    believe_require(r, next_finite(r, 3), "a weight is not finite"); /* relies on xpm/key-not-finite */
    r->at += 4;
    const uint32_t count = next_u32(r);
    efx_texts(r, 1);
    float *times = import_room(r, count, sizeof *times);
    uint16_t *weights = import_room(r, count, sizeof *weights);
    for (uint32_t i = 0; i < count; i++) {
        times[i] = next_f32(r);
        /* relies on xpm/key-not-finite */
        believe_require(r, isfinite(times[i]), "the time of a key is not finite");
        weights[i] = next_u16(r);
        r->at += 2;
    }
    import_play(r, times, count); /* relies on xpm/key-order */
    m->tracks++;
}

static void import_chunk(motion *m, efx_part *part)
{
    believe_reader *r = &part->r;
    if (part->id == INFO) {
        r->at += 8;
        efx_texts(r, INFO_TEXTS);
        m->infos++;
    } else if (part->id == LIST) {
        for (uint32_t left = next_u32(r); left > 0; left--)
            import_track(m, r);
        m->lists++;
    } else if (part->id == SINGLE) {
        import_track(m, r);
    }
    /* relies on xpm/duplicate-chunk */
    believe_require(r, m->infos <= 1 && m->lists <= 1, "a motion is loaded twice");
}

static bool is_open(const efx_chunk *chunk)
{
    (void)chunk;
    return false;
}

void import_xpm(believe_reader *r)
{
    motion m = {.r = *r};
    efx_part part = {.id = 0};
    efx_read_header(&m.r, "XPM ");
    while (efx_next_part(&m.r, &part, is_open)) {
        const bool known = part.id >= SINGLE && part.id <= LIST;
        /* relies on xpm/unsupported-chunk-version */
        believe_require(r, !known || part.version == 1, "an engine has no function for a chunk");
        import_chunk(&m, &part);
        efx_end_part(&m.r, &part, known);
    }
    efx_end(&m.r, &part.chunk);
    believe_require(r, m.lists > 0 || m.tracks > 0,
                    "a motion moves nothing"); /* relies on xpm/missing-chunk */
}
