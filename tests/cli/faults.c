/* faults.c: preloaded into the program, lets a call of the system fail. The program itself has no switch for
 * this, so it is the one that is released, and the calls of its libraries may fail, too.
 *
 * $FAULT is KIND:N or KIND:N:PATH: the N-th call of that kind fails, or each one if N is 0; with PATH those
 * alone count whose path ends in PATH. `kinds` below has the kinds. Only calls during main() count.
 *
 * The file $FAULT_LOG gets lines. Without $FAULT, one for each call: KIND, its number, a hash of the call
 * stack, and `library` if it was made by one that then ends the program. With $FAULT, `failed`, KIND and PATH
 * for each call that failed. At the end `left` and the path of each file that the program opened and didn't
 * close.
 *
 * stdio makes its calls inside the C library, where nothing can be put in between. So streams that are
 * written are opened as streams of our own. Works with glibc only. The allocator of AddressSanitizer stays in
 * use, if the preset has it as a shared library, and looks for leaks.
 */
#define _GNU_SOURCE /* RTLD_NEXT, fopencookie */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum kind {
    OPEN,
    READ,
    WRITE,
    CLOSE, /* of a stream that is written */
    RENAME,
    STAT,
    SEEK,
    OPENDIR,
    READDIR,
    GONE,      /* the entry of a folder whose kind is not known, and which is deleted */
    INTERRUPT, /* of opening or reading, by a signal */
    LINK,      /* reading it, and following it to its end */
    FOLDER,    /* the current one */
    ACCESS,
    TEMPORARY,
    PIPE,
    LIBRARY,
    THREAD,
    LOCK, /* making one, or a condition */
    MEMORY,
    KINDS
} kind;

static const struct {
    const char *name;
    int error;
} kinds[KINDS] = {
    [OPEN] = {"open", EMFILE},
    [READ] = {"read", EIO},
    [WRITE] = {"write", ENOSPC},
    [CLOSE] = {"close", EIO},
    [RENAME] = {"rename", EACCES},
    [STAT] = {"stat", EIO},
    [SEEK] = {"seek", EIO},
    [OPENDIR] = {"opendir", EMFILE},
    [READDIR] = {"readdir", EIO},
    [GONE] = {"gone", ENOENT},
    [INTERRUPT] = {"interrupt", EINTR},
    [LINK] = {"link", EIO},
    [FOLDER] = {"folder", ENOENT},
    [ACCESS] = {"access", EACCES},
    [TEMPORARY] = {"temporary", EMFILE},
    [PIPE] = {"pipe", EMFILE},
    [LIBRARY] = {"library", ENOMEM},
    [THREAD] = {"thread", EAGAIN},
    [LOCK] = {"lock", EAGAIN},
    [MEMORY] = {"memory", ENOMEM},
};

static struct {
    bool counts; /* main() runs */
    kind kind;   /* of the call that fails; KINDS: none does */
    long number;
    char path[PATH_MAX];
    int log;
} wanted = {.kind = KINDS, .log = -1};

static atomic_long calls[KINDS];
static _Thread_local bool exempt; /* what calls now ends the program if a call fails */

/* ---- The log ------------------------------------------------------------------------------------------- */

/* In one call of the system, since threads write, too. */
static void write_log(const char *format, ...)
{
    char line[PATH_MAX + 64];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (wanted.log >= 0 && length > 0)
        (void)syscall(SYS_write, wanted.log, line, (size_t)length);
}

/* libarchive and libseccomp end the program when memory is short. */
static bool is_in_library(const void *frame)
{
    Dl_info about;
    return dladdr(frame, &about) != 0 && about.dli_fname != NULL &&
           (strstr(about.dli_fname, "/libarchive.") != NULL ||
            strstr(about.dli_fname, "/libseccomp.") != NULL);
}

static void log_call(kind k, long number)
{
    enum { MOST_FRAMES = 48 };
    void *frames[MOST_FRAMES];
    const int count = backtrace(frames, MOST_FRAMES);
    unsigned long hash = 5381;
    bool foreign = false;
    for (int i = 0; i < count; i++) {
        hash = hash * 33 ^ (uintptr_t)frames[i];
        foreign = foreign || is_in_library(frames[i]);
    }
    write_log("%s %ld %lx%s\n", kinds[k].name, number, hash, foreign ? " library" : "");
}

/* The path of an open file, as the kernel tells it; empty if it has none. */
static const char *path_of(int file, char path[PATH_MAX])
{
    char link[64];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    return path;
}

/* ---- Which call fails ---------------------------------------------------------------------------------- */

static bool ends_in_wanted(const char *path)
{
    const size_t length = strlen(path), end = strlen(wanted.path);
    return length >= end && strcmp(path + length - end, wanted.path) == 0;
}

