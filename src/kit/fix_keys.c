/* fix_keys.c: fixers of keys and rotations. */
#include "kit/fix_keys.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/number.h"
#include "core/sort.h"

/* Whether the file has all keys that it declares, at least one. */
static bool are_whole(const al_keys *keys, const al_counter *count)
{
    return keys->items->bytes.len > 0 && al_items_count(keys->items) == al_counted(count);
}

static void change_count(al_fix_plan *plan, const al_counter *count, int64_t change)
{
    const al_claim field = al_counter_claim(0, count);
    al_fix_add(plan, &field, change);
}

/* The keys that come before their time, as the rule counts them: it doesn't look at times that are not
 * finite. */
static uint64_t wrong_keys(const al_keys *keys)
{
    double last = 0;
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < al_items_count(keys->items); i++) {
        const double time = al_key_time(keys, i);
        wrong += isfinite(time) && (time < 0 || time < last);
        last = isfinite(time) ? time : last;
    }
    return wrong;
}

int64_t al_fix_first_key(al_fix_plan *plan, const al_keys *keys, const al_counter *count)
{
    enum { TIME_BYTES = 4 };
    const al_items *items = keys->items;
    char before[AL_MAX_MESSAGE];
    const double first = are_whole(keys, count) ? al_key_time(keys, 0) : 0;
    if (!(first > 0 && isfinite(first)))
        return 0;
    if (wrong_keys(keys) > 0) {
        al_fix_leave(plan, 1, "the keys are not in the order of their times, so that the first is not known");
        return 0;
    }
    uint8_t *key = al_fix_copy(plan, al_items_at(items, 0));
    if (key == NULL)
        return 0;
    memset(&key[keys->time_at], 0, TIME_BYTES);
    (void)al_make_message(before, "first key at %s", al_show_number(first).text);
    al_fix_replace(plan, items->bytes.base, 0, al_span_of(key, items->stride), items->path, before,
                   "the same key at 0 before it");
    change_count(plan, count, 1);
    return items->stride;
}

/* Plans that the keys from number `first` on become the `kept` ones at `copy`. */
static void replace_keys(al_fix_plan *plan, const al_items *items, uint64_t first, uint64_t end,
                         const uint8_t *copy, uint64_t kept, const char *before, const char *after)
{
    const al_span was =
        al_slice_available(items->bytes, first * items->stride, (end - first) * items->stride);
    al_fix_replace(plan, was.base, was.len, al_span_of(copy, (size_t)kept * items->stride), items->path,
                   before, after);
}

/* ---- Keys at the same time ----------------------------------------------------------------------------- */

int64_t al_fix_equal_keys(al_fix_plan *plan, const al_keys *keys, const al_counter *count)
{
    const al_items *items = keys->items;
    const uint64_t all = al_items_count(items);
    const size_t stride = items->stride, value = stride - keys->padding;
    uint64_t kept = 0, first = 0;
    char before[AL_MAX_MESSAGE];
    uint8_t *copy = are_whole(keys, count) ? al_fix_copy(plan, items->bytes) : NULL;
    for (uint64_t i = 0; i < all && copy != NULL; i++) {
        const bool same_time = i > 0 && al_key_time(keys, i) == al_key_time(keys, i - 1);
        const bool same = same_time && memcmp(&copy[(kept - 1) * stride], &copy[i * stride], value) == 0;
        if (same_time && !same)
            al_fix_refuse(plan,
                          "keys %" PRIu64 " and %" PRIu64 " are at the same time, but have other values",
                          i - 1, i);
        first = same && kept == i ? i : first;
        if (!same)
            memmove(&copy[kept++ * stride], &copy[i * stride], stride);
    }
    if (copy == NULL || kept == all)
        return 0;
    (void)al_make_message(before, "%" PRIu64 " key%s like the one before", all - kept, AL_S(all - kept));
    replace_keys(plan, items, first, all, &copy[first * stride], kept - first, before, "nothing");
    change_count(plan, count, -(int64_t)(all - kept));
    return -(int64_t)((all - kept) * stride);
}

/* ---- The order ----------------------------------------------------------------------------------------- */

typedef struct timed_key {
    double time;
    uint64_t number;
} timed_key;

static int by_time(const void *left, const void *right, void *context)
{
    const timed_key *a = left, *b = right;
    (void)context;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* The keys in the order of their times; NULL if that can't be known, or memory runs out. */
static timed_key *sort_keys(al_fix_plan *plan, const al_keys *keys, uint64_t all)
{
    timed_key *sorted = al_alloc(plan->job->arena, all, sizeof *sorted);
    if (sorted == NULL) {
        plan->no_memory = true;
        return NULL;
    }
    for (uint64_t i = 0; i < all; i++) {
        sorted[i] = (timed_key){.time = al_key_time(keys, i), .number = i};
        if (isfinite(sorted[i].time) && sorted[i].time >= 0)
            continue;
        al_fix_leave(plan, wrong_keys(keys),
                     "the time of key %" PRIu64 " is %s, so that its place is not known", i,
                     al_show_number(sorted[i].time).text);
        return NULL;
    }
    al_sort(sorted, (size_t)all, sizeof *sorted, by_time, NULL);
    return sorted;
}

int64_t al_fix_key_order(al_fix_plan *plan, const al_keys *keys, const al_counter *count)
{
    const al_items *items = keys->items;
    const size_t stride = items->stride;
    uint64_t all = al_items_count(items), first = 0;
    if (!are_whole(keys, count) || wrong_keys(keys) == 0)
        return 0;
    const timed_key *sorted = sort_keys(plan, keys, all);
    uint8_t *copy = al_fix_copy(plan, items->bytes);
    if (sorted == NULL || copy == NULL)
        return 0;
    while (sorted[first].number == first)
        first++;
    while (sorted[all - 1].number == all - 1)
        all--;
    for (uint64_t i = first; i < all; i++)
        memcpy(&copy[i * stride], al_items_at(items, sorted[i].number).ptr, stride);
    replace_keys(plan, items, first, all, &copy[first * stride], all - first, "keys in the order of the file",
                 "sorted by time");
    return 0;
}

/* ---- Rotations ----------------------------------------------------------------------------------------- */

enum { PARTS = 4 };

static double length_of(al_span rotation, al_scalar type)
{
    const uint32_t size = al_scalar_size(type);
    double square = 0;
    for (uint64_t i = 0; i < PARTS; i++) {
        const double part = al_number_at(rotation, i * size, type);
        square += part * part;
    }
    return sqrt(square);
}

void al_fix_rotations(al_fix_plan *plan, const al_items *items, al_scalar type, double unit, double tolerance)
{
    const al_form form = {.type = type, .numbers = PARTS};
    uint8_t *copy = NULL;
    for (uint64_t i = 0; i < al_items_count(items); i++) {
        const double length = length_of(al_items_at(items, i), type) / unit;
        if (!isfinite(length) || fabs(length - 1) <= tolerance)
            continue;
        if (length <= AL_LEAST_DIVISOR) {
            al_fix_leave(plan, 1, "a rotation has the length %s, which is too short to tell what it was",
                         al_show_real(length, 6).text);
            continue;
        }
        copy = copy != NULL ? copy : al_fix_copy(plan, items->bytes);
        if (copy == NULL)
            return;
        al_divide(&copy[i * items->stride], type, PARTS, al_scalar_size(type), length,
                  items->bytes.big_endian);
    }
    al_fix_rewrite(plan, items, copy, &form);
}
