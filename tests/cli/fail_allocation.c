/* fail_allocation.c: preloaded into the program, runs it many times, each time with one failing allocation.
 *
 * Before main() it forks a child for each run, which continues into main(): a fork is much cheaper than
 * starting the program. In the first run no allocation fails. $FAIL_ALLOCATION selects the allocations that
 * fail in the other runs, one in each: the first of each call stack (`sites`), or the first thousand and then
 * one in 17 (`many`).
 *
 * The file $FAIL_ALLOCATION_LOG gets a line for each run whose outcome differs from the first: the number of
 * the allocation, the exit status (or minus the signal), and its stderr, in hexadecimal after an x. The last
 * line is `runs` and their number. Works with glibc only.
 */
#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_SITES = 1 << 14, MAX_FRAMES = 48, SECONDS_OF_A_RUN = 20, CLOSE = 1000, STEP = 17 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void walk(void) __attribute__((constructor));

/* The first allocation of a call stack. */
typedef struct site {
    uint64_t stack;
    long number;
} site;

/* Filled by a child for the parent. */
typedef struct shared {
    atomic_long calls;
    atomic_flag busy;
    long site_count;
    site sites[MAX_SITES];
} shared;

/* The outcome of a run; stdout and stderr are files in memory. */
typedef struct outcome {
    int status, out, err;
} outcome;

static shared *memory;
static bool counts, notes_sites;
static long failing;

static uint64_t hash_stack(void)
{
    void *frames[MAX_FRAMES];
    const int count = backtrace(frames, MAX_FRAMES);
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 1099511628211u;
    return hash;
}

static void note_site(long number)
{
    const uint64_t stack = hash_stack();
    while (atomic_flag_test_and_set(&memory->busy))
        continue;
    long known = 0;
    while (known < memory->site_count && memory->sites[known].stack != stack)
        known++;
    if (known == memory->site_count && known < MAX_SITES)
        memory->sites[memory->site_count++] = (site){stack, number};
    atomic_flag_clear(&memory->busy);
}

static bool fails(void)
{
    if (!counts)
        return false;
    const long number = atomic_fetch_add(&memory->calls, 1) + 1;
    if (notes_sites)
        note_site(number);
    if (number != failing)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}

static void give_up(const char *what)
{
    perror(what);
    _exit(99);
}

/* Empties both files first, and rewinds them afterwards. Returns false in the child, which continues into
 * main(). */
static bool run(outcome *o, long number, bool with_sites)
{
    if (ftruncate(o->out, 0) != 0 || ftruncate(o->err, 0) != 0 || lseek(o->out, 0, SEEK_SET) != 0 ||
        lseek(o->err, 0, SEEK_SET) != 0)
        give_up("ftruncate");
    memory->calls = 0;
    const pid_t child = fork();
    if (child == 0) {
        if (dup2(o->out, STDOUT_FILENO) < 0 || dup2(o->err, STDERR_FILENO) < 0)
            give_up("dup2");
        (void)alarm(SECONDS_OF_A_RUN);
        failing = number;
        notes_sites = with_sites;
        counts = true;
        return false;
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        give_up("fork");
    o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return true;
}

/* Maps a file; the caller unmaps it. NULL with a size of 0 if it is empty. */
static char *view(int file, size_t *size)
{
    const off_t end = lseek(file, 0, SEEK_END);
    *size = end > 0 ? (size_t)end : 0;
    if (*size == 0)
        return NULL;
    char *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes == MAP_FAILED)
        give_up("mmap");
    return bytes;
}

static bool same_bytes(int a, int b)
{
    size_t a_size, b_size;
    char *a_bytes = view(a, &a_size), *b_bytes = view(b, &b_size);
    const bool same = a_size == b_size && (a_size == 0 || memcmp(a_bytes, b_bytes, a_size) == 0);
    if (a_size > 0)
        (void)munmap(a_bytes, a_size);
    if (b_size > 0)
        (void)munmap(b_bytes, b_size);
    return same;
}

static void log_run(FILE *log, long number, const outcome *o)
{
    size_t size;
    char *bytes = view(o->err, &size);
    (void)fprintf(log, "%ld %d x", number, o->status);
    for (size_t i = 0; i < size; i++)
        (void)fprintf(log, "%02x", (unsigned char)bytes[i]);
    (void)fputc('\n', log);
    if (size > 0)
        (void)munmap(bytes, size);
}

static outcome new_outcome(void)
{
    const outcome o = {.out = memfd_create("stdout", MFD_CLOEXEC),
                       .err = memfd_create("stderr", MFD_CLOEXEC)};
    if (o.out < 0 || o.err < 0)
        give_up("memfd_create");
    return o;
}

/* The number of the allocation that fails next, 0 after the last. */
static long next_failing(bool by_site, long calls, long runs, long number)
{
    if (by_site)
        return runs < memory->site_count ? memory->sites[runs].number : 0;
    number += number < CLOSE ? 1 : STEP;
    return number <= calls ? number : 0;
}

/* Returns only in the children, which then run main(). */
void walk(void)
{
    const char *which = getenv("FAIL_ALLOCATION"), *name = getenv("FAIL_ALLOCATION_LOG");
    if (which == NULL || name == NULL)
        return;
    const bool by_site = strcmp(which, "sites") == 0;
    memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        give_up("mmap");
    (void)hash_stack(); /* the first call loads the unwinder, which allocates */
    outcome first = new_outcome(), other = new_outcome();
    if (!run(&first, 0, true))
        return;
    const long calls = memory->calls;
    long runs = 0, number = 0;
    FILE *log = fopen(name, "we");
    if (log == NULL || memory->site_count == MAX_SITES)
        give_up(name);
    while ((number = next_failing(by_site, calls, runs, number)) > 0) {
        runs++;
        (void)fflush(log); /* otherwise each child would write the buffer again */
        if (!run(&other, number, false))
            return;
        if (other.status != first.status || !same_bytes(first.out, other.out) ||
            !same_bytes(first.err, other.err))
            log_run(log, number, &other);
    }
    (void)fprintf(log, "runs %ld\n", runs);
    _exit(fclose(log) == 0 ? 0 : 99);
}
