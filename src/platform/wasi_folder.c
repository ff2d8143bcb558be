/* wasi_folder.c: what is in a folder of the tree of inputs. */
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_tree.h"

struct al_folder {
    uint32_t next, end;
    uint32_t prefix; /* bytes of each path in it that are the folder's */
    char *name;      /* of the last entry, where that is a folder */
};

al_folder *al_folder_open(const char *path, int *error)
{
    al_tree_place place;
    *error = al_tree_find(path, &place);
    if (*error == 0 && !place.is_folder)
        *error = ENOTDIR;
    al_folder *folder = *error == 0 ? malloc(sizeof *folder) : NULL;
    if (folder == NULL) {
        *error = *error == 0 ? ENOMEM : *error;
        return NULL;
    }
    *folder = (al_folder){.next = place.first, .end = place.end, .prefix = place.prefix};
    return folder;
}

/* Goes past all that is in the folder of that name. */
static bool pass_folder(al_folder *folder, const char *path, size_t length)
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
    if (!pass_folder(folder, path, length)) {
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

/* The folder that holds all inputs. */
bool al_current_folder(char *path, size_t size)
{
    if (size < sizeof "/")
        return false;
    memcpy(path, "/", sizeof "/");
    return true;
}
