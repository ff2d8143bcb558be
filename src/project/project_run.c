/* project_run.c: runs a project: lists the files, surveys them, checks them, and hands out the results. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/limits.h"
#include "core/text.h"
#include "engine/result.h"
#include "project/configuration/baseline_base.h"
#include "project/project.h"
#include "project/survey.h"

/* ---- The client ---------------------------------------------------------------------------------------- */

/* A client that was compiled against an earlier version has fewer functions. False if its size was not set.
 */
static bool set_client(al_project *p, const al_client *client)
{
    if (client != NULL && client->size < offsetof(al_client, notice))
        return false;
    p->client = (al_client){.size = 0};
    if (client != NULL)
        memcpy(&p->client, client, client->size < sizeof p->client ? client->size : sizeof p->client);
    p->notices = (al_notices){.context = p->client.context, .notice = p->client.notice};
    return true;
}

static bool is_stopped(const void *context)
{
    const al_project *p = context;
    return atomic_load_explicit(&p->stop, memory_order_relaxed) ||
           (p->client.stopped != NULL && p->client.stopped(p->client.context));
}

void al_project_stop(al_project *project)
{
    atomic_store_explicit(&project->stop, true, memory_order_relaxed);
}

/* The lowest level that fails the run, with a configuration or without (NULL); AL_OFF: none does. */
static al_level fail_on(const al_project *p, const al_configuration *c)
{
    if (p->fail_on_given)
        return p->fail_on;
    return c != NULL && c->has_fail_on ? c->fail_on : AL_ERROR;
}

/* Findings that are omitted count, too: those that are listed are more severe, but may be suppressed. */
static bool fails(al_level level, const al_result *r)
{
    const uint64_t listed[] = {[AL_NOTE] = r->notes, [AL_WARNING] = r->warnings, [AL_ERROR] = r->errors};
    bool any = level != AL_OFF && r->omitted_level >= level;
    for (size_t each = level; level != AL_OFF && each <= AL_ERROR; each++)
        any = any || listed[each] > 0;
    return any;
}

/* Counts what the configuration keeps from view. */
static void note_unseen(al_project *p, const al_result *result)
{
    const al_unseen *unseen = &((const al_result_block *)result)->unseen;
    const al_level level = fail_on(p, NULL);
    p->configuration_info.left_out += unseen->count;
    p->would_fail = p->would_fail || fails(level, result) || (level != AL_OFF && unseen->level >= level);
}

/* A client that wants no more results has stopped the run. */
static bool hand_out(void *context, const al_result *result)
{
    al_project *p = context;
    p->files += !result->entry_only;
    p->fails = p->fails || fails(fail_on(p, p->configuration), result);
    note_unseen(p, result);
    p->configuration_info.changes_exit = p->fails != p->would_fail;
    p->unchecked = p->unchecked || al_is_unchecked(result);
    if (p->client.result == NULL || p->client.result(p->client.context, result))
        return true;
    al_project_stop(p);
    return false;
}

static void set_status(al_project *p, al_status status)
{
    if (p->status == AL_OK)
        p->status = status;
}

static uint64_t jobs_of(const al_project *p)
{
    return p->jobs > 0 ? p->jobs : al_processors();
}

/* ---- Listing ------------------------------------------------------------------------------------------- */

const al_input_list *project_own_inputs(const al_project *project)
{
    return project->shards > 0 ? &project->shard_inputs : &project->inputs.checked;
}

static bool pick_shard(al_project *p)
{
    const al_input_list *all = &p->inputs.checked;
    al_input_list *own = &p->shard_inputs;
    *own = *all;
    own->count = 0;
    own->items = calloc(all->count + 1, sizeof *own->items);
    for (size_t i = 0; own->items != NULL && i < all->count; i++)
        if (project_inputs_is_own(i, p->shard, p->shards))
            own->items[own->count++] = all->items[i];
    return own->items != NULL;
}

