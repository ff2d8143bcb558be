/* bbmod_dump.c: shows what was read of a BBMOD. */
#include "formats/bbmod/bbmod/bbmod.h"

typedef struct bbmod_dumper {
    const bbmod_file *file;
    const al_visitor *visitor;
} bbmod_dumper;

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static const char *type_of(const bbmod_component *component)
{
    static const char *const types[] = {"", "f32", "f32[2]", "f32[3]", "f32[4]"};
    return component->bytes ? "u8[4]" : types[component->numbers];
}

static void numbers_of(const bbmod_component *component, al_span bytes, double numbers[AL_SERIES_COMPONENTS])
{
    for (uint64_t i = 0; i < component->numbers; i++)
        numbers[i] = component->bytes ? (double)al_u8_at(bytes, i) : (double)al_f32_at(bytes, 4 * i);
}

/* A component of all vertices: one by one when asked for, otherwise by the range of its values. */
static void dump_part(const bbmod_mesh *m, bbmod_part part, uint32_t offset, const al_visitor *v)
{
    const bbmod_component *component = &bbmod_components[part];
    const uint64_t size = bbmod_part_size(part), count = m->vertices.len / m->stride;
    const uint64_t length = (count > 0 ? count - 1 : 0) * m->stride + size;
    const al_extent extent = al_extent_of(al_slice_available(m->vertices, offset, length));
    al_series series = al_series_of(type_of(component), component->numbers);
    if (v->full)
        v->list(v->context, component->name, count, extent);
    for (uint64_t i = 0; i < count; i++) {
        double numbers[AL_SERIES_COMPONENTS] = {0};
        const al_span bytes = al_slice_available(m->vertices, i * m->stride + offset, size);
        numbers_of(component, bytes, numbers);
        al_series_add(&series, numbers);
        if (v->full)
            v->item(v->context, numbers, component->numbers, al_extent_of(bytes));
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, component->name, &series, extent);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static const char *data_meaning(const al_row *row, al_value value)
{
    static const char *const names[] = {NULL,        "points",         "lines",       "line strip",
                                        "triangles", "triangle strip", "triangle fan"};
    const uint64_t type = value.as.uint_value;
    if (row->offset != BBMOD_DATA_2_AT_primitive_type || type >= sizeof names / sizeof names[0])
        return NULL;
    return names[type];
}

static void dump_format(const bbmod_file *f, al_span format, const al_visitor *v)
{
    if (format.len == 0)
        return;
    v->object(v->context, "vertexFormat", -1, al_extent_of(format));
    al_visit_record(v, f->form->format, format, NULL);
    v->object_end(v->context);
}

static void dump_mesh(void *context, const bbmod_mesh *m)
{
    const bbmod_dumper *d = context;
    const al_visitor *v = d->visitor;
    const bbmod_form *form = d->file->form;
    v->object(v->context, "meshes", m->number, m->extent);
    if (form->mesh == &bbmod_mesh_0_layout)
        bbm_dump_number(&d->file->base, v, form->mesh, m->start);
    else
        al_visit_record(v, form->mesh, m->start, NULL);
    if (form->format_in_mesh)
        dump_format(d->file, m->format, v);
    if (form->data == &bbmod_data_0_layout)
        bbm_dump_number(&d->file->base, v, form->data, m->data);
    else
        al_visit_record(v, form->data, m->data, data_meaning);
    for (uint32_t part = 0; part < BBMOD_PARTS && m->stride > 0; part++) {
        uint32_t offset;
        if (bbmod_find_part(m->flags, (bbmod_part)part, &offset))
            dump_part(m, (bbmod_part)part, offset, v);
    }
    v->object_end(v->context);
}

/* ---- Nodes, bones, materials --------------------------------------------------------------------------- */

static void dump_node(void *context, const bbmod_node *n)
{
    const bbmod_dumper *d = context;
    const al_visitor *v = d->visitor;
    const uint32_t size = bbm_number_size(&d->file->base);
    v->object(v->context, "nodes", n->number, n->extent);
    if (n->named)
        al_visit_string(v, &n->name);
    al_visit_record(v, &bbmod_node_record_layout, n->record, NULL);
    v->list(v->context, "meshes", bbmod_node_mesh_count(d->file, n), al_extent_of(n->meshes));
    for (uint64_t i = 0; i < bbmod_node_mesh_count(d->file, n); i++)
        v->value(v->context, NULL, al_uint(bbmod_node_mesh(d->file, n, i)), NULL,
                 al_extent_of(al_slice_available(n->meshes, i * size, size)));
    v->list_end(v->context);
    bbm_dump_number(&d->file->base, v, &bbmod_child_count_layout, n->child_count);
    v->object_end(v->context);
}

static void dump_bones(const bbmod_file *f, const al_visitor *v)
{
    const uint64_t count = f->bone_data.len / BBMOD_BONE_BYTES;
    v->list(v->context, "bones", count, al_extent_of(f->bone_data));
    for (uint64_t i = 0; i < count; i++) {
        const al_span bone = al_slice_available(f->bone_data, i * BBMOD_BONE_BYTES, BBMOD_BONE_BYTES);
        v->object(v->context, "bones", (int64_t)i, al_extent_of(bone));
        al_visit_record(v, &bbmod_bone_layout, bone, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

static void dump_material(void *context, uint32_t number, const al_string *name)
{
    const bbmod_dumper *d = context;
    const al_visitor *v = d->visitor;
    v->object(v->context, "materials", number, al_extent_of(name->field));
    al_visit_string(v, name);
    v->object_end(v->context);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void start_list(const bbmod_dumper *d, const al_layout *layout, const char *name,
                       const bbmod_list *list, uint32_t count)
{
    const al_visitor *v = d->visitor;
    const al_span bytes = al_slice_available(d->file->base.job->file, list->at, list->end - list->at);
    bbm_dump_number(&d->file->base, v, layout, list->record);
    v->list(v->context, name, count, al_extent_of(bytes));
}

void bbmod_dump(al_job *job, const al_visitor *v)
{
    bbmod_file f;
    bbmod_dumper d = {.file = &f, .visitor = v};
    bbmod_parse(job, &f);
    bbm_dump_header(&f.base, v);
    if (!f.base.readable)
        return;
    if (!f.form->format_in_mesh)
        dump_format(&f, f.format, v);
    start_list(&d, &bbmod_mesh_count_layout, "meshes", &f.meshes, f.meshes.counted ? f.meshes.count : 0);
    bbmod_each_mesh(&f, dump_mesh, &d);
    v->list_end(v->context);
    start_list(&d, &bbmod_node_count_layout, "nodes", &f.nodes, f.tree_nodes);
    bbmod_each_node(&f, dump_node, &d);
    v->list_end(v->context);
    bbm_dump_number(&f.base, v, &bbmod_bone_count_layout, f.bones.record);
    dump_bones(&f, v);
    start_list(&d, &bbmod_material_count_layout, "materials", &f.materials,
               f.materials.counted ? f.materials.count : 0);
    bbmod_each_material(&f, dump_material, &d);
    v->list_end(v->context);
}
