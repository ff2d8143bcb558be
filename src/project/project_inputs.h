/* project_inputs.h: the lists of files that a run works with. */
#ifndef AL_PROJECT_PROJECT_INPUTS_H
#define AL_PROJECT_PROJECT_INPUTS_H

#include "project/configuration/policy.h"
#include "project/inputs/input.h"
#include "project/notices.h"
#include "project/survey.h"

/* Copies of texts that the caller gave. */
typedef struct text_list {
    char **items;
    uint64_t count, capacity;
} text_list;

/* What the caller wants to be checked. */
typedef struct input_request {
    text_list paths, references, excluded;
    size_t standard_input; /* index of its name among the paths; SIZE_MAX: it is not checked */
    char *list_path;       /* a file with paths; or NULL */
    char list_separator;
} input_request;

/* A file of names. */
typedef struct names_file {
    al_names *names; /* in the arena; NULL: the reference is another file, or a folder */
    al_budget budget;
    al_arena arena;
} names_file;

typedef struct project_inputs {
    al_input_list checked;     /* of all shards */
    al_input_list excluded;    /* found, but left out: other files may refer to them */
    al_input_list *references; /* of each reference, the files that are looked at */
    names_file *names;         /* and the names of those that are files of names */
    size_t reference_count;
    al_input_list siblings; /* of files that were named, see al_survey_siblings_of */
    al_path_base base;      /* of the paths that were given */
} project_inputs;

/* Lists all files, which `watch` counts and may stop. AL_UNREADABLE when the list of paths can't be read:
 * what was found is listed all the same. AL_CONFIG_ERROR when a file of names has a mistake, which is told.
 */
al_status project_inputs_collect(project_inputs *inputs, const input_request *request,
                                 const al_policy *policy, const al_notices *notices, al_watch *watch,
                                 al_mistake *mistake);
void project_inputs_free(project_inputs *inputs);

/* Whether the checked file with this number belongs to a shard; without shards (0) all files do. */
bool project_inputs_is_own(size_t number, uint64_t shard, uint64_t shards);

/* Adds all files to the survey for a shard. False when out of memory. */
bool project_inputs_survey(const project_inputs *inputs, const input_request *request, uint64_t shard,
                           uint64_t shards, al_survey *survey);

/* Bytes of memory that the lists hold, without those of references, which are freed after the survey. */
uint64_t project_inputs_memory(const project_inputs *inputs);

#endif
