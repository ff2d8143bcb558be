/* span.h: bytes of untrusted files. Spans, the one range test, checked arithmetic, scalars.
 *
 * A span is a pointer, its length and where it lies, passed together or not at all. Only span.c and the
 * questions to arrays in core/reduce add to the pointer. Whatever lies beyond the end of a span reads as 0,
 * so a mistake in a caller is a wrong value, not an overrun.
 */
#ifndef AL_CORE_SPAN_H
#define AL_CORE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"

typedef struct al_span {
    const uint8_t *ptr; /* len readable bytes; NULL when len is 0 */
    size_t len;
    uint64_t base;   /* offset of ptr[0] in the file, or in the inflated data */
    bool big_endian; /* the byte order of its scalars, where a file says that; every part of it inherits it */
} al_span;

/* The span of a whole file. */
al_span al_span_of(const void *data, size_t size);

/* The `len` bytes at `off`: false when they are not all inside `s`, and `*out` is empty then. The only range
 * test in the program. */
bool al_slice(al_span s, uint64_t off, uint64_t len, al_span *out) AL_MUST_USE;

/* What there is of the `len` bytes at `off`: maybe nothing. An empty span lies at most at the end of `s`. */
al_span al_slice_available(al_span s, uint64_t off, uint64_t len);

/* Sums and products of sizes: false when the result does not fit, `*out` is UINT64_MAX then. */
bool al_add(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;
bool al_mul(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;

/* Scalars at an offset of the span, in its byte order, which never is the machine's: little-endian, unless
 * somebody said otherwise. 0 where the span ends before the scalar does. */
uint8_t al_u8_at(al_span s, uint64_t off);
uint16_t al_u16_at(al_span s, uint64_t off);
uint32_t al_u32_at(al_span s, uint64_t off);
uint64_t al_u64_at(al_span s, uint64_t off);
int16_t al_i16_at(al_span s, uint64_t off);
int32_t al_i32_at(al_span s, uint64_t off);
float al_f32_at(al_span s, uint64_t off);
double al_f64_at(al_span s, uint64_t off);

/* A half-precision float, exactly. */
float al_f16_at(al_span s, uint64_t off);

/* True when the span begins with these bytes. */
bool al_starts_with(al_span s, const char *bytes, size_t len);

/* Bytes before the first NUL; s.len when there is none. */
size_t al_text_length(al_span s);

#endif
