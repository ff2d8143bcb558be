/* input_folders.c: the folders that the user named, and the files of references in them. */
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "project/inputs/input.h"
#include "project/paths.h"

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
    al_input_folder *items = realloc(folders->items, (folders->count + 1) * sizeof *items);
    if (items == NULL)
        return false;
    folders->items = items;
    items[folders->count] =
        (al_input_folder){.path = normal(folders, path, length), .given = path, .given_length = length};
    return items[folders->count++].path != NULL;
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
        free(folders->items[i].path);
    free(folders->items);
    free(folders->current);
    *folders = (al_input_folders){.count = 0};
}

bool al_input_folders_hold(const al_input_folders *folders, const char *path)
{
    for (size_t i = 0; i < folders->count; i++)
        if (al_path_below(path, folders->items[i].path) != NULL)
            return true;
    return false;
}

/* The path of what lies in a folder, as the list would have it; the caller frees it. */
static char *path_in(const al_input_folder *folder, const char *below, bool is_folder)
{
    const size_t length = strlen(below);
    const bool slash = is_folder && length > 0;
    char *path = malloc(folder->given_length + length + slash + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder->given, folder->given_length);
    memcpy(path + folder->given_length, below, length + 1);
    memcpy(path + folder->given_length + length, "/", slash);
    path[folder->given_length + length + slash] = '\0';
    return path;
}

bool al_input_folders_cover(const al_input_folders *folders, const al_input_list *list, const char *path,
                            bool is_folder, bool *no_memory)
{
    bool covered = false;
    for (size_t i = 0; i < folders->count && !covered; i++) {
        const al_input_folder *folder = &folders->items[i];
        const char *below = al_path_below(path, folder->path);
        char *given = below != NULL ? path_in(folder, below, is_folder) : NULL;
        *no_memory = *no_memory || (below != NULL && given == NULL);
        covered = given != NULL && !al_input_leaves_out(list, given, folder->given_length, no_memory);
        free(given);
    }
    return covered;
}

/* Lists in `inner` the folders that are `above` or below it. `folders` keeps their paths; the caller frees
 * `inner->items`. */
static bool find_inner(const al_input_folders *folders, const char *above, al_input_folders *inner)
{
    char *normal_above = normal(folders, above, strlen(above));
    *inner = (al_input_folders){.items = calloc(folders->count + 1, sizeof *inner->items)};
    for (size_t i = 0; normal_above != NULL && inner->items != NULL && i < folders->count; i++)
        if (al_path_below(folders->items[i].path, normal_above) != NULL)
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
