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

/* Rights of Landlock that the rest of src/platform uses. */
enum al_landlock_right {
    AL_LANDLOCK_WRITE = 1 << 1,
    AL_LANDLOCK_READ = 1 << 2,
    AL_LANDLOCK_LIST = 1 << 3,
    AL_LANDLOCK_REMOVE = 1 << 5,
    AL_LANDLOCK_CREATE = 1 << 8,
    AL_LANDLOCK_TRUNCATE = 1 << 14
};

/* Rules that allow nothing; -1 if the kernel has no Landlock. */
int al_landlock_begin(void);

/* Allows `rights` for a file, or for a folder with all that is in it. False if the file could be opened
 * later, but the rules don't allow it. */
bool al_landlock_allow(int rules, const char *path, uint64_t rights);
void al_landlock_discard(int rules);

/* Puts the rules in force for this thread and all that it starts, and closes them. */
bool al_landlock_enter(int rules);

/* Whether the kernel can refuse system calls. The filter is not in force yet. */
bool al_seccomp_known(void);

/* Forbids system calls that the program doesn't need, for all threads. `creates`: files may be opened for
 * writing. Files that may only be read can't be truncated in any case. */
bool al_seccomp_enter(bool creates);

#endif
