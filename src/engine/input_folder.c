/* input_folder.c: finds the files of a folder. Folders that wait are kept in a list, so depth costs no stack.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/input_append.h"
#include "platform/platform.h"

static char *join(const char *folder, const char *name)
{
    const size_t folder_length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    const size_t name_length = strlen(name);
    char *path = malloc(folder_length + 1 + name_length + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, folder, folder_length);
    path[folder_length] = '/';
    memcpy(path + folder_length + 1, name, name_length + 1);
    return path;
}

static bool add_entry(al_input_list *list, al_input_list *waiting, const char *folder,
                      const al_folder_entry *entry)
{
    switch (entry->kind) {
    case AL_KIND_FOLDER: return al_input_append(waiting, (al_input){.path = join(folder, entry->name)});
    case AL_KIND_UNKNOWN: /* the check says why */
    case AL_KIND_FILE:
        return al_input_append(list, (al_input){.path = join(folder, entry->name), .found = true});
    case AL_KIND_OTHER: return true;
    }
    return true;
}

/* Takes over the path of the folder. */
static bool read_folder(al_input_list *list, al_input_list *waiting, char *path)
{
    int error;
    bool ok = true;
    al_folder_entry entry;
    al_folder *folder = al_folder_open(path, &error);
    while (folder != NULL && ok && al_folder_next(folder, &entry, &error))
        ok = add_entry(list, waiting, path, &entry);
    al_folder_close(folder);
    if (ok && error != 0 && !al_is_out_of_memory(error))
        return al_input_append(list, (al_input){.path = path, .named = true});
    free(path);
    return ok && error == 0;
}

bool al_input_add_folder(al_input_list *list, char *folder)
{
    al_input_list waiting = {0};
    bool ok = read_folder(list, &waiting, folder);
    while (ok && waiting.count > 0)
        ok = read_folder(list, &waiting, waiting.items[--waiting.count].path);
    al_input_free(&waiting);
    return ok;
}
