/* xac_skin_rules.c: rules about skinning: influences, and their ranges for each original vertex. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "core/reduce/indices.h"
#include "core/reduce/vectors.h"
#include "core/work.h"
#include "formats/emotionfx/xac/xac.h"

enum {
    MOST_INFLUENCES = 4,  /* of a vertex, in every renderer of these games */
    ONE_BITS = 0x3F800000 /* of 1.0f: a float with higher bits is larger, negative or not a number */
};

/* The state of the check of a skin. */
typedef struct skin_check {
    xac_judging *judging;
    al_sink *sink;
    uint32_t chunk;
    const xac_skin *skin;
    al_tally bone, weight;              /* influences */
    al_tally sum, range, count, unheld; /* vertices */
    double first_sum;
    uint16_t highest_bone;
    uint64_t influences; /* number so far, if they have no table */
    al_work sums;        /* budget for adding up weights */
    bool out_of_sums;
} skin_check;

/* The node of the skin, for messages. */
static xac_node_text owner_of(const skin_check *k)
{
    return xac_show_node(k->judging, k->skin->node);
}

/* ---- Influences ---------------------------------------------------------------------------------------- */

static float weight_at(al_span influences, uint64_t number)
{
    return al_f32_at(influences, number * XAC_INFLUENCE_BYTES + XAC_INFLUENCE_AT_weight);
}

static int16_t bone_at(al_span influences, uint64_t number)
{
    return al_i16_at(influences, number * XAC_INFLUENCE_BYTES + XAC_INFLUENCE_AT_bone);
}

/* Whether all weights are within 0 and 1, and all bones exist. `*highest` gets the highest bone. */
static bool are_right(const skin_check *k, al_span influences, uint32_t *highest)
{
    const uint32_t half = influences.big_endian ? 0xFFFF0000u : 0xFFFFu;
    *highest = al_max_masked(influences, XAC_INFLUENCE_BYTES, XAC_INFLUENCE_AT_bone, half) >>
               (influences.big_endian ? 16 : 0);
    return al_max_masked(influences, XAC_INFLUENCE_BYTES, 0, UINT32_MAX) <= ONE_BITS &&
           !xac_lacks_node(k->judging, *highest) && *highest <= INT16_MAX;
}

static void tally_each(skin_check *k, al_span influences, uint64_t first)
{
    const xac_judging *j = k->judging;
    for (uint64_t i = 0; i < influences.len / XAC_INFLUENCE_BYTES; i++) {
        const float weight = weight_at(influences, i);
        const int16_t bone = bone_at(influences, i);
        if (!(weight >= 0 && weight <= 1))
            al_tally_add(&k->weight, first + i);
        if (bone < 0 || xac_lacks_node(j, bone))
            al_tally_add(&k->bone, first + i);
    }
}

/* Checks weights and bones of influences; the first has the number `first`. Where some are wrong, most are
 * still right: then they are tested block by block. */
static void tally_influences(skin_check *k, al_span influences, uint64_t first)
{
    enum { BLOCK = 128, BYTES = BLOCK * XAC_INFLUENCE_BYTES };
    uint32_t highest;
    const bool right = are_right(k, influences, &highest);
    k->highest_bone = highest > k->highest_bone ? (uint16_t)highest : k->highest_bone;
    for (uint64_t at = 0; at < influences.len && !right; at += BYTES) {
        const al_span block = al_slice_available(influences, at, BYTES);
        if (!are_right(k, block, &highest))
            tally_each(k, block, first + at / XAC_INFLUENCE_BYTES);
    }
}

static void report_local_bones(const skin_check *k, uint32_t declared, const uint32_t *there)
{
    const xac_judging *j = k->judging;
    const xac_skin *s = k->skin;
    if (there != NULL && *there == declared)
        return; /* some of them may not be nodes, which was reported */
    al_claim claim =
        al_field_claim(XAC_LOCAL_BONE_COUNT, s->form->layout, s->record, s->form->num_local_bones, s->path);
    claim.reach = efx_chunk_end(&j->x->file, k->chunk);
    if (there != NULL)
        claim.expected = al_uint(*there);
    if (j->x->nodes_known && declared > j->nodes_before) {
        al_report(k->sink, &claim, "skin of %s declares %u bone%s, but the actor has %u node%s",
                  owner_of(k).text, declared, AL_S(declared), j->nodes_before, AL_S(j->nodes_before));
    } else if (there != NULL && k->bone.count == 0) { /* a wrong bone is one that they don't use */
        claim.level = AL_WARNING;
        al_report(k->sink, &claim, "skin of %s declares %u bone%s, but its influences use %u",
                  owner_of(k).text, declared, AL_S(declared), *there);
    }
}

