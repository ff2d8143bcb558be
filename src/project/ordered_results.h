/* ordered_results.h: hands out results in the order of their paths, also those that are known only at the
 * end: results about assetlint.json, .assetlintignore files and the baseline. */
#ifndef AL_PROJECT_ORDERED_RESULTS_H
#define AL_PROJECT_ORDERED_RESULTS_H

#include <assetlint/assetlint.h>

#include "project/configuration/usage_log.h"
#include "project/project_inputs.h"
#include "project/result_spool.h"

/* Gets results in their order. False: no more of them are wanted. */
typedef bool (*ordered_receiver)(void *context, const al_result *result);

/* assetlint's own files that a run reports on at its end. */
typedef enum own_file { OWN_CONFIGURATION, OWN_BASELINE } own_file;
enum { OWN_FILES = OWN_BASELINE + 1 };

typedef struct ordered_results {
    ordered_receiver receive;
    void *context;
    al_usage_log *log; /* NULL: nothing has to be used */
    const char
        *first; /* the first path of our own files: results behind it are kept until the end; or NULL */
    result_spool spool;   /* these results */
    al_result **sidecars; /* results about .assetlintignore files, by path, until their turn comes */
    size_t sidecar_count, sidecar_capacity;
    al_result *own[OWN_FILES]; /* what is reported on them, at the end; or NULL */
    bool no_memory;
} ordered_results;

/* Of a run in shards, the first one alone reports on our own files; 0 shards: the run is whole. The inputs
 * are those of all shards, and must last as long. False
 * when out of memory; ordered_results_end must be called in any case. */
bool ordered_results_begin(ordered_results *o, const al_policy *policy, const project_inputs *inputs,
                           uint64_t shard, uint64_t shards, ordered_receiver receive, void *context);

/* Adds a result, in the order of paths, and takes the result about its .assetlintignore out of it. False when
 * no more results are wanted. */
bool ordered_results_add(ordered_results *o, al_result *result);

/* The same for a result that no check made, and that is not kept for suppressions. */
bool ordered_results_add_failure(ordered_results *o, const al_result *result);

/* Hands out all results that are left. `complete`: all inputs were checked. False when
 * out of memory. */
bool ordered_results_finish(ordered_results *o, bool complete);

void ordered_results_end(ordered_results *o);

#endif
