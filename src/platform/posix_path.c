/* posix_path.c: paths. */
#include "platform/platform.h"

bool al_must_expand_patterns(void)
{
    return false;
}

size_t al_path_root(const char *path)
{
    return path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    (void)path;
}
