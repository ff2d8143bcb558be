/* mesh.h: small XMF meshes and Egosoft animations in memory, to be damaged by tests. */
#ifndef ASSETLINT_TESTS_MESH_H
#define ASSETLINT_TESTS_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MESH_HEADER = 64,
    MESH_DESC = 188,
    MESH_MATERIAL = 136,
    ANIM_HEADER = 16,
    ANIM_DESC = 160,
    ANIM_KEY = 128
};

/* A file in a block of its exact size. */
typedef struct mesh {
    uint8_t *bytes;
    size_t size;
} mesh;

/* One buffer: the fields of its descriptor, and its uncompressed data. */
typedef struct mesh_part {
    int32_t type, format, items, item_size;
    bool compressed;
    int level; /* of compression */
    const void *data;
    size_t data_size;
} mesh_part;

mesh mesh_of(const mesh_part *parts, size_t count, const char *material);

/* A clean mesh of FLOAT3 positions, 16-bit triangles that use all of them, and one material. `vertices` is a
 * multiple of 3. */
mesh mesh_plain(uint32_t vertices, bool compressed);

/* A clean animation of one part with that many position keys. */
mesh anim_plain(uint32_t keys);
void mesh_free(mesh *m);

/* Where a field of a descriptor is; where the data of a mesh begins. */
size_t mesh_desc_at(size_t buffer, size_t field);
size_t mesh_data_at(size_t buffers, size_t materials);

void mesh_set_i32(mesh *m, size_t at, int32_t value);
int32_t mesh_i32(const mesh *m, size_t at);

#endif
