/* bytes.c: bytes of strangers. The only file that adds to a pointer into input; ci/checksrc.py holds it to
 * that. */
#include "core/bytes.h"

#include <math.h>
#include <string.h>

/* A pattern sixteen times, so that a loop over it is a long one. */
#define SIXTEEN(...)                                                                                        \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, \
        __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,          \
        __VA_ARGS__

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
    const uint64_t rest = s.len - start;
    const al_span none = {.base = s.base, .big_endian = s.big_endian};
    return al_slice(s, start, len < rest ? len : rest, &out) ? out : none;
}

bool al_add(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = b > UINT64_MAX - a ? UINT64_MAX : a + b;
    return b <= UINT64_MAX - a;
}

bool al_mul(uint64_t a, uint64_t b, uint64_t *out)
{
    const bool small = a <= UINT32_MAX && b <= UINT32_MAX; /* usual, and no division */
    const bool fits = small || a == 0 || b <= UINT64_MAX / a;
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

static uint16_t load_u16be(const uint8_t *p)
{
    return (uint16_t)(p[1] | (uint16_t)(p[0] << 8));
}

static uint32_t load_u32be(const uint8_t *p)
{
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

uint8_t al_u8_at(al_span s, uint64_t off)
{
    return off < s.len ? s.ptr[off] : 0;
}

uint16_t al_u16_at(al_span s, uint64_t off)
{
    if (s.len < 2 || off > s.len - 2)
        return 0;
    return s.big_endian ? load_u16be(s.ptr + off) : load_u16(s.ptr + off);
}

uint32_t al_u32_at(al_span s, uint64_t off)
{
    if (s.len < 4 || off > s.len - 4)
        return 0;
    return s.big_endian ? load_u32be(s.ptr + off) : load_u32(s.ptr + off);
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

static float load_f32(const uint8_t *p)
{
    return float_of(load_u32(p));
}

/* The top bit is set when a float is not finite: its exponent is all ones, so that one more carries. */
static uint32_t carry_of(uint32_t bits)
{
    return (bits & 0x7F800000u) + 0x00800000u;
}

static const uint32_t carried = 0x80000000u;

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

/* The top bit of each of eight bytes that is a control character, or beyond ASCII. No sum leaves its byte. */
typedef struct odd_chars {
    uint64_t controls, beyond;
} odd_chars;

static const uint64_t top_bits = 0x8080808080808080;

static odd_chars odd_chars_of(uint64_t word)
{
    static const uint64_t ones = 0x0101010101010101, up_to_blank = 0x6060606060606060;
    const uint64_t beyond = word & top_bits, ascii = word & ~top_bits;
    const uint64_t controls = (~(ascii + up_to_blank) | (ascii + ones)) & ~beyond & top_bits;
    return (odd_chars){.controls = controls, .beyond = beyond};
}

/* In the machine's order: what is asked of each byte has none. */
static uint64_t load_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static odd_chars find_odd_chars(al_span s)
{
    odd_chars found = {.controls = 0};
    size_t at = 0;
    for (; s.len - at >= 8; at += 8) {
        const odd_chars here = odd_chars_of(load_word(s.ptr + at));
        found.controls |= here.controls;
        found.beyond |= here.beyond;
    }
    for (; at < s.len; at++) {
        found.controls |= (uint64_t)(s.ptr[at] < 0x20 || s.ptr[at] == 0x7F);
        found.beyond |= s.ptr[at] & top_bits;
    }
    return found;
}

bool al_any_control_char(al_span s)
{
    return find_odd_chars(s).controls != 0;
}

bool al_is_plain_ascii(al_span s)
{
    const odd_chars found = find_odd_chars(s);
    return (found.controls | found.beyond) == 0;
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
    al_span out = {.base = r->span.base, .big_endian = r->span.big_endian};
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

AL_WIDE uint16_t al_max_u16(al_span s)
{
    uint16_t max = 0;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = s.big_endian ? load_u16be(s.ptr + 2 * i) : load_u16(s.ptr + 2 * i);
        max = value > max ? value : max;
    }
    return max;
}

AL_WIDE uint16_t al_min_u16(al_span s)
{
    uint16_t min = UINT16_MAX;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = s.big_endian ? load_u16be(s.ptr + 2 * i) : load_u16(s.ptr + 2 * i);
        min = value < min ? value : min;
    }
    return min;
}

AL_WIDE uint32_t al_max_u32(al_span s)
{
    uint32_t max = 0;
    for (size_t i = 0; i < s.len / 4; i++) {
        const uint32_t value = s.big_endian ? load_u32be(s.ptr + 4 * i) : load_u32(s.ptr + 4 * i);
        max = value > max ? value : max;
    }
    return max;
}

/* Inlined, so that a usual stride is a constant and the loop one for the vector units. */
static inline uint32_t max_masked(al_span s, size_t stride, size_t at, uint32_t mask)
{
    uint32_t max = 0;
    for (; s.len >= 4 && at <= s.len - 4; at += stride) {
        const uint32_t value = load_u32(s.ptr + at) & mask;
        max = value > max ? value : max;
    }
    return max;
}

AL_WIDE uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask)
{
    uint32_t max = 0;
    if (!s.big_endian)
        return stride == 8 ? max_masked(s, 8, at, mask) : max_masked(s, stride, at, mask);
    for (; s.len >= 4 && at <= s.len - 4; at += stride) {
        const uint32_t value = load_u32be(s.ptr + at) & mask;
        max = value > max ? value : max;
    }
    return max;
}

bool al_any_not_finite_at(al_span s, size_t stride, size_t at)
{
    uint32_t all = s.big_endian && s.len > 0 ? UINT32_MAX : 0;
    for (; s.len >= 4 && at <= s.len - 4; at += stride)
        all |= carry_of(load_u32(s.ptr + at));
    return (all & carried) != 0;
}

bool al_any_not_rising(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = load_f32(s.ptr + at) < load_f32(s.ptr + at + stride);
    return !rising;
}

bool al_any_not_rising_u32(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = load_u32(s.ptr + at) < load_u32(s.ptr + at + stride);
    return !rising;
}

/* Squares of lengths between these bounds belong to lengths well within the tolerance. */
typedef struct square_bounds {
    float low, high;
} square_bounds;

static square_bounds bounds_of(float tolerance)
{
    const float safe = tolerance * 0.99f;
    return (square_bounds){.low = (1 - safe) * (1 - safe), .high = (1 + safe) * (1 + safe)};
}

/* Inlined, so that a usual stride is a constant. Goes on to the end, as there hardly ever is anything to stop
 * at. */
static inline bool any_off_unit_f32(al_span s, size_t stride, square_bounds bounds)
{
    uint32_t off = 0;
    for (size_t i = 0; i < s.len / stride; i++) {
        const uint8_t *p = s.ptr + i * stride;
        const float x = load_f32(p), y = load_f32(p + 4), z = load_f32(p + 8), w = load_f32(p + 12);
        const float square = x * x + y * y + z * z + w * w;
        off |= (uint32_t) !(square >= bounds.low && square <= bounds.high); /* a NaN is off */
    }
    return off != 0;
}

AL_WIDE bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance)
{
    const square_bounds bounds = bounds_of(tolerance);
    if (s.big_endian || stride < 16)
        return s.len > 0;
    switch (stride) {
    case 16: return any_off_unit_f32(s, 16, bounds);
    case 20: return any_off_unit_f32(s, 20, bounds);
    default: return any_off_unit_f32(s, stride, bounds);
    }
}

