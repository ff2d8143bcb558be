/* span.h: bytes of untrusted files: spans, the only range test, checked arithmetic, scalars.
 *
 * A span is a pointer, a length and an offset in the file, which are always passed together. Only span.c and
 * core/reduce do arithmetic on the pointer. A read beyond the end of a span gives 0, so that a bug in a
 * caller gives a wrong value instead of an overrun.
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
    bool big_endian; /* byte order of its scalars; slices inherit it */
} al_span;

/* The offset of the first byte behind a span. */
static inline uint64_t al_end_of(al_span s)
{
    return s.base + s.len;
}

/* The span of a whole file. */
al_span al_span_of(const void *data, size_t size);

/* Gets the `len` bytes at offset `off`. False, with `*out` empty, if they are not all inside `s`. The only
 * range test in the program. */
bool al_slice(al_span s, uint64_t off, uint64_t len, al_span *out) AL_MUST_USE;

/* The part of the `len` bytes at offset `off` that is inside `s`; may be empty, and never starts beyond the
 * end of `s`. */
al_span al_slice_available(al_span s, uint64_t off, uint64_t len);

/* Sums and products of sizes. False, with `*out` UINT64_MAX, on overflow. */
bool al_add(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;
bool al_mul(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;

/* The scalar at an offset of the span, in the byte order of the span. 0 if it is not all inside the span. */
uint8_t al_u8_at(al_span s, uint64_t off);
uint16_t al_u16_at(al_span s, uint64_t off);
uint32_t al_u32_at(al_span s, uint64_t off);
uint64_t al_u64_at(al_span s, uint64_t off);
int16_t al_i16_at(al_span s, uint64_t off);
int32_t al_i32_at(al_span s, uint64_t off);
float al_f32_at(al_span s, uint64_t off);
double al_f64_at(al_span s, uint64_t off);

/* A half-precision float; the conversion is exact. */
float al_f16_at(al_span s, uint64_t off);

bool al_starts_with(al_span s, const char *bytes, size_t len);

/* The number of bytes before the first NUL; s.len if there is none. */
size_t al_text_length(al_span s);

#endif
