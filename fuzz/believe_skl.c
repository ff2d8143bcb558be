/* believe_skl.c: loads a Lost Saga SKL into an armature: it finds bones by name, the parent among those
 * before, the children when all are read. Then it goes down the lists of children by recursion, once for each
 * list that a bone is in.
 */
#include "believe_lostsaga.h"

enum { POSE = 30 };

typedef struct bone {
    lsa_text name;
    struct bone *parent; /* NULL: a root */
    uint32_t child_count, level;
    lsa_text *children;
    bool is_parent;
} bone;

typedef struct skeleton {
    believe_reader *r;
    bone *bones;
    uint32_t read, roots;
    bone **path; /* from a bone down */
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
        b->parent->is_parent = true; /* relies on skl/parent-missing, skl/parent-order */
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
    for (uint32_t i = 0; i < b->child_count; i++)
        place(s, find(s, &b->children[i]), level + 1); /* relies on skl/child-missing */
}

static void visit(const skeleton *s, const bone *b)
{
    believe_step(s->r); /* relies on skl/shared-children */
    for (uint32_t i = 0; i < b->child_count; i++)
        visit(s, find(s, &b->children[i]));
}

/* The transforms from a bone up to its root. */
static void go_up(const skeleton *s, bone *b)
{
    size_t steps = 0;
    for (bone *at = b; at != NULL; at = at->parent)
        s->path[steps++] = at; /* relies on skl/nesting */
}

void believe_skl(believe_reader *r)
{
    believe_require(r, memcmp(r->data, "SKL", 4) == 0, "its magic is wrong"); /* relies on skl/bad-magic */
    r->at = 4;
    believe_require(r, next_u32(r) == 1000, "its version is unknown"); /* relies on skl/unsupported-version */
    const uint32_t count = next_u32(r);
    skeleton s = {.r = r, .bones = believe_alloc(r, count, sizeof *s.bones)};
    s.path = believe_alloc(r, BELIEVE_LEVELS, sizeof(bone *));
    for (; s.read < count; s.read++)
        read_bone(&s, &s.bones[s.read]);
    (void)lsa_read_text(r);
    lsa_end(r);
    believe_require(r, count == 0 || s.roots > 0, "no bone is a root"); /* relies on skl/no-root */
    for (uint32_t i = 0; i < count; i++) {
        place(&s, &s.bones[i], 1);
        go_up(&s, &s.bones[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (s.bones[i].parent == NULL)
            visit(&s, &s.bones[i]);
}
