/* believe_anark.h: what the believing readers of BGF and BSG share: the header, sections, and trees of things
 * that name their parents.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_ANARK_H
#define ASSETLINT_FUZZ_BELIEVE_ANARK_H

#include "believe.h"

enum { ANARK_HEADER = 32, ANARK_LEVELS = 1000 };

/* Size of the header, magic and version, from the offset `at`. */
static inline void anark_read_header(believe_reader *r, size_t at, int32_t size, int32_t version)
{
    /* relies on FORMAT/bad-magic */
    believe_require(r, memcmp(r->data + at + 4, "AnarkBGF", 8) == 0, "its magic is wrong");
    r->big_endian = r->data[0] == 1;
    r->at = at;
    believe_require(r, next_i32(r) == size, "its header has another size"); /* relies on FORMAT/header-size */
    r->at = at + 12;
    /* relies on FORMAT/unsupported-version */
    believe_require(r, next_i32(r) == version, "its version is unknown");
    r->at = ANARK_HEADER;
}

/* Reads the size of a section; returns where it ends. */
static inline size_t anark_start_section(believe_reader *r)
{
    const uint32_t size = next_u32(r);
    return r->at + size;
}

static inline void anark_end_section(believe_reader *r, size_t end)
{
    /* relies on FORMAT/section-size */
    believe_require(r, r->at == end, "a section has another size than it says");
}

/* The hash of a name, by the formula: the bits of it that files compare. */
static inline uint32_t anark_hash(const char *name)
{
    uint64_t hash = 0;
    for (size_t i = 0; i == 0 || name[i - 1] != '\0'; i++)
        hash = (hash * 0x1003F + (uint8_t)name[i]) & UINT32_MAX;
    return (uint32_t)hash & 0x7FFFFFF;
}

typedef struct anark_tree {
    const int32_t *parents;
    int32_t *first_child, *next_sibling; /* -1: none */
    int32_t *path; /* from a thing up to the top, or from the top down to what is drawn: one on each level */
} anark_tree;

/* A thing is placed after its parent, up to the top. */
static inline void anark_place(anark_tree *t, int32_t at, uint32_t level)
{
    t->path[level] = at; /* relies on FORMAT/parent-cycle */
    if (t->parents[at] != -1)
        anark_place(t, t->parents[at], level + 1);
}

/* Draws a thing and all below it. Returns how many that were. */
static inline uint32_t anark_draw(anark_tree *t, int32_t at, uint32_t level)
{
    uint32_t drawn = 1;
    t->path[level] = at; /* relies on FORMAT/nesting */
    for (int32_t child = t->first_child[at]; child != -1; child = t->next_sibling[child])
        drawn += anark_draw(t, child, level + 1);
    return drawn;
}

/* Links the things to their parents, then places and draws them by recursion. */
static inline void anark_use_tree(believe_reader *r, const int32_t *parents, uint32_t count)
{
    anark_tree t = {.parents = parents,
                    .first_child = believe_alloc(r, count, sizeof *parents),
                    .next_sibling = believe_alloc(r, count, sizeof *parents),
                    .path = believe_alloc(r, ANARK_LEVELS, sizeof *parents)};
    uint32_t drawn = 0;
    memset(t.first_child, 0xFF, count * sizeof *parents);
    memset(t.next_sibling, 0xFF, count * sizeof *parents);
    for (uint32_t i = 0; i < count; i++) {
        if (parents[i] == -1)
            continue;
        t.next_sibling[i] = t.first_child[parents[i]]; /* relies on FORMAT/parent-index */
        t.first_child[parents[i]] = (int32_t)i;
    }
    for (uint32_t i = 0; i < count; i++)
        anark_place(&t, (int32_t)i, 0);
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == -1)
            drawn += anark_draw(&t, (int32_t)i, 0);
    believe_require(r, drawn == count, "a thing is below no root");
}

#endif
