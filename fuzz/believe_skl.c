/* believe_skl.c: reads a Lost Saga SKL as an importer does: once, bone by bone. The parent is looked up among
 * the bones that were read, by its name; the children are when all are there. Then each bone is placed with
 * all below it, and its way up to the root is gone.
 */
#include "believe_lostsaga.h"

enum { POSE = 30, DEEPEST = 1000 };

typedef struct bone {
    lsa_text name;
    struct bone *parent; /* NULL: a root */
    uint32_t children, level;
    lsa_text *child_names;
    uint32_t hanging; /* bones that named it as their parent */
} bone;

typedef struct skeleton {
    lsa_reader r;
    bone *bones;
    uint32_t count, read, roots;
    bone **path; /* from where it began down, or up, to a bone */
} skeleton;

/* Among those that were read. Empty names are nobody's. */
static bone *find(const skeleton *s, const lsa_text *name)
{
    for (uint32_t i = 0; i < s->read; i++)
        if (name->length > 0 && lsa_same(&s->bones[i].name, name))
            return &s->bones[i];
    return NULL;
}

static bool is_no_parent(const lsa_text *name)
{
    static const char no_parent[] = "NoParent";
    return name->length == sizeof no_parent - 1 && memcmp(name->bytes, no_parent, sizeof no_parent - 1) == 0;
}

static const char *read_children(skeleton *s, bone *b)
{
    b->children = lsa_u32(&s->r);
    b->child_names =
        believe_alloc(s->r.file, b->children, sizeof *b->child_names); /* relies on skl/count-range */
    if (b->child_names == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < b->children; i++) {
        b->child_names[i] = lsa_read_text(&s->r);
        if (b->child_names[i].bytes == NULL)
            return believe_too_much;
    }
    return NULL;
}

static const char *read_bone(skeleton *s, bone *b)
{
    b->name = lsa_read_text(&s->r);
    if (!lsa_finite(&s->r, POSE))
        return "a pose is not finite"; /* relies on skl/not-finite */
    const lsa_text parent = lsa_read_text(&s->r);
    if (b->name.bytes == NULL || parent.bytes == NULL)
        return believe_too_much;
    if (find(s, &b->name) != NULL)
        return "two bones have one name"; /* relies on skl/duplicate-bone-name */
    if (is_no_parent(&parent)) {
        s->roots++;
    } else {
        b->parent = find(s, &parent);
        b->parent->hanging++; /* relies on skl/parent-missing, skl/parent-order */
    }
    return read_children(s, b);
}

/* A bone that is reached again from further down goes there. */
static void place(skeleton *s, bone *b, uint32_t level)
{
    if (level <= b->level)
        return;
    b->level = level;
    s->path[level - 1] = b; /* relies on skl/nesting, skl/cycle */
    for (uint32_t i = 0; i < b->children; i++) {
        bone *child = find(s, &b->child_names[i]);
        place(s, child, level + 1); /* relies on skl/child-missing */
    }
}

/* The transforms from a bone up to its root are put one behind the other. */
static void go_up(skeleton *s, bone *b)
{
    size_t steps = 0;
    for (bone *at = b; at != NULL; at = at->parent)
        s->path[steps++] = at;
}

static const char *read_bones(skeleton *s)
{
    const char *lie = NULL;
    s->count = lsa_u32(&s->r);
    s->bones = believe_alloc(s->r.file, s->count, sizeof *s->bones);
    s->path = believe_alloc(s->r.file, DEEPEST, sizeof(bone *));
    if (s->bones == NULL || s->path == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < s->count && lie == NULL; i++) {
        lie = read_bone(s, &s->bones[i]);
        s->read++;
    }
    return lie;
}

const char *believe_skl(believe_file *file)
{
    skeleton s = {.r = {.file = file, .at = 4}};
    if (memcmp(file->data, "SKL", 4) != 0) /* relies on skl/bad-magic */
        return "it begins with another magic";
    if (lsa_u32(&s.r) != 1000) /* relies on skl/unsupported-version */
        return "a version that nobody has seen";
    const char *lie = read_bones(&s);
    if (lie == NULL && lsa_read_text(&s.r).bytes == NULL)
        lie = believe_too_much;
    if (lie != NULL)
        return lie;
    if (s.r.at > file->size)
        return "it ends outside the file";
    if (s.count > 0 && s.roots == 0) /* relies on skl/no-root */
        return "no bone is a root";
    for (uint32_t i = 0; i < s.count; i++) {
        place(&s, &s.bones[i], 1);
        go_up(&s, &s.bones[i]);
    }
    return NULL;
}
