/* faces_view.c: the mesh of an MSH or a CMS: vertices, and faces of three 16-bit indices. */
#include "formats/lostsaga/lostsaga.h"

enum { AXES = 3, CORNERS = 3, FACE_BYTES = 6 };

al_drawn_mesh *lsa_draw_mesh(al_drawing *d, const al_items *positions, const al_items *faces,
                             uint64_t vertices, uint64_t triangles)
{
    static const al_form form = AL_NUMBERS(f32, 3, 4);
    const al_span none = {.len = 0};
    al_drawn_mesh *mesh =
        al_draw_mesh(d, NULL, none, al_items_count(positions), faces->bytes.len / FACE_BYTES);
    if (mesh == NULL)
        return NULL;
    d->views[mesh->number].view.vertices = vertices;
    d->views[mesh->number].view.triangles = triangles;
    mesh->read_vertices =
        (uint32_t)al_draw_numbers(mesh->positions, mesh->vertices, 0, AXES, positions->bytes, &form);
    for (uint64_t i = 0; i < (uint64_t)mesh->triangles * CORNERS; i++)
        mesh->indices[i] = al_u16_at(faces->bytes, 2 * i);
    mesh->read_triangles = mesh->triangles;
    (void)al_draw_target(d, positions->path, AL_MARKS_POSITIONS, mesh->number, 0);
    (void)al_draw_target(d, faces->path, AL_MARKS_TRIANGLES, mesh->number, 0);
    return mesh;
}
