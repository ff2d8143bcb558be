/* wasi_place.c: which input a path leads to. Nothing is written, so nothing can be written twice. */
#include "platform/platform.h"

#include "platform/wasi_tree.h"

bool al_find_place(const char *path, al_place *place)
{
    al_tree_place found;
    if (al_tree_find(path, &found) != 0 || found.is_folder)
        return false;
    *place = (al_place){.kind = AL_KIND_FILE, .number = found.first};
    return true;
}

bool al_find_place_of_input(al_place *place)
{
    (void)place;
    return false;
}

bool al_find_place_of_output(al_place *place)
{
    (void)place;
    return false;
}

bool al_same_place(const al_place *a, const al_place *b)
{
    return a->number == b->number;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

size_t al_path_root(const char *path)
{
    return path[0] == '/';
}

void al_path_unify(char *path)
{
    (void)path;
}

const bool al_shell_leaves_patterns = false;
