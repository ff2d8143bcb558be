/* posix_folder.c: lists folders. */
#define _DEFAULT_SOURCE /* POSIX of 2008 with the kinds of entries */

#include "platform/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An al_folder is a DIR of the C library, cast to another type. */

al_folder *al_folder_open(const char *path, int *error)
{
    DIR *folder = opendir(path);
    *error = folder == NULL ? errno : 0;
    return (al_folder *)folder;
}

/* False if the entry was deleted meanwhile. */
static bool ask_kind(DIR *folder, const char *name, al_file_kind *kind)
{
    struct stat about;
    *kind = AL_KIND_UNKNOWN;
    if (fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return errno != ENOENT;
    *kind = S_ISDIR(about.st_mode) ? AL_KIND_FOLDER : AL_KIND_OTHER;
    if (S_ISREG(about.st_mode))
        *kind = AL_KIND_FILE;
    return true;
}

/* The same. Most file systems tell the kind together with the name: a call for each file would take as long
 * as to open it. */
static bool find_kind(DIR *folder, const struct dirent *entry, al_file_kind *kind)
{
    *kind = AL_KIND_OTHER;
    if (entry->d_type == DT_UNKNOWN)
        return ask_kind(folder, entry->d_name, kind);
    if (entry->d_type == DT_DIR)
        *kind = AL_KIND_FOLDER;
    if (entry->d_type == DT_REG)
        *kind = AL_KIND_FILE;
    return true;
}

bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error)
{
    DIR *open_folder = (DIR *)folder;
    for (;;) {
        errno = 0;
        const struct dirent *next = readdir(open_folder);
        if (next == NULL) {
            *error = errno;
            return false;
        }
        *error = 0;
        entry->name = next->d_name;
        if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0 &&
            find_kind(open_folder, next, &entry->kind))
            return true;
    }
}

void al_folder_close(al_folder *folder)
{
    if (folder != NULL)
        (void)closedir((DIR *)folder);
}

bool al_current_folder(char *path, size_t size)
{
    return getcwd(path, size) != NULL;
}
