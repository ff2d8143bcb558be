/* bbmod_rules.c: the rules of a BBMOD, except those about vertices. */
#include <inttypes.h>
#include <math.h>

#include "core/limits.h"
#include "formats/bbmod/bbmod/bbmod.h"

enum { MOST_BONES = 128 };

/* Types of primitives. */
enum { LINES = 2, TRIANGLES = 4, STRIP = 5, FAN = 6 };

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
static bool make_set(bbmod_judging *j, bbmod_set *set, uint64_t size)
{
    set->bits = al_alloc(j->job->arena, size / 8 + 1, 1);
    set->size = set->bits != NULL ? size : 0;
    return set->bits != NULL;
}

/* ---- Helpers ------------------------------------------------------------------------------------------- */

/* `node` is the name of the node that has the flag; NULL if a vertex format has it. */
static void check_flag(const bbmod_judging *j, bbm_field field, const al_row *row, al_span record,
                       const al_path *up, const al_span *node)
{
    const uint8_t value = al_u8_at(record, field.at);
    if (al_is_legal(row, al_uint(value)))
        return;
    al_claim claim = bbm_claim(BBMOD_BOOL_VALUE, field, record, up);
    claim.expected = al_text("0 or 1");
    if (node != NULL)
        al_report(j->job->sink, &claim, "flag %s of the node \"%.*s\" is %u, neither 0 nor 1", row->name,
                  AL_SHOW(*node), value);
    else
        al_report(j->job->sink, &claim, "flag %s is %u, neither 0 nor 1", row->name, value);
}

/* `what` is "node" or "bone"; `name` is that of the node, or empty. */
static void check_transform(const bbmod_judging *j, bbm_field field, al_span record, const al_path *up,
                            const char *what, al_span name)
{
    const bbm_dual q = bbm_dual_of(al_slice_available(record, field.at, BBM_DUAL_BYTES));
    if (bbm_is_unit(&q, BBMOD_UNIT_TOLERANCE))
        return;
    const al_claim claim = bbm_claim(BBMOD_TRANSFORM_NORM, field, record, up);
    if (!q.finite)
        al_report(j->job->sink, &claim,
                  "dual quaternion of the %s \"%.*s\" holds a number that is not finite", what,
                  AL_SHOW(name));
    else if (!(fabs(q.length - 1) <= BBMOD_UNIT_TOLERANCE))
        al_report(j->job->sink, &claim,
                  "real part of the dual quaternion of the %s \"%.*s\" has the length %s, not 1", what,
                  AL_SHOW(name), al_show_real(q.length, 6).text);
    else
        al_report(j->job->sink, &claim, "product of real and dual part of the %s \"%.*s\" is %s, not 0", what,
                  AL_SHOW(name), al_show_real(q.dot, 6).text);
}

