/* baseline_base.h: a baseline whose paths count from another folder than those of a run. */
#ifndef AL_PROJECT_CONFIGURATION_BASELINE_BASE_H
#define AL_PROJECT_CONFIGURATION_BASELINE_BASE_H

#include "project/configuration/baseline.h"
#include "project/inputs/input.h"
#include "project/notices.h"
#include "project/paths.h"

/* If no entry is for a file of a base of this run, but entries are if their paths count from a folder above
 * or below it, lets them count from that base, and says so. False when out of memory. */
bool al_baseline_move(al_baseline *baseline, const al_path_base *given, const al_input_list *files,
                      const al_notices *notices) AL_MUST_USE;

#endif
