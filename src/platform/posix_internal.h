/* posix_internal.h: what the files of POSIX share. */
#ifndef AL_PLATFORM_POSIX_INTERNAL_H
#define AL_PLATFORM_POSIX_INTERNAL_H

#include <limits.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { AL_MAX_LINKS = 40 }; /* as many as Linux follows */

/* A descriptor that becomes readable at the first interrupt; -1 if al_catch_interrupts was not called. */
int al_interrupt_pipe(void);

/* Replaces the path of a symbolic link, in a buffer of PATH_MAX bytes, by the path that it leads to; follows
 * one link. Returns an error: EINVAL if the path is not that of a link. */
int al_follow_link(char *path);

/* Limits the freed memory that the C library keeps. */
void al_limit_freed_memory(void);

#endif
