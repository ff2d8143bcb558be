/* believe_xpm.c: reads an XPM as importers do that trust it: once, with room for what a count declares before
 * it is read. */
#include "believe_emotionfx.h"

enum { SINGLE = 100, INFO = 101, LIST = 102, INFO_FIXED = 8, INFO_TEXTS = 4 };

typedef struct anim {
    char *name;
    float *times;
    uint16_t *amounts;
} anim;

static const char *read_anim(efx_reader *r, anim *a)
{
    float last = 0;
    bool finite = efx_finite(r, 3);
    r->at += 4;
    uint32_t keys = efx_u32(r);
    a->times = believe_alloc(r->file, keys, sizeof *a->times);
    a->amounts = believe_alloc(r->file, keys, sizeof *a->amounts);
    if (a->times == NULL || a->amounts == NULL)
        return believe_too_much;
    if (!finite)
        return "a weight is not finite";
    a->name = efx_text(r);
    if (a->name == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < keys; i++) {
        a->times[i] = efx_f32(r);
        a->amounts[i] = efx_u16(r);
        r->at += 2;
        if (!isfinite(a->times[i]))
            return "a time is not finite"; /* relies on xpm/key-not-finite */
        if (a->times[i] < last)            /* relies on xpm/key-order */
            return "a key comes before the one before it, or before the motion";
        last = a->times[i];
    }
    return NULL;
}

static const char *read_anims(efx_reader *r, uint32_t count)
{
    const char *lie = NULL;
    anim *list = believe_alloc(r->file, count, sizeof *list);
    if (list == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_anim(r, &list[i]);
    return lie;
}

static const char *read_chunk(efx_reader *r, const efx_chunk *chunk)
{
    const char *lie = NULL;
    if (chunk->id == INFO) {
        r->at += INFO_FIXED;
        lie = efx_texts(r, INFO_TEXTS);
    } else {
        lie = read_anims(r, chunk->id == LIST ? efx_u32(r) : 1);
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
    bool moves = false; /* in a way that is known */
    const char *lie = efx_start(&r, "XPM ");
    while (lie == NULL && efx_next(&r, &chunk)) {
        const bool ours = chunk.id >= SINGLE && chunk.id <= LIST;
        if (ours)
            seen[chunk.id - SINGLE]++;
        if (ours && chunk.version == 1) {
            moves = moves || chunk.id != INFO;
            lie = read_chunk(&r, &chunk);
        } else {
            efx_skip(&r, &chunk);
        }
    }
    if (lie != NULL)
        return lie;
    if (seen[1] > 1 || seen[2] > 1) /* relies on xpm/duplicate-chunk */
        return "it has a chunk twice";
    if (seen[0] + seen[2] == 0) /* relies on xpm/missing-chunk */
        return "it moves nothing";
    if (!moves) /* relies on xpm/unsupported-chunk-version */
        return "nobody knows how it moves";
    return efx_end(&r);
}
