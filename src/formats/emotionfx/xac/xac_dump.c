/* xac_dump.c: shows what was read of an XAC, chunk by chunk. */
#include "formats/emotionfx/xac/xac.h"

/* What a visitor's callbacks get as their context. */
typedef struct shown {
    const al_visitor *visitor;
    al_span rest; /* of the chunk, for lists that are open */
    bool open;    /* the list of a mesh */
    uint32_t submeshes;
} shown;

static shown shown_of(const efx_cursor *c, const al_visitor *v)
{
    return (shown){.visitor = v, .rest = efx_rest(c, 0)};
}

static void show_text(void *context, const al_string *text)
{
    const shown *s = context;
    al_visit_string(s->visitor, text);
}

static void show_record(void *context, const al_layout *layout, al_span record)
{
    const shown *s = context;
    al_visit_record(s->visitor, layout, record, NULL);
}

static void open_list(const shown *s, const char *name, uint64_t count)
{
    s->visitor->list(s->visitor->context, name, count, al_extent_of(s->rest));
}

static void close_list(void *context)
{
    const shown *s = context;
    s->visitor->list_end(s->visitor->context);
}

/* How the numbers of an array's items lie. */
typedef struct item_form {
    const char *type;
    al_scalar scalar;
    unsigned components;
    uint32_t stride;
} item_form;

