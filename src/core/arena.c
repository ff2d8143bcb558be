/* arena.c: all memory of a check, in blocks that are freed together. */
#include "core/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "core/span.h"

enum { FIRST_BLOCK = 4096 };

struct al_arena_block {
    al_arena_block *next;
    size_t size, used; /* of the bytes behind the block's head */
};

/* Room for the head that keeps what follows aligned for any type. */
static const size_t head_size =
    (sizeof(al_arena_block) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);

al_budget al_budget_of(uint64_t limit, uint64_t fail_at)
{
    return (al_budget){.limit = limit, .fail_at = fail_at};
}

static bool short_of(al_budget *b, al_shortage why)
{
    b->shortage = why > b->shortage ? why : b->shortage;
    return false;
}

bool al_budget_turn(al_budget *b)
{
    b->calls++;
    return b->calls != b->fail_at || short_of(b, AL_SHORTAGE_SYSTEM);
}

void al_budget_fail(al_budget *b)
{
    (void)short_of(b, AL_SHORTAGE_SYSTEM);
}

/* Charges `more` bytes on top of what is used, if that is allowed. */
static bool charge(al_budget *b, uint64_t more, uint64_t limit)
{
    uint64_t total;
    if (!al_budget_turn(b))
        return false;
    if (!al_add(b->used, more, &total) || total > limit || more > SIZE_MAX)
        return short_of(b, AL_SHORTAGE_LIMIT);
    b->used = total;
    return true;
}

void al_buffer_start(al_buffer *buffer)
{
    if (buffer->capacity > AL_KEPT_BUFFER)
        al_buffer_free(buffer);
    buffer->charged = 0;
}

bool al_buffer_reserve(al_buffer *buffer, al_budget *b, uint64_t size)
{
    if (size <= buffer->charged)
        return true;
    if (!charge(b, size - buffer->charged, b->limit))
        return false;
    buffer->charged = size;
    if (size <= buffer->capacity)
        return true;
    uint8_t *bigger = realloc(buffer->bytes, (size_t)size);
    if (bigger == NULL) { /* what is charged must be there */
        al_buffer_release(buffer, b);
        return short_of(b, AL_SHORTAGE_SYSTEM);
    }
    buffer->bytes = bigger;
    buffer->capacity = size;
    return true;
}

void al_buffer_release(al_buffer *buffer, al_budget *b)
{
    b->used -= buffer->charged;
    buffer->charged = 0;
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

/* A block with room for `size` bytes. Blocks double, so that their number stays small. */
static al_arena_block *new_block(al_arena *a, uint64_t size)
{
    const uint64_t doubled = a->blocks != NULL ? (uint64_t)a->blocks->size * 2 : FIRST_BLOCK;
    const uint64_t room = size > doubled ? size : doubled;
    uint64_t total;
    if (!al_add(room, head_size, &total) ||
        !charge(a->budget, total, a->exempt ? UINT64_MAX : a->budget->limit))
        return NULL;
    al_arena_block *block = malloc((size_t)total);
    if (block == NULL) {
        (void)short_of(a->budget, AL_SHORTAGE_SYSTEM);
        return NULL;
    }
    *block = (al_arena_block){.next = a->blocks, .size = (size_t)room};
    a->blocks = block;
    return block;
}

void *al_alloc(al_arena *a, uint64_t count, uint64_t size)
{
    const uint64_t alignment = alignof(max_align_t);
    uint64_t bytes;
    if (!al_mul(count, size, &bytes) || !al_add(bytes, alignment - 1, &bytes)) {
        (void)short_of(a->budget, AL_SHORTAGE_LIMIT);
        return NULL;
    }
    bytes -= bytes % alignment;
    al_arena_block *block = a->blocks;
    if (block == NULL || bytes > block->size - block->used)
        block = new_block(a, bytes);
    if (block == NULL)
        return NULL;
    uint8_t *memory = (uint8_t *)block + head_size + block->used;
    block->used += (size_t)bytes;
    return memset(memory, 0, (size_t)bytes);
}

char *al_copy_text(al_arena *a, const char *text, size_t len)
{
    char *copy = al_alloc(a, (uint64_t)len + 1, 1);
    if (copy != NULL)
        memcpy(copy, text, len);
    return copy;
}

void *al_grow(al_arena *a, void *items, uint64_t count, uint64_t *capacity, uint64_t size)
{
    if (count < *capacity)
        return items;
    const uint64_t bigger = *capacity > 0 ? *capacity * 2 : 8;
    void *moved = al_alloc(a, bigger, size);
    if (moved == NULL)
        return NULL;
    if (count > 0)
        memcpy(moved, items, (size_t)(count * size));
    *capacity = bigger;
    return moved;
}

void al_arena_free(al_arena *a)
{
    while (a->blocks != NULL) {
        al_arena_block *next = a->blocks->next;
        free(a->blocks);
        a->blocks = next;
    }
}
