/* folder.c: finds the files of a folder. Folders that wait are kept in a list, so depth costs no stack. */
#include "engine/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static bool add_entry(input_list *list, input_list *waiting, DIR *open_folder, const char *folder,
                      const char *name)
{
    struct stat about;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    if (fstatat(dirfd(open_folder), name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT) /* it was deleted since */
            return true;
        return input_append(list, (input){.path = join(folder, name)});
    }
    if (S_ISDIR(about.st_mode))
        return input_append(waiting, (input){.path = join(folder, name)});
    if (S_ISREG(about.st_mode))
        return input_append(list, (input){.path = join(folder, name)});
    return true;
}

/* Takes over the path of the folder. */
static bool read_folder(input_list *list, input_list *waiting, char *folder)
{
    DIR *open_folder = opendir(folder);
    if (open_folder == NULL && errno == ENOMEM) {
        free(folder);
        return false;
    }
    if (open_folder == NULL)
        return input_append(list, (input){.path = folder, .named = true});
    bool ok = true;
    const struct dirent *entry;
    errno = 0;
    while (ok && (entry = readdir(open_folder)) != NULL) {
        ok = add_entry(list, waiting, open_folder, folder, entry->d_name);
        errno = 0;
    }
    const bool whole = errno == 0;
    (void)closedir(open_folder);
    if (ok && !whole)
        return input_append(list, (input){.path = folder, .named = true});
    free(folder);
    return ok;
}

bool input_add_folder(input_list *list, char *folder)
{
    input_list waiting = {0};
    bool ok = read_folder(list, &waiting, folder);
    while (ok && waiting.count > 0)
        ok = read_folder(list, &waiting, waiting.items[--waiting.count].path);
    input_free(&waiting);
    return ok;
}
