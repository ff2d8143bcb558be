/* msh_parse.c: reads a Lost Saga MSH, in the order of the bytes. Each component of the vertices is a
 * separate array.
 */
#include "formats/lostsaga/msh/msh.h"

#define AL_LAYOUT      "formats/lostsaga/msh/layout.def"
#define AL_LAYOUT_LIST msh_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const lsa_format format = {
    .header = &msh_header_layout,
    .magic = &MSH_HEADER_MAGIC,
    .rules = {LSA_RULES(MSH), .bad_magic = MSH_BAD_MAGIC, .string_control_char = MSH_STRING_CONTROL_CHAR}};

#define FLOATS(count)                                                  \
    {                                                                  \
        .type = AL_TYPE_f32, .numbers = (count), .stride = 4 * (count) \
    }

const msh_component msh_components[MSH_COMPONENTS] = {
    [MSH_POSITION] = {"positions", "positions", MSH_HAS_POSITION, FLOATS(3)},
    [MSH_NORMAL] = {"normals", "normals", MSH_HAS_NORMAL, FLOATS(3)},
    [MSH_TANGENT] = {"tangents", "tangents", 0x1000, FLOATS(3)},
    [MSH_BINORMAL] = {"binormals", "binormals", 0x2000, FLOATS(3)},
    [MSH_COLOR0] = {"colors", "colours", MSH_HAS_COLORS, {.type = AL_TYPE_u32, .numbers = 1, .stride = 4}},
    [MSH_UV0] = {"uv0", "texture coordinates", 0x0100, FLOATS(2)},
    [MSH_UV1] = {"uv1", "lightmap coordinates", MSH_HAS_UV1, FLOATS(2)},
    [MSH_WEIGHTS] = {"weights",
                     "weights",
                     MSH_HAS_WEIGHTS,
                     {.layout = &msh_weights_layout, .stride = MSH_WEIGHTS_BYTES}},
    [MSH_POSITION2] = {"positions2", "second positions", 0x0002, FLOATS(3)},
};

uint32_t msh_unknown_bits(const msh_file *m)
{
    return (uint32_t)al_unknown_bits(&msh_part_words, m->header.mask);
}

al_items msh_array(const msh_file *m, msh_component_number number, const al_path *path)
{
    const msh_component *component = &msh_components[number];
    return al_items_of(m->components[number], component->form.stride, path, component->what);
}

static bool read_submeshes(msh_file *m)
{
    const al_counter counter =
        msh_header_counter(m->file.header, MSH_HEADER_AT_submeshes, &m->file.header_path);
    const al_form form = AL_RECORDS(msh_submesh_layout, MSH_SUBMESH_BYTES);
    const al_path path = al_field(NULL, "submeshes");
    return al_walk_array(&m->file.walk, &counter, &form, &path, "submeshes", &m->submeshes);
}

static bool read_vertex_count(msh_file *m)
{
    al_walk *w = &m->file.walk;
    uint64_t size = 0;
    for (size_t i = 0; i < MSH_COMPONENTS; i++)
        size += (m->header.mask & msh_components[i].bit) != 0 ? msh_components[i].form.stride : 0;
    if (!al_walk_fields(w, &msh_vertices_layout, NULL, &m->vertex_count))
        return false;
    const al_counter counter = msh_vertices_counter(m->vertex_count, MSH_VERTICES_AT_vertices, NULL);
    m->vertices = al_counted(&counter);
    m->has_vertices = al_walk_count(w, &counter, size, "vertices");
    m->has_components = m->has_vertices && msh_unknown_bits(m) == 0;
    return m->has_components;
}

/* ---- Bones --------------------------------------------------------------------------------------------- */

bool msh_read_bone(al_walk *w, uint32_t number, msh_bone *bone)
{
    bone->path = al_item(NULL, "bones", number);
    return al_walk_text(w, &bone->path, "name", &bone->name);
}