/* Items that are judged before anybody asks whether one was off. */
enum { BLOCK = 32 };

/* Whether the whole of an item lies in a span, and what is read of it. */
static bool has_item(al_span s, size_t at, size_t stride, size_t needed)
{
    return stride >= needed && s.len - at >= stride;
}

/* How far a product of two parts may be from the sum of floats that it is taken as: four roundings of its
 * largest term, and room. */
static const float product_error = 1e-6f;

/* One item, without a branch. The parts may be large and cancel each other: then the answer is yes. */
static bool is_off_dual(const uint8_t *p, square_bounds bounds, float most)
{
    const float x = load_f32(p), y = load_f32(p + 4), z = load_f32(p + 8), w = load_f32(p + 12);
    const float a = x * load_f32(p + 16), b = y * load_f32(p + 20), c = z * load_f32(p + 24),
                d = w * load_f32(p + 28);
    const float square = x * x + y * y + z * z + w * w;
    const float doubt = product_error * (fabsf(a) + fabsf(b) + fabsf(c) + fabsf(d));
    const float product = fabsf(a + b + c + d) + doubt;
    return !((square >= bounds.low) & (square <= bounds.high) & (product <= most)); /* a NaN is off */
}

AL_WIDE bool al_any_off_dual(al_span s, size_t stride, float tolerance)
{
    const square_bounds bounds = bounds_of(tolerance);
    const float most = tolerance * 0.99f;
    bool off = s.big_endian;
    size_t at = 0;
    while (!off && has_item(s, at, stride, 32)) {
        const size_t left = (s.len - at) / stride, count = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < count; i++)
            off |= is_off_dual(s.ptr + at + i * stride, bounds, most);
        at += count * stride;
    }
    return off;
}

