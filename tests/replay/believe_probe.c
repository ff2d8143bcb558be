/* believe_probe.c: gives files to the trusting reader of their format, and prints how it noticed errors.
 *
 *     believe_probe FORMAT FILE...     prints `FILE`, a tab, and the reader's message, or its crash, or `-`
 *
 * Each file is read in its own process, since the sanitizers stop a reader that trusts a wrong number.
 * Without sanitizers fewer errors are noticed.
 */
#define _POSIX_C_SOURCE 200809L

#include "believe.h"
#include "core/compiler.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_OF_A_FILE = 20, PROBLEM_SIZE = 256 };

#if AL_WITH_ASAN
/* Crashes are expected here, so no stack is printed; an allocation of gigabytes fails. */
const char *__asan_default_options(void)
{
    return "symbolize=0:allocator_may_return_null=1:max_allocation_size_mb=1024:detect_leaks=0";
}
#endif

/* Runs in the child: writes the reader's message. */
static void read_one(believe_fn *read, const char *path, int into)
{
    size_t size;
    uint8_t *data = files_read(path, &size);
    if (data == NULL || freopen("/dev/null", "w", stderr) == NULL)
        _exit(2);
    (void)alarm(SECONDS_OF_A_FILE);
    const char *problem = believe_run(read, files_base_name(path), data, size);
    free(data);
    const char *said = problem != NULL ? problem : "-";
    _exit(write(into, said, strlen(said)) > 0 ? 0 : 2);
}

static bool probe(believe_fn *read_file, const char *path)
{
    int ends[2];
    char said[PROBLEM_SIZE] = "";
    if (pipe(ends) != 0)
        return false;
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        read_one(read_file, path, ends[1]);
    }
    (void)close(ends[1]);
    size_t size = 0;
    for (ssize_t got = 1; got > 0 && size<sizeof said - 1; size += got> 0 ? (size_t)got : 0)
        got = read(ends[0], said + size, sizeof said - 1 - size);
    (void)close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
        return false;
    printf("%s\t%s\n", path, size > 0 ? said : "the reader died");
    return true;
}

int main(int count, char **arguments)
{
    believe_fn *reader = count > 2 ? believe_find(arguments[1]) : NULL;
    if (reader == NULL) {
        (void)fputs("usage: believe_probe FORMAT FILE...\n", stderr);
        return 2;
    }
    bool probed = true;
    for (int i = 2; i < count; i++)
        probed = probe(reader, arguments[i]) && probed;
    return probed ? 0 : 2;
}