/* True, with errno set, if this call fails. */
static bool fails(kind k, const char *path)
{
    const int kept = errno;
    if (!wanted.counts || exempt || (wanted.kind != KINDS && (wanted.kind != k || !ends_in_wanted(path))))
        return false;
    const long number = atomic_fetch_add(&calls[k], 1) + 1;
    const bool so = wanted.kind == k && (wanted.number == 0 || number == wanted.number);
    if (wanted.kind == KINDS)
        log_call(k, number);
    if (so)
        write_log("failed %s %s\n", kinds[k].name, path);
    errno = so ? kinds[k].error : kept;
    return so;
}

/* For what is no failure: it happens only when it is wanted. */
static bool strikes(kind k, const char *path)
{
    return wanted.kind == k && fails(k, path);
}

static bool fails_on(kind k, int file)
{
    char path[PATH_MAX];
    const int kept = errno;
    if (wanted.kind != KINDS && wanted.kind != k)
        return false;
    (void)path_of(file, path);
    errno = kept;
    return fails(k, path);
}

static void read_fault(const char *text)
{
    char *end = NULL;
    const char *number = strchr(text, ':');
    for (int k = 0; number != NULL && k < KINDS; k++)
        if (strlen(kinds[k].name) == (size_t)(number - text) &&
            memcmp(kinds[k].name, text, (size_t)(number - text)) == 0)
            wanted.kind = (kind)k;
    if (wanted.kind == KINDS)
        _exit(99);
    wanted.number = strtol(number + 1, &end, 10);
    if (*end == ':' && strlen(end + 1) < sizeof wanted.path)
        memcpy(wanted.path, end + 1, strlen(end + 1));
}

/* ---- The functions of the C library -------------------------------------------------------------------- */

