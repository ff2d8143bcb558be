/* believe_bsg.c: reads a BSG as a game would that trusts it. */
#include "believe_anark.h"

enum { HEADER = 32, NODE = 96, NODE_TYPE = 8, NODE_LAYER = 88, ASSET_TYPE = 4 };

static const char *read_header(anark_reader *r)
{
    const uint8_t *p = r->data;
    if (memcmp(p + 8, "AnarkBGF", 8) != 0) /* relies on bsg/bad-magic */
        return "it has another magic";
    r->big = p[0] == 1;
    r->at = 4;
    if (anark_i32(r) != 0x18) /* relies on bsg/header-size */
        return "its header has another size";
    r->at = 16;
    if (anark_i32(r) != 2) /* relies on bsg/unsupported-version */
        return "a version that nobody has seen";
    r->at = HEADER;
    return NULL;
}

static const char *read_nodes(anark_reader *r, uint32_t count)
{
    int32_t *parents = believe_alloc(r->file, count, sizeof *parents); /* relies on bsg/count-range */
    if (parents == NULL)
        return believe_too_much;
    uint32_t size = anark_u32(r);
    if (size != (uint64_t)count * NODE) /* relies on bsg/section-size */
        return "the section of the nodes has another size";
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *node = r->data + r->at;
        parents[i] = anark_i32(r); /* relies on bsg/truncated */
        r->at += NODE - 4;
        uint8_t type = node[NODE_TYPE];
        if (type < 1 || type > 8 || type == 6 || type == 7)
            return "a node is of an unknown type"; /* relies on bsg/node-type */
        if (node[NODE_LAYER] > 7)                  /* relies on bsg/layer */
            return "a node is on a layer that isn't there";
        if (parents[i] == (int32_t)i)
            return "a node is its own parent";
    }
    return anark_climb(r->file, parents, count); /* relies on bsg/parent-index, bsg/parent-cycle */
}

static const char *read_assets(anark_reader *r, uint32_t count)
{
    uint32_t size = anark_u32(r);
    if (size != (uint64_t)count * 5)
        return "the section of the assets has another size";
    for (uint32_t i = 0; i < count; i++) {
        uint8_t type = r->data[r->at + ASSET_TYPE];
        if (type != 6 && type != 7) /* relies on bsg/asset-type */
            return "an asset is of an unknown type";
        r->at += 5;
    }
    return NULL;
}

const char *believe_bsg(believe_file *file)
{
    anark_reader r = {.file = file, .data = file->data};
    const char *lie = read_header(&r);
    if (lie != NULL)
        return lie;
    if (anark_u32(&r) != 8)
        return "the section of the numbers has another size";
    uint32_t nodes = anark_u32(&r), assets = anark_u32(&r);
    lie = read_nodes(&r, nodes);
    if (lie == NULL)
        lie = read_assets(&r, assets);
    return lie == NULL && r.at > file->size ? "its last section ends outside the file" : lie;
}