bool al_any_not_sign(al_span s, size_t stride, size_t at)
{
    uint32_t wrong = s.big_endian;
    for (; s.len >= 4 && at <= s.len - 4; at += stride)
        wrong |= (load_u32(s.ptr + at) & 0x7FFFFFFFu) ^ 0x3F800000u; /* of 1.0f, without the sign */
    return wrong != 0;
}

/* Whether a slot is off: a weight below 0, or a number that is none and has a weight. Without branches: which
 * slots have no weight is nothing that a processor could foresee. */
static inline uint32_t is_off_slot(float number, float weight, float count)
{
    const bool inside = (number >= 0) & (number < count);
    const float held = inside ? number : 0;
    const bool whole = (float)(int32_t)held == held;
    const bool fine = (weight == 0) | (inside & whole);
    return !(fine & (weight >= 0));
}

size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance)
{
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    const size_t items = s.len / stride;
    for (size_t i = from; i < items; i++) {
        const uint8_t *p = s.ptr + i * stride + at;
        const float a = load_f32(p + 16), b = load_f32(p + 20), c = load_f32(p + 24), d = load_f32(p + 28);
        const float sum = a + b + c + d;
        const uint32_t off = is_off_slot(load_f32(p), a, count) | is_off_slot(load_f32(p + 4), b, count) |
                             is_off_slot(load_f32(p + 8), c, count) | is_off_slot(load_f32(p + 12), d, count);
        const bool one = (sum >= low) & (sum <= high); /* a NaN is not */
        if (off != 0 || !one || s.big_endian)
            return i;
    }
    return items;
}

void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3])
{
    for (; s.len >= 12 && at <= s.len - 12; at += stride) {
        for (size_t i = 0; i < 3; i++) {
            const uint8_t *p = s.ptr + at + 4 * i;
            const float value = float_of(s.big_endian ? load_u32be(p) : load_u32(p));
            low[i] = value < low[i] ? value : low[i];
            high[i] = value > high[i] ? value : high[i];
        }
    }
}

/* Of keys of eight words, what is asked of each: the exponents of the position, whose carry says that it is
 * not finite, and the time, which the next key's is above. */
enum { KEY = 32, KEY_WORDS = KEY / 4, KEYS = 16 };

static const uint32_t key_mask[KEYS * KEY_WORDS] = {
    SIXTEEN(0, 0, 0, 0, 0x7F800000u, 0x7F800000u, 0x7F800000u, 0)};
static const uint32_t key_step[KEYS * KEY_WORDS] = {
    SIXTEEN(0, 0, 0, 0, 0x00800000u, 0x00800000u, 0x00800000u, 0)};
static const uint32_t key_time[KEYS * KEY_WORDS] = {SIXTEEN(0, 0, 0, 0, 0, 0, 0, 0x80000000u)};

/* The top bit is set when one of so many keys is off, each followed by another. */
static inline uint32_t ends_off(const uint8_t *p, size_t words)
{
    uint32_t all = 0;
    for (size_t i = 0; i < words; i++) {
        const uint32_t word = load_u32(p + 4 * i), next = load_u32(p + 4 * i + KEY);
        all |= ((word & key_mask[i]) + key_step[i]) | (word < next ? 0 : key_time[i]);
    }
    return all;
}

