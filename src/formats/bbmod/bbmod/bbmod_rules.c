/* bbmod_rules.c: the check of a BBMOD from end to end, and the rules about all but its vertices. */
#include <inttypes.h>
#include <math.h>

#include "core/limits.h"
#include "formats/bbmod/bbmod/bbmod_judging.h"

enum { MOST_BONES = 128, LINES = 2, TRIANGLES = 4, LAST_PRIMITIVE = 6 };

static const double unit_tolerance = 1e-3;

/* ---- Sets ---------------------------------------------------------------------------------------------- */

bool bbmod_set_has(const bbmod_set *set, uint64_t number)
{
    return number < set->size && (set->bits[number / 8] & 1u << number % 8) != 0;
}

void bbmod_set_add(bbmod_set *set, uint64_t number)
{
    if (number < set->size)
        set->bits[number / 8] |= (uint8_t)(1u << number % 8);
}

/* False when memory is short. */
static bool make_set(bbmod_checker *k, bbmod_set *set, uint64_t size)
{
    set->bits = al_alloc(k->job->arena, size / 8 + 1, 1);
    set->size = set->bits != NULL ? size : 0;
    return set->bits != NULL;
}

/* ---- Helpers ------------------------------------------------------------------------------------------- */

/* A claim about the count of a list. */
static al_claim count_claim(const bbmod_checker *k, size_t rule, const al_layout *layout,
                            const bbmod_list *list)
{
    const al_claim claim = al_field_claim(rule, layout, list->record, 0, NULL);
    return bbm_widened(&k->file->base, claim);
}

static void check_bool(const bbmod_checker *k, const al_layout *layout, al_span record, uint32_t field,
                       const al_path *up)
{
    const uint8_t value = al_u8_at(record, field);
    if (value <= 1)
        return;
    al_claim claim = al_field_claim(BBMOD_BOOL_VALUE, layout, record, field, up);
    claim.expected = al_text("0 or 1");
    al_report(k->job->sink, &claim, "flag is %u, which is read as true", value);
}

static void check_transform(const bbmod_checker *k, const al_layout *layout, al_span record, uint32_t field,
                            const al_path *up)
{
    const bbm_dual q = bbm_dual_of(al_slice_available(record, field, BBM_DUAL_BYTES));
    if (bbm_is_unit(&q, unit_tolerance))
        return;
    const al_claim claim = al_field_claim(BBMOD_TRANSFORM_NORM, layout, record, field, up);
    if (!q.finite)
        al_report(k->job->sink, &claim, "dual quaternion holds a number that is not finite");
    else if (!(fabs(q.length - 1) <= unit_tolerance))
        al_report(k->job->sink, &claim, "real part of the dual quaternion has the length %.6g, not 1",
                  q.length);
    else
        al_report(k->job->sink, &claim, "product of real and dual part is %.6g, not 0", q.dot);
}

