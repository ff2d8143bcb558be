/* msh_dump.c: shows what was read of a Lost Saga MSH. */
#include "formats/lostsaga/msh/msh.h"

static const char *header_meaning(const al_row *row, al_value value)
{
    static const char *const types[MSH_LAST_TYPE + 1] = {"static",
                                                         "animation",
                                                         "lightmap",
                                                         "billboard",
                                                         "normal billboard",
                                                         "animate effect",
                                                         "static with vertex colours"};
    if (row->offset != MSH_HEADER_AT_type || value.as.uint_value > MSH_LAST_TYPE)
        return NULL;
    return types[value.as.uint_value];
}

static void dump_submeshes(const msh_file *m, const al_visitor *v)
{
    al_span record;
    v->list(v->context, "submeshes", m->submeshes.len / MSH_SUBMESH_BYTES, al_extent_of(m->submeshes));
    for (uint32_t i = 0; al_slice(m->submeshes, (uint64_t)i * MSH_SUBMESH_BYTES, MSH_SUBMESH_BYTES, &record);
         i++) {
        v->object(v->context, "submeshes", i, al_extent_of(record));
        al_visit_record(v, &msh_submesh_layout, record, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

static void dump_bone(void *context, uint32_t number, const al_string *name)
{
    const al_visitor *v = context;
    v->object(v->context, "bones", number, al_extent_of(name->field));
    al_visit_string(v, name);
    v->object_end(v->context);
}

static void dump_bones(const msh_file *m, const al_visitor *v)
{
    al_visitor visitor = *v;
    al_walk w = lsa_walk_at(&m->file, m->bones_at);
    al_visit_record(v, &msh_bones_layout, m->bone_count, NULL);
    v->list(v->context, "bones", m->bones, al_extent_of(al_walk_rest(&w)));
    (void)msh_each_bone(&w, m->bones, dump_bone, &visitor);
    v->list_end(v->context);
}

/* Weights and bones of all vertices, as two arrays that interleave. */
static void dump_weights(const msh_file *m, const al_visitor *v)
{
    const lsa_array weights = msh_array(m, MSH_WEIGHTS, NULL);
    v->object(v->context, "weights", -1, al_extent_of(weights.bytes));
    lsa_dump_array(v, "weight", &weights, MSH_WEIGHTS_AT_weight, AL_TYPE_f32, 4);
    lsa_dump_array(v, "boneIndex", &weights, MSH_WEIGHTS_AT_bone, AL_TYPE_f32, 4);
    v->object_end(v->context);
}

static void dump_component(const msh_file *m, unsigned number, const al_visitor *v)
{
    const msh_component *component = &msh_components[number];
    const lsa_array array = msh_array(m, (msh_component_number)number, NULL);
    if ((m->header.mask & component->bit) == 0)
        return;
    if (number != MSH_WEIGHTS) {
        lsa_dump_array(v, component->name, &array, 0, component->scalar, component->scalars);
        return;
    }
    if (m->bones_at != 0)
        dump_bones(m, v);
    dump_weights(m, v);
}

static void dump_point(void *context, uint32_t number, const msh_point *point)
{
    const al_visitor *v = context;
    v->object(v->context, "points", number, al_extent_of(point->extent));
    for (unsigned i = 0; i < point->text_count; i++)
        al_visit_string(v, &point->texts[i]);
    al_visit_record(v, &msh_position_layout, point->position, NULL);
    v->object_end(v->context);
}

static void dump_points(const msh_file *m, const al_visitor *v)
{
    al_visitor visitor = *v;
    al_walk w = lsa_walk_at(&m->file, m->points_at);
    al_visit_record(v, &msh_points_layout, m->point_count, NULL);
    v->list(v->context, "points", m->points, al_extent_of(al_walk_rest(&w)));
    (void)msh_each_point(&w, m->points, dump_point, &visitor);
    v->list_end(v->context);
}

void msh_dump(al_job *job, const al_visitor *v)
{
    msh_file m;
    if (!msh_parse(job, &m))
        return;
    lsa_dump_header(&m.file, v, header_meaning);
    if (!m.file.supported)
        return;
    const lsa_array faces = lsa_array_of(m.face_bytes, MSH_FACE_BYTES, NULL, "faces");
    dump_submeshes(&m, v);
    al_visit_record(v, &msh_vertices_layout, m.vertex_count, NULL);
    for (unsigned i = 0; i < MSH_COMPONENTS && m.has_components; i++)
        dump_component(&m, i, v);
    al_visit_record(v, &msh_faces_layout, m.face_count, NULL);
    lsa_dump_array(v, "faces", &faces, 0, AL_TYPE_u16, 3);
    if (m.points_at != 0)
        dump_points(&m, v);
}
