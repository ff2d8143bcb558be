/* memory.c: functions of the C library whose results MemorySanitizer of clang 14 takes for uninitialised.
 *
 * It was made for an older glibc: stat() was a macro for __xstat() then, and there was neither getrandom()
 * nor arc4random_buf(). Each function here does what the original does, and says what was written.
 * All programs of a build with MemorySanitizer are linked with this file, so it serves the libraries, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <sanitizer/msan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int look_up(int folder, const char *path, void *out, size_t size, int flags)
{
    const long status = syscall(SYS_newfstatat, folder, path, out, flags);
    if (status == 0)
        __msan_unpoison(out, size);
    return (int)status;
}

/* The 64-bit names are those of programs with _FILE_OFFSET_BITS=64; the structures are the same. */
#define STAT_FUNCTIONS(suffix)                                                                   \
    int stat##suffix(const char *restrict path, struct stat##suffix *restrict out)               \
    {                                                                                            \
        return look_up(AT_FDCWD, path, out, sizeof *out, 0);                                     \
    }                                                                                            \
    int lstat##suffix(const char *restrict path, struct stat##suffix *restrict out)              \
    {                                                                                            \
        return look_up(AT_FDCWD, path, out, sizeof *out, AT_SYMLINK_NOFOLLOW);                   \
    }                                                                                            \
    int fstat##suffix(int file, struct stat##suffix *out)                                        \
    {                                                                                            \
        return look_up(file, "", out, sizeof *out, AT_EMPTY_PATH);                               \
    }                                                                                            \
    int fstatat##suffix(int folder, const char *restrict path, struct stat##suffix *restrict out, \
                        int flags)                                                               \
    {                                                                                            \
        return look_up(folder, path, out, sizeof *out, flags);                                   \
    }

STAT_FUNCTIONS()
STAT_FUNCTIONS(64)

ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    const long got = syscall(SYS_getrandom, out, size, flags);
    if (got > 0)
        __msan_unpoison(out, (size_t)got);
    return got;
}

/* Where expat takes the salt of its tables from. */
void arc4random_buf(void *out, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = getrandom((char *)out + done, size - done, 0);
        if (got < 0)
            abort();
        done += (size_t)got;
    }
}

/* The sanitizer knows strerror(). */
char *strerror_l(int error, locale_t locale)
{
    typedef char *original(int error, locale_t locale);
    union {
        void *symbol;
        original *function;
    } found = {.symbol = dlsym(RTLD_NEXT, "strerror_l")};
    char *text = found.function(error, locale);
    size_t length = 0;
    do
        __msan_unpoison(text + length, 1);
    while (text[length++] != '\0');
    return text;
}
