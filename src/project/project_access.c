/* project_access.c: tells which files and folders a run will open, and finds a file among them. */
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/text.h"
#include "project/configuration/sidecar.h"
#include "project/paths.h"
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

/* ---- A file by its id ---------------------------------------------------------------------------------- */

static bool is_file(const char *path, const al_file_id *id)
{
    al_file_id other;
    return path != NULL && al_find_file_id(path, &other) && al_same_file_id(&other, id);
}

static const char *find_in(const al_input_list *list, const al_file_id *id)
{
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].from_stdin && is_file(list->items[i].path, id))
            return list->items[i].path;
    return NULL;
}

/* In a checked folder ignore files are listed as well; beside a file that was named they are not. */
static const char *find_ignore_file(al_project *p, const al_file_id *id)
{
    const al_input_list *list = &p->inputs.checked;
    for (size_t i = 0; p->policy.sidecars && i < list->count; i++) {
        char *path = list->items[i].in_folder ? NULL : al_sidecar_path(list->items[i].path);
        const char *found = is_file(path, id) ? al_copy_text(&p->arena, path, strlen(path)) : NULL;
        free(path);
        if (found != NULL)
            return found;
    }
    return NULL;
}

const char *project_find_read(al_project *project, const al_file_id *id)
{
    const project_inputs *inputs = &project->inputs;
    if (is_file(project->configuration_path, id))
        return project->configuration_path;
    if (is_file(project->baseline_path, id))
        return project->baseline_path;
    const char *found = find_in(&inputs->checked, id);
    if (found == NULL)
        found = find_in(&inputs->excluded, id);
    for (size_t i = 0; found == NULL && i < inputs->reference_count; i++)
        found = find_in(&inputs->references[i], id);
    if (found == NULL)
        found = find_in(&inputs->siblings, id);
    return found != NULL ? found : find_ignore_file(project, id);
}
