/* glob.c: matches a path with a pattern.
 *
 * It goes back to the last star only. A shorter run for a star before that one can't help: a `*` ends in its
 * part, which the `/` behind it settles, and a `**` takes whatever a `**` before it could have left.
 */
#include "core/glob.h"

#include <stddef.h>

/* Where a match goes on when what comes behind a star doesn't fit. */
typedef struct retry {
    bool set;
    bool parts; /* it takes whole parts */
    size_t pattern, path;
} retry;

static size_t past_stars(const char *pattern, size_t at)
{
    while (pattern[at] == '*')
        at++;
    return at;
}

/* A star takes one more character; false when it may not. */
static bool lengthen(retry *star, const char *path, bool across)
{
    if (!star->set || path[star->path] == '\0' || (!across && path[star->path] == '/'))
        return false;
    star->path++;
    return true;
}

/* The `**` takes one more character, or one more part. */
static bool lengthen_deep(retry *deep, const char *path)
{
    bool longer = lengthen(deep, path, true);
    while (longer && deep->parts && path[deep->path - 1] != '/')
        longer = lengthen(deep, path, true);
    return longer;
}

static retry deep_at(const char *pattern, size_t at, size_t path)
{
    const size_t behind = past_stars(pattern, at);
    const bool parts = pattern[behind] == '/' && (at == 0 || pattern[at - 1] == '/');
    return (retry){.set = true, .parts = parts, .pattern = parts ? behind + 1 : behind, .path = path};
}

bool al_glob_matches(const char *pattern, const char *path)
{
    retry star = {.set = false}, deep = {.set = false};
    size_t p = 0, t = 0;
    for (;;) {
        if (pattern[p] == '*' && pattern[p + 1] == '*') {
            star.set = false;
            deep = deep_at(pattern, p, t);
            p = deep.pattern;
        } else if (pattern[p] == '*') {
            star = (retry){.set = true, .pattern = ++p, .path = t};
        } else if (pattern[p] == '\0' && path[t] == '\0') {
            return true;
        } else if (path[t] != '\0' && (pattern[p] == path[t] || (pattern[p] == '?' && path[t] != '/'))) {
            p++;
            t++;
        } else if (lengthen(&star, path, false)) {
            p = star.pattern;
            t = star.path;
        } else if (lengthen_deep(&deep, path)) {
            star.set = false;
            p = deep.pattern;
            t = deep.path;
        } else {
            return false;
        }
    }
}
