/* project.h: what an al_project holds, for src/project and for the reports on shards. */
#ifndef AL_PROJECT_PROJECT_H
#define AL_PROJECT_PROJECT_H

#include <assetlint/assetlint.h>
#include <stdatomic.h>

#include "platform/platform.h"
#include "project/configuration/policy.h"
#include "project/notices.h"
#include "project/output.h"
#include "project/pool.h"
#include "project/project_inputs.h"
#include "project/run_progress.h"

enum { AL_DATE_SIZE = sizeof "YYYY-MM-DD" };

struct al_survey;

struct al_project {
    /* Set up by the caller. */
    al_policy policy;
    al_configuration *configuration; /* or NULL */
    al_configuration_info configuration_info;
    al_baseline *baseline; /* or NULL */
    char *configuration_path, *baseline_path;
    al_mistake mistake; /* of the file that could not be read */
    input_request request;
    al_substitute *substitutes; /* for the next run, in the arena */
    uint64_t substitute_count, substitute_capacity;
    char date[AL_DATE_SIZE]; /* "": none */
    uint64_t jobs, shard, shards;
    bool finds_configuration; /* al_project_find_configuration was called */
    bool fail_on_given;
    al_level fail_on; /* if it is given */

    /* While it runs. */
    al_client client;
    al_notices notices;
    run_progress progress;
    _Atomic bool stop;
    bool listed;
    al_status list_status;
    project_inputs inputs;
    al_input_list shard_inputs; /* of this shard, pointing to paths of the list of all inputs */
    output output;
    al_lock *delivery;        /* held while results are handed out; al_project_abandon never leaves it */
    struct al_survey *survey; /* until all results were handed out; or NULL */
    window *window;
    pool_settings pool; /* all zero before files are checked; changes only under the delivery lock */
    bool finished;      /* all results were handed out */
    uint64_t done;      /* inputs that were checked */
    uint64_t files;     /* see al_summary */
    bool fails;         /* a finding at or above `fail_on` was handed out, */
    bool would_fail;    /* the run would fail without the configuration, */
    bool unchecked;     /* or the result of a file that could not be checked */
    uint64_t unread;    /* see al_summary */
    al_status status;   /* of the run so far */
    al_budget budget;   /* of `arena`: without a limit, since it holds little */
    al_arena arena;
    al_not_judged *not_judged; /* in the arena; changes only under the delivery lock */
    size_t not_judged_count;
};

/* The path of the file that this run reads, or looks for, and that has this id, whatever its name: a checked
 * or excluded file, one of a reference, a sibling, the configuration, the baseline, an .assetlintignore.
 * NULL: none. To be called once the files are listed. */
const char *project_find_read(al_project *project, const al_file_id *id);

/* The inputs that this run checks: those of the shard, or all. */
const al_input_list *project_own_inputs(const al_project *project);

#endif
