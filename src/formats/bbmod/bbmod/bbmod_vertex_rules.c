/* bbmod_vertex_rules.c: rules about the vertices of a mesh. All rules look at one window of vertices after
 * the other: first with a fast test that may give false alarms, and only then at each vertex.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/limits.h"
#include "core/reduce/floats.h"
#include "core/reduce/vectors.h"
#include "formats/bbmod/bbmod/bbmod.h"
#include "kit/arrays.h"

enum { SLOTS = 4, SIGN_AT = 12, AXES = 3 };

/* Above this a float can't represent every whole number, nor any other one. */
static const uint32_t exact_floats = UINT32_C(1) << 24;

/* The slot of a vertex with a missing bone. */
typedef struct missing_bone {
    bool found, weighs;
    float index;
} missing_bone;

typedef struct vertex_check {
    al_sink *sink;
    const bbmod_file *file;
    const bbmod_mesh *mesh;
    const al_lanes *lanes;
    uint64_t vertices;        /* existing ones */
    uint32_t at[BBMOD_PARTS]; /* offset of each component */
    bool has[BBMOD_PARTS];    /* the vertex has the component */
    bool judges_box;
    float low[AXES], high[AXES]; /* of the positions */
    al_tally not_finite[BBMOD_PARTS];
    al_tally sign, bone, weight;
    double first_sign, first_sum;
    missing_bone first_missing;
    al_form position;
    al_positions positions;
} vertex_check;

bool bbmod_is_number(float value, uint64_t count)
{
    if (!(value >= 0 && (double)value < (double)count))
        return false;
    return value >= (float)exact_floats || (float)(uint32_t)value == value;
}

/* ---- One by one ---------------------------------------------------------------------------------------- */

static float float_at(const vertex_check *c, al_span vertex, bbmod_part part, uint32_t number)
{
    return al_f32_at(vertex, (uint64_t)c->at[part] + 4 * (uint64_t)number);
}

/* Whether a component has to be finite. Bones and weights have rules of their own, which report a NaN, too.
 */
static bool needs_finite(uint32_t part)
{
    return !bbmod_components[part].bytes && part != BBMOD_BONE_INDICES && part != BBMOD_BONE_WEIGHTS;
}

static bool is_finite(const vertex_check *c, al_span vertex, bbmod_part part)
{
    for (uint32_t i = 0; i < bbmod_components[part].numbers; i++)
        if (!isfinite(float_at(c, vertex, part, i)))
            return false;
    return true;
}

static void tally_not_finite(vertex_check *c, al_span vertex, uint64_t number)
{
    for (uint32_t part = 0; part < BBMOD_PARTS; part++)
        if (c->has[part] && needs_finite(part) && !is_finite(c, vertex, (bbmod_part)part))
            al_tally_add(&c->not_finite[part], number);
}

static void tally_sign(vertex_check *c, al_span vertex, uint64_t number)
{
    const float sign = float_at(c, vertex, BBMOD_TANGENTS, AXES);
    if (sign == 1 || sign == -1 || !isfinite(sign))
        return;
    c->first_sign = c->sign.count == 0 ? (double)sign : c->first_sign;
    al_tally_add(&c->sign, number);
}

/* Prefers the first slot with a weight. */
static void note_missing(missing_bone *m, float index, float weight)
{
    const bool weighs = !(weight == 0);
    if (!m->found || (weighs && !m->weighs))
        *m = (missing_bone){.found = true, .weighs = weighs, .index = index};
}

