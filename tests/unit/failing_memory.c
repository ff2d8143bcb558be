/* failing_memory.c: every allocation of the library goes through this file. */
#include "failing_memory.h"

#include <stddef.h>

/* The linker puts these in the place of the C library's, for the library as for this program. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static struct {
    bool armed;
    unsigned long calls, fail_at;
} system_memory;

static bool turn(void)
{
    return !system_memory.armed || ++system_memory.calls != system_memory.fail_at;
}

void *__wrap_malloc(size_t size)
{
    return turn() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return turn() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *block, size_t size)
{
    return turn() ? __real_realloc(block, size) : NULL;
}

void failing_memory_arm(unsigned long fail_at)
{
    system_memory.calls = 0;
    system_memory.fail_at = fail_at;
    system_memory.armed = true;
}

bool failing_memory_disarm(void)
{
    system_memory.armed = false;
    return system_memory.fail_at != 0 && system_memory.calls >= system_memory.fail_at;
}
