/* input_append.h: what the files that make the list of inputs share. */
#ifndef AL_PROJECT_INPUTS_INPUT_APPEND_H
#define AL_PROJECT_INPUTS_INPUT_APPEND_H

#include "project/inputs/input.h"

/* Both take over the path, also when they fail. */

/* Adds one entry; a path that is NULL counts as out of memory. */
bool al_input_append(al_input_list *list, al_input item);

/* Adds every regular file in a folder and below. A folder that can't be listed is added itself. */
bool al_input_add_folder(al_input_list *list, char *folder);

/* Adds every regular file in a folder, whose path ends in a slash, and none below it. */
bool al_input_add_level(al_input_list *list, const char *folder);

#endif
