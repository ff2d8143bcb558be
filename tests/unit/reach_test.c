/* reach_test.c: how far into a file the bytes lie that decided a finding. If the file is nothing but zeros
 * from an earlier byte on, the finding follows from that damage, and file/zero-filled is reported instead.
 */
#include "unit.h"

#include "judged.h"
#include "seed.h"

/* A fixture, and one of its findings. */
typedef struct row {
    const char *name, *rule, *field;
    uint64_t reach;
} row;

static const row rows[] = {
    /* The end of the chunk, as it is or as it is declared. */
    {"xac/chunk-length/fires--1.xac", "xac/chunk-length", "chunks[0].length", 0x5C},
    {"xac/chunk-length/fires-1.xac", "xac/chunk-length", "chunks[0].length", 0x5C + 1},
    {"xac/chunk-length/fires-12.xac", "xac/chunk-length", "chunks[0].length", 0x5C + 12},
    {"xac/chunk-length/fires-in-lod.xac", "xac/chunk-length", "chunks[4].lod.chunks[0].length", 0x2A8 + 1},
    /* The end of the chunk with the nodes; if each node is a chunk, that of the file. */
    {"xac/child-count/fires.xac", "xac/child-count", "chunks[1].nodes[0].numChildren", 0x1B7},
    {"xac/child-count/fires-old.xac", "xac/child-count", "chunks[1].numChildren", AL_WHOLE_FILE},
    {"xac/root-count/fires-0.xac", "xac/root-count", "chunks[1].numRootNodes", 0x1B4},
    /* The count of faces; or the number itself, if it is within a face. */
    {"msh/submesh-faces/fires-1.msh", "msh/submesh-faces", "submeshes[0].indexStart", 0x3C},
    {"msh/submesh-faces/fires-5.msh", "msh/submesh-faces", "submeshes[0].indexStart", 0x3C},
    {"msh/submesh-faces/fires-start.msh", "msh/submesh-faces", "submeshes[1].indexStart", 0x138},
};

static void findings_reach_what_decided_them(void **state)
{
    static uint8_t bytes[4096];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t size = read_seed(UNIT_RULES, rows[i].name, bytes, sizeof bytes);
        judged *j = judged_start(rows[i].name, bytes, size, UINT64_MAX);
        judged_run(j, NULL);
        assert_int_equal(j->sink.reaches[judged_find(j, rows[i].rule, rows[i].field)], rows[i].reach);
        judged_end(j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(findings_reach_what_decided_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
