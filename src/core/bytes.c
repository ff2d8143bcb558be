/* bytes.c: bytes of strangers. The only file that adds to a pointer into input; ci/checksrc.py holds it to
 * that. */
#include "core/bytes.h"

#include <string.h>

al_span al_span_of(const void *data, size_t size)
{
    return (al_span){.ptr = size > 0 ? data : NULL, .len = size, .base = 0};
}

bool al_slice(al_span s, uint64_t off, uint64_t len, al_span *out)
{
    *out = (al_span){.base = s.base};
    if (off > s.len || len > s.len - off) /* never off + len > s.len: the sum may wrap */
        return false;
    *out = (al_span){.ptr = len > 0 ? s.ptr + off : NULL, .len = (size_t)len, .base = s.base + off};
    return true;
}

al_span al_slice_available(al_span s, uint64_t off, uint64_t len)
{
    al_span out;
    const uint64_t start = off < s.len ? off : s.len;
    const uint64_t rest = s.len - start;
    return al_slice(s, start, len < rest ? len : rest, &out) ? out : (al_span){.base = s.base};
}

bool al_add(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = b > UINT64_MAX - a ? UINT64_MAX : a + b;
    return b <= UINT64_MAX - a;
}

bool al_mul(uint64_t a, uint64_t b, uint64_t *out)
{
    const bool fits = a == 0 || b <= UINT64_MAX / a;
    *out = fits ? a * b : UINT64_MAX;
    return fits;
}

/* Scalars out of bytes known to be there. Written out byte by byte: compilers make one load of it, and no
 * machine's byte order comes into it. */
static uint16_t load_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | (uint16_t)(p[1] << 8));
}

static uint32_t load_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint8_t al_u8_at(al_span s, uint64_t off)
{
    return off < s.len ? s.ptr[off] : 0;
}

uint16_t al_u16_at(al_span s, uint64_t off)
{
    return s.len >= 2 && off <= s.len - 2 ? load_u16(s.ptr + off) : 0;
}

uint32_t al_u32_at(al_span s, uint64_t off)
{
    return s.len >= 4 && off <= s.len - 4 ? load_u32(s.ptr + off) : 0;
}

uint64_t al_u64_at(al_span s, uint64_t off)
{
    if (s.len < 8 || off > s.len - 8)
        return 0;
    return (uint64_t)load_u32(s.ptr + off) | (uint64_t)load_u32(s.ptr + off + 4) << 32;
}

