/* input_siblings.c: lists the siblings of files that the user named. */
#include <stdlib.h>
#include <string.h>

#include "project/inputs/input_append.h"
#include "project/survey.h"

/* The folders to list: `deep` with their subfolders, `flat` without. Each path ends with a slash, so that the
 * subfolders of a folder follow it directly when the paths are sorted. */
typedef struct folders {
    al_input_list deep, flat;
} folders;

static bool add_folder_of(al_input_list *to, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - path) : 0;
    char *folder = malloc(length + sizeof "./");
    if (folder == NULL)
        return false;
    memcpy(folder, path, length);
    memcpy(folder + length, slash != NULL ? "/" : "./", slash != NULL ? sizeof "/" : sizeof "./");
    return al_input_append(to, (al_input){.path = folder});
}

static bool collect(folders *all, const al_input_list *inputs)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->count; i++) {
        const al_input *in = &inputs->items[i];
        const al_siblings wanted =
            in->in_folder || in->from_stdin ? AL_SIBLINGS_NONE : al_survey_siblings_of(in->path);
        if (wanted != AL_SIBLINGS_NONE)
            ok = add_folder_of(wanted == AL_SIBLINGS_BELOW ? &all->deep : &all->flat, in->path);
    }
    al_input_sort(&all->deep);
    al_input_sort(&all->flat);
    return ok;
}

/* Skips a folder inside of one that was listed with its subfolders. */
static bool list_folders(al_input_list *siblings, const folders *all)
{
    const char *last = NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < all->deep.count; i++) {
        const char *folder = all->deep.items[i].path;
        if (last != NULL && strncmp(folder, last, strlen(last)) == 0)
            continue;
        last = folder;
        ok = al_input_add_path(siblings, folder);
    }
    for (size_t i = 0; ok && i < all->flat.count; i++)
        ok = al_input_add_level(siblings, all->flat.items[i].path);
    return ok;
}

bool al_input_add_siblings(al_input_list *siblings, const al_input_list *inputs)
{
    folders all = {.deep = {0}};
    const bool ok = collect(&all, inputs) && list_folders(siblings, &all);
    al_input_free(&all.deep);
    al_input_free(&all.flat);
    al_input_sort(siblings);
    return ok;
}
