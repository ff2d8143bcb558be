/* msh_rules.c: the rules of a Lost Saga MSH, except those about submeshes and weights. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "core/reduce/vectors.h"
#include "formats/lostsaga/msh/msh.h"

static const float unit_tolerance = 0.01f;

enum { REACHABLE_VERTICES = 65536 };

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const msh_file *m, msh_header_field field)
{
    return msh_header_claim_at(rule, m->file.header, field, &m->file.header_path);
}

static void check_type(const msh_file *m)
{
    if (!lsa_has_header(&m->file, MSH_HEADER_AT_mask) ||
        msh_header_is_legal(m->file.header, MSH_HEADER_AT_type))
        return;
    al_claim claim = header_claim(MSH_MESH_TYPE, m, MSH_HEADER_AT_type);
    claim.expected = al_text("0 to 6");
    al_report(m->file.job->sink, &claim, "mesh has the type %" PRIu32 ", known types are 0 to 6",
              m->header.type);
}

static bool has(const msh_file *m, uint32_t bit)
{
    return (m->header.mask & bit) != 0;
}

static al_claim mask_claim(size_t rule, const msh_file *m)
{
    return header_claim(rule, m, MSH_HEADER_AT_mask);
}

static al_bits_text mask_words(const msh_file *m)
{
    return al_show_bits(&msh_part_words, m->header.mask, 4);
}

static void check_weights_in_mask(const msh_file *m)
{
    const bool animated = m->header.type == MSH_TYPE_ANIMATION;
    const al_claim missing = mask_claim(MSH_MISSING_WEIGHTS, m);
    const al_claim unexpected = mask_claim(MSH_UNEXPECTED_WEIGHTS, m);
    al_sink *s = m->file.job->sink;
    if (has(m, MSH_HAS_WEIGHTS) && !animated)
        al_report(s, &unexpected, "mesh of type %" PRIu32 " has weights: the mask is %" PRIu32 " = %s",
                  m->header.type, m->header.mask, mask_words(m).text);
    else if (!has(m, MSH_HAS_WEIGHTS) && animated)
        al_report(s, &missing, "animated mesh has no weights: the mask is %" PRIu32 " = %s", m->header.mask,
                  mask_words(m).text);
    else if (!has(m, MSH_HAS_WEIGHTS) && has(m, MSH_HAS_INDICES))
        al_report(s, &missing, "mesh has indices of bones, but no weights: the mask is %" PRIu32 " = %s",
                  m->header.mask, mask_words(m).text);
}

/* Lightmaps need coordinates, and type 6 and version 2001 need vertex colours. */
static void check_parts_of_type(const msh_file *m)
{
    al_sink *s = m->file.job->sink;
    const bool lightmap = m->header.type == MSH_TYPE_LIGHTMAP;
    const bool colored = m->header.type == MSH_TYPE_COLORS || m->file.version == MSH_COLORS_VERSION;
    const al_claim no_uv1 = mask_claim(MSH_MISSING_UV1, m), uv1 = mask_claim(MSH_UNEXPECTED_UV1, m),
                   no_colors = mask_claim(MSH_MISSING_COLORS, m);
    if (lightmap && !has(m, MSH_HAS_UV1))
        al_report(s, &no_uv1, "lightmap mesh has no lightmap coordinates: the mask is %" PRIu32 " = %s",
                  m->header.mask, mask_words(m).text);
    if (!lightmap && has(m, MSH_HAS_UV1))
        al_report(s, &uv1, "mesh of type %" PRIu32 " has lightmap coordinates: the mask is %" PRIu32 " = %s",
                  m->header.type, m->header.mask, mask_words(m).text);
    if (colored && !has(m, MSH_HAS_COLORS))
        al_report(s, &no_colors,
                  "mesh of type %" PRIu32 ", version %" PRIu32 ", has no colours: the mask is %" PRIu32
                  " = %s",
                  m->header.type, m->file.version, m->header.mask, mask_words(m).text);
}