static uint32_t last_end_off(const uint8_t *p)
{
    uint32_t all = 0;
    for (size_t i = 16; i < 28; i += 4)
        all |= carry_of(load_u32(p + i));
    return all;
}

AL_WIDE bool al_any_pose_off(al_span s, size_t stride, float tolerance)
{
    const size_t keys = s.len / KEY;
    uint32_t all = 0;
    if (s.big_endian || stride != KEY || keys == 0)
        return s.len > 0;
    if (any_off_unit_f32(s, KEY, bounds_of(tolerance)))
        return true;
    for (size_t i = 0; i < keys - 1; i += KEYS) {
        const size_t left = keys - 1 - i, count = left < KEYS ? left : KEYS;
        all |= count == KEYS ? ends_off(s.ptr + i * KEY, (size_t)KEYS * KEY_WORDS)
                             : ends_off(s.ptr + i * KEY, count * KEY_WORDS);
    }
    all |= last_end_off(s.ptr + (keys - 1) * KEY);
    return (all & carried) != 0;
}

static inline bool any_off_unit_f32x3(al_span s, size_t stride, square_bounds bounds)
{
    uint32_t off = 0;
    for (size_t i = 0; i < s.len / stride; i++) {
        const uint8_t *p = s.ptr + i * stride;
        const float x = load_f32(p), y = load_f32(p + 4), z = load_f32(p + 8);
        const float square = x * x + y * y + z * z;
        off |= (uint32_t) !(square >= bounds.low && square <= bounds.high);
    }
    return off != 0;
}

AL_WIDE bool al_any_off_unit_f32x3(al_span s, size_t stride, float tolerance)
{
    if (s.big_endian || stride < 12)
        return s.len > 0;
    return stride == 12 ? any_off_unit_f32x3(s, 12, bounds_of(tolerance))
                        : any_off_unit_f32x3(s, stride, bounds_of(tolerance));
}

/* Bytes of a signed share of 32767, as a float. */
static float load_share(const uint8_t *p)
{
    const uint16_t bits = load_u16(p);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return (float)value / 32767.0f;
}

bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance)
{
    const square_bounds bounds = bounds_of(tolerance);
    bool off = s.big_endian;
    for (size_t at = 0; !off && s.len - at >= stride && stride >= 8; at += stride) {
        const float x = load_share(s.ptr + at), y = load_share(s.ptr + at + 2),
                    z = load_share(s.ptr + at + 4), w = load_share(s.ptr + at + 6);
        const float square = x * x + y * y + z * z + w * w;
        off = !(square >= bounds.low && square <= bounds.high);
    }
    return off;
}

static float sum_of(const uint8_t *items, uint32_t count, size_t stride)
{
    float sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += load_f32(items + i * stride);
    return sum;
}

/* The same of at most four, of which four are there: without a branch, as nobody can guess how many it will
 * be. */
static inline float sum_of_four(const uint8_t *items, uint32_t count, size_t stride)
{
    static const float shares[5][4] = {{0}, {1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}};
    const float *share = shares[count];
    return load_f32(items) * share[0] + load_f32(items + stride) * share[1] +
           load_f32(items + 2 * stride) * share[2] + load_f32(items + 3 * stride) * share[3];
}

/* Inlined, so that a usual stride is a constant. */
static inline bool any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float low,
                                 float high)
{
    const uint64_t item_count = items.len / stride;
    bool off = false;
    for (size_t at = 0; groups.len - at >= 8; at += 8) {
        const uint32_t first = load_u32(groups.ptr + at), count = load_u32(groups.ptr + at + 4);
        if (count > most || (uint64_t)first + count > item_count)
            return true;
        if (count == 0)
            continue;
        const uint8_t *p = items.ptr + first * stride;
        const float sum = most <= 4 && (uint64_t)first + 4 <= item_count ? sum_of_four(p, count, stride)
                                                                         : sum_of(p, count, stride);
        off |= !(sum >= low && sum <= high);
    }
    return off;
}

bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance)
{
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    if (groups.big_endian)
        return groups.len > 0;
    if (stride == 8 && most == 4)
        return any_group_off(groups, items, 8, 4, low, high);
    return any_group_off(groups, items, stride, most, low, high);
}

/* A number that is a float: whether it is one of `count`. */
static bool see_number(float number, uint32_t count, uint8_t *seen)
{
    if (!(number >= 0 && (double)number < (double)count))
        return false;
    const uint32_t whole = (uint32_t)number;
    if ((double)whole != (double)number)
        return false;
    seen[whole] = 1;
    return true;
}

/* With branches: without any it takes four times as long, since most vertices have one weight or two. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen)
{
    enum { WEIGHTS = 4, ITEM = 2 * WEIGHTS * 4 };
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    bool off = s.big_endian;
    for (size_t at = 0; !off && s.len - at >= ITEM; at += ITEM) {
        const uint8_t *item = s.ptr + at;
        float w[WEIGHTS], sum = 0;
        for (size_t i = 0; i < WEIGHTS; i++) {
            w[i] = load_f32(item + 4 * i);
            sum += w[i];
        }
        off = !(w[3] >= 0 && w[2] >= w[3] && w[1] >= w[2] && w[0] >= w[1] && sum >= low && sum <= high);
        for (size_t i = 0; i < WEIGHTS && w[i] > 0; i++)
            off |= !see_number(load_f32(item + 4 * (WEIGHTS + i)), count, seen);
    }
    return off;
}

uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks)
{
    uint32_t count = 0;
    for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride) {
        const uint16_t value = s.big_endian ? load_u16be(s.ptr + i) : load_u16(s.ptr + i);
        count += marks[value] == 0;
        marks[value] = 1;
    }
    if (greatest < s.len) {
        memset(marks, 0, (size_t)greatest + 1);
        return count;
    }
    for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride)
        marks[s.big_endian ? load_u16be(s.ptr + i) : load_u16(s.ptr + i)] = 0;
    return count;
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

/* Without `seen`, which leaves a loop for the vector units. */
static uint64_t count_degenerate_u16(al_span s)
{
    uint64_t bad = 0;
    for (size_t i = 0; i < s.len / 6; i++) {
        const uint8_t *p = s.ptr + 6 * i;
        bad += degenerate(load_u16(p), load_u16(p + 2), load_u16(p + 4)); /* in any byte order */
    }
    return bad;
}

/* Of sixteen triangles, which indices are compared with the next one, and with the one after that. */
AL_WIDE bool al_any_degenerate_u16(al_span s)
{
    enum { INDICES = 48 };
    static const uint16_t next[INDICES] = {SIXTEEN(1, 1, 0)};
    static const uint16_t after[INDICES] = {SIXTEEN(1, 0, 0)};
    uint16_t same = 0;
    size_t at = 0;
    for (; s.len - at >= 2 * INDICES + 4; at += (size_t)2 * INDICES) /* four more: those after the last */
        for (size_t i = 0; i < INDICES; i++) {
            const uint8_t *p = s.ptr + at + 2 * i;
            const uint16_t a = load_u16(p), b = load_u16(p + 2), c = load_u16(p + 4); /* in any order */
            same |= (uint16_t)((a == b ? next[i] : 0) | (a == c ? after[i] : 0));
        }
    return same != 0 || count_degenerate_u16(al_slice_available(s, at, s.len - at)) > 0;
}

uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    if (vertices == 0)
        return count_degenerate_u16(s);
    for (; s.len - at >= 6; at += 6) {
        const bool big = s.big_endian;
        const uint32_t a = big ? load_u16be(s.ptr + at) : load_u16(s.ptr + at);
        const uint32_t b = big ? load_u16be(s.ptr + at + 2) : load_u16(s.ptr + at + 2);
        const uint32_t c = big ? load_u16be(s.ptr + at + 4) : load_u16(s.ptr + at + 4);
        see(seen, vertices, a);
        see(seen, vertices, b);
        see(seen, vertices, c);
        bad += degenerate(a, b, c);
    }
    for (; s.len - at >= 2; at += 2)
        see(seen, vertices, al_u16_at(s, at));
    return bad;
}

