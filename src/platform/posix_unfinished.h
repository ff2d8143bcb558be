/* posix_unfinished.h: what must not be left behind by a program that a signal ends. */
#ifndef AL_PLATFORM_POSIX_UNFINISHED_H
#define AL_PLATFORM_POSIX_UNFINISHED_H

/* Removes the files that are not whole. May be called by what handles a signal. */
void al_remove_unfinished(void);

#endif
