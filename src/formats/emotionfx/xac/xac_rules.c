/* xac_rules.c: runs the rules of an XAC; and the rules about groups and limits. */
#include <inttypes.h>

#include "formats/emotionfx/xac/xac.h"
#include "kit/arrays.h"

/* ---- Groups and limits --------------------------------------------------------------------------------- */

static void judge_group(void *context, const xac_group *g)
{
    const xac_judging *j = context;
    const al_path path = al_field(g->path, "nodes");
    const al_items nodes = al_items_of(g->nodes, 2, &path, "nodes");
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < al_items_count(&nodes); i++)
        if (xac_lacks_node(j, al_u16_at(nodes.bytes, 2 * i)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = {
        .rule = XAC_GROUP_NODE, .offset = g->nodes.base, .length = g->nodes.len, .path = path, .tally = &bad};
    al_report(j->sink, &claim,
              "nodes of the group \"%.*s\" beyond the %u node%s of the actor: %" PRIu64 " of %" PRIu64
              ", the first is node %u",
              AL_SHOW(g->name.text), j->nodes_before, AL_S(j->nodes_before), bad.count,
              al_items_count(&nodes), al_u16_at(nodes.bytes, 2 * bad.first[0]));
}

void xac_judge_groups(void *judging, efx_reading *r)
{
    xac_judge_place(judging, r);
    (void)xac_each_group(r, judge_group, judging);
}

void xac_judge_limits(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    al_span record;
    xac_judge_place(j, r);
    if (!xac_read_limits(r, &record))
        return;
    const uint32_t node = al_u32_at(record, XAC_LIMITS_AT_node);
    if (!xac_lacks_node(j, node))
        return;
    const al_claim claim = xac_limits_claim_at(XAC_LIMIT_NODE, record, XAC_LIMITS_AT_node, &r->path);
    al_report(j->sink, &claim, "limits are for node %u, but there %s %u node%s", node,
              AL_THERE(j->nodes_before));
}

/* ---- Info ---------------------------------------------------------------------------------------------- */

/* The fields of an info chunk with numbers of nodes, by version. */
typedef struct info_form {
    const al_layout *layout;
    uint32_t size;     /* of the record; the layout may have one more field */
    uint32_t nodes[2]; /* fields; EFX_NO_FIELD: there is only one */
} info_form;

static const info_form infos[] = {
    {&xac_info2_layout, XAC_INFO2_AT_retarget_root_offset, {XAC_INFO2_AT_node, EFX_NO_FIELD}},
    {&xac_info2_layout, XAC_INFO2_BYTES, {XAC_INFO2_AT_node, EFX_NO_FIELD}},
    {&xac_info3_layout, XAC_INFO3_BYTES, {XAC_INFO3_AT_trajectory_node, XAC_INFO3_AT_extraction_node}},
    {&xac_info4_layout, XAC_INFO4_BYTES, {XAC_INFO4_AT_trajectory_node, XAC_INFO4_AT_extraction_node}},
};

/* -1 means no node. In an actor without nodes every number is wrong, which another rule reports. */
static void check_info_node(const xac_judging *j, const info_form *form, al_span record, uint32_t field,
                            const al_path *path)
{
    const xac_file *x = j->x;
    const int32_t node = al_i32_at(record, field);
    if (node == -1 || !x->nodes_known || x->num_nodes == 0 || (node >= 0 && (uint32_t)node < x->num_nodes))
        return;
    const al_claim claim = al_field_claim(XAC_INFO_NODE, form->layout, record, field, path);
    al_report(j->sink, &claim, "%s is %d, which is neither -1 nor one of the %u node%s",
              al_row_at(form->layout, field)->name, (int)node, x->num_nodes, AL_S(x->num_nodes));
}

/* Only versions 1 and 2 have the repositioning mask, whose bits are described. */
static void check_mask(const xac_judging *j, const info_form *form, al_span record, const al_path *path)
{
    const uint32_t mask = al_u32_at(record, XAC_INFO2_AT_mask);
    if (form->layout != &xac_info2_layout || al_unknown_bits(&xac_repositioning_words, mask) == 0)
        return;
    const al_claim claim = xac_info2_claim_at(XAC_UNKNOWN_BITS, record, XAC_INFO2_AT_mask, path);
    al_report(j->sink, &claim, "mask of motion extraction is %u = %s", mask,
              al_show_bits(&xac_repositioning_words, mask, 4).text);
}

static void check_lod_count(const xac_judging *j, const info_form *form, al_span record, const al_path *path)
{
    const uint32_t lods = al_u32_at(record, XAC_INFO4_AT_num_lods);
    if (form->layout != &xac_info4_layout || lods <= XAC_MOST_LODS)
        return;
    const al_claim claim = al_field_claim(XAC_LOD_RANGE, form->layout, record, XAC_INFO4_AT_num_lods, path);
    al_report(j->sink, &claim, "actor declares %u levels of detail, but readers support %d", lods,
              XAC_MOST_LODS);
}

void xac_judge_info(void *judging, efx_reading *r)
{
    const xac_judging *j = judging;
    const info_form *form = &infos[r->header.version - 1];
    const al_span record = efx_payload(&j->x->file, r->number, form->size);
    (void)xac_read_info(r);
    if (record.len < form->size)
        return;
    for (size_t i = 0; i < 2 && form->nodes[i] != EFX_NO_FIELD; i++)
        check_info_node(j, form, record, form->nodes[i], &r->path);
    check_mask(j, form, record, &r->path);
    check_lod_count(j, form, record, &r->path);
}

/* ---- Nested files -------------------------------------------------------------------------------------- */

/* Levels may repeat: working files have two chunks for level 0. */
static void check_level(const xac_judging *j, al_span record, const al_path *path)
{
    const uint32_t level = record.len == XAC_LOD_BYTES ? al_u32_at(record, XAC_LOD_AT_level) : 0;
    const al_claim claim = xac_lod_claim_at(XAC_LOD_RANGE, record, XAC_LOD_AT_level, path);
    if (level >= XAC_MOST_LODS)
        al_report(j->sink, &claim, "level of detail is %u, but readers support %d levels", level,
                  XAC_MOST_LODS);
}

void xac_judge_lod(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    const xac_file *x = j->x;
    const al_path path = al_field(&r->path, "lod");
    const al_span record = efx_payload(&x->file, r->number, XAC_LOD_BYTES);
    check_level(j, record, &r->path);
    if (j->next_inside < x->inside_count && x->nested_files[j->next_inside].chunk == r->number) {
        xac_judge(j->efx.job, x->nested_files[j->next_inside++].file, &path);
        return;
    }
    const al_span bytes =
        al_slice_available(x->file.bytes, r->walk.at + XAC_LOD_BYTES, al_u32_at(record, XAC_LOD_AT_size));
    const al_claim claim = {
        .rule = XAC_LIMIT, .offset = bytes.base, .length = bytes.len, .path = path, .limit = true};
    if (x->nested)
        al_report(j->sink, &claim, "a level of detail within a level of detail was not checked: %zu bytes",
                  bytes.len);
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

/* The entry of a level of detail, created if needed; NULL when memory is short. */
static xac_lod_materials *lod_of(xac_judging *j, uint32_t lod)
{
    al_arena *arena = j->efx.job->arena;
    const uint32_t *found = al_map_find(&j->lod_of, lod);
    if (found != NULL)
        return &j->of_lods[*found];
    const xac_lod_materials materials = {.lod = lod};
    if (!al_map_add(&j->lod_of, arena, lod, j->lod_count) ||
        !AL_APPEND(arena, j->of_lods, j->lod_count, j->lod_capacity, materials))
        return NULL;
    return &j->of_lods[j->lod_count - 1];
}

/* Called before all rules, also if the chunks are broken. False when memory is short. */
static bool count_materials(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const uint32_t id = efx_known_id(f, i);
        if (id != XAC_MATERIAL_CHUNK && id != XAC_FX_CHUNK)
            continue;
        xac_lod_materials *lod = lod_of(j, f->chunks[i].supported ? xac_lod_of(j->x, i) : 0);
        if (lod == NULL)
            return false;
        j->materials++;
        j->materials_unknown += !f->chunks[i].supported;
        lod->standard += id == XAC_MATERIAL_CHUNK;
        lod->fx += id == XAC_FX_CHUNK;
    }
    return true;
}

/* In the order of the kinds of chunks. */
static const efx_chunk_rules chunk_rules[] = {
    {.id = XAC_OLD_NODE_CHUNK, .always = true, .judge = xac_judge_nodes, .second = xac_second_nodes},
    {.id = XAC_MESH_CHUNK, .judge = xac_judge_mesh},
    {.id = XAC_SKIN_CHUNK, .judge = xac_judge_skin},
    {.id = XAC_MATERIAL_CHUNK, .judge = xac_judge_material, .texts = true},
    {.id = XAC_TEXTURE_CHUNK, .judge = xac_judge_texture, .texts = true},
    {.id = XAC_FX_CHUNK, .judge = xac_judge_fx, .texts = true},
    {.id = XAC_LIMIT_CHUNK, .judge = xac_judge_limits},
    {.id = XAC_INFO_CHUNK, .judge = xac_judge_info, .texts = true},
    {.id = XAC_LOD_CHUNK, .judge = xac_judge_lod},
    {.id = XAC_MORPH_CHUNK, .judge = xac_judge_morphs, .texts = true},
    {.id = XAC_GROUPS_CHUNK, .judge = xac_judge_groups, .texts = true},
    {.id = XAC_NODES_CHUNK, .judge = xac_judge_nodes, .second = xac_second_nodes},
    {.id = XAC_MORPHS_CHUNK, .judge = xac_judge_morphs, .texts = true},
    {.id = XAC_TOTALS_CHUNK, .judge = xac_judge_totals, .second = xac_second_totals},
};

void xac_judge(al_job *job, const xac_file *x, const al_path *up)
{
    xac_judging j = {
        .efx = {.job = job, .rules = chunk_rules, .file = &x->file, .up = up}, .x = x, .sink = job->sink};
    if (!count_materials(&j)) {
        efx_report_memory_limit(&j.efx);
        return;
    }
    xac_find_lods(&j);
    efx_check_multiply_order(&j.efx, XAC_MULTIPLY_ORDER);
    efx_judge(&j);
    if (!j.efx.out_of_memory)
        xac_judge_skeleton(&j);
}

static void judge(al_job *job, const void *document)
{
    xac_judge(job, document, NULL);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void add_name(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    if (name->text.len > 0)
        al_add_text(facts, kind, false, name);
}

static void add_node(void *context, const xac_node *node)
{
    if (node->named)
        add_name(context, AL_FACT_NODE, &node->name);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

/* No valid actor has more levels of detail: see xac/lod-range. */
enum { MOST_LODS = 32 };

/* The state while the facts of a file, or of a nested file, are passed on. */
typedef struct fact_walk {
    const al_facts *facts;
    const xac_file *x;
    const al_path *up;
    uint64_t number;               /* of the file among the nested ones */
    uint32_t chunk;                /* the current chunk */
    uint64_t lod;                  /* its level of detail */
    uint64_t materials[MOST_LODS]; /* before the chunk, by level of detail */
} fact_walk;

/* Materials are counted from 0 for each file and level of detail. */
static uint64_t material_number(const fact_walk *h, uint64_t lod, uint64_t material)
{
    return (h->number & UINT16_MAX) << 48 | (lod & UINT16_MAX) << 32 | (material & UINT32_MAX);
}

static void add_texture(void *context, const xac_texture *t)
{
    const fact_walk *h = context;
    const uint64_t before = h->lod < MOST_LODS ? h->materials[h->lod] : 0;
    if (!t->named || t->name.text.len == 0)
        return;
    const bool alone = efx_known_id(&h->x->file, h->chunk) == XAC_TEXTURE_CHUNK && before > 0;
    const al_fact fact = {.kind = AL_FACT_TEXTURE,
                          .refers = true,
                          .path = &t->name.path,
                          .field = t->name.field,
                          .name = t->name.text,
                          .number = al_u8_at(t->record, XAC_TEXTURE_AT_map_type),
                          .material = material_number(h, h->lod, alone ? before - 1 : before)};
    h->facts->add(h->facts->context, &fact);
}

static void add_submesh(void *context, const xac_submesh *s)
{
    const fact_walk *h = context;
    const al_fact fact = {.kind = AL_FACT_MATERIAL_USE,
                          .refers = true,
                          .path = s->path,
                          .field = s->record,
                          .material = material_number(h, h->lod, s->row.material)};
    h->facts->add(h->facts->context, &fact);
}

static void add_mesh(efx_reading *r, fact_walk *h)
{
    xac_mesh mesh;
    if (!xac_open_mesh(r, &mesh))
        return;
    h->lod = mesh.lod;
    if (!xac_each_layer(r, &mesh, NULL, NULL) || !xac_each_submesh(r, &mesh, add_submesh, h))
        return; /* the existing ones were passed on */
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

static void add_target(void *context, const xac_morph *m)
{
    if (m->named)
        add_name(context, AL_FACT_MORPH, &m->name);
}

static void skip_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    (void)context, (void)m, (void)d;
}

static void skip_transformation(void *context, const al_path *path, al_span record)
{
    (void)context, (void)path, (void)record;
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static void add_material(efx_reading *r, fact_walk *h)
{
    xac_material_head material;
    if (!xac_open_material(r, &material))
        return;
    add_name(h->facts, AL_FACT_MATERIAL, &material.name);
    (void)xac_each_texture(r, &material, add_texture, h);
}

static void add_chunk(efx_reading *r, fact_walk *h)
{
    al_facts to = *h->facts;
    const xac_morph_visitor morphs = {.context = &to,
                                      .target = add_target,
                                      .deformation = skip_deformation,
                                      .transformation = skip_transformation};
    xac_texture texture;
    al_string name;
    switch (r->header.id) {
    case XAC_OLD_NODE_CHUNK:
    case XAC_NODES_CHUNK: (void)xac_each_node(r, add_node, &to); break;
    case XAC_MESH_CHUNK: add_mesh(r, h); break;
    case XAC_MATERIAL_CHUNK: add_material(r, h); break;
    case XAC_FX_CHUNK:
        (void)xac_read_fx(r, &name);
        add_name(h->facts, AL_FACT_MATERIAL, &name);
        break;
    case XAC_TEXTURE_CHUNK:
        if (xac_read_texture(r, &texture))
            add_texture(h, &texture);
        break;
    case XAC_MORPH_CHUNK:
    case XAC_MORPHS_CHUNK: (void)xac_each_morph(r, &morphs); break;
    default: break; /* has no names for other files */
    }
}

static uint64_t lod_of_chunk(const xac_file *x, uint32_t chunk)
{
    const uint32_t id = efx_known_id(&x->file, chunk);
    const bool has_lod = (id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK) && x->file.chunks[chunk].supported;
    return has_lod ? xac_lod_of(x, chunk) : 0;
}

static void count_material(fact_walk *h, uint32_t chunk)
{
    const uint32_t id = efx_known_id(&h->x->file, chunk);
    const uint64_t lod = lod_of_chunk(h->x, chunk);
    if ((id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK) && lod < MOST_LODS)
        h->materials[lod]++;
}

/* Whether the whole file was understood. Nested files are levels of detail with their own nodes and
 * pictures; they have no nested files. */
static bool add_file(fact_walk *h)
{
    bool understood = efx_is_understood(&h->x->file);
    uint32_t inside = 0;
    for (uint32_t i = 0; i < h->x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&h->x->file, h->up, i, NULL);
        h->chunk = i;
        h->lod = lod_of_chunk(h->x, i);
        if (inside < h->x->inside_count && h->x->nested_files[inside].chunk == i) {
            const al_path path = al_field(&r.path, "lod");
            const xac_file *x = h->x->nested_files[inside++].file;
            fact_walk inner = {.facts = h->facts, .x = x, .up = &path, .number = inside};
            understood = add_file(&inner) && understood;
        } else if (efx_is_readable(&h->x->file, i)) {
            add_chunk(&r, h);
        }
        count_material(h, i);
    }
    return understood;
}

static void xac_facts(const void *document, const al_facts *facts)
{
    fact_walk h = {.facts = facts, .x = document};
    if (add_file(&h))
        al_add_end(facts);
}

static void count_uv_set(void *context, const xac_attributes *layer)
{
    uint64_t *sets = context;
    *sets += layer->row.type == XAC_UVS;
}

/* Counts what is drawn at the highest level of detail, without collision meshes and nested files. Each node
 * counts as a bone, since the game moves each. */
void xac_measure(const void *document, al_measures *measures)
{
    const xac_file *x = document;
    if (x->nodes_known)
        measures->bones = x->num_nodes;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        const uint32_t id = r.header.id;
        xac_mesh mesh;
        if (!x->file.chunks[i].supported)
            continue;
        if (id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK)
            measures->materials += xac_lod_of(x, i) == 0;
        if (id != XAC_MESH_CHUNK || !xac_open_mesh(&r, &mesh) || mesh.is_collision || mesh.lod != 0)
            continue;
        measures->triangles += mesh.indices / 3;
        measures->vertices += mesh.vertices;
        uint64_t sets = 0;
        (void)xac_each_layer(&r, &mesh, count_uv_set, &sets); /* those that exist count */
        measures->uv_sets = sets > measures->uv_sets ? sets : measures->uv_sets;
    }
}

const al_hooks xac_hooks = {.limit_rule = XAC_LIMIT,
                            .layouts = xac_layouts,
                            .magic = &xac_magic,
                            .document_size = sizeof(xac_file),
                            .parse = xac_parse,
                            .judge = judge,
                            .facts = xac_facts,
                            .measure = xac_measure,
                            .draw = xac_draw,
                            .fixers = xac_fixers};
