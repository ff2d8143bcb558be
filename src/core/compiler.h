/* compiler.h: the few things that C11 has no word for. Extensions of a compiler are used here and nowhere
 * else. */
#ifndef AL_CORE_COMPILER_H
#define AL_CORE_COMPILER_H

#include <stdint.h> /* glibc's says that it is glibc */

#ifdef __MINGW32__
#define AL_PRINTF_KIND gnu_printf /* the one that we ask for knows all of C11, Windows' own doesn't */
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

/* For loops over large arrays: a second version with the wide vectors of newer processors, chosen when the
 * program is loaded. Both give the same results. It needs the loader of glibc, and doesn't go together with
 * sanitizers. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) && defined(NDEBUG)
#define AL_WIDE __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define AL_WIDE
#endif

#endif
