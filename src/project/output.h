/* output.h: what happens to the results of a run, on one thread and in the order of their paths: rules that
 * compare results add their findings, findings are suppressed, and the client gets what is left. Results
 * about assetlint's own files (assetlint.json, ignore files, the baseline) come after all others.
 */
#ifndef AL_PROJECT_OUTPUT_H
#define AL_PROJECT_OUTPUT_H

#include <assetlint/assetlint.h>

#include "project/configuration/file_settings.h"
#include "project/configuration/usage_log.h"
#include "project/notices.h"
#include "project/project_inputs.h"
#include "project/window.h"

/* Gets results in their order. False: no more of them are wanted. */
typedef bool output_receiver(void *context, const al_result *result);

typedef struct output_settings {
    const al_policy *policy;
    const project_inputs *inputs; /* of all shards */
    uint64_t shard, shards;       /* as for al_project_set_shard; 0: the run is whole */
    al_notices notices;
    output_receiver *receive;
    void *context; /* of `receive` */
} output_settings;

typedef struct output {
    output_settings settings;
    al_usage_log *log;     /* NULL: nothing has to be used, or another shard reports on that */
    al_file_settings file; /* of the result that was added last */
    al_result **own;       /* results about our own files */
    size_t own_count;
    uint64_t own_bytes;
    bool no_memory;
} output;

/* The settings are copied, what they point to must last as long. False when out of memory; output_end must be
 * called in any case. */
bool output_begin(output *o, const output_settings *settings);

/* Hands out what became of the check of an input. `survey`: of all inputs. False when no more is wanted, or
 * out of memory. */
bool output_add(output *o, al_survey *survey, const al_input *in, const checked_input *checked);

/* Hands out the results about our own files. `complete`: all inputs were checked. False when out of memory,
 * now or before. */
bool output_finish(output *o, bool complete);
void output_end(output *o);

#endif
