/* project.c: sets up a project. project_run.c runs it. */
#include "project/project.h"

#include <stdlib.h>
#include <string.h>

#include "project/configuration/configuration.h"
#include "project/paths.h"

al_project *al_project_new(const al_options *options)
{
    al_project *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    if (options != NULL)
        p->policy.options = *options;
    else
        al_options_init(&p->policy.options);
    p->request.standard_input = SIZE_MAX;
    p->budget = al_budget_of(UINT64_MAX, 0);
    p->arena = al_arena_on(&p->budget);
    p->delivery = al_lock_new();
    p->window = window_new();
    if (p->delivery != NULL && p->window != NULL)
        return p;
    al_project_free(p);
    return NULL;
}

void al_project_free(al_project *p)
{
    if (p == NULL)
        return;
    project_inputs_free(&p->inputs);
    free(p->shard_inputs.items);
    run_progress_end(&p->progress);
    output_end(&p->output);
    al_configuration_free(p->configuration);
    al_baseline_free(p->baseline);
    al_arena_free(&p->arena);
    window_free(p->window);
    al_lock_free(p->delivery);
    free(p);
}

/* ---- What is checked ----------------------------------------------------------------------------------- */

static al_status add_text(al_project *p, text_list *list, const char *text)
{
    char *copy = al_copy_text(&p->arena, text, strlen(text));
    return copy != NULL && AL_ADD(&p->arena, *list, copy) ? AL_OK : AL_OUT_OF_MEMORY;
}

al_status al_project_add_path(al_project *project, const char *path)
{
    return add_text(project, &project->request.paths, path);
}

al_status al_project_add_standard_input(al_project *project, const char *name)
{
    const al_status status = add_text(project, &project->request.paths, name);
    if (status == AL_OK)
        project->request.standard_input = (size_t)project->request.paths.count - 1;
    return status;
}

al_status al_project_add_list(al_project *project, const char *path, char separator)
{
    if (project->request.list_path != NULL)
        return AL_BAD_ARGUMENT;
    project->request.list_path = al_copy_text(&project->arena, path, strlen(path));
    project->request.list_separator = separator;
    return project->request.list_path != NULL ? AL_OK : AL_OUT_OF_MEMORY;
}

al_status al_project_add_reference(al_project *project, const char *path)
{
    return add_text(project, &project->request.references, path);
}

al_status al_project_exclude(al_project *project, const char *glob)
{
    return add_text(project, &project->request.excluded, glob);
}

/* ---- How it is checked --------------------------------------------------------------------------------- */

void al_project_set_jobs(al_project *project, uint64_t jobs)
{
    project->jobs = jobs;
}

al_status al_project_set_shard(al_project *project, uint64_t shard, uint64_t count)
{
    if (shard == 0 || shard > count)
        return AL_BAD_ARGUMENT;
    project->shard = shard;
    project->shards = count;
    return AL_OK;
}

al_status al_project_set_date(al_project *project, const char *date)
{
    if (!al_is_date(date))
        return AL_BAD_ARGUMENT;
    memcpy(project->date, date, AL_DATE_SIZE);
    return AL_OK;
}

void al_project_set_fail_on(al_project *project, al_level level)
{
    project->fail_on_given = true;
    project->fail_on = level;
}

const al_options *al_project_options(const al_project *project)
{
    return &project->policy.options;
}

/* ---- The configuration --------------------------------------------------------------------------------- */

/* The status of a file that could not be read. The mistake may quote any bytes of it. */
static al_status mistake_status(al_project *p, const char *path)
{
    const al_mistake quoted = p->mistake;
    (void)al_escape(quoted.text, strlen(quoted.text), p->mistake.text, sizeof p->mistake.text);
    p->mistake.path = path;
    return p->mistake.no_memory ? AL_OUT_OF_MEMORY : AL_CONFIG_ERROR;
}

const al_mistake *al_project_mistake(const al_project *project)
{
    return &project->mistake;
}

