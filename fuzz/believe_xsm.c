/* believe_xsm.c: reads an XSM as importers do that trust it: once, with room for what a count declares before
 * it is read. */
#include "believe_emotionfx.h"

enum { SINGLE = 200, INFO = 201, LIST = 202, INFO_TEXTS = 4, ARRAYS = 4 };

typedef struct key {
    float value[4], time;
} key;

typedef struct submotion {
    char *name;
    key *keys[ARRAYS];
    uint32_t counts[ARRAYS];
} submotion;

/* The four numbers of a rotation, or the three of a position or scale. Whether they are finite. */
static bool read_value(efx_reader *r, float *value, bool rotation, bool wide)
{
    bool finite = true;
    for (unsigned i = 0; i < (rotation ? 4u : 3u); i++) {
        value[i] = rotation && !wide ? (float)(int16_t)efx_u16(r) / 32767 : efx_f32(r);
        finite = isfinite(value[i]) && finite;
    }
    return finite;
}

/* The keys of one array: numbers that are finite, at times that don't fall. */
static const char *read_keys(efx_reader *r, key *keys, uint32_t count, bool rotation, bool wide)
{
    float last = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool finite = read_value(r, keys[i].value, rotation, wide);
        keys[i].time = efx_f32(r);
        if (!finite || !isfinite(keys[i].time))
            return "a key is not finite"; /* relies on xsm/key-not-finite */
        if (keys[i].time < last)          /* relies on xsm/key-order */
            return "a key comes before the one before it, or before the motion";
        last = keys[i].time;
    }
    return NULL;
}

static const char *read_submotion(efx_reader *r, submotion *s, bool wide, bool has_error)
{
    float value[4];
    bool finite = true;
    for (unsigned i = 0; i < 8; i++)
        finite = read_value(r, value, i < 4, wide) && finite;
    for (unsigned i = 0; i < ARRAYS; i++) {
        s->counts[i] = efx_u32(r);
        s->keys[i] = believe_alloc(r->file, s->counts[i], sizeof(key));
        if (s->keys[i] == NULL)
            return believe_too_much;
    }
    r->at += has_error ? 4 : 0;
    if (!finite)
        return "a pose is not finite";
    s->name = efx_text(r);
    const char *lie = s->name != NULL ? NULL : believe_too_much;
    for (unsigned i = 0; i < ARRAYS && lie == NULL; i++)
        lie = read_keys(r, s->keys[i], s->counts[i], i % 2 == 1, wide);
    return lie;
}

static const char *read_single(efx_reader *r, uint32_t version)
{
    submotion *s = believe_alloc(r->file, 1, sizeof *s);
    return s != NULL ? read_submotion(r, s, version<3, version> 1) : believe_too_much;
}

static const char *read_list(efx_reader *r, uint32_t version)
{
    uint32_t count = efx_u32(r);
    const char *lie = NULL;
    submotion *list = believe_alloc(r->file, count, sizeof *list);
    if (list == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_submotion(r, &list[i], version == 1, true);
    return lie;
}

static const char *read_info(efx_reader *r, uint32_t version)
{
    static const size_t sizes[] = {8, 16, 20};
    r->at += sizes[version - 1];
    return efx_texts(r, INFO_TEXTS);
}

static const char *read_chunk(efx_reader *r, const efx_chunk *chunk)
{
    const char *lie;
    if (chunk->id == INFO)
        lie = read_info(r, chunk->version);
    else if (chunk->id == LIST)
        lie = read_list(r, chunk->version);
    else
        lie = read_single(r, chunk->version);
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
    bool moves = false; /* in a way that is known */
    const char *lie = efx_start(&r, "XSM ");
    while (lie == NULL && efx_next(&r, &chunk)) {
        if (chunk.id >= SINGLE && chunk.id <= LIST)
            seen[chunk.id - SINGLE]++;
        if (is_known(&chunk)) {
            moves = moves || chunk.id != INFO;
            lie = read_chunk(&r, &chunk);
        } else {
            efx_skip(&r, &chunk);
        }
    }
    if (lie != NULL)
        return lie;
    if (seen[1] > 1 || seen[2] > 1) /* relies on xsm/duplicate-chunk */
        return "it has a chunk twice";
    if (seen[0] + seen[2] == 0) /* relies on xsm/missing-chunk */
        return "it moves nothing";
    if (!moves) /* relies on xsm/unsupported-chunk-version */
        return "nobody knows how it moves";
    return efx_end(&r);
}
