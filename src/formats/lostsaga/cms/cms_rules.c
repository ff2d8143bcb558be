/* cms_rules.c: the check of a Lost Saga CMS from end to end, and its rules. */
#include "formats/lostsaga/cms/cms.h"

static void check_empty(const cms_file *c)
{
    al_sink *s = c->file.job->sink;
    if (c->has_vertices && c->vertices == 0) {
        const al_claim claim = lsa_header_claim(CMS_EMPTY, &c->file, CMS_HEADER_AT_vertices);
        al_report(s, &claim, "collision mesh has no vertices");
    }
    if (c->has_faces && c->faces == 0) {
        const al_claim claim =
            al_field_claim(CMS_EMPTY, &cms_faces_layout, c->face_count, CMS_FACES_AT_faces, NULL);
        al_report(s, &claim, "collision mesh has no faces");
    }
}

void cms_check(al_job *job)
{
    cms_file c;
    if (!cms_parse(job, &c) || !c.file.supported)
        return;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const lsa_array positions = lsa_array_of(c.positions, CMS_VERTEX_BYTES, &vertices, "positions");
    const lsa_array triangles = lsa_array_of(c.face_bytes, CMS_FACE_BYTES, &faces, "faces");
    check_empty(&c);
    lsa_check_finite(&c.file, &positions, CMS_NOT_FINITE, AL_OFF);
    lsa_check_faces(&c.file, &triangles, c.vertices, CMS_INDEX_RANGE, CMS_DEGENERATE_TRIANGLE);
    lsa_check_trailing_bytes(&c.file);
}

const al_hooks cms_hooks = {
    .limit_rule = CMS_LIMIT, .layouts = cms_layouts, .check = cms_check, .dump = cms_dump};
