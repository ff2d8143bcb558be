/* believe_msh.c: loads a Lost Saga MSH as a modelling program does: each component into a block of its own,
 * then one mesh for each submesh, and a matrix for each bone.
 */
#include "believe_lostsaga.h"

enum { HEADER = 48, SLOTS = 4, POINT_TEXTS = 3, TYPES = 7, MATRIX = 16, COPIES = 4, MORE_COPIES = 64 };
enum { POSITION = 0x1, POSITION2 = 0x2, SKIN = 0x8, KNOWN = 0x337B };

typedef struct mesh {
    believe_reader *r;
    uint32_t version, mask, submesh_count, vertices, triangles;
    uint32_t (*submeshes)[4]; /* first vertex, vertices, first index, triangles */
    float *positions;         /* NULL where the mask has none */
    uint32_t *corners;
} mesh;

/* Components behind the positions and before the weights: bit and bytes of a vertex. */
static const struct {
    uint32_t bit, bytes;
} components[] = {{0x20, 12}, {0x1000, 12}, {0x2000, 12}, {0x40, 4}, {0x100, 8}, {0x200, 8}};

static void read_header(mesh *m)
{
    believe_reader *r = m->r;
    believe_require(r, memcmp(r->data, "MSH", 4) == 0, "its magic is wrong"); /* relies on msh/bad-magic */
    r->at = 4;
    m->version = next_u32(r);
    /* relies on msh/unsupported-version, msh/mesh-type */
    believe_require(r, m->version >= 2000 && m->version <= 2002 && next_u32(r) < TYPES,
                    "it is of an unknown kind");
    m->mask = next_u32(r);
    /* relies on msh/vertex-mask */
    believe_require(r, (m->mask & ~(uint32_t)KNOWN) == 0, "its mask has unknown bits");
    r->at = HEADER - 4;
    m->submesh_count = next_u32(r);
    m->submeshes = believe_alloc(r, m->submesh_count, sizeof *m->submeshes); /* relies on msh/count-range */
    for (size_t i = 0; i < 4 * (size_t)m->submesh_count; i++)
        m->submeshes[i / 4][i % 4] = next_u32(r);
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* The weights of a vertex change the matrices of their bones. */
static void read_weights(believe_reader *r, float *matrices, uint32_t bones)
{
    float weights[SLOTS];
    for (unsigned i = 0; i < SLOTS; i++)
        weights[i] = next_f32(r);
    for (unsigned i = 0; i < SLOTS; i++) {
        const float bone = next_f32(r);
        /* relies on msh/weight-value */
        believe_require(r, weights[i] >= 0, "a weight is negative or no number");
        if (weights[i] <= 0)
            continue;
        /* relies on msh/bone-index */
        believe_require(r, bone == floorf(bone) && bone >= 0 && bone < (float)bones, "a weight has no bone");
        matrices[(size_t)bone * MATRIX] += weights[i];
    }
}

static void read_skin(mesh *m)
{
    const uint32_t bones = next_u32(m->r);
    float *matrices = believe_alloc(m->r, bones, MATRIX * sizeof *matrices);
    for (uint32_t i = 0; i < bones; i++) /* relies on msh/empty-bone-name */
        believe_require(m->r, lsa_read_text(m->r).length > 0, "a bone has no name");
    for (uint32_t i = 0; i < m->vertices; i++)
        read_weights(m->r, matrices, bones);
}

static void read_vertices(mesh *m)
{
    believe_reader *r = m->r;
    m->vertices = next_u32(r);
    m->positions = (m->mask & POSITION) != 0 ? lsa_read_positions(r, m->vertices) : NULL;
    for (size_t i = 0; i < sizeof components / sizeof components[0]; i++)
        if ((m->mask & components[i].bit) != 0)
            (void)next_bytes(r, m->vertices, components[i].bytes); /* relies on msh/truncated */
    if ((m->mask & SKIN) != 0)
        read_skin(m);
    if ((m->mask & POSITION2) != 0)
        (void)next_bytes(r, m->vertices, 12);
    /* Whatever box the header states, it is computed anew, over all declared vertices. */
    for (size_t i = 0; i < 3 * (size_t)m->vertices; i++)
        /* relies on msh/missing-positions, msh/not-finite */
        believe_require(r, isfinite(m->positions[i]), "a position is not finite");
}

/* ---- Submeshes ----------------------------------------------------------------------------------------- */

/* A mesh of its own: its vertices, and its triangles in the vertices of the whole mesh, since corners may lie
 * outside the range of their submesh. */
static void split(const mesh *m, const uint32_t submesh[4])
{
    /* as a renderer tests them: relies on msh/submesh-vertices, msh/submesh-faces */
    believe_require(m->r,
                    (uint64_t)submesh[0] + submesh[1] <= m->vertices && submesh[2] % 3 == 0 &&
                        (uint64_t)submesh[2] / 3 + submesh[3] <= m->triangles,
                    "a submesh lies outside the mesh");
    float *own = believe_alloc(m->r, submesh[1], 3 * sizeof *own);
    for (uint32_t i = 0; i < submesh[1]; i++)
        memcpy(own + 3 * (size_t)i, m->positions + 3 * (size_t)(submesh[0] + i), 3 * sizeof *own);
    believe_draw(m->r, m->positions, m->vertices, m->corners + submesh[2], 3 * submesh[3]);
}

/* Copies what each submesh has, into a buffer for all of them. */
static void copy_submeshes(const mesh *m)
{
    uint8_t *vertices = believe_alloc(m->r, COPIES * (uint64_t)m->vertices + MORE_COPIES, 1);
    uint8_t *triangles = believe_alloc(m->r, COPIES * (uint64_t)m->triangles + MORE_COPIES, 1);
    for (uint32_t i = 0; i < m->submesh_count; i++) {
        memset(vertices, 1, m->submeshes[i][1]);
        memset(triangles, 1, m->submeshes[i][3]);
        vertices += m->submeshes[i][1]; /* relies on msh/submesh-coverage */
        triangles += m->submeshes[i][3];
    }
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
    read_vertices(&m);
    m.triangles = next_u32(r);
    m.corners = lsa_read_corners(r, m.triangles);
    believe_draw(r, m.positions, m.vertices, m.corners, 3 * m.triangles); /* relies on msh/index-range */
    for (uint32_t i = 0; i < m.submesh_count; i++)
        split(&m, m.submeshes[i]);
    copy_submeshes(&m);
    if (m.version == 2002)
        read_points(r);
    lsa_end(r);
}
