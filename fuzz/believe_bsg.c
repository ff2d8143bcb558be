/* believe_bsg.c: reads a BSG as a game would that trusts it. */
#include "believe_anark.h"

enum { NODE = 96, NODE_TYPE = 8, NODE_LAYER = 88 };

static void read_nodes(believe_reader *r, uint32_t count)
{
    int32_t *parents = believe_alloc(r, count, sizeof *parents);
    const size_t end = anark_start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *node = r->data + r->at;
        parents[i] = next_i32(r);
        r->at += NODE - 4;
        const uint8_t type = node[NODE_TYPE];
        /* relies on bsg/node-type */
        believe_require(r, type >= 1 && type <= 8 && type != 6 && type != 7, "a node is of an unknown type");
        believe_require(r, node[NODE_LAYER] <= 7, "the layer of a node is unknown"); /* relies on bsg/layer */
    }
    anark_end_section(r, end);
    anark_use_tree(r, parents, count);
}

static void read_assets(believe_reader *r, uint32_t count)
{
    int32_t *nodes = believe_alloc(r, count, sizeof *nodes);
    const size_t end = anark_start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = next_i32(r);
        const uint8_t type = next_u8(r);
        /* relies on bsg/asset-type */
        believe_require(r, type == 6 || type == 7, "an asset is of an unknown type");
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
    believe_require(r, r->at <= r->end, "its last section ends outside the file");
}
