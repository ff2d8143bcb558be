/* arena.c: all memory of a check, in blocks that are freed together.
 *
 * The budget is charged for all bytes that are requested from the system, also for the headers of blocks. To
 * keep that close to the bytes in use, a block for small allocations has at most an eighth of the arena's
 * size, and a large allocation has its own block, which can grow.
 *
 * In builds with AddressSanitizer all bytes that no allocation has are poisoned, and in a shared block a red
 * zone follows each allocation: reading one byte past an array is reported. Red zones are not charged.
 */
#include "core/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/span.h"

enum {
    LEAST_BLOCK = 4096,            /* the smallest block for small allocations, with its header */
    LEAST_OF_RESULT = 1024,        /* the same in an exempt arena, but for its first block: */
    FIRST_OF_RESULT = 256,         /* a package keeps a result for each member, most without findings */
    SHARE = 8,                     /* a block for small allocations has at most 1/SHARE of the arena's size */
    OWN_BLOCK = 1024,              /* an allocation that grows to this size moves into its own block */
    SPREAD = AL_WITH_ASAN ? 2 : 1, /* red zones take half of a shared block */
    DOUBLED = 16384, /* a list below this size doubles when it grows, a larger one grows by a quarter */
    LARGE = 1 << 20, /* from this size on by an eighth: then the C library moves its pages */
    FEW = 128        /* a list of items of so many bytes begins with two of them, others with eight */
};

struct al_arena_block {
    al_arena_block *next;
    size_t size, used; /* of the bytes after the header */
    bool own;          /* has only one allocation, which may grow */
};

/* The size of the header, rounded up so that the bytes after it are aligned for any type. */
static const size_t head_size =
    (sizeof(al_arena_block) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);

al_budget al_budget_of(uint64_t limit, uint64_t fail_at)
{
    return (al_budget){.limit = limit, .fail_at = fail_at};
}

/*@ requires \valid(b) && b->shortage <= AL_SHORTAGE_SYSTEM;
    assigns b->shortage;
    ensures !\result && b->shortage == \max(\old(b->shortage), why);
*/
static bool short_of(al_budget *b, al_shortage why)
{
    b->shortage = why > b->shortage ? why : b->shortage;
    return false;
}

bool al_budget_may_continue(al_budget *b)
{
    if (al_watch_stopped(b->watch))
        return short_of(b, AL_SHORTAGE_SYSTEM);
    return true;
}

bool al_budget_count_call(al_budget *b)
{
    b->calls++;
    if (b->calls == b->fail_at)
        return short_of(b, AL_SHORTAGE_SYSTEM);
    return al_budget_may_continue(b);
}

void al_budget_fail(al_budget *b)
{
    (void)short_of(b, AL_SHORTAGE_SYSTEM);
}

/* Charges `more` bytes if the limit allows it. */
/*@ requires al_is_budget(b) && b->calls < UINT64_MAX;
    assigns b->calls, b->used, b->shortage;
    ensures al_is_budget(b) && al_counted_call{Old, Here}(b);
    ensures \result ==> b->used == \old(b->used) + more && b->used <= limit && more <= SIZE_MAX;
    ensures !\result ==> b->used == \old(b->used) && b->shortage != AL_SHORTAGE_NONE;
*/
static bool charge(al_budget *b, uint64_t more, uint64_t limit)
{
    uint64_t total;
    if (!al_budget_count_call(b))
        return false;
    if (!al_add(b->used, more, &total) || total > limit || more > SIZE_MAX)
        return short_of(b, AL_SHORTAGE_LIMIT);
    b->used = total;
    return true;
}

bool al_budget_charge(al_budget *b, uint64_t bytes)
{
    return charge(b, bytes, b->limit);
}

static bool enlarge(al_buffer *buffer, uint64_t size)
{
    uint8_t *bigger = realloc(buffer->bytes, (size_t)size);
    if (bigger == NULL)
        return false;
    buffer->bytes = bigger;
    buffer->capacity = size;
    AL_POISON(bigger, (size_t)size); /* its user unpoisons what it reserved */
    return true;
}

void al_budget_release(al_budget *b, uint64_t bytes)
{
    b->used -= bytes;
}

