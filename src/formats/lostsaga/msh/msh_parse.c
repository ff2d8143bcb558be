/* msh_parse.c: reads a Lost Saga MSH, in the order of the bytes. Each component of the vertices is an array
 * of its own, for all of them.
 */
#include "formats/lostsaga/msh/msh.h"

#define AL_LAYOUT      "formats/lostsaga/msh/layout.def"
#define AL_LAYOUT_LIST msh_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const lsa_format format = {.header = &msh_header_layout,
                                  .first_version = 2000,
                                  .last_version = MSH_POINTS_VERSION,
                                  .versions = "2000 to 2002",
                                  .rules = {LSA_RULES(MSH), .string_control_char = MSH_STRING_CONTROL_CHAR}};

const msh_component msh_components[MSH_COMPONENTS] = {
    [MSH_POSITION] = {"positions", "positions", MSH_HAS_POSITION, 12, AL_TYPE_f32, 3},
    [MSH_NORMAL] = {"normals", "normals", MSH_HAS_NORMAL, 12, AL_TYPE_f32, 3},
    [MSH_TANGENT] = {"tangents", "tangents", 0x1000, 12, AL_TYPE_f32, 3},
    [MSH_BINORMAL] = {"binormals", "binormals", 0x2000, 12, AL_TYPE_f32, 3},
    [MSH_COLOR0] = {"colors", "colours", 0x0040, 4, AL_TYPE_u32, 1},
    [MSH_UV0] = {"uv0", "texture coordinates", 0x0100, 8, AL_TYPE_f32, 2},
    [MSH_UV1] = {"uv1", "lightmap coordinates", 0x0200, 8, AL_TYPE_f32, 2},
    [MSH_WEIGHTS] = {"weights", "weights", MSH_HAS_WEIGHTS, MSH_WEIGHTS_BYTES, AL_TYPE_f32, 0},
    [MSH_POSITION2] = {"positions2", "second positions", 0x0002, 12, AL_TYPE_f32, 3},
};

uint32_t msh_unknown_bits(const msh_file *m)
{
    uint32_t known = MSH_HAS_INDICES; /* without data of its own */
    for (size_t i = 0; i < MSH_COMPONENTS; i++)
        known |= msh_components[i].bit;
    return m->header.mask & ~known;
}

al_items msh_array(const msh_file *m, msh_component_number number, const al_path *path)
{
    return al_items_of(m->components[number], msh_components[number].size, path, msh_components[number].what);
}

static bool read_submeshes(msh_file *m)
{
    const al_counter counter = {.layout = &msh_header_layout,
                                .record = m->file.header,
                                .field = MSH_HEADER_AT_submeshes,
                                .up = &m->file.header_path};
    const al_path path = al_field(NULL, "submeshes");
    return al_walk_array(&m->file.walk, &counter, &(al_form){.stride = MSH_SUBMESH_BYTES}, &path, "submeshes",
                         &m->submeshes);
}

/* The record of a number that stands alone. */
static bool read_number(msh_file *m, const al_layout *layout, al_span *record, uint32_t *number)
{
    const al_path path = al_field(NULL, layout->rows[0].name);
    const bool whole = al_walk_record(&m->file.walk, layout, &path, record);
    *number = al_u32_at(*record, 0);
    return whole;
}

static bool read_vertex_count(msh_file *m)
{
    uint64_t size = 0;
    for (size_t i = 0; i < MSH_COMPONENTS; i++)
        size += (m->header.mask & msh_components[i].bit) != 0 ? msh_components[i].size : 0;
    if (!read_number(m, &msh_vertices_layout, &m->vertex_count, &m->vertices))
        return false;
    const al_counter counter = {.layout = &msh_vertices_layout, .record = m->vertex_count};
    m->has_vertices = al_walk_count(&m->file.walk, &counter, size, "vertices");
    m->has_components = m->has_vertices && msh_unknown_bits(m) == 0;
    return m->has_components;
}

