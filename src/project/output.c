/* output.c: hands out results in order. */
#include "project/output.h"

#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "core/sort.h"
#include "core/text.h"
#include "project/configuration/suppress.h"

/* The most memory for results about our own files until the end: more than any tree needs whose ignore files
 * were written by hand. */
enum { MOST_OWN_BYTES = 32 << 20 };

bool output_begin(output *o, const output_settings *settings)
{
    const al_policy *p = settings->policy;
    const bool suppresses = p->configuration != NULL && p->configuration->suppression_count > 0;
    const bool knows = p->baseline != NULL && p->baseline->count > 0;
    *o = (output){.settings = *settings};
    if ((!suppresses && !knows) || settings->shard > 1)
        return true;
    const project_inputs *inputs = settings->inputs;
    o->log = al_usage_log_new(p, &inputs->checked, &inputs->excluded, settings->shards > 1);
    return o->log != NULL;
}

void output_end(output *o)
{
    al_usage_log_free(o->log);
    al_file_settings_free(&o->file);
    for (size_t i = 0; i < o->own_count; i++)
        al_result_free(o->own[i]);
    free(o->own);
    *o = (output){.log = NULL};
}

static bool hand_out(const output *o, const al_result *result)
{
    return o->settings.receive(o->settings.context, result);
}

/* Always false. */
static bool fail(output *o)
{
    o->no_memory = true;
    return false;
}

/* Keeps a result about one of our own files, NULL or owned from now on, until the end. */
static bool keep_own(output *o, al_result *result)
{
    if (result == NULL)
        return true;
    o->own_bytes += al_result_memory(result);
    al_result **more =
        o->own_bytes <= MOST_OWN_BYTES ? realloc(o->own, (o->own_count + 1) * sizeof(al_result *)) : NULL;
    if (more == NULL) {
        al_result_free(result);
        return fail(o);
    }
    o->own = more;
    more[o->own_count++] = result;
    return true;
}

/* ---- Results of checks --------------------------------------------------------------------------------- */

/* A file without a result, because memory was short, gets one that only says that. */
static bool hand_out_failure(output *o, const al_input *in)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    const char *path = al_escape_copy(&arena, in->path, strlen(in->path));
    const al_result_block unchecked = {.result = {.path = path,
                                                  .raw_path = in->path,
                                                  .base_path = path, /* no finding needs it */
                                                  .member = "",
                                                  .format = "",
                                                  .version = "",
                                                  .status = AL_FILE_UNREADABLE}};
    al_notify(&o->settings.notices, AL_NOTICE_NO_MEMORY, in->path, NULL);
    const bool wanted = path != NULL ? hand_out(o, &unchecked.result) : fail(o);
    al_arena_free(&arena);
    return wanted;
}

/* A file of no known format is reported only if it was named or has a finding, as an archive that can't be
 * read has. The data of a package never is. */
static bool is_reported(const al_input *in, const al_result *result)
{
    return result->status != AL_FILE_UNRECOGNIZED || (in->named_by_user && !al_is_container_data(in->path)) ||
           result->finding_count > 0;
}

/* Adds the findings of rules that compare results, suppresses findings, and makes the result about the ignore
 * file. */
static bool make_complete(output *o, al_survey *survey, const checked_input *checked, al_result **own)
{
    const al_policy *policy = o->settings.policy;
    al_budget budget = al_budget_of(UINT64_MAX, policy->options.fail_allocation);
    const al_suppressors by = {
        .settings = &o->file, .sidecar = checked->ignore_file, .survey = survey, .log = o->log};
    *own = NULL;
    return al_file_settings_begin(&o->file, policy, checked->result->raw_path) &&
           al_survey_compare(survey, checked->result, o->file.rules, &budget) &&
           al_suppress(&by, checked->result, &budget) &&
           (by.sidecar == NULL || al_sidecar_report(by.sidecar, policy, o->file.rules, own));
}

/* Each member is handed out as a result of its own. */
static bool hand_out_all(const output *o, al_result *result)
{
    al_result *const *members = result->members;
    const size_t count = result->member_count;
    result->member_count = 0;
    bool wanted = hand_out(o, result);
    for (size_t i = 0; i < count && wanted; i++)
        wanted = hand_out(o, members[i]);
    result->member_count = count;
    return wanted;
}

bool output_add(output *o, al_survey *survey, const al_input *in, const checked_input *checked)
{
    al_result *own;
    if (checked->status == AL_OK && !is_reported(in, checked->result))
        return true;
    if (checked->status != AL_OK || !make_complete(o, survey, checked, &own))
        return hand_out_failure(o, in);
    if (own != NULL && o->log != NULL)
        al_usage_log_note_config_result(o->log, own);
    const bool wanted = hand_out_all(o, checked->result);
    return keep_own(o, own) && wanted;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

static int by_path(const void *left, const void *right, void *context)
{
    const al_result *const *a = left, *const *b = right;
    (void)context;
    return strcmp((*a)->raw_path, (*b)->raw_path);
}

/* The results about the configuration and about the baseline, in this order: the baseline may know findings
 * about the configuration. False when out of memory. */
static bool report_own(output *o)
{
    al_result *configuration, *baseline;
    if (o->log == NULL)
        return true;
    if (!al_usage_log_configuration(o->log, &configuration) || !keep_own(o, configuration))
        return false;
    return al_usage_log_baseline(o->log, &baseline) && keep_own(o, baseline);
}

bool output_finish(output *o, bool complete)
{
    bool wanted = true;
    if (o->log != NULL && !complete)
        al_usage_log_cut_short(o->log);
    o->no_memory = !report_own(o) || o->no_memory;
    al_sort(o->own, o->own_count, sizeof(al_result *), by_path, NULL);
    for (size_t i = 0; i < o->own_count && wanted; i++)
        wanted = hand_out(o, o->own[i]);
    return !o->no_memory;
}
