/* thread_note.c: a library that notes which test starts a thread, for threads_test.py.
 *
 *     LD_PRELOAD=libthread_note.so ASSETLINT_THREAD_NOTES=FILE ASSETLINT_TEST=NAME ASSETLINT_BUILD=FOLDER
 *
 * At each thread of a program in FOLDER it adds NAME to FILE.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int start_fn(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                     void *context);

static bool is_ours(const char *build)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return false;
    program[length] = '\0';
    return strncmp(program, build, strlen(build)) == 0;
}

static int notes = -1;

/* Opened at the start, since the sandbox of the program lets it open nothing later. */
static void __attribute__((constructor)) open_notes(void)
{
    const char *path = getenv("ASSETLINT_THREAD_NOTES"), *build = getenv("ASSETLINT_BUILD");
    if (path != NULL && build != NULL && is_ours(build))
        notes = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void note(void)
{
    char line[256];
    const char *test = getenv("ASSETLINT_TEST");
    const int length = test != NULL ? snprintf(line, sizeof line, "%s\n", test) : -1;
    if (notes >= 0 && length > 0 && (size_t)length < sizeof line && write(notes, line, (size_t)length) < 0)
        notes = -1;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *context)
{
    union {
        void *symbol;
        start_fn *function;
    } next = {.symbol = dlsym(RTLD_NEXT, "pthread_create")};
    note();
    return next.function(thread, attributes, work, context);
}
