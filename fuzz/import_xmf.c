/* import_xmf.c: loads an XMF as converters do: an array for each attribute, found by usage and by an index of
 * 8 bits, triangles, and the material of each triangle in 8 bits.
 */
#include "import.h"

#include <zlib.h>

enum {
    HEADER = 64,
    MATERIAL = 0x88,
    NAME = 128,
    DESC = 188,
    ELEMENTS_AT = 60,
    ELEMENT = 8,
    INDICES = 30,
    WIDE_INDICES = 31,
    DECLARED = 32,
    FLOAT4 = 3,
    HALF2 = 15,
    TYPES = 17, /* D3DDECLTYPE values that hold data */
    USAGES = 14,
    MOST_ELEMENTS = 16,
    USAGE_INDICES = 256,
    NO_MATERIAL = 255
};

typedef struct stream {
    int32_t type, usage_index, format, item_size, element_count;
    uint32_t items;
    const uint8_t *elements, *bytes;
} stream;

typedef struct attribute {
    const uint8_t *bytes; /* of the first vertex; NULL for none */
    int32_t type, stride;
} attribute;

typedef struct mesh {
    believe_reader *r;
    uint8_t stream_count, material_count;
    size_t data_at;
    stream *streams;
    uint32_t vertices, corner_count;
    attribute arrays[USAGES][USAGE_INDICES];
    uint32_t *corners;
} mesh;

/* ---- Streams ------------------------------------------------------------------------------------------- */

/* The bytes of a stream, in a block of the declared size. zlib is not built with the sanitizers, so what it
 * unpacks from is a copy. Where libdeflate is more lenient than zlib (believe_xmf.c), the bytes that zlib got
 * are used. */
static const uint8_t *load(believe_reader *r, const stream *s, size_t at, uint32_t stored, bool packed)
{
    believe_reader from = *r;
    from.at = at;
    const uint8_t *file = next_bytes(&from, stored, 1); /* relies on xmf/data-range */
    believe_require(r, from.at <= r->end,
                    "a file has less bytes than a stream"); /* relies on xmf/data-range */
    const uint32_t size = (uint32_t)s->item_size;
    uLongf got = (uLongf)s->items * size;
    believe_unpacked(r, packed ? believe_deflated((int32_t)stored, got) : 0);
    uint8_t *bytes = import_room(r, s->items, size); /* relies on xmf/size-overflow, xmf/count-range */
    if (packed)
        (void)uncompress(bytes, &got, file, stored);
    else
        memcpy(bytes, file, stored);
    /* relies on xmf/stored-size */
    believe_require(r, packed || stored == got, "a stream has another size in memory than in the file");
    return bytes;
}

