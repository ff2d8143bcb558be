/* cms_parse.c: reads a Lost Saga CMS: vertices, then faces. */
#include "formats/lostsaga/cms/cms.h"

#define AL_LAYOUT      "formats/lostsaga/cms/layout.def"
#define AL_LAYOUT_LIST cms_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const lsa_format format = {.header = &cms_header_layout,
                                  .first_version = 5000,
                                  .last_version = 5000,
                                  .versions = "5000",
                                  .rules = {LSA_RULES(CMS)}};

static bool read_vertices(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_counter counter = {.layout = &cms_header_layout,
                                .record = c->file.header,
                                .field = CMS_HEADER_AT_vertices,
                                .up = &c->file.header_path};
    const al_path path = al_field(NULL, "vertices");
    c->vertices = al_counted(&counter);
    c->has_vertices = al_walk_count(w, &counter, CMS_VERTEX_BYTES, "vertices");
    return al_walk_array(w, &counter, CMS_VERTEX_BYTES, &path, "vertices", &c->positions);
}

static bool read_faces(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_path number = al_field(NULL, "nFaces"), path = al_field(NULL, "faces");
    if (!al_walk_record(w, &cms_faces_layout, &number, &c->face_count))
        return false;
    const al_counter counter = {.layout = &cms_faces_layout, .record = c->face_count};
    c->faces = al_counted(&counter);
    c->has_faces = al_walk_count(w, &counter, CMS_FACE_BYTES, "faces");
    return al_walk_array(w, &counter, CMS_FACE_BYTES, &path, "faces", &c->face_bytes);
}

bool cms_parse(al_job *job, cms_file *c)
{
    *c = (cms_file){.file = {.job = job}};
    if (!lsa_has_magic(job, CMS_BAD_MAGIC, "CMS"))
        return false;
    c->file.whole = lsa_open(&c->file, job, &format) && read_vertices(c) && read_faces(c);
    return true;
}
