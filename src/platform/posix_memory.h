/* posix_memory.h: what the start of the program sets. */
#ifndef AL_PLATFORM_POSIX_MEMORY_H
#define AL_PLATFORM_POSIX_MEMORY_H

/* Keeps the C library from holding much of what was freed. */
void al_limit_freed_memory(void);

#endif
