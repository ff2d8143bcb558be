/* ordered_results.c: puts results in their place that are known late. */
#include "project/ordered_results.h"

#include <stdlib.h>
#include <string.h>

#include "cli/configure.h"
#include "engine/result.h"
#include "project/configuration/baseline.h"

bool late_begin(late *l, const check_options *options, const al_input_list *inputs, late_receiver receive,
                late_receiver count, void *context)
{
    const al_configuration *c = options->configuration;
    const bool suppresses = c != NULL && c->suppression_count > 0;
    const bool knows = options->known != NULL && options->known->count > 0;
    *l = (late){.receive = receive, .count = count, .context = context};
    if (!suppresses && !knows)
        return true;
    l->ledger = al_ledger_new(options->library, inputs);
    l->undecided = options->shards > 0;
    if (l->undecided)
        return l->ledger != NULL;
    l->first = suppresses ? c->path : options->known->path;
    if (knows && strcmp(options->known->path, l->first) < 0)
        l->first = options->known->path;
    return l->ledger != NULL;
}

void late_end(late *l)
{
    al_ledger_free(l->ledger);
    held_end(&l->held);
    for (size_t i = 0; i < l->beside_count; i++)
        al_result_free(l->beside[i]);
    free(l->beside);
    al_result_free(l->own[0]);
    al_result_free(l->own[1]);
    *l = (late){.ledger = NULL};
}

/* Hands a result on, or keeps it until what belongs before it is known. */
static bool pass_on(late *l, const al_result *result)
{
    if (l->first == NULL || strcmp(result->raw_path, l->first) <= 0)
        return l->receive(l->context, result);
    return held_add(&l->held, result) == REPORT_OK;
}

/* ---- What lies beside files ---------------------------------------------------------------------------- */

/* Hands on what comes before a path; NULL: all of it. */
static bool pass_beside(late *l, const char *path)
{
    size_t count = 0;
    bool go_on = true;
    while (count < l->beside_count && (path == NULL || strcmp(l->beside[count]->raw_path, path) < 0))
        count++;
    for (size_t i = 0; i < count; i++) {
        go_on = go_on && pass_on(l, l->beside[i]);
        al_result_free(l->beside[i]);
    }
    l->beside_count -= count;
    if (count > 0)
        memmove(l->beside, l->beside + count, l->beside_count * sizeof *l->beside);
    return go_on;
}

/* There are never many: one waits only until the files are done whose names begin like its own. */
static bool keep_beside(late *l, al_result *result)
{
    if (l->beside_count == l->beside_capacity) {
        const size_t capacity = l->beside_capacity == 0 ? 8 : l->beside_capacity * 2;
        al_result **more = realloc(l->beside, capacity * sizeof(al_result *));
        if (more == NULL) {
            al_result_free(result);
            l->no_memory = true;
            return false;
        }
        l->beside = more;
        l->beside_capacity = capacity;
    }
    (void)l->count(l->context, result);
    if (l->ledger != NULL)
        al_ledger_note_own(l->ledger, result);
    size_t at = l->beside_count++;
    for (; at > 0 && strcmp(l->beside[at - 1]->raw_path, result->raw_path) > 0; at--)
        l->beside[at] = l->beside[at - 1];
    l->beside[at] = result;
    return true;
}

bool late_add(late *l, al_result *result, bool of_check)
{
    al_result *beside = of_check ? al_result_take_beside(result) : NULL;
    if (of_check && l->ledger != NULL)
        al_ledger_note(l->ledger, result);
    const bool go_on = pass_beside(l, result->raw_path) && pass_on(l, result);
    return (beside == NULL || keep_beside(l, beside)) && go_on;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

/* All that was held, with our own results where they belong. */
static bool merge(late *l, al_result *const *own, size_t count)
{
    const al_result *next = held_rewind(&l->held) == REPORT_OK ? held_next(&l->held) : NULL;
    bool go_on = true;
    for (size_t i = 0; go_on && (i < count || next != NULL);) {
        if (i < count && (next == NULL || strcmp(own[i]->raw_path, next->raw_path) <= 0)) {
            go_on = l->receive(l->context, own[i++]);
        } else {
            go_on = l->receive(l->context, next);
            next = held_next(&l->held);
        }
    }
    return go_on;
}

/* What is said of our own files, in the order of their paths. */
static void hand_out_own(late *l)
{
    al_result *own[2] = {NULL, NULL};
    size_t count = 0;
    for (size_t i = 0; i < 2; i++)
        if (l->own[i] != NULL)
            own[count++] = l->own[i];
    if (count == 2 && strcmp(own[0]->raw_path, own[1]->raw_path) > 0) {
        own[0] = l->own[1];
        own[1] = l->own[0];
    }
    for (size_t i = 0; i < count; i++)
        (void)l->count(l->context, own[i]);
    (void)merge(l, own, count);
}

bool late_finish(late *l, bool whole)
{
    (void)pass_beside(l, NULL);
    if (l->ledger == NULL)
        return !l->no_memory;
    if (!whole)
        al_ledger_cut_short(l->ledger);
    l->no_memory = !al_ledger_configuration(l->ledger, &l->own[0]) || l->no_memory;
    l->no_memory = !al_ledger_baseline(l->ledger, &l->own[1]) || l->no_memory;
    if (!l->undecided)
        hand_out_own(l);
    return !l->no_memory;
}
