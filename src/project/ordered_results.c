/* ordered_results.c: puts results in their place that are known late. */
#include "project/ordered_results.h"

#include <stdlib.h>
#include <string.h>

#include "project/configuration/suppress.h"

bool ordered_results_begin(ordered_results *o, const al_policy *policy, const project_inputs *inputs,
                           uint64_t shard, uint64_t shards, ordered_receiver receive, void *context)
{
    const al_configuration *c = policy->configuration;
    const al_baseline *b = policy->baseline;
    const char *configuration = c != NULL && c->suppression_count > 0 ? c->path : NULL;
    const char *baseline = b != NULL && b->count > 0 ? b->path : NULL;
    *o = (ordered_results){.receive = receive, .context = context};
    if ((configuration == NULL && baseline == NULL) || shard > 1)
        return true;
    o->log = al_usage_log_new(policy, &inputs->checked, &inputs->excluded);
    if (o->log != NULL && shards > 1)
        al_usage_log_is_of_shard(o->log);
    o->first = configuration != NULL ? configuration : baseline;
    if (baseline != NULL && strcmp(baseline, o->first) < 0)
        o->first = baseline;
    return o->log != NULL;
}

void ordered_results_end(ordered_results *o)
{
    al_usage_log_free(o->log);
    result_spool_end(&o->spool);
    for (size_t i = 0; i < o->sidecar_count; i++)
        al_result_free(o->sidecars[i]);
    free(o->sidecars);
    for (size_t i = 0; i < OWN_FILES; i++)
        al_result_free(o->own[i]);
    *o = (ordered_results){.log = NULL};
}

/* Hands out a result, or keeps it until the results before it are known. */
static bool hand_out(ordered_results *o, const al_result *result)
{
    if (o->first == NULL || strcmp(result->raw_path, o->first) <= 0)
        return o->receive(o->context, result);
    return result_spool_add(&o->spool, result);
}

/* ---- Results about .assetlintignore files -------------------------------------------------------------- */

/* Hands out those before a path; NULL: all. */
static bool hand_out_sidecars(ordered_results *o, const char *path)
{
    size_t count = 0;
    bool go_on = true;
    while (count < o->sidecar_count && (path == NULL || strcmp(o->sidecars[count]->raw_path, path) < 0))
        count++;
    for (size_t i = 0; i < count; i++) {
        go_on = go_on && hand_out(o, o->sidecars[i]);
        al_result_free(o->sidecars[i]);
    }
    o->sidecar_count -= count;
    if (count > 0)
        memmove(o->sidecars, o->sidecars + count, o->sidecar_count * sizeof(al_result *));
    return go_on;
}

/* Few are kept at once: one waits only for the files whose names begin like its own. */
static bool keep_sidecar(ordered_results *o, al_result *result)
{
    if (o->sidecar_count == o->sidecar_capacity) {
        const size_t capacity = o->sidecar_capacity == 0 ? 8 : o->sidecar_capacity * 2;
        al_result **more = realloc(o->sidecars, capacity * sizeof(al_result *));
        if (more == NULL) {
            al_result_free(result);
            o->no_memory = true;
            return false;
        }
        o->sidecars = more;
        o->sidecar_capacity = capacity;
    }
    if (o->log != NULL)
        al_usage_log_note_config_result(o->log, result);
    size_t at = o->sidecar_count++;
    for (; at > 0 && strcmp(o->sidecars[at - 1]->raw_path, result->raw_path) > 0; at--)
        o->sidecars[at] = o->sidecars[at - 1];
    o->sidecars[at] = result;
    return true;
}

/* ---- Results of checks --------------------------------------------------------------------------------- */

bool ordered_results_add_failure(ordered_results *o, const al_result *result)
{
    return hand_out_sidecars(o, result->raw_path) && hand_out(o, result);
}

bool ordered_results_add(ordered_results *o, al_result *result)
{
    al_result *sidecar = al_take_sidecar_result(result);
    if (o->log != NULL)
        al_usage_log_note(o->log, result);
    const bool go_on = ordered_results_add_failure(o, result);
    return (sidecar == NULL || keep_sidecar(o, sidecar)) && go_on;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Hands out all results that were kept, and those about our own files where they belong. */
static void hand_out_rest(ordered_results *o, al_result *const *own, size_t count)
{
    const al_result *next = result_spool_rewind(&o->spool) ? result_spool_next(&o->spool) : NULL;
    bool go_on = true;
    for (size_t i = 0; go_on && (i < count || next != NULL);) {
        if (i < count && (next == NULL || strcmp(own[i]->raw_path, next->raw_path) <= 0)) {
            go_on = o->receive(o->context, own[i++]);
        } else {
            go_on = o->receive(o->context, next);
            next = result_spool_next(&o->spool);
        }
    }
}

static void hand_out_own(ordered_results *o)
{
    al_result *own[OWN_FILES] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < OWN_FILES; i++)
        if (o->own[i] != NULL)
            own[count++] = o->own[i];
    if (count == OWN_FILES && strcmp(own[0]->raw_path, own[1]->raw_path) > 0) {
        own[0] = o->own[OWN_BASELINE];
        own[1] = o->own[OWN_CONFIGURATION];
    }
    hand_out_rest(o, own, count);
}

bool ordered_results_finish(ordered_results *o, bool complete)
{
    (void)hand_out_sidecars(o, NULL);
    if (o->log == NULL)
        return !o->no_memory;
    if (!complete)
        al_usage_log_cut_short(o->log);
    o->no_memory = !al_usage_log_configuration(o->log, &o->own[OWN_CONFIGURATION]) || o->no_memory;
    o->no_memory = !al_usage_log_baseline(o->log, &o->own[OWN_BASELINE]) || o->no_memory;
    hand_out_own(o);
    return !o->no_memory;
}
