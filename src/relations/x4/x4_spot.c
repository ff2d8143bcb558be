/* x4_spot.c: takes the names of packages that are part of a mod out of a path. */
#include "relations/x4/x4_spot.h"

#include <string.h>

#include "core/text.h"

static const char inside[] = "!/";
enum { INSIDE = sizeof inside - 1 };

/* Whether a name is START*.cat. */
static bool is_catalog(const char *name, size_t length, const char *start)
{
    static const char end[] = ".cat";
    const size_t behind = sizeof end - 1, before = strlen(start);
    return length >= before + behind && al_same_ignoring_case(name, start, before) &&
           al_same_ignoring_case(name + length - behind, end, behind);
}

/* Takes the name of a package out of a path, with what is behind it: the members move up to where it lies. */
static void lift(x4_spot *s, size_t start, size_t end)
{
    const size_t rest = strlen(s->path + end) + 1;
    memmove(s->path + start, s->path + end, rest);
    s->floor = start;
}

bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena)
{
    const size_t path = strlen(file->path), member = strlen(file->member);
    *s = (x4_spot){.path = al_alloc(arena, (uint64_t)path + member + INSIDE + 1, 1)};
    if (s->path == NULL)
        return false;
    memcpy(s->path, file->path, path);
    if (member == 0)
        return true;
    memcpy(s->path + path, inside, INSIDE);
    memcpy(s->path + path + INSIDE, file->member, member);
    size_t at = path; /* where the name of the innermost package ends */
    while (true) {
        size_t start = at;
        while (start > s->floor && s->path[start - 1] != '/')
            start--;
        const bool replaces = is_catalog(s->path + start, at - start, "subst_");
        if (replaces || is_catalog(s->path + start, at - start, "ext_")) {
            lift(s, start, at + INSIDE);
            s->lifted = true;
            s->replaces = s->replaces || replaces;
            at = start;
        } else {
            at += INSIDE;
            s->floor = at;
        }
        const char *next = strstr(s->path + at, inside);
        if (next == NULL)
            return true;
        at = (size_t)(next - s->path);
    }
}

bool x4_is_content(const char *path)
{
    static const char wanted[] = "content.xml";
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return strlen(name) == sizeof wanted - 1 && al_same_ignoring_case(name, wanted, sizeof wanted);
}
