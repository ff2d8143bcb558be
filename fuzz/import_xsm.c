/* import_xsm.c: loads an XSM into curves, which a player bisects. */
#include "import_emotionfx.h"

enum { SINGLE = 200, INFO, LIST, INFO_TEXTS = 4, ARRAYS = 4 };

/* A pose and a bind pose: two rotations and two vectors each. */
enum { FLOATS_OF_ROTATIONS = 16, BYTES_OF_ROTATIONS = 32, FLOATS_OF_VECTORS = 12 };

typedef struct motion {
    believe_reader r;
    uint32_t tracks, infos, lists;
} motion;

static void import_curve(believe_reader *r, uint32_t count, bool rotation, bool wide)
{
    const uint32_t floats = !rotation ? 3 : wide ? 4 : 0;
    float *times = import_room(r, count, sizeof *times);
    for (uint32_t i = 0; i < count; i++) {
        believe_require(r, next_finite(r, floats), "a key is not finite"); /* relies on xsm/key-not-finite */
        r->at += floats == 0 ? 8 : 0;
        times[i] = next_f32(r);
    }
    import_play(r, times, count); /* relies on xsm/key-order */
}

static void import_track(motion *m, believe_reader *r, bool wide, bool has_error)
{
    uint32_t counts[ARRAYS] = {0};
    /* relies on xsm/key-not-finite */
    believe_require(r, next_finite(r, wide ? FLOATS_OF_ROTATIONS : 0), "a rotation of a pose is not finite");
    r->at += wide ? 0 : BYTES_OF_ROTATIONS;
    /* relies on xsm/key-not-finite */
    believe_require(r, next_finite(r, FLOATS_OF_VECTORS), "a pose is not finite");
    for (unsigned i = 0; i < ARRAYS; i++)
        counts[i] = next_u32(r);
    r->at += has_error ? 4 : 0;
    efx_texts(r, 1);
    for (unsigned i = 0; i < ARRAYS; i++)
        import_curve(r, counts[i], i % 2 == 1, wide);
    m->tracks++;
}

static void import_chunk(motion *m, efx_part *part)
{
    believe_reader *r = &part->r;
    if (part->id == INFO) {
        r->at += part->version == 1 ? 8 : part->version == 2 ? 16 : 20;
        efx_texts(r, INFO_TEXTS);
        m->infos++;
    } else if (part->id == LIST) {
        for (uint32_t left = next_u32(r); left > 0; left--)
            import_track(m, r, part->version == 1, true);
        m->lists++;
    } else if (part->id == SINGLE) {
        import_track(m, r, part->version < 3, part->version >= 2);
    }
    /* relies on xsm/duplicate-chunk */
    believe_require(r, m->infos <= 1 && m->lists <= 1, "a motion is loaded twice");
}

static bool is_open(const efx_chunk *chunk)
{
    return chunk->id == LIST;
}

void import_xsm(believe_reader *r)
{
    static const uint32_t versions[] = {3, 3, 2};
    motion m = {.r = *r};
    efx_part part = {.id = 0};
    efx_read_header(&m.r, "XSM ");
    while (efx_next_part(&m.r, &part, is_open)) {
        const bool known = part.id >= SINGLE && part.id <= LIST;
        /* relies on xsm/unsupported-chunk-version */
        believe_require(r, !known || (part.version >= 1 && part.version <= versions[part.id - SINGLE]),
                        "an engine has no function for a chunk");
        import_chunk(&m, &part);
        efx_end_part(&m.r, &part, known);
    }
    efx_end(&m.r, &part.chunk);
    believe_require(r, m.lists > 0 || m.tracks > 0,
                    "a motion moves nothing"); /* relies on xsm/missing-chunk */
}
