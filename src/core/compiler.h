/* compiler.h: the few extensions of compilers that we use. */
#ifndef AL_CORE_COMPILER_H
#define AL_CORE_COMPILER_H

#include <stdint.h> /* defines __GLIBC__ if the C library is glibc */

#ifdef __MINGW32__
#define AL_PRINTF_KIND gnu_printf /* we use mingw's printf, which supports C11; Windows' own doesn't */
#else
#define AL_PRINTF_KIND printf
#endif

#if defined(__GNUC__)
#define AL_MUST_USE                     __attribute__((warn_unused_result))
#define AL_PRINTF(format_at, values_at) __attribute__((format(AL_PRINTF_KIND, format_at, values_at)))
#else
#define AL_MUST_USE
#define AL_PRINTF(format_at, values_at)
#endif

/* AL_EXPRESSION: statements, of which the last one is the value. AL_ENTRY: an object of static duration, and
 * a pointer to it in the array between __start_<array> and __stop_<array>. For builds with ELF only. */
#define AL_EXPRESSION(...) __extension__({__VA_ARGS__})
#define AL_ENTRY(array, type, name, ...)                                                          \
    static type name = __VA_ARGS__; /* checksrc: allow global: only the test of rules reads it */ \
    static type *name##_entry __attribute__((used, section(#array))) = &name

/* AddressSanitizer reports an access to poisoned bytes. Elsewhere the macros do nothing. */
#if defined(__SANITIZE_ADDRESS__)
#define AL_WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AL_WITH_ASAN 1
#endif
#endif
#ifdef AL_WITH_ASAN
#include <sanitizer/asan_interface.h>
#define AL_POISON(bytes, size)   ASAN_POISON_MEMORY_REGION(bytes, size)
#define AL_UNPOISON(bytes, size) ASAN_UNPOISON_MEMORY_REGION(bytes, size)
#else
#define AL_WITH_ASAN             0
#define AL_POISON(bytes, size)   ((void)(bytes), (void)(size))
#define AL_UNPOISON(bytes, size) ((void)(bytes), (void)(size))
#endif

/* MemorySanitizer takes the bytes for written: the padding of structs that are copied to a file, and what a
 * fuzzer wrote. Elsewhere the macro does nothing. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define AL_WRITTEN(bytes, size) __msan_unpoison(bytes, size)
#endif
#endif
#ifndef AL_WRITTEN
#define AL_WRITTEN(bytes, size) ((void)(bytes), (void)(size))
#endif

/* The product modulo 2^64. Computed with 128 bits or with halves, because our builds report unsigned
 * wrap-around as an error. */
#ifdef __SIZEOF_INT128__
static inline uint64_t al_mul_modulo(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)a * b);
}
#else
static inline uint64_t al_mul_modulo(uint64_t a, uint64_t b)
{
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t middle = (a >> 32) * (b & UINT32_MAX) % ((uint64_t)1 << 32) +
                            (a & UINT32_MAX) * (b >> 32) % ((uint64_t)1 << 32);
    return (((low >> 32) + middle) & UINT32_MAX) << 32 | (low & UINT32_MAX);
}
#endif

/* For loops over large arrays: compiles a second version of the function for the wide vectors of newer
 * processors. The loader chooses one of them; both give the same results. Needs glibc's loader, and doesn't
 * work with sanitizers. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && defined(NDEBUG)
#define AL_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define AL_WIDE
#endif

#endif