void al_buffer_start(al_buffer *buffer)
{
    if (buffer->capacity > AL_MAX_KEPT_BUFFER)
        al_buffer_free(buffer);
    buffer->charged = 0;
    AL_POISON(buffer->bytes, (size_t)buffer->capacity);
}

bool al_buffer_reserve(al_buffer *buffer, al_budget *b, uint64_t size)
{
    const bool holds_content = buffer->charged > 0;
    if (size <= buffer->charged)
        return true;
    if (!charge(b, size - buffer->charged, b->limit))
        return false;
    if (!holds_content && size > buffer->capacity)
        al_buffer_free(buffer); /* or realloc would copy what the last check left */
    buffer->charged = size;
    if (size <= buffer->capacity || enlarge(buffer, size)) {
        AL_UNPOISON(buffer->bytes, (size_t)size);
        return true;
    }
    al_buffer_release(buffer, b); /* charged, but not allocated */
    return short_of(b, AL_SHORTAGE_SYSTEM);
}

void al_buffer_release(al_buffer *buffer, al_budget *b)
{
    b->used -= buffer->charged;
    buffer->charged = 0;
    AL_POISON(buffer->bytes, (size_t)buffer->capacity);
}

void al_buffer_free(al_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (al_buffer){.bytes = NULL};
}

al_arena al_arena_on(al_budget *budget)
{
    return (al_arena){.budget = budget};
}

al_arena al_exempt_arena_on(al_budget *budget)
{
    return (al_arena){.budget = budget, .exempt = true};
}

static uint8_t *memory_of(al_arena_block *block)
{
    return (uint8_t *)block + head_size;
}

/* Where a block has its next allocation; only a shared one has red zones. */
static uint8_t *next_in(al_arena_block *block)
{
    const size_t shared = block->own ? 0 : block->used;
    return memory_of(block) + block->used + (SPREAD - 1) * shared;
}

/* Rounds up so that the next allocation is aligned. False if the result is too large. */
/*@ requires \valid(rounded);
    assigns *rounded;
    ensures \result ==> bytes <= *rounded < bytes + alignof(max_align_t);
    ensures \result ==> *rounded % alignof(max_align_t) == 0 && *rounded <= SIZE_MAX - head_size;
*/
static bool round_up(uint64_t bytes, uint64_t *rounded)
{
    const uint64_t alignment = alignof(max_align_t);
    if (!al_add(bytes, alignment - 1, rounded) || *rounded > SIZE_MAX - head_size)
        return false;
    *rounded -= *rounded % alignment;
    return true;
}

/*@ predicate is_arena(al_arena *a) =
      \valid(a) && al_is_budget(a->budget) && \separated(a, a->budget) && a->held <= a->budget->used;
*/

/*@ requires is_arena(a) && a->budget->calls < UINT64_MAX;
    assigns a->budget->calls, a->budget->used, a->budget->shortage;
    ensures is_arena(a) && al_counted_call{Old, Here}(a->budget);
    ensures \result ==> a->budget->used == \old(a->budget->used) + bytes;
    ensures \result && !a->exempt ==> a->budget->used <= a->budget->limit;
    ensures !\result ==> a->budget->used == \old(a->budget->used);
    ensures !\result ==> a->budget->shortage != AL_SHORTAGE_NONE;
*/
static bool charge_arena(al_arena *a, uint64_t bytes)
{
    return charge(a->budget, bytes, a->exempt ? UINT64_MAX : a->budget->limit);
}

/* Handles a failed malloc after the charge. */
/*@ requires is_arena(a) && a->held + bytes <= a->budget->used;
    assigns a->budget->used, a->budget->shortage;
    ensures \result == \null && is_arena(a) && a->budget->shortage == AL_SHORTAGE_SYSTEM;
    ensures a->budget->used == \old(a->budget->used) - bytes;
*/
static void *not_there(al_arena *a, uint64_t bytes)
{
    a->budget->used -= bytes;
    (void)short_of(a->budget, AL_SHORTAGE_SYSTEM);
    return NULL;
}

/* Creates a block with `room` bytes. A block for one allocation may be zeroed: calloc gets zeroed pages from
 * the system, which need no memory until something is written to them. */
