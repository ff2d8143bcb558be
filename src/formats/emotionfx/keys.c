/* keys.c: rules about the times of keys. */
#include "formats/emotionfx/keys.h"

#include <inttypes.h>
#include <math.h>

#include "core/reduce/order.h"

efx_keys efx_keys_of(al_span bytes, uint32_t stride, uint32_t time_at, const al_path *path)
{
    return (efx_keys){.bytes = al_slice_available(bytes, 0, bytes.len / stride * stride),
                      .stride = stride,
                      .time_at = time_at,
                      .path = path};
}

al_claim efx_keys_claim(size_t rule, const efx_keys *keys, const al_tally *tally)
{
    return (al_claim){.rule = rule,
                      .offset = keys->bytes.base,
                      .length = keys->bytes.len,
                      .path = *keys->path,
                      .tally = tally};
}

uint64_t efx_key_count(const efx_keys *keys)
{
    return keys->bytes.len / keys->stride;
}

static float time_of(const efx_keys *keys, uint64_t key)
{
    return al_f32_at(keys->bytes, key * keys->stride + keys->time_at);
}

static void check_first_time(const efx_file *f, const efx_keys *keys, size_t rule)
{
    const float first = time_of(keys, 0);
    if (!isfinite(first) || first <= 0)
        return;
    const al_tally tally = {.count = 1};
    al_claim claim = efx_keys_claim(rule, keys, &tally);
    claim.expected = al_real(0);
    claim.actual = al_real((double)first);
    al_report(f->job->sink, &claim, "the first of %" PRIu64 " keys is at %.9g seconds, not at 0",
              efx_key_count(keys), (double)first);
}

static void report_order(const efx_file *f, const efx_keys *keys, const al_tally *wrong, size_t rule)
{
    const al_claim claim = efx_keys_claim(rule, keys, wrong);
    const uint64_t key = wrong->first[0];
    const double at = (double)time_of(keys, key);
    if (wrong->count == 0)
        return;
    if (at < 0)
        al_report(f->job->sink, &claim,
                  "keys with a negative time or one below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %.9g seconds",
                  wrong->count, efx_key_count(keys), key, at);
    else
        al_report(f->job->sink, &claim,
                  "keys with a time below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 ": %.9g after %.9g seconds",
                  wrong->count, efx_key_count(keys), key, at, (double)time_of(keys, key - 1));
}

static void report_duplicate(const efx_file *f, const efx_keys *keys, const al_tally *same, size_t rule)
{
    const al_claim claim = efx_keys_claim(rule, keys, same);
    if (same->count > 0)
        al_report(f->job->sink, &claim,
                  "keys with the time of the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %.9g seconds",
                  same->count, efx_key_count(keys), same->first[0], (double)time_of(keys, same->first[0]));
}

void efx_check_times(const efx_file *f, const efx_keys *keys, const efx_key_rules *rules)
{
    al_tally wrong = {.count = 0}, same = {.count = 0};
    float last = 0;
    bool has_last = false;
    if (keys->bytes.len == 0)
        return;
    check_first_time(f, keys, rules->first_time);
    if (time_of(keys, 0) >= 0 && !al_any_not_rising(keys->bytes, keys->stride, keys->time_at))
        return;
    for (uint64_t i = 0; i < keys->bytes.len / keys->stride; i++) {
        const float time = time_of(keys, i);
        if (!isfinite(time))
            continue;
        if (time < 0 || (has_last && time < last))
            al_tally_add(&wrong, i);
        else if (has_last && time == last)
            al_tally_add(&same, i);
        last = time;
        has_last = true;
    }
    report_order(f, keys, &wrong, rules->order);
    report_duplicate(f, keys, &same, rules->duplicate);
}
