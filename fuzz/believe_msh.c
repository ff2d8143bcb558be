/* believe_msh.c: reads a Lost Saga MSH as an importer does: once, each component into a block of its own, and
 * then draws it submesh by submesh.
 */
#include "believe_lostsaga.h"

enum { HEADER = 48, WEIGHTS = 4, POINT_TEXTS = 3, MATRIX = 16, COPIES = 4, MORE_COPIES = 64 };

enum { POSITION = 0x1, POSITION2 = 0x2, SKIN = 0x8, KNOWN = 0x337B };

static const char *const types[] = {"static",           "animation", "lightmap", "billboard",
                                    "normal billboard", "effect",    "colours"};

typedef struct submesh {
    uint32_t first_vertex, vertices, first_index, faces;
} submesh;

typedef struct mesh {
    believe_reader *r;
    uint32_t version, mask, submesh_count, vertices, faces;
    submesh *submeshes;
    float *positions; /* NULL where the mask has none */
    uint16_t *corners;
} mesh;

/* Components behind the positions and before the weights: bit, floats or colours of a vertex. */
static const struct {
    uint32_t bit, words;
} components[] = {{0x20, 3}, {0x1000, 3}, {0x2000, 3}, {0x40, 1}, {0x100, 2}, {0x200, 2}};

/* ---- Header and submeshes ------------------------------------------------------------------------------ */

static void read_header(mesh *m)
{
    believe_reader *r = m->r;
    believe_require(r, memcmp(r->data, "MSH", 4) == 0, "its magic is wrong"); /* relies on msh/bad-magic */
    m->version = believe_u32(r->data + 4);
    const char *type = types[believe_u32(r->data + 8)]; /* relies on msh/mesh-type */
    m->mask = believe_u32(r->data + 12);
    m->submesh_count = believe_u32(r->data + 44);
    r->at = HEADER;
    /* relies on msh/unsupported-version */
    believe_require(r, type[0] != '\0' && m->version >= 2000 && m->version <= 2002, "its version is unknown");
    /* relies on msh/vertex-mask */
    believe_require(r, (m->mask & ~(uint32_t)KNOWN) == 0, "its mask has unknown bits");
}

static void read_submeshes(mesh *m)
{
    m->submeshes = believe_alloc(m->r, m->submesh_count, sizeof *m->submeshes);
    for (uint32_t i = 0; i < m->submesh_count; i++) {
        submesh *s = &m->submeshes[i];
        s->first_vertex = next_u32(m->r);
        s->vertices = next_u32(m->r);
        s->first_index = next_u32(m->r);
        s->faces = next_u32(m->r);
    }
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* The weights of a vertex, and the matrices of their bones. */
static void read_weights(believe_reader *r, const float *matrices)
{
    float weight[WEIGHTS], moved = 0;
    for (unsigned i = 0; i < WEIGHTS; i++)
        weight[i] = next_f32(r);
    for (unsigned i = 0; i < WEIGHTS; i++) {
        const float bone = next_f32(r);
        believe_require(r, weight[i] >= 0,
                        "a weight is negative or no number"); /* relies on msh/weight-value */
        if (weight[i] == 0)
            continue;
        believe_require(r, bone == floorf(bone), "the number of a bone is not whole");
        moved += matrices[(ptrdiff_t)(int32_t)bone * MATRIX]; /* relies on msh/bone-index */
    }
    believe_require(r, moved <= 0, "a matrix was changed");
}

static void read_skin(mesh *m)
{
    const uint32_t bones = next_u32(m->r);
    const float *matrices = believe_alloc(m->r, bones, MATRIX * sizeof *matrices);
    for (uint32_t i = 0; i < bones; i++) {
        const lsa_text name = lsa_read_text(m->r);
        believe_require(m->r, name.length > 0, "a bone has no name"); /* relies on msh/empty-bone-name */
    }
    for (uint32_t i = 0; i < m->vertices; i++)
        read_weights(m->r, matrices);
}

/* Whatever box the header states, it is computed anew, over all declared vertices. */
static void compute_box(const mesh *m)
{
    for (size_t i = 0; i < 3 * (size_t)m->vertices; i++)
        /* relies on msh/missing-positions, msh/not-finite */
        believe_require(m->r, isfinite(m->positions[i]), "a position is not finite");
}

static void read_vertices(mesh *m)
{
    m->vertices = next_u32(m->r);
    if ((m->mask & POSITION) != 0)
        m->positions = lsa_read_positions(m->r, m->vertices);
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        if ((m->mask & components[i].bit) != 0)
            (void)next_finite(m->r, components[i].words * (uint64_t)m->vertices); /* may be anything */
    if ((m->mask & SKIN) != 0)
        read_skin(m);
    if ((m->mask & POSITION2) != 0)
        (void)next_finite(m->r, 3 * (uint64_t)m->vertices);
    compute_box(m);
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

static void draw_submesh(mesh *m, const submesh *s)
{
    float sum = 0;
    for (size_t i = 0; i < s->vertices; i++)
        sum += fabsf(m->positions[3 * ((size_t)s->first_vertex + i)]) > 1 ? 1.0f : 0.0f;
    believe_require(m->r, s->first_index % 3 == 0, "a submesh begins within a face");
    lsa_draw(m->r, m->positions, m->corners + s->first_index, s->faces);
    believe_require(m->r, sum <= 1e30f, "a submesh has more vertices than the mesh");
    /* The vertices and faces after those of the submesh go into blocks of their own. */
    /* relies on msh/submesh-vertices */
    (void)believe_alloc(m->r, m->vertices - s->first_vertex - s->vertices, 1);
    /* relies on msh/submesh-faces */
    (void)believe_alloc(m->r, m->faces - s->first_index / 3 - s->faces, 1);
}

/* Copies what each submesh has, into a buffer for all of them. */
static void copy_submeshes(const mesh *m)
{
    uint8_t *vertices = believe_alloc(m->r, COPIES * (uint64_t)m->vertices + MORE_COPIES, 1);
    uint8_t *faces = believe_alloc(m->r, COPIES * (uint64_t)m->faces + MORE_COPIES, 1);
    for (uint32_t i = 0; i < m->submesh_count; i++) {
        memset(vertices, 1, m->submeshes[i].vertices);
        memset(faces, 1, m->submeshes[i].faces);
        vertices += m->submeshes[i].vertices; /* relies on msh/submesh-coverage */
        faces += m->submeshes[i].faces;
    }
}

static void draw(mesh *m)
{
    m->faces = next_u32(m->r);
    m->corners = lsa_read_faces(m->r, m->faces);
    lsa_draw(m->r, m->positions, m->corners, m->faces); /* relies on msh/index-range */
    for (uint32_t i = 0; i < m->submesh_count; i++)
        draw_submesh(m, &m->submeshes[i]);
    copy_submeshes(m);
}

static void read_points(believe_reader *r)
{
    const uint32_t points = next_u32(r);
    uint64_t *places = believe_alloc(r, points, sizeof *places);
    for (uint32_t i = 0; i < points; i++) {
        places[i] = r->at;
        for (unsigned k = 0; k < POINT_TEXTS; k++)
            (void)lsa_read_text(r);
        (void)next_finite(r, 3);
    }
}

void believe_msh(believe_reader *r)
{
    mesh m = {.r = r};
    read_header(&m);
    read_submeshes(&m);
    read_vertices(&m);
    draw(&m);
    if (m.version == 2002)
        read_points(r);
    lsa_end(r);
}
