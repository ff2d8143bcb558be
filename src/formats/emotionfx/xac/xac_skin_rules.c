/* xac_skin_rules.c: rules about skinning: influences, and which of them each original vertex has. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/distinct.h"
#include "core/reduce/extremes.h"
#include "core/reduce/weights.h"
#include "core/work.h"
#include "formats/emotionfx/xac/xac.h"

enum {
    MOST_INFLUENCES = 4, /* of a vertex, in every renderer of these games */
    USUAL_BONES = 256,
    ONE_BITS = 0x3F800000 /* of 1.0f: what is above it, as a number, is larger, negative, or no number */
};

/* Weights that may be added up for each byte of a table. Ranges that don't overlap take an eighth of one. */
#define SUMS_PER_BYTE 16

static const double sum_tolerance = 1e-3;

/* A skin that is being judged. */
typedef struct skin_check {
    const xac_file *file;
    al_sink *sink;
    const xac_skin *skin;
    al_tally bone, weight, sum, range, count; /* influences; then original vertices */
    double first_sum;
    uint16_t highest_bone;
    uint64_t influences; /* seen so far, where there is no list of them */
    al_work sums;        /* weights that may be added up */
    bool out_of_sums;
} skin_check;

/* ---- Influences ---------------------------------------------------------------------------------------- */

static float weight_at(al_span influences, uint64_t number)
{
    return al_f32_at(influences, number * XAC_INFLUENCE_BYTES + XAC_INFLUENCE_AT_weight);
}

static int16_t bone_at(al_span influences, uint64_t number)
{
    return al_i16_at(influences, number * XAC_INFLUENCE_BYTES + XAC_INFLUENCE_AT_bone);
}

/* Weights and bones of some influences, whose first has a number. */
static void see_influences(skin_check *k, al_span influences, uint64_t first)
{
    const xac_file *x = k->file;
    const uint32_t half = influences.big_endian ? 0xFFFF0000u : 0xFFFFu;
    const uint32_t highest = al_max_masked(influences, XAC_INFLUENCE_BYTES, XAC_INFLUENCE_AT_bone, half) >>
                             (influences.big_endian ? 16 : 0);
    k->highest_bone = highest > k->highest_bone ? (uint16_t)highest : k->highest_bone;
    const bool bones_fit = !x->nodes_known || highest < x->num_nodes;
    if (al_max_masked(influences, XAC_INFLUENCE_BYTES, 0, UINT32_MAX) <= ONE_BITS && bones_fit &&
        highest <= INT16_MAX)
        return;
    for (uint64_t i = 0; i < influences.len / XAC_INFLUENCE_BYTES; i++) {
        const float weight = weight_at(influences, i);
        const int16_t bone = bone_at(influences, i);
        if (!(weight >= 0 && weight <= 1))
            al_tally_add(&k->weight, first + i);
        if (bone < 0 || (x->nodes_known && (uint32_t)bone >= x->num_nodes))
            al_tally_add(&k->bone, first + i);
    }
}

/* Marks for the bones up to one. False when memory is short. */
static bool make_room(xac_judging *j, uint16_t bone)
{
    uint32_t room = j->bones_room > 0 ? j->bones_room : USUAL_BONES;
    while (room <= bone)
        room *= 2;
    if (room == j->bones_room)
        return true;
    j->bones = al_alloc(j->efx.job->arena, room, 1);
    j->bones_room = j->bones != NULL ? room : 0;
    return j->bones != NULL;
}

/* False when memory is short. */
static bool check_local_bones(xac_judging *j, const skin_check *k)
{
    const xac_skin *s = k->skin;
    const uint32_t field = s->form->num_local_bones;
    if (field == EFX_NO_FIELD || s->influences.len / XAC_INFLUENCE_BYTES < s->num_influences)
        return true;
    if (!make_room(j, k->highest_bone))
        return false;
    const uint32_t declared = al_u32_at(s->record, field);
    const uint32_t count = al_count_distinct_u16(s->influences, XAC_INFLUENCE_BYTES, XAC_INFLUENCE_AT_bone,
                                                 k->highest_bone, j->bones);
    if (count == declared)
        return true;
    al_claim claim = al_field_claim(XAC_LOCAL_BONE_COUNT, s->form->layout, s->record, field, s->path);
    claim.expected = al_uint(count);
    al_report(k->sink, &claim, "skin declares %u bones, its influences name %u", declared, count);
    return true;
}

/* ---- Original vertices --------------------------------------------------------------------------------- */