/* Whether two paths are the same file. */
static bool is_same_path(const char *current, const char *a, const char *b, bool *no_memory)
{
    char *first = al_path_normal(current, a), *second = al_path_normal(current, b);
    *no_memory = first == NULL || second == NULL;
    const bool same = !*no_memory && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

/* Tells of configurations in checked folders that are not the one that was found. */
static bool tell_unused_configurations(const al_project *p)
{
    const al_input_list *files = &p->inputs.checked;
    const char *first = NULL;
    size_t count = 0;
    char more[48] = "";
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i].path;
        bool no_memory = false;
        if (strcmp(al_base_name(path), AL_CONFIGURATION_NAME) != 0 ||
            (p->configuration != NULL &&
             is_same_path(p->inputs.base.current, path, p->configuration_path, &no_memory)))
            continue;
        if (no_memory)
            return false;
        first = first != NULL ? first : path;
        count++;
    }
    if (count > 1)
        (void)snprintf(more, sizeof more, " and %zu other%s", count - 1, AL_S(count - 1));
    if (count > 0)
        al_notify(&p->notices, AL_NOTICE_UNUSED_CONFIGURATION, first, more);
    return true;
}

/* Tells of the first path that was given and is not in the folder of the configuration that was found. */
static bool tell_foreign_paths(const al_project *p)
{
    const al_configuration *c = p->configuration;
    const char *foreign = NULL;
    for (size_t i = 0; c != NULL && c->root != NULL && i < p->request.paths.count && foreign == NULL; i++) {
        char *path = al_path_normal(p->inputs.base.current, p->request.paths.items[i]);
        if (path == NULL)
            return false;
        if (i != p->request.standard_input && al_path_below(path, c->root) == NULL)
            foreign = p->request.paths.items[i];
        free(path);
    }
    if (foreign != NULL)
        al_notify(&p->notices, AL_NOTICE_FOREIGN_CONFIGURATION, c->path, foreign);
    return true;
}

al_status al_project_list(al_project *project, const al_client *client)
{
    if (!set_client(project, client))
        return AL_BAD_ARGUMENT;
    if (project->listed)
        return project->list_status;
    run_progress_begin(&project->progress, is_stopped, project);
    project->list_status =
        project_inputs_collect(&project->inputs, &project->request, &project->policy, &project->notices,
                               &project->progress.listing, &project->mistake);
    if (project->list_status == AL_OK && project->shards > 0 && !pick_shard(project))
        project->list_status = AL_OUT_OF_MEMORY;
    if (project->list_status == AL_OK && project->finds_configuration &&
        !(tell_unused_configurations(project) && tell_foreign_paths(project)))
        project->list_status = AL_OUT_OF_MEMORY;
    if (project->list_status == AL_OK && is_stopped(project))
        project->list_status = AL_STOPPED;
    project->policy.base = &project->inputs.base;
    if (project->list_status == AL_OK && project->baseline != NULL &&
        !al_baseline_move(project->baseline, &project->inputs.base, &project->inputs.checked,
                          &project->notices))
        project->list_status = AL_OUT_OF_MEMORY;
    project->listed = true;
    return project->list_status;
}

size_t al_project_file_count(const al_project *project)
{
    return project->inputs.checked.count;
}

