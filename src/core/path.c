/* path.c: formats paths of findings. */
#include "core/path.h"

#include <string.h>

al_path al_field(const al_path *up, const char *name)
{
    return (al_path){.up = up, .name = name, .index = -1};
}

al_path al_item(const al_path *up, const char *name, uint64_t index)
{
    return (al_path){.up = up, .name = name, .index = (int64_t)index};
}

/* A path that is being written; `length` is that of all of it, also of what did not fit. Findings have paths
 * by the thousand, so they are put together by hand. */
typedef struct writing {
    char *out;
    size_t size, length;
} writing;

static void put_text(writing *w, const char *text, size_t len)
{
    if (w->length < w->size) {
        const size_t room = w->size - 1 - w->length, fits = len < room ? len : room;
        memcpy(w->out + w->length, text, fits);
        w->out[w->length + fits] = '\0';
    }
    w->length += len;
}

static void put_index(writing *w, uint64_t index)
{
    char digits[24]; /* of 64 bits, in their brackets */
    size_t at = sizeof digits;
    digits[--at] = ']';
    do
        digits[--at] = (char)('0' + index % 10);
    while ((index /= 10) > 0);
    digits[--at] = '[';
    put_text(w, digits + at, sizeof digits - at);
}

static void put_path(writing *w, const al_path *path)
{
    if (path->up != NULL)
        put_path(w, path->up);
    if (w->length > 0)
        put_text(w, ".", 1);
    put_text(w, path->name, strlen(path->name));
    if (path->index >= 0)
        put_index(w, (uint64_t)path->index);
}

void al_path_format(const al_path *path, char *out, size_t size)
{
    static const char cut[] = "...";
    writing w = {.out = out, .size = size};
    out[0] = '\0';
    if (path->name != NULL)
        put_path(&w, path);
    if (w.length >= size && size >= sizeof cut)
        memcpy(out + size - sizeof cut, cut, sizeof cut);
}
