/* victoria2_files.h: the actors and motions of Victoria 2. Its mods refer to them, but most don't contain
 * them. */
#ifndef AL_PARADOX_VICTORIA2_FILES_H
#define AL_PARADOX_VICTORIA2_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* The file with that index, by its path in the game's folder, in small letters; sorted. NULL beyond the last.
 */
const char *pdx_victoria2_file(size_t index);

/* Whether the game has a file with that path, which is in small letters. */
bool pdx_victoria2_has(const char *path);

#endif
