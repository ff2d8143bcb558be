/* arena.h: all memory of a check. A budget counts the allocations of an arena, and they are freed together.
 *
 * A budget counts the bytes that are requested from the system: at most 1.3 times the bytes in use, plus some
 * kilobytes; arena_test.c measures it.
 *
 * All parts of one check share a budget: arenas, the inflater, the buffer of the file. A budget has a limit.
 * Tests also tell it which call shall fail, so that they can test every failure.
 */
#ifndef AL_CORE_ARENA_H
#define AL_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/compiler.h"
#include "core/work.h"

typedef enum al_shortage {
    AL_SHORTAGE_NONE = 0,
    AL_SHORTAGE_LIMIT, /* the budget's limit was reached, which is a finding */
    AL_SHORTAGE_SYSTEM /* malloc failed, or a test let this call fail: the check ends without a verdict */
} al_shortage;

typedef struct al_budget {
    uint64_t limit; /* bytes */
    uint64_t used;
    uint64_t fail_at; /* the number of the call that fails, from 1; 0: none, and only blocks are calls */
    uint64_t calls;
    al_shortage shortage; /* the most severe one so far */
    al_watch *watch;      /* can stop the check; NULL: no watch */
} al_budget;

/*@ predicate al_is_budget(al_budget *b) =
      \valid(b) && b->shortage <= AL_SHORTAGE_SYSTEM && (b->watch == \null || \valid_read(b->watch));

    // A call was counted, and nothing else has changed but the shortage, which never gets less severe.
    predicate al_counted_call{Before, After}(al_budget *b) =
      \at(b->calls, After) == \at(b->calls, Before) + 1 &&
      \at(b->shortage, After) >= \at(b->shortage, Before);
*/

/*@ assigns \nothing;
    ensures \result.limit == limit && \result.fail_at == fail_at && \result.used == 0;
    ensures \result.shortage == AL_SHORTAGE_NONE;
*/
al_budget al_budget_of(uint64_t limit, uint64_t fail_at);

/* Counts an allocation of constant size that the caller makes itself. False if a test lets this call fail. */
/*@ requires al_is_budget(b) && b->calls < UINT64_MAX;
    assigns b->calls, b->shortage;
    ensures al_is_budget(b) && al_counted_call{Old, Here}(b);
    ensures !\result ==> b->shortage == AL_SHORTAGE_SYSTEM;
    ensures \result ==> b->calls != b->fail_at && b->shortage == \old(b->shortage);
*/
bool al_budget_count_call(al_budget *b) AL_MUST_USE;

/* False if the check was stopped; it then ends without a result, as if the system had no memory. To be called
 * in each loop that may take long. Each allocation calls it, too. */
/*@ requires al_is_budget(b);
    assigns b->shortage;
    ensures \result ? b->shortage == \old(b->shortage) : b->shortage == AL_SHORTAGE_SYSTEM;
*/
bool al_budget_may_continue(al_budget *b) AL_MUST_USE;

/* Records that the system had no memory for such an allocation. */
/*@ requires \valid(b) && b->shortage <= AL_SHORTAGE_SYSTEM;
    assigns b->shortage;
    ensures b->shortage == AL_SHORTAGE_SYSTEM;
*/
void al_budget_fail(al_budget *b);

/* Charges bytes that the caller holds. False if that exceeds the limit. */
/*@ requires al_is_budget(b) && b->calls < UINT64_MAX;
    assigns b->calls, b->used, b->shortage;
    ensures al_is_budget(b) && al_counted_call{Old, Here}(b);
    ensures \result ==> b->used == \old(b->used) + bytes && b->used <= b->limit && bytes <= SIZE_MAX;
    ensures !\result ==> b->used == \old(b->used) && b->shortage != AL_SHORTAGE_NONE;
*/
bool al_budget_charge(al_budget *b, uint64_t bytes) AL_MUST_USE;

/* Gives back bytes that were charged. */
/*@ requires al_is_budget(b) && bytes <= b->used;
    assigns b->used;
    ensures b->used == \old(b->used) - bytes;
*/
void al_budget_release(al_budget *b, uint64_t bytes);

/* A block that stays allocated from check to check. A budget is charged for the bytes that its check uses, as
 * if they were newly allocated, so that no result depends on the checks before. */
typedef struct al_buffer {
    uint8_t *bytes;
    uint64_t capacity;
    uint64_t charged; /* bytes for which the current check was charged */
} al_buffer;

/* Starts the next check; frees a buffer larger than AL_MAX_KEPT_BUFFER. */
void al_buffer_start(al_buffer *buffer);

