/* file_fixers.h: the fixers of rules that hold for every format. */
#ifndef AL_FIX_FILE_FIXERS_H
#define AL_FIX_FILE_FIXERS_H

#include "kit/fix_plan.h"

/* Like al_hooks.fixers, for rules/file.def; their document is the al_format of the file. */
extern const al_fixer al_file_fixers[];

#endif