static void check_mask(const msh_file *m)
{
    al_sink *s = m->file.job->sink;
    if (!lsa_has_header(&m->file, MSH_HEADER_AT_box_min))
        return;
    if (msh_unknown_bits(m) != 0) {
        const al_claim claim = mask_claim(MSH_VERTEX_MASK, m);
        al_report(s, &claim,
                  "the mask is %" PRIu32 " = %s: the vertices were not read, because of the unknown bits",
                  m->header.mask, mask_words(m).text);
    }
    if (!has(m, MSH_HAS_POSITION)) {
        const al_claim claim = mask_claim(MSH_MISSING_POSITIONS, m);
        al_report(s, &claim, "vertices have no positions: the mask is %" PRIu32 " = %s", m->header.mask,
                  mask_words(m).text);
    }
    if (m->header.type == MSH_TYPE_ANIMATION && !has(m, MSH_HAS_NORMAL)) {
        const al_claim claim = mask_claim(MSH_MISSING_NORMALS, m);
        al_report(s, &claim, "animated mesh has no normals: the mask is %" PRIu32 " = %s", m->header.mask,
                  mask_words(m).text);
    }
    check_weights_in_mask(m);
    check_parts_of_type(m);
}

static void check_no_submeshes(const msh_file *m)
{
    if (!lsa_has_header(&m->file, MSH_HEADER_BYTES) || m->header.submeshes != 0)
        return;
    const al_claim claim = header_claim(MSH_NO_SUBMESHES, m, MSH_HEADER_AT_submeshes);
    al_report(m->file.job->sink, &claim,
              "mesh has no submeshes, so none of its %" PRIu32 " vertices is drawn", m->vertices);
}

static void check_unreachable(const msh_file *m)
{
    if (!m->has_vertices || m->vertices <= REACHABLE_VERTICES)
        return;
    al_claim claim =
        msh_vertices_claim_at(MSH_UNREACHABLE_VERTICES, m->vertex_count, MSH_VERTICES_AT_vertices, NULL);
    claim.expected = al_text("65536 at most");
    al_report(m->file.job->sink, &claim,
              "vertices beyond the range of 16-bit indices: %" PRIu32 " of %" PRIu32,
              m->vertices - REACHABLE_VERTICES, m->vertices);
}

/* ---- The box ------------------------------------------------------------------------------------------- */

/* Whether a corner of the box is wrong. The comparison is negated so that a NaN is wrong. */
static bool is_off(const float corner[3], const float found[3], double most)
{
    for (size_t i = 0; i < 3; i++)
        if (!(fabs((double)corner[i] - (double)found[i]) <= most))
            return true;
    return false;
}

static void check_corner(const msh_file *m, msh_header_field field, const float corner[3],
                         const float found[3], const msh_box *measured)
{
    al_claim claim = header_claim(MSH_BOUNDING_BOX, m, field);
    claim.reach = AL_WHOLE_FILE; /* where the positions are */
    if (!is_off(corner, found, msh_box_slack(measured)))
        return;
    al_report(m->file.job->sink, &claim,
              "corner of the box is %s, %s, %s; that of the positions is %s, %s, %s, and the diagonal %s",
              al_show_number((double)corner[0]).text, al_show_number((double)corner[1]).text,
              al_show_number((double)corner[2]).text, al_show_real((double)found[0], 6).text,
              al_show_real((double)found[1], 6).text, al_show_real((double)found[2], 6).text,
              al_show_real(al_box_diagonal(measured->low, measured->high), 6).text);
}