bool msh_each_bone(al_walk *w, uint32_t count, msh_bone_visit *visit, void *context)
{
    for (uint32_t i = 0; i < count; i++) {
        const al_path bone = al_item(NULL, "bones", i);
        al_string name;
        if (!al_walk_text(w, &bone, "name", &name))
            return false;
        if (visit != NULL)
            visit(context, i, &name);
    }
    return true;
}

static bool read_bones(msh_file *m)
{
    if (!read_number(m, &msh_bones_layout, &m->bone_count, &m->bones))
        return false;
    const al_counter counter = {.layout = &msh_bones_layout, .record = m->bone_count};
    m->bones_at = m->file.walk.at;
    if (!al_walk_count(&m->file.walk, &counter, 4, "bones")) {
        m->bones = 0;
        return false;
    }
    m->has_bones = msh_each_bone(&m->file.walk, m->bones, NULL, NULL);
    return m->has_bones;
}

static bool read_components(msh_file *m)
{
    for (size_t i = 0; i < MSH_COMPONENTS; i++) {
        const msh_component *component = &msh_components[i];
        const al_path path = al_field(NULL, component->name);
        if ((m->header.mask & component->bit) == 0)
            continue;
        if (i == MSH_WEIGHTS && !read_bones(m))
            return false;
        if (!al_walk_take(&m->file.walk, (uint64_t)m->vertices * component->size, &path, component->what,
                          &m->components[i]))
            return false;
    }
    return true;
}

static bool read_faces(msh_file *m)
{
    const al_path path = al_field(NULL, "faces");
    if (!read_number(m, &msh_faces_layout, &m->face_count, &m->faces))
        return false;
    const al_counter counter = {.layout = &msh_faces_layout, .record = m->face_count};
    m->has_faces = al_walk_count(&m->file.walk, &counter, MSH_FACE_BYTES, "faces");
    return al_walk_array(&m->file.walk, &counter, &(al_form){.stride = MSH_FACE_BYTES}, &path, "faces",
                         &m->face_bytes);
}

static bool read_point(al_walk *w, msh_point *point)
{
    static const char *const texts[MSH_POINT_TEXTS] = {"type", "linkedBiped", "extra"};
    const al_path position = al_field(&point->path, "position");
    for (point->text_count = 0; point->text_count < MSH_POINT_TEXTS; point->text_count++)
        if (!al_walk_text(w, &point->path, texts[point->text_count], &point->texts[point->text_count]))
            return false;
    return al_walk_record(w, &msh_position_layout, &position, &point->position);
}

bool msh_each_point(al_walk *w, uint32_t count, msh_point_visit *visit, void *context)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t start = w->at;
        msh_point point = {.path = al_item(NULL, "points", i)};
        const bool whole = read_point(w, &point);
        point.extent = al_slice_available(w->bytes, start, w->at - start);
        if (visit != NULL)
            visit(context, i, &point);
        if (!whole)
            return false;
    }
    return true;
}

static bool read_points(msh_file *m)
{
    enum { SMALLEST = 4 * MSH_POINT_TEXTS + MSH_POSITION_BYTES };
    if (m->file.version < MSH_POINTS_VERSION)
        return true;
    if (!read_number(m, &msh_points_layout, &m->point_count, &m->points))
        return false;
    const al_counter counter = {.layout = &msh_points_layout, .record = m->point_count};
    m->points_at = m->file.walk.at;
    if (!al_walk_count(&m->file.walk, &counter, SMALLEST, "control points")) {
        m->points = 0;
        return false;
    }
    return msh_each_point(&m->file.walk, m->points, NULL, NULL);
}

bool msh_parse(al_job *job, msh_file *m)
{
    *m = (msh_file){.file = {.job = job}};
    if (!lsa_has_magic(job, MSH_BAD_MAGIC, "MSH"))
        return false;
    const bool has_header = lsa_open(&m->file, job, &format);
    m->header = msh_header_read(m->file.header);
    m->file.whole = has_header && read_submeshes(m) && read_vertex_count(m) && read_components(m) &&
                    read_faces(m) && read_points(m);
    return true;
}
