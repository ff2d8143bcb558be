/* believe_msh.c: reads a Lost Saga MSH as a game would that trusts it. */
#include "believe_lostsaga.h"

enum { HEADER = 48, SUBMESH = 16, WEIGHTS = 4, POINT_TEXTS = 3, LAST_TYPE = 6 };

enum { POSITION = 0x1, POSITION2 = 0x2, SKIN = 0x8, KNOWN = 0x337B };

typedef struct mesh {
    lsa_reader r;
    uint32_t version, mask, submeshes, vertices;
    const uint8_t *submesh; /* the first */
    uint8_t *marks;         /* a byte for each vertex */
} mesh;

/* Components behind the positions and before the weights: bit, floats or colours of a vertex. */
static const struct {
    uint32_t bit, words;
} components[] = {{0x20, 3}, {0x1000, 3}, {0x2000, 3}, {0x40, 1}, {0x100, 2}, {0x200, 2}};

static const char *read_header(mesh *m)
{
    const uint8_t *data = m->r.file->data;
    if (memcmp(data, "MSH", 4) != 0) /* relies on msh/bad-magic */
        return "it begins with another magic";
    m->version = believe_u32(data + 4);
    m->mask = believe_u32(data + 12);
    m->submeshes = believe_u32(data + 44);
    m->submesh = data + HEADER;
    m->r.at = HEADER + SUBMESH * (size_t)m->submeshes;
    m->vertices = lsa_u32(&m->r);
    /* relies on msh/unsupported-version, msh/mesh-type */
    if (m->version < 2000 || m->version > 2002 || believe_u32(data + 8) > LAST_TYPE)
        return "a version or type that nobody has seen";
    /* relies on msh/missing-positions, msh/vertex-mask */
    if ((m->mask & POSITION) == 0 || (m->mask & ~(uint32_t)KNOWN) != 0)
        return "its mask is none";
    m->marks = believe_alloc(m->r.file, m->vertices, 1); /* relies on msh/count-range */
    return m->marks != NULL ? NULL : believe_too_much;
}

/* Four weights, and the matrices of their bones. */
static const char *read_vertex(lsa_reader *r, const float *matrices)
{
    float weight[WEIGHTS];
    bool moved = false;
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
        moved = moved || matrices[(size_t)bone] > 0; /* relies on msh/bone-index */
    }
    return moved ? "a matrix was changed" : NULL;
}

static const char *read_skin(mesh *m)
{
    const uint32_t bones = lsa_u32(&m->r);
    const float *matrices = believe_alloc(m->r.file, bones, sizeof *matrices);
    if (matrices == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < bones; i++) {
        const lsa_text name = lsa_read_text(&m->r);
        if (name.bytes == NULL || name.length == 0) /* relies on msh/empty-bone-name */
            return name.bytes == NULL ? believe_too_much : "a bone has no name";
    }
    const char *lie = NULL;
    for (uint32_t i = 0; i < m->vertices && lie == NULL; i++)
        lie = read_vertex(&m->r, matrices);
    return lie;
}

static const char *read_vertices(mesh *m)
{
    if (!lsa_finite(&m->r, 3 * (uint64_t)m->vertices))
        return "a position is not finite"; /* relies on msh/not-finite */
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        if ((m->mask & components[i].bit) != 0)
            lsa_pass(&m->r, components[i].words * (uint64_t)m->vertices);
    const char *lie = (m->mask & SKIN) != 0 ? read_skin(m) : NULL;
    if (lie == NULL && (m->mask & POSITION2) != 0)
        lsa_pass(&m->r, 3 * (uint64_t)m->vertices);
    return lie;
}

/* A submesh takes its vertices from the first on, and its faces. */
static const char *draw_submesh(mesh *m, const uint8_t *submesh, uint32_t faces)
{
    const uint32_t first = believe_u32(submesh), count = believe_u32(submesh + 4);
    const uint32_t start = believe_u32(submesh + 8), drawn = believe_u32(submesh + 12);
    if (start % 3 != 0)
        return "a submesh begins within a face";
    if ((uint64_t)start / 3 + drawn > faces) /* relies on msh/submesh-faces */
        return "a submesh has faces that are not there";
    if ((uint64_t)first + count > m->vertices) /* relies on msh/submesh-vertices */
        return "a submesh has vertices that are not there";
    if (count > 0) /* the ends say it all: a file may have many submeshes of all vertices */
        m->marks[first] = m->marks[first + count - 1] = 1;
    return NULL;
}

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
        lie = read_vertices(&m);
    if (lie != NULL)
        return lie;
    const uint32_t faces = lsa_u32(&m.r);
    for (uint32_t i = 0; i < m.submeshes && lie == NULL; i++)
        lie = draw_submesh(&m, m.submesh + SUBMESH * (size_t)i, faces);
    if (lie == NULL)
        lie = lsa_draw(&m.r, m.marks, faces); /* relies on msh/index-range */
    if (lie == NULL && m.version == 2002)
        lie = read_points(&m.r);
    return lie == NULL && m.r.at > file->size ? "it ends outside the file" : lie;
}