static void tally_bones(vertex_check *c, al_span vertex, uint64_t number)
{
    /* without a valid number of bones no index is too large */
    const uint64_t bones = c->file->bones.counted ? c->file->bones.count : UINT64_MAX;
    missing_bone missing = {.found = false};
    bool negative = false;
    double sum = 0;
    for (uint32_t i = 0; i < SLOTS; i++) {
        const float index = float_at(c, vertex, BBMOD_BONE_INDICES, i);
        const float weight = float_at(c, vertex, BBMOD_BONE_WEIGHTS, i);
        negative = negative || !(weight >= 0);
        sum += (double)weight;
        if (!bbmod_is_number(index, bones))
            note_missing(&missing, index, weight);
    }
    if (missing.found) {
        c->first_missing = c->bone.count == 0 ? missing : c->first_missing;
        al_tally_add(&c->bone, number);
    }
    if (negative || !(fabs(sum - 1) <= BBMOD_WEIGHT_TOLERANCE)) {
        c->first_sum = c->weight.count == 0 ? sum : c->first_sum;
        al_tally_add(&c->weight, number);
    }
}

/* ---- Windows ------------------------------------------------------------------------------------------- */

/* Looks at the vertices that may have a number that is not finite, or a position that is too far away. */
static void check_odd_vertices(vertex_check *c, al_span window, uint64_t first)
{
    const uint32_t stride = c->mesh->stride;
    const uint64_t count = window.len / stride;
    for (uint64_t i = 0; (i = al_next_not_finite(window, c->lanes, stride, i)) < count; i++) {
        const al_span vertex = al_slice_available(window, i * stride, stride);
        tally_not_finite(c, vertex, first + i);
        if (c->has[BBMOD_POSITIONS])
            al_positions_find_beyond(&c->positions, vertex, &c->position, first + i);
    }
}

static void check_signs(vertex_check *c, al_span window, uint64_t first)
{
    const uint32_t stride = c->mesh->stride;
    const uint64_t count = window.len / stride;
    const size_t at = (size_t)c->at[BBMOD_TANGENTS] + SIGN_AT;
    for (uint64_t i = 0; (i = al_next_not_sign(window, stride, at, i)) < count; i++)
        tally_sign(c, al_slice_available(window, i * stride, stride), first + i);
}

/* The fast test doesn't know more bones than exact numbers: tally_bones decides about higher indices. */
static void check_bones(vertex_check *c, al_span window, uint64_t first)
{
    const uint32_t stride = c->mesh->stride;
    const uint32_t count = c->file->bones.counted ? c->file->bones.count : exact_floats;
    const float bones = (float)(count < exact_floats ? count : exact_floats);
    const size_t at = c->at[BBMOD_BONE_INDICES], vertices = window.len / stride;
    for (size_t i = 0;
         (i = al_find_weighted_off(window, stride, at, i, bones, (float)BBMOD_WEIGHT_TOLERANCE)) < vertices;
         i++)
        tally_bones(c, al_slice_available(window, (uint64_t)i * stride, stride), first + i);
}

