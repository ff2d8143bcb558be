/* glob.c: matches a path with a pattern.
 *
 * When a match fails, only the last `*` and the last `**` are tried with more characters. Trying earlier ones
 * can't help: an earlier `*` in the same part leaves the later one fewer characters, one in another part ends
 * at a fixed `/`, and the last `**` can match whatever an earlier `**` would leave to it.
 */
#include "core/glob.h"

#include <stddef.h>

/* A star that has been matched: where to continue after it. */
typedef struct star_match {
    bool set;
    bool parts; /* it matches whole parts */
    size_t pattern, path;
} star_match;

static size_t skip_stars(const char *pattern, size_t at)
{
    while (pattern[at] == '*')
        at++;
    return at;
}

/* Lets a star match one more character; false if it can't. */
static bool extend(star_match *star, const char *path, bool across)
{
    if (!star->set || path[star->path] == '\0' || (!across && path[star->path] == '/'))
        return false;
    star->path++;
    return true;
}

/* Lets a `**` match one more character, or one more part. */
static bool extend_deep(star_match *deep, const char *path)
{
    bool longer = extend(deep, path, true);
    while (longer && deep->parts && path[deep->path - 1] != '/')
        longer = extend(deep, path, true);
    return longer;
}

static star_match deep_at(const char *pattern, size_t at, size_t path)
{
    const size_t end = skip_stars(pattern, at);
    const bool parts = pattern[end] == '/' && (at == 0 || pattern[at - 1] == '/');
    return (star_match){.set = true, .parts = parts, .pattern = parts ? end + 1 : end, .path = path};
}

/* `below`: it is enough that a longer path may match. */
static bool matches(const char *pattern, const char *path, bool below)
{
    star_match star = {.set = false}, deep = {.set = false};
    size_t p = 0, t = 0;
    for (;;) {
        if (below && path[t] == '\0')
            return true;
        if (pattern[p] == '*' && pattern[p + 1] == '*') {
            star.set = false;
            deep = deep_at(pattern, p, t);
            p = deep.pattern;
        } else if (pattern[p] == '*') {
            star = (star_match){.set = true, .pattern = ++p, .path = t};
        } else if (pattern[p] == '\0' && path[t] == '\0') {
            return true;
        } else if (path[t] != '\0' && (pattern[p] == path[t] || (pattern[p] == '?' && path[t] != '/'))) {
            p++;
            t++;
        } else if (extend(&star, path, false)) {
            p = star.pattern;
            t = star.path;
        } else if (extend_deep(&deep, path)) {
            star.set = false;
            p = deep.pattern;
            t = deep.path;
        } else {
            return false;
        }
    }
}

bool al_glob_matches(const char *pattern, const char *path)
{
    return matches(pattern, path, false);
}

bool al_glob_may_match_below(const char *pattern, const char *folder)
{
    return matches(pattern, folder, true);
}
