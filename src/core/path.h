/* path.h: the path of a field in a document, such as "buffers[1].usage", as a chain of structs on the stack.
 * It is formatted only for a finding. */
#ifndef AL_CORE_PATH_H
#define AL_CORE_PATH_H

#include <stddef.h>
#include <stdint.h>

typedef struct al_path {
    const struct al_path *up; /* the path of the parent; NULL at the top */
    const char *name;         /* NULL: the whole file */
    int64_t index;            /* in a list; -1 if this is not an item of a list */
} al_path;

/* The paths `name` and `name[index]` in `up`. The result points to `up`, which must live as long. */
al_path al_field(const al_path *up, const char *name);
al_path al_item(const al_path *up, const char *name, uint64_t index);

/* Writes the path as text, such as "buffers[1].elements[3].usage", into `out`, which has `size` bytes; a text
 * that is too long is cut and ends in "...". The path of the whole file gives the empty string. */
void al_path_format(const al_path *path, char *out, size_t size);

/* The path of a file without a leading "./", which does not change it. */
const char *al_path_without_dot(const char *path);

#endif
