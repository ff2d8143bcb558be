/* xac_morph_rules.c: rules about morph targets. */
#include <inttypes.h>

#include "core/reduce/floats.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/arrays.h"

/* Checks a minimum and a maximum, also for NaN; `claim` is about the minimum. */
static void check_range(const xac_judging *j, const al_claim *claim, const xac_morph *m, float low,
                        float high)
{
    if (!(low <= high))
        al_report(j->sink, claim, "morph target \"%.*s\" has the minimum %s and the maximum %s",
                  AL_SHOW(m->name.text), al_show_number((double)low).text, al_show_number((double)high).text);
}

/* A level that nothing but morph targets has. `claim` is about it. */
static void check_used_lod(const xac_judging *j, const al_claim *claim, uint32_t lod)
{
    if (xac_is_above_last_lod(j, lod))
        al_report(
            j->sink, claim,
            "morph targets of level of detail %u, but the last level of the actor's meshes and materials "
            "is %u",
            lod, j->last_lod);
}

static void judge_target(void *context, const xac_morph *m)
{
    xac_judging *j = context;
    const xac_morph_record row = xac_morph_record_read(m->record);
    const al_claim range =
        xac_morph_record_claim_at(XAC_MORPH_RANGE, m->record, XAC_MORPH_AT_range_min, m->path);
    const al_claim lod = xac_morph_record_claim_at(XAC_LOD_RANGE, m->record, XAC_MORPH_AT_lod, m->path);
    const al_claim phonemes =
        xac_morph_record_claim_at(XAC_UNKNOWN_BITS, m->record, XAC_MORPH_AT_phoneme_set, m->path);
    j->target = m->name.text;
    check_range(j, &range, m, row.range_min, row.range_max);
    xac_check_lod(j, &lod, row.lod);
    efx_check_phonemes(&j->efx, &phonemes, "morph target", m->name.text, row.phoneme_set);
    al_claim unused = lod;
    unused.rule = XAC_UNKNOWN_BITS;
    if (m->listed)
        check_used_lod(j, &unused, row.lod);
}

/* Whether a node exists; `claim` is about its number. */
static bool check_node(const xac_judging *j, const al_claim *claim, uint32_t node)
{
    if (!xac_lacks_node(j, node))
        return true;
    al_report(j->sink, claim, "morph target \"%.*s\" changes node %u, but there %s %u node%s",
              AL_SHOW(j->target), node, AL_THERE(j->nodes_before));
    return false;
}

static al_claim vertices_claim(const xac_deformation *d, const al_tally *tally)
{
    return (al_claim){.rule = XAC_MORPH_VERTEX,
                      .offset = d->vertices.base,
                      .length = d->vertices.len,
                      .path = al_field(d->path, "vertices"),
                      .tally = tally};
}

/* The published descriptions call the number of a chunk 12 that of a collection of morph targets: an actor
 * has only collection 0. If a mesh has no existing node or can't be read, its morph targets find no mesh:
 * that is one error, and it is reported at the mesh. */
static void report_no_mesh(xac_judging *j, const xac_morph *m, const xac_deformation *d)
{
    const uint64_t count = d->vertices.len / 4;
    al_tally all = {.count = 0};
    for (uint64_t i = 0; i < count; i++)
        al_tally_add(&all, i);
    const al_claim claim = vertices_claim(d, &all);
    j->meshless = j->meshless || count > 0;
    if (count == 0 || !j->x->file.complete || xac_has_nodeless_mesh(j, false, m->lod, NULL) ||
        j->x->lost_meshes > 0)
        return;
    if (m->listed && m->lod != 0)
        al_report(j->sink, &claim,
                  "morph target \"%.*s\" is of the collection %u, which does not exist: an actor has only "
                  "collection 0, and %s has no visual mesh of level of detail %u",
                  AL_SHOW(m->name.text), m->lod, xac_show_node(j, d->row.node).text, m->lod);
    else
        al_report(j->sink, &claim,
                  "morph target \"%.*s\" moves %u %s of %s, which has no visual mesh of level of detail %u "
                  "before it",
                  AL_SHOW(m->name.text), d->row.num_vertices,
                  AL_BY_COUNT(d->row.num_vertices, "vertex", "vertices"), xac_show_node(j, d->row.node).text,
                  m->lod);
}

static void check_vertices(xac_judging *j, const xac_morph *m, const xac_deformation *d)
{
    const xac_mesh_entry *mesh = xac_find_mesh(j->x, d->row.node, false, m->lod);
    const al_span numbers = al_slice_available(d->vertices, 0, d->vertices.len / 4 * 4);
    if (mesh == NULL || mesh->chunk > j->chunk) {
        report_no_mesh(j, m, d);
        return;
    }
    if (numbers.len == 0 || al_max_u32(numbers) < mesh->vertices)
        return;
    const al_tally bad = al_find_beyond(numbers, mesh->vertices);
    const al_claim claim = vertices_claim(d, &bad);
    al_report(j->sink, &claim,
              "vertices of the morph target \"%.*s\" beyond the %u of the visual mesh of %s: %" PRIu64
              " of %u, the first is vertex %u",
              AL_SHOW(m->name.text), mesh->vertices, xac_show_node(j, d->row.node).text, bad.count,
              d->row.num_vertices, al_u32_at(numbers, 4 * bad.first[0]));
}

static void judge_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    xac_judging *j = context;
    const al_claim range = xac_deform_claim_at(XAC_MORPH_RANGE, d->record, XAC_DEFORM_AT_min, d->path);
    const al_claim node = xac_deform_claim_at(XAC_MORPH_NODE, d->record, XAC_DEFORM_AT_node, d->path);
    check_range(j, &range, m, d->row.min, d->row.max);
    if (check_node(j, &node, d->row.node))
        check_vertices(j, m, d);
}

static void judge_transformation(void *context, const al_path *path, al_span record)
{
    const al_claim claim = xac_transform_claim_at(XAC_MORPH_NODE, record, XAC_TRANSFORM_AT_node, path);
    (void)check_node(context, &claim, al_u32_at(record, XAC_TRANSFORM_AT_node));
}

void xac_judge_morphs(void *judging, efx_reading *r)
{
    const xac_morph_visitor visitor = {.context = judging,
                                       .target = judge_target,
                                       .deformation = judge_deformation,
                                       .transformation = judge_transformation};
    xac_judging *j = judging;
    const bool listed = r->header.id == XAC_MORPHS_CHUNK;
    const al_layout *layout = listed ? &xac_morphs_layout : &xac_morph_record_layout;
    const uint32_t field = listed ? (uint32_t)XAC_MORPHS_AT_lod : (uint32_t)XAC_MORPH_AT_lod;
    const al_span record = efx_payload(&j->x->file, r->number, layout->size);
    const al_claim claim = al_field_claim(XAC_UNKNOWN_BITS, layout, record, field, &r->path);
    xac_judge_place(j, r);
    j->meshless = false;
    (void)xac_each_morph(r, &visitor);
    if (record.len == layout->size && !j->meshless) /* a missing mesh was reported */
        check_used_lod(j, &claim, al_u32_at(record, field));
}
