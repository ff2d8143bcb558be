/* input_folders.c: the folders that the user named, and the files of references in them. */
#include <stdlib.h>
#include <string.h>

#include "project/inputs/input.h"
#include "project/paths.h"

static char *normal(const al_input_folders *folders, const char *path, size_t length)
{
    char *copy = al_path_join(path, length, "");
    char *made = copy != NULL ? al_path_normal(folders->current, copy) : NULL;
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
    const al_input *last = NULL;
    *folders = (al_input_folders){.count = 0};
    if (!al_path_current(&folders->current))
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

/* The path of what lies in a folder, as the list would have it; the caller frees it. */
static char *path_in(const al_input_folder *folder, const char *below, bool is_folder)
{
    char *path = al_path_join(folder->given, folder->given_length, below);
    char *slashed = path != NULL && is_folder ? al_path_in(path, "") : NULL;
    if (!is_folder)
        return path;
    free(path);
    return slashed;
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

/* Whether a path is in a folder that is `above` or below it. */
static bool is_in_inner(const al_input_folders *folders, const char *above, const char *path)
{
    for (size_t i = 0; i < folders->count; i++) {
        const char *folder = folders->items[i].path;
        if (al_path_below(folder, above) != NULL && al_path_below(path, folder) != NULL)
            return true;
    }
    return false;
}

bool al_input_drop_in_folders(al_input_list *list, const char *reference, const al_input_folders *folders)
{
    char *above = al_path_normal(folders->current, reference);
    bool ok = above != NULL;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        al_input *in = &list->items[i];
        char *path = ok ? al_path_normal(folders->current, in->path) : NULL;
        ok = ok && path != NULL;
        if (ok && is_in_inner(folders, above, path))
            free(in->path);
        else
            list->items[kept++] = *in;
        free(path);
    }
    list->count = kept;
    free(above);
    return ok;
}
