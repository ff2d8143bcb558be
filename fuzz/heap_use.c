/* heap_use.c: counts allocations through the hooks of the sanitizers' runtime. */
#include "heap_use.h"

#include "sanitizers.h"

#include <stdbool.h>
#include <stddef.h>

/* Of one thread, though the hooks are of the whole process: libFuzzer has a thread that allocates when it
 * likes. */
static _Thread_local struct {
    bool started;
    int64_t live, peak;
} meter;

#if FUZZ_WITH_ASAN

/* As sanitizer/allocator_interface.h has them; gcc comes without that header, though not without the
 * functions. */
int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                              void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

static void on_malloc(const volatile void *block, size_t size)
{
    if (block == NULL || !meter.started)
        return;
    meter.live += (int64_t)size;
    if (meter.live > meter.peak)
        meter.peak = meter.live;
}

static void on_free(const volatile void *block)
{
    if (block != NULL && meter.started)
        meter.live -= (int64_t)__sanitizer_get_allocated_size(block);
}

static void hook(void)
{
    static bool hooked;
    if (!hooked)
        hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}

#else

static void hook(void)
{
}

#endif

void heap_use_start(void)
{
    hook();
    meter.started = true;
    meter.live = 0;
    meter.peak = 0;
}

int64_t heap_use_live(void)
{
    return meter.live;
}

int64_t heap_use_peak(void)
{
    return meter.peak;
}
