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

/* Removes the name of a package from a path, so that its members lie in its folder. */
static void lift(x4_spot *s, size_t start, size_t end)
{
    const size_t rest = strlen(s->path + end) + 1;
    memmove(s->path + start, s->path + end, rest);
    s->floor = start;
}

bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena)
{
    *s = (x4_spot){.path = al_full_path(arena, file)};
    if (s->path == NULL)
        return false;
    if (file->member[0] == '\0')
        return true;
    size_t at = strlen(file->path); /* where the name of the innermost package ends */
    while (true) {
        size_t start = at;
        while (start > s->floor && s->path[start - 1] != '/')
            start--;
        const bool replaces = is_catalog(s->path + start, at - start, "subst_");
        if (replaces || is_catalog(s->path + start, at - start, "ext_")) {
            lift(s, start, at + AL_INSIDE_LENGTH);
            s->lifted = true;
            s->replaces = s->replaces || replaces;
            at = start;
        } else {
            at += AL_INSIDE_LENGTH;
            s->floor = at;
        }
        const char *next = strstr(s->path + at, AL_INSIDE);
        if (next == NULL)
            return true;
        at = (size_t)(next - s->path);
    }
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
