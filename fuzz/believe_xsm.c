/* believe_xsm.c: reads an XSM as a game would that trusts it. */
#include "believe_emotionfx.h"

enum { SINGLE = 200, INFO = 201, LIST = 202, INFO_TEXTS = 4, ARRAYS = 4 };

/* The keys of one array: numbers that are finite, at times that don't fall. */
static const char *read_keys(efx_reader *r, uint32_t count, bool rotation, bool wide)
{
    float last = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool finite = true;
        if (rotation && !wide)
            for (unsigned k = 0; k < 4; k++)
                (void)efx_u16(r);
        else
            finite = efx_finite(r, rotation ? 4 : 3);
        float time = efx_f32(r);
        if (!finite || !isfinite(time))
            return "a key is not finite"; /* relies on xsm/key-not-finite */
        if (time < last)                  /* relies on xsm/key-order */
            return "a key comes before the one before it, or before the motion";
        last = time;
    }
    return NULL;
}

static const char *read_submotion(efx_reader *r, bool wide, bool has_error)
{
    uint32_t counts[ARRAYS];
    bool finite = true;
    if (wide)
        finite = efx_finite(r, 16);
    else
        for (unsigned i = 0; i < 16; i++)
            (void)efx_u16(r);
    finite = efx_finite(r, 12) && finite;
    for (unsigned i = 0; i < ARRAYS; i++)
        counts[i] = efx_u32(r);
    if (has_error)
        (void)efx_f32(r);
    if (!finite)
        return "a pose is not finite";
    const char *lie = efx_texts(r, 1);
    for (unsigned i = 0; i < ARRAYS && lie == NULL; i++)
        lie = read_keys(r, counts[i], i % 2 == 1, wide);
    return lie;
}

static const char *read_info(efx_reader *r, uint32_t version)
{
    static const size_t sizes[] = {8, 16, 20};
    r->at += sizes[version - 1];
    return efx_texts(r, INFO_TEXTS);
}

static const char *read_list(efx_reader *r, uint32_t version)
{
    uint32_t count = efx_u32(r);
    const char *lie = NULL;
    uint64_t *motions = believe_alloc(r->file, count, sizeof *motions);
    if (motions == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count && lie == NULL; i++) {
        motions[i] = r->at;
        lie = read_submotion(r, version == 1, true);
    }
    return lie;
}

static const char *read_chunk(efx_reader *r, const efx_chunk *chunk)
{
    const char *lie;
    if (chunk->id == INFO)
        lie = read_info(r, chunk->version);
    else if (chunk->id == LIST)
        lie = read_list(r, chunk->version);
    else
        lie = read_submotion(r, chunk->version<3, chunk->version> 1);
    size_t size = r->at - chunk->start;
    if (lie == NULL && (chunk->id == LIST ? chunk->length < size : chunk->length != size))
        return "a chunk has another length than it says"; /* relies on xsm/chunk-length */
    return lie;
}

static bool is_known(const efx_chunk *chunk)
{
    return chunk->id >= SINGLE && chunk->id <= LIST && chunk->version >= 1 &&
           chunk->version <= (chunk->id == LIST ? 2u : 3u);
}

const char *believe_xsm(believe_file *file)
{
    efx_reader r = {.file = file, .data = file->data, .end = file->size};
    efx_chunk chunk;
    unsigned seen[3] = {0};
    const char *lie = efx_start(&r, "XSM ");
    while (lie == NULL && efx_next(&r, &chunk)) {
        if (chunk.id >= SINGLE && chunk.id <= LIST)
            seen[chunk.id - SINGLE]++;
        if (is_known(&chunk))
            lie = read_chunk(&r, &chunk);
        else
            efx_skip(&r, &chunk);
    }
    if (lie != NULL)
        return lie;
    if (seen[1] > 1 || seen[2] > 1) /* relies on xsm/duplicate-chunk */
        return "it has a chunk twice";
    if (seen[0] + seen[2] == 0) /* relies on xsm/missing-chunk */
        return "it moves nothing";
    return r.at <= file->size ? NULL : "its last chunk ends outside the file";
}
