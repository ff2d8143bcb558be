/* keys.c: rules about the times of keys. */
#include "formats/emotionfx/keys.h"

#include <inttypes.h>
#include <math.h>

#include "core/reduce/order.h"

static float time_of(const al_items *keys, uint32_t time_at, uint64_t key)
{
    return al_f32_at(keys->bytes, key * keys->stride + time_at);
}

static void check_first_time(al_sink *s, const al_items *keys, al_span name, uint32_t time_at, size_t rule)
{
    const float first = time_of(keys, time_at, 0);
    if (!isfinite(first) || first <= 0)
        return;
    const al_tally tally = {.count = 1};
    al_claim claim = al_items_claim(rule, keys, &tally);
    claim.expected = al_real(0);
    claim.actual = al_real((double)first);
    al_report(s, &claim, "the first of %" PRIu64 " %s of \"%.*s\" is at %.9g seconds, not at 0",
              al_items_count(keys), keys->what, AL_SHOW(name), (double)first);
}

static void report_order(al_sink *s, const al_items *keys, al_span name, uint32_t time_at,
                         const al_tally *wrong, size_t rule)
{
    const al_claim claim = al_items_claim(rule, keys, wrong);
    const uint64_t key = wrong->first[0];
    const double at = (double)time_of(keys, time_at, key);
    if (wrong->count == 0)
        return;
    if (at < 0)
        al_report(s, &claim,
                  "%s of \"%.*s\" with a negative time or one below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %.9g seconds",
                  keys->what, AL_SHOW(name), wrong->count, al_items_count(keys), key, at);
    else
        al_report(s, &claim,
                  "%s of \"%.*s\" with a time below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 ": %.9g after %.9g seconds",
                  keys->what, AL_SHOW(name), wrong->count, al_items_count(keys), key, at,
                  (double)time_of(keys, time_at, key - 1));
}

static void report_duplicate(al_sink *s, const al_items *keys, al_span name, uint32_t time_at,
                             const al_tally *same, size_t rule)
{
    const al_claim claim = al_items_claim(rule, keys, same);
    if (same->count > 0)
        al_report(s, &claim,
                  "%s of \"%.*s\" with the time of the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %.9g seconds",
                  keys->what, AL_SHOW(name), same->count, al_items_count(keys), same->first[0],
                  (double)time_of(keys, time_at, same->first[0]));
}

void efx_check_times(al_sink *s, const al_items *keys, al_span name, uint32_t time_at,
                     const efx_key_rules *rules)
{
    al_tally wrong = {.count = 0}, same = {.count = 0};
    float last = 0;
    bool has_last = false;
    if (keys->bytes.len == 0)
        return;
    check_first_time(s, keys, name, time_at, rules->first_time);
    if (time_of(keys, time_at, 0) >= 0 && !al_any_not_rising(keys->bytes, keys->stride, time_at))
        return;
    for (uint64_t i = 0; i < al_items_count(keys); i++) {
        const float time = time_of(keys, time_at, i);
        if (!isfinite(time))
            continue;
        if (time < 0 || (has_last && time < last))
            al_tally_add(&wrong, i);
        else if (has_last && time == last)
            al_tally_add(&same, i);
        last = time;
        has_last = true;
    }
    report_order(s, keys, name, time_at, &wrong, rules->order);
    report_duplicate(s, keys, name, time_at, &same, rules->duplicate);
}
