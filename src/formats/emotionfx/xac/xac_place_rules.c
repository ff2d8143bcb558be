/* xac_place_rules.c: rules about the order of an XAC's chunks, and about their levels of detail. Importers
 * read the file once and store each chunk under the numbers that it has.
 */
#include "formats/emotionfx/xac/xac.h"

/* ---- Order --------------------------------------------------------------------------------------------- */

/* The number of nodes that an importer has read before a chunk. If it has none, the order is wrong, which is
 * reported, and all nodes of the file count. Chunks are checked in their order. */
static uint32_t nodes_before(xac_judging *j, uint32_t chunk)
{
    const xac_file *x = j->x;
    for (; j->looked < chunk; j->looked++)
        j->old_nodes += efx_known_id(&x->file, j->looked) == XAC_OLD_NODE_CHUNK;
    const bool one_by_one = x->has_nodes && efx_known_id(&x->file, x->node_chunk) == XAC_OLD_NODE_CHUNK;
    return one_by_one && j->old_nodes > 0 ? j->old_nodes : x->num_nodes;
}

bool xac_lacks_node(const xac_judging *j, int64_t number)
{
    return j->x->nodes_known && (number < 0 || number >= j->nodes_before);
}

static void check_order(const xac_judging *j, const efx_reading *r)
{
    const xac_file *x = j->x;
    const uint32_t id = r->header.id;
    const bool needs_nodes = id != XAC_MATERIAL_CHUNK && id != XAC_FX_CHUNK && id != XAC_TOTALS_CHUNK;
    if (!needs_nodes || !x->has_nodes || x->node_chunk < r->number)
        return;
    const al_span header = al_slice_available(x->file.bytes, x->file.chunks[r->number].at, EFX_CHUNK_BYTES);
    const al_claim claim = efx_chunk_header_claim_at(XAC_CHUNK_ORDER, header, EFX_CHUNK_AT_id, &r->path);
    al_report(j->sink, &claim, "%s chunk (%u) comes before the nodes, which are in chunks[%u]",
              al_find_word(&efx_chunk_kind_words, id), id, x->node_chunk);
}

/* ---- Levels of detail ---------------------------------------------------------------------------------- */

static void find_last_lod(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const bool counts = f->chunks[i].supported && efx_known_id(f, i) != XAC_MORPHS_CHUNK;
        const uint32_t lod = counts ? xac_lod_of(j->x, i) : 0;
        j->last_lod = lod > j->last_lod ? lod : j->last_lod;
    }
}

bool xac_is_above_last_lod(const xac_judging *j, uint32_t lod)
{
    const xac_file *x = j->x;
    return lod > j->last_lod && lod < j->lods && !j->lods_declared && !x->nested && x->file.complete &&
           x->lost_meshes == 0;
}

void xac_find_lods(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    j->lods = XAC_MOST_LODS;
    find_last_lod(j);
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        if (efx_known_id(f, i) != XAC_INFO_CHUNK)
            continue;
        const al_span record = efx_payload(f, i, XAC_INFO4_BYTES);
        if (f->chunks[i].supported && efx_header_of(f, i).version == 4 && record.len == XAC_INFO4_BYTES)
            j->lods = al_u32_at(record, XAC_INFO4_AT_num_lods);
        j->lods_declared = efx_header_of(f, i).version == 4;
        return;
    }
}

void xac_check_lod(const xac_judging *j, const al_claim *claim, uint32_t lod)
{
    if (lod < j->lods)
        return;
    if (j->lods_declared)
        al_report(j->sink, claim, "level of detail is %u, but the info chunk declares %u level%s", lod,
                  j->lods, AL_S(j->lods));
    else
        al_report(j->sink, claim, "level of detail is %u, but readers support %u level%s", lod, j->lods,
                  AL_S(j->lods));
}

static void check_lod_of_chunk(const xac_judging *j, const efx_reading *r)
{
    const xac_lod_place *place = xac_lod_place_of(r->header);
    if (place == NULL)
        return;
    const al_span record = efx_payload(&j->x->file, r->number, place->layout->size);
    const al_claim claim = al_field_claim(XAC_LOD_RANGE, place->layout, record, place->field, &r->path);
    if (record.len >= place->field + 4)
        xac_check_lod(j, &claim, al_u32_at(record, place->field));
}

void xac_judge_place(xac_judging *j, const efx_reading *r)
{
    j->chunk = r->number;
    j->nodes_before = nodes_before(j, r->number);
    check_order(j, r);
    check_lod_of_chunk(j, r);
}
