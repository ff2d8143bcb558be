/* arena.h: all memory of a check. Allocations are counted against a budget, and freed together.
 *
 * The budget is charged with what the system is asked for, which is at most 1.3 times what is in use and some
 * kilobytes; arena_test.c measures it.
 *
 * A budget is shared by whatever works for one check: arenas, the inflater, the buffer of the file. It knows
 * a limit, and a call that is to fail, so that a test can walk through every failure there is.
 */
#ifndef AL_CORE_ARENA_H
#define AL_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"
#include "core/watch.h"

typedef enum al_shortage {
    AL_SHORTAGE_NONE = 0,
    AL_SHORTAGE_LIMIT, /* the budget's limit: the file wants too much, which is a finding */
    AL_SHORTAGE_SYSTEM /* malloc failed, or it was this call's turn: the check ends without a verdict */
} al_shortage;

/* What one of several checks that run at once has of the memory that they have together. A budget decides
 * what is found in a file, so it counts the same whoever else is at work; a share only decides whether that
 * can be had now. Bytes are counted while they are there: those of a buffer also while it is kept. Used by
 * one thread at a time. */
typedef struct al_share al_share;
struct al_share {
    uint64_t held, peak;                          /* now, and at most since whoever set this to 0 */
    uint64_t granted;                             /* as many may be held without asking */
    bool (*ask)(al_share *share, uint64_t bytes); /* raises what is granted by so many at least, or refuses */
    bool refused; /* so the check ended without a verdict, as if the system had no memory: it is to be done
                     again */
};

bool al_share_take(al_share *share, uint64_t bytes) AL_MUST_USE;
void al_share_give(al_share *share, uint64_t bytes); /* both also of NULL, which is nobody's */

typedef struct al_budget {
    uint64_t limit; /* bytes */
    uint64_t used;
    uint64_t fail_at; /* the n-th call fails, counted from 1; 0, none */
    uint64_t calls;
    al_shortage shortage; /* the most severe that happened */
    al_share *share;      /* that has to have it, too; NULL: there is enough */
    al_watch *watch;      /* of the work that it pays for; NULL: nobody watches */
} al_budget;

al_budget al_budget_of(uint64_t limit, uint64_t fail_at);

/* Counts an allocation of constant size that somebody else makes; false when it is its turn to fail. */
bool al_budget_count_call(al_budget *b) AL_MUST_USE;

/* Whether the work is still wanted. Once it isn't, that is as if the system had no memory: whatever came of
 * it is no result. To be asked in each loop that may take long; each allocation asks, too. */
bool al_budget_may_continue(al_budget *b) AL_MUST_USE;

/* Notes that the system had no memory for such an allocation. */
void al_budget_fail(al_budget *b);

/* Counts `bytes` that somebody else holds for good; false when that is more than the limit. */
bool al_budget_charge(al_budget *b, uint64_t bytes) AL_MUST_USE;

/* The same for what somebody else holds for a while, and gives back: the share has to have it, too. */
bool al_budget_reserve(al_budget *b, uint64_t bytes) AL_MUST_USE;
void al_budget_release(al_budget *b, uint64_t bytes);

/* A block that is kept from check to check. What a check uses of it counts against that check's budget as if
 * it were new, so that no verdict depends on what was checked before. */
typedef struct al_buffer {
    uint8_t *bytes;
    uint64_t capacity;
    uint64_t charged; /* to the running check */
    al_share *share;  /* that holds the capacity */
} al_buffer;

/* Starts the next check; memory beyond AL_MAX_KEPT_BUFFER is given back. */
void al_buffer_start(al_buffer *buffer);

/* At least `size` bytes, with what the running check put there; false when the budget says no. */
bool al_buffer_reserve(al_buffer *buffer, al_budget *b, uint64_t size) AL_MUST_USE;

/* Ends the use of it within a check: it is charged no longer, and what is in it is lost. */
void al_buffer_release(al_buffer *buffer, al_budget *b);
void al_buffer_free(al_buffer *buffer);

typedef struct al_arena_block al_arena_block;

typedef struct al_arena {
    al_budget *budget;
    al_arena_block *blocks; /* the one for small things first */
    uint64_t held;          /* bytes of all blocks */
    al_share *share;        /* that holds them; NULL: nobody counts them */
    bool exempt;            /* counts against the budget, but is not refused for its limit */
} al_arena;

al_arena al_arena_on(al_budget *budget);

/* For findings: that a limit was reached must be reported too. Their number has a bound of its own. */
al_arena al_exempt_arena_on(al_budget *budget);

/* `count` items of `size` bytes, zeroed, aligned for any type. NULL when the product does not fit or the
 * budget says no. Zero bytes are a valid block. */
void *al_alloc(al_arena *a, uint64_t count, uint64_t size) AL_MUST_USE;

/* A copy of `len` bytes with a NUL behind it. */
char *al_copy_text(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* `memory`, which has `size` bytes of the arena, or none and is NULL, with `bigger` bytes: those behind the
 * old ones are zero. It may have moved, and its old place is gone: nobody may have kept a pointer into it.
 * NULL when memory is short, and all is as it was. */
void *al_resize(al_arena *a, void *memory, uint64_t size, uint64_t bigger) AL_MUST_USE;

/* Room for one more item behind `count` items: `items`, or what al_resize makes of it, with `*capacity` set
 * anew. NULL when memory is short: then `items` are what they were. */
void *al_grow(al_arena *a, void *items, uint64_t count, uint64_t *capacity, uint64_t size) AL_MUST_USE;

/* Its blocks are no longer the share's: somebody else counts them from now on. */
void al_arena_detach(al_arena *a);

/* Frees all of it. The budget stays charged with it, since a budget ends with its check. */
void al_arena_free(al_arena *a);

/* The same where the budget goes on: it is no longer charged with what the arena held. */
void al_arena_return(al_arena *a);

#endif
