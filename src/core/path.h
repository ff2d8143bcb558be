/* path.h: where in a document something is, as a chain on the stack. Nothing is formatted until something is
 * wrong. */
#ifndef AL_CORE_PATH_H
#define AL_CORE_PATH_H

#include <stddef.h>
#include <stdint.h>

typedef struct al_path {
    const struct al_path *up; /* NULL at the top */
    const char *name;         /* NULL: the whole file */
    int64_t index;            /* -1 when it is not an item of a list */
} al_path;

/* `name` within `up`; `name[index]` within `up`. `up` is kept, so it must live as long as the result. */
al_path al_field(const al_path *up, const char *name);
al_path al_item(const al_path *up, const char *name, uint64_t index);

/* Writes "buffers[1].elements[3].usage" into `out`, which holds `size` bytes; what is too long ends in "...".
 * A path without a name is the whole file and gives the empty string. */
void al_path_format(const al_path *path, char *out, size_t size);

#endif
