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

/* What a run has noted of one suppression. */
typedef struct al_noted_suppression {
    bool used;     /* it suppressed a finding */
    bool ran;      /* one of its rules ran for a file that it applies to */
    bool any;      /* a file has a name that it applies to */
    bool left_out; /* a file that was left out has, or may have, such a name */
} al_noted_suppression;

/* What a run has noted of one entry of the baseline. */
typedef struct al_noted_entry {
    bool known;           /* a finding matched it */
    bool checked;         /* its file was checked, or is no longer there */
    bool there;           /* its file has a result */
    bool package_checked; /* its file was checked, so all members have results */
} al_noted_entry;

/* Sets `any` and `left_out` of each suppression of the configuration. False when out of memory. */
bool al_coverage_find_names(const al_coverage *coverage, al_noted_suppression *noted) AL_MUST_USE;

/* Sets `checked` of each entry whose file no longer exists, though its folder was checked. Nothing else may
 * be known of the entry. False when out of memory. */
bool al_coverage_find_gone(const al_coverage *coverage, al_noted_entry *noted) AL_MUST_USE;

#endif
