/* cms_parse.c: reads a Lost Saga CMS: vertices, then faces. */
#include "formats/lostsaga/cms/cms.h"

#define AL_LAYOUT      "formats/lostsaga/cms/layout.def"
#define AL_LAYOUT_LIST cms_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const lsa_format format = {.header = &cms_header_layout,
                                  .magic = &CMS_HEADER_MAGIC,
                                  .rules = {LSA_RULES(CMS), .bad_magic = CMS_BAD_MAGIC}};

static bool read_vertices(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_counter counter =
        cms_header_counter(c->file.header, CMS_HEADER_AT_vertices, &c->file.header_path);
    const al_form form = AL_NUMBERS(f32, 3, 4);
    const al_path path = al_field(NULL, "vertices");
    c->vertices = al_counted(&counter);
    c->has_vertices = al_walk_count(w, &counter, CMS_VERTEX_BYTES, "vertices");
    return al_walk_array(w, &counter, &form, &path, "vertices", &c->positions);
}

static bool read_faces(cms_file *c)
{
    al_walk *w = &c->file.walk;
    const al_form form = AL_NUMBERS(u16, 3, 2);
    const al_path path = al_field(NULL, "faces");
    if (!al_walk_fields(w, &cms_faces_layout, NULL, &c->face_count))
        return false;
    const al_counter counter = cms_faces_counter(c->face_count, CMS_FACES_AT_faces, NULL);
    c->faces = al_counted(&counter);
    c->has_faces = al_walk_count(w, &counter, CMS_FACE_BYTES, "faces");
    return al_walk_array(w, &counter, &form, &path, "faces", &c->face_bytes);
}

al_parsed cms_parse(al_job *job, void *document)
{
    cms_file *c = document;
    c->file.whole = lsa_open(&c->file, job, &format) && read_vertices(c) && read_faces(c);
    return c->file.supported ? AL_READ : AL_REFUSED;
}
