/* believe_xmf.c: loads an XMF mesh as converters do, once: the header, the descriptors, the materials, then
 * each buffer, which it unpacks into as many bytes as the descriptor states. Each vertex buffer adds an array
 * for each attribute; the first one says how many vertices there are. The triangles and the materials come
 * last, when all is loaded.
 */
#include "believe.h"

#include <ctype.h>
#include <zlib.h>

#ifdef AL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

enum {
    HEADER = 64,
    MATERIAL = 0x88,
    NAME = 128,
    DESC = 188,
    DESC_LEAST = 56, /* without vertex elements and their number */
    ELEMENTS_AT = 60,
    ELEMENT = 8,
    TYPE_INDICES = 30,
    INDICES_16 = 30,
    INDICES_32 = 31,
    FLOAT3 = 2,
    FLOAT4 = 3,
    FLOAT16_2 = 15,
    TYPES = 17,         /* D3DDECLTYPE values that hold data */
    USAGES = 14,        /* D3DDECLUSAGE values */
    DECLARED = 32,      /* format of a buffer with elements */
    USAGE_INDICES = 256 /* indices of attributes are kept in bytes */
};

/* Bytes of a vertex element by its D3DDECLTYPE. */
static const uint8_t type_bytes[TYPES] = {4, 8, 12, 16, 4, 4, 4, 8, 4, 4, 8, 4, 8, 4, 4, 4, 8};

typedef struct mesh_buffer {
    int32_t type, usage_index, offset, compressed, format, stored_bytes, items, item_size, sections,
        element_count;
    uint8_t *elements; /* element_count of ELEMENT bytes */
    uint64_t count;    /* items of all sections */
    uint8_t *bytes;    /* unpacked */
} mesh_buffer;

typedef struct range {
    int32_t first, count;
} range;

typedef struct mesh {
    believe_reader *r;
    uint8_t buffer_count, desc_size, material_count;
    mesh_buffer *buffers, *indices, *first; /* `first` has the positions */
    range *materials;
    uint8_t *owned; /* by byte of the file: whether something has it */
    bool has[USAGES][USAGE_INDICES];
} mesh;

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* The next bytes of the tables, which nothing else may have. */
static const uint8_t *take(mesh *m, size_t size)
{
    const uint8_t *taken = m->r->data + m->r->at;
    for (size_t i = 0; i < size; i++)
        m->owned[m->r->at + i] = 1; /* relies on xmf/truncated */
    m->r->at += size;
    return taken;
}

static void read_header(mesh *m)
{
    const uint8_t *header = take(m, HEADER);
    /* relies on xmf/bad-magic, xmf/unsupported-version, xmf/big-endian, xmf/header-offset */
    /* relies on xmf/primitive-type */
    believe_require(m->r, memcmp(header, "XUMF\3\0\x40", 7) == 0 && believe_i32(header + 0x16) == 4,
                    "a header that no working file has");
    m->buffer_count = header[8];
    m->desc_size = header[9];
    m->material_count = header[10];
    /* relies on xmf/descriptor-size, xmf/material-size */
    believe_require(m->r, m->desc_size >= DESC_LEAST && (m->material_count == 0 || header[11] == MATERIAL),
                    "a record size that no working file has");
    m->buffers = believe_alloc(m->r, m->buffer_count, sizeof *m->buffers);
    m->materials = believe_alloc(m->r, m->material_count, sizeof *m->materials);
}

/* The descriptor of some files is shorter: the fields that it lacks are 0. The elements are copied from a
 * block of its own size. */
static void read_descriptor(mesh *m, mesh_buffer *b)
{
    uint8_t *desc = believe_alloc(m->r, m->desc_size, 1), *full = believe_alloc(m->r, DESC, 1);
    memcpy(desc, take(m, m->desc_size), m->desc_size);
    memcpy(full, desc, m->desc_size);
    b->type = believe_i32(full);
    b->usage_index = believe_i32(full + 4);
    b->offset = believe_i32(full + 8);
    b->compressed = believe_i32(full + 12);
    b->format = believe_i32(full + 20);
    b->stored_bytes = believe_i32(full + 24);
    b->items = believe_i32(full + 28);
    b->item_size = believe_i32(full + 32);
    b->sections = believe_i32(full + 36);
    b->element_count = believe_i32(full + 56);
    b->count = (uint64_t)b->items * (uint64_t)b->sections; /* relies on xmf/count-range */
    b->elements = believe_alloc(m->r, (uint64_t)b->element_count, ELEMENT);
    if (b->element_count != 0) /* relies on xmf/element-count */
        memcpy(b->elements, desc + ELEMENTS_AT, (size_t)b->element_count * ELEMENT);
}

