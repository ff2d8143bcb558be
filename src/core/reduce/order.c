/* order.c: fast tests whether numbers increase. */
#include "core/reduce/order.h"

#include "core/reduce/load.h"

bool al_any_not_rising(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian || s.len == 0;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = al_load_f32(s.ptr + at) < al_load_f32(s.ptr + at + stride);
    return !rising;
}

bool al_any_not_rising_u32(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian || s.len == 0;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = al_load_u32(s.ptr + at) < al_load_u32(s.ptr + at + stride);
    return !rising;
}
