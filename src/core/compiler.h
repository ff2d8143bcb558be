/* compiler.h: the few things that C11 has no word for. Extensions of a compiler are used here and nowhere
 * else. */
#ifndef AL_CORE_COMPILER_H
#define AL_CORE_COMPILER_H

#if defined(__GNUC__)
#define AL_MUST_USE                     __attribute__((warn_unused_result))
#define AL_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define AL_MUST_USE
#define AL_PRINTF(format_at, values_at)
#endif

#endif
