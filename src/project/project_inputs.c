/* project_inputs.c: lists the files of folders, lists and references. */
#include "project/project_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/limits.h"
#include "engine/source.h"
#include "project/notices.h"

/* The lists that are collected, and what decides which files they get. */
typedef struct collecting {
    project_inputs *inputs;
    const input_request *request;
    const al_policy *policy;
    const al_notices *notices;
    al_watch *watch;
    al_mistake *mistake;
} collecting;

/* ---- The files that are checked ------------------------------------------------------------------------ */

static al_status add_list(const collecting *c, al_input_list *checked)
{
    char reason[AL_REASON_SIZE];
    if (c->request->list_path == NULL || al_watch_stopped(checked->watch))
        return AL_OK;
    const bool from_input = strcmp(c->request->list_path, "-") == 0;
    if (from_input)
        al_wait_for_standard_input("the list of files", c->notices);
    else
        al_announce_pipe(c->request->list_path, c->notices);
    switch (al_input_add_names(checked, c->request->list_path, c->request->list_separator, reason)) {
    case AL_NAMES_OK: return AL_OK;
    case AL_NAMES_NO_MEMORY: return AL_OUT_OF_MEMORY;
    case AL_NAMES_UNREADABLE: break;
    }
    if (al_watch_stopped(checked->watch))
        return AL_OK;
    al_notify(c->notices, AL_NOTICE_LIST, c->request->list_path, reason);
    return AL_UNREADABLE;
}

static void begin_checked(const collecting *c, al_input_list *checked)
{
    const uint64_t memory = al_options_limit(&c->policy->options, AL_LIMIT_MEMORY);
    checked->watch = c->watch;
    checked->base = &c->inputs->base;
    checked->excluded = (const char *const *)c->request->excluded.items;
    checked->excluded_count = (size_t)c->request->excluded.count;
    checked->most_bytes = memory < UINT64_MAX - AL_FREE_FOR_NAMES ? memory + AL_FREE_FOR_NAMES : 0;
    checked->excludes = c->policy->configuration != NULL ? al_configuration_excludes : NULL;
    checked->context = c->policy->configuration;
}

static al_status collect_checked(const collecting *c)
{
    al_input_list *checked = &c->inputs->checked;
    begin_checked(c, checked);
    for (size_t i = 0; i < c->request->paths.count; i++) {
        const char *path = c->request->paths.items[i];
        const bool added = i == c->request->standard_input ? al_input_add_stdin(checked, path)
                                                           : al_input_add_path(checked, path);
        if (!added)
            return AL_OUT_OF_MEMORY;
    }
    const al_status status = add_list(c, checked);
    al_input_sort(checked);
    return al_input_split_excluded(checked, &c->inputs->excluded) ? status : AL_OUT_OF_MEMORY;
}

/* ---- The files around them ----------------------------------------------------------------------------- */

/* A reference may contain the folder that is checked, which is not part of the reference: otherwise the mod's
 * own files would count as files of the game. */
static bool collect_reference(al_input_list *list, const char *path, const al_input_folders *checked)
{
    if (!al_input_add_path(list, path))
        return false;
    al_input_sort(list);
    return al_input_drop_in_folders(list, path, checked);
}

static bool collect_references(const collecting *c)
{
    project_inputs *inputs = c->inputs;
    const size_t count = (size_t)c->request->references.count;
    inputs->references = calloc(count + 1, sizeof *inputs->references);
    if (inputs->references == NULL)
        return false;
    inputs->reference_count = count;
    al_input_folders checked = {.count = 0};
    bool ok = count == 0 || al_input_folders_of(&checked, &inputs->checked);
    for (size_t i = 0; i < count && ok; i++) {
        inputs->references[i].watch = c->watch;
        ok = collect_reference(&inputs->references[i], c->request->references.items[i], &checked);
    }
    al_input_folders_free(&checked);
    return ok;
}

/* Reads the rest of a file of names. */
static al_status read_names(const collecting *c, names_file *file, al_source *source)
{
    *c->mistake = (al_mistake){.line = 1, .column = 1, .text = "this file is too large"};
    al_source_read_rest(source);
    file->names = al_alloc(&file->arena, 1, sizeof *file->names);
    if (file->names == NULL || source->state == AL_SOURCE_NO_MEMORY)
        return AL_OUT_OF_MEMORY;
    if (source->state == AL_SOURCE_READ &&
        al_names_read(file->names, al_source_bytes(source), &file->arena, c->mistake))
        return AL_OK;
    return c->mistake->no_memory && file->budget.shortage == AL_SHORTAGE_SYSTEM ? AL_OUT_OF_MEMORY
                                                                                : AL_CONFIG_ERROR;
}

/* Reads a reference that is a file of names. The survey tells of one that can't be opened. */
static al_status find_names(const collecting *c, const char *path, names_file *file)
{
    const al_options *options = &c->policy->options;
    al_buffer buffer = {.bytes = NULL};
    al_file_info info;
    al_source source;
    file->budget = al_budget_of(al_options_limit(options, AL_LIMIT_MEMORY), 0);
    file->arena = al_arena_on(&file->budget);
    if (al_stat_path(path, &info) != 0 || info.kind != AL_KIND_FILE || al_container_of(path) != NULL)
        return AL_OK;
    al_source_open_listed(&source, path);
    al_source_begin(&source, &buffer, &file->budget, al_options_limit(options, AL_LIMIT_FILE_SIZE));
    al_source_read_head(&source, false);
    al_status status = AL_OK;
    if (source.state == AL_SOURCE_READ && al_is_names(path, al_source_bytes(&source)))
        status = read_names(c, file, &source);
    al_source_close(&source);
    al_buffer_release(&buffer, &file->budget);
    al_buffer_free(&buffer);
    c->mistake->path = path;
    return status;
}

