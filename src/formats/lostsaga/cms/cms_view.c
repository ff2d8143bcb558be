/* cms_view.c: the mesh of a Lost Saga CMS. */
#include "formats/lostsaga/cms/cms.h"

void cms_view(const al_job *job, const void *document, al_drawing *d)
{
    const cms_file *c = document;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const al_items positions = al_items_of(c->positions, CMS_VERTEX_BYTES, &vertices, NULL);
    const al_items triangles = al_items_of(c->face_bytes, CMS_FACE_BYTES, &faces, NULL);
    (void)job;
    if (c->positions.len > 0 && lsa_draw_mesh(d, &positions, &triangles, c->vertices, c->faces) == NULL)
        d->partial = true;
}
