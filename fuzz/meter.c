/* meter.c: counts allocations through the hooks of the sanitizers' runtime. */
#include "meter.h"

#include "sanitizers.h"

#include <stdbool.h>
#include <stddef.h>

/* A counter is of the whole process, as the hooks are. */
static struct {
    bool hooked;
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
    if (block == NULL)
        return;
    meter.live += (int64_t)size;
    if (meter.live > meter.peak)
        meter.peak = meter.live;
}

static void on_free(const volatile void *block)
{
    if (block != NULL)
        meter.live -= (int64_t)__sanitizer_get_allocated_size(block);
}

static void hook(void)
{
    if (!meter.hooked)
        meter.hooked = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}

#else

static void hook(void)
{
}

#endif

void meter_start(void)
{
    hook();
    meter.live = 0;
    meter.peak = 0;
}

int64_t meter_live(void)
{
    return meter.live;
}

int64_t meter_peak(void)
{
    return meter.peak;
}
