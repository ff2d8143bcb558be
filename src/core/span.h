/* span.h: bytes of untrusted files: spans, the only range test, checked arithmetic, scalars.
 *
 * A span is a pointer, a length and an offset in the file, which are always passed together. Only span.c and
 * core/reduce do arithmetic on the pointer. A read beyond the end of a span gives 0, so that a bug in a
 * caller gives a wrong value instead of an overrun.
 *
 * Comments that begin with an at sign are contracts in ACSL: ci/proof.sh proves that the functions keep them.
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

/*@ predicate al_is_span(al_span s) =
      (s.len > 0 ==> \valid_read(s.ptr + (0 .. s.len - 1))) && s.base + s.len <= UINT64_MAX;

    // The `len` bytes at `off` are inside `s`.
    predicate al_is_inside(al_span s, integer off, integer len) =
      0 <= off && 0 <= len && off + len <= s.len;

    // `part` is the `len` bytes at `off` of `s`.
    predicate al_is_part(al_span s, integer off, integer len, al_span part) =
      part.len == len && part.base == s.base + off && part.big_endian == s.big_endian &&
      (len > 0 ==> part.ptr == s.ptr + off) && (len == 0 ==> part.ptr == \null);
*/

/* The offset of the first byte behind a span. */
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures \result == s.base + s.len;
*/
static inline uint64_t al_end_of(al_span s)
{
    return s.base + s.len;
}

/* The span of a whole file. */
/*@ requires size > 0 ==> \valid_read((const uint8_t *)data + (0 .. size - 1));
    assigns \nothing;
    ensures al_is_span(\result) && \result.len == size && \result.base == 0;
    ensures size > 0 ==> \result.ptr == (const uint8_t *)data;
*/
al_span al_span_of(const void *data, size_t size);

/* Gets the `len` bytes at offset `off`. False, with `*out` empty, if they are not all inside `s`. The only
 * range test in the program. */
/*@ requires al_is_span(s) && \valid(out);
    assigns *out;
    ensures \result <==> al_is_inside(s, off, len);
    ensures \result ==> al_is_part(s, off, len, *out);
    ensures !\result ==> al_is_part(s, 0, 0, *out);
    ensures al_is_span(*out);
*/
bool al_slice(al_span s, uint64_t off, uint64_t len, al_span *out) AL_MUST_USE;

/* The part of the `len` bytes at offset `off` that is inside `s`; may be empty, and never starts beyond the
 * end of `s`. */
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures al_is_span(\result);
    ensures \let start = \min(off, s.len); al_is_part(s, start, \min(len, s.len - start), \result);
*/
al_span al_slice_available(al_span s, uint64_t off, uint64_t len);

/* Sums and products of sizes. False, with `*out` UINT64_MAX, on overflow. */
/*@ requires \valid(out);
    assigns *out;
    ensures \result <==> a + b <= UINT64_MAX;
    ensures *out == \min(a + b, UINT64_MAX);
*/
bool al_add(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;
/*@ requires \valid(out);
    assigns *out;
    ensures \result <==> a * b <= UINT64_MAX;
    ensures *out == \min(a * b, UINT64_MAX);
*/
bool al_mul(uint64_t a, uint64_t b, uint64_t *out) AL_MUST_USE;

/* The same where UINT64_MAX is as good as any size that is too large. */
/*@ assigns \nothing;
    ensures \result == \min(a + b, UINT64_MAX);
*/
uint64_t al_sum(uint64_t a, uint64_t b);
/*@ assigns \nothing;
    ensures \result == \min(a * b, UINT64_MAX);
*/
uint64_t al_product(uint64_t a, uint64_t b);

/* The scalar at an offset of the span, in the byte order of the span. 0 if it is not all inside the span. */
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 1) ==> \result == 0;
*/
uint8_t al_u8_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 2) ==> \result == 0;
*/
uint16_t al_u16_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 4) ==> \result == 0;
*/
uint32_t al_u32_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 8) ==> \result == 0;
*/
uint64_t al_u64_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 2) ==> \result == 0;
*/
int16_t al_i16_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures !al_is_inside(s, off, 4) ==> \result == 0;
*/
int32_t al_i32_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
*/
float al_f32_at(al_span s, uint64_t off);
/*@ requires al_is_span(s);
    assigns \nothing;
*/
double al_f64_at(al_span s, uint64_t off);

/* A half-precision float; the conversion is exact. */
/*@ requires al_is_span(s);
    assigns \nothing;
*/
float al_f16_at(al_span s, uint64_t off);

/*@ requires al_is_span(s);
    requires len > 0 ==> \valid_read(bytes + (0 .. len - 1));
    assigns \nothing;
    ensures \result ==> len <= s.len;
*/
bool al_starts_with(al_span s, const char *bytes, size_t len);

/* The number of bytes before the first NUL; s.len if there is none. */
/*@ requires al_is_span(s);
    assigns \nothing;
    ensures \result <= s.len;
    ensures \forall integer i; 0 <= i < \result ==> s.ptr[i] != 0;
    ensures \result < s.len ==> s.ptr[\result] == 0;
*/
size_t al_text_length(al_span s);

#endif
