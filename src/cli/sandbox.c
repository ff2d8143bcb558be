/* sandbox.c: collects what each command may open. */
#include "cli/sandbox.h"

#include "platform/platform.h"
#include "report/report.h"

/* Text that waits for its place in a report is in temporary files. */
static void reserve_files(const check_options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->request_count; i++)
        count += options->requests[i].form->temporary_files;
    al_reserve_temporary_files(count);
}

static void allow_read(void *context, const char *path)
{
    al_sandbox_allow_read(context, path);
}

bool sandbox_project(const al_project *project, const reports *open)
{
    al_sandbox sandbox = al_sandbox_begin(false);
    const al_access_listener listener = {.size = sizeof listener, .context = &sandbox, .reads = allow_read};
    const al_status status = al_project_tell_access(project, &listener);
    for (size_t i = 0; open != NULL && i < open->count; i++)
        al_sandbox_allow_output(&sandbox, &open->items[i].file);
    if (open != NULL)
        reserve_files(open->options);
    (void)al_sandbox_enter(&sandbox);
    return status == AL_OK;
}

/* Files of a list may be anywhere. */
static void allow_in_place(al_sandbox *sandbox, const al_project *project, const check_options *options)
{
    const size_t files = options->files_from != NULL ? al_project_file_count(project) : 0;
    for (size_t i = 0; i < options->path_count; i++)
        al_sandbox_allow_write(sandbox, options->paths[i]);
    for (size_t i = 0; i < files; i++)
        al_sandbox_allow_write(sandbox, al_project_file(project, i));
}

bool sandbox_fix(const al_project *project, const check_options *options)
{
    al_sandbox sandbox = al_sandbox_begin(check_options_write(options));
    const al_access_listener listener = {.size = sizeof listener, .context = &sandbox, .reads = allow_read};
    const al_status status = al_project_tell_access(project, &listener);
    if (options->in_place)
        allow_in_place(&sandbox, project, options);
    else if (options->fixed_folder != NULL)
        al_sandbox_allow_write(&sandbox, options->fixed_folder);
    (void)al_sandbox_enter(&sandbox);
    return status == AL_OK;
}

bool sandbox_file(const char *path)
{
    al_project *project = al_project_new(NULL);
    const bool ok = project != NULL && al_project_add_path(project, path) == AL_OK &&
                    al_project_list(project, NULL) == AL_OK && sandbox_project(project, NULL);
    al_project_free(project);
    return ok;
}

const char *sandbox_everything(void)
{
    al_sandbox sandbox = al_sandbox_begin(false);
    return al_sandbox_enter(&sandbox);
}
