/* drives.c: the form of paths on Windows. */
#include "platform/drives.h"

bool al_is_separator(char c)
{
    return c == '/' || c == '\\';
}

bool al_starts_with_drive(const char *path)
{
    return ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) && path[1] == ':';
}

static size_t part_length(const char *path)
{
    size_t length = 0;
    while (path[length] != '\0' && !al_is_separator(path[length]))
        length++;
    return length;
}

/* The roots are "C:/", "//server/share/" and "/"; the first two also without a slash at the end of the
 * path. */
size_t al_drive_root(const char *path)
{
    if (al_starts_with_drive(path))
        return al_is_separator(path[2]) ? 3 : path[2] == '\0' ? 2 : 0;
    if (!al_is_separator(path[0]))
        return 0;
    if (!al_is_separator(path[1]) || path[2] == '\0' || al_is_separator(path[2]))
        return 1;
    size_t root = 2 + part_length(path + 2);
    if (path[root] != '\0')
        root += 1 + part_length(path + root + 1);
    return root + al_is_separator(path[root]);
}

void al_drive_use_slashes(char *path)
{
    for (; *path != '\0'; path++)
        if (*path == '\\')
            *path = '/';
}
