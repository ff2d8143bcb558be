/* believe_xmf.c: reads an XMF mesh as a game would that trusts it.
 *
 * It works like a renderer that keeps the attributes of vertices apart: a table of four floats a vertex for
 * each attribute, as long as the first vertex buffer says; a mark for each vertex that an index names; an
 * owner for each index that a material claims.
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
    MATERIAL_SIZE = 0x88,
    NAME_SIZE = 128,
    DESC_SIZE = 188,
    DESC_LEAST = 56, /* without vertex elements and their number */
    ELEMENTS_AT = 60,
    ELEMENT_SIZE = 8,
    TYPE_INDICES = 30,
    INDICES_16 = 30,
    FLOAT3 = 2,
    FLOAT16_2 = 15,
    FLOAT16_4 = 16,
    TYPES = 17, /* D3DDECLTYPE values that hold data */
    USAGES = 14,
    USAGE_INDICES = 256, /* of one usage, in an element */
    USAGE_POSITION = 0,
    WIDTH = 4 /* floats kept of an attribute of a vertex */
};

/* Bytes of a vertex element by its D3DDECLTYPE. */
static const uint8_t type_bytes[TYPES] = {4, 8, 12, 16, 4, 4, 4, 8, 4, 4, 8, 4, 8, 4, 4, 4, 8};

typedef struct mesh_buffer {
    int32_t type, usage_index, compressed, format, stored_bytes, items, item_size, sections, element_count;
    uint8_t *elements; /* element_count of ELEMENT_SIZE bytes */
    uint64_t start;    /* in the file */
    uint64_t count;    /* items of all sections */
    uint8_t *bytes;    /* inflated */
} mesh_buffer;

typedef struct mesh {
    believe_file *file;
    unsigned buffer_count, material_count;
    mesh_buffer *buffers;
    const uint8_t *materials;
    mesh_buffer *indices;
    uint64_t vertices;
    bool *declared; /* [usage][index]: an attribute that was read already */
} mesh;

/* ---- Descriptors --------------------------------------------------------------------------------------- */

/* A descriptor may be shorter than the one we know; the fields it lacks are 0. */
static int32_t desc_i32(const uint8_t *desc, size_t desc_size, size_t at)
{
    return at + 4 <= desc_size ? believe_i32(desc + at) : 0;
}

/* The elements are copied from a copy of the descriptor that ends where it does. */
static bool read_descriptor(mesh *m, mesh_buffer *b, const uint8_t *at, size_t desc_size, uint64_t data_start)
{
    uint8_t *desc = believe_alloc(m->file, desc_size, 1);
    if (desc == NULL)
        return false;
    memcpy(desc, at, desc_size); /* relies on xmf/truncated */
    b->type = desc_i32(desc, desc_size, 0);
    b->usage_index = desc_i32(desc, desc_size, 4);
    b->start = data_start + (uint64_t)desc_i32(desc, desc_size, 8);
    b->compressed = desc_i32(desc, desc_size, 12);
    b->format = desc_i32(desc, desc_size, 20);
    b->stored_bytes = desc_i32(desc, desc_size, 24);
    b->items = desc_i32(desc, desc_size, 28);
    b->item_size = desc_i32(desc, desc_size, 32);
    b->sections = desc_i32(desc, desc_size, 36);
    b->element_count = desc_i32(desc, desc_size, 56);
    b->count = (uint64_t)b->items * (uint64_t)b->sections; /* relies on xmf/count-range */
    b->elements = believe_alloc(m->file, (uint64_t)b->element_count, ELEMENT_SIZE);
    if (b->elements == NULL)
        return false;
    if (b->element_count > 0) /* relies on xmf/element-count */
        memcpy(b->elements, desc + ELEMENTS_AT, (size_t)b->element_count * ELEMENT_SIZE);
    return true;
}

static const char *read_tables(mesh *m)
{
    const uint8_t *data = m->file->data;
    /* relies on xmf/bad-magic, xmf/unsupported-version, xmf/big-endian, xmf/header-offset */
    /* relies on xmf/primitive-type */
    if (memcmp(data, "XUMF\3\0\x40", 7) != 0 || believe_i32(data + 0x16) != 4)
        return "a header that no working file has";
    m->buffer_count = data[8];
    m->material_count = data[10];
    size_t desc_size = data[9];
    const uint8_t *descs = data + data[6];
    m->materials = descs + m->buffer_count * desc_size;
    uint64_t data_start = data[6] + m->buffer_count * desc_size + (size_t)m->material_count * data[11];
    m->buffers = believe_alloc(m->file, m->buffer_count, sizeof *m->buffers);
    m->declared = believe_alloc(m->file, USAGES, USAGE_INDICES * sizeof *m->declared);
    if (m->buffers == NULL || m->declared == NULL)
        return believe_too_much;
    /* relies on xmf/descriptor-size, xmf/material-size */
    if (desc_size < DESC_LEAST || desc_size > DESC_SIZE ||
        (m->material_count > 0 && data[11] != MATERIAL_SIZE))
        return "a record size that no working file has";
    for (unsigned i = 0; i < m->buffer_count; i++)
        if (!read_descriptor(m, &m->buffers[i], descs + i * desc_size, desc_size, data_start))
            return believe_too_much;
    return NULL;
}

