/* posix_links.h: links, step by step. */
#ifndef AL_PLATFORM_POSIX_LINKS_H
#define AL_PLATFORM_POSIX_LINKS_H

#include <stdbool.h>

/* Puts into `path`, which has PATH_MAX bytes, where a link of that path leads; false when that has no room.
 */
bool al_follow_link(char *path, const char *target);

#endif
