/* x4_ignored.h: the .gitignore files of a mod. Folders that they name are made by a build or added later, so
 * they are missing from every checkout.
 */
#ifndef AL_RELATIONS_X4_IGNORED_H
#define AL_RELATIONS_X4_IGNORED_H

#include "relations/x4/x4.h"

/* Whether the path is that of a .gitignore. */
bool x4_is_ignore_file(const char *path);

/* Takes the lines of a .gitignore. False if memory is short. */
bool x4_read_ignored(x4_view *v, size_t number, const al_content *content) AL_MUST_USE;

/* Whether a .gitignore of the mod names a folder, or one that it is in. The path is in small letters. */
bool x4_is_ignored(x4_view *v, uint32_t tree, const char *folder);

#endif
