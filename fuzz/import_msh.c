/* import_msh.c: loads a Lost Saga MSH as a modelling program does: one mesh for each submesh, with its own
 * vertices and triangles, and a group of vertices for each bone.
 */
#include "import_lostsaga.h"

enum { HEADER = 48, SLOTS = 4, POINT_TEXTS = 3, TYPES = 7 };
enum { POSITION = 0x1, POSITION2 = 0x2, SKIN = 0x8, BEFORE_SKIN = 0x1360 };

typedef struct mesh {
    believe_reader *r;
    uint32_t version, mask, submesh_count, vertices, triangles;
    uint32_t (*submeshes)[4]; /* first vertex, vertices, first index, triangles */
    float *positions;
    uint32_t *corners;
} mesh;

static void import_header(mesh *m)
{
    believe_reader *r = m->r;
    believe_require(r, memcmp(r->data, "MSH", 4) == 0, "its magic is wrong"); /* relies on msh/bad-magic */
    r->at = 4;
    m->version = next_u32(r);
    /* relies on msh/unsupported-version, msh/mesh-type */
    believe_require(r, m->version >= 2000 && m->version <= 2002 && next_u32(r) < TYPES,
                    "it is of an unknown kind");
    m->mask = next_u32(r);
    r->at = HEADER - 4;
    m->submesh_count = next_u32(r);
    m->submeshes = import_room(r, m->submesh_count, sizeof *m->submeshes); /* relies on msh/count-range */
    for (size_t i = 0; i < 4 * (size_t)m->submesh_count; i++)
        m->submeshes[i / 4][i % 4] = next_u32(r);
}

/* The weights of all vertices, in the groups of their bones. */
static void import_groups(mesh *m)
{
    const uint32_t bones = next_u32(m->r);
    uint32_t *members = import_room(m->r, bones, sizeof *members);
    for (uint32_t i = 0; i < bones; i++) /* relies on msh/empty-bone-name */
        believe_require(m->r, lsa_read_text(m->r).length > 0, "a group of vertices has no name");
    for (uint32_t v = 0; v < m->vertices; v++) {
        float weights[SLOTS], bone;
        for (unsigned i = 0; i < SLOTS; i++)
            weights[i] = next_f32(m->r);
        for (unsigned i = 0; i < SLOTS; i++) {
            bone = next_f32(m->r);
            believe_require(m->r, weights[i] >= 0, "a weight is negative"); /* relies on msh/weight-value */
            if (weights[i] <= 0)
                continue;
            believe_require(m->r, bone == floorf(bone),
                            "a bone has no whole number"); /* relies on msh/bone-index */
            members[(int32_t)bone]++;
        }
    }
}

static void import_vertices(mesh *m)
{
    static const struct {
        uint32_t bit, bytes;
    } skipped[] = {{0x20, 12}, {0x1000, 12}, {0x2000, 12}, {0x40, 4}, {0x100, 8}, {0x200, 8}};
    believe_reader *r = m->r;
    m->vertices = next_u32(r);
    m->positions = (m->mask & POSITION) != 0 ? lsa_read_positions(r, m->vertices) : NULL;
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
        if ((m->mask & skipped[i].bit) != 0)
            (void)next_bytes(r, m->vertices, skipped[i].bytes); /* relies on msh/truncated */
    if ((m->mask & SKIN) != 0)
        import_groups(m);
    if ((m->mask & POSITION2) != 0)
        (void)next_bytes(r, m->vertices, 12);
}

/* A mesh of its own: its vertices, and its triangles in the vertices of the whole mesh, since corners may lie
 * outside the range of their submesh. */
static void split(const mesh *m, const uint32_t submesh[4])
{
    /* as a renderer tests them: relies on msh/submesh-vertices, msh/submesh-faces */
    believe_require(m->r,
                    (uint64_t)submesh[0] + submesh[1] <= m->vertices && submesh[2] % 3 == 0 &&
                        (uint64_t)submesh[2] / 3 + submesh[3] <= m->triangles,
                    "a submesh lies outside the mesh");
    float *own = import_room(m->r, submesh[1], 3 * sizeof *own);
    for (uint32_t i = 0; i < submesh[1]; i++) /* relies on msh/missing-positions */
        memcpy(own + 3 * (size_t)i, m->positions + 3 * (size_t)(submesh[0] + i), 3 * sizeof *own);
    import_draw(m->r, m->positions, m->corners + submesh[2], 3 * submesh[3]);
}

static void import_points(believe_reader *r)
{
    for (uint32_t left = next_u32(r); left > 0; left--) {
        for (unsigned i = 0; i < POINT_TEXTS; i++)
            (void)lsa_read_text(r);
        (void)next_finite(r, 3);
    }
}

void import_msh(believe_reader *r)
{
    mesh m = {.r = r};
    import_header(&m);
    import_vertices(&m);
    m.triangles = next_u32(r);
    m.corners = lsa_import_corners(r, m.triangles);
    import_draw(r, m.positions, m.corners, 3 * m.triangles); /* relies on msh/index-range, msh/not-finite */
    for (uint32_t i = 0; i < m.submesh_count; i++)
        split(&m, m.submeshes[i]);
    if (m.version == 2002)
        import_points(r);
    lsa_end(r);
}
