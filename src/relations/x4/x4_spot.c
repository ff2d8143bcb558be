/* x4_spot.c: removes the names of packages that are part of a mod from a path. */
#include "relations/x4/x4_spot.h"

#include <string.h>

#include "core/text.h"
#include "relations/file_names.h"

/* Whether a name is START*.cat. */
static bool is_catalog(const char *name, size_t length, const char *start)
{
    static const char end[] = ".cat";
    const size_t behind = sizeof end - 1, before = strlen(start);
    return length >= before + behind && al_same_ignoring_case(name, start, before) &&
           al_same_ignoring_case(name + length - behind, end, behind);
}

/* Whether the members of the package whose name ends the path so far belong into its folder. Then `*start` is
 * where its name starts.
 */
static bool is_lifted(x4_spot *s, size_t length, size_t *start)
{
    *start = length;
    while (*start > s->floor && s->path[*start - 1] != '/')
        --*start;
    const char *name = s->path + *start;
    const bool replaces = is_catalog(name, length - *start, "subst_");
    const bool lifted = replaces || is_catalog(name, length - *start, "ext_");
    s->lifted = s->lifted || lifted;
    s->replaces = s->replaces || replaces;
    return lifted;
}

/* Moves the path to its start package by package, without the names of those that are lifted. */
bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena)
{
    *s = (x4_spot){.path = al_full_path(arena, file)};
    if (s->path == NULL)
        return false;
    if (file->member[0] == '\0')
        return true;
    size_t length = 0, from = 0;                    /* of the path so far; of its rest */
    const char *end = s->path + strlen(file->path); /* of the name of a package */
    for (; end != NULL; end = strstr(s->path + from, AL_INSIDE)) {
        size_t start, size = (size_t)(end - s->path) - from;
        memmove(s->path + length, s->path + from, size);
        length += size;
        from += size + AL_INSIDE_LENGTH;
        if (is_lifted(s, length, &start)) {
            length = start;
        } else {
            memcpy(s->path + length, AL_INSIDE, AL_INSIDE_LENGTH);
            length += AL_INSIDE_LENGTH;
        }
        s->floor = length;
    }
    memmove(s->path + length, s->path + from, strlen(s->path + from) + 1);
    return true;
}

bool x4_is_content(const char *path)
{
    static const char wanted[] = "content.xml";
    const char *name = al_base_name(path);
    return strlen(name) == sizeof wanted - 1 && al_same_ignoring_case(name, wanted, sizeof wanted);
}

bool x4_is_index(const char *path, size_t *root)
{
    static const char *const ends[] = {"index/macros.xml", "index/components.xml"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t end = strlen(ends[i]);
        *root = length >= end ? length - end : 0;
        if (length >= end && al_same_ignoring_case(path + *root, ends[i], end) &&
            (*root == 0 || path[*root - 1] == '/'))
            return true;
    }
    return false;
}
