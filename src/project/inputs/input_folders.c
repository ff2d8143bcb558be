/* input_folders.c: the folders that the user named, and the files of references in them. */
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "project/file_path.h"
#include "project/inputs/input.h"

enum { LONGEST_FOLDER = 4096 };

static char *normal(const al_input_folders *folders, const char *path, size_t length)
{
    char *copy = calloc(length + 1, 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, path, length);
    char *made = al_path_normal(folders->current, copy);
    free(copy);
    return made;
}

static bool add(al_input_folders *folders, const char *path, size_t length)
{
    char **items = realloc(folders->items, (folders->count + 1) * sizeof *items);
    if (items == NULL)
        return false;
    folders->items = items;
    items[folders->count] = normal(folders, path, length);
    return items[folders->count++] != NULL;
}

bool al_input_folders_of(al_input_folders *folders, const al_input_list *list)
{
    char current[LONGEST_FOLDER];
    const al_input *last = NULL;
    *folders = (al_input_folders){.count = 0};
    if (al_current_folder(current, sizeof current) &&
        (folders->current = al_path_normal(NULL, current)) == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const al_input *in = &list->items[i];
        const bool again = last != NULL && in->folder_length == last->folder_length &&
                           strncmp(in->path, last->path, in->folder_length) == 0;
        if (!in->in_folder || again)
            continue;
        if (!add(folders, in->path, in->folder_length))
            return false;
        last = in;
    }
    return true;
}

void al_input_folders_free(al_input_folders *folders)
{
    for (size_t i = 0; i < folders->count; i++)
        free(folders->items[i]);
    free(folders->items);
    free(folders->current);
    *folders = (al_input_folders){.count = 0};
}

bool al_input_folders_hold(const al_input_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->count; i++)
        if (al_path_below(path, folders->items[i]) != NULL)
            return true;
    return false;
}

/* Lists in `inner` the folders that are `above` or below it. `folders` keeps their paths; the caller frees
 * `inner->items`. */
static bool find_inner(const al_input_folders *folders, const char *above, al_input_folders *inner)
{
    char *normal_above = normal(folders, above, strlen(above));
    *inner = (al_input_folders){.items = calloc(folders->count + 1, sizeof *inner->items)};
    for (size_t i = 0; normal_above != NULL && inner->items != NULL && i < folders->count; i++)
        if (al_path_below(folders->items[i], normal_above) != NULL)
            inner->items[inner->count++] = folders->items[i];
    const bool ok = normal_above != NULL && inner->items != NULL;
    free(normal_above);
    return ok;
}

static bool drop_from(al_input_list *list, const al_input_folders *folders, const al_input_folders *inner)
{
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < list->count; i++) {
        al_input *in = &list->items[i];
        char *path = ok ? normal(folders, in->path, strlen(in->path)) : NULL;
        ok = ok && path != NULL;
        if (ok && al_input_folders_hold(inner, path))
            free(in->path);
        else
            list->items[kept++] = *in;
        free(path);
    }
    list->count = kept;
    return ok;
}

bool al_input_drop_in_folders(al_input_list *list, const char *reference, const al_input_folders *folders)
{
    al_input_folders inner;
    const bool found = find_inner(folders, reference, &inner);
    const bool ok = found && (inner.count == 0 || drop_from(list, folders, &inner));
    free(inner.items);
    return ok;
}
