/* cms_rules.c: the rules of a Lost Saga CMS. */
#include "formats/lostsaga/cms/cms.h"

static void check_empty(const cms_file *c)
{
    al_sink *s = c->file.job->sink;
    if (c->has_vertices && c->vertices == 0) {
        const al_claim claim =
            cms_header_claim_at(CMS_EMPTY, c->file.header, CMS_HEADER_AT_vertices, &c->file.header_path);
        al_report(s, &claim, "collision mesh has no vertices");
    }
    if (c->has_faces && c->faces == 0) {
        const al_claim claim = cms_faces_claim_at(CMS_EMPTY, c->face_count, CMS_FACES_AT_faces, NULL);
        al_report(s, &claim, "collision mesh has no faces");
    }
}

static void judge(al_job *job, const void *document)
{
    static const al_position_rules position_rules = {CMS_POSITION_RANGE, CMS_NO_EXTENT};
    const cms_file *c = document;
    (void)job;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const al_items positions = al_items_of(c->positions, CMS_VERTEX_BYTES, &vertices, "positions");
    const al_items triangles = al_items_of(c->face_bytes, CMS_FACE_BYTES, &faces, "faces");
    check_empty(c);
    lsa_check_positions(&c->file, &positions, positions.bytes.len / CMS_VERTEX_BYTES == c->vertices,
                        CMS_NOT_FINITE, &position_rules);
    lsa_check_faces(&c->file, &triangles, c->vertices, CMS_INDEX_RANGE, CMS_DEGENERATE_TRIANGLE);
    lsa_check_trailing_bytes(&c->file, "the last face");
}

/* ---- The view ------------------------------------------------------------------------------------------ */

static void cms_view(const al_job *job, const void *document, al_drawing *d)
{
    const cms_file *c = document;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const al_items positions = al_items_of(c->positions, CMS_VERTEX_BYTES, &vertices, NULL);
    const al_items triangles = al_items_of(c->face_bytes, CMS_FACE_BYTES, &faces, NULL);
    (void)job;
    if (c->positions.len > 0 && lsa_draw_mesh(d, &positions, &triangles, c->vertices, c->faces) == NULL)
        d->partial = true;
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks cms_hooks = {.limit_rule = CMS_LIMIT,
                            .layouts = cms_layouts,
                            .magic = &CMS_HEADER_MAGIC,
                            .document_size = sizeof(cms_file),
                            .parse = cms_parse,
                            .judge = judge,
                            .view = cms_view};
