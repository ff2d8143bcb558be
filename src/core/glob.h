/* glob.h: patterns for paths. */
#ifndef AL_CORE_GLOB_H
#define AL_CORE_GLOB_H

#include <stdbool.h>

/* True if a pattern matches a whole path. `/` separates the parts of a path. `*` matches any number of
 * characters within a part, `?` matches one of them, `**` matches any number of characters in any number of
 * parts; a leading "**" and a "**" after a slash, if followed by a slash, match any number of whole parts,
 * also none. Every other character matches itself. A byte counts as a character. */
bool al_glob_matches(const char *pattern, const char *path);

/* Whether a pattern may match a path that begins with `folder`, which is "" or ends with a slash. */
bool al_glob_may_match_below(const char *pattern, const char *folder);

#endif
