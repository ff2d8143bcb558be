/* mesh.c: writes small files. */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "stream.h"
#include "unit.h"

enum { MAX_PARTS = 32, INDEX_BUFFER = 30, FLOAT3 = 2 };

static void put_i32(uint8_t *at, int32_t value)
{
    const uint32_t bits = (uint32_t)value;
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(bits >> (8 * i) & 0xFF);
}

static void put_f32(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(bits >> (8 * i) & 0xFF);
}

static mesh mesh_of_size(size_t size)
{
    const mesh m = {.bytes = calloc(size > 0 ? size : 1, 1), .size = size};
    assert_non_null(m.bytes);
    return m;
}

size_t mesh_desc_at(size_t buffer, size_t field)
{
    return MESH_HEADER + buffer * MESH_DESC + field;
}

size_t mesh_data_at(size_t buffers, size_t materials)
{
    return MESH_HEADER + buffers * MESH_DESC + materials * MESH_MATERIAL;
}

static void write_header(mesh *m, size_t buffers, size_t materials)
{
    memcpy(m->bytes, "XUMF\3", 5);
    m->bytes[6] = MESH_HEADER;
    m->bytes[8] = (uint8_t)buffers;
    m->bytes[9] = MESH_DESC;
    m->bytes[10] = (uint8_t)materials;
    m->bytes[11] = MESH_MATERIAL;
    put_i32(m->bytes + 0x16, 4);
}

static void write_desc(uint8_t *at, const mesh_part *p, size_t data_offset, size_t stored)
{
    put_i32(at + 0, p->type);
    put_i32(at + 8, (int32_t)data_offset);
    put_i32(at + 12, p->compressed ? 1 : 0);
    put_i32(at + 20, p->format);
    put_i32(at + 24, (int32_t)stored);
    put_i32(at + 28, p->items);
    put_i32(at + 32, p->item_size);
    put_i32(at + 36, 1);
}

static int32_t count_indices(const mesh_part *parts, size_t count)
{
    int32_t indices = 0;
    for (size_t i = 0; i < count; i++)
        indices += parts[i].type == INDEX_BUFFER ? parts[i].items : 0;
    return indices;
}

mesh mesh_of(const mesh_part *parts, size_t count, const char *material)
{
    uint8_t *stored[MAX_PARTS] = {NULL};
    size_t sizes[MAX_PARTS], materials = material != NULL ? 1 : 0;
    size_t at = mesh_data_at(count, materials), size = at;
    assert_in_range(count, 0, MAX_PARTS);
    for (size_t i = 0; i < count; i++) {
        const mesh_part *p = &parts[i];
        sizes[i] = p->data_size;
        if (p->compressed)
            stored[i] = stream_of(p->data, p->data_size, p->level, Z_DEFAULT_STRATEGY, &sizes[i]);
        size += sizes[i];
    }
    mesh m = mesh_of_size(size);
    write_header(&m, count, materials);
    if (count > 0 && parts[0].type != INDEX_BUFFER)
        put_i32(m.bytes + 0x0E, parts[0].items);
    put_i32(m.bytes + 0x12, count_indices(parts, count));
    if (material != NULL) {
        uint8_t *row = m.bytes + mesh_data_at(count, 0);
        put_i32(row + 4, count_indices(parts, count));
        memcpy(row + 8, material, strlen(material));
    }
    const size_t data_at = at;
    for (size_t i = 0; i < count; i++) {
        write_desc(m.bytes + mesh_desc_at(i, 0), &parts[i], at - data_at, sizes[i]);
        if (sizes[i] > 0)
            memcpy(m.bytes + at, parts[i].compressed ? stored[i] : parts[i].data, sizes[i]);
        at += sizes[i];
        free(stored[i]);
    }
    return m;
}

mesh mesh_plain(uint32_t vertices, bool compressed)
{
    const size_t position_bytes = (size_t)vertices * 12, index_bytes = (size_t)vertices * 2;
    uint8_t *positions = malloc(position_bytes), *indices = malloc(index_bytes);
    assert_true(positions != NULL && indices != NULL);
    for (uint32_t i = 0; i < vertices; i++) {
        put_f32(positions + 12 * (size_t)i, (float)(i % 101) * 0.25f);
        put_f32(positions + 12 * (size_t)i + 4, (float)(i / 101));
        put_f32(positions + 12 * (size_t)i + 8, (float)(i % 7));
        indices[2 * (size_t)i] = (uint8_t)(i % 256);
        indices[2 * (size_t)i + 1] = (uint8_t)(i / 256 % 256);
    }
    const mesh_part parts[] = {{.type = 0,
                                .format = FLOAT3,
                                .items = (int32_t)vertices,
                                .item_size = 12,
                                .compressed = compressed,
                                .level = 6,
                                .data = positions,
                                .data_size = position_bytes},
                               {.type = INDEX_BUFFER,
                                .format = INDEX_BUFFER,
                                .items = (int32_t)vertices,
                                .item_size = 2,
                                .compressed = compressed,
                                .level = 6,
                                .data = indices,
                                .data_size = index_bytes}};
    const mesh m = mesh_of(parts, 2, "ships.hull");
    free(positions);
    free(indices);
    return m;
}

mesh anim_plain(uint32_t keys)
{
    mesh m = mesh_of_size(ANIM_HEADER + ANIM_DESC + (size_t)keys * ANIM_KEY);
    put_i32(m.bytes, 1);
    put_i32(m.bytes + 4, ANIM_HEADER + ANIM_DESC);
    put_i32(m.bytes + 8, 1);
    memcpy(m.bytes + ANIM_HEADER, "part", 4);
    memcpy(m.bytes + ANIM_HEADER + 64, "anim", 4);
    put_i32(m.bytes + ANIM_HEADER + 128, (int32_t)keys);
    put_f32(m.bytes + ANIM_HEADER + 148, 1.0f);
    for (uint32_t i = 0; i < keys; i++)
        put_i32(m.bytes + ANIM_HEADER + ANIM_DESC + (size_t)i * ANIM_KEY + 12, 2);
    return m;
}

void mesh_free(mesh *m)
{
    free(m->bytes);
    *m = (mesh){.bytes = NULL};
}

void mesh_set_i32(mesh *m, size_t at, int32_t value)
{
    assert_in_range(at + 4, 4, m->size);
    put_i32(m->bytes + at, value);
}

int32_t mesh_i32(const mesh *m, size_t at)
{
    uint32_t bits = 0;
    assert_in_range(at + 4, 4, m->size);
    for (unsigned i = 0; i < 4; i++)
        bits |= (uint32_t)m->bytes[at + i] << (8 * i);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