static const char *check_ranges(const mesh *m)
{
    uint64_t tables = (uint64_t)(m->materials - m->file->data) + (uint64_t)m->material_count * MATERIAL_SIZE;
    for (unsigned i = 0; i < m->buffer_count; i++) {
        const mesh_buffer *a = &m->buffers[i];
        if (a->start < tables)
            return "a buffer lies in the tables";
        for (unsigned k = 0; k < i; k++) {
            const mesh_buffer *b = &m->buffers[k];
            if (a->start < b->start + (uint64_t)b->stored_bytes &&
                b->start < a->start + (uint64_t)a->stored_bytes)
                return "two buffers share bytes"; /* relies on xmf/data-overlap */
        }
    }
    return NULL;
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

static const char *load(mesh *m, mesh_buffer *b)
{
    uint64_t size = b->count * (uint64_t)b->item_size; /* relies on xmf/size-overflow */
    /* zlib is not built with the sanitizers: they see the copy, and zlib sees no more than that. */
    uint8_t *stored = believe_alloc(m->file, (uint64_t)b->stored_bytes, 1);
    if (stored == NULL)
        return believe_too_much;
    memcpy(stored, m->file->data + b->start, (size_t)b->stored_bytes); /* relies on xmf/data-range */
    if (b->compressed == 0) {
        b->bytes = stored; /* relies on xmf/stored-size */
        return (uint64_t)b->stored_bytes == size ? NULL : "a stored buffer of another size than declared";
    }
    if (b->compressed != 1) /* relies on xmf/buffer-compression */
        return "a buffer is packed in a way that nobody knows";
    b->bytes = believe_alloc(m->file, size, 1);
    if (b->bytes == NULL)
        return believe_too_much;
    return inflate_into(b, stored, size);
}

static const char *load_all(mesh *m)
{
    for (unsigned i = 0; i < m->buffer_count; i++) {
        mesh_buffer *b = &m->buffers[i];
        /* relies on xmf/buffer-sections, xmf/buffer-empty, xmf/extra-index-buffer */
        if (b->sections != 1 || b->count == 0 || b->item_size == 0)
            return "a buffer without items, or of several sections";
        if (b->type == TYPE_INDICES && m->indices != NULL)
            return "two index buffers";
        if (b->type == TYPE_INDICES)
            m->indices = b;
        else if (m->vertices == 0)
            m->vertices = b->count;
        const char *lie = load(m, b);
        if (lie != NULL)
            return lie;
    }
    /* relies on xmf/no-index-buffer, xmf/no-vertex-buffer */
    return m->indices == NULL || m->vertices == 0 ? "no indices, or no vertices" : NULL;
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
static void read_element(const uint8_t *at, int32_t type, float *out)
{
    unsigned bytes = type_bytes[type]; /* relies on xmf/element-type */
    if (type <= 3)
        for (unsigned i = 0; i < bytes / 4; i++)
            out[i] = believe_f32(at + 4 * (size_t)i);
    else if (type == FLOAT16_2 || type == FLOAT16_4)
        for (unsigned i = 0; i < bytes / 2; i++)
            out[i] = half(believe_u16(at + 2 * (size_t)i));
    else
        for (unsigned i = 0; i < bytes; i++)
            out[i % WIDTH] += (float)at[i];
}

/* One attribute of every vertex, from `at` in each item. */
static const char *read_attribute(mesh *m, const mesh_buffer *b, size_t at, int32_t type, int32_t usage)
{
    float *table = believe_alloc(m->file, m->vertices, WIDTH * sizeof *table);
    if (table == NULL)
        return believe_too_much;
    for (uint64_t v = 0; v < b->count; v++)
        /* relies on xmf/vertex-size, xmf/vertex-count */
        read_element(b->bytes + v * (uint64_t)b->item_size + at, type, table + v * WIDTH);
    if (usage == USAGE_POSITION)
        for (uint64_t i = 0; i < m->vertices * WIDTH; i++)
            if (!isfinite(table[i]))
                return "a position that is not finite"; /* relies on xmf/not-finite */
    return NULL;
}

static const char *declare(mesh *m, int32_t usage, int32_t usage_index)
{
    if (usage_index < 0 || usage_index >= USAGE_INDICES)
        return NULL; /* an implicit stream may say so; nothing would look for it there */
    /* relies on xmf/element-usage, xmf/duplicate-element */
    bool *seen = &m->declared[usage * USAGE_INDICES + usage_index];
    if (*seen)
        return "an attribute that is there twice";
    *seen = true;
    return NULL;
}

/* The usage of a buffer that declares no elements. */
static int32_t implicit_usage(int32_t buffer_type)
{
    switch (buffer_type) {
    case 0:
    case 1: return USAGE_POSITION;
    case 2:
    case 3: return 3;  /* normal */
    case 4: return 6;  /* tangent */
    case 5: return 7;  /* binormal */
    case 8: return 10; /* colour */
    case 20: return 4; /* point size */
    default: return 5; /* texture coordinates */
    }
}

static const char *read_vertices(mesh *m, const mesh_buffer *b)
{
    if (b->count != m->vertices)
        return "vertex buffers of different lengths";
    if (b->element_count == 0) {
        const char *lie = declare(m, implicit_usage(b->type), b->usage_index);
        if (lie == NULL && type_bytes[b->format] != b->item_size)
            lie = "an attribute of another size than its items";
        return lie != NULL ? lie : read_attribute(m, b, 0, b->format, implicit_usage(b->type));
    }
    size_t at = 0;
    for (int32_t i = 0; i < b->element_count; i++) {
        const uint8_t *element = b->elements + (size_t)i * ELEMENT_SIZE;
        int32_t type = believe_i32(element);
        const char *lie = declare(m, element[4], element[5]);
        if (lie == NULL)
            lie = read_attribute(m, b, at, type, element[4]);
        if (lie != NULL)
            return lie;
        at += type_bytes[type];
    }
    return at == (size_t)b->item_size ? NULL : "elements of another size than their items";
}

/* ---- Indices and materials ----------------------------------------------------------------------------- */

static uint32_t index_at(const mesh_buffer *b, uint64_t number)
{
    return b->format == INDICES_16 ? believe_u16(b->bytes + 2 * number) : believe_u32(b->bytes + 4 * number);
}

/* Marks the vertices that the triangles name, three indices at a time as they are drawn. */
static const char *read_triangles(mesh *m)
{
    const mesh_buffer *b = m->indices;
    if (b->item_size != (b->format == INDICES_16 ? 2 : 4)) /* relies on xmf/index-format */
        return "indices of another size than their format";
    uint8_t *named = believe_alloc(m->file, m->vertices, 1);
    if (named == NULL)
        return believe_too_much;
    for (uint64_t i = 0; i < b->count; i += 3)
        for (uint64_t corner = 0; corner < 3; corner++)
            named[index_at(b, i + corner)] = 1; /* relies on xmf/index-count, xmf/index-range */
    return NULL;
}

static const char *read_name(mesh *m, const uint8_t *at)
{
    char *name = believe_alloc(m->file, NAME_SIZE, 1);
    if (name == NULL)
        return believe_too_much;
    memcpy(name, at, NAME_SIZE);
    return strlen(name) < NAME_SIZE ? NULL : "a name has no end"; /* relies on xmf/material-name-terminator */
}

static const char *read_materials(mesh *m)
{
    uint8_t *owners = believe_alloc(m->file, m->indices->count, 1);
    if (owners == NULL)
        return believe_too_much;
    uint64_t owned = 0;
    for (unsigned i = 0; i < m->material_count; i++) {
        const uint8_t *material = m->materials + (size_t)i * MATERIAL_SIZE;
        int32_t first = believe_i32(material), count = believe_i32(material + 4);
        for (int32_t k = 0; k < count; k++)
            owners[first + k]++; /* relies on xmf/material-range */
        /* relies on xmf/material-multiple */
        if (first % 3 != 0 || count % 3 != 0 || count < 0)
            return "a material that cuts a triangle, or owns less than nothing";
        owned += (uint64_t)count;
        const char *lie = read_name(m, material + 8);
        if (lie != NULL)
            return lie;
    }
    if (m->material_count > 0 && owned != m->indices->count) /* relies on xmf/material-sum */
        return "materials that don't own all indices";
    for (uint64_t i = 0; m->material_count > 0 && i < m->indices->count; i++)
        if (owners[i] != 1)
            return "an index that is not of one material"; /* relies on xmf/material-overlap */
    return NULL;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

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

static const char *read_collision(mesh *m)
{
    const mesh_buffer *b = m->indices == m->buffers ? m->buffers + 1 : m->buffers;
    /* relies on xmf/collision-declaration */
    if (m->buffer_count != 2 || b->element_count != 0 || b->format != FLOAT3 || b->usage_index != 0 ||
        b->type > 1)
        return "a collision mesh with more than positions";
    for (uint64_t i = 0; i < m->vertices * 3; i++)
        if (!isfinite(believe_f32(b->bytes + 4 * i)))
            return "a position that is not finite";
    return NULL;
}

const char *believe_xmf(believe_file *file)
{
    mesh m = {.file = file};
    const char *lie = read_tables(&m);
    if (lie == NULL)
        lie = check_ranges(&m);
    if (lie == NULL)
        lie = load_all(&m);
    for (unsigned i = 0; lie == NULL && i < m.buffer_count; i++)
        if (&m.buffers[i] != m.indices)
            lie = read_vertices(&m, &m.buffers[i]);
    if (lie == NULL && !m.declared[(size_t)USAGE_POSITION * USAGE_INDICES])
        lie = "no positions"; /* relies on xmf/missing-positions */
    if (lie == NULL)
        lie = read_triangles(&m);
    if (lie == NULL)
        lie = read_materials(&m);
    if (lie == NULL && is_collision_mesh(file->name))
        lie = read_collision(&m);
    return lie;
}
