/* shard.h: a run that checks one shard of its inputs, and what it hands on to merge. */
#ifndef ASSETLINT_CLI_SHARD_H
#define ASSETLINT_CLI_SHARD_H

#include "cli/check_options.h"
#include "project/inputs/input.h"
#include "project/ordered_results.h"
#include "report/part.h"

typedef struct shard {
    report_part part;
    al_input_list inputs; /* of the shard; they are those of the whole list */
    char *folder, *root;  /* of the part */
} shard;

/* Picks the inputs of the shard that the options name, and notes what was set. False when out of memory;
 * shard_end is due in any case. */
bool shard_begin(shard *s, const check_options *options, const al_input_list *all);

/* Notes what may be said of the configuration and the baseline, which lives as long as `late`. False when out
 * of memory. */
bool shard_finish(shard *s, const check_options *options, const late *l);

void shard_end(shard *s);

#endif
