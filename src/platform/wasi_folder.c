/* wasi_folder.c: lists folders of the tree of inputs. */
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_tree.h"

struct al_folder {
    uint32_t next, end; /* numbers of inputs */
    uint32_t prefix;    /* length of the folder's path, with the slash */
    char *name;         /* of the last entry, if it was a folder */
};

al_folder *al_folder_open(const char *path, int *error)
{
    al_tree_entry found;
    *error = al_tree_find(path, &found);
    if (*error == 0 && !found.is_folder)
        *error = ENOTDIR;
    al_folder *folder = *error == 0 ? malloc(sizeof *folder) : NULL;
    if (folder == NULL) {
        *error = *error == 0 ? ENOMEM : *error;
        return NULL;
    }
    *folder = (al_folder){.next = found.first, .end = found.end, .prefix = found.prefix};
    return folder;
}

/* Skips all inputs in a folder whose name has `length` bytes, and copies that name. False when out of
 * memory. */
static bool skip_folder(al_folder *folder, const char *path, size_t length)
{
    char *name = realloc(folder->name, length + 1);
    if (name == NULL)
        return false;
    folder->name = name;
    memcpy(name, path + folder->prefix, length);
    name[length] = '\0';
    folder->next = al_tree_skip(folder->next, folder->end, path, folder->prefix + length + 1);
    return true;
}

bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error)
{
    *error = 0;
    if (folder->next >= folder->end)
        return false;
    const char *path = al_tree_path(folder->next);
    if (path == NULL) {
        *error = ENOMEM;
        return false;
    }
    const char *name = path + folder->prefix;
    const size_t length = strcspn(name, "/");
    if (name[length] == '\0') {
        *entry = (al_folder_entry){.name = name, .kind = AL_KIND_FILE};
        folder->next++;
        return true;
    }
    if (!skip_folder(folder, path, length)) {
        *error = ENOMEM;
        return false;
    }
    *entry = (al_folder_entry){.name = folder->name, .kind = AL_KIND_FOLDER};
    return true;
}

void al_folder_close(al_folder *folder)
{
    if (folder != NULL)
        free(folder->name);
    free(folder);
}

bool al_current_folder(char *path, size_t size)
{
    if (size < sizeof "/")
        return false;
    memcpy(path, "/", sizeof "/");
    return true;
}