/* Makes the buffer at least `size` bytes large and keeps its content. False if the budget refuses. */
bool al_buffer_reserve(al_buffer *buffer, al_budget *b, uint64_t size) AL_MUST_USE;

/* Ends the use of the buffer by the current check: its content is lost, and the charge is returned. */
/*@ requires \valid(buffer) && \valid(b) && \separated(buffer, b) && buffer->charged <= b->used;
    assigns buffer->charged, b->used;
    ensures buffer->charged == 0 && b->used == \old(b->used) - \old(buffer->charged);
*/
void al_buffer_release(al_buffer *buffer, al_budget *b);
void al_buffer_free(al_buffer *buffer);

typedef struct al_arena_block al_arena_block;

typedef struct al_arena {
    al_budget *budget;
    al_arena_block *blocks; /* the block for small allocations first */
    uint64_t held;          /* bytes of all blocks */
    bool exempt;            /* charges the budget, but ignores its limit */
} al_arena;

/*@ requires \valid_read(budget);
    assigns \nothing;
    ensures \result.budget == budget && !\result.exempt;
    ensures \result.held == 0 && \result.blocks == \null;
*/
al_arena al_arena_on(al_budget *budget);

/* An arena that ignores the limit of the budget: for findings, so that a reached limit can be reported. The
 * number of findings has its own limit. */
/*@ requires \valid_read(budget);
    assigns \nothing;
    ensures \result.budget == budget && \result.exempt;
    ensures \result.held == 0 && \result.blocks == \null;
*/
al_arena al_exempt_arena_on(al_budget *budget);

/* Allocates `count` items of `size` bytes, zeroed and aligned for any type. NULL if the product overflows or
 * the budget refuses. An allocation of 0 bytes is not NULL. */
void *al_alloc(al_arena *a, uint64_t count, uint64_t size) AL_MUST_USE;

/* A copy of `len` bytes; NULL when out of memory. */
void *al_copy_memory(al_arena *a, const void *bytes, size_t len) AL_MUST_USE;

/* The same, with a NUL at the end. */
char *al_copy_text(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* Enlarges `memory`, which has `size` bytes of the arena, or is NULL, to `bigger` bytes; the new bytes are
 * zero. The result may have another address; old pointers are invalid then. NULL when out of memory; `memory`
 * is then unchanged. */
void *al_resize(al_arena *a, void *memory, uint64_t size, uint64_t bigger) AL_MUST_USE;

/* al_grow for items that take all of their room. */
void *al_grow_full(al_arena *a, void *items, uint64_t *capacity, uint64_t size) AL_MUST_USE;

/* Makes room for one more item after `count` items of `size` bytes. Returns `items`, or its new address if it
 * had to grow, and then updates `*capacity`. NULL when out of memory; `items` are then unchanged.
 * AddressSanitizer reports an access to room behind that item. */
AL_MUST_USE static inline void *al_grow(al_arena *a, void *items, uint64_t count, uint64_t *capacity,
                                        uint64_t size)
{
    const bool full = count >= *capacity;
    void *room = full ? al_grow_full(a, items, capacity, size) : items;
    if (room == NULL)
        return NULL;
    if (full)
        AL_POISON((char *)room + count * size, (size_t)((*capacity - count) * size));
    AL_UNPOISON((char *)room + count * size, (size_t)size);
    return room;
}

/* al_grow for the pointer whose address is `items`. False when out of memory. */
AL_MUST_USE static inline bool al_make_room(al_arena *a, void *items, uint64_t count, uint64_t *capacity,
                                            uint64_t size)
{
    void *room;
    memcpy(&room, items, sizeof room);
    room = al_grow(a, room, count, capacity, size);
    if (room != NULL)
        memcpy(items, &room, sizeof room);
    return room != NULL;
}

/* Adds a value to a list, which grows: `items[count++] = value`. False when out of memory; the list is then
 * unchanged. */
#define AL_APPEND(a, items, count, capacity, ...)                              \
    ((bool)(al_make_room((a), &(items), (count), &(capacity), sizeof *(items)) \
                ? ((items)[(count)++] = (__VA_ARGS__), true)                   \
                : false))

/* The same for a struct with `items`, `count` and `capacity`. */
#define AL_ADD(a, list, ...) AL_APPEND(a, (list).items, (list).count, (list).capacity, __VA_ARGS__)

/* Frees all memory of the arena. The budget remains charged for it: a budget usually ends with its check. */
void al_arena_free(al_arena *a);

/* The same for a budget that is still in use: undoes the charge. */
void al_arena_return(al_arena *a);

#endif
