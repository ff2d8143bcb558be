/* believe_skl.c: reads a Lost Saga SKL as an importer does: once, bone by bone. It looks up the parent by its
 * name among the bones before, and the children when all bones are read. Then it places each bone with all
 * below it, and follows its way up to the root.
 */
#include "believe_lostsaga.h"

enum { POSE = 30, MAX_DEPTH = 1000 };

typedef struct bone {
    lsa_text name;
    struct bone *parent; /* NULL: a root */
    uint32_t child_count, level;
    lsa_text *children;
    uint32_t named; /* bones that name it as their parent */
} bone;

typedef struct skeleton {
    believe_reader *r;
    bone *bones;
    uint32_t count, read, roots;
    bone **path; /* from a root down, or from a bone up */
} skeleton;

/* Among the bones that were read. An empty name is found nowhere. */
static bone *find(const skeleton *s, const lsa_text *name)
{
    for (uint32_t i = 0; i < s->read; i++)
        if (name->length > 0 && name->length == s->bones[i].name.length &&
            memcmp(name->bytes, s->bones[i].name.bytes, name->length) == 0)
            return &s->bones[i];
    return NULL;
}

static void read_bone(skeleton *s, bone *b)
{
    b->name = lsa_read_text(s->r);
    believe_require(s->r, next_finite(s->r, POSE), "a pose is not finite"); /* relies on skl/not-finite */
    const lsa_text parent = lsa_read_text(s->r);
    /* relies on skl/duplicate-bone-name */
    believe_require(s->r, find(s, &b->name) == NULL, "two bones have one name");
    if (strcmp(parent.bytes, "NoParent") == 0 && parent.length == strlen("NoParent")) {
        s->roots++;
    } else {
        b->parent = find(s, &parent);
        b->parent->named++; /* relies on skl/parent-missing, skl/parent-order */
    }
    b->child_count = next_u32(s->r);
    b->children = believe_alloc(s->r, b->child_count, sizeof *b->children);
    for (uint32_t i = 0; i < b->child_count; i++)
        b->children[i] = lsa_read_text(s->r);
}

/* A bone that is reached again on a deeper level moves there. */
static void place(skeleton *s, bone *b, uint32_t level)
{
    if (level <= b->level)
        return;
    b->level = level;
    s->path[level - 1] = b; /* relies on skl/nesting, skl/cycle */
    for (uint32_t i = 0; i < b->child_count; i++) {
        bone *child = find(s, &b->children[i]);
        place(s, child, level + 1); /* relies on skl/child-missing */
    }
}

/* Once for each list that the bone is in. */
static void visit(const skeleton *s, const bone *b)
{
    believe_step(s->r); /* relies on skl/shared-children */
    for (uint32_t i = 0; i < b->child_count; i++)
        visit(s, find(s, &b->children[i]));
}

/* The transforms from a bone up to its root. */
static void go_up(skeleton *s, bone *b)
{
    size_t steps = 0;
    for (bone *at = b; at != NULL; at = at->parent)
        s->path[steps++] = at;
}

void believe_skl(believe_reader *r)
{
    believe_require(r, memcmp(r->data, "SKL", 4) == 0, "its magic is wrong"); /* relies on skl/bad-magic */
    r->at = 4;
    believe_require(r, next_u32(r) == 1000, "its version is unknown"); /* relies on skl/unsupported-version */
    skeleton s = {.r = r, .count = next_u32(r)};
    s.bones = believe_alloc(r, s.count, sizeof *s.bones);
    s.path = believe_alloc(r, MAX_DEPTH, sizeof(bone *));
    for (; s.read < s.count; s.read++)
        read_bone(&s, &s.bones[s.read]);
    (void)lsa_read_text(r);
    lsa_end(r);
    believe_require(r, s.count == 0 || s.roots > 0, "no bone is a root"); /* relies on skl/no-root */
    for (uint32_t i = 0; i < s.count; i++) {
        place(&s, &s.bones[i], 1);
        go_up(&s, &s.bones[i]);
        if (s.bones[i].parent == NULL)
            visit(&s, &s.bones[i]);
    }
}