/* The definition that this one hides: that of the sanitizer or of the C library. */
#define NEXT(function)                   \
    static __typeof__(&(function)) next; \
    if (next == NULL)                    \
    *(void **)&next = dlsym(RTLD_NEXT, #function)

/* dlsym allocates, so these three can't ask it. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
__attribute__((weak)) void *__interceptor_malloc(size_t size);
__attribute__((weak)) void *__interceptor_calloc(size_t count, size_t size);
__attribute__((weak)) void *__interceptor_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    if (fails(MEMORY, ""))
        return NULL;
    return __interceptor_malloc != NULL ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (fails(MEMORY, ""))
        return NULL;
    return __interceptor_calloc != NULL ? __interceptor_calloc(count, size) : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (fails(MEMORY, ""))
        return NULL;
    return __interceptor_realloc != NULL ? __interceptor_realloc(block, size) : __libc_realloc(block, size);
}

/* The sandbox opens files with O_PATH only to name them. */
int open64(const char *path, int flags, ...)
{
    NEXT(open64);
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    const bool failed = (flags & O_PATH) == 0 && (fails(OPEN, path) || strikes(INTERRUPT, path));
    return failed ? -1 : next(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open64(path, flags, mode);
}

ssize_t read(int file, void *buffer, size_t size)
{
    NEXT(read);
    return fails_on(READ, file) || strikes(INTERRUPT, "") ? -1 : next(file, buffer, size);
}

int rename(const char *from, const char *to)
{
    NEXT(rename);
    return fails(RENAME, to) ? -1 : next(from, to);
}

int stat64(const char *path, struct stat64 *about)
{
    NEXT(stat64);
    return fails(STAT, path) ? -1 : next(path, about);
}

int lstat64(const char *path, struct stat64 *about)
{
    NEXT(lstat64);
    return fails(STAT, path) ? -1 : next(path, about);
}

int fstat64(int file, struct stat64 *about)
{
    NEXT(fstat64);
    return fails_on(STAT, file) ? -1 : next(file, about);
}

int fstatat64(int folder, const char *path, struct stat64 *about, int flags)
{
    NEXT(fstatat64);
    return fails(STAT, path) ? -1 : next(folder, path, about, flags);
}

off64_t lseek64(int file, off64_t offset, int whence)
{
    NEXT(lseek64);
    return fails_on(SEEK, file) ? -1 : next(file, offset, whence);
}

DIR *opendir(const char *path)
{
    NEXT(opendir);
    return fails(OPENDIR, path) ? NULL : next(path);
}

struct dirent64 *readdir64(DIR *folder)
{
    NEXT(readdir64);
    struct dirent64 *entry = fails_on(READDIR, dirfd(folder)) ? NULL : next(folder);
    if (entry != NULL && strikes(GONE, entry->d_name)) {
        entry->d_type = DT_UNKNOWN;
        (void)unlinkat(dirfd(folder), entry->d_name, 0);
    }
    return entry;
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    NEXT(readlink);
    return fails(LINK, path) ? -1 : next(path, target, size);
}

char *realpath(const char *path, char *resolved)
{
    NEXT(realpath);
    return fails(LINK, path) ? NULL : next(path, resolved);
}

char *getcwd(char *path, size_t size)
{
    NEXT(getcwd);
    return fails(FOLDER, "") ? NULL : next(path, size);
}

int access(const char *path, int mode)
{
    NEXT(access);
    return fails(ACCESS, path) ? -1 : next(path, mode);
}

int pipe(int ends[2])
{
    NEXT(pipe);
    return fails(PIPE, "") ? -1 : next(ends);
}

void *dlopen(const char *library, int flags)
{
    NEXT(dlopen);
    if (fails(LIBRARY, library))
        return NULL;
    exempt = true;
    void *opened = next(library, flags);
    exempt = false;
    return opened;
}

/* AddressSanitizer asks for the stack of each thread. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    NEXT(pthread_getattr_np);
    exempt = true;
    const int error = next(thread, attributes);
    exempt = false;
    return error;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context)
{
    NEXT(pthread_create);
    return fails(THREAD, "") ? kinds[THREAD].error : next(thread, attributes, work, context);
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    NEXT(pthread_mutex_init);
    return fails(LOCK, "") ? kinds[LOCK].error : next(mutex, attributes);
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    NEXT(pthread_condattr_init);
    return fails(LOCK, "") ? kinds[LOCK].error : next(attributes);
}

/* What the loader keeps. LeakSanitizer knows it by the caller of malloc, and asks here otherwise. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:ld-linux\n";
}

/* ---- Streams ------------------------------------------------------------------------------------------- */

static int file_of(const void *cookie)
{
    return (int)(intptr_t)cookie;
}

static ssize_t stream_read(void *cookie, char *bytes, size_t size)
{
    return fails_on(READ, file_of(cookie)) ? -1 : syscall(SYS_read, file_of(cookie), bytes, size);
}

/* fopencookie wants 0 for an error. */
static ssize_t stream_write(void *cookie, const char *bytes, size_t size)
{
    const long done =
        fails_on(WRITE, file_of(cookie)) ? -1 : syscall(SYS_write, file_of(cookie), bytes, size);
    return done < 0 ? 0 : done;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
    const off64_t at = lseek64(file_of(cookie), *offset, whence);
    if (at >= 0)
        *offset = at;
    return at < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
    const bool failed = fails_on(CLOSE, file_of(cookie));
    const int error = errno, status = close(file_of(cookie));
    if (failed)
        errno = error;
    return failed ? -1 : status;
}

static FILE *open_stream(int file, const char *mode)
{
    const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
    return fopencookie((void *)(intptr_t)file, mode, functions);
}

FILE *fdopen(int file, const char *mode)
{
    NEXT(fdopen);
    return wanted.counts ? open_stream(file, mode) : next(file, mode);
}

FILE *tmpfile64(void)
{
    NEXT(tmpfile64);
    FILE *file = fails(TEMPORARY, "") ? NULL : next();
    const int descriptor = file != NULL ? dup(fileno(file)) : -1;
    if (file != NULL)
        (void)fclose(file);
    FILE *own = descriptor >= 0 ? open_stream(descriptor, "w+") : NULL;
    if (descriptor >= 0 && own == NULL)
        (void)close(descriptor);
    return own;
}

int memfd_create(const char *name, unsigned flags)
{
    return fails(TEMPORARY, "") ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}

/* ---- The program --------------------------------------------------------------------------------------- */

/* Files without a name are deleted when the program ends. */
static bool is_left(const char *path)
{
    static const char deleted[] = " (deleted)";
    const size_t length = strlen(path), end = sizeof deleted - 1;
    return path[0] == '/' && strncmp(path, "/dev/", 5) != 0 &&
           (length < end || strcmp(path + length - end, deleted) != 0);
}

static void log_open_files(void)
{
    enum { MOST_FILES = 256 };
    char path[PATH_MAX];
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++)
        if (file != wanted.log && fcntl(file, F_GETFD) >= 0 && is_left(path_of(file, path)))
            write_log("left %s\n", path);
}

static void prepare(void)
{
    void *frame;
    const char *fault = getenv("FAULT"), *log = getenv("FAULT_LOG");
    if (fault != NULL)
        read_fault(fault);
    if (log != NULL)
        wanted.log = open64(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    (void)backtrace(&frame, 1); /* the first call loads the unwinder */
    FILE *out = isatty(STDOUT_FILENO) == 0 ? open_stream(STDOUT_FILENO, "w") : NULL;
    if (out != NULL)
        stdout = out;
    errno = 0;
}

typedef int main_function(int count, char **arguments, char **environment);
static main_function *real_main;

static int run_main(int count, char **arguments, char **environment)
{
    prepare();
    wanted.counts = true;
    const int status = real_main(count, arguments, environment);
    wanted.counts = false;
    log_open_files();
    return status;
}

int __libc_start_main(main_function *program, int count, char **arguments, void (*begin)(void),
                      void (*end)(void), void (*end_of_loader)(void), void *stack_end);
int __libc_start_main(main_function *program, int count, char **arguments, void (*begin)(void),
                      void (*end)(void), void (*end_of_loader)(void), void *stack_end)
{
    NEXT(__libc_start_main);
    real_main = program;
    return next(run_main, count, arguments, begin, end, end_of_loader, stack_end);
}