AL_WIDE uint32_t al_max_of_triangles_u32(al_span s, bool *degenerate)
{
    uint32_t max = 0, same = 0;
    const size_t whole = s.len / 12 * 12;
    for (size_t i = 0; i < whole / 12; i++) {
        const uint8_t *p = s.ptr + 12 * i;
        const uint32_t a = load_u32(p), b = load_u32(p + 4), c = load_u32(p + 8);
        const uint32_t higher = a > b ? a : b, highest = higher > c ? higher : c;
        max = highest > max ? highest : max;
        same |= (uint32_t)(a == b) | (uint32_t)(b == c) | (uint32_t)(c == a); /* in any byte order */
    }
    *degenerate = same != 0;
    if (s.big_endian || whole < s.len)
        return al_max_u32(s);
    return max;
}

uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    for (; s.len - at >= 12; at += 12) {
        const bool big = s.big_endian;
        const uint32_t a = big ? load_u32be(s.ptr + at) : load_u32(s.ptr + at);
        const uint32_t b = big ? load_u32be(s.ptr + at + 4) : load_u32(s.ptr + at + 4);
        const uint32_t c = big ? load_u32be(s.ptr + at + 8) : load_u32(s.ptr + at + 8);
        see(seen, vertices, a);
        see(seen, vertices, b);
        see(seen, vertices, c);
        bad += degenerate(a, b, c);
    }
    for (; s.len - at >= 4; at += 4)
        see(seen, vertices, al_u32_at(s, at));
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

AL_WIDE bool al_any_f32_not_finite(al_span s)
{
    uint32_t all = 0;
    if (s.big_endian)
        return s.len > 0;
    for (size_t i = 0; i < s.len / 4; i++)
        all |= carry_of(load_u32(s.ptr + 4 * i));
    return (all & carried) != 0;
}

AL_WIDE void al_box_f32x3(al_span s, float low[3], float high[3])
{
    enum { LANES = 12 }; /* four points: a whole number of registers, whatever their size */
    float least[LANES], most[LANES];
    size_t at = 0;
    if (s.len < 12 || s.big_endian)
        return;
    for (size_t i = 0; i < LANES; i++)
        least[i] = most[i] = load_f32(s.ptr + 4 * (i % 3));
    for (; s.len - at >= 4 * (size_t)LANES; at += 4 * (size_t)LANES)
        for (size_t i = 0; i < LANES; i++) {
            const float value = load_f32(s.ptr + at + 4 * i);
            least[i] = value < least[i] ? value : least[i];
            most[i] = value > most[i] ? value : most[i];
        }
    for (size_t i = 0; s.len - at >= 4; at += 4, i++) {
        const float value = load_f32(s.ptr + at);
        least[i] = value < least[i] ? value : least[i];
        most[i] = value > most[i] ? value : most[i];
    }
    for (size_t i = 0; i < 3; i++) {
        low[i] = high[i] = least[i];
        for (size_t k = i; k < LANES; k += 3) {
            low[i] = least[k] < low[i] ? least[k] : low[i];
            high[i] = most[k] > high[i] ? most[k] : high[i];
        }
    }
}

/* The carries of `words` words, or-ed. A loop without branches, for the vector units. */
static uint32_t carries(const uint8_t *p, const al_lanes *lanes, size_t words)
{
    uint32_t all = 0;
    for (size_t i = 0; i < words; i++)
        all |= (load_u32(p + 4 * i) & lanes->mask[i]) + lanes->step[i];
    return all;
}

AL_WIDE bool al_any_not_finite(al_span s, const al_lanes *lanes)
{
    const size_t period = (size_t)lanes->words * 4;
    uint32_t all = 0;
    size_t at = 0;
    if (period == 0)
        return false;
    if (s.big_endian)
        return s.len > 0;
    for (; s.len - at >= period; at += period)
        all |= carries(s.ptr + at, lanes, lanes->words);
    if (s.len > at)
        all |= carries(s.ptr + at, lanes, (s.len - at) / 4);
    return (all & 0x80008000u) != 0;
}
