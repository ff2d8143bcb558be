/* path.c: formats paths of findings. */
#include "core/path.h"

#include <string.h>

#include "core/number.h"

al_path al_field(const al_path *up, const char *name)
{
    return (al_path){.up = up, .name = name, .index = -1};
}

al_path al_item(const al_path *up, const char *name, uint64_t index)
{
    return (al_path){.up = up, .name = name, .index = (int64_t)index};
}

/* The text that is being written. `length` includes what did not fit. Not done with printf, as a file may
 * have thousands of findings. */
typedef struct writer {
    char *out;
    size_t size, length;
} writer;

static void put_text(writer *w, const char *text, size_t len)
{
    if (w->length < w->size) {
        const size_t room = w->size - 1 - w->length, fits = len < room ? len : room;
        memcpy(w->out + w->length, text, fits);
        w->out[w->length + fits] = '\0';
    }
    w->length += len;
}

static void put_index(writer *w, uint64_t index)
{
    const al_number_text digits = al_show_unsigned(index);
    put_text(w, "[", 1);
    put_text(w, digits.text, strlen(digits.text));
    put_text(w, "]", 1);
}

static void put_path(writer *w, const al_path *path)
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
    writer w = {.out = out, .size = size};
    out[0] = '\0';
    if (path->name != NULL)
        put_path(&w, path);
    if (w.length >= size && size >= sizeof cut)
        memcpy(out + size - sizeof cut, cut, sizeof cut);
}

const char *al_path_without_dot(const char *path)
{
    while (path[0] == '.' && path[1] == '/')
        path += 2 + strspn(path + 2, "/");
    return path;
}
