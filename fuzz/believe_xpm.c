/* believe_xpm.c: reads an XPM as a game would that trusts it. */
#include "believe_emotionfx.h"

enum { SINGLE = 100, INFO = 101, LIST = 102, INFO_TEXTS = 4 };

static const char *read_anim(efx_reader *r)
{
    float last = 0;
    bool finite = efx_finite(r, 3);
    (void)efx_u32(r);
    uint32_t keys = efx_u32(r);
    if (!finite)
        return "a weight is not finite";
    const char *lie = efx_texts(r, 1);
    float *times = believe_alloc(r->file, keys, sizeof *times);
    if (times == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < keys && lie == NULL; i++) {
        times[i] = efx_f32(r);
        (void)efx_u32(r);
        if (!isfinite(times[i]))
            return "a time is not finite"; /* relies on xpm/key-not-finite */
        if (times[i] < last)               /* relies on xpm/key-order */
            return "a key comes before the one before it, or before the motion";
        last = times[i];
    }
    return lie;
}

static const char *read_chunk(efx_reader *r, const efx_chunk *chunk)
{
    const char *lie = NULL;
    if (chunk->id == INFO) {
        r->at += 8;
        lie = efx_texts(r, INFO_TEXTS);
    } else {
        uint32_t count = chunk->id == LIST ? efx_u32(r) : 1;
        for (uint32_t i = 0; i < count && lie == NULL; i++)
            lie = read_anim(r);
    }
    if (lie == NULL && r->at - chunk->start != chunk->length)
        return "a chunk has another length than it says"; /* relies on xpm/chunk-length */
    return lie;
}

const char *believe_xpm(believe_file *file)
{
    efx_reader r = {.file = file, .data = file->data, .end = file->size};
    efx_chunk chunk;
    unsigned seen[3] = {0};
    const char *lie = efx_start(&r, "XPM ");
    while (lie == NULL && efx_next(&r, &chunk)) {
        const bool ours = chunk.id >= SINGLE && chunk.id <= LIST;
        if (ours)
            seen[chunk.id - SINGLE]++;
        if (ours && chunk.version == 1)
            lie = read_chunk(&r, &chunk);
        else
            efx_skip(&r, &chunk);
    }
    if (lie != NULL)
        return lie;
    if (seen[1] > 1 || seen[2] > 1) /* relies on xpm/duplicate-chunk */
        return "it has a chunk twice";
    if (seen[0] + seen[2] == 0) /* relies on xpm/missing-chunk */
        return "it moves nothing";
    return r.at <= file->size ? NULL : "its last chunk ends outside the file";
}