static void check_box(const msh_file *m)
{
    const msh_box declared = msh_declared_box(m);
    msh_box found;
    if (!lsa_has_header(&m->file, MSH_HEADER_AT_radius))
        return;
    if (msh_is_inside_out(&declared)) {
        const al_claim claim = header_claim(MSH_BOUNDING_BOX, m, MSH_HEADER_AT_box_min);
        al_report(m->file.job->sink, &claim,
                  "minimum of the box is above its maximum, or one is not a number: %s, %s, %s to %s, %s, %s",
                  al_show_number((double)declared.low[0]).text, al_show_number((double)declared.low[1]).text,
                  al_show_number((double)declared.low[2]).text, al_show_number((double)declared.high[0]).text,
                  al_show_number((double)declared.high[1]).text,
                  al_show_number((double)declared.high[2]).text);
        return;
    }
    if (!msh_measure_box(m, &found))
        return;
    check_corner(m, MSH_HEADER_AT_box_min, declared.low, found.low, &found);
    check_corner(m, MSH_HEADER_AT_box_max, declared.high, found.high, &found);
}

static void check_radius(const msh_file *m)
{
    const msh_box declared = msh_declared_box(m);
    const double half = al_box_diagonal(declared.low, declared.high) / 2, radius = (double)m->header.radius;
    if (!lsa_has_header(&m->file, MSH_HEADER_AT_submeshes))
        return;
    if (!msh_is_radius_off(radius, &declared))
        return;
    if (!isfinite(half) && isfinite(radius)) /* the finding about the box explains it */
        return;
    const al_claim claim = header_claim(MSH_BOUNDING_RADIUS, m, MSH_HEADER_AT_radius);
    al_report(m->file.job->sink, &claim, "radius is %s, half the diagonal of the box is %s",
              al_show_number(radius).text, al_show_number(half).text);
}

/* ---- Components ---------------------------------------------------------------------------------------- */

static double length_of(al_span vector)
{
    const double x = (double)al_f32_at(vector, 0), y = (double)al_f32_at(vector, 4),
                 z = (double)al_f32_at(vector, 8);
    return sqrt(x * x + y * y + z * z);
}

static void check_normal_length(const msh_file *m, const al_items *normals)
{
    al_tally off = {.count = 0};
    for (uint64_t i = 0; i < al_items_count(normals); i++) {
        const al_span normal = al_items_at(normals, i);
        if (al_all_finite(normal) && !(fabs(length_of(normal) - 1) <= (double)unit_tolerance))
            al_tally_add(&off, i);
    }
    if (off.count == 0)
        return;
    const al_claim claim = al_items_claim(MSH_NORMAL_LENGTH, normals, &off);
    al_report(m->file.job->sink, &claim,
              "normals that do not have the length 1: %" PRIu64 " of %" PRIu64
              ", the first is number %" PRIu64 " with %s",
              off.count, al_items_count(normals), off.first[0],
              al_show_real(length_of(al_items_at(normals, off.first[0])), 6).text);
}

static void check_components(const msh_file *m)
{
    static const al_position_rules position_rules = {MSH_POSITION_RANGE, MSH_NO_EXTENT};
    for (unsigned i = 0; i < MSH_COMPONENTS; i++) {
        const al_path path = al_field(NULL, msh_components[i].name);
        const al_items array = msh_array(m, (msh_component_number)i, &path);
        if (i == MSH_POSITION) {
            check_box(m);
            lsa_check_positions(&m->file, &array, al_items_count(&array) == m->vertices, MSH_NOT_FINITE,
                                &position_rules);
            continue;
        }
        if (i == MSH_NORMAL)
            check_normal_length(m, &array);
        if (msh_components[i].form.type == AL_TYPE_f32)
            al_check_finite(m->file.job->sink, &array, MSH_NOT_FINITE, AL_WARNING);
    }
}

/* ---- Control points ------------------------------------------------------------------------------------ */

static void check_point(const msh_file *m, const msh_point *point)
{
    for (unsigned i = 0; i < point->text_count; i++)
        lsa_check_string(&m->file, &point->texts[i]);
    if (point->position.len < MSH_POSITION_BYTES || al_all_finite(point->position))
        return;
    al_claim claim =
        msh_position_claim_at(MSH_NOT_FINITE, point->position, MSH_POSITION_AT_position, &point->path);
    claim.level = AL_WARNING;
    al_report(m->file.job->sink, &claim, "control point is at %s, %s, %s",
              al_show_number((double)al_f32_at(point->position, 0)).text,
              al_show_number((double)al_f32_at(point->position, 4)).text,
              al_show_number((double)al_f32_at(point->position, 8)).text);
}

