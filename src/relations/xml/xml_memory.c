/* xml_memory.c: each block has its size in front of it. Small blocks come out of chunks, which are freed
 * together: expat asks for a block for each new name of an attribute, and for dozens even in a tiny file.
 */
#include "relations/xml/xml_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"

typedef struct block {
    alignas(max_align_t) size_t size; /* in bytes, with this header */
} block;

/* A small block that was given back, after its header. */
typedef struct free_block {
    struct free_block *next;
} free_block;

typedef struct chunk {
    alignas(max_align_t) struct chunk *next;
} chunk;

enum {
    STEP = alignof(max_align_t), /* sizes of small blocks are multiples of it, */
    LARGE = 512,                 /* and below this one */
    CHUNK = 8192                 /* bytes of a chunk, with its header */
};

typedef struct pool {
    al_budget *payer;
    chunk *chunks;                  /* the newest first, */
    size_t used;                    /* and the bytes of that one that blocks have, or had */
    free_block *free[LARGE / STEP]; /* by their size */
} pool;

/* checksrc: allow global: expat passes no context to its allocator, so the memory can't be an argument */
static _Thread_local pool memory;

void al_xml_memory_begin(al_budget *budget)
{
    memory.payer = budget;
}

void al_xml_memory_end(void)
{
    while (memory.chunks != NULL) {
        chunk *next = memory.chunks->next;
        AL_UNPOISON(memory.chunks, CHUNK);
        free(memory.chunks);
        al_budget_release(memory.payer, CHUNK);
        memory.chunks = next;
    }
    memset(memory.free, 0, sizeof memory.free);
    memory.payer = NULL;
}

/* ---- The system's blocks ------------------------------------------------------------------------------- */

static void *no_memory(size_t total)
{
    al_budget_release(memory.payer, total);
    al_budget_fail(memory.payer);
    return NULL;
}

static void *take_of_system(size_t total)
{
    if (!al_budget_reserve(memory.payer, total))
        return NULL;
    void *bytes = malloc(total);
    return bytes != NULL ? bytes : no_memory(total);
}

/* Charges both blocks, since the system may hold both for a moment. */
static block *change_of_system(block *b, size_t total)
{
    const size_t before = b->size;
    if (!al_budget_reserve(memory.payer, total))
        return NULL;
    block *moved = realloc(b, total);
    if (moved == NULL)
        return no_memory(total);
    al_budget_release(memory.payer, before);
    return moved;
}

/* ---- Small blocks -------------------------------------------------------------------------------------- */

static bool add_chunk(void)
{
    chunk *c = take_of_system(CHUNK);
    if (c == NULL)
        return false;
    c->next = memory.chunks;
    memory.chunks = c;
    memory.used = sizeof *c;
    AL_POISON(c + 1, CHUNK - sizeof *c);
    return true;
}

static block *block_of(void *bytes)
{
    return (block *)bytes - 1;
}

static block *take_from_chunk(size_t total)
{
    if ((memory.chunks == NULL || CHUNK - memory.used < total) && !add_chunk())
        return NULL;
    void *place = (uint8_t *)memory.chunks + memory.used;
    memory.used += total;
    AL_UNPOISON(place, total);
    return place;
}

/* Where a test lets a call fail, each small block is a call, too. */
static block *take_small(size_t total)
{
    free_block **list = &memory.free[total / STEP], *first = *list;
    if (memory.payer->fail_at > 0 && !al_budget_count_call(memory.payer))
        return NULL;
    if (first == NULL)
        return take_from_chunk(total);
    AL_UNPOISON(first, total - sizeof(block));
    *list = first->next;
    return block_of(first);
}

static void give_back_small(block *b)
{
    free_block **list = &memory.free[b->size / STEP], *first = (free_block *)(b + 1);
    first->next = *list;
    *list = first;
    AL_POISON(first, b->size - sizeof *b);
}

/* ---- What expat calls ---------------------------------------------------------------------------------- */

/* The bytes of a block, with its header; SIZE_MAX, which no system has, if they are too many. */
static size_t total_of(size_t size)
{
    const size_t most = SIZE_MAX - sizeof(block) - STEP;
    return size <= most ? (size + sizeof(block) + STEP - 1) / STEP * STEP : SIZE_MAX;
}

static void *take(size_t size)
{
    const size_t total = total_of(size);
    block *b = total < LARGE ? take_small(total) : take_of_system(total);
    if (b == NULL)
        return NULL;
    b->size = total;
    return b + 1;
}

static void give_back(void *bytes)
{
    block *b = bytes != NULL ? block_of(bytes) : NULL;
    if (b == NULL)
        return;
    if (b->size < LARGE) {
        give_back_small(b);
        return;
    }
    al_budget_release(memory.payer, b->size);
    free(b);
}

/* From or to a small block. */
static void *move(void *bytes, size_t size)
{
    const size_t before = block_of(bytes)->size - sizeof(block);
    void *moved = take(size);
    if (moved == NULL)
        return NULL;
    memcpy(moved, bytes, before < size ? before : size);
    give_back(bytes);
    return moved;
}

static void *change(void *bytes, size_t size)
{
    block *b = bytes != NULL ? block_of(bytes) : NULL;
    const size_t total = total_of(size);
    if (b == NULL)
        return take(size);
    if (b->size < LARGE || total < LARGE)
        return b->size == total ? bytes : move(bytes, size);
    b = change_of_system(b, total);
    if (b == NULL)
        return NULL;
    b->size = total;
    return b + 1;
}

const XML_Memory_Handling_Suite *al_xml_memory(void)
{
    static const XML_Memory_Handling_Suite suite = {take, change, give_back};
    return &suite;
}