static al_status collect_names(const collecting *c)
{
    project_inputs *inputs = c->inputs;
    al_status status = AL_OK;
    inputs->names = calloc(inputs->reference_count + 1, sizeof *inputs->names);
    if (inputs->names == NULL)
        return AL_OUT_OF_MEMORY;
    for (size_t i = 0; i < inputs->reference_count && status == AL_OK; i++)
        status = find_names(c, c->request->references.items[i], &inputs->names[i]);
    return status;
}

/* Without a reference a named file is checked as if no file were beside it. */
static bool collect_siblings(const collecting *c)
{
    project_inputs *inputs = c->inputs;
    inputs->siblings.watch = c->watch;
    bool ok = inputs->reference_count == 0 || al_input_add_siblings(&inputs->siblings, &inputs->checked);
    for (size_t i = 0; ok && i < inputs->reference_count; i++)
        ok = al_input_add_siblings(&inputs->siblings, &inputs->references[i]);
    return ok;
}

al_status project_inputs_collect(project_inputs *inputs, const input_request *request,
                                 const al_policy *policy, const al_notices *notices, al_watch *watch,
                                 al_mistake *mistake)
{
    const collecting c = {.inputs = inputs,
                          .request = request,
                          .policy = policy,
                          .notices = notices,
                          .watch = watch,
                          .mistake = mistake};
    const al_status status = collect_checked(&c);
    if (status != AL_OK)
        return status;
    return collect_references(&c) && collect_siblings(&c) ? collect_names(&c) : AL_OUT_OF_MEMORY;
}

void project_inputs_free(project_inputs *inputs)
{
    al_input_free(&inputs->checked);
    al_input_free(&inputs->excluded);
    al_input_free(&inputs->siblings);
    for (size_t i = 0; i < inputs->reference_count; i++)
        al_input_free(&inputs->references[i]);
    for (size_t i = 0; inputs->names != NULL && i < inputs->reference_count; i++)
        al_arena_free(&inputs->names[i].arena);
    free(inputs->names);
    free(inputs->references);
    al_path_base_free(&inputs->base);
    *inputs = (project_inputs){.references = NULL};
}

uint64_t project_inputs_memory(const project_inputs *inputs)
{
    return al_input_memory(&inputs->checked) + al_input_memory(&inputs->excluded) +
           al_input_memory(&inputs->siblings);
}

/* ---- The survey ---------------------------------------------------------------------------------------- */

/* An excluded package is not opened, unless its members lie in its folder for the game: these are not
 * missing. */
static bool survey_input(al_survey *survey, const al_input *in)
{
    const al_container *kind = al_container_of(in->path);
    if (in->error != 0)
        return al_survey_add_unlisted(survey, in->path, al_error_text(in->error));
    if (in->from_stdin || (in->excluded && kind != NULL && kind != &al_cat_container))
        return true;
    return in->in_folder ? al_survey_add_found(survey, in->path, in->folder_length)
                         : al_survey_add(survey, in->path, true);
}

static bool survey_list(al_survey *survey, const al_input_list *list)
{
    bool ok = true;
    for (size_t i = 0; ok && i < list->count; i++)
        ok = survey_input(survey, &list->items[i]);
    return ok;
}

bool project_inputs_is_own(size_t number, uint64_t shard, uint64_t shards)
{
    return shards == 0 || number % shards == shard - 1;
}

static bool survey_checked(const project_inputs *inputs, uint64_t shard, uint64_t shards, al_survey *survey)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->checked.count; i++) {
        al_survey_set_unreported(survey, !project_inputs_is_own(i, shard, shards));
        ok = survey_input(survey, &inputs->checked.items[i]);
    }
    al_survey_set_unreported(survey, true);
    ok = ok && survey_list(survey, &inputs->excluded);
    al_survey_set_unreported(survey, false);
    return ok;
}

/* A file that the user names must be readable, whether or not a rule needs it. */
static int try_to_open(const char *path)
{
    al_file file;
    const int error = al_file_open(path, &file);
    if (error == 0)
        al_file_close(file);
    return error;
}

static bool survey_references(const project_inputs *inputs, const input_request *request, al_survey *survey)
{
    bool ok = true;
    for (size_t i = 0; ok && i < inputs->reference_count; i++) {
        const char *path = request->references.items[i];
        al_file_info info;
        const bool is_file = al_stat_path(path, &info) == 0 && info.kind == AL_KIND_FILE;
        const int error = is_file ? try_to_open(path) : 0;
        ok = al_survey_begin_reference(survey, path, is_file);
        if (ok && error != 0)
            ok = al_survey_add_unlisted(survey, path, al_error_text(error));
        else if (ok && inputs->names[i].names != NULL)
            ok = al_survey_add_names(survey, inputs->names[i].names);
        else
            ok = ok && survey_list(survey, &inputs->references[i]);
    }
    return ok;
}

bool project_inputs_survey(const project_inputs *inputs, const input_request *request, uint64_t shard,
                           uint64_t shards, al_survey *survey)
{
    if (!survey_checked(inputs, shard, shards, survey) || !survey_references(inputs, request, survey))
        return false;
    al_survey_begin_siblings(survey);
    return survey_list(survey, &inputs->siblings);
}