/* Keeps a copy of a path in the project, in place of one that could not be read. */
static al_status keep_path(al_project *p, char **kept, const char *path)
{
    *kept = al_copy_text(&p->arena, path, strlen(path));
    return *kept != NULL ? AL_OK : AL_OUT_OF_MEMORY;
}

/* References of the configuration come behind those that the caller added. A configuration that came with a
 * mod may not choose which other folders of the machine are read. */
static al_status add_references_of(al_project *p, const al_configuration *c, bool is_trusted)
{
    al_status status = AL_OK;
    for (size_t i = 0; status == AL_OK && i < c->with_count; i++) {
        bool no_memory = false;
        if (is_trusted || !al_configuration_leaves(c, c->with[i].path, &no_memory))
            status = add_text(p, &p->request.references, c->with[i].path);
        else if (p->configuration_info.unused_with == NULL)
            p->configuration_info.unused_with = c->with[i].path;
        status = no_memory ? AL_OUT_OF_MEMORY : status;
    }
    return status;
}

static al_status read_configuration(al_project *p, const char *path, bool is_named)
{
    p->policy.sidecars = true;
    if (p->configuration != NULL)
        return AL_BAD_ARGUMENT;
    if (keep_path(p, &p->configuration_path, path) != AL_OK)
        return AL_OUT_OF_MEMORY;
    al_configuration *c = al_configuration_read(p->configuration_path, NULL, p->date, &p->mistake);
    if (c == NULL)
        return mistake_status(p, p->configuration_path);
    p->configuration = c;
    p->configuration_info = (al_configuration_info){.path = c->path,
                                                    .has_fail_on = c->has_fail_on,
                                                    .fail_on = c->fail_on,
                                                    .exclude_count = c->exclude.count};
    al_policy_configure(&p->policy, c);
    const bool is_here = c->root != NULL && strcmp(c->root, c->current) == 0;
    return add_references_of(p, c, is_named || is_here);
}

al_status al_project_read_configuration(al_project *project, const char *path)
{
    return read_configuration(project, path, true);
}

/* The search begins at the first path, which may be the name of standard input. */
static const char *first_path(const al_project *p)
{
    const char *first = p->request.paths.count > 0 ? p->request.paths.items[0] : "";
    return p->request.standard_input == 0 && strcmp(first, "-") == 0 ? "" : first;
}

/* A link that came with a mod may lead to any file of the machine, whose text mistakes would show. */
static al_status refuse_link(al_project *p, const char *path)
{
    if (keep_path(p, &p->configuration_path, path) != AL_OK)
        return AL_OUT_OF_MEMORY;
    p->mistake = (al_mistake){.line = 1,
                              .column = 1,
                              .text = "this is a symbolic link, which is not followed: give the file that it "
                                      "leads to with --config"};
    return mistake_status(p, p->configuration_path);
}

al_status al_project_find_configuration(al_project *project)
{
    bool no_memory;
    al_file_info about;
    char *path = al_configuration_find(first_path(project), &no_memory);
    al_status status = AL_OK;
    project->finds_configuration = project->policy.sidecars = true;
    if (path != NULL && al_stat_link(path, &about) == 0 && about.kind == AL_KIND_LINK)
        status = refuse_link(project, path);
    else if (path != NULL)
        status = read_configuration(project, path, false);
    free(path);
    return no_memory ? AL_OUT_OF_MEMORY : status;
}

const al_configuration_info *al_project_configuration(const al_project *project)
{
    return project->configuration != NULL ? &project->configuration_info : NULL;
}

al_status al_project_read_baseline(al_project *project, const char *path)
{
    const uint64_t memory = al_options_limit(&project->policy.options, AL_LIMIT_MEMORY);
    if (project->baseline != NULL)
        return AL_BAD_ARGUMENT;
    if (keep_path(project, &project->baseline_path, path) != AL_OK)
        return AL_OUT_OF_MEMORY;
    project->baseline = al_baseline_read(project->baseline_path, NULL, memory, &project->mistake);
    if (project->baseline == NULL)
        return mistake_status(project, project->baseline_path);
    project->policy.baseline = project->baseline;
    return AL_OK;
}
