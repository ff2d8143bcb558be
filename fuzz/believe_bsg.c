/* believe_bsg.c: loads a BSG into a scene: nodes by their place in the file, each below its parent. */
#include "believe_anark.h"

enum { NODE = 96, NODE_LAYER = 88, LAYERS = 8 };

/* By the number that the file has: what a thing is made as. */
static const char *const types[] = {NULL,   "dummy", "geometry", "camera", "light",
                                    "text", NULL,    NULL,       "layer"};
static const char *const asset_types[] = {NULL, NULL, NULL, NULL, NULL, NULL, "material", "texture"};

static void read_nodes(believe_reader *r, uint32_t count)
{
    int32_t *parents = believe_alloc(r, count, sizeof *parents); /* relies on bsg/count-range */
    const size_t end = anark_start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        believe_reader node = next_part(r, NODE); /* relies on bsg/truncated */
        parents[i] = next_i32(&node);
        node.at += 4;
        const uint8_t type = next_u8(&node);
        /* relies on bsg/node-type */
        believe_require(r, type < sizeof types / sizeof types[0] && types[type] != NULL,
                        "a node is of an unknown type");
        believe_require(r, node.data[NODE_LAYER] < LAYERS, "a node has no layer"); /* relies on bsg/layer */
    }
    anark_end_section(r, end);
    believe_tree(r, parents, count); /* relies on bsg/parent-index, bsg/parent-cycle, bsg/nesting */
}

static void read_assets(believe_reader *r, uint32_t count)
{
    int32_t *nodes = believe_alloc(r, count, sizeof *nodes);
    const size_t end = anark_start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = next_i32(r);
        const uint8_t type = next_u8(r);
        /* relies on bsg/asset-type */
        believe_require(r, type < sizeof asset_types / sizeof asset_types[0] && asset_types[type] != NULL,
                        "an asset is of an unknown type");
    }
    anark_end_section(r, end);
}

void believe_bsg(believe_reader *r)
{
    anark_read_header(r, 4, 0x18, 2);
    const size_t end = anark_start_section(r);
    const uint32_t nodes = next_u32(r), assets = next_u32(r);
    anark_end_section(r, end);
    read_nodes(r, nodes);
    read_assets(r, assets);
    believe_require(r, r->at <= r->end,
                    "its last section ends outside the file"); /* relies on bsg/truncated */
}
