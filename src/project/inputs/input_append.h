/* input_append.h: functions that the files of inputs/ share. */
#ifndef AL_PROJECT_INPUTS_INPUT_APPEND_H
#define AL_PROJECT_INPUTS_INPUT_APPEND_H

#include "core/compiler.h"
#include "project/inputs/input.h"

/* Adds one entry. Takes over its path, also if that fails; a path that is NULL counts as out of memory. */
bool al_input_append(al_input_list *list, al_input item);

/* Notes that a folder is not entered. Takes over its path, as al_input_append does. */
bool al_input_leave_out(al_input_list *list, char *folder);

/* Moves all of `from` to the end of `to`. False when out of memory, or beyond the limit of `to`: each list
 * then owns a part. `from` keeps its room for items. */
bool al_input_move(al_input_list *to, al_input_list *from) AL_MUST_USE;

/* Adds every regular file in a folder and its subfolders. A folder that can't be listed is added itself.
 * Takes over the path, also if that fails. */
bool al_input_add_folder(al_input_list *list, char *folder);

/* Adds every regular file in a folder, but not in its subfolders. The path ends with a slash. */
bool al_input_add_level(al_input_list *list, const char *folder);

#endif