static void check_string(const bbmod_judging *j, const al_string *string)
{
    al_check_string(j->job, BBMOD_STRING_CONTROL_CHAR, string);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static void check_tangents(const bbmod_judging *j, bbm_field tangents, uint32_t flags, al_span format,
                           const al_path *up)
{
    const uint32_t needed = BBMOD_VERTICES | BBMOD_TANGENT_W;
    if ((flags & (needed | BBMOD_NORMALS)) != needed)
        return;
    const al_claim claim = bbm_claim(BBMOD_TANGENTS_ALONE, tangents, format, up);
    al_report(j->job->sink, &claim, "vertices have tangents, but no normals");
}

/* A file without meshes needs no positions. */
static void check_format(const bbmod_judging *j, al_span format, const al_path *up)
{
    const bbmod_form *form = j->file->form;
    bbm_field tangents = {.at = 0};
    uint32_t flags = 0;
    const bool no_meshes = j->file->meshes.counted && j->file->meshes.count == 0;
    if (format.len < form->format->size)
        return;
    for (size_t i = 0; i < form->format->row_count; i++) {
        const al_row *row = &form->format->rows[i];
        const bbm_field field = {.layout = form->format, .at = row->offset};
        check_flag(j, field, row, format, up, NULL);
        if (form->flags[field.at] == BBMOD_TANGENT_W)
            tangents = field;
        flags |= al_u8_at(format, field.at) != 0 ? form->flags[field.at] : 0;
        if (form->flags[field.at] != BBMOD_VERTICES || al_u8_at(format, field.at) != 0 || no_meshes)
            continue;
        const al_claim claim = bbm_claim(BBMOD_MISSING_POSITIONS, field, format, up);
        al_report(j->job->sink, &claim, "vertices have no positions");
    }
    check_tangents(j, tangents, flags, format, up);
}

static void check_material_index(bbmod_judging *j, const bbmod_mesh *m)
{
    const bbmod_file *f = j->file;
    const uint64_t material = bbm_number(f->form->material, m->start);
    bbmod_set_add(&j->used, material);
    if (!f->materials.counted || material < f->materials.count)
        return;
    al_claim claim = bbm_claim(BBMOD_MATERIAL_INDEX, f->form->material, m->start, &m->path);
    claim.reach = AL_WHOLE_FILE; /* where the materials are */
    al_report(j->job->sink, &claim, "mesh has material %" PRIu64 " of %u", material, f->materials.count);
}

static void check_primitives(const bbmod_judging *j, const bbmod_mesh *m)
{
    if (j->file->form->vertex_count.layout != &bbmod_data_2_layout)
        return;
    const uint32_t type = bbmod_data_2_read(m->data).primitive_type;
    if (!bbmod_data_2_is_legal(m->data, BBMOD_DATA_2_AT_primitive_type)) {
        al_claim claim =
            bbmod_data_2_claim_at(BBMOD_PRIMITIVE_TYPE, m->data, BBMOD_DATA_2_AT_primitive_type, &m->path);
        claim.expected = al_text("1 to 6");
        al_report(j->job->sink, &claim, "primitive type %u can't be drawn", type);
    }
    const uint32_t corners = type == TRIANGLES ? 3 : (type == LINES ? 2 : 1);
    if (!m->counted || m->vertex_count % corners == 0)
        return;
    const al_claim claim = al_counter_claim(BBMOD_PRIMITIVE_COUNT, &m->vertex_counter);
    al_report(j->job->sink, &claim, "vertices that make no whole %s: %u of %u",
              type == TRIANGLES ? "triangle" : "line", m->vertex_count % corners, m->vertex_count);
}

static void check_empty(const bbmod_judging *j, const bbmod_mesh *m)
{
    if (m->vertex_count > 0)
        return;
    const al_claim claim = al_counter_claim(BBMOD_EMPTY_MESH, &m->vertex_counter);
    al_report(j->job->sink, &claim, "mesh has no vertices");
}

/* Vertices without bytes fit into any file, however many it declares. */
static void check_empty_vertex(const bbmod_judging *j, const bbmod_mesh *m)
{
    if (!m->counted || m->vertex_count == 0 || m->stride > 0)
        return;
    const al_claim claim = al_counter_claim(BBMOD_EMPTY_VERTEX, &m->vertex_counter);
    al_report(j->job->sink, &claim, "mesh has %u %s without bytes: no flag of the format is set",
              m->vertex_count, AL_BY_COUNT(m->vertex_count, "vertex", "vertices"));
}

static void check_drawn(const bbmod_judging *j, uint32_t number, const bbmod_mesh *m)
{
    const al_claim claim = {.rule = BBMOD_UNREFERENCED_MESH,
                            .offset = m->extent.base,
                            .length = m->extent.len,
                            .path = m->path,
                            .reach = AL_WHOLE_FILE};
    if (j->file->nodes.whole && number < j->drawer_count && j->drawers[number] == 0)
        al_report(j->job->sink, &claim, "no node draws the mesh of %u %s", m->vertex_count,
                  AL_BY_COUNT(m->vertex_count, "vertex", "vertices"));
}

/* The name of the first node that draws a mesh; empty if no node does. */
static al_span drawer_of(const bbmod_judging *j, uint64_t mesh)
{
    const al_span file = j->job->file;
    const uint64_t at = mesh < j->drawer_count ? j->drawers[mesh] : 0;
    const al_span rest = al_slice_available(file, at, UINT64_MAX);
    return al_slice_available(rest, 0, at > 0 ? al_text_length(rest) : 0);
}

static void check_mesh(bbmod_judging *j, uint32_t number, const bbmod_mesh *m)
{
    const al_path format = al_field(&m->path, "vertexFormat");
    if (m->has_material)
        check_material_index(j, m);
    if (j->file->form->format_in_mesh)
        check_format(j, m->format, &format);
    if (!m->has_data)
        return;
    check_primitives(j, m);
    check_empty(j, m);
    check_empty_vertex(j, m);
    check_drawn(j, number, m);
    bbmod_judge_vertices(j, m, drawer_of(j, number));
}

/* The reverse, vertices with bones of which the file has none, is an error of those vertices. */
static void check_no_skin(const bbmod_judging *j)
{
    const bbmod_list *bones = &j->file->bones;
    if (!bones->counted || bones->count == 0)
        return;
    const al_claim claim = al_counter_claim(BBMOD_NO_SKIN, &bones->counter);
    al_report(j->job->sink, &claim, "file has offsets for %u bone%s, but the vertices of no mesh have bones",
              bones->count, AL_S(bones->count));
}

static void check_meshes(bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    const al_path format = al_field(NULL, "vertexFormat");
    al_walk w = bbmod_again(f, &f->meshes);
    bool whole = f->meshes.counted;
    if (!f->form->format_in_mesh)
        check_format(j, f->format, &format);
    if (f->meshes.counted && f->meshes.count == 0) {
        const al_claim claim = al_counter_claim(BBMOD_NO_MESHES, &f->meshes.counter);
        al_report(j->job->sink, &claim, "file has no meshes");
    }
    uint32_t flags = 0; /* of all meshes */
    for (uint32_t i = 0; i < f->meshes.count && whole; i++) {
        bbmod_mesh mesh;
        whole = bbmod_read_mesh(f, &w, i, &mesh);
        check_mesh(j, i, &mesh);
        flags |= mesh.flags;
    }
    if (whole && f->meshes.count > 0 && (flags & BBMOD_BONES) == 0)
        check_no_skin(j);
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static bool is_bone(const bbmod_judging *j, const bbmod_node *n)
{
    return al_u8_at(n->record, j->file->form->is_bone.at) != 0;
}

/* The index of its node identifies a bone. */
static void check_bone_index(const bbmod_judging *j, const bbmod_node *n, uint64_t index)
{
    const bbmod_list *bones = &j->file->bones;
    if (!is_bone(j, n) || !bones->counted)
        return;
    if (index < bones->count) {
        if (j->bone_names != NULL)
            j->bone_names[index] = n->name.text;
        return;
    }
    al_claim claim = bbm_claim(BBMOD_BONE_INDEX, j->file->form->node_index, n->record, &n->path);
    claim.reach = al_end_of(bones->counter.record);
    al_report(j->job->sink, &claim, "bone \"%.*s\" has the index %" PRIu64 ", boneCount is %u",
              AL_SHOW(n->name.text), index, bones->count);
}

static void check_node_index(bbmod_judging *j, const bbmod_node *n)
{
    const bbm_field field = j->file->form->node_index;
    const float index = al_f32_at(n->record, field.at);
    const uint32_t count = j->file->nodes.count;
    const bool valid = bbmod_is_number(index, count);
    if (valid)
        check_bone_index(j, n, (uint64_t)index);
    if (valid && !bbmod_set_has(&j->indices, (uint64_t)index)) {
        bbmod_set_add(&j->indices, (uint64_t)index);
        return;
    }
    const al_claim claim =
        bbm_claim(valid ? BBMOD_DUPLICATE_NODE_INDEX : BBMOD_NODE_INDEX, field, n->record, &n->path);
    if (!valid)
        al_report(j->job->sink, &claim, "node \"%.*s\" has the index %s, nodeCount is %u",
                  AL_SHOW(n->name.text), al_show_number((double)index).text, count);
    else
        al_report(j->job->sink, &claim, "node \"%.*s\" has the index %s, like an earlier one",
                  AL_SHOW(n->name.text), al_show_number((double)index).text);
}

static void check_node_meshes(bbmod_judging *j, const bbmod_node *n)
{
    const bbmod_file *f = j->file;
    const al_path path = al_field(&n->path, "meshes");
    const al_items meshes = al_items_of(n->meshes, f->form->numbers.stride, &path, NULL);
    al_tally bad = {.count = 0};
    const uint64_t count = al_items_count(&meshes);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t mesh = bbmod_mesh_at(f, &meshes, i);
        if (mesh < j->drawer_count && j->drawers[mesh] == 0)
            j->drawers[mesh] = n->name.text.base;
        if (mesh >= f->meshes.count)
            al_tally_add(&bad, i);
    }
    if (bad.count == 0)
        return;
    al_claim claim = al_items_claim(BBMOD_NODE_MESH_INDEX, &meshes, &bad);
    claim.length = n->meshes.len; /* including an incomplete last item */
    al_report(j->job->sink, &claim,
              "meshes of the node \"%.*s\" beyond the %u: %" PRIu64 " of %" PRIu64 ", the first is %" PRIu64,
              AL_SHOW(n->name.text), f->meshes.count, bad.count, count,
              bbmod_mesh_at(f, &meshes, bad.first[0]));
}

static void check_node(bbmod_judging *j, const bbmod_node *n)
{
    const bbmod_form *form = j->file->form;
    if (n->named) {
        check_string(j, &n->name);
        if (n->name.text.len > 0)
            al_names_add(&j->names, j->job->arena, n->name.text, 0, n->number);
    }
    if (n->level > AL_MAX_NODE_LEVEL) {
        j->first_deep = j->deep.count == 0 ? n->extent : j->first_deep;
        j->first_deep_name = j->deep.count == 0 ? n->name.text : j->first_deep_name;
        al_tally_add(&j->deep, n->number);
    }
    if (!n->has_record)
        return;
    check_node_index(j, n);
    check_flag(j, form->is_bone, al_row_at(form->is_bone.layout, form->is_bone.at), n->record, &n->path,
               &n->name.text);
    check_transform(j, form->transform, n->record, &n->path, "node", n->name.text);
    check_node_meshes(j, n);
}

static void report_nesting(const bbmod_judging *j)
{
    if (j->deep.count == 0)
        return;
    const al_claim claim = {.rule = BBMOD_NESTING,
                            .offset = j->first_deep.base,
                            .length = j->first_deep.len,
                            .path = al_item(NULL, "nodes", j->deep.first[0]),
                            .tally = &j->deep};
    al_report(j->job->sink, &claim,
              "nodes below level %d: %" PRIu64 " of %u, the first is node %" PRIu64 ", \"%.*s\"",
              AL_MAX_NODE_LEVEL, j->deep.count, j->file->tree_nodes, j->deep.first[0],
              AL_SHOW(j->first_deep_name));
}

static void report_name(void *context, const al_name *again, const al_name *first)
{
    const bbmod_judging *j = context;
    const al_path node = al_item(NULL, "nodes", again->number);
    const al_claim claim = {.rule = BBMOD_DUPLICATE_NODE_NAME,
                            .offset = again->text.base,
                            .length = again->text.len + 1,
                            .path = al_field(&node, "name"),
                            .actual = al_text_bytes(again->text)};
    al_report(j->job->sink, &claim, "node has the same name as nodes[%u]: \"%.*s\"", first->number,
              AL_SHOW(again->text));
}

/* A count that is too large wastes memory; one that is too small makes readers write out of bounds. */
static void check_node_count(const bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    const uint32_t count = f->nodes.count;
    if (!f->nodes.whole || !f->nodes.counted || count == f->tree_nodes)
        return;
    al_claim claim = al_counter_claim(BBMOD_NODE_COUNT, &f->nodes.counter);
    claim.reach = f->bones.at; /* the end of the tree */
    claim.expected = al_uint(f->tree_nodes);
    claim.level = count > f->tree_nodes ? AL_WARNING : AL_OFF;
    al_report(j->job->sink, &claim, "file declares %u node%s, but the tree has %u", count, AL_S(count),
              f->tree_nodes);
}

/* False when memory is short. */
static bool check_nodes(bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    al_walk w = bbmod_again(f, &f->nodes);
    bbmod_tree tree;
    bbmod_node node;
    /* allocates all names at once, because a growing array leaves its old copies in the arena */
    j->names.items = al_alloc(j->job->arena, f->named_nodes, sizeof *j->names.items);
    j->names.capacity = j->names.items != NULL ? f->named_nodes : 0;
    j->names.out_of_memory = j->names.items == NULL;
    bbmod_start_tree(&tree);
    while (f->nodes.at > 0 && bbmod_next_node(f, &w, &tree, &node))
        check_node(j, &node);
    report_nesting(j);
    check_node_count(j);
    return al_names_repeated(&j->names, j->job->arena, report_name, j);
}

/* ---- Bones --------------------------------------------------------------------------------------------- */

/* `name` is that of the bone, or empty. */
static void check_offset_index(bbmod_judging *j, al_span record, const al_path *path, al_span name)
{
    const float index = bbmod_bone_read(record).bone_index;
    const bool valid = bbmod_is_number(index, j->file->bones.count);
    if (valid && !bbmod_set_has(&j->bones, (uint64_t)index)) {
        bbmod_set_add(&j->bones, (uint64_t)index);
        return;
    }
    const al_claim claim = bbmod_bone_claim_at(BBMOD_OFFSET_INDEX, record, BBMOD_BONE_AT_bone_index, path);
    if (!valid)
        al_report(j->job->sink, &claim, "offset is for bone %s of %u", al_show_number((double)index).text,
                  j->file->bones.count);
    else
        al_report(j->job->sink, &claim, "offset is for bone %s, \"%.*s\", and so is one before it",
                  al_show_number((double)index).text, AL_SHOW(name));
}

static void check_bone(bbmod_judging *j, al_span record, uint64_t number)
{
    static const bbm_field offset = BBM_FIELD(BBMOD_BONE, bbmod_bone, offset);
    static const al_span nameless = {.ptr = NULL};
    const al_path path = al_item(NULL, "bones", number);
    const float index = bbmod_bone_read(record).bone_index;
    const bool named = j->bone_names != NULL && bbmod_is_number(index, j->file->bones.count);
    const al_span name = named ? j->bone_names[(uint64_t)index] : nameless;
    check_offset_index(j, record, &path, name);
    check_transform(j, offset, record, &path, "bone", name);
}

/* More bones than nodes make readers leave the arrays of the nodes; any other difference breaks a part of
 * the model. */
static void check_bone_count(const bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    const bool too_many = f->nodes.counted && f->bones.count > f->nodes.count;
    if (!too_many && f->bones.count == f->bone_nodes)
        return;
    al_claim claim = al_counter_claim(BBMOD_BONE_COUNT, &f->bones.counter);
    claim.expected = al_uint(f->bone_nodes);
    if (too_many) {
        al_report(j->job->sink, &claim, "file has offsets for %u bone%s, nodeCount is %u", f->bones.count,
                  AL_S(f->bones.count), f->nodes.count);
        return;
    }
    claim.level = AL_WARNING;
    al_report(j->job->sink, &claim, "file has offsets for %u bone%s, nodes that are bones: %u",
              f->bones.count, AL_S(f->bones.count), f->bone_nodes);
}

static void check_bone_limit(const bbmod_judging *j)
{
    const bbmod_list *bones = &j->file->bones;
    if (bones->count <= MOST_BONES)
        return;
    const al_claim claim = al_counter_claim(BBMOD_BONE_LIMIT, &bones->counter);
    al_report(j->job->sink, &claim, "model has %u bones, the library's shaders have room for %d",
              bones->count, MOST_BONES);
}

static void check_bones(bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    const al_items bones = al_items_of(f->bone_data, BBMOD_BONE_BYTES, NULL, NULL);
    if (!f->bones.counted)
        return;
    check_bone_count(j);
    check_bone_limit(j);
    for (uint64_t i = 0; i < al_items_count(&bones); i++)
        check_bone(j, al_items_at(&bones, i), i);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

/* `expected` is not known: any other name is right. */
static void report_material_name(void *context, const al_name *again, const al_name *first)
{
    const bbmod_judging *j = context;
    const al_path path = al_item(NULL, "materials", again->number);
    const al_claim claim = {.rule = BBMOD_MATERIAL_NAME,
                            .offset = again->text.base,
                            .length = again->text.len + 1,
                            .path = path,
                            .actual = al_text_bytes(again->text)};
    if (again->text.len == 0)
        al_report(j->job->sink, &claim, "material has no name");
    else
        al_report(j->job->sink, &claim, "material has the same name as materials[%u]: \"%.*s\"",
                  first->number, AL_SHOW(again->text));
}

static void check_material(bbmod_judging *j, uint32_t number, const bbmod_material *m)
{
    const al_name name = {.text = m->name.text, .number = number};
    check_string(j, &m->name);
    if (name.text.len == 0)
        report_material_name(j, &name, &name);
    else
        al_names_add(&j->material_names, j->job->arena, name.text, 0, number);
    if (!j->file->meshes.whole || number >= j->used.size || bbmod_set_has(&j->used, number))
        return;
    al_claim claim = al_string_claim(BBMOD_UNUSED_MATERIAL, &m->name);
    claim.path = m->path;
    al_report(j->job->sink, &claim, "no mesh uses the material \"%.*s\"", AL_SHOW(m->name.text));
}

/* False when memory is short. */
static bool check_materials(bbmod_judging *j)
{
    const bbmod_list *materials = &j->file->materials;
    al_walk w = bbmod_again(j->file, materials);
    bbmod_material material;
    for (uint32_t i = 0; materials->counted && i < materials->count; i++)
        if (bbmod_read_material(&w, i, &material))
            check_material(j, i, &material);
    return al_names_repeated(&j->material_names, j->job->arena, report_material_name, j);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* Allocates the sets of numbers that lists refer to; a list without a valid count needs none. Indices of
 * nodes may be as large as an invalid count: duplicates above the size of the file are not looked for. */
static bool make_room(bbmod_judging *j)
{
    const bbmod_file *f = j->file;
    const uint64_t size = j->job->file.len;
    const uint64_t bones = f->bones.counted ? f->bones.count : 0;
    const uint64_t meshes = f->meshes.counted ? f->meshes.count : 0;
    j->bone_names = al_alloc(j->job->arena, bones, sizeof *j->bone_names);
    j->drawers = al_alloc(j->job->arena, meshes, sizeof *j->drawers);
    j->drawer_count = j->drawers != NULL ? meshes : 0;
    return j->bone_names != NULL && j->drawers != NULL &&
           make_set(j, &j->indices, f->nodes.count < size ? f->nodes.count : size) &&
           make_set(j, &j->bones, bones) &&
           make_set(j, &j->used, f->materials.counted ? f->materials.count : 0);
}

static void judge(al_job *job, const void *document)
{
    const bbmod_file *f = document;
    bbmod_judging j = {.file = f, .job = job, .lane_flags = UINT32_MAX};
    if (f->form->wide)
        bbm_report_wide(&f->base, &f->meshes.counter);
    bool enough = make_room(&j);
    enough = check_nodes(&j) && enough;
    check_meshes(&j);
    check_bones(&j);
    enough = check_materials(&j) && enough;
    if (f->materials.whole)
        al_walk_end(&f->base.walk, BBMOD_TRAILING_BYTES, NULL, "the last material");
    if (!enough)
        al_report_no_memory(job);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void add_name(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    if (name->text.len > 0)
        al_add_text(facts, kind, false, name);
}

static void add_nodes(const bbmod_file *f, const al_facts *facts)
{
    al_walk w = bbmod_again(f, &f->nodes);
    bbmod_tree tree;
    bbmod_node node;
    bbmod_start_tree(&tree);
    while (f->nodes.at > 0 && bbmod_next_node(f, &w, &tree, &node)) {
        const float index = al_f32_at(node.record, f->form->node_index.at);
        const al_fact fact = {.kind = AL_FACT_NODE,
                              .path = &node.name.path,
                              .field = node.name.field,
                              .name = node.name.text,
                              .number =
                                  bbmod_is_number(index, f->nodes.count) ? (uint64_t)index : UINT64_MAX};
        if (node.named && node.name.text.len > 0)
            facts->add(facts->context, &fact);
    }
}

static void bbmod_facts(const void *document, const al_facts *facts)
{
    const bbmod_file *f = document;
    al_walk w = bbmod_again(f, &f->materials);
    if (f->nodes.counted)
        al_add_number(facts, AL_FACT_NODE_COUNT, false, &f->nodes.counter);
    add_nodes(f, facts);
    if (f->bones.counted)
        al_add_number(facts, AL_FACT_BONE_COUNT, false, &f->bones.counter);
    bbmod_material material;
    for (uint32_t i = 0; f->materials.counted && i < f->materials.count; i++)
        if (bbmod_read_material(&w, i, &material))
            add_name(facts, AL_FACT_MATERIAL, &material.name);
}

/* The number of triangles: the vertices are drawn without indices. Files without a primitive type have
 * triangles. */
static uint64_t triangles_of(const bbmod_file *f, const bbmod_mesh *m)
{
    const bool typed = f->form->vertex_count.layout == &bbmod_data_2_layout;
    const uint32_t type = typed ? bbmod_data_2_read(m->data).primitive_type : TRIANGLES;
    if (type == TRIANGLES)
        return m->vertex_count / 3;
    return (type == STRIP || type == FAN) && m->vertex_count > 2 ? m->vertex_count - 2 : 0;
}

void bbmod_measure(const void *document, al_measures *measures)
{
    const bbmod_file *f = document;
    al_walk w = bbmod_again(f, &f->meshes);
    bool whole = f->meshes.counted;
    for (uint32_t i = 0; i < f->meshes.count && whole; i++) {
        bbmod_mesh mesh;
        whole = bbmod_read_mesh(f, &w, i, &mesh);
        if (!mesh.has_data || !mesh.counted)
            continue;
        measures->triangles += triangles_of(f, &mesh);
        measures->vertices += mesh.vertex_count;
        const uint64_t sets = (uint64_t)((mesh.flags & BBMOD_TEXTURE_COORDS) != 0) +
                              ((mesh.flags & BBMOD_TEXTURE_COORDS_2) != 0);
        measures->uv_sets = sets > measures->uv_sets ? sets : measures->uv_sets;
    }
    measures->bones = f->bones.counted ? f->bones.count : 0;
    measures->materials = f->materials.counted ? f->materials.count : 0;
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks bbmod_hooks = {.limit_rule = BBMOD_LIMIT,
                              .layouts = bbmod_layouts,
                              .magic = &BBMOD_HEADER_MAGIC,
                              .document_size = sizeof(bbmod_file),
                              .parse = bbmod_parse,
                              .judge = judge,
                              .facts = bbmod_facts,
                              .measure = bbmod_measure,
                              .draw = bbmod_draw,
                              .fixers = bbmod_fixers};
