/* project_files.c: finds the file with an id among all that a run reads or looks for. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "project/configuration/sidecar.h"
#include "project/project.h"

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