static void read_material(mesh *m, range *material)
{
    const uint8_t *record = take(m, MATERIAL);
    char *name = believe_alloc(m->r, NAME, 1);
    material->first = believe_i32(record);
    material->count = believe_i32(record + 4);
    memcpy(name, record + 8, NAME);
    (void)believe_alloc(m->r, strlen(name) + 1, 1); /* relies on xmf/material-name-terminator */
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

/* As zlib does. libdeflate also accepts what RFC 1951 leaves undefined (a code word that an incomplete code
 * does not use, symbols without a meaning), which no encoder writes. A check that uses libdeflate can't
 * report it, so it is accepted here, too; a build without libdeflate must agree with zlib. */
static bool inflates(const mesh_buffer *b, const uint8_t *stored, uint64_t size)
{
    uLongf inflated = (uLongf)size;
    if (uncompress(b->bytes, &inflated, stored, (uLong)b->stored_bytes) == Z_OK)
        return inflated == size; /* relies on xmf/inflated-size */
    bool accepted = false;
#ifdef AL_HAVE_LIBDEFLATE
    size_t used = 0, got = 0;
    struct libdeflate_decompressor *lenient = libdeflate_alloc_decompressor();
    accepted =
        lenient != NULL && libdeflate_zlib_decompress_ex(lenient, stored, (size_t)b->stored_bytes, b->bytes,
                                                         (size_t)size, &used, &got) == LIBDEFLATE_SUCCESS;
    accepted = accepted && got == size;
    libdeflate_free_decompressor(lenient);
#endif
    return accepted;
}

/* The bytes of a buffer in the file, in a block of their own: zlib is not built with the sanitizers, so they
 * see this copy instead. */
static uint8_t *copy_stored(mesh *m, const mesh_buffer *b)
{
    uint8_t *stored = believe_alloc(m->r, (uint64_t)b->stored_bytes, 1);
    const uint8_t *from = m->r->data + m->r->at + b->offset;
    for (int32_t i = 0; i < b->stored_bytes; i++) {
        /* relies on xmf/data-overlap, and in the tables on xmf/data-range */
        believe_require(m->r, m->owned[from - m->r->data + i]++ == 0, "bytes that belong to two things");
        stored[i] = from[i]; /* relies on xmf/data-range */
    }
    return stored;
}

static void load(mesh *m, mesh_buffer *b)
{
    const uint64_t size = b->count * (uint64_t)b->item_size; /* relies on xmf/size-overflow */
    believe_unpacked(m->r, believe_deflated(b->stored_bytes, size));
    /* relies on xmf/buffer-sections, xmf/buffer-empty */
    believe_require(m->r, b->sections == 1 && size > 0, "a buffer without bytes, or of several sections");
    uint8_t *stored = copy_stored(m, b);
    /* relies on xmf/buffer-compression */
    believe_require(m->r, b->compressed == 0 || b->compressed == 1, "the compression of a buffer is unknown");
    b->bytes = b->compressed == 0 ? stored : believe_alloc(m->r, size, 1);
    if (b->compressed == 0) /* relies on xmf/stored-size */
        believe_require(m->r, (uint64_t)b->stored_bytes == size,
                        "a stored buffer of another size than declared");
    else /* relies on xmf/inflate */
        believe_require(m->r, inflates(b, stored, size), "a buffer does not inflate to the declared size");
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* Whether all numbers of a vertex element are; only floats can be others. */
static bool is_finite(const uint8_t *at, int32_t type)
{
    bool finite = true;
    for (size_t i = 0; type <= FLOAT4 && i < type_bytes[type]; i += 4)
        finite = finite && isfinite(believe_f32(at + i));
    for (size_t i = 0; type >= FLOAT16_2 && i < type_bytes[type]; i += 2)
        finite = finite && (believe_u16(at + i) >> 10 & 31) != 31;
    return finite;
}

/* An array of one attribute of the vertices, which begins at `place` in each of them. Returns its bytes in a
 * vertex. */
static size_t read_attribute(mesh *m, const mesh_buffer *b, size_t place, int32_t type, int32_t usage,
                             int32_t index)
{
    /* relies on xmf/element-type, xmf/element-usage, xmf/usage-index, xmf/duplicate-element */
    believe_require(m->r,
                    type >= 0 && type < TYPES && usage < USAGES && index >= 0 && index < USAGE_INDICES &&
                        !m->has[usage][index],
                    "an attribute has no place");
    m->has[usage][index] = true;
    const size_t bytes = type_bytes[type];
    uint8_t *values = believe_alloc(m->r, m->first->count, bytes);
    for (uint64_t v = 0; v < b->count; v++) {
        /* relies on xmf/vertex-size, xmf/vertex-count */
        memcpy(values + v * bytes, b->bytes + v * (uint64_t)b->item_size + place, bytes);
        /* relies on xmf/not-finite */
        believe_require(m->r, usage != 0 || is_finite(values + v * bytes, type), "a position is not finite");
    }
    return bytes;
}

/* The usage of a buffer without elements, by its type; -1 for none. */
static int32_t usage_of(int32_t type)
{
    static const int32_t usages[] = {0,  0,  3,  3,  6,  7,  5,  -1, 10, -1, -1,
                                     -1, -1, -1, -1, -1, -1, -1, -1, -1, 4};
    return type >= 0 && (size_t)type < sizeof usages / sizeof usages[0] ? usages[type] : -1;
}

static void read_vertices(mesh *m, mesh_buffer *b)
{
    const int32_t implied = usage_of(b->type);
    size_t place = 0;
    believe_require(m->r, implied >= 0, "a buffer is of no known type"); /* relies on xmf/buffer-type */
    /* relies on xmf/vertex-format */
    believe_require(m->r, b->element_count == 0 || b->format == 0 || b->format == DECLARED,
                    "a buffer with elements has the format of a single attribute");
    m->first = m->first == NULL ? b : m->first;
    if (b->element_count == 0)
        place = read_attribute(m, b, 0, b->format, implied, b->usage_index);
    for (int32_t i = 0; i < b->element_count; i++) {
        const uint8_t *element = b->elements + (size_t)i * ELEMENT;
        place += read_attribute(m, b, place, believe_i32(element), element[4], element[5]);
    }
    /* relies on xmf/vertex-size, xmf/vertex-count */
    believe_require(m->r, place == (size_t)b->item_size && b->count == m->first->count,
                    "a vertex has another size, or a buffer another number of them");
}

/* ---- Triangles and materials --------------------------------------------------------------------------- */

static uint32_t index_at(const mesh_buffer *b, uint64_t number)
{
    return b->format == INDICES_16 ? believe_u16(b->bytes + 2 * number) : believe_u32(b->bytes + 4 * number);
}

/* Looks up the vertices of the triangles, three at a time as they are drawn. */
static void read_triangles(mesh *m)
{
    const mesh_buffer *b = m->indices;
    const bool narrow = b->format == INDICES_16 && b->item_size == 2;
    /* relies on xmf/index-format */
    believe_require(m->r, narrow || (b->format == INDICES_32 && b->item_size == 4),
                    "indices of another size than their format");
    for (uint64_t i = 0; i < b->count; i += 3)
        for (uint64_t corner = 0; corner < 3; corner++)
            /* relies on xmf/index-count, xmf/index-range */
            believe_require(m->r, index_at(b, i + corner) < m->first->count, "a corner has no vertex");
}

static void draw_materials(mesh *m)
{
    uint8_t *owners = believe_alloc(m->r, m->indices->count, 1);
    uint64_t drawn = 0;
    for (unsigned i = 0; i < m->material_count; i++) {
        const range part = m->materials[i];
        for (int32_t k = 0; k < part.count; k++)
            /* relies on xmf/material-range, xmf/material-overlap */
            believe_require(m->r, owners[part.first + k]++ == 0, "an index belongs to two materials");
        /* relies on xmf/material-multiple, xmf/material-range */
        believe_require(m->r,
                        part.first % 3 == 0 && part.count % 3 == 0 && part.first >= 0 && part.count >= 0,
                        "a material cuts a triangle, or has a negative number of indices");
        drawn += (uint64_t)part.count;
    }
    /* relies on xmf/material-sum */
    believe_require(m->r, m->material_count == 0 || drawn == m->indices->count,
                    "the materials don't draw all indices");
}

/* `*-collision*.xmf`, in any case: the game then reads only packed positions. */
static bool is_collision_mesh(const char *path)
{
    const char *base = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    static const char mark[] = "-collision";
    for (; *base != '\0'; base++) {
        size_t same = 0;
        while (mark[same] != '\0' && tolower((unsigned char)base[same]) == mark[same])
            same++;
        if (mark[same] == '\0')
            return true;
    }
    return false;
}

static void read_collision(const mesh *m)
{
    const mesh_buffer *b = m->first;
    /* relies on xmf/collision-declaration */
    believe_require(m->r,
                    m->buffer_count == 2 && b->element_count == 0 && b->format == FLOAT3 &&
                        b->usage_index == 0 && (b->type == 0 || b->type == 1),
                    "a collision mesh with more than positions");
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

void believe_xmf(believe_reader *r)
{
    mesh m = {.r = r, .owned = believe_alloc(r, r->end, 1)};
    read_header(&m);
    for (unsigned i = 0; i < m.buffer_count; i++)
        read_descriptor(&m, &m.buffers[i]);
    for (unsigned i = 0; i < m.material_count; i++)
        read_material(&m, &m.materials[i]);
    for (unsigned i = 0; i < m.buffer_count; i++) {
        mesh_buffer *b = &m.buffers[i];
        load(&m, b);
        if (b->type != TYPE_INDICES) {
            read_vertices(&m, b);
            continue;
        }
        believe_require(r, m.indices == NULL, "two index buffers"); /* relies on xmf/extra-index-buffer */
        m.indices = b;
        /* relies on xmf/index-buffer-order */
        believe_require(r, i + 1 == m.buffer_count, "the last buffer has no indices");
    }
    /* relies on xmf/no-index-buffer, xmf/no-vertex-buffer */
    believe_require(r, m.indices != NULL && m.first != NULL, "no indices, or no vertices");
    believe_require(r, m.has[0][0], "a mesh has no positions"); /* relies on xmf/missing-positions */
    read_triangles(&m);
    draw_materials(&m);
    if (is_collision_mesh(r->name))
        read_collision(&m);
}