static void check_window(vertex_check *c, al_span window, uint64_t first)
{
    const uint32_t stride = c->mesh->stride;
    if (c->has[BBMOD_POSITIONS])
        al_positions_take(&c->positions, window, &c->position);
    if (al_any_not_finite(window, c->lanes))
        check_odd_vertices(c, window, first);
    if (c->judges_box)
        al_range_f32x3(window, stride, c->at[BBMOD_POSITIONS], c->low, c->high);
    if (c->has[BBMOD_TANGENTS])
        check_signs(c, window, first);
    if (c->has[BBMOD_BONE_INDICES])
        check_bones(c, window, first);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* The claim covers the bytes from the component's first to its last, including other components between. */
static al_claim part_claim(size_t rule, const vertex_check *c, bbmod_part part, const al_tally *tally)
{
    const uint64_t last = (c->vertices - 1) * c->mesh->stride;
    const al_span bytes = al_slice_available(c->mesh->vertices, c->at[part], last + bbmod_part_size(part));
    return (al_claim){.rule = rule,
                      .offset = bytes.base,
                      .length = bytes.len,
                      .path = al_field(&c->mesh->path, bbmod_components[part].name),
                      .tally = tally};
}

static void report_not_finite(const vertex_check *c)
{
    for (uint32_t part = 0; part < BBMOD_PARTS; part++) {
        const al_tally *bad = &c->not_finite[part];
        if (bad->count == 0)
            continue;
        al_claim claim = part_claim(BBMOD_VERTEX_NOT_FINITE, c, (bbmod_part)part, bad);
        claim.level = part == BBMOD_POSITIONS ? AL_OFF : AL_WARNING;
        al_report(c->sink, &claim,
                  "%s that are not finite: %" PRIu64 " of %" PRIu64 ", the first is that of vertex %" PRIu64,
                  bbmod_components[part].name, bad->count, c->vertices, bad->first[0]);
    }
}

/* A mesh has no name of its own. */
static void report_positions(const vertex_check *c, al_span node)
{
    static const al_position_rules rules = {BBMOD_POSITION_RANGE, BBMOD_NO_EXTENT};
    char mesh[AL_MAX_MESSAGE] = "";
    if (!c->has[BBMOD_POSITIONS] || al_positions_are_right(&c->positions))
        return;
    const al_claim claim = part_claim(0, c, BBMOD_POSITIONS, NULL);
    if (node.len > 0)
        (void)snprintf(mesh, sizeof mesh, " of the node \"%.*s\"", AL_SHOW(node));
    al_check_positions(c->sink, &c->positions, &rules, &claim, c->vertices == c->mesh->vertex_count, mesh);
}

static void report_sign(const vertex_check *c)
{
    if (c->sign.count == 0)
        return;
    const al_claim claim = part_claim(BBMOD_BITANGENT_SIGN, c, BBMOD_TANGENTS, &c->sign);
    al_report(c->sink, &claim,
              "tangents with a sign that is neither 1 nor -1: %" PRIu64 " of %" PRIu64
              ", the first is that of vertex %" PRIu64 " with %s",
              c->sign.count, c->vertices, c->sign.first[0], al_show_number(c->first_sign).text);
}

/* A shader reads the transforms of all four bones before it multiplies by the weights. So a missing bone
 * with weight 0 does not move the vertex, but is read out of bounds. */
static void report_bone(const vertex_check *c)
{
    const al_tally *bad = &c->bone;
    if (bad->count == 0)
        return;
    al_claim claim = part_claim(BBMOD_VERTEX_BONE_INDEX, c, BBMOD_BONE_INDICES, bad);
    claim.reach = al_end_of(c->file->bones.counter.record);
    const char *slot = c->first_missing.weighs ? "" : " in a slot of weight 0";
    if (c->file->bones.counted)
        al_report(c->sink, &claim,
                  "vertices with a bone that is not among the %u bone%s: %" PRIu64 " of %" PRIu64
                  ", the first is vertex %" PRIu64 " with %s%s",
                  c->file->bones.count, AL_S(c->file->bones.count), bad->count, c->vertices, bad->first[0],
                  al_show_number((double)c->first_missing.index).text, slot);
    else
        al_report(c->sink, &claim,
                  "vertices with a bone that is not a whole number: %" PRIu64 " of %" PRIu64
                  ", the first is vertex %" PRIu64 " with %s%s",
                  bad->count, c->vertices, bad->first[0], al_show_number((double)c->first_missing.index).text,
                  slot);
}

static void report_weight(const vertex_check *c)
{
    if (c->weight.count == 0)
        return;
    const al_claim claim = part_claim(BBMOD_VERTEX_BONE_WEIGHT, c, BBMOD_BONE_WEIGHTS, &c->weight);
    al_report(c->sink, &claim,
              "vertices whose weights are below 0 or do not add up to 1: %" PRIu64 " of %" PRIu64
              ", the first is vertex %" PRIu64 " with a sum of %s",
              c->weight.count, c->vertices, c->weight.first[0], al_show_number(c->first_sum).text);
}

/* ---- The bounding box ---------------------------------------------------------------------------------- */

static void check_corner(const vertex_check *c, bbmod_mesh_1_field field, const float corner[AXES],
                         double most)
{
    bool within = true;
    double box[AXES];
    for (uint32_t i = 0; i < AXES; i++) {
        box[i] = (double)al_f32_at(c->mesh->start, (uint64_t)field + 4 * (uint64_t)i);
        within = within && fabs(box[i] - (double)corner[i]) <= most; /* false for a NaN */
    }
    if (within)
        return;
    al_claim claim = bbmod_mesh_1_claim_at(BBMOD_BOUNDING_BOX, c->mesh->start, field, &c->mesh->path);
    claim.reach = al_end_of(c->mesh->vertices);
    al_report(c->sink, &claim, "box %s at (%s, %s, %s), the positions at (%s, %s, %s)",
              field == BBMOD_MESH_1_AT_bbox_min ? "begins" : "ends", al_show_number(box[0]).text,
              al_show_number(box[1]).text, al_show_number(box[2]).text,
              al_show_number((double)corner[0]).text, al_show_number((double)corner[1]).text,
              al_show_number((double)corner[2]).text);
}

static void check_box(const vertex_check *c)
{
    double square = 0;
    if (!c->judges_box || c->not_finite[BBMOD_POSITIONS].count > 0)
        return;
    for (uint32_t i = 0; i < AXES; i++) {
        const double side = (double)c->high[i] - (double)c->low[i];
        square += side * side;
    }
    const double most = BBMOD_BOX_TOLERANCE * sqrt(square);
    check_corner(c, BBMOD_MESH_1_AT_bbox_min, c->low, most);
    check_corner(c, BBMOD_MESH_1_AT_bbox_max, c->high, most);
}

/* ---- The mesh ------------------------------------------------------------------------------------------ */

static al_lane_kind lane_of(uint32_t part)
{
    if (!needs_finite(part))
        return AL_LANE_OTHER;
    return part == BBMOD_POSITIONS ? AL_LANE_NEAR_F32 : AL_LANE_F32;
}

/* Finds the words of a vertex that have to be finite floats. False if there are none. */
static bool set_lanes(bbmod_judging *j, uint32_t flags)
{
    al_lane_kind kinds[AL_LANES_MAX];
    uint32_t words = 0;
    if (j->lane_flags == flags)
        return j->lanes.words > 0;
    for (uint32_t part = 0; part < BBMOD_PARTS; part++) {
        const bbmod_component *component = &bbmod_components[part];
        for (uint32_t i = 0; (flags & component->flag) != 0 && i < bbmod_part_size((bbmod_part)part) / 4; i++)
            kinds[words++] = lane_of(part);
    }
    j->lane_flags = flags;
    return al_lanes_set(&j->lanes, kinds, words);
}

void bbmod_judge_vertices(bbmod_judging *j, const bbmod_mesh *m, al_span node)
{
    vertex_check c = {.sink = j->job->sink, .file = j->file, .mesh = m, .lanes = &j->lanes};
    c.positions.most = AL_NEAR_POSITION;
    if (m->stride == 0 || m->vertices.len < m->stride || !set_lanes(j, m->flags))
        return;
    c.vertices = m->vertices.len / m->stride;
    for (uint32_t part = 0; part < BBMOD_PARTS; part++)
        c.has[part] = bbmod_find_part(m->flags, (bbmod_part)part, &c.at[part]);
    c.position =
        (al_form){.type = AL_TYPE_f32, .at = c.at[BBMOD_POSITIONS], .numbers = AXES, .stride = m->stride};
    c.judges_box = j->file->form->boxed && c.has[BBMOD_POSITIONS] && c.vertices == m->vertex_count;
    for (uint32_t i = 0; i < AXES; i++) {
        c.low[i] = INFINITY;
        c.high[i] = -INFINITY;
    }
    const al_span whole = al_slice_available(m->vertices, 0, c.vertices * m->stride);
    const uint64_t step = (uint64_t)AL_WINDOW_SIZE / m->stride * m->stride;
    for (uint64_t at = 0; at < whole.len; at += step)
        check_window(&c, al_slice_available(whole, at, step), at / m->stride);
    report_not_finite(&c);
    report_positions(&c, node);
    report_sign(&c);
    report_bone(&c);
    report_weight(&c);
    check_box(&c);
}
