/* believe_skl.c: reads a Lost Saga SKL as a game would that trusts it: who is above whom goes by the lists of
 * children, from name to name. */
#include "believe_lostsaga.h"

enum { POSE = 30 };

typedef struct bone {
    lsa_text name, parent;
    uint32_t children;
    size_t at; /* the names of the children */
    bool done; /* everything below it has an end */
} bone;

static const char *read_bone(lsa_reader *r, bone *b)
{
    b->name = lsa_read_text(r);
    if (!lsa_finite(r, POSE))
        return "a pose is not finite"; /* relies on skl/not-finite */
    b->parent = lsa_read_text(r);
    b->children = lsa_u32(r);
    b->at = r->at;
    if (b->name.bytes == NULL || b->parent.bytes == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < b->children; i++)
        r->at += 4 + (size_t)believe_u32(r->file->data + r->at);
    return NULL;
}

/* The bones by name; empty names are nobody's. */
static bone *find(bone *bones, uint32_t count, const uint8_t *text, uint32_t length)
{
    for (uint32_t i = 0; i < count; i++)
        if (length > 0 && bones[i].name.length == length && memcmp(bones[i].name.bytes, text, length) == 0)
            return &bones[i];
    return NULL;
}

/* Whether all children of a bone are done. */
static bool is_done(const believe_file *file, bone *bones, uint32_t count, const bone *b)
{
    size_t at = b->at;
    bool done = true;
    for (uint32_t i = 0; i < b->children && done; i++) {
        const uint32_t length = believe_u32(file->data + at);
        const bone *child = find(bones, count, file->data + at + 4, length);
        done = child == NULL || child->done;
        at += 4 + (size_t)length;
    }
    return done;
}

/* From the ends upwards: what is left hangs on a loop. */
static bool has_loop(const believe_file *file, bone *bones, uint32_t count)
{
    uint32_t left = count, before;
    do {
        before = left;
        for (uint32_t i = count; i > 0; i--) {
            bone *b = &bones[i - 1];
            if (b->done || !is_done(file, bones, count, b))
                continue;
            b->done = true;
            left--;
        }
    } while (left > 0 && left < before);
    return left > 0;
}

static const char *judge(const believe_file *file, bone *bones, uint32_t count)
{
    static const char no_parent[] = "NoParent";
    bool has_root = false;
    for (uint32_t i = 0; i < count; i++) {
        has_root = has_root || (bones[i].parent.length == sizeof no_parent - 1 &&
                                memcmp(bones[i].parent.bytes, no_parent, sizeof no_parent - 1) == 0);
        for (uint32_t k = 0; k < i; k++)
            if (bones[i].name.length > 0 && lsa_same(&bones[i].name, &bones[k].name))
                return "two bones have one name"; /* relies on skl/duplicate-bone-name */
    }
    if (count > 0 && !has_root) /* relies on skl/no-root */
        return "no bone is a root";
    /* relies on skl/cycle */
    return has_loop(file, bones, count) ? "a bone is among its own descendants" : NULL;
}

const char *believe_skl(believe_file *file)
{
    lsa_reader r = {.file = file, .at = 4};
    if (memcmp(file->data, "SKL", 4) != 0) /* relies on skl/bad-magic */
        return "it begins with another magic";
    if (lsa_u32(&r) != 1000) /* relies on skl/unsupported-version */
        return "a version that nobody has seen";
    const uint32_t count = lsa_u32(&r);
    bone *bones = believe_alloc(file, count, sizeof *bones); /* relies on skl/count-range */
    if (bones == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        const char *lie = read_bone(&r, &bones[i]);
        if (lie != NULL)
            return lie;
    }
    if (lsa_read_text(&r).bytes == NULL)
        return believe_too_much;
    if (r.at > file->size)
        return "it ends outside the file";
    return judge(file, bones, count);
}
