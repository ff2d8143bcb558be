/* msh_view.c: the mesh of a Lost Saga MSH. Its bones have names alone: their poses are in the
 * SKL. */
#include "formats/lostsaga/msh/msh.h"

enum { AXES = 3, CORNERS = 3, SLOTS = 4 };

static void draw_normals(const msh_file *m, al_drawn_mesh *mesh, al_drawing *d)
{
    const al_form *form = &msh_components[MSH_NORMAL].form;
    if (m->components[MSH_NORMAL].len >= m->components[MSH_POSITION].len && al_draw_normals(d, mesh))
        (void)al_draw_numbers(mesh->normals, mesh->vertices, 0, AXES, m->components[MSH_NORMAL], form);
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

void msh_view(const al_job *job, const void *document, al_drawing *d)
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
    draw_normals(m, mesh, d);
    draw_submeshes(m, d);
    draw_targets(mesh, d);
    draw_skin(m, mesh, d);
}
