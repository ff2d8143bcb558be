/* import_skl.c: loads a Lost Saga SKL into an armature: bones by name, and down the lists of children, from
 * the roots on, by recursion.
 */
#include "import_lostsaga.h"

enum { POSE = 30 };

typedef struct bone {
    lsa_text name, parent;
    uint32_t child_count;
    lsa_text *children;
    bool is_root, is_listed, is_posed;
} bone;

typedef struct armature {
    believe_reader *r;
    bone *bones;
    uint32_t count;
} armature;

static bone *find(const armature *a, const lsa_text *name)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (name->length > 0 && name->length == a->bones[i].name.length &&
            memcmp(name->bytes, a->bones[i].name.bytes, name->length) == 0)
            return &a->bones[i];
    return NULL;
}

static void import_bone(armature *a, bone *b)
{
    b->name = lsa_read_text(a->r);
    believe_require(a->r, next_finite(a->r, POSE), "a pose is not finite"); /* relies on skl/not-finite */
    b->parent = lsa_read_text(a->r);
    b->is_root = b->parent.length == 8 && memcmp(b->parent.bytes, "NoParent", 8) == 0;
    b->child_count = next_u32(a->r);
    b->children = import_room(a->r, b->child_count, sizeof *b->children);
    for (uint32_t i = 0; i < b->child_count; i++)
        b->children[i] = lsa_read_text(a->r);
}

/* Before the lists are followed: where each bone is. */
static void list_children(const armature *a, const bone *b)
{
    for (uint32_t i = 0; i < b->child_count; i++) {
        bone *child = find(a, &b->children[i]);
        /* relies on skl/child-missing */
        believe_require(a->r, child != NULL, "a child doesn't exist");
        child->is_listed = true;
    }
}

static void pose(const armature *a, bone *b, unsigned level)
{
    believe_require(a->r, level < IMPORT_LEVELS,
                    "a skeleton is deeper than a stack"); /* relies on skl/nesting */
    believe_step(a->r);                                   /* relies on skl/shared-children */
    b->is_posed = true;
    for (uint32_t i = 0; i < b->child_count; i++)
        pose(a, find(a, &b->children[i]), level + 1);
}

/* The levels above a bone, as it is asked for its place in the world. */
static unsigned climb(const armature *a, const bone *b, unsigned level)
{
    believe_require(a->r, level < IMPORT_LEVELS,
                    "a bone is below too many others"); /* relies on skl/nesting */
    believe_step(a->r);
    return b->is_root ? level : climb(a, find(a, &b->parent), level + 1);
}

void import_skl(believe_reader *r)
{
    armature a = {.r = r};
    uint32_t roots = 0;
    believe_require(r, memcmp(r->data, "SKL", 4) == 0, "its magic is wrong"); /* relies on skl/bad-magic */
    r->at = 4;
    believe_require(r, next_u32(r) == 1000, "its version is unknown"); /* relies on skl/unsupported-version */
    const uint32_t count = next_u32(r);
    a.bones = import_room(r, count, sizeof *a.bones);
    for (; a.count < count; a.count++)
        import_bone(&a, &a.bones[a.count]);
    (void)lsa_read_text(r); /* relies on skl/truncated */
    for (uint32_t i = 0; i < count; i++) {
        const bone *b = &a.bones[i];
        roots += b->is_root;
        /* relies on skl/parent-missing */
        believe_require(r, b->is_root || find(&a, &b->parent) != NULL, "a parent doesn't exist");
        /* relies on skl/duplicate-bone-name */
        believe_require(r, b->name.length == 0 || find(&a, &b->name) == b, "two bones have one name");
    }
    believe_require(r, count == 0 || roots > 0, "no bone is a root"); /* relies on skl/no-root */
    for (uint32_t i = 0; i < count; i++)
        list_children(&a, &a.bones[i]);
    for (uint32_t i = 0; i < count; i++) {
        (void)climb(&a, &a.bones[i], 0);
        if (!a.bones[i].is_listed)
            pose(&a, &a.bones[i], 0);
    }
    for (uint32_t i = 0; i < count; i++) /* relies on skl/cycle */
        believe_require(r, a.bones[i].is_posed, "a bone has no place in the skeleton");
}
