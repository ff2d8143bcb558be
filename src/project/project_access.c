/* project_access.c: tells which files and folders a run will open. */
#include <stdlib.h>
#include <string.h>

#include "containers/data_path.h"
#include "containers/members.h"
#include "project/configuration/sidecar.h"
#include "project/file_path.h"
#include "project/project.h"

typedef struct access_told {
    const al_access_listener *listener;
    const char *folder; /* the last one, of `folder_length` bytes; or NULL */
    size_t folder_length;
    bool sidecars;
} access_told;

/* Tells a path, and frees it. False if it is NULL: out of memory. */
static bool tell_and_free(const access_told *a, char *path)
{
    if (path == NULL)
        return false;
    a->listener->reads(a->listener->context, path);
    free(path);
    return true;
}

/* Files of the same folder follow each other. */
static bool tell_folder(access_told *a, const char *path, size_t length)
{
    if (a->folder != NULL && a->folder_length == length && memcmp(a->folder, path, length) == 0)
        return true;
    char *folder = al_path_copy(length > 0 ? path : ".");
    if (folder != NULL && length > 0)
        folder[length] = '\0';
    a->folder = path;
    a->folder_length = length;
    return tell_and_free(a, folder);
}

static bool tell_data(const access_told *a, const char *path, const al_container *package)
{
    char *data = al_path_copy(path);
    if (data != NULL)
        al_name_container_data(data, package->data);
    return tell_and_free(a, data);
}

/* Beside a file may be others, which may be links that lead out of its folder. */
static bool tell_beside(const access_told *a, const al_input *in, const al_container *package)
{
    return (package == NULL || package->data == NULL || tell_data(a, in->path, package)) &&
           (!a->sidecars || in->no_sidecar || tell_and_free(a, al_sidecar_path(in->path)));
}

static bool tell_input(access_told *a, const al_input *in)
{
    const al_container *package = al_container_of(in->path);
    if (in->from_stdin)
        return true;
    if (in->in_folder && !tell_folder(a, in->path, in->folder_length))
        return false;
    if (!in->in_folder)
        a->listener->reads(a->listener->context, in->path);
    return tell_beside(a, in, package);
}

static bool tell_list(access_told *a, const al_input_list *list)
{
    bool ok = true;
    for (size_t i = 0; ok && i < list->count; i++)
        ok = tell_input(a, &list->items[i]);
    return ok;
}

al_status al_project_tell_access(const al_project *project, const al_access_listener *listener)
{
    const project_inputs *inputs = &project->inputs;
    if (listener->size < sizeof *listener)
        return AL_BAD_ARGUMENT;
    access_told a = {.listener = listener, .sidecars = project->policy.sidecars};
    bool ok = tell_list(&a, &inputs->checked) && tell_list(&a, &inputs->excluded) &&
              tell_list(&a, &inputs->siblings);
    for (size_t i = 0; ok && i < inputs->reference_count; i++)
        ok = tell_list(&a, &inputs->references[i]);
    return ok ? AL_OK : AL_OUT_OF_MEMORY;
}
