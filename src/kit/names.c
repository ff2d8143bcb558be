/* names.c: names sorted by a hash, so that equal names are neighbours. Sorting instead of a hash table: a
 * file whose hashes are all equal costs no more than n log n comparisons.
 */
#include "kit/names.h"

#include <string.h>

#include "core/sort.h"

struct al_names_entry {
    uint32_t hash;
    const al_name *name;
};

static uint64_t mix(uint64_t hash, uint32_t value)
{
    const uint64_t product = ((hash ^ value) & UINT32_MAX) * UINT64_C(0x9E3779B1);
    return product ^ product >> 32;
}

static uint32_t hash_of(al_span text)
{
    uint64_t hash = text.len & UINT32_MAX, at = 0;
    text.big_endian = false; /* the hash of a text must not depend on the byte order of its file */
    for (; text.len - at >= 4; at += 4)
        hash = mix(hash, al_u32_at(text, at));
    for (; at < text.len; at++)
        hash = mix(hash, al_u8_at(text, at));
    return (uint32_t)(hash & UINT32_MAX);
}

static int compare_texts(al_span a, al_span b)
{
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return a.len > 0 ? memcmp(a.ptr, b.ptr, a.len) : 0;
}

static int compare_entries(const void *left, const void *right, void *context)
{
    (void)context;
    const al_names_entry *a = left, *b = right;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return compare_texts(a->name->text, b->name->text);
}

/* Equal names stay in the order in which they were added. */
static int by_text(const void *left, const void *right, void *context)
{
    (void)context;
    const al_names_entry *a = left, *b = right;
    const int order = compare_entries(a, b, NULL);
    if (order != 0)
        return order;
    return a->name < b->name ? -1 : a->name > b->name;
}

void al_names_add(al_names *names, al_arena *a, al_span text, uint32_t list, uint32_t number)
{
    if (names->out_of_memory)
        return;
    const al_name name = {.text = text, .list = list, .number = number};
    names->out_of_memory = !AL_ADD(a, *names, name);
}

bool al_names_sort(al_names *names, al_arena *a)
{
    names->sorted = names->out_of_memory ? NULL : al_alloc(a, names->count, sizeof *names->sorted);
    if (names->sorted == NULL) {
        names->out_of_memory = true;
        names->count = 0;
        return false;
    }
    for (uint64_t i = 0; i < names->count; i++)
        names->sorted[i] = (al_names_entry){.hash = hash_of(names->items[i].text), .name = &names->items[i]};
    al_sort(names->sorted, (size_t)names->count, sizeof *names->sorted, by_text, NULL);
    return true;
}

const al_name *al_names_find(const al_names *names, al_span text)
{
    const al_name name = {.text = text};
    const al_names_entry wanted = {.hash = hash_of(text), .name = &name};
    const size_t count = (size_t)names->count;
    const size_t at = al_lower_bound(names->sorted, count, sizeof wanted, &wanted, compare_entries, NULL);
    if (at == count || compare_entries(&names->sorted[at], &wanted, NULL) != 0)
        return NULL;
    return names->sorted[at].name;
}

/* True if all names differ, by a bit for each hash; false if two may be the same. */
static bool are_distinct(const al_names *names)
{
    enum { BITS = 1 << 14, WORD = 64 };
    uint64_t marks[BITS / WORD] = {0};
    if (names->out_of_memory || names->count > BITS / 8) /* too many: most would share a bit */
        return false;
    for (uint64_t i = 0; i < names->count; i++) {
        const uint32_t bit = hash_of(names->items[i].text) % BITS;
        if ((marks[bit / WORD] >> (bit % WORD) & 1) != 0)
            return false;
        marks[bit / WORD] |= UINT64_C(1) << (bit % WORD);
    }
    return true;
}

bool al_names_repeated(al_names *names, al_arena *a, al_name_visit *visit, void *context)
{
    uint64_t first = 0;
    if (names->sorted == NULL && are_distinct(names))
        return true;
    if (names->sorted == NULL && !al_names_sort(names, a))
        return false;
    for (uint64_t i = 1; i < names->count; i++) {
        if (compare_entries(&names->sorted[first], &names->sorted[i], NULL) == 0)
            visit(context, names->sorted[i].name, names->sorted[first].name);
        else
            first = i;
    }
    return true;
}

al_claim al_name_claim(size_t rule, const al_name *name, const al_path *item, const char *field)
{
    enum { LENGTH_BYTES = 4 };
    return (al_claim){.rule = rule,
                      .offset = name->text.base - LENGTH_BYTES,
                      .length = LENGTH_BYTES + (uint64_t)name->text.len,
                      .path = al_field(item, field)};
}
