/* ledger.h: which suppressions and entries of a baseline were made use of in a whole run. */
#ifndef AL_PROJECT_CONFIGURATION_LEDGER_H
#define AL_PROJECT_CONFIGURATION_LEDGER_H

#include <assetlint/assetlint.h>

#include "core/compiler.h"
#include "project/inputs/input.h"

typedef struct al_ledger al_ledger;

/* Of what the options have; the inputs are all that is checked, sorted. NULL when out of memory. */
al_ledger *al_ledger_new(const al_options *options, const al_input_list *inputs);
void al_ledger_free(al_ledger *ledger);

/* Notes a result, in any order. */
void al_ledger_note(al_ledger *ledger, const al_result *result);

/* The same of what is said of our own files, which no check made. */
void al_ledger_note_own(al_ledger *ledger, const al_result *result);

/* Whether some suppression was made use of, by its number. */
bool al_ledger_has_used(const al_ledger *ledger, size_t suppression);

/* Not all files will be noted: what nothing made use of so far may be of use to the others. */
void al_ledger_cut_short(al_ledger *ledger);

/* Results about the configuration, and then the baseline, once all were noted; NULL in `*result` when nothing
 * is to be said. False when out of memory. */
bool al_ledger_configuration(al_ledger *ledger, al_result **result) AL_MUST_USE;
bool al_ledger_baseline(const al_ledger *ledger, al_result **result) AL_MUST_USE;

#endif