static void check_string(const bbmod_checker *k, const al_string *string)
{
    al_check_string(k->job, BBMOD_STRING_CONTROL_CHAR, string);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Without meshes nothing lacks positions. */
static void check_format(const bbmod_checker *k, al_span format, const al_path *up)
{
    const al_layout *layout = k->file->form->format;
    if (format.len < layout->size)
        return;
    for (size_t i = 0; i < layout->row_count; i++)
        check_bool(k, layout, format, layout->rows[i].offset, up);
    if (al_u8_at(format, BBMOD_FORMAT_8_AT_vertices) != 0 ||
        (k->file->meshes.counted && k->file->meshes.count == 0))
        return;
    const al_claim claim =
        al_field_claim(BBMOD_MISSING_POSITIONS, layout, format, BBMOD_FORMAT_8_AT_vertices, up);
    al_report(k->job->sink, &claim, "vertices have no positions");
}

static void check_material_index(bbmod_checker *k, const bbmod_mesh *m)
{
    const bbmod_file *f = k->file;
    const uint64_t material = bbmod_material_of(m);
    bbmod_set_add(&k->used, material);
    if (!f->materials.counted || material < f->materials.count)
        return;
    al_claim claim = al_field_claim(BBMOD_MATERIAL_INDEX, f->form->mesh, m->start,
                                    BBMOD_MESH_0_AT_material_index, &m->path);
    claim = bbm_widened(&f->base, claim);
    claim.actual = al_uint(material);
    al_report(k->job->sink, &claim, "mesh has material %" PRIu64 " of %u", material, f->materials.count);
}

static void check_primitives(const bbmod_checker *k, const bbmod_mesh *m)
{
    const bbmod_form *form = k->file->form;
    if (form->data != &bbmod_data_2_layout)
        return;
    const uint32_t type = al_u32_at(m->data, BBMOD_DATA_2_AT_primitive_type);
    if (type < 1 || type > LAST_PRIMITIVE) {
        al_claim claim = al_field_claim(BBMOD_PRIMITIVE_TYPE, form->data, m->data,
                                        BBMOD_DATA_2_AT_primitive_type, &m->path);
        claim.expected = al_text("1 to 6");
        al_report(k->job->sink, &claim, "primitive type %u is none that can be drawn", type);
    }
    const uint32_t corners = type == TRIANGLES ? 3 : (type == LINES ? 2 : 1);
    if (m->counted && m->vertex_count % corners != 0) {
        const al_claim claim =
            al_field_claim(BBMOD_PRIMITIVE_COUNT, form->data, m->data, form->count_at, &m->path);
        al_report(k->job->sink, &claim, "vertices that make no whole %s: %u of %u",
                  type == TRIANGLES ? "triangle" : "line", m->vertex_count % corners, m->vertex_count);
    }
}

static void check_empty(const bbmod_checker *k, const bbmod_mesh *m)
{
    const bbmod_form *form = k->file->form;
    al_claim claim = al_field_claim(BBMOD_EMPTY_MESH, form->data, m->data, form->count_at, &m->path);
    claim = bbm_widened(&k->file->base, claim);
    if (m->vertex_count == 0)
        al_report(k->job->sink, &claim, "mesh has no vertices");
}

static void check_drawn(const bbmod_checker *k, const bbmod_mesh *m)
{
    const al_claim claim = {.rule = BBMOD_UNREFERENCED_MESH,
                            .offset = m->extent.offset,
                            .length = m->extent.length,
                            .path = m->path};
    if (k->file->nodes.whole && m->number < k->drawn.size && !bbmod_set_has(&k->drawn, m->number))
        al_report(k->job->sink, &claim, "no node draws the mesh of %u vertices", m->vertex_count);
}

static void judge_mesh(void *context, const bbmod_mesh *m)
{
    bbmod_checker *k = context;
    const al_path format = al_field(&m->path, "vertexFormat");
    if (m->has_material)
        check_material_index(k, m);
    if (k->file->form->format_in_mesh)
        check_format(k, m->format, &format);
    if (!m->has_data)
        return;
    check_primitives(k, m);
    check_empty(k, m);
    check_drawn(k, m);
    bbmod_check_vertices(k, m);
}

static void check_meshes(bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    const al_path format = al_field(NULL, "vertexFormat");
    const al_claim claim = count_claim(k, BBMOD_NO_MESHES, &bbmod_mesh_count_layout, &f->meshes);
    if (!f->form->format_in_mesh)
        check_format(k, f->format, &format);
    if (f->meshes.counted && f->meshes.count == 0)
        al_report(k->job->sink, &claim, "file holds no meshes");
    bbmod_each_mesh(f, judge_mesh, k);
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static void check_node_index(bbmod_checker *k, const bbmod_node *n)
{
    const float index = al_f32_at(n->record, BBMOD_NODE_AT_index);
    const uint32_t count = k->file->nodes.count;
    const bool valid = bbmod_is_number(index, count);
    const al_claim claim =
        al_field_claim(valid ? BBMOD_DUPLICATE_NODE_INDEX : BBMOD_NODE_INDEX, &bbmod_node_record_layout,
                       n->record, BBMOD_NODE_AT_index, &n->path);
    if (!valid)
        al_report(k->job->sink, &claim, "node \"%.*s\" has the index %s, nodeCount is %u",
                  AL_SHOW(n->name.text), al_show_number((double)index).text, count);
    else if (bbmod_set_has(&k->indices, (uint64_t)index))
        al_report(k->job->sink, &claim, "node \"%.*s\" has the index %s, and so has one before it",
                  AL_SHOW(n->name.text), al_show_number((double)index).text);
    else
        bbmod_set_add(&k->indices, (uint64_t)index);
}

static void check_node_meshes(bbmod_checker *k, const bbmod_node *n)
{
    const bbmod_file *f = k->file;
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < bbmod_node_mesh_count(f, n); i++) {
        const uint64_t mesh = bbmod_node_mesh(f, n, i);
        bbmod_set_add(&k->drawn, mesh);
        if (mesh >= f->meshes.count)
            al_tally_add(&bad, i);
    }
    if (bad.count == 0)
        return;
    const al_claim claim = {.rule = BBMOD_NODE_MESH_INDEX,
                            .offset = n->meshes.base,
                            .length = n->meshes.len,
                            .path = al_field(&n->path, "meshes"),
                            .tally = &bad};
    al_report(k->job->sink, &claim,
              "meshes of the node \"%.*s\" beyond the %u: %" PRIu64 " of %" PRIu64 ", the first is %" PRIu64,
              AL_SHOW(n->name.text), f->meshes.count, bad.count, bbmod_node_mesh_count(f, n),
              bbmod_node_mesh(f, n, bad.first[0]));
}

static void judge_node(void *context, const bbmod_node *n)
{
    bbmod_checker *k = context;
    if (n->named) {
        check_string(k, &n->name);
        if (n->name.text.len > 0)
            al_names_add(&k->names, k->job->arena, n->name.text, 0, n->number);
    }
    if (n->level > AL_MAX_NODE_LEVEL) {
        k->first_deep = k->deep.count == 0 ? n->extent : k->first_deep;
        al_tally_add(&k->deep, n->number);
    }
    if (!n->has_record)
        return;
    check_node_index(k, n);
    check_bool(k, &bbmod_node_record_layout, n->record, BBMOD_NODE_AT_is_bone, &n->path);
    check_transform(k, &bbmod_node_record_layout, n->record, BBMOD_NODE_AT_transform, &n->path);
    check_node_meshes(k, n);
}

static void report_nesting(const bbmod_checker *k)
{
    if (k->deep.count == 0)
        return;
    const al_claim claim = {.rule = BBMOD_NESTING,
                            .offset = k->first_deep.offset,
                            .length = k->first_deep.length,
                            .path = al_item(NULL, "nodes", k->deep.first[0]),
                            .tally = &k->deep};
    al_report(k->job->sink, &claim, "nodes below level %d: %" PRIu64 " of %u, the first is node %" PRIu64,
              AL_MAX_NODE_LEVEL, k->deep.count, k->file->tree_nodes, k->deep.first[0]);
}

static void report_name(void *context, const al_name *again, const al_name *first)
{
    const bbmod_checker *k = context;
    const al_path node = al_item(NULL, "nodes", again->number);
    const al_claim claim = {.rule = BBMOD_DUPLICATE_NODE_NAME,
                            .offset = again->text.base,
                            .length = again->text.len + 1,
                            .path = al_field(&node, "name"),
                            .actual = al_text_bytes(again->text)};
    al_report(k->job->sink, &claim, "node has the name of nodes[%u]: \"%.*s\"", first->number,
              AL_SHOW(again->text));
}

/* Above the number of nodes it costs memory; below it the tree has nodes that nobody has room for. */
static void check_node_count(const bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    const uint32_t count = f->nodes.count;
    if (!f->nodes.whole || !f->nodes.counted || count == f->tree_nodes)
        return;
    al_claim claim = count_claim(k, BBMOD_NODE_COUNT, &bbmod_node_count_layout, &f->nodes);
    claim.expected = al_uint(f->tree_nodes);
    claim.level = count > f->tree_nodes ? AL_WARNING : AL_OFF;
    al_report(k->job->sink, &claim, "declared are %u, in the tree there are %u", count, f->tree_nodes);
}

/* False when memory is short. */
static bool check_nodes(bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    /* Room for all names at once, so that none is left behind in growing. */
    k->names.items = al_alloc(k->job->arena, f->named_nodes, sizeof *k->names.items);
    k->names.capacity = k->names.items != NULL ? f->named_nodes : 0;
    k->names.out_of_memory = k->names.items == NULL;
    bbmod_each_node(f, judge_node, k);
    report_nesting(k);
    check_node_count(k);
    return al_names_repeated(&k->names, k->job->arena, report_name, k);
}

/* ---- Bones --------------------------------------------------------------------------------------------- */

static void check_bone(bbmod_checker *k, al_span record, uint32_t number)
{
    const al_path path = al_item(NULL, "bones", number);
    const float index = al_f32_at(record, BBMOD_BONE_AT_bone_index);
    const bool valid = bbmod_is_number(index, k->file->bones.count);
    const al_claim claim =
        al_field_claim(BBMOD_OFFSET_INDEX, &bbmod_bone_layout, record, BBMOD_BONE_AT_bone_index, &path);
    if (!valid)
        al_report(k->job->sink, &claim, "offset is for bone %s of %u", al_show_number((double)index).text,
                  k->file->bones.count);
    else if (bbmod_set_has(&k->bones, (uint64_t)index))
        al_report(k->job->sink, &claim, "offset is for bone %s, and so is one before it",
                  al_show_number((double)index).text);
    else
        bbmod_set_add(&k->bones, (uint64_t)index);
    check_transform(k, &bbmod_bone_layout, record, BBMOD_BONE_AT_offset, &path);
}

static void check_bones(bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    al_claim claim = count_claim(k, BBMOD_BONE_COUNT, &bbmod_bone_count_layout, &f->bones);
    if (!f->bones.counted)
        return;
    claim.expected = al_uint(f->bone_nodes);
    if (f->bones.count != f->bone_nodes)
        al_report(k->job->sink, &claim, "file has offsets for %u bone%s, nodes that are bones: %u",
                  f->bones.count, AL_S(f->bones.count), f->bone_nodes);
    claim = count_claim(k, BBMOD_BONE_LIMIT, &bbmod_bone_count_layout, &f->bones);
    if (f->bones.count > MOST_BONES)
        al_report(k->job->sink, &claim, "model has %u bones, the library's shaders have room for %d",
                  f->bones.count, MOST_BONES);
    for (uint32_t i = 0; i < f->bone_data.len / BBMOD_BONE_BYTES; i++)
        check_bone(k, al_slice_available(f->bone_data, (uint64_t)i * BBMOD_BONE_BYTES, BBMOD_BONE_BYTES), i);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static void judge_material(void *context, uint32_t number, const al_string *name)
{
    const bbmod_checker *k = context;
    const al_claim claim = {.rule = BBMOD_UNUSED_MATERIAL,
                            .offset = name->field.base,
                            .length = name->field.len,
                            .path = al_item(NULL, "materials", number)};
    check_string(k, name);
    if (k->file->meshes.whole && number < k->used.size && !bbmod_set_has(&k->used, number))
        al_report(k->job->sink, &claim, "no mesh uses the material \"%.*s\"", AL_SHOW(name->text));
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void check_trailing_bytes(const bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    const al_span rest = al_slice_available(k->job->file, f->materials.end, UINT64_MAX);
    const al_claim claim = {.rule = BBMOD_TRAILING_BYTES, .offset = rest.base, .length = rest.len};
    if (f->materials.whole && rest.len > 0)
        al_report(k->job->sink, &claim, "%zu byte%s after the last material", rest.len, AL_S(rest.len));
}

/* Room for what the lists name; a list that could not be counted needs none. Indices of nodes may still go up
 * to a count that can't be: those above the file's size are not looked for twice. */
static bool make_room(bbmod_checker *k)
{
    const bbmod_file *f = k->file;
    const uint64_t size = k->job->file.len;
    return make_set(k, &k->drawn, f->meshes.counted ? f->meshes.count : 0) &&
           make_set(k, &k->indices, f->nodes.count < size ? f->nodes.count : size) &&
           make_set(k, &k->bones, f->bones.counted ? f->bones.count : 0) &&
           make_set(k, &k->used, f->materials.counted ? f->materials.count : 0);
}

void bbmod_check(al_job *job)
{
    bbmod_file f;
    bbmod_checker k = {.file = &f, .job = job, .lane_flags = UINT32_MAX};
    bbmod_parse(job, &f);
    if (!f.base.readable)
        return;
    const al_counter counter = {&bbmod_mesh_count_layout, f.meshes.record, 0, NULL};
    bbm_report_wide(&f.base, &counter);
    bool enough = make_room(&k);
    enough = check_nodes(&k) && enough;
    check_meshes(&k);
    check_bones(&k);
    bbmod_each_material(&f, judge_material, &k);
    check_trailing_bytes(&k);
    if (!enough)
        al_report_memory_limit(job, BBMOD_LIMIT, (al_path){.name = NULL}, 0, job->file.len);
}

const al_hooks bbmod_hooks = {.limit_rule = BBMOD_LIMIT, .layouts = bbmod_layouts, .check = bbmod_check};
