/* input_siblings.c: what lies around files that were named by themselves. */
#include <stdlib.h>
#include <string.h>

#include "project/inputs/input_append.h"
#include "project/survey.h"

/* The folders of files, each with a slash at its end: so what is in one comes right behind it when they are
 * sorted. */
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

static bool collect(folders *all, const al_input_list *of)
{
    bool ok = true;
    for (size_t i = 0; ok && i < of->count; i++) {
        const al_input *in = &of->items[i];
        const al_around wanted = in->found || in->from_stdin ? AL_AROUND_NOTHING : al_survey_wants(in->path);
        if (wanted != AL_AROUND_NOTHING)
            ok = add_folder_of(wanted == AL_AROUND_BELOW ? &all->deep : &all->flat, in->path);
    }
    al_input_sort(&all->deep);
    al_input_sort(&all->flat);
    return ok;
}

/* A folder in one that was listed with all below it is listed already. */
static bool list_folders(al_input_list *around, const folders *all)
{
    const char *last = NULL;
    bool ok = true;
    for (size_t i = 0; ok && i < all->deep.count; i++) {
        const char *folder = all->deep.items[i].path;
        if (last != NULL && strncmp(folder, last, strlen(last)) == 0)
            continue;
        last = folder;
        ok = al_input_add_path(around, folder);
    }
    for (size_t i = 0; ok && i < all->flat.count; i++)
        ok = al_input_add_level(around, all->flat.items[i].path);
    return ok;
}

bool al_input_add_around(al_input_list *around, const al_input_list *of)
{
    folders all = {.deep = {0}};
    const bool ok = collect(&all, of) && list_folders(around, &all);
    al_input_free(&all.deep);
    al_input_free(&all.flat);
    al_input_sort(around);
    return ok;
}