static al_arena_block *new_block(al_arena *a, uint64_t room, bool own, bool zeroed)
{
    const size_t total = (size_t)room + head_size;
    if (!charge_arena(a, total))
        return NULL;
    const size_t red_zones = (SPREAD - 1) * (size_t)room * !own;
    al_arena_block *block = own && zeroed ? calloc(1, total) : malloc(total + red_zones);
    if (block == NULL)
        return not_there(a, total);
    *block = (al_arena_block){.size = (size_t)room, .used = own ? (size_t)room : 0, .own = own};
    a->held += total;
    al_arena_block **place = own && a->blocks != NULL ? &a->blocks->next : &a->blocks;
    block->next = *place; /* the newest block for small allocations stays first */
    *place = block;
    if (!own)
        AL_POISON(memory_of(block), SPREAD * (size_t)room);
    return block;
}

/* Size of the next block for small allocations. */
/*@ requires \valid_read(a);
    assigns \nothing;
    ensures \let least = !a->exempt ? LEAST_BLOCK : a->held > 0 ? LEAST_OF_RESULT : FIRST_OF_RESULT;
      least <= \result + head_size <= \max(least, a->held / SHARE);
    ensures (\result + head_size) % alignof(max_align_t) == 0;
*/
static uint64_t next_room(const al_arena *a)
{
    const uint64_t of_result = a->held > 0 ? LEAST_OF_RESULT : FIRST_OF_RESULT;
    const uint64_t share = a->held / SHARE, least = a->exempt ? of_result : LEAST_BLOCK;
    const uint64_t total = share > least ? share - share % alignof(max_align_t) : least;
    return total - head_size;
}

/* Whether an allocation that needs no new block may have its memory. Where a test lets a call fail, these are
 * calls, too: with other sizes any of them needs a block. */
/*@ requires al_is_budget(b) && b->calls < UINT64_MAX;
    assigns b->calls, b->shortage;
    ensures al_is_budget(b);
    ensures !\result ==> b->shortage == AL_SHORTAGE_SYSTEM;
*/
static bool may_share(al_budget *b)
{
    return b->fail_at == 0 || al_budget_count_call(b);
}

static void *alloc_rounded(al_arena *a, uint64_t bytes, uint64_t own_from, bool zeroed)
{
    al_arena_block *block = a->blocks;
    if (bytes >= own_from || block == NULL || bytes > block->size - block->used) {
        const uint64_t room = next_room(a);
        /* Otherwise much of the last block would stay unused. A first block has none before it. */
        const uint64_t most = room / (block == NULL ? 2 : SHARE);
        const bool own = bytes >= own_from || bytes > most;
        block = new_block(a, own ? bytes : room, own, zeroed);
        if (block == NULL || own)
            return block != NULL ? memory_of(block) : NULL;
    } else if (!may_share(a->budget)) {
        return NULL;
    }
    uint8_t *memory = next_in(block);
    block->used += (size_t)bytes;
    AL_UNPOISON(memory, (size_t)bytes);
    return zeroed ? memset(memory, 0, (size_t)bytes) : memory;
}

/* Poisons what rounding up added to an allocation of `bytes`. */
static void *poison_padding(void *memory, uint64_t bytes, uint64_t rounded)
{
    if (memory != NULL)
        AL_POISON((uint8_t *)memory + bytes, (size_t)(rounded - bytes));
    return memory;
}

/* al_alloc, but the bytes are zeroed only on demand. */
static void *alloc(al_arena *a, uint64_t count, uint64_t size, bool zeroed)
{
    uint64_t bytes, rounded;
    if (!al_mul(count, size, &bytes) || !round_up(bytes, &rounded)) {
        (void)short_of(a->budget, AL_SHORTAGE_LIMIT);
        return NULL;
    }
    return poison_padding(alloc_rounded(a, rounded, UINT64_MAX, zeroed), bytes, rounded);
}

void *al_alloc(al_arena *a, uint64_t count, uint64_t size)
{
    return alloc(a, count, size, true);
}

void *al_copy_memory(al_arena *a, const void *bytes, size_t len)
{
    void *copy = alloc(a, len, 1, false);
    if (copy != NULL && len > 0)
        memcpy(copy, bytes, len);
    return copy;
}

