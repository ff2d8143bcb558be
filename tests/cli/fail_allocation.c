/* fail_allocation.c: preloaded into the program, lets one allocation of it fail: the one that
 * $FAIL_ALLOCATION counts. At the end the number of all allocations is written to the file $COUNT_ALLOCATIONS
 * names. For glibc alone. */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void write_count(void) __attribute__((destructor));

static atomic_long calls;

static bool fails(void)
{
    const char *number = getenv("FAIL_ALLOCATION");
    if (atomic_fetch_add(&calls, 1) + 1 != (number == NULL ? 0 : strtol(number, NULL, 10)))
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

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

void write_count(void)
{
    const char *name = getenv("COUNT_ALLOCATIONS");
    const long count = atomic_load(&calls);
    FILE *file = name == NULL ? NULL : fopen(name, "w");
    if (file != NULL) {
        fprintf(file, "%ld", count);
        (void)fclose(file);
    }
}
