/* import_bsg.c: loads a BSG into a scene: nodes by their place in the file, each after its parent. */
#include "believe_anark.h"
#include "import.h"

enum { NODE = 96, LAYERS = 8 };

/* By the number that the file has: what a node is made as. */
static const char *const types[] = {NULL,   "dummy", "geometry", "camera", "light",
                                    "text", NULL,    NULL,       "layer"};
static const char *const asset_types[] = {NULL, NULL, NULL, NULL, NULL, NULL, "material", "texture"};

static void import_nodes(believe_reader *r, uint32_t count)
{
    const size_t end = anark_start_section(r);
    int32_t *parents = import_room(r, count, sizeof *parents); /* relies on bsg/count-range */
    float *places = import_room(r, count, 3 * sizeof *places);
    uint32_t layers[LAYERS] = {0};
    for (uint32_t i = 0; i < count; i++) {
        believe_reader node = import_part(r, NODE); /* relies on bsg/truncated */
        node.big_endian = r->big_endian;
        parents[i] = next_i32(&node);
        node.at += 4;
        const uint8_t type = next_u8(&node);
        /* relies on bsg/node-type */
        believe_require(r, type < sizeof types / sizeof types[0] && types[type] != NULL,
                        "a scene has no such node");
        node.at += 3;
        for (size_t k = 0; k < 3; k++)
            places[3 * (size_t)i + k] = next_f32(&node);
        const uint8_t layer = node.data[NODE - 8];
        believe_require(r, layer < LAYERS, "a scene has no such layer"); /* relies on bsg/layer */
        layers[layer]++;
    }
    anark_end_section(r, end);
    (void)import_pose(r, parents, places,
                      count); /* relies on bsg/parent-index, bsg/parent-cycle, bsg/nesting */
}

void import_bsg(believe_reader *r)
{
    anark_read_header(r, 4, 0x18, 2);
    size_t end = anark_start_section(r);
    const uint32_t nodes = next_u32(r), assets = next_u32(r);
    anark_end_section(r, end);
    import_nodes(r, nodes);
    end = anark_start_section(r);
    const char **kinds = import_room(r, assets, sizeof *kinds);
    for (uint32_t i = 0; i < assets; i++) {
        r->at += 4;
        const uint8_t type = next_u8(r);
        /* relies on bsg/asset-type */
        believe_require(r, type < sizeof asset_types / sizeof asset_types[0] && asset_types[type] != NULL,
                        "a scene has no such asset");
        kinds[i] = asset_types[type];
    }
    anark_end_section(r, end);
}
