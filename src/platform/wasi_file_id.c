/* wasi_file_id.c: which input a path leads to. */
#include "platform/platform.h"

#include "platform/wasi_host.h"
#include "platform/wasi_tree.h"

bool al_find_file_id(const char *path, al_file_id *id)
{
    al_tree_entry found;
    if (al_tree_find(path, &found) != 0 || found.is_folder)
        return false;
    *id = (al_file_id){.kind = AL_KIND_FILE, .number = found.first, .size = al_host_input_size(found.first)};
    return true;
}

bool al_find_input_id(al_file_id *id)
{
    (void)id;
    return false;
}

bool al_find_output_id(al_file_id *id)
{
    (void)id;
    return false;
}