static void check_local_bones(const skin_check *k)
{
    const xac_skin *s = k->skin;
    const uint32_t field = s->form->num_local_bones;
    if (field == EFX_NO_FIELD)
        return;
    const uint32_t declared = al_u32_at(s->record, field);
    if (s->mesh == NULL || s->influences.len / XAC_INFLUENCE_BYTES < s->num_influences) {
        report_local_bones(k, declared, NULL);
        return;
    }
    const uint32_t count =
        al_count_distinct_u16(s->influences, XAC_INFLUENCE_BYTES, XAC_INFLUENCE_AT_bone, k->highest_bone);
    report_local_bones(k, declared, &count);
}

/* ---- Original vertices --------------------------------------------------------------------------------- */

/* Checks the weights of one vertex. */
static void tally_vertex(skin_check *k, uint64_t vertex, al_span influences)
{
    const uint64_t count = influences.len / XAC_INFLUENCE_BYTES;
    double sum = 0;
    if (count == 0)
        al_tally_add(&k->unheld, vertex);
    if (count > MOST_INFLUENCES)
        al_tally_add(&k->count, vertex);
    if (!al_work_pay(&k->sums, count)) {
        k->out_of_sums = true;
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        sum += (double)weight_at(influences, i);
    if (count == 0 || !isfinite(sum) || fabs(sum - 1) <= XAC_SUM_TOLERANCE)
        return;
    k->first_sum = k->sum.count == 0 ? sum : k->first_sum;
    al_tally_add(&k->sum, vertex);
}

static void tally_each_range(skin_check *k, al_span ranges, uint64_t vertex)
{
    for (uint64_t i = 0; i < ranges.len / XAC_RANGE_BYTES; i++) {
        const uint64_t first = al_u32_at(ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_first);
        const uint64_t count = al_u32_at(ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_count);
        al_span influences;
        if (al_slice(k->skin->influences, first * XAC_INFLUENCE_BYTES, count * XAC_INFLUENCE_BYTES,
                     &influences))
            tally_vertex(k, vertex + i, influences);
        else
            al_tally_add(&k->range, vertex + i);
    }
}

/* First looks at all ranges at once. Where some are wrong, most are still right, as with influences: then
 * they are tested block by block. */
static void tally_ranges(skin_check *k)
{
    enum { BYTES = 32 * XAC_RANGE_BYTES };
    const xac_skin *s = k->skin;
    uint64_t size = s->ranges.len, at = 0;
    while (at < s->ranges.len) {
        const al_span block = al_slice_available(s->ranges, at, size);
        const bool off = al_any_group_off(block, s->influences, XAC_INFLUENCE_BYTES, MOST_INFLUENCES,
                                          (float)XAC_SUM_TOLERANCE);
        if (off && size > BYTES) {
            size = BYTES;
            continue;
        }
        if (off)
            tally_each_range(k, block, at / XAC_RANGE_BYTES);
        at += size;
    }
}

static void tally_table(skin_check *k)
{
    const al_span table = k->skin->table;
    uint64_t at = 0;
    for (uint64_t i = 0; at < table.len; i++) {
        const uint64_t size = (uint64_t)al_u8_at(table, at) * XAC_INFLUENCE_BYTES;
        al_span influences;
        if (!al_slice(table, at + 1, size, &influences))
            return; /* cut off */
        tally_influences(k, influences, k->influences);
        tally_vertex(k, i, influences);
        k->influences += size / XAC_INFLUENCE_BYTES;
        at += 1 + size;
    }
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

static al_claim table_claim(size_t rule, const skin_check *k, bool of_influences, const al_tally *tally)
{
    const xac_skin *s = k->skin;
    const al_span bytes = !s->listed ? s->table : (of_influences ? s->influences : s->ranges);
    const char *name = !s->listed ? "vertices" : (of_influences ? "influences" : "ranges");
    return (al_claim){.rule = rule,
                      .offset = bytes.base,
                      .length = bytes.len,
                      .path = al_field(s->path, name),
                      .tally = tally};
}

static void report_influences(const skin_check *k)
{
    const uint64_t all = k->skin->listed ? k->skin->num_influences : k->influences;
    if (k->bone.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_BONE, k, true, &k->bone);
        if (k->judging->x->nodes_known)
            al_report(k->sink, &claim,
                      "influences in the skin of %s of bones beyond the %u node%s: %" PRIu64 " of %" PRIu64
                      ", the first is influence %" PRIu64,
                      owner_of(k).text, k->judging->nodes_before, AL_S(k->judging->nodes_before),
                      k->bone.count, all, k->bone.first[0]);
        else
            al_report(k->sink, &claim,
                      "influences in the skin of %s of bones with a negative number: %" PRIu64 " of %" PRIu64
                      ", the first is influence %" PRIu64,
                      owner_of(k).text, k->bone.count, all, k->bone.first[0]);
    }
    if (k->weight.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_WEIGHT, k, true, &k->weight);
        al_report(k->sink, &claim,
                  "weights in the skin of %s that are not within 0 and 1: %" PRIu64 " of %" PRIu64
                  ", the first is that of influence %" PRIu64,
                  owner_of(k).text, k->weight.count, all, k->weight.first[0]);
    }
}

