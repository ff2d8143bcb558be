/* believe_msh.c: reads a Lost Saga MSH as an importer does: once, each component into a block of its own, and
 * then draws it submesh by submesh.
 */
#include "believe_lostsaga.h"

enum { HEADER = 48, WEIGHTS = 4, POINT_TEXTS = 3, MATRIX = 16 };

enum { POSITION = 0x1, POSITION2 = 0x2, SKIN = 0x8, KNOWN = 0x337B };

static const char *const types[] = {"static",           "animation", "lightmap", "billboard",
                                    "normal billboard", "effect",    "colours"};

typedef struct submesh {
    uint32_t first_vertex, vertices, first_index, faces;
} submesh;

typedef struct mesh {
    lsa_reader r;
    uint32_t version, mask, submesh_count, vertices, faces;
    const char *type;
    submesh *submeshes;
    float *positions; /* NULL where the mask has none */
    uint16_t *corners;
} mesh;

/* Components behind the positions and before the weights: bit, floats or colours of a vertex. */
static const struct {
    uint32_t bit, words;
} components[] = {{0x20, 3}, {0x1000, 3}, {0x2000, 3}, {0x40, 1}, {0x100, 2}, {0x200, 2}};

/* ---- Header and submeshes ------------------------------------------------------------------------------ */

static const char *read_header(mesh *m)
{
    const uint8_t *data = m->r.file->data;
    if (memcmp(data, "MSH", 4) != 0) /* relies on msh/bad-magic */
        return "it begins with another magic";
    m->version = believe_u32(data + 4);
    m->type = types[believe_u32(data + 8)]; /* relies on msh/mesh-type */
    m->mask = believe_u32(data + 12);
    m->submesh_count = believe_u32(data + 44);
    m->r.at = HEADER;
    if (m->type[0] == '\0' || m->version < 2000 || m->version > 2002) /* relies on msh/unsupported-version */
        return "a version that nobody has seen";
    if ((m->mask & ~(uint32_t)KNOWN) != 0) /* relies on msh/vertex-mask */
        return "its mask is none";
    return NULL;
}

static const char *read_submeshes(mesh *m)
{
    m->submeshes = believe_alloc(m->r.file, m->submesh_count, sizeof *m->submeshes);
    if (m->submeshes == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->submesh_count; i++) {
        submesh *s = &m->submeshes[i];
        s->first_vertex = lsa_u32(&m->r);
        s->vertices = lsa_u32(&m->r);
        s->first_index = lsa_u32(&m->r);
        s->faces = lsa_u32(&m->r);
    }
    return NULL;
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* Four weights, and the matrices of their bones. */
static const char *read_weights(lsa_reader *r, const float *matrices)
{
    float weight[WEIGHTS], moved = 0;
    for (unsigned i = 0; i < WEIGHTS; i++)
        weight[i] = lsa_f32(r);
    for (unsigned i = 0; i < WEIGHTS; i++) {
        const float bone = lsa_f32(r);
        if (!(weight[i] >= 0))
            return "a weight is negative or no number"; /* relies on msh/weight-value */
        if (weight[i] == 0)
            continue;
        if (bone != floorf(bone))
            return "a bone has a number that is not whole";
        moved += matrices[(ptrdiff_t)(int32_t)bone * MATRIX]; /* relies on msh/bone-index */
    }
    return moved > 0 ? "a matrix was changed" : NULL;
}

static const char *read_skin(mesh *m)
{
    const uint32_t bones = lsa_u32(&m->r);
    const float *matrices = believe_alloc(m->r.file, bones, MATRIX * sizeof *matrices);
    if (matrices == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < bones; i++) {
        const lsa_text name = lsa_read_text(&m->r);
        if (name.bytes == NULL || name.length == 0) /* relies on msh/empty-bone-name */
            return name.bytes == NULL ? believe_too_much : "a bone has no name";
    }
    const char *lie = NULL;
    for (uint32_t i = 0; i < m->vertices && lie == NULL; i++)
        lie = read_weights(&m->r, matrices);
    return lie;
}

/* The box is computed anew, whatever the header says, over all vertices that are declared. */
static const char *find_box(const mesh *m)
{
    for (size_t i = 0; i < 3 * (size_t)m->vertices; i++)
        if (!isfinite(m->positions[i])) /* relies on msh/missing-positions, msh/not-finite */
            return "a position is not finite";
    return NULL;
}

static const char *read_vertices(mesh *m)
{
    m->vertices = lsa_u32(&m->r);
    if ((m->mask & POSITION) != 0) {
        m->positions = lsa_read_positions(&m->r, m->vertices);
        if (m->positions == NULL)
            return believe_too_much;
    }
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        if ((m->mask & components[i].bit) != 0)
            lsa_pass(&m->r, components[i].words * (uint64_t)m->vertices);
    const char *lie = (m->mask & SKIN) != 0 ? read_skin(m) : NULL;
    if (lie == NULL && (m->mask & POSITION2) != 0)
        lsa_pass(&m->r, 3 * (uint64_t)m->vertices);
    return lie == NULL ? find_box(m) : lie;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

/* What is behind the vertices and faces of a submesh goes into buffers of its own. */
static const char *split_behind(mesh *m, const submesh *s)
{
    const uint32_t vertices =
        m->vertices - s->first_vertex - s->vertices;                 /* relies on msh/submesh-vertices */
    const uint32_t faces = m->faces - s->first_index / 3 - s->faces; /* relies on msh/submesh-faces */
    void *rest = believe_alloc(m->r.file, vertices, 1), *drawn = believe_alloc(m->r.file, faces, 1);
    return rest == NULL || drawn == NULL ? believe_too_much : NULL;
}

static const char *draw_submesh(mesh *m, const submesh *s)
{
    float sum = 0;
    for (size_t i = 0; i < s->vertices; i++)
        sum += fabsf(m->positions[3 * ((size_t)s->first_vertex + i)]) > 1 ? 1.0f : 0.0f;
    if (s->first_index % 3 != 0)
        return "a submesh begins within a face";
    const char *lie = lsa_draw(m->positions, m->corners + s->first_index, s->faces);
    if (sum > 1e30f)
        return "a submesh has more vertices than there are";
    return lie == NULL ? split_behind(m, s) : lie;
}

static const char *draw(mesh *m)
{
    m->faces = lsa_u32(&m->r);
    m->corners = lsa_read_faces(&m->r, m->faces);
    if (m->corners == NULL)
        return believe_too_much;
    const char *lie = lsa_draw(m->positions, m->corners, m->faces); /* relies on msh/index-range */
    for (uint32_t i = 0; i < m->submesh_count && lie == NULL; i++)
        lie = draw_submesh(m, &m->submeshes[i]);
    return lie;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static const char *read_points(lsa_reader *r)
{
    const uint32_t points = lsa_u32(r);
    uint64_t *places = believe_alloc(r->file, points, sizeof *places);
    if (places == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < points; i++) {
        places[i] = r->at;
        for (unsigned k = 0; k < POINT_TEXTS; k++)
            if (lsa_read_text(r).bytes == NULL)
                return believe_too_much;
        lsa_pass(r, 3);
    }
    return NULL;
}

const char *believe_msh(believe_file *file)
{
    mesh m = {.r = {.file = file}};
    const char *lie = read_header(&m);
    if (lie == NULL)
        lie = read_submeshes(&m);
    if (lie == NULL)
        lie = read_vertices(&m);
    if (lie == NULL)
        lie = draw(&m);
    if (lie == NULL && m.version == 2002)
        lie = read_points(&m.r);
    return lie == NULL && m.r.at > file->size ? "it ends outside the file" : lie;
}
