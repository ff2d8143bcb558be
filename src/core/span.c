/* span.c: spans and their scalars. Only this file and core/reduce do arithmetic on pointers into input;
 * ci/checksrc.py checks that. */
#include "core/span.h"

#include <string.h>

#include "core/reduce/load.h"

al_span al_span_of(const void *data, size_t size)
{
    return (al_span){.ptr = size > 0 ? data : NULL, .len = size, .base = 0};
}

bool al_slice(al_span s, uint64_t off, uint64_t len, al_span *out)
{
    *out = (al_span){.base = s.base, .big_endian = s.big_endian};
    if (off > s.len || len > s.len - off) /* never off + len > s.len: the sum may wrap */
        return false;
    out->ptr = len > 0 ? s.ptr + off : NULL;
    out->len = (size_t)len;
    out->base = s.base + off;
    return true;
}

al_span al_slice_available(al_span s, uint64_t off, uint64_t len)
{
    al_span out;
    const uint64_t start = off < s.len ? off : s.len;
    const uint64_t available = s.len - start;
    (void)!al_slice(s, start, len < available ? len : available, &out); /* always inside */
    return out;
}

bool al_add(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = b > UINT64_MAX - a ? UINT64_MAX : a + b;
    return b <= UINT64_MAX - a;
}

bool al_mul(uint64_t a, uint64_t b, uint64_t *out)
{
    const bool small = a <= UINT32_MAX && b <= UINT32_MAX; /* the usual case; avoids the division */
    const bool fits = small || a == 0 || b <= UINT64_MAX / a;
    *out = fits ? a * b : UINT64_MAX;
    return fits;
}

uint64_t al_sum(uint64_t a, uint64_t b)
{
    uint64_t sum;
    (void)!al_add(a, b, &sum);
    return sum;
}

uint64_t al_product(uint64_t a, uint64_t b)
{
    uint64_t product;
    (void)!al_mul(a, b, &product);
    return product;
}

uint8_t al_u8_at(al_span s, uint64_t off)
{
    return off < s.len ? s.ptr[off] : 0;
}

uint16_t al_u16_at(al_span s, uint64_t off)
{
    if (s.len < 2 || off > s.len - 2)
        return 0;
    return al_load_u16_in(s.ptr + off, s.big_endian);
}

uint32_t al_u32_at(al_span s, uint64_t off)
{
    if (s.len < 4 || off > s.len - 4)
        return 0;
    return al_load_u32_in(s.ptr + off, s.big_endian);
}

uint64_t al_u64_at(al_span s, uint64_t off)
{
    if (s.len < 8 || off > s.len - 8)
        return 0;
    const uint64_t first = al_u32_at(s, off), second = al_u32_at(s, off + 4);
    return s.big_endian ? first << 32 | second : first | second << 32;
}

int16_t al_i16_at(al_span s, uint64_t off)
{
    return al_signed16_of(al_u16_at(s, off));
}

int32_t al_i32_at(al_span s, uint64_t off)
{
    return al_signed32_of(al_u32_at(s, off));
}

float al_f32_at(al_span s, uint64_t off)
{
    return al_float_of(al_u32_at(s, off));
}

double al_f64_at(al_span s, uint64_t off)
{
    return al_double_of(al_u64_at(s, off));
}

float al_f16_at(al_span s, uint64_t off)
{
    const uint32_t rebias = 127 - 15; /* from the bias of one exponent to that of the other */
    const uint32_t half = al_u16_at(s, off);
    const uint32_t sign = half >= 0x8000u ? 0x80000000u : 0;
    const uint32_t exponent = half / 0x400u % 0x20u;
    const uint32_t fraction = half % 0x400u;
    if (exponent == 0x1F)
        return al_float_of(sign | 0x7F800000u | fraction << 13);
    if (exponent > 0)
        return al_float_of(sign | (exponent + rebias) * 0x800000u | fraction << 13);
    const float magnitude = (float)fraction / 16777216.0f; /* subnormal halves are n / 2^24 */
    return sign != 0 ? -magnitude : magnitude;
}

bool al_starts_with(al_span s, const char *bytes, size_t len)
{
    return s.len >= len && (len == 0 || memcmp(s.ptr, bytes, len) == 0);
}

size_t al_text_length(al_span s)
{
    const uint8_t *end = s.len > 0 ? memchr(s.ptr, 0, s.len) : NULL;
    return end != NULL ? (size_t)(end - s.ptr) : s.len;
}
