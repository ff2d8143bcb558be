/* glob.h: patterns of paths, as people write them. */
#ifndef AL_CORE_GLOB_H
#define AL_CORE_GLOB_H

#include <stdbool.h>

/* Whether a pattern matches a whole path, whose parts `/` separates: `*` is any run of characters within a
 * part, `?` any one of them; `**` is any run, across parts too, and `**` with `/` behind it any number of
 * parts, also none. All else stands for itself. A byte counts as a character. */
bool al_glob_matches(const char *pattern, const char *path);

#endif