int16_t al_i16_at(al_span s, uint64_t off)
{
    const uint16_t bits = al_u16_at(s, off);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int32_t al_i32_at(al_span s, uint64_t off)
{
    const uint32_t bits = al_u32_at(s, off);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float al_f32_at(al_span s, uint64_t off)
{
    return float_of(al_u32_at(s, off));
}

double al_f64_at(al_span s, uint64_t off)
{
    const uint64_t bits = al_u64_at(s, off);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float al_f16_at(al_span s, uint64_t off)
{
    const uint32_t half = al_u16_at(s, off);
    const uint32_t sign = (half & 0x8000u) << 16;
    const uint32_t exponent = (half >> 10) & 0x1Fu;
    const uint32_t fraction = half & 0x3FFu;
    if (exponent == 0x1F)
        return float_of(sign | 0x7F800000u | fraction << 13);
    if (exponent > 0)
        return float_of(sign | (exponent + 112) << 23 | fraction << 13); /* 112 = 127 - 15, the two biases */
    const float magnitude = (float)fraction / 16777216.0f; /* 2^24: subnormal halves are n * 2^-24 */
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

al_reader al_reader_of(al_span s)
{
    return (al_reader){.span = s};
}

bool al_ok(const al_reader *r)
{
    return !r->failed;
}

uint64_t al_left(const al_reader *r)
{
    return r->failed ? 0 : r->span.len - r->pos;
}

al_span al_take(al_reader *r, uint64_t len)
{
    al_span out = {.base = r->span.base};
    if (r->failed)
        return out;
    if (!al_slice(r->span, r->pos, len, &out)) {
        r->failed = true;
        r->failed_at = r->pos;
        r->wanted = len;
        return out;
    }
    r->pos += len;
    return out;
}

uint8_t al_read_u8(al_reader *r)
{
    return al_u8_at(al_take(r, 1), 0);
}

uint16_t al_read_u16(al_reader *r)
{
    return al_u16_at(al_take(r, 2), 0);
}

uint32_t al_read_u32(al_reader *r)
{
    return al_u32_at(al_take(r, 4), 0);
}

int32_t al_read_i32(al_reader *r)
{
    return al_i32_at(al_take(r, 4), 0);
}

float al_read_f32(al_reader *r)
{
    return al_f32_at(al_take(r, 4), 0);
}

uint16_t al_max_u16(al_span s)
{
    uint16_t max = 0;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = load_u16(s.ptr + 2 * i);
        max = value > max ? value : max;
    }
    return max;
}

uint32_t al_max_u32(al_span s)
{
    uint32_t max = 0;
    for (size_t i = 0; i < s.len / 4; i++) {
        const uint32_t value = load_u32(s.ptr + 4 * i);
        max = value > max ? value : max;
    }
    return max;
}

static void see(uint8_t *seen, uint32_t vertices, uint32_t index)
{
    if (index < vertices)
        seen[index] = 1;
}

/* How many of the vertices of a triangle are the same: 0 or 1, whatever the kind of sameness. */
static uint64_t degenerate(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint64_t)((a == b) | (b == c) | (c == a));
}

uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    for (; s.len - at >= 6; at += 6) {
        const uint32_t a = load_u16(s.ptr + at), b = load_u16(s.ptr + at + 2), c = load_u16(s.ptr + at + 4);
        see(seen, vertices, a);
        see(seen, vertices, b);
        see(seen, vertices, c);
        bad += degenerate(a, b, c);
    }
    for (; s.len - at >= 2; at += 2)
        see(seen, vertices, load_u16(s.ptr + at));
    return bad;
}

uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    for (; s.len - at >= 12; at += 12) {
        const uint32_t a = load_u32(s.ptr + at), b = load_u32(s.ptr + at + 4), c = load_u32(s.ptr + at + 8);
        see(seen, vertices, a);
        see(seen, vertices, b);
        see(seen, vertices, c);
        bad += degenerate(a, b, c);
    }
    for (; s.len - at >= 4; at += 4)
        see(seen, vertices, load_u32(s.ptr + at));
    return bad;
}

bool al_lanes_set(al_lanes *lanes, const al_lane_kind *kinds, uint32_t words)
{
    static const uint32_t masks[] = {
        [AL_LANE_OTHER] = 0, [AL_LANE_F32] = 0x7F800000u, [AL_LANE_F16_PAIR] = 0x7C007C00u};
    static const uint32_t steps[] = {
        [AL_LANE_OTHER] = 0, [AL_LANE_F32] = 0x00800000u, [AL_LANE_F16_PAIR] = 0x04000400u};
    lanes->words = 0;
    if (words == 0 || words > AL_LANES_MAX)
        return false;
    while (lanes->words + words <= AL_LANES_MAX && (lanes->words < 64 || lanes->words % 8 != 0)) {
        for (uint32_t i = 0; i < words; i++) {
            lanes->mask[lanes->words + i] = masks[kinds[i]];
            lanes->step[lanes->words + i] = steps[kinds[i]];
        }
        lanes->words += words;
    }
    return true;
}

/* The carries of `words` words, or-ed. A loop without branches, for the vector units. */
static uint32_t carries(const uint8_t *p, const al_lanes *lanes, size_t words)
{
    uint32_t all = 0;
    for (size_t i = 0; i < words; i++)
        all |= (load_u32(p + 4 * i) & lanes->mask[i]) + lanes->step[i];
    return all;
}

bool al_any_not_finite(al_span s, const al_lanes *lanes)
{
    const size_t period = (size_t)lanes->words * 4;
    uint32_t all = 0;
    size_t at = 0;
    if (period == 0)
        return false;
    for (; s.len - at >= period; at += period)
        all |= carries(s.ptr + at, lanes, lanes->words);
    if (s.len > at)
        all |= carries(s.ptr + at, lanes, (s.len - at) / 4);
    return (all & 0x80008000u) != 0;
}
