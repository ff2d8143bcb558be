/* path.c: formats paths of findings. */
#include "core/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

al_path al_field(const al_path *up, const char *name)
{
    return (al_path){.up = up, .name = name, .index = -1};
}

al_path al_item(const al_path *up, const char *name, uint64_t index)
{
    return (al_path){.up = up, .name = name, .index = (int64_t)index};
}

/* Writes one link behind what is there; returns the length of all, also of what did not fit. */
static size_t append(const al_path *path, size_t at, char *out, size_t size)
{
    char *end = at < size ? out + at : NULL;
    const size_t room = at < size ? size - at : 0;
    const char *dot = at > 0 ? "." : "";
    const int written = path->index < 0
                            ? snprintf(end, room, "%s%s", dot, path->name)
                            : snprintf(end, room, "%s%s[%" PRId64 "]", dot, path->name, path->index);
    return at + (written > 0 ? (size_t)written : 0);
}

static size_t format_upwards(const al_path *path, char *out, size_t size)
{
    const size_t at = path->up != NULL ? format_upwards(path->up, out, size) : 0;
    return append(path, at, out, size);
}

void al_path_format(const al_path *path, char *out, size_t size)
{
    static const char cut[] = "...";
    out[0] = '\0';
    if (path->name != NULL && format_upwards(path, out, size) >= size && size >= sizeof cut)
        memcpy(out + size - sizeof cut, cut, sizeof cut);
}
