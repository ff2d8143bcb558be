/* believe_bsg.c: reads a BSG as a game would that trusts it. */
#include "believe_anark_tree.h"

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

/* A section is left by its size, wherever its contents end. */
static const char *end_section(anark_reader *r, size_t end)
{
    bool same = r->at == end;
    r->at = end;
    return same ? NULL : "a section has another size than it says"; /* relies on bsg/section-size */
}

static size_t start_section(anark_reader *r)
{
    uint32_t size = anark_u32(r);
    return r->at + size;
}

static const char *read_nodes(anark_reader *r, uint32_t count)
{
    int32_t *parents = believe_alloc(r->file, count, sizeof *parents); /* relies on bsg/count-range */
    if (parents == NULL)
        return believe_too_much;
    size_t end = start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *node = r->data + r->at;
        parents[i] = anark_i32(r); /* relies on bsg/truncated */
        r->at += NODE - 4;
        uint8_t type = node[NODE_TYPE];
        if (type < 1 || type > 8 || type == 6 || type == 7)
            return "a node is of an unknown type"; /* relies on bsg/node-type */
        if (node[NODE_LAYER] > 7)                  /* relies on bsg/layer */
            return "a node is on a layer that isn't there";
    }
    const char *lie = end_section(r, end);
    return lie == NULL ? anark_hang(r->file, parents, count) : lie;
}

static const char *read_assets(anark_reader *r, uint32_t count)
{
    int32_t *nodes = believe_alloc(r->file, count, sizeof *nodes);
    if (nodes == NULL)
        return believe_too_much;
    size_t end = start_section(r);
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = anark_i32(r);
        uint8_t type = anark_u8(r);
        if (type != 6 && type != 7) /* relies on bsg/asset-type */
            return "an asset is of an unknown type";
    }
    return end_section(r, end);
}

const char *believe_bsg(believe_file *file)
{
    anark_reader r = {.file = file, .data = file->data};
    const char *lie = read_header(&r);
    if (lie != NULL)
        return lie;
    size_t end = start_section(&r);
    uint32_t nodes = anark_u32(&r), assets = anark_u32(&r);
    lie = end_section(&r, end);
    if (lie == NULL)
        lie = read_nodes(&r, nodes);
    if (lie == NULL)
        lie = read_assets(&r, assets);
    return lie == NULL && r.at > file->size ? "its last section ends outside the file" : lie;
}
