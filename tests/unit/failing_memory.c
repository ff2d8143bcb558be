/* failing_memory.c: every allocation of the library goes through this file. A guard of a few bytes lies
 * behind each block; whoever writes to it ends the program when the block is freed or grows. */
#include "failing_memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker puts these in the place of the C library's, for the library as for this program. */
void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

enum { GUARD = 16, GUARD_BYTE = 0xA7, FRESH_BYTE = 0xA5, MOST_BLOCKS = 1 << 14 };

typedef struct live_block {
    unsigned char *bytes;
    size_t size;
} live_block;

static struct {
    atomic_flag lock; /* some tests start threads */
    bool armed;
    unsigned long calls, fail_at;
    live_block live[MOST_BLOCKS];
    size_t live_count;
} memory = {.lock = ATOMIC_FLAG_INIT};

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&memory.lock, memory_order_acquire))
        ;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&memory.lock, memory_order_release);
}

static void give_up(const char *why)
{
    (void)fprintf(stderr, "failing_memory: %s\n", why);
    abort();
}

/* Whether this call works. */
static bool turn(void)
{
    return !memory.armed || ++memory.calls != memory.fail_at;
}

/* The place of a block in the list; live_count: the C library allocated it itself. Young blocks end first. */
static size_t find(const void *block)
{
    for (size_t i = memory.live_count; i > 0; i--)
        if (memory.live[i - 1].bytes == block)
            return i - 1;
    return memory.live_count;
}

static void check_guard(const live_block *block)
{
    for (size_t i = 0; i < GUARD; i++)
        if (block->bytes[block->size + i] != GUARD_BYTE)
            give_up("bytes behind a block were changed");
}

/* Gives a block its guard, and fills the bytes from `kept` on. `at`: its place in the list. */
static void *begin_block(size_t at, unsigned char *bytes, size_t kept, size_t size)
{
    if (at == MOST_BLOCKS)
        give_up("too many blocks");
    memory.live[at] = (live_block){.bytes = bytes, .size = size};
    if (size > kept)
        memset(bytes + kept, FRESH_BYTE, size - kept);
    memset(bytes + size, GUARD_BYTE, GUARD);
    return bytes;
}

static void *allocate(size_t size)
{
    unsigned char *bytes = size <= SIZE_MAX - GUARD && turn() ? __real_malloc(size + GUARD) : NULL;
    return bytes != NULL ? begin_block(memory.live_count++, bytes, 0, size) : NULL;
}

void *__wrap_malloc(size_t size)
{
    lock();
    void *block = allocate(size);
    unlock();
    return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = size == 0 || count <= SIZE_MAX / size ? __wrap_malloc(count * size) : NULL;
    return block != NULL ? memset(block, 0, count * size) : NULL;
}

static void *resize(void *block, size_t size)
{
    const size_t at = find(block);
    if (block == NULL)
        return allocate(size);
    if (at == memory.live_count)
        return turn() ? __real_realloc(block, size) : NULL;
    const live_block before = memory.live[at];
    check_guard(&before);
    unsigned char *bytes = size <= SIZE_MAX - GUARD && turn() ? __real_realloc(block, size + GUARD) : NULL;
    return bytes != NULL ? begin_block(at, bytes, before.size, size) : NULL;
}

void *__wrap_realloc(void *block, size_t size)
{
    lock();
    void *resized = resize(block, size);
    unlock();
    return resized;
}

void __wrap_free(void *block)
{
    lock();
    const size_t at = find(block);
    if (at < memory.live_count) {
        check_guard(&memory.live[at]);
        memory.live[at] = memory.live[--memory.live_count];
    }
    __real_free(block);
    unlock();
}

void failing_memory_arm(unsigned long fail_at)
{
    memory.calls = 0;
    memory.fail_at = fail_at;
    memory.armed = true;
}

bool failing_memory_disarm(void)
{
    memory.armed = false;
    return memory.fail_at != 0 && memory.calls >= memory.fail_at;
}

size_t failing_memory_blocks(void)
{
    return memory.live_count;
}