static void check_points(const msh_file *m)
{
    al_walk w = al_walk_again(&m->file.walk, m->points_at);
    bool whole = true;
    for (uint32_t i = 0; i < m->points && whole; i++) {
        msh_point point;
        whole = msh_read_point(&w, i, &point);
        check_point(m, &point);
    }
}

static void judge(al_job *job, const void *document)
{
    const msh_file *m = document;
    const al_path path = al_field(NULL, "faces");
    const al_items faces = al_items_of(m->face_bytes, MSH_FACE_BYTES, &path, "faces");
    (void)job;
    check_type(m);
    check_mask(m);
    check_no_submeshes(m);
    check_unreachable(m);
    check_radius(m);
    check_components(m);
    msh_judge_submeshes(m);
    msh_judge_skin(m);
    lsa_check_faces(&m->file, &faces, m->vertices, MSH_INDEX_RANGE, MSH_DEGENERATE_TRIANGLE);
    check_points(m);
    lsa_check_trailing_bytes(&m->file, m->points_at > 0 ? "the last control point" : "the last face");
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void msh_facts(const void *document, const al_facts *facts)
{
    const msh_file *m = document;
    al_walk w = al_walk_again(&m->file.walk, m->bones_at);
    msh_bone bone;
    for (uint32_t i = 0; i < m->bones && msh_read_bone(&w, i, &bone); i++)
        al_add_text(facts, AL_FACT_NODE, true, &bone.name);
}

/* Each submesh has a material of its own, which the file doesn't name. */
void msh_measure(const void *document, al_measures *measures)
{
    const msh_file *m = document;
    measures->triangles = m->has_faces ? m->faces : 0;
    measures->vertices = m->has_vertices ? m->vertices : 0;
    measures->materials = m->submeshes.len / MSH_SUBMESH_BYTES;
    measures->bones = m->has_bones ? m->bones : 0;
    measures->uv_sets = (uint64_t)(m->components[MSH_UV0].len > 0) + (m->components[MSH_UV1].len > 0);
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

enum { CORNERS = 3, UV = 2, SLOTS = 4 };

static bool has_all(const msh_file *m, msh_component_number number)
{
    return m->components[number].len / msh_components[number].form.stride >=
           m->components[MSH_POSITION].len / msh_components[MSH_POSITION].form.stride;
}

static void draw_directions(const msh_file *m, msh_component_number number, int8_t *directions,
                            uint32_t vertices)
{
    al_draw_directions(directions, vertices, 0, m->components[number], &msh_components[number].form);
}

static void draw_uvs(const msh_file *m, msh_component_number number, al_drawn_mesh *mesh, al_drawing *d)
{
    float *uvs = has_all(m, number) ? al_draw_uvs(d, mesh) : NULL;
    if (uvs != NULL)
        (void)al_draw_numbers(uvs, mesh->vertices, 0, UV, m->components[number],
                              &msh_components[number].form);
}

static void draw_components(const msh_file *m, al_drawn_mesh *mesh, al_drawing *d)
{
    if (has_all(m, MSH_NORMAL) && al_draw_normals(d, mesh))
        draw_directions(m, MSH_NORMAL, mesh->normals, mesh->vertices);
    if (has_all(m, MSH_TANGENT) && al_draw_tangents(d, mesh))
        draw_directions(m, MSH_TANGENT, mesh->tangents, mesh->vertices);
    draw_uvs(m, MSH_UV0, mesh, d);
    draw_uvs(m, MSH_UV1, mesh, d);
}

/* Each submesh has a material of its own. */
static void draw_submeshes(const msh_file *m, al_drawing *d)
{
    const al_span none = {.len = 0};
    for (uint64_t i = 0; i < m->submeshes.len / MSH_SUBMESH_BYTES; i++) {
        const al_path path = al_item(NULL, "submeshes", i);
        const msh_submesh s =
            msh_submesh_read(al_slice_available(m->submeshes, i * MSH_SUBMESH_BYTES, MSH_SUBMESH_BYTES));
        al_draw_range(d, &path, none, s.index_start / CORNERS, s.face_count, (int64_t)i);
    }
}

static void draw_bone_names(const msh_file *m, al_drawn_mesh *mesh, al_drawing *d)
{
    const al_path list = al_field(NULL, "bones");
    al_walk w = al_walk_again(&m->file.walk, m->bones_at);
    msh_bone bone;
    (void)al_draw_target(d, &list, AL_MARKS_BONES, mesh->number, 0);
    for (uint32_t i = 0; i < m->bones && msh_read_bone(&w, i, &bone); i++)
        al_draw_skin_name(d, mesh, &bone.path, bone.name.text);
}

static void draw_skin(const msh_file *m, al_drawn_mesh *mesh, al_drawing *d)
{
    const al_span weights = m->components[MSH_WEIGHTS];
    if (!m->has_bones || m->bones == 0 || weights.len == 0 || !al_draw_named_skin(d, mesh, m->bones))
        return;
    draw_bone_names(m, mesh, d);
    for (uint32_t i = 0; i < mesh->read_vertices; i++) {
        const al_span item = al_slice_available(weights, (uint64_t)i * MSH_WEIGHTS_BYTES, MSH_WEIGHTS_BYTES);
        double sum = 0;
        for (uint32_t k = 0; k < SLOTS; k++)
            sum += (double)al_f32_at(item, MSH_WEIGHTS_AT_weight + 4 * (uint64_t)k);
        al_draw_sum(mesh, i, sum, MSH_SUM_TOLERANCE);
        for (uint32_t k = 0; k < SLOTS; k++) {
            const float bone = al_f32_at(item, MSH_WEIGHTS_AT_bone + 4 * (uint64_t)k);
            if (!(bone >= 0 && bone <= UINT16_MAX))
                continue;
            mesh->skin_bones[(size_t)i * SLOTS + k] = (uint16_t)bone;
            mesh->skin_weights[(size_t)i * SLOTS + k] =
                al_draw_weight(al_f32_at(item, MSH_WEIGHTS_AT_weight + 4 * (uint64_t)k));
        }
    }
}

static void draw_targets(const al_drawn_mesh *mesh, al_drawing *d)
{
    for (uint32_t i = MSH_NORMAL; i < MSH_COMPONENTS; i++) {
        const al_path path = al_field(NULL, msh_components[i].name);
        (void)al_draw_target(d, &path, AL_MARKS_VERTICES, mesh->number, 0);
    }
}

static void msh_draw(const al_job *job, const void *document, al_drawing *d)
{
    const msh_file *m = document;
    const al_path position_path = al_field(NULL, msh_components[MSH_POSITION].name);
    const al_path face_path = al_field(NULL, "faces");
    const al_items positions = msh_array(m, MSH_POSITION, &position_path);
    const al_items faces = al_items_of(m->face_bytes, MSH_FACE_BYTES, &face_path, NULL);
    (void)job;
    if (positions.bytes.len == 0)
        return;
    al_drawn_mesh *mesh = lsa_draw_mesh(d, &positions, &faces, m->vertices, m->faces);
    if (mesh == NULL)
        return;
    draw_components(m, mesh, d);
    draw_submeshes(m, d);
    draw_targets(mesh, d);
    draw_skin(m, mesh, d);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks msh_hooks = {.limit_rule = MSH_LIMIT,
                            .layouts = msh_layouts,
                            .magic = &MSH_HEADER_MAGIC,
                            .document_size = sizeof(msh_file),
                            .parse = msh_parse,
                            .judge = judge,
                            .facts = msh_facts,
                            .measure = msh_measure,
                            .draw = msh_draw,
                            .fixers = msh_fixers};