static bool read_bones(msh_file *m)
{
    enum { SMALLEST = 4 };
    al_walk *w = &m->file.walk;
    const al_path path = al_field(NULL, "bones");
    if (!al_walk_fields(w, &msh_bones_layout, NULL, &m->bone_count))
        return false;
    const al_counter counter = msh_bones_counter(m->bone_count, MSH_BONES_AT_bones, NULL);
    m->bones_at = w->at;
    if (!al_walk_list(w, &counter, SMALLEST, &path, "bones"))
        return false;
    m->bones = al_counted(&counter);
    m->has_bones = true;
    for (uint32_t i = 0; i < m->bones && m->has_bones; i++) {
        msh_bone bone;
        m->has_bones = msh_read_bone(w, i, &bone);
    }
    return m->has_bones;
}

/* ---- Vertices and faces -------------------------------------------------------------------------------- */

static bool read_components(msh_file *m)
{
    for (size_t i = 0; i < MSH_COMPONENTS; i++) {
        const msh_component *component = &msh_components[i];
        const al_path path = al_field(NULL, component->name);
        if ((m->header.mask & component->bit) == 0)
            continue;
        if (i == MSH_WEIGHTS && !read_bones(m))
            return false;
        if (!al_walk_items(&m->file.walk, m->vertices, &component->form, &path, component->what,
                           &m->components[i]))
            return false;
    }
    return true;
}

static bool read_faces(msh_file *m)
{
    al_walk *w = &m->file.walk;
    const al_form form = AL_NUMBERS(u16, 3, 2);
    const al_path path = al_field(NULL, "faces");
    if (!al_walk_fields(w, &msh_faces_layout, NULL, &m->face_count))
        return false;
    const al_counter counter = msh_faces_counter(m->face_count, MSH_FACES_AT_faces, NULL);
    m->faces = al_counted(&counter);
    m->has_faces = al_walk_count(w, &counter, MSH_FACE_BYTES, "faces");
    return al_walk_array(w, &counter, &form, &path, "faces", &m->face_bytes);
}

/* ---- Control points ------------------------------------------------------------------------------------ */

bool msh_read_point(al_walk *w, uint32_t number, msh_point *point)
{
    static const char *const texts[MSH_POINT_TEXTS] = {"type", "linkedBiped", "extra"};
    *point = (msh_point){.path = al_item(NULL, "points", number)};
    for (; point->text_count < MSH_POINT_TEXTS; point->text_count++)
        if (!al_walk_text(w, &point->path, texts[point->text_count], &point->texts[point->text_count]))
            return false;
    return al_walk_fields(w, &msh_position_layout, &point->path, &point->position);
}

static bool read_points(msh_file *m)
{
    enum { SMALLEST = 4 * MSH_POINT_TEXTS + MSH_POSITION_BYTES };
    al_walk *w = &m->file.walk;
    const al_path path = al_field(NULL, "points");
    if (m->file.version < MSH_POINTS_VERSION)
        return true;
    if (!al_walk_fields(w, &msh_points_layout, NULL, &m->point_count))
        return false;
    const al_counter counter = msh_points_counter(m->point_count, MSH_POINTS_AT_points, NULL);
    m->points_at = w->at;
    if (!al_walk_list(w, &counter, SMALLEST, &path, "control points"))
        return false;
    m->points = al_counted(&counter);
    for (uint32_t i = 0; i < m->points; i++) {
        msh_point point;
        if (!msh_read_point(w, i, &point))
            return false;
    }
    return true;
}

al_parsed msh_parse(al_job *job, void *document)
{
    msh_file *m = document;
    const bool has_header = lsa_open(&m->file, job, &format);
    m->header = msh_header_read(m->file.header);
    m->file.whole = has_header && read_submeshes(m) && read_vertex_count(m) && read_components(m) &&
                    read_faces(m) && read_points(m);
    return m->file.supported ? AL_READ : AL_REFUSED;
}