static void import_stream(mesh *m, stream *s, const uint8_t *desc)
{
    believe_reader *r = m->r;
    const uint32_t offset = believe_u32(desc + 8), stored = believe_u32(desc + 24);
    *s = (stream){.type = believe_i32(desc),
                  .usage_index = believe_i32(desc + 4),
                  .format = believe_i32(desc + 20),
                  .items = believe_u32(desc + 28),
                  .item_size = believe_i32(desc + 32),
                  .element_count = believe_i32(desc + 56),
                  .elements = desc + ELEMENTS_AT};
    /* relies on xmf/buffer-compression, xmf/buffer-sections, xmf/buffer-empty */
    believe_require(
        r, believe_u32(desc + 12) <= 1 && believe_u32(desc + 36) == 1 && s->items > 0 && s->item_size > 0,
        "a stream of an unknown kind");
    /* relies on xmf/element-count */
    believe_require(r, s->element_count >= 0 && s->element_count <= MOST_ELEMENTS,
                    "a vertex has too many elements");
    s->bytes = load(r, s, m->data_at + offset, stored, believe_u32(desc + 12) == 1);
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

/* The usage of a stream without elements, by its type; -1 for none. */
static int32_t usage_of(const believe_reader *r, int32_t type)
{
    static const int32_t usages[] = {0,  0,  3,  3,  6,  7,  5,  -1, 10, -1, -1,
                                     -1, -1, -1, -1, -1, -1, -1, -1, -1, 4};
    const bool known = type >= 0 && (size_t)type < sizeof usages / sizeof usages[0];
    const int32_t usage = known ? usages[type] : -1;
    believe_require(r, usage >= 0, "a stream is of no known type"); /* relies on xmf/buffer-type */
    return usage;
}

/* Adds an attribute, and returns its bytes in a vertex. */
static uint32_t add(mesh *m, const stream *s, uint32_t place, int32_t type, int32_t usage, int32_t index)
{
    static const uint8_t sizes[TYPES] = {4, 8, 12, 16, 4, 4, 4, 8, 4, 4, 8, 4, 8, 4, 4, 4, 8};
    /* relies on xmf/element-type, xmf/element-usage, xmf/usage-index, xmf/duplicate-element */
    believe_require(m->r,
                    type >= 0 && type < TYPES && usage < USAGES && index >= 0 && index < USAGE_INDICES &&
                        m->arrays[usage][index].bytes == NULL,
                    "an attribute has no place");
    m->arrays[usage][index] = (attribute){.bytes = s->bytes + place, .type = type, .stride = s->item_size};
    return sizes[type];
}

static void import_attributes(mesh *m, const stream *s)
{
    uint32_t place = 0;
    const int32_t implied = usage_of(m->r, s->type);
    /* relies on xmf/vertex-format */
    believe_require(m->r, s->element_count == 0 || s->format == 0 || s->format == DECLARED,
                    "a stream has two formats");
    if (s->element_count == 0)
        place = add(m, s, 0, s->format, implied, s->usage_index);
    for (int32_t i = 0; i < s->element_count; i++) {
        const uint8_t *element = s->elements + (size_t)i * ELEMENT;
        place += add(m, s, place, believe_i32(element), element[4], element[5]);
    }
    /* relies on xmf/vertex-size, xmf/vertex-count */
    believe_require(m->r, place == (uint32_t)s->item_size && (m->vertices == 0 || m->vertices == s->items),
                    "a vertex has another size, or a stream another number of them");
    m->vertices = s->items;
}

static float half(uint16_t bits)
{
    const int exponent = bits >> 10 & 31;
    const float fraction = (float)(bits & 1023);
    if (exponent == 31)
        return INFINITY;
    return copysignf(exponent == 0 ? ldexpf(fraction, -24) : ldexpf(fraction + 1024, exponent - 25),
                     (bits & 0x8000) != 0 ? -1.0f : 1.0f);
}

/* A number of a position; 0 where its type has less. */
static float coordinate(const attribute *a, const uint8_t *at, size_t axis)
{
    if (a->type <= FLOAT4)
        return axis <= (size_t)a->type ? believe_f32(at + 4 * axis) : 0;
    if (a->type >= HALF2)
        return axis < 2 || a->type > HALF2 ? half(believe_u16(at + 2 * axis)) : 0;
    return (float)at[axis];
}

/* Three floats for each vertex. */
static const float *import_positions(const mesh *m, const attribute *a)
{
    float *positions = import_room(m->r, m->vertices, 3 * sizeof *positions);
    const uint8_t *at = a->bytes;
    for (uint32_t i = 0; i < m->vertices; i++, at += a->stride)
        for (size_t axis = 0; axis < 3; axis++) {
            positions[3 * (size_t)i + axis] = coordinate(a, at, axis);
            /* relies on xmf/not-finite */
            believe_require(m->r, isfinite(positions[3 * (size_t)i + axis]), "a position is not finite");
        }
    return positions;
}

/* Draws the triangles at each set of positions, the first of which every mesh has. */
static void draw(const mesh *m)
{
    /* relies on xmf/missing-positions */
    believe_require(m->r, m->arrays[0][0].bytes != NULL, "a mesh has no positions");
    for (size_t i = 0; i < USAGE_INDICES; i++)
        if (m->arrays[0][i].bytes != NULL) /* relies on xmf/index-range */
            import_draw(m->r, import_positions(m, &m->arrays[0][i]), m->corners, m->corner_count);
}

/* ---- Triangles and materials --------------------------------------------------------------------------- */

static void import_corners(mesh *m, const stream *s)
{
    const bool narrow = s->format == INDICES && s->item_size == 2;
    /* relies on xmf/index-format, xmf/index-count */
    believe_require(m->r, (narrow || (s->format == WIDE_INDICES && s->item_size == 4)) && s->items % 3 == 0,
                    "corners of an unknown kind");
    m->corner_count = s->items;
    m->corners = import_room(m->r, s->items, sizeof *m->corners);
    for (size_t i = 0; i < s->items; i++)
        m->corners[i] = narrow ? believe_u16(s->bytes + 2 * i) : believe_u32(s->bytes + 4 * i);
}

/* The number of its material for each triangle. */
static void import_materials(const mesh *m, const uint8_t *records)
{
    const uint32_t triangles = m->corner_count / 3;
    uint8_t *material_of = import_room(m->r, triangles, 1);
    memset(material_of, NO_MATERIAL, triangles);
    for (uint8_t i = 0; i < m->material_count; i++, records += MATERIAL) {
        const int32_t first = believe_i32(records), count = believe_i32(records + 4);
        char name[NAME];
        memcpy(name, records + 8, NAME);
        (void)import_room(m->r, (uint32_t)strlen(name) + 1, 1); /* relies on xmf/material-name-terminator */
        /* relies on xmf/material-multiple */
        believe_require(m->r, first % 3 == 0 && count % 3 == 0 && first >= 0 && count >= 0,
                        "a material has parts of triangles");
        for (int32_t k = 0; k < count / 3; k++) /* relies on xmf/material-range, xmf/material-overlap */
            believe_require(
                m->r, (uint32_t)(first / 3 + k) < triangles && material_of[first / 3 + k] == NO_MATERIAL,
                "a triangle has two materials");
        for (int32_t k = 0; k < count / 3; k++)
            material_of[first / 3 + k] = i;
    }
    for (uint32_t i = 0; m->material_count > 0 && i < triangles; i++) /* relies on xmf/material-sum */
        believe_require(m->r, material_of[i] != NO_MATERIAL, "a triangle has no material");
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* The descriptors, in blocks of their full size: some files have shorter ones. */
static uint8_t *import_tables(mesh *m)
{
    believe_reader header = import_part(m->r, HEADER); /* relies on xmf/truncated */
    /* relies on xmf/bad-magic, xmf/unsupported-version, xmf/big-endian, xmf/header-offset, xmf/primitive-type
     */
    believe_require(m->r, memcmp(header.data, "XUMF\3\0\x40", 7) == 0 && believe_u32(header.data + 0x16) == 4,
                    "it has another header");
    m->stream_count = header.data[8];
    m->material_count = header.data[10];
    const uint8_t size = header.data[9];
    /* relies on xmf/descriptor-size, xmf/material-size */
    believe_require(m->r,
                    size <= DESC && size >= 56 && (m->material_count == 0 || header.data[11] == MATERIAL),
                    "it has other tables");
    uint8_t *descs = import_room(m->r, m->stream_count, DESC);
    for (size_t i = 0; i < m->stream_count; i++)
        memcpy(descs + i * DESC, next_bytes(m->r, size, 1), size);
    return descs;
}

void import_xmf(believe_reader *r)
{
    mesh m = {.r = r};
    const uint8_t *descs = import_tables(&m), *records = next_bytes(r, m.material_count, MATERIAL);
    m.data_at = r->at;
    m.streams = import_room(r, m.stream_count, sizeof *m.streams);
    for (unsigned i = 0; i < m.stream_count; i++) {
        import_stream(&m, &m.streams[i], descs + (size_t)i * DESC);
        const bool is_last = i + 1 == m.stream_count;
        /* relies on xmf/index-buffer-order, xmf/extra-index-buffer, xmf/no-index-buffer */
        believe_require(r, (m.streams[i].type == INDICES) == is_last,
                        "the last stream, and no other, has the corners");
        if (is_last)
            import_corners(&m, &m.streams[i]);
        else
            import_attributes(&m, &m.streams[i]);
    }
    /* relies on xmf/no-vertex-buffer, xmf/no-index-buffer */
    believe_require(r, m.vertices > 0 && m.corners != NULL, "a mesh has nothing to draw");
    draw(&m);
    import_materials(&m, records);
}