const char *al_project_file(const al_project *project, size_t number)
{
    return number < project->inputs.checked.count ? project->inputs.checked.items[number].path : NULL;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static bool receive(void *context, const al_input *in, const checked_input *checked)
{
    al_project *p = context;
    p->done++;
    return output_add(&p->output, p->survey, in, checked);
}

static bool was_stopped(const al_project *p)
{
    return is_stopped(p) && (p->list_status == AL_STOPPED || p->done < project_own_inputs(p)->count);
}

/* The delivery lock is held. */
static void finish_results(al_project *p)
{
    const bool stopped = was_stopped(p);
    if (p->finished)
        return;
    p->finished = true;
    if (!output_finish(&p->output, !stopped))
        set_status(p, AL_OUT_OF_MEMORY);
    if (stopped)
        set_status(p, AL_STOPPED);
}

/* ---- What the survey could not read -------------------------------------------------------------------- */

static void tell_unread(void *context, const char *path, const char *reason)
{
    al_project *p = context;
    p->unread++;
    al_notify(&p->notices, AL_NOTICE_UNREAD, path, reason);
}

/* ---- The run ------------------------------------------------------------------------------------------- */

/* NULL when out of memory, or stopped. */
static al_survey *survey_files(al_project *p, bool (*look)(al_survey *survey))
{
    al_survey *survey = al_survey_new(&p->policy.options);
    if (survey == NULL)
        return NULL;
    run_progress_begin_survey(&p->progress, &p->inputs.checked);
    al_survey_watch(survey, &p->progress.survey);
    al_survey_reserve(survey, project_inputs_memory(&p->inputs));
    if (project_inputs_survey(&p->inputs, &p->request, p->shard, p->shards, survey) && look(survey))
        return survey;
    al_survey_free(survey);
    return NULL;
}

/* False when out of memory. */
static bool list_not_judged(al_project *p, const al_survey *survey)
{
    al_not_judged *list;
    size_t count;
    if (!al_survey_list_not_judged(survey, &p->arena, &list, &count))
        return false;
    al_lock_enter(p->delivery);
    p->not_judged = list;
    p->not_judged_count = count;
    al_lock_leave(p->delivery);
    return true;
}

static bool check_files(al_project *p)
{
    al_survey *survey = survey_files(p, al_survey_look);
    if (survey == NULL)
        return is_stopped(p);
    p->survey = survey;
    if (!al_survey_tell_unread(survey, tell_unread, p) || !list_not_judged(p, survey))
        return false;
    const pool_settings settings = {.inputs = project_own_inputs(p),
                                    .policy = &p->policy,
                                    .survey = survey,
                                    .jobs = jobs_of(p),
                                    .notices = p->notices,
                                    .progress = &p->progress,
                                    .window = p->window,
                                    .receive = receive,
                                    .context = p,
                                    .delivery = p->delivery};
    run_progress_begin_check(&p->progress, settings.inputs);
    al_lock_enter(p->delivery);
    p->pool = settings;
    al_lock_leave(p->delivery);
    return pool_run(&settings);
}

/* Forgets what an earlier run has found. False when out of memory. */
static bool begin_again(al_project *p)
{
    run_progress_end(&p->progress);
    al_lock_enter(p->delivery);
    p->pool = (pool_settings){.inputs = NULL};
    output_end(&p->output);
    window_free(p->window);
    p->window = window_new();
    al_lock_leave(p->delivery);
    p->progress = (run_progress){.phase = AL_PHASE_LIST};
    run_progress_begin(&p->progress, is_stopped, p);
    p->done = p->files = p->unread = p->configuration_info.left_out = 0;
    p->finished = p->fails = p->would_fail = p->unchecked = false;
    p->status = AL_OK;
    return p->window != NULL;
}

al_status al_project_substitute(al_project *project, const char *path, const void *data, size_t size)
{
    al_project *p = project;
    const al_substitute substitute = {.path = path, .bytes = al_span_of(data, size)};
    const bool added =
        AL_APPEND(&p->arena, p->substitutes, p->substitute_count, p->substitute_capacity, substitute);
    p->policy.options.substitutes = p->substitutes;
    p->policy.options.substitute_count = (size_t)p->substitute_count;
    return added ? AL_OK : AL_OUT_OF_MEMORY;
}

al_status al_project_run(al_project *project, const al_client *client)
{
    al_project *p = project;
    const al_status listed = al_project_list(p, client);
    if (listed != AL_OK && listed != AL_STOPPED)
        return listed;
    if (p->finished && !begin_again(p))
        return AL_OUT_OF_MEMORY;
    const output_settings settings = {.policy = &p->policy,
                                      .inputs = &p->inputs,
                                      .shard = p->shard,
                                      .shards = p->shards,
                                      .notices = p->notices,
                                      .receive = hand_out,
                                      .context = p};
    al_lock_enter(p->delivery);
    const bool ok = output_begin(&p->output, &settings);
    al_lock_leave(p->delivery);
    if (!ok || (listed == AL_OK && !check_files(p)))
        set_status(p, AL_OUT_OF_MEMORY);
    al_lock_enter(p->delivery);
    finish_results(p);
    al_lock_leave(p->delivery);
    al_survey_free(p->survey);
    p->survey = NULL;
    p->substitute_count = p->policy.options.substitute_count = 0;
    return p->status;
}

/* ---- Names of a reference ------------------------------------------------------------------------------ */

static bool write_lines(const al_survey *survey, al_text_writer *write, void *context)
{
    size_t count;
    const char *const *lines = al_survey_name_lines(survey, &count);
    bool ok = write(context, AL_NAMES_HEADER) && write(context, "\n");
    for (size_t i = 0; ok && i < count; i++)
        ok = write(context, lines[i]) && write(context, "\n");
    return ok;
}

/* What is not known would count as missing. */
static al_status write_names(al_project *p, const al_survey *survey, al_text_writer *write, void *context)
{
    const char *gap = al_survey_first_gap(survey);
    if (p->unread == 0 && gap != NULL)
        tell_unread(p, gap, "not all files in it can be read");
    if (p->unread > 0)
        return AL_UNREADABLE;
    return write_lines(survey, write, context) ? AL_OK : AL_STOPPED;
}

al_status al_project_write_names(al_project *project, const al_client *client, al_text_writer *write,
                                 void *context)
{
    al_project *p = project;
    if (p->request.references.count != 1 || p->request.paths.count > 0)
        return AL_BAD_ARGUMENT;
    const al_status listed = al_project_list(p, client);
    if (listed != AL_OK)
        return listed;
    al_survey *survey = survey_files(p, al_survey_look_for_names);
    al_status status = is_stopped(p) ? AL_STOPPED : AL_OUT_OF_MEMORY;
    if (survey != NULL && al_survey_tell_unread(survey, tell_unread, p))
        status = write_names(p, survey, write, context);
    al_survey_free(survey);
    return status;
}

void al_project_abandon(al_project *project)
{
    al_project_stop(project);
    al_lock_enter(project->delivery); /* for ever: the other thread hands out nothing more */
    if (project->pool.inputs != NULL)
        pool_salvage(&project->pool);
    finish_results(project);
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

bool al_project_partner(const al_project *project, const al_result *result, size_t number,
                        al_partner *partner)
{
    al_partner all[AL_MOST_PARTNERS];
    const size_t count = project->survey != NULL ? al_survey_partners(project->survey, result, all) : 0;
    if (partner->size < sizeof *partner || number >= count)
        return false;
    *partner = all[number];
    return true;
}

const char *al_partner_role_name(al_partner_role role)
{
    static const char *const names[] = {"skeleton", "level",   "collision",
                                        "referrer", "texture", "missing texture"};
    return names[role];
}

/* ---- What is known of a run ---------------------------------------------------------------------------- */

void al_project_progress(al_project *project, al_progress *progress)
{
    al_progress now = {.size = progress->size};
    run_progress_describe(&project->progress, &now);
    memcpy(progress, &now, now.size < sizeof now ? now.size : sizeof now);
}

void al_project_summary(const al_project *project, al_summary *summary)
{
    const al_summary all = {.size = summary->size,
                            .inputs = project_own_inputs(project)->count,
                            .done = project->done,
                            .files = project->files,
                            .listed = project->list_status != AL_STOPPED,
                            .stopped = was_stopped(project),
                            .unread = project->unread};
    memcpy(summary, &all, all.size < sizeof all ? all.size : sizeof all);
}

al_exit al_project_exit(const al_project *project)
{
    const al_project *p = project;
    const bool listed = p->list_status == AL_OK;
    if (!listed || p->status != AL_OK || p->unread > 0 || p->unchecked)
        return AL_EXIT_UNCHECKED;
    return p->fails ? AL_EXIT_FINDINGS : AL_EXIT_FINE;
}

size_t al_project_not_judged_count(const al_project *project)
{
    return project->not_judged_count;
}

const al_not_judged *al_project_not_judged(const al_project *project, size_t number)
{
    return number < project->not_judged_count ? &project->not_judged[number] : NULL;
}
