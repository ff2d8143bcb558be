/* cms_dump.c: shows what was read of a Lost Saga CMS. */
#include "formats/lostsaga/cms/cms.h"

void cms_dump(al_job *job, const al_visitor *v)
{
    cms_file c;
    if (!cms_parse(job, &c))
        return;
    lsa_dump_header(&c.file, v, NULL);
    if (!c.file.supported)
        return;
    const al_path vertices = al_field(NULL, "vertices"), faces = al_field(NULL, "faces");
    const lsa_array positions = lsa_array_of(c.positions, CMS_VERTEX_BYTES, &vertices, "positions");
    const lsa_array triangles = lsa_array_of(c.face_bytes, CMS_FACE_BYTES, &faces, "faces");
    lsa_dump_array(v, "vertices", &positions, 0, AL_TYPE_f32, 3);
    al_visit_record(v, &cms_faces_layout, c.face_count, NULL);
    lsa_dump_array(v, "faces", &triangles, 0, AL_TYPE_u16, 3);
}
