/* believe_xmf.c: reads an XMF mesh as an importer does that trusts it.
 *
 * It goes once through the file: the header, the descriptors, the materials, then each buffer, which is
 * unpacked into as many bytes as its descriptor states. Each vertex buffer adds its attributes to the
 * vertices, of which there are as many as the first one says. The triangles and the materials come last, when
 * all is loaded.
 */
#include "believe.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
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
    TYPES = 17,  /* D3DDECLTYPE values that hold data */
    USAGES = 14, /* D3DDECLUSAGE values */
    WIDTH = 4    /* floats kept of an attribute of a vertex */
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
    believe_file *file;
    const uint8_t *at; /* the next byte of the tables */
    uint8_t buffer_count, desc_size, material_count;
    mesh_buffer *buffers, *indices, *first; /* `first` has the positions */
    range *materials;
    uint8_t *owned; /* by byte of the file: what has taken it */
    uint64_t vertices;
    uint16_t *parts; /* by vertex: how many attributes it got */
    attribute *attributes;
    unsigned attribute_count;
    uint32_t *usage_bytes; /* by usage: how many of a vertex are for it */
} mesh;

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Takes the next bytes of the tables. */
static const uint8_t *take(mesh *m, size_t size)
{
    const uint8_t *taken = m->at;
    for (size_t i = 0; i < size; i++)
        m->owned[(size_t)(m->at - m->file->data) + i] = 1; /* relies on xmf/truncated */
    m->at += size;
    return taken;
}

static const char *read_header(mesh *m)
{
    const uint8_t *header = take(m, HEADER);
    /* relies on xmf/bad-magic, xmf/unsupported-version, xmf/big-endian, xmf/header-offset */
    /* relies on xmf/primitive-type */
    if (memcmp(header, "XUMF\3\0\x40", 7) != 0 || believe_i32(header + 0x16) != 4)
        return "a header that no working file has";
    m->buffer_count = header[8];
    m->desc_size = header[9];
    m->material_count = header[10];
    /* relies on xmf/descriptor-size, xmf/material-size */
    if (m->desc_size < DESC_LEAST || (m->material_count > 0 && header[11] != MATERIAL))
        return "a record size that no working file has";
    m->buffers = believe_alloc(m->file, m->buffer_count, sizeof *m->buffers);
    m->materials = believe_alloc(m->file, m->material_count, sizeof *m->materials);
    m->attributes = believe_alloc(m->file, (uint64_t)m->buffer_count * MOST_ELEMENTS, sizeof *m->attributes);
    m->usage_bytes = believe_alloc(m->file, USAGES, sizeof *m->usage_bytes);
    return m->buffers != NULL && m->materials != NULL && m->attributes != NULL && m->usage_bytes != NULL
               ? NULL
               : believe_too_much;
}

/* A descriptor may be shorter than the one we know: the fields that it lacks are 0. The elements are copied
 * from a copy that ends where it does. */
static const char *read_descriptor(mesh *m, mesh_buffer *b)
{
    uint8_t *desc = believe_alloc(m->file, m->desc_size, 1), *full = believe_alloc(m->file, DESC, 1);
    if (desc == NULL || full == NULL)
        return believe_too_much;
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
    b->elements = believe_alloc(m->file, (uint64_t)b->element_count, ELEMENT);
    if (b->elements == NULL)
        return believe_too_much;
    if (b->element_count != 0) /* relies on xmf/element-count */
        memcpy(b->elements, desc + ELEMENTS_AT, (size_t)b->element_count * ELEMENT);
    return NULL;
}