static void report_vertices(const skin_check *k)
{
    const uint32_t all = k->skin->mesh->num_org;
    if (k->range.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_RANGE, k, false, &k->range);
        al_report(k->sink, &claim,
                  "original vertices in the skin of %s with influences beyond the %u of the skin: %" PRIu64
                  " of %u, the first is vertex %" PRIu64,
                  owner_of(k).text, k->skin->num_influences, k->range.count, all, k->range.first[0]);
    }
    if (k->sum.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_SUM, k, false, &k->sum);
        al_report(k->sink, &claim,
                  "original vertices in the skin of %s whose weights do not add up to 1: %" PRIu64
                  " of %u, the first is vertex %" PRIu64 " with %s",
                  owner_of(k).text, k->sum.count, all, k->sum.first[0], al_show_real(k->first_sum, 6).text);
    }
    if (k->count.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_COUNT, k, false, &k->count);
        al_report(k->sink, &claim,
                  "original vertices in the skin of %s with more than %d influences: %" PRIu64
                  " of %u, the first is vertex %" PRIu64,
                  owner_of(k).text, MOST_INFLUENCES, k->count.count, all, k->count.first[0]);
    }
    if (k->unheld.count > 0) {
        const al_claim claim = table_claim(XAC_NO_INFLUENCE, k, false, &k->unheld);
        al_report(k->sink, &claim,
                  "original vertices in the skin of %s that no bone holds: %" PRIu64
                  " of %u, the first is vertex %" PRIu64,
                  owner_of(k).text, k->unheld.count, all, k->unheld.first[0]);
    }
    if (k->out_of_sums) {
        al_claim claim = table_claim(XAC_LIMIT, k, false, NULL);
        claim.limit = true;
        al_report(k->sink, &claim,
                  "weights were not all added up: the ranges of the vertices overlap so much that "
                  "it would take more than %d times as many steps as there are influences",
                  XAC_SUMS_PER_BYTE * XAC_INFLUENCE_BYTES);
    }
}

/* ---- The skin ------------------------------------------------------------------------------------------ */

/* Whether a mesh that can't be read, or belongs to a node that has another, explains the missing mesh. */
static bool is_explained(xac_judging *j, const xac_skin *s)
{
    if (s->mesh != NULL || xac_lacks_node(j, s->node) || j->lost_meshes >= j->x->lost_meshes)
        return false;
    j->lost_meshes++;
    return true;
}

static void check_kind(const skin_check *k)
{
    const xac_skin *s = k->skin;
    al_claim claim;
    if (xac_flag_claim(s->form->layout, s->record, s->form->is_collision, s->path, &claim))
        al_report(k->sink, &claim, "isCollision of the skin of %s is %u, neither 0 nor 1", owner_of(k).text,
                  al_u8_at(s->record, s->form->is_collision));
}

