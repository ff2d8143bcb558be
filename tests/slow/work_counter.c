/* work_counter.c: counts the work of a program, so that a test can compare the work for inputs of several
 * sizes. Unlike a time, the count depends on nothing but the input.
 *
 * The compiler calls __sanitizer_cov_trace_pc in each basic block (-fsanitize-coverage=trace-pc). The linker
 * replaces the functions of the C library whose time depends on a length by those below (--wrap). At its end
 * the program writes the count as text to the file descriptor in the environment variable ASSETLINT_WORK. It
 * counts for all threads together, and is exact if only one works (-j1).
 */
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_OF_A_STEP = 16 }; /* bytes that the C library handles in about the time of a basic block */

static uint64_t work;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    work++;
}

__attribute__((destructor)) static void write_work(void)
{
    const char *descriptor = getenv("ASSETLINT_WORK");
    if (descriptor != NULL)
        (void)dprintf((int)strtol(descriptor, NULL, 10), "%llu\n", (unsigned long long)work);
}

static void add_bytes(size_t bytes)
{
    work += bytes / BYTES_OF_A_STEP;
}

/* ---- The C library ------------------------------------------------------------------------------------- */

/* Declares the function of the C library and the one that replaces it. */
#define WRAPPED(RESULT, NAME, ...)     \
    RESULT __real_##NAME(__VA_ARGS__); \
    RESULT __wrap_##NAME(__VA_ARGS__); \
    RESULT __wrap_##NAME(__VA_ARGS__)

WRAPPED(void *, memcpy, void *to, const void *from, size_t size)
{
    add_bytes(size);
    return __real_memcpy(to, from, size);
}

WRAPPED(void *, memmove, void *to, const void *from, size_t size)
{
    add_bytes(size);
    return __real_memmove(to, from, size);
}

WRAPPED(void *, memset, void *to, int value, size_t size)
{
    add_bytes(size);
    return __real_memset(to, value, size);
}

WRAPPED(void *, realloc, void *block, size_t size)
{
    add_bytes(malloc_usable_size(block));
    return __real_realloc(block, size);
}

WRAPPED(void *, memchr, const void *bytes, int value, size_t size)
{
    void *found = __real_memchr(bytes, value, size);
    add_bytes(found != NULL ? (size_t)((char *)found - (const char *)bytes) : size);
    return found;
}

WRAPPED(int, memcmp, const void *left, const void *right, size_t size)
{
    const uint8_t *a = left, *b = right;
    size_t same = 0;
    while (same < size && a[same] == b[same])
        same++;
    add_bytes(same);
    return same < size ? a[same] - b[same] : 0;
}

WRAPPED(int, strncmp, const char *left, const char *right, size_t size)
{
    size_t same = 0;
    while (same < size && left[same] == right[same] && left[same] != '\0')
        same++;
    add_bytes(same);
    return same < size ? (uint8_t)left[same] - (uint8_t)right[same] : 0;
}

WRAPPED(int, strcmp, const char *left, const char *right)
{
    return __wrap_strncmp(left, right, SIZE_MAX);
}

WRAPPED(size_t, strlen, const char *text)
{
    const size_t length = __real_strlen(text);
    add_bytes(length);
    return length;
}

WRAPPED(size_t, strspn, const char *text, const char *accepted)
{
    const size_t length = __real_strspn(text, accepted);
    add_bytes(length);
    return length;
}

WRAPPED(size_t, strcspn, const char *text, const char *refused)
{
    const size_t length = __real_strcspn(text, refused);
    add_bytes(length);
    return length;
}

static char *until(const char *text, char *found)
{
    add_bytes(found != NULL ? (size_t)(found - text) : __real_strlen(text));
    return found;
}

WRAPPED(char *, strchr, const char *text, int wanted)
{
    return until(text, __real_strchr(text, wanted));
}

WRAPPED(char *, strrchr, const char *text, int wanted)
{
    add_bytes(__real_strlen(text));
    return __real_strrchr(text, wanted);
}

WRAPPED(char *, strstr, const char *text, const char *wanted)
{
    return until(text, __real_strstr(text, wanted));
}

WRAPPED(char *, strpbrk, const char *text, const char *wanted)
{
    return until(text, __real_strpbrk(text, wanted));
}
