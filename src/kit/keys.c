/* keys.c: rules about the times and values of keys. */
#include "kit/keys.h"

#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"

static double time_of(const al_keys *keys, uint64_t key)
{
    const al_span bytes = keys->items->bytes;
    const uint64_t at = key * keys->items->stride + keys->time_at;
    return keys->milliseconds ? (double)al_u32_at(bytes, at) : (double)al_f32_at(bytes, at);
}

/* A sentence with its times in the unit of the keys. Ten digits show every u32, nine every float. */
#define IN_UNIT_OF(keys, SENTENCE) ((keys)->milliseconds ? SENTENCE("%.10g", "ms") : SENTENCE("%.9g", "s"))

#define NEGATIVE_TIME(TIME, UNIT)                                                                \
    "%s of %s\"%.*s\" with a negative time or one below the key before: %" PRIu64 " of %" PRIu64 \
    ", the first is key %" PRIu64 " at " TIME " " UNIT
#define WRONG_ORDER(TIME, UNIT)                                                  \
    "%s of %s\"%.*s\" with a time below the key before: %" PRIu64 " of %" PRIu64 \
    ", the first is key %" PRIu64 ": " TIME " after " TIME " " UNIT
#define SAME_TIME(TIME, UNIT)                                                   \
    "%s of %s\"%.*s\" with the time of the key before: %" PRIu64 " of %" PRIu64 \
    ", the first is key %" PRIu64 " at " TIME " " UNIT

void al_check_first_key(al_sink *s, const al_keys *keys, size_t rule)
{
    const al_items *items = keys->items;
    const double first = time_of(keys, 0);
    if (!(first > 0) || isinf(first))
        return;
    const al_tally tally = {.count = 1};
    al_claim claim = al_items_claim(rule, items, &tally);
    claim.expected = keys->milliseconds ? al_uint(0) : al_real(0);
    claim.actual = keys->milliseconds ? al_uint((uint64_t)first) : al_real(first);
    if (keys->milliseconds) /* many working files have this: a whole number is faster to print */
        al_report(s, &claim, "the first of the %s of %s\"%.*s\" is at %" PRIu64 " ms, not at 0", items->what,
                  keys->kind, AL_SHOW(keys->name), (uint64_t)first);
    else
        al_report(s, &claim, "the first of the %s of %s\"%.*s\" is at %.9g s, not at 0", items->what,
                  keys->kind, AL_SHOW(keys->name), first);
}

/* `before` is the last finite time before the first wrong key. */
static void report_order(al_sink *s, const al_keys *keys, const al_tally *wrong, double before, size_t rule)
{
    if (wrong->count == 0)
        return;
    const al_items *items = keys->items;
    const al_claim claim = al_items_claim(rule, items, wrong);
    const uint64_t key = wrong->first[0];
    const double at = time_of(keys, key);
    if (at < 0)
        al_report(s, &claim, IN_UNIT_OF(keys, NEGATIVE_TIME), items->what, keys->kind, AL_SHOW(keys->name),
                  wrong->count, al_items_count(items), key, at);
    else
        al_report(s, &claim, IN_UNIT_OF(keys, WRONG_ORDER), items->what, keys->kind, AL_SHOW(keys->name),
                  wrong->count, al_items_count(items), key, at, before);
}

static void report_duplicates(al_sink *s, const al_keys *keys, const al_tally *same, size_t rule)
{
    const al_items *items = keys->items;
    const al_claim claim = al_items_claim(rule, items, same);
    if (same->count > 0)
        al_report(s, &claim, IN_UNIT_OF(keys, SAME_TIME), items->what, keys->kind, AL_SHOW(keys->name),
                  same->count, al_items_count(items), same->first[0], time_of(keys, same->first[0]));
}

static bool may_be_out_of_order(const al_keys *keys)
{
    const al_items *items = keys->items;
    if (keys->milliseconds)
        return al_any_not_rising_u32(items->bytes, items->stride, keys->time_at);
    return time_of(keys, 0) < 0 || al_any_not_rising(items->bytes, items->stride, keys->time_at);
}

void al_check_key_order(al_sink *s, const al_keys *keys, size_t order_rule, size_t duplicate_rule)
{
    al_tally wrong = {.count = 0}, same = {.count = 0};
    double last = -1, before = 0;
    if (!may_be_out_of_order(keys))
        return;
    for (uint64_t i = 0; i < al_items_count(keys->items); i++) {
        const double time = time_of(keys, i);
        if (!isfinite(time))
            continue;
        if (time < 0 || time < last) {
            before = wrong.count == 0 ? last : before;
            al_tally_add(&wrong, i);
        } else if (time == last) {
            al_tally_add(&same, i);
        }
        last = time;
    }
    report_order(s, keys, &wrong, before, order_rule);
    report_duplicates(s, keys, &same, duplicate_rule);
}

void al_check_keys_finite(al_sink *s, const al_keys *keys, size_t rule, const al_layout *layout,
                          const char *value)
{
    const al_items *items = keys->items;
    const al_tally bad = al_find_not_finite(items, layout);
    const al_claim claim = al_items_claim(rule, items, &bad);
    if (bad.count > 0)
        al_report(s, &claim,
                  "keys of %s\"%.*s\" with a %s that is not finite: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64,
                  keys->kind, AL_SHOW(keys->name), value, bad.count, al_items_count(items), bad.first[0]);
}