/* If a mesh has no existing node, its skin finds no mesh: that is one error, and it is reported at the mesh.
 * So does a skin whose kind is wrong: that is reported at the kind. */
static void check_skin_node(const skin_check *k)
{
    const xac_judging *j = k->judging;
    const xac_skin *s = k->skin;
    int32_t stray = 0;
    const bool lacks = xac_lacks_node(j, s->node);
    if (!lacks && s->mesh != NULL)
        return;
    if (xac_has_nodeless_mesh(j, s->is_collision, s->lod, &stray) && (!lacks || stray == s->node))
        return;
    const al_claim claim = al_field_claim(XAC_SKIN_NODE, s->form->layout, s->record, s->form->node, s->path);
    if (lacks)
        al_report(k->sink, &claim, "skin is for node %d, but there %s %u node%s", (int)s->node,
                  AL_THERE(j->nodes_before));
    else if (!s->odd_kind)
        al_report(k->sink, &claim, "skin is for %s, which has no %s mesh of level of detail %u before it",
                  owner_of(k).text, s->is_collision ? "collision" : "visual", s->lod);
}

/* False when memory is short. */
static bool check_second_skin(const skin_check *k, bool *is_second)
{
    xac_judging *j = k->judging;
    const xac_skin *s = k->skin;
    const uint64_t key = xac_mesh_key(s->node, s->is_collision, s->lod);
    const uint32_t *first = al_map_find(&j->skins, key);
    *is_second = first != NULL && !s->odd_kind;
    if (s->odd_kind)
        return true; /* it may be for the other mesh */
    if (first == NULL)
        return al_map_add(&j->skins, j->efx.job->arena, key, k->chunk);
    const al_claim claim =
        al_field_claim(XAC_DUPLICATE_SKIN, s->form->layout, s->record, s->form->node, s->path);
    al_report(k->sink, &claim, "a second skin for the %s mesh of %s, the first is chunks[%u]",
              s->is_collision ? "collision" : "visual", owner_of(k).text, *first);
    return true;
}

/* Reported at the mesh, which lacks the layer. */
static void check_original_vertices(const skin_check *k)
{
    const xac_judging *j = k->judging;
    const xac_mesh_entry *entry = k->skin->mesh;
    if (al_map_find(&j->without_originals, entry->chunk) == NULL)
        return;
    efx_reading r = efx_read_again(&j->x->file, j->efx.up, entry->chunk, NULL);
    xac_mesh mesh;
    if (!xac_open_mesh(&r, &mesh))
        return;
    const al_claim claim = al_field_claim(XAC_MISSING_ORIGINAL_VERTICES, mesh.form->layout, mesh.record,
                                          mesh.form->num_layers, &r.path);
    al_report(
        k->sink, &claim,
        "mesh of %s has a skin (chunks[%u]), but none of its %u attribute layer%s has original vertices",
        owner_of(k).text, k->chunk, mesh.num_layers, AL_S(mesh.num_layers));
}

static void judge_influences(skin_check *k, xac_skin *skin)
{
    const al_span seen = skin->listed ? skin->influences : skin->table;
    k->sums = al_work_of(seen.len, XAC_SUMS_PER_BYTE);
    if (skin->listed) {
        skin->influences = al_slice_available(seen, 0, seen.len / XAC_INFLUENCE_BYTES * XAC_INFLUENCE_BYTES);
        tally_influences(k, skin->influences, 0);
        tally_ranges(k);
    } else {
        tally_table(k);
    }
    report_influences(k);
    report_vertices(k);
}

void xac_judge_skin(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_skin skin;
    skin_check k = {.judging = j, .sink = j->sink, .chunk = r->number, .skin = &skin};
    bool is_second = false;
    xac_judge_place(j, r);
    if (!xac_read_skin(r, &skin) && skin.record.len < skin.form->layout->size)
        return;
    check_kind(&k);
    if (!skin.excused && !is_explained(j, &skin))
        check_skin_node(&k);
    if (skin.mesh != NULL) {
        r->out_of_memory = !check_second_skin(&k, &is_second);
        if (!is_second)
            check_original_vertices(&k);
        judge_influences(&k, &skin);
    }
    check_local_bones(&k);
}
