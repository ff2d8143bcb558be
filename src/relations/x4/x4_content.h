/* x4_content.h: folders that have the files of a mod, but no content.xml. */
#ifndef AL_RELATIONS_X4_CONTENT_H
#define AL_RELATIONS_X4_CONTENT_H

#include "relations/x4/x4.h"

/* Finds out which of these folders are the game's own, once their index files are read. */
void x4_find_games(x4_view *v);

/* Drops the findings of the game's own folders. */
void x4_drop_games(x4_view *v);

/* Reports the others. False if memory is short. */
bool x4_judge_content(x4_view *v) AL_MUST_USE;

#endif