static const char *read_material(mesh *m, range *r)
{
    const uint8_t *material = take(m, MATERIAL);
    char *name = believe_alloc(m->file, NAME, 1);
    if (name == NULL)
        return believe_too_much;
    r->first = believe_i32(material);
    r->count = believe_i32(material + 4);
    memcpy(name, material + 8, NAME);
    char *key = believe_alloc(m->file, strlen(name) + 1, 1); /* relies on xmf/material-name-terminator */
    return key != NULL ? NULL : believe_too_much;
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

/* As zlib does. libdeflate also takes what RFC 1951 leaves without a meaning (a code word that an incomplete
 * code does not use, symbols that stand for nothing), which no encoder writes; a check that uses it can't
 * know, and so it is believed here. A build without libdeflate is held to zlib's word. */
static const char *inflate_into(mesh_buffer *b, const uint8_t *stored, uint64_t size)
{
    uLongf inflated = (uLongf)size;
    /* relies on xmf/inflate, xmf/inflated-size */
    if (uncompress(b->bytes, &inflated, stored, (uLong)b->stored_bytes) == Z_OK)
        return inflated == size ? NULL : "a buffer that inflates to less than declared";
    bool taken = false;
#ifdef AL_HAVE_LIBDEFLATE
    size_t used = 0, got = 0;
    struct libdeflate_decompressor *lenient = libdeflate_alloc_decompressor();
    taken =
        lenient != NULL && libdeflate_zlib_decompress_ex(lenient, stored, (size_t)b->stored_bytes, b->bytes,
                                                         (size_t)size, &used, &got) == LIBDEFLATE_SUCCESS;
    taken = taken && got == size;
    libdeflate_free_decompressor(lenient);
#endif
    return taken ? NULL : "a buffer that does not inflate";
}

/* What a buffer has in the file, in a block of its own: zlib is not built with the sanitizers, which see the
 * copy, and zlib sees no more than that. */
static const char *copy_stored(mesh *m, const mesh_buffer *b, uint8_t *stored)
{
    const uint8_t *from = m->at + b->offset;
    for (int32_t i = 0; i < b->stored_bytes; i++) {
        uint8_t *owned = &m->owned[from - m->file->data + i];
        if (*owned != 0) /* relies on xmf/data-overlap, and in the tables on xmf/data-range */
            return "bytes that belong to two things";
        *owned = 1;
        stored[i] = from[i]; /* relies on xmf/data-range */
    }
    return NULL;
}

static const char *load(mesh *m, mesh_buffer *b)
{
    const uint64_t size = b->count * (uint64_t)b->item_size; /* relies on xmf/size-overflow */
    /* relies on xmf/buffer-sections, xmf/buffer-empty */
    if (b->sections != 1 || size == 0)
        return "a buffer without bytes, or of several sections";
    uint8_t *stored = believe_alloc(m->file, (uint64_t)b->stored_bytes, 1);
    if (stored == NULL)
        return believe_too_much;
    const char *lie = copy_stored(m, b, stored);
    if (lie != NULL)
        return lie;
    b->bytes = b->compressed == 0 ? stored : believe_alloc(m->file, size, 1);
    if (b->bytes == NULL)
        return believe_too_much;
    if (b->compressed == 0) /* relies on xmf/stored-size */
        return (uint64_t)b->stored_bytes == size ? NULL : "a stored buffer of another size than declared";
    /* relies on xmf/buffer-compression */
    return b->compressed == 1 ? inflate_into(b, stored, size)
                              : "a buffer is packed in a way that nobody knows";
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

/* One attribute of every vertex of a buffer, which begins at `place` in each of them and moves that on. */
static const char *read_attribute(mesh *m, const mesh_buffer *b, size_t *place, int32_t type, attribute a)
{
    const unsigned bytes = type_bytes[type]; /* relies on xmf/element-type */
    m->usage_bytes[a.usage] += bytes;        /* relies on xmf/element-usage */
    a.values = believe_alloc(m->file, m->vertices, WIDTH * sizeof *a.values);
    if (a.values == NULL)
        return believe_too_much;
    for (uint64_t v = 0; v < b->count; v++) {
        float *out = a.values + v * WIDTH;
        /* relies on xmf/vertex-size, xmf/vertex-count */
        read_element(b->bytes + v * (uint64_t)b->item_size + *place, type, bytes, out);
        m->parts[v]++;
        for (unsigned i = 0; a.usage == 0 && i < WIDTH; i++)
            if (!isfinite(out[i]))
                return "a position that is not finite"; /* relies on xmf/not-finite */
    }
    *place += bytes;
    for (unsigned i = 0; i < m->attribute_count; i++)
        if (m->attributes[i].usage == a.usage && m->attributes[i].usage_index == a.usage_index)
            return "an attribute that is there twice"; /* relies on xmf/duplicate-element */
    m->attributes[m->attribute_count++] = a;
    return NULL;
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

static const char *read_vertices(mesh *m, mesh_buffer *b)
{
    size_t place = 0;
    const char *lie = NULL;
    if (m->first == NULL) {
        m->first = b;
        m->vertices = b->count;
        m->parts = believe_alloc(m->file, m->vertices, sizeof *m->parts);
        if (m->parts == NULL)
            return believe_too_much;
    }
    if (b->element_count == 0) {
        const attribute implied = {.usage = implicit_usage(b->type), .usage_index = b->usage_index};
        lie = read_attribute(m, b, &place, b->format, implied);
    }
    for (int32_t i = 0; lie == NULL && i < b->element_count; i++) {
        const uint8_t *element = b->elements + (size_t)i * ELEMENT;
        const attribute declared = {.usage = element[4], .usage_index = element[5]};
        lie = read_attribute(m, b, &place, believe_i32(element), declared);
    }
    if (lie == NULL && place != (size_t)b->item_size)
        lie = "elements of another size than their items";
    return lie;
}

static const char *check_parts(const mesh *m)
{
    bool placed = false;
    for (unsigned i = 0; i < m->attribute_count; i++)
        placed = placed || (m->attributes[i].usage == 0 && m->attributes[i].usage_index == 0);
    if (!placed)
        return "no positions"; /* relies on xmf/missing-positions */
    for (uint64_t v = 0; v < m->vertices; v++)
        if (m->parts[v] != m->attribute_count)
            return "a vertex without all of its parts";
    return NULL;
}

/* ---- Triangles and materials --------------------------------------------------------------------------- */

static uint32_t index_at(const mesh_buffer *b, uint64_t number)
{
    return b->format == INDICES_16 ? believe_u16(b->bytes + 2 * number) : believe_u32(b->bytes + 4 * number);
}

/* Marks the vertices that the triangles name, three indices at a time as they are drawn. */
static const char *read_triangles(mesh *m)
{
    const mesh_buffer *b = m->indices;
    const bool narrow = b->format == INDICES_16 && b->item_size == 2;
    if (!narrow && (b->format != INDICES_32 || b->item_size != 4)) /* relies on xmf/index-format */
        return "indices of another size than their format";
    uint8_t *named = believe_alloc(m->file, m->vertices, 1);
    if (named == NULL)
        return believe_too_much;
    for (uint64_t i = 0; i < b->count; i += 3)
        for (uint64_t corner = 0; corner < 3; corner++)
            named[index_at(b, i + corner)] = 1; /* relies on xmf/index-count, xmf/index-range */
    return NULL;
}

static const char *draw_materials(mesh *m)
{
    uint8_t *owners = believe_alloc(m->file, m->indices->count, 1);
    if (owners == NULL)
        return believe_too_much;
    uint64_t drawn = 0;
    for (unsigned i = 0; i < m->material_count; i++) {
        const range r = m->materials[i];
        for (int32_t k = 0; k < r.count; k++)
            if (owners[r.first + k]++ > 0) /* relies on xmf/material-range, xmf/material-overlap */
                return "an index that is of two materials";
        /* relies on xmf/material-multiple */
        if (r.first % 3 != 0 || r.count % 3 != 0 || r.first < 0 || r.count < 0)
            return "a material that cuts a triangle, or has less than nothing";
        drawn += (uint64_t)r.count;
    }
    if (m->material_count > 0 && drawn != m->indices->count) /* relies on xmf/material-sum */
        return "materials that don't draw all indices";
    return NULL;
}

/* `*-collision*.xmf`, in any case: the game then reads nothing but packed positions. */
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

static const char *read_collision(const mesh *m)
{
    const mesh_buffer *b = m->first;
    for (uint64_t i = 0; i < m->vertices * 3; i++)
        if (!isfinite(believe_f32(b->bytes + 4 * i)))
            return "a position that is not finite";
    /* relies on xmf/collision-declaration */
    return m->buffer_count == 2 && b->element_count == 0 && b->format == FLOAT3 && b->usage_index == 0 &&
                   (b->type == 0 || b->type == 1)
               ? NULL
               : "a collision mesh with more than positions";
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

static const char *read_tables(mesh *m)
{
    m->at = m->file->data;
    m->owned = believe_alloc(m->file, m->file->size, 1);
    const char *lie = m->owned != NULL ? read_header(m) : believe_too_much;
    for (unsigned i = 0; lie == NULL && i < m->buffer_count; i++)
        lie = read_descriptor(m, &m->buffers[i]);
    for (unsigned i = 0; lie == NULL && i < m->material_count; i++)
        lie = read_material(m, &m->materials[i]);
    return lie;
}

static const char *read_buffers(mesh *m)
{
    const char *lie = NULL;
    for (unsigned i = 0; lie == NULL && i < m->buffer_count; i++) {
        mesh_buffer *b = &m->buffers[i];
        lie = load(m, b);
        if (lie == NULL && b->type == TYPE_INDICES && m->indices != NULL)
            lie = "two index buffers"; /* relies on xmf/extra-index-buffer */
        else if (b->type == TYPE_INDICES)
            m->indices = b;
        else if (lie == NULL)
            lie = read_vertices(m, b);
    }
    /* relies on xmf/no-index-buffer, xmf/no-vertex-buffer */
    return lie == NULL && (m->indices == NULL || m->first == NULL) ? "no indices, or no vertices" : lie;
}

const char *believe_xmf(believe_file *file)
{
    mesh m = {.file = file};
    const char *lie = read_tables(&m);
    lie = lie == NULL ? read_buffers(&m) : lie;
    lie = lie == NULL ? check_parts(&m) : lie;
    lie = lie == NULL ? read_triangles(&m) : lie;
    lie = lie == NULL ? draw_materials(&m) : lie;
    return lie == NULL && is_collision_mesh(file->name) ? read_collision(&m) : lie;
}