/* The weights of one vertex. */
static void see_vertex(skin_check *k, uint64_t vertex, al_span influences)
{
    const uint64_t count = influences.len / XAC_INFLUENCE_BYTES;
    double sum = 0;
    if (count > MOST_INFLUENCES)
        al_tally_add(&k->count, vertex);
    if (!al_work_pay(&k->sums, count)) {
        k->out_of_sums = true;
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        sum += (double)weight_at(influences, i);
    if (count == 0 || !isfinite(sum) || fabs(sum - 1) <= sum_tolerance)
        return;
    k->first_sum = k->sum.count == 0 ? sum : k->first_sum;
    al_tally_add(&k->sum, vertex);
}

static void see_ranges(skin_check *k)
{
    const xac_skin *s = k->skin;
    if (!al_any_group_off(s->ranges, s->influences, XAC_INFLUENCE_BYTES, MOST_INFLUENCES,
                          (float)sum_tolerance))
        return;
    for (uint64_t i = 0; i < s->ranges.len / XAC_RANGE_BYTES; i++) {
        const uint64_t first = al_u32_at(s->ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_first);
        const uint64_t count = al_u32_at(s->ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_count);
        al_span influences;
        if (al_slice(s->influences, first * XAC_INFLUENCE_BYTES, count * XAC_INFLUENCE_BYTES, &influences))
            see_vertex(k, i, influences);
        else
            al_tally_add(&k->range, i);
    }
}

static void see_table(skin_check *k)
{
    const al_span table = k->skin->table;
    uint64_t at = 0;
    for (uint64_t i = 0; at < table.len; i++) {
        const uint64_t size = (uint64_t)al_u8_at(table, at) * XAC_INFLUENCE_BYTES;
        al_span influences;
        if (!al_slice(table, at + 1, size, &influences))
            return; /* cut off */
        see_influences(k, influences, k->influences);
        see_vertex(k, i, influences);
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
        if (k->file->nodes_known)
            al_report(k->sink, &claim,
                      "influences of bones beyond the %u nodes: %" PRIu64 " of %" PRIu64
                      ", the first is influence %" PRIu64,
                      k->file->num_nodes, k->bone.count, all, k->bone.first[0]);
        else
            al_report(k->sink, &claim,
                      "influences of bones with a negative number: %" PRIu64 " of %" PRIu64
                      ", the first is influence %" PRIu64,
                      k->bone.count, all, k->bone.first[0]);
    }
    if (k->weight.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_WEIGHT, k, true, &k->weight);
        al_report(k->sink, &claim,
                  "weights that are not within 0 and 1: %" PRIu64 " of %" PRIu64
                  ", the first is that of influence %" PRIu64,
                  k->weight.count, all, k->weight.first[0]);
    }
}

static void report_vertices(const skin_check *k)
{
    const uint32_t all = k->skin->mesh->num_org;
    if (k->range.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_RANGE, k, false, &k->range);
        al_report(k->sink, &claim,
                  "original vertices with influences beyond the %u there are: %" PRIu64
                  " of %u, the first is vertex %" PRIu64,
                  k->skin->num_influences, k->range.count, all, k->range.first[0]);
    }
    if (k->sum.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_SUM, k, false, &k->sum);
        al_report(k->sink, &claim,
                  "original vertices whose weights do not add up to 1: %" PRIu64
                  " of %u, the first is vertex %" PRIu64 " with %.6g",
                  k->sum.count, all, k->sum.first[0], k->first_sum);
    }
    if (k->count.count > 0) {
        const al_claim claim = table_claim(XAC_INFLUENCE_COUNT, k, false, &k->count);
        al_report(k->sink, &claim,
                  "original vertices with more than %d influences: %" PRIu64
                  " of %u, the first is vertex %" PRIu64,
                  MOST_INFLUENCES, k->count.count, all, k->count.first[0]);
    }
    if (k->out_of_sums) {
        al_claim claim = table_claim(XAC_LIMIT, k, false, NULL);
        claim.limit = true;
        al_report(k->sink, &claim,
                  "weights were not all added up: the ranges of the vertices overlap so much that "
                  "it would take more than %d times as many steps as there are influences",
                  SUMS_PER_BYTE * XAC_INFLUENCE_BYTES);
    }
}

/* ---- The skin ------------------------------------------------------------------------------------------ */

static void check_skin_node(const skin_check *k)
{
    const xac_file *x = k->file;
    const xac_skin *s = k->skin;
    const al_claim claim = al_field_claim(XAC_SKIN_NODE, s->form->layout, s->record, s->form->node, s->path);
    if (x->nodes_known && (s->node < 0 || (uint32_t)s->node >= x->num_nodes))
        al_report(k->sink, &claim, "skin is for node %d, there are %u nodes", (int)s->node, x->num_nodes);
    else if (s->mesh == NULL)
        al_report(k->sink, &claim,
                  "skin is for node %d, which has no %s mesh of level of detail %u before it", (int)s->node,
                  s->is_collision ? "collision" : "visual", s->lod);
}

void xac_judge_skin(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    xac_skin skin;
    skin_check k = {.file = j->x, .sink = j->sink, .skin = &skin};
    if (!xac_read_skin(r, &skin) && skin.record.len < skin.form->layout->size)
        return;
    check_skin_node(&k);
    if (skin.mesh == NULL)
        return;
    const al_span seen = skin.listed ? skin.influences : skin.table;
    k.sums = al_work_of(seen.len, SUMS_PER_BYTE);
    if (skin.listed) {
        skin.influences = al_slice_available(seen, 0, seen.len / XAC_INFLUENCE_BYTES * XAC_INFLUENCE_BYTES);
        see_influences(&k, skin.influences, 0);
        see_ranges(&k);
        r->out_of_memory = !check_local_bones(j, &k);
    } else {
        see_table(&k);
    }
    report_influences(&k);
    report_vertices(&k);
}
