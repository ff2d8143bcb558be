/* believe_anark_tree.h: what the believers of BGF and BSG share: trees of things that name their parents. */
#ifndef ASSETLINT_FUZZ_BELIEVE_ANARK_TREE_H
#define ASSETLINT_FUZZ_BELIEVE_ANARK_TREE_H

#include "believe_anark.h"

enum { ANARK_LEVELS = 1000 };

typedef struct anark_tree {
    uint32_t count;
    const int32_t *parents;
    int32_t *first, *next; /* of each thing: its first child, and the next child of its parent; -1: none */
    int32_t *above; /* those that a thing hangs on, and those that are being drawn: one on each level */
} anark_tree;

/* Where a thing is: what it hangs on is asked first, up to the top. */
static inline int32_t anark_place(anark_tree *t, int32_t at, uint32_t level)
{
    t->above[level] = at; /* relies on FORMAT/parent-cycle */
    int32_t parent = t->parents[at];
    return parent == -1 ? at : anark_place(t, parent, level + 1);
}

/* Draws a thing and all that hangs on it. How many there were. */
static inline uint32_t anark_draw(anark_tree *t, int32_t at, uint32_t level)
{
    uint32_t drawn = 1;
    t->above[level] = at; /* relies on FORMAT/nesting */
    for (int32_t child = t->first[at]; child != -1; child = t->next[child])
        drawn += anark_draw(t, child, level + 1);
    return drawn;
}

/* Links the things to their parents, places them and draws them, as a reader does that calls itself. */
static inline const char *anark_hang(believe_file *file, const int32_t *parents, uint32_t count)
{
    anark_tree t = {.count = count, .parents = parents};
    uint32_t drawn = 0;
    t.first = believe_alloc(file, count, sizeof *t.first);
    t.next = believe_alloc(file, count, sizeof *t.next);
    t.above = believe_alloc(file, ANARK_LEVELS, sizeof *t.above);
    if (t.first == NULL || t.next == NULL || t.above == NULL)
        return believe_too_much;
    memset(t.first, 0xFF, count * sizeof *t.first);
    memset(t.next, 0xFF, count * sizeof *t.next);
    for (uint32_t i = 0; i < count; i++) {
        if (parents[i] == -1)
            continue;
        t.next[i] = t.first[parents[i]]; /* relies on FORMAT/parent-index */
        t.first[parents[i]] = (int32_t)i;
    }
    for (uint32_t i = 0; i < count; i++)
        (void)anark_place(&t, (int32_t)i, 0);
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == -1)
            drawn += anark_draw(&t, (int32_t)i, 0);
    return drawn == count ? NULL : "something hangs on nothing";
}

#endif
