/* coverage.h: which files a run would have checked if they existed, and which it left out. So it is known
 * what an unused suppression or an entry of the baseline may still be for.
 */
#ifndef AL_PROJECT_CONFIGURATION_COVERAGE_H
#define AL_PROJECT_CONFIGURATION_COVERAGE_H

#include "core/compiler.h"
#include "project/configuration/policy.h"
#include "project/inputs/input.h"

typedef struct al_coverage {
    const al_policy *policy;
    const al_input_list *checked;  /* the files of all shards, sorted */
    const al_input_list *excluded; /* the files that were found and left out */
    al_input_folders folders;      /* that the user named */
} al_coverage;

/* The lists must outlive it. False when out of memory; call al_coverage_end in any case. */
bool al_coverage_begin(al_coverage *coverage, const al_policy *policy, const al_input_list *checked,
                       const al_input_list *excluded) AL_MUST_USE;
void al_coverage_end(al_coverage *coverage);

/* From now on no folder counts as checked: the run ended too early. */
void al_coverage_cut_short(al_coverage *coverage);

/* Whether a folder, as a normal path, was searched for files. When out of memory, sets `*no_memory`. */
bool al_coverage_has_folder(const al_coverage *coverage, const char *folder, bool *no_memory);

/* Whether there is no file of that normal path, although the run searched the folder that it would be in.
 * When out of memory, sets `*no_memory`. */
bool al_coverage_misses(const al_coverage *coverage, const char *path, bool *no_memory);

/* What is known of one suppression from the names of files alone. */
typedef struct al_suppression_names {
    bool any;      /* a file has a name that the suppression applies to */
    bool left_out; /* a file that was left out has, or may have, such a name */
} al_suppression_names;

/* Fills `names`, one for each suppression of the configuration. False when out of memory. */
bool al_coverage_find_names(const al_coverage *coverage, al_suppression_names *names) AL_MUST_USE;

/* Sets `gone` for each entry of the baseline whose file no longer exists, though its folder was checked.
 * Skips entries that are `decided`. Both arrays have one item for each entry. False when out of memory. */
bool al_coverage_find_gone(const al_coverage *coverage, const bool *decided, bool *gone) AL_MUST_USE;

#endif
