/* part_of_run.h: fills in what a sharded run hands to merge: its shard, its settings, and what can only be
 * decided about assetlint.json and the baseline when all shards are known. */
#ifndef AL_REPORT_PART_OF_RUN_H
#define AL_REPORT_PART_OF_RUN_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

#include "report/part.h"

typedef struct part_of_run {
    report_part part;
    char *folder, *root; /* those of the part */
    char *base_paths[PART_OWN];
} part_of_run;

/* The caller has set `fail_on`, `show`, `per_rule_given`, `per_rule` and `must_find` of the part; all else
 * follows from the project, whose files are listed. `sarif_root`: the folder that URIs are relative to; NULL:
 * that of the repository. False when out of memory; part_of_run_end must be called in any case. */
bool part_of_run_begin(part_of_run *p, const al_project *project, const char *sarif_root);

/* After the run: notes what it would report on assetlint.json and the baseline. That lives as long as the
 * project. False when out of memory. */
bool part_of_run_finish(part_of_run *p, const al_project *project, bool interrupted);

void part_of_run_end(part_of_run *p);

#endif
