/* posix_internal.h: what the files of POSIX share. */
#ifndef AL_PLATFORM_POSIX_INTERNAL_H
#define AL_PLATFORM_POSIX_INTERNAL_H

#include <limits.h>

#include "platform/platform.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { AL_MAX_LINKS = 40 }; /* as many as Linux follows */

/* A descriptor that becomes readable at the first interrupt; -1 if al_catch_interrupts was not called. */
int al_interrupt_pipe(void);

/* Puts a temporary file on the list of those that a signal removes. */
void al_remember_unfinished(const char *path);

/* Replaces the path of a symbolic link, in a buffer of PATH_MAX bytes, by the path that it leads to; follows
 * one link. Returns an error: EINVAL if the path is not that of a link. */
int al_follow_link(char *path);

/* Gets the folder in which an output with this path is created, or the path itself if it is written directly;
 * with all links resolved. Returns an error. */
int al_find_output(const char *path, char found[PATH_MAX]);

/* ---- The parts of the sandbox -------------------------------------------------------------------------- */

/* A sanitizer starts a process when the program ends, which looks for leaks by ptrace and reads /proc. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AL_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define AL_SANITIZED 1
#endif
#endif
#ifndef AL_SANITIZED
#define AL_SANITIZED 0
#endif

/* Whether the kernel can refuse system calls. The filter is not in force yet. */
bool al_seccomp_known(void);

/* Forbids system calls that the program doesn't need, for all threads: files may be opened only for reading,
 * and can't be truncated. False if the kernel can't do that. */
bool al_seccomp_enter(bool writes);

#endif
