/* heap_use.c: counts allocations in the hooks of the sanitizers' runtime. */
#include "heap_use.h"

#include "core/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* For each thread, though the hooks are called for all of them: libFuzzer has a thread that allocates at any
 * time. */
static _Thread_local struct {
    bool started;
    int64_t live, peak;
} use;

#if AL_WITH_ASAN

/* As declared in sanitizer/allocator_interface.h: gcc has the functions, but not the header. */
int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                              void (*free_hook)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *block);

static void on_malloc(const volatile void *block, size_t size)
{
    if (block == NULL || !use.started)
        return;
    use.live += (int64_t)size;
    if (use.live > use.peak)
        use.peak = use.live;
}

static void on_free(const volatile void *block)
{
    if (block != NULL && use.started)
        use.live -= (int64_t)__sanitizer_get_allocated_size(block);
}

static void install_hooks(void)
{
    static bool installed;
    if (!installed)
        installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
}

#else

static void install_hooks(void)
{
}

#endif

void heap_use_start(void)
{
    install_hooks();
    use.started = true;
    use.live = 0;
    use.peak = 0;
}

int64_t heap_use_live(void)
{
    return use.live;
}

int64_t heap_use_peak(void)
{
    return use.peak;
}
