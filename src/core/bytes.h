/* bytes.h: bytes of strangers. Spans, the one range test, readers, checked arithmetic, and the loops over
 * large arrays.
 *
 * A span is a pointer, its length and where it lies, passed together or not at all. Only bytes.c adds to the
 * pointer. Whatever lies beyond the end of a span reads as 0, so a mistake in a caller is a wrong value, not
 * an overrun.
 */
#ifndef AL_CORE_BYTES_H
#define AL_CORE_BYTES_H

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

/* Every byte at a glance: true when one is a control character of ASCII, below 0x20 or 0x7F; true when none
 * is that or beyond ASCII. */
bool al_any_control_char(al_span s);
bool al_is_plain_ascii(al_span s);

/* A reader for data of variable shape: read a whole group, then ask once. After the first read that leaves
 * the span every read gives 0 and an empty span, and `failed_at` and `wanted` say where it was and how much
 * it asked for. */
typedef struct al_reader {
    al_span span;
    uint64_t pos;
    bool failed;
    uint64_t failed_at; /* in the span */
    uint64_t wanted;
} al_reader;

al_reader al_reader_of(al_span s);
bool al_ok(const al_reader *r);
uint64_t al_left(const al_reader *r);
uint8_t al_read_u8(al_reader *r);
uint16_t al_read_u16(al_reader *r);
uint32_t al_read_u32(al_reader *r);
int32_t al_read_i32(al_reader *r);
float al_read_f32(al_reader *r);
al_span al_take(al_reader *r, uint64_t len);

/* The greatest of the scalars in a span of whole scalars; 0 when it is empty. */
uint16_t al_max_u16(al_span s);
uint32_t al_max_u32(al_span s);

/* The least of them; UINT16_MAX when it is empty. */
uint16_t al_min_u16(al_span s);

/* Item by item, every `stride` bytes of a span of whole items. */

/* True when one of the floats at `at` of each item may not be finite. */
bool al_any_not_finite_at(al_span s, size_t stride, size_t at);

/* True when one of the floats at `at` of each item may not be above the one before it. */
bool al_any_not_rising(al_span s, size_t stride, size_t at);

/* True when the four numbers that each item begins with, floats or shares of 32767, may be further than
 * `tolerance` from length 1. */
bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance);
bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance);

/* True when the first four of the eight floats that each item begins with may be further than `tolerance`
 * from length 1, or their products with the other four from a sum of 0: a dual quaternion that isn't one. */
bool al_any_off_dual(al_span s, size_t stride, float tolerance);

/* True when one of the floats at `at` of each item may be neither 1 nor -1. */
bool al_any_not_sign(al_span s, size_t stride, size_t at);

/* At `at` of each item four floats that are numbers of things, and behind them their four weights. The first
 * item from `from` on in which a weight may be below 0, the sum of them off 1 by more than `tolerance`, or a
 * number with a weight not whole and below `count`, which is at most 2^24; how many items there are when
 * there is none. */
size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance);

/* Moves `low` and `high` apart until the three floats at `at` of each item lie between them. What is not a
 * number moves nothing. */
void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3]);

/* Keys of seven floats, a rotation and a position, and a time, a u32: true when a rotation may be further
 * than `tolerance` from length 1, a position not finite, or a time not above the one before it. */
bool al_any_pose_off(al_span s, size_t stride, float tolerance);

/* As al_any_off_unit_f32, of three floats. False also says that they are finite. */
bool al_any_off_unit_f32x3(al_span s, size_t stride, float tolerance);

/* True when one of the u32 at `at` of each item may not be above the one before it. */
bool al_any_not_rising_u32(al_span s, size_t stride, size_t at);

/* The least and the greatest of each coordinate, of a span of points of three floats that are all finite. An
 * empty one has none: both are left as they are. */
void al_box_f32x3(al_span s, float low[3], float high[3]);

/* Items of four weights and the four numbers, floats too, of what they weigh. True when the weights of one
 * may not descend to 0 or above, may not add up to 1 within `tolerance`, or when the number of a weight above
 * 0 is not a whole one below `count`. Sets seen[number] for those that are, until the first such item. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen);

/* The greatest of the words at `at` of each item, after `mask`. */
uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask);

/* Groups of items, each group a first and a count (two words). True when one of them may have more than
 * `most` items, some that are not there, or floats, with which its items begin, that may not add up to 1
 * within `tolerance`; a group of none is always right. */
bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance);

/* How many different values the 16-bit words at `at` of each item have, none of them above `greatest`.
 * `marks` holds a zero for each value up to it, and does so again afterwards. */
uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks);

/* One pass over a list of triangles: the greatest index, and whether one of them names a vertex twice. What
 * is beyond the last whole triangle only counts for the first. */
uint32_t al_max_of_triangles_u32(al_span s, bool *degenerate);

/* True when a triangle names a vertex twice. */
bool al_any_degenerate_u16(al_span s);

/* One pass over a list of triangles: sets seen[v] for every vertex that is named, and returns how many
 * triangles name a vertex twice. Indices from `vertices` on are left out of `seen`; the span holds whole
 * indices, and what is beyond the last whole triangle is only seen. */
uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices);
uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices);

/* Which 32-bit words of a repeating item hold floats. The test of a word is one `and`, one addition and one
 * `or`, for floats and for pairs of halves alike: the exponent of what is not finite is all ones, so that one
 * more carries into the sign bit. */
enum { AL_LANES_MAX = 512 };
typedef struct al_lanes {
    uint32_t words; /* of the pattern, a multiple of the item's, at most AL_LANES_MAX */
    uint32_t mask[AL_LANES_MAX], step[AL_LANES_MAX];
} al_lanes;

typedef enum al_lane_kind { AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F16_PAIR } al_lane_kind;

/* Spreads the `words` kinds of an item over as many items as make a loop long; false when the item is too
 * large. */
bool al_lanes_set(al_lanes *lanes, const al_lane_kind *kinds, uint32_t words) AL_MUST_USE;

/* True when one of the floats of a span of whole items may not be finite. */
bool al_any_not_finite(al_span s, const al_lanes *lanes);

/* The same of a span that holds floats and nothing else. */
bool al_any_f32_not_finite(al_span s);

#endif