char *al_copy_text(al_arena *a, const char *text, size_t len)
{
    char *copy = alloc(a, (uint64_t)len + 1, 1, false);
    if (copy == NULL)
        return NULL;
    if (len > 0) /* a span of no bytes may have no address */
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

/* The pointer to the own block of an allocation; NULL if it shares a block with others. */
static al_arena_block **own_block_of(al_arena *a, const void *memory)
{
    al_arena_block **place = &a->blocks;
    while (*place != NULL && !((*place)->own && memory_of(*place) == memory))
        place = &(*place)->next;
    return *place != NULL ? place : NULL;
}

/* While realloc copies a block, both exist and are charged; if it moves pages instead, only one does. */
static void *grow_block(al_arena *a, al_arena_block **place, uint64_t bytes)
{
    const size_t before = (*place)->size, more = (size_t)bytes - before, total = (size_t)bytes + head_size;
    const bool copied = total < AL_MOVED_BY_PAGES;
    if (!charge_arena(a, copied ? total : more))
        return NULL;
    al_arena_block *block = realloc(*place, total);
    if (block == NULL)
        return not_there(a, copied ? total : more);
    if (copied)
        a->budget->used -= before + head_size;
    a->held += more;
    block->size = block->used = (size_t)bytes;
    *place = block;
    (void)memset(memory_of(block) + before, 0, more);
    return memory_of(block);
}

/* al_resize for rounded sizes. Padding that was poisoned no longer is. */
static void *resize_rounded(al_arena *a, uint8_t *memory, uint64_t size, uint64_t bigger)
{
    if (memory == NULL)
        return alloc_rounded(a, bigger, OWN_BLOCK, true);
    AL_UNPOISON(memory, (size_t)size);
    if (bigger <= size)
        return memory;
    al_arena_block *block = a->blocks, **own = own_block_of(a, memory);
    if (own != NULL)
        return (*own)->size < bigger ? grow_block(a, own, bigger) : memory;
    const bool last = memory + SPREAD * size == next_in(block); /* the first block is for small allocations */
    if (last && bigger - size <= block->size - block->used) {
        if (!may_share(a->budget))
            return NULL;
        AL_UNPOISON(memory, (size_t)bigger);
        (void)memset(memory + size, 0, (size_t)(bigger - size));
        block->used += (size_t)(bigger - size);
        return memory;
    }
    void *moved = alloc_rounded(a, bigger, OWN_BLOCK, true);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, (size_t)size);
    AL_POISON(memory, (size_t)size);
    if (last)
        block->used -= (size_t)size;
    return moved;
}

void *al_resize(al_arena *a, void *memory, uint64_t size, uint64_t bigger)
{
    uint64_t before, after;
    if (!round_up(size, &before) || !round_up(bigger, &after)) {
        (void)short_of(a->budget, AL_SHORTAGE_LIMIT);
        return NULL;
    }
    void *resized = resize_rounded(a, memory, before, after);
    if (resized == NULL || bigger < size)
        (void)poison_padding(memory, size, before);
    else
        (void)poison_padding(resized, bigger, after);
    return resized;
}

void *al_grow_full(al_arena *a, void *items, uint64_t *capacity, uint64_t size)
{
    const uint64_t before = al_product(*capacity, size);
    uint64_t bytes;
    const uint64_t part = before < LARGE ? 4 : 8;
    const uint64_t more = before < DOUBLED ? *capacity : *capacity / part + 1;
    const uint64_t bigger = *capacity > 0 ? *capacity + more : size < FEW ? 8 : 2;
    if (!al_mul(bigger, size, &bytes)) {
        (void)short_of(a->budget, AL_SHORTAGE_LIMIT);
        return NULL;
    }
    void *grown = al_resize(a, items, before, bytes);
    if (grown != NULL)
        *capacity = bigger;
    return grown;
}

void al_arena_free(al_arena *a)
{
    while (a->blocks != NULL) {
        al_arena_block *next = a->blocks->next;
        free(a->blocks);
        a->blocks = next;
    }
    a->held = 0;
}

void al_arena_return(al_arena *a)
{
    a->budget->used -= a->held;
    al_arena_free(a);
}
