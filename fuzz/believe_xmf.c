/* believe_xmf.c: reads an XMF mesh as an importer does that trusts it.
 *
 * It reads the file once: the header, the descriptors, the materials, then each buffer, which it unpacks into
 * as many bytes as the descriptor states. Each vertex buffer adds its attributes to the vertices; the first
 * one says how many these are. The triangles and the materials come last, when all is loaded.
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
    MOST_ELEMENTS = 16,
    TYPE_INDICES = 30,
    INDICES_16 = 30,
    INDICES_32 = 31,
    FLOAT3 = 2,
    FLOAT4 = 3,
    FLOAT16_2 = 15,
    FLOAT16_4 = 16,
    TYPES = 17,          /* D3DDECLTYPE values that hold data */
    USAGES = 14,         /* D3DDECLUSAGE values */
    DECLARED = 32,       /* format of a buffer with elements */
    USAGE_INDICES = 256, /* indices of attributes are kept in bytes */
    BUFFER_TYPES = 31,   /* types of buffers are below this */
    WIDTH = 4            /* floats kept of an attribute of a vertex */
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

typedef struct attribute {
    int32_t usage, usage_index;
    float *values; /* WIDTH for each vertex */
} attribute;

typedef struct mesh {
    believe_reader *r;
    uint8_t buffer_count, desc_size, material_count;
    mesh_buffer *buffers, *indices, *first; /* `first` has the positions */
    range *materials;
    uint8_t *owned; /* by byte of the file: whether something has it */
    uint64_t vertices;
    uint16_t *parts; /* by vertex: its attributes so far */
    attribute *attributes;
    unsigned attribute_count;
    uint32_t *usage_bytes; /* by usage: bytes of a vertex */
    uint32_t *index_bytes; /* by usage index: bytes of a vertex */
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
    m->attributes = believe_alloc(m->r, (uint64_t)m->buffer_count * MOST_ELEMENTS, sizeof *m->attributes);
    m->usage_bytes = believe_alloc(m->r, USAGES, sizeof *m->usage_bytes);
    m->index_bytes = believe_alloc(m->r, USAGE_INDICES, sizeof *m->index_bytes);
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

static float half(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    float fraction = (float)(bits & 1023);
    if (exponent == 31)
        return fraction > 0 ? NAN : INFINITY; /* the sign is of no interest here */
    return exponent == 0 ? ldexpf(fraction, -24) : ldexpf(fraction + 1024, exponent - 25);
}

/* Reads every byte of the element, and keeps up to four numbers of it. */
static void read_element(const uint8_t *at, int32_t type, unsigned bytes, float *out)
{
    if (type <= FLOAT4)
        for (unsigned i = 0; i < bytes / 4; i++)
            out[i] = believe_f32(at + 4 * (size_t)i);
    else if (type == FLOAT16_2 || type == FLOAT16_4)
        for (unsigned i = 0; i < bytes / 2; i++)
            out[i] = half(believe_u16(at + 2 * (size_t)i));
    else
        for (unsigned i = 0; i < bytes; i++)
            out[i % WIDTH] += (float)at[i];
}

/* One attribute of every vertex of a buffer. `*place` is where it begins in each of them, and moves behind
 * it. */
static void read_attribute(mesh *m, const mesh_buffer *b, size_t *place, int32_t type, attribute a)
{
    const unsigned bytes = type_bytes[type]; /* relies on xmf/element-type */
    m->usage_bytes[a.usage] += bytes;        /* relies on xmf/element-usage */
    m->index_bytes[a.usage_index] += bytes;  /* relies on xmf/usage-index */
    a.values = believe_alloc(m->r, m->vertices, WIDTH * sizeof *a.values);
    for (uint64_t v = 0; v < b->count; v++) {
        float *out = a.values + v * WIDTH;
        /* relies on xmf/vertex-size, xmf/vertex-count */
        read_element(b->bytes + v * (uint64_t)b->item_size + *place, type, bytes, out);
        m->parts[v]++;
        for (unsigned i = 0; a.usage == 0 && i < WIDTH; i++)
            believe_require(m->r, isfinite(out[i]),
                            "a position is not finite"); /* relies on xmf/not-finite */
    }
    *place += bytes;
    for (unsigned i = 0; i < m->attribute_count; i++)
        /* relies on xmf/duplicate-element */
        believe_require(m->r,
                        m->attributes[i].usage != a.usage || m->attributes[i].usage_index != a.usage_index,
                        "the vertices have an attribute twice");
    m->attributes[m->attribute_count++] = a;
}

/* The usage of a buffer that declares no elements. */
static int32_t implicit_usage(int32_t buffer_type)
{
    switch (buffer_type) {
    case 0:
    case 1: return 0; /* position */
    case 2:
    case 3: return 3;  /* normal */
    case 4: return 6;  /* tangent */
    case 5: return 7;  /* binormal */
    case 8: return 10; /* colour */
    case 20: return 4; /* point size */
    default: return 5; /* texture coordinates */
    }
}

static void read_vertices(mesh *m, mesh_buffer *b)
{
    static const bool types[BUFFER_TYPES] = {[0] = true, [1] = true, [2] = true, [3] = true, [4] = true,
                                             [5] = true, [6] = true, [8] = true, [20] = true};
    size_t place = 0;
    believe_require(m->r, types[b->type],
                    "a buffer of a type that no reader knows"); /* relies on xmf/buffer-type */
    /* relies on xmf/vertex-format */
    believe_require(m->r, b->element_count == 0 || b->format == 0 || b->format == DECLARED,
                    "a buffer with elements has the format of a single attribute");
    if (m->first == NULL) {
        m->first = b;
        m->vertices = b->count;
        m->parts = believe_alloc(m->r, m->vertices, sizeof *m->parts);
    }
    if (b->element_count == 0) {
        const attribute implied = {.usage = implicit_usage(b->type), .usage_index = b->usage_index};
        read_attribute(m, b, &place, b->format, implied);
    }
    for (int32_t i = 0; i < b->element_count; i++) {
        const uint8_t *element = b->elements + (size_t)i * ELEMENT;
        const attribute declared = {.usage = element[4], .usage_index = element[5]};
        read_attribute(m, b, &place, believe_i32(element), declared);
    }
    believe_require(m->r, place == (size_t)b->item_size,
                    "the elements of a vertex have another size than the vertex");
}

static void check_parts(const mesh *m)
{
    bool placed = false;
    for (unsigned i = 0; i < m->attribute_count; i++)
        placed = placed || (m->attributes[i].usage == 0 && m->attributes[i].usage_index == 0);
    believe_require(m->r, placed, "no positions"); /* relies on xmf/missing-positions */
    for (uint64_t v = 0; v < m->vertices; v++)
        believe_require(m->r, m->parts[v] == m->attribute_count, "a vertex lacks an attribute");
}

/* ---- Triangles and materials --------------------------------------------------------------------------- */

static uint32_t index_at(const mesh_buffer *b, uint64_t number)
{
    return b->format == INDICES_16 ? believe_u16(b->bytes + 2 * number) : believe_u32(b->bytes + 4 * number);
}

/* Marks the vertices that the triangles name, three indices at a time as they are drawn. */
static void read_triangles(mesh *m)
{
    const mesh_buffer *b = m->indices;
    const bool narrow = b->format == INDICES_16 && b->item_size == 2;
    /* relies on xmf/index-format */
    believe_require(m->r, narrow || (b->format == INDICES_32 && b->item_size == 4),
                    "indices of another size than their format");
    uint8_t *named = believe_alloc(m->r, m->vertices, 1);
    for (uint64_t i = 0; i < b->count; i += 3)
        for (uint64_t corner = 0; corner < 3; corner++)
            named[index_at(b, i + corner)] = 1; /* relies on xmf/index-count, xmf/index-range */
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
        /* relies on xmf/material-multiple */
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
    for (uint64_t i = 0; i < m->vertices * 3; i++)
        believe_require(m->r, isfinite(believe_f32(b->bytes + 4 * i)), "a position is not finite");
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
    check_parts(&m);
    read_triangles(&m);
    draw_materials(&m);
    if (is_collision_mesh(r->name))
        read_collision(&m);
}