/* An array: item by item when asked for, otherwise by the range of its numbers. */
static void show_array(const shown *s, const char *name, al_span bytes, const item_form *form)
{
    const al_visitor *v = s->visitor;
    al_series series = al_series_of(form->type, form->components);
    al_span item;
    if (v->full)
        v->list(v->context, name, bytes.len / form->stride, al_extent_of(bytes));
    while (al_slice(bytes, series.count * form->stride, form->stride, &item)) {
        double numbers[AL_SERIES_COMPONENTS] = {0};
        for (uint64_t i = 0; i < form->components; i++) {
            const al_value value = al_value_at(item, i * al_scalar_size(form->scalar), form->scalar);
            numbers[i] = value.kind == AL_VALUE_REAL ? value.as.real_value : (double)value.as.uint_value;
        }
        if (v->full)
            v->item(v->context, numbers, form->components, al_extent_of(item));
        al_series_add(&series, numbers);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, name, &series, al_extent_of(bytes));
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static void show_node(void *context, const xac_node *node)
{
    const al_visitor *v = ((const shown *)context)->visitor;
    if (node->number != UINT32_MAX)
        v->object(v->context, "nodes", node->number, node->extent);
    al_visit_record(v, node->layout, node->record, NULL);
    if (node->named)
        al_visit_string(v, &node->name);
    if (node->number != UINT32_MAX)
        v->object_end(v->context);
}

void xac_dump_nodes(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    (void)document;
    if (chunk->id == XAC_OLD_NODE_CHUNK) {
        (void)xac_each_node(c, show_node, &s);
        return;
    }
    const al_span record = al_slice_available(s.rest, 0, XAC_NODES_BYTES);
    al_visit_record(v, &xac_nodes_layout, record, NULL);
    s.rest = al_slice_available(s.rest, XAC_NODES_BYTES, UINT64_MAX);
    open_list(&s, "nodes", al_u32_at(record, XAC_NODES_AT_num_nodes));
    (void)xac_each_node(c, show_node, &s);
    close_list(&s);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static const char *layer_meaning(const al_row *row, al_value value)
{
    return row->offset == XAC_LAYER_AT_type ? xac_attribute_name((uint32_t)value.as.uint_value) : NULL;
}

static void show_mesh(void *context, const xac_mesh *m)
{
    shown *s = context;
    al_visit_record(s->visitor, m->layout, m->record, NULL);
    open_list(s, "layers", m->row.num_layers);
    s->open = true;
    s->submeshes = m->row.num_submeshes;
}

static void show_layer(void *context, const xac_mesh *m, const xac_attributes *a)
{
    static const item_form forms[XAC_ATTRIBUTE_TYPES] = {
        {"f32[3]", AL_TYPE_f32, 3, 12}, {"f32[3]", AL_TYPE_f32, 3, 12}, {"f32[4]", AL_TYPE_f32, 4, 16},
        {"f32[2]", AL_TYPE_f32, 2, 8},  {"u8[4]", AL_TYPE_u8, 4, 4},    {"u32", AL_TYPE_u32, 1, 4},
        {"f32[4]", AL_TYPE_f32, 4, 16}, {"f32[3]", AL_TYPE_f32, 3, 12}};
    const shown *s = context;
    const al_visitor *v = s->visitor;
    (void)m;
    v->object(v->context, "layers", a->path->index, a->extent);
    al_visit_record(v, &xac_layer_layout, a->record, layer_meaning);
    if (a->row.type < XAC_ATTRIBUTE_TYPES && a->row.size == forms[a->row.type].stride)
        show_array(s, "data", a->data, &forms[a->row.type]);
    else
        v->value(v->context, "data", al_uint(a->data.len), "bytes", al_extent_of(a->data));
    v->object_end(v->context);
}

/* The list of layers ends where that of submeshes begins. */
static void show_layers_end(void *context)
{
    shown *s = context;
    close_list(s);
    open_list(s, "submeshes", s->submeshes);
}

static void show_submesh(void *context, const xac_mesh *m, const xac_submesh *sub)
{
    static const item_form form = {"u32", AL_TYPE_u32, 1, 4};
    const shown *s = context;
    const al_visitor *v = s->visitor;
    (void)m;
    v->object(v->context, "submeshes", sub->path->index, sub->extent);
    al_visit_record(v, &xac_submesh_record_layout, sub->record, NULL);
    show_array(s, "indices", sub->indices, &form);
    if (sub->has_bones)
        show_array(s, "bones", sub->bones, &form);
    v->object_end(v->context);
}

void xac_dump_mesh(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    const xac_mesh_visitor visitor = {.context = &s,
                                      .mesh = show_mesh,
                                      .layer = show_layer,
                                      .submesh = show_submesh,
                                      .layers_end = show_layers_end};
    (void)document, (void)chunk;
    (void)xac_read_mesh(c, &visitor);
    if (s.open)
        close_list(&s);
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

void xac_dump_skin(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    static const item_form influence = {"weight", AL_TYPE_f32, 1, XAC_INFLUENCE_BYTES};
    static const item_form range = {"first, count", AL_TYPE_u32, 2, XAC_RANGE_BYTES};
    const shown s = shown_of(c, v);
    xac_skin skin;
    (void)document, (void)chunk;
    (void)xac_read_skin(c, &skin);
    al_visit_record(v, skin.layout, skin.record, NULL);
    if (skin.mesh == NULL)
        return;
    if (!skin.listed) {
        v->value(v->context, "vertices", al_uint(skin.table.len), "bytes", al_extent_of(skin.table));
        return;
    }
    show_array(&s, "influences", skin.influences, &influence);
    show_array(&s, "ranges", skin.ranges, &range);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static void show_layers(void *context, uint64_t count, al_extent extent)
{
    const shown *s = context;
    s->visitor->list(s->visitor->context, "layers", count, extent);
}

static void show_texture(void *context, const xac_texture *t)
{
    const al_visitor *v = ((const shown *)context)->visitor;
    v->object(v->context, "layers", t->path->index, t->extent);
    al_visit_record(v, &xac_texture_record_layout, t->record, NULL);
    if (t->named)
        al_visit_string(v, &t->name);
    v->object_end(v->context);
}

void xac_dump_material(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    const xac_material_visitor visitor = {.context = &s,
                                          .record = show_record,
                                          .text = show_text,
                                          .texture = show_texture,
                                          .layers = show_layers,
                                          .layers_end = close_list};
    (void)document, (void)chunk;
    (void)xac_read_material(c, &visitor);
}

void xac_dump_texture(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    xac_texture t;
    (void)document, (void)chunk;
    (void)xac_read_texture_chunk(c, &t);
    al_visit_record(v, &xac_texture_record_layout, t.record, NULL);
    if (t.named)
        al_visit_string(v, &t.name);
}

static void show_list(void *context, const char *name, uint32_t count)
{
    open_list(context, name, count);
}

static void show_parameter(void *context, const xac_parameter *p)
{
    const al_visitor *v = ((const shown *)context)->visitor;
    const uint32_t size = al_scalar_size(p->type);
    v->object(v->context, p->list, p->number, p->extent);
    if (p->components > 1)
        v->list(v->context, "value", p->components, al_extent_of(p->value));
    for (uint32_t i = 0; i < p->components; i++)
        v->value(v->context, p->components > 1 ? NULL : "value",
                 al_value_at(p->value, (uint64_t)i * size, p->type), NULL,
                 al_extent_of(al_slice_available(p->value, (uint64_t)i * size, size)));
    if (p->components > 1)
        v->list_end(v->context);
    al_visit_string(v, &p->name);
    if (p->components == 0)
        al_visit_string(v, &p->file);
    v->object_end(v->context);
}

void xac_dump_fx(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    const xac_fx_visitor visitor = {.context = &s,
                                    .record = show_record,
                                    .text = show_text,
                                    .list = show_list,
                                    .parameter = show_parameter,
                                    .list_end = close_list};
    (void)document, (void)chunk;
    (void)xac_read_fx(c, &visitor);
}

void xac_dump_totals(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    const al_layout *layout = xac_totals_layout(chunk);
    (void)document;
    al_visit_record(v, layout, al_slice_available(c->file->bytes, c->at, layout->size), NULL);
}

/* ---- Limits, info, groups ------------------------------------------------------------------------------ */

void xac_dump_limits(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    (void)document, (void)chunk;
    al_visit_record(v, &xac_limits_layout, al_slice_available(c->file->bytes, c->at, XAC_LIMITS_BYTES), NULL);
}

void xac_dump_info(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = {.visitor = v};
    const al_layout *layout = xac_info_layout(chunk);
    al_span record;
    (void)document;
    const bool whole = efx_take_fixed(c, xac_info_size(chunk), &record);
    al_visit_record(v, layout, record, NULL);
    if (whole)
        (void)efx_take_texts(c, xac_info_texts, XAC_INFO_TEXTS, show_text, &s);
}

static void show_group(void *context, const xac_group *g)
{
    static const item_form form = {"node", AL_TYPE_u16, 1, 2};
    const shown *s = context;
    const al_visitor *v = s->visitor;
    v->object(v->context, "groups", g->path->index, g->extent);
    al_visit_record(v, &xac_group_record_layout, g->record, NULL);
    if (g->named) {
        al_visit_string(v, &g->name);
        show_array(s, "nodes", g->nodes, &form);
    }
    v->object_end(v->context);
}

void xac_dump_groups(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    (void)document, (void)chunk;
    const al_span record = al_slice_available(s.rest, 0, XAC_GROUPS_BYTES);
    al_visit_record(v, &xac_groups_layout, record, NULL);
    s.rest = al_slice_available(s.rest, XAC_GROUPS_BYTES, UINT64_MAX);
    open_list(&s, "groups", al_u16_at(record, 0));
    (void)xac_each_group(c, show_group, &s);
    close_list(&s);
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

static void show_target(void *context, const xac_morph *m, bool named)
{
    const shown *s = context;
    if (m->listed)
        s->visitor->object(s->visitor->context, "targets", m->path->index, al_extent_of(m->record));
    al_visit_record(s->visitor, &xac_morph_record_layout, m->record, NULL);
    if (named)
        al_visit_string(s->visitor, &m->name);
}

static void show_target_end(void *context, const xac_morph *m)
{
    const shown *s = context;
    if (m->listed)
        s->visitor->object_end(s->visitor->context);
}

static void show_changes(void *context, const char *name, uint64_t count)
{
    open_list(context, name, count);
}

static void show_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    static const item_form form = {"vertex", AL_TYPE_u32, 1, 4};
    const shown *s = context;
    const al_visitor *v = s->visitor;
    (void)m;
    v->object(v->context, "deformations", d->path->index, d->extent);
    al_visit_record(v, &xac_deform_layout, d->record, NULL);
    show_array(s, "vertices", d->vertices, &form);
    v->object_end(v->context);
}

static void show_transformation(void *context, const al_path *path, al_span record)
{
    const shown *s = context;
    const al_visitor *v = s->visitor;
    v->object(v->context, "transformations", path->index, al_extent_of(record));
    al_visit_record(v, &xac_transform_layout, record, NULL);
    v->object_end(v->context);
}

void xac_dump_morphs(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    shown s = shown_of(c, v);
    const xac_morph_visitor visitor = {.context = &s,
                                       .target = show_target,
                                       .deformation = show_deformation,
                                       .transformation = show_transformation,
                                       .list = show_changes,
                                       .list_end = close_list,
                                       .target_end = show_target_end};
    (void)document;
    if (chunk->id == XAC_MORPH_CHUNK) {
        (void)xac_each_morph(c, &visitor);
        return;
    }
    const al_span record = al_slice_available(s.rest, 0, XAC_MORPHS_BYTES);
    al_visit_record(v, &xac_morphs_layout, record, NULL);
    s.rest = al_slice_available(s.rest, XAC_MORPHS_BYTES, UINT64_MAX);
    open_list(&s, "targets", al_u32_at(record, XAC_MORPHS_AT_num_targets));
    (void)xac_each_morph(c, &visitor);
    close_list(&s);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

void xac_dump_lod(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    xac_file *inside = chunk->inside;
    (void)document;
    al_visit_record(v, &xac_lod_layout, al_slice_available(c->file->bytes, c->at, XAC_LOD_BYTES), NULL);
    if (inside == NULL)
        return;
    v->object(v->context, "lod", -1, al_extent_of(inside->file.bytes));
    efx_dump(&inside->file, v);
    v->object_end(v->context);
}

void xac_dump(al_job *job, const al_visitor *v)
{
    xac_file x = {.nested = false};
    if (xac_parse(job, job->file, &x))
        efx_dump(&x.file, v);
}
