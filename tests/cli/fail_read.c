/* fail_read.c: preloaded into the program, lets one call of the system fail.
 *
 * $FAIL_READ is CALL:N:PATH. CALL is `open` (fails with "too many open files"), `read` (with an error of the
 * disk), `opendir` or `readdir` (the same two for a folder). The N-th such call fails whose path ends in
 * PATH, or each one if N is 0. Works with glibc only.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char call[16], wanted[PATH_MAX];
static long failing;
static atomic_long calls;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("FAIL_READ");
    const char *number = text != NULL ? strchr(text, ':') : NULL;
    char *path = NULL;
    if (text == NULL)
        return;
    if (number != NULL)
        failing = strtol(number + 1, &path, 10);
    if (path == NULL || *path != ':' || (size_t)(number - text) >= sizeof call ||
        strlen(path + 1) >= sizeof wanted)
        _exit(99);
    memcpy(call, text, (size_t)(number - text));
    memcpy(wanted, path + 1, strlen(path + 1));
}

static bool ends_in_wanted(const char *path)
{
    const size_t length = strlen(path), end = strlen(wanted);
    return length >= end && strcmp(path + length - end, wanted) == 0;
}

static bool fails(const char *name, const char *path, int error)
{
    if (strcmp(name, call) != 0 || !ends_in_wanted(path))
        return false;
    const long number = atomic_fetch_add(&calls, 1) + 1;
    if (failing != 0 && number != failing)
        return false;
    errno = error;
    return true;
}

/* The path of an open file, as the kernel tells it. */
static bool fails_open(const char *name, int file)
{
    char link[64], path[PATH_MAX];
    if (strcmp(name, call) != 0)
        return false;
    const int kept = errno;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    errno = kept;
    if (length <= 0)
        return false;
    path[length] = '\0';
    return fails(name, path, EIO);
}

int open(const char *path, int flags, ...)
{
    static int (*next)(const char *, int, ...);
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "open");
    const bool reads = (flags & O_PATH) == 0; /* a sandbox only names the file */
    return reads && fails("open", path, EMFILE) ? -1 : next(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open(path, flags, mode);
}

ssize_t read(int file, void *buffer, size_t size)
{
    static ssize_t (*next)(int, void *, size_t);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "read");
    return fails_open("read", file) ? -1 : next(file, buffer, size);
}

DIR *opendir(const char *path)
{
    static DIR *(*next)(const char *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "opendir");
    return fails("opendir", path, EMFILE) ? NULL : next(path);
}

struct dirent *readdir(DIR *folder)
{
    static struct dirent *(*next)(DIR *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "readdir");
    return fails_open("readdir", dirfd(folder)) ? NULL : next(folder);
}

struct dirent64 *readdir64(DIR *folder)
{
    static struct dirent64 *(*next)(DIR *);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "readdir64");
    return fails_open("readdir", dirfd(folder)) ? NULL : next(folder);
}
