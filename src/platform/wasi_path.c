/* wasi_path.c: paths of the host's system. */
#include "platform/platform.h"

#include "platform/drives.h"
#include "platform/wasi_host.h"

bool al_must_expand_patterns(void)
{
    return al_host_is_windows();
}

size_t al_path_root(const char *path)
{
    return al_host_is_windows() ? al_drive_root(path) : path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    if (al_host_is_windows())
        al_drive_use_slashes(path);
}
