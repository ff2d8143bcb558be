/* xml_memory.c: blocks store their size in front of them, so that freeing one credits the budget. */
#include "relations/xml/xml_memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

/* checksrc: allow global: expat passes no context to its allocator, so the budget can't be an argument */
static _Thread_local al_budget *payer;

typedef struct block {
    alignas(max_align_t) size_t size; /* in bytes, with this header */
} block;

void al_xml_memory_begin(al_budget *budget)
{
    payer = budget;
}

void al_xml_memory_end(void)
{
    payer = NULL;
}

static void *take(size_t size)
{
    const size_t total = size < SIZE_MAX - sizeof(block) ? size + sizeof(block) : SIZE_MAX;
    if (!al_budget_reserve(payer, total))
        return NULL;
    block *b = malloc(total);
    if (b == NULL) {
        al_budget_release(payer, total);
        al_budget_fail(payer);
        return NULL;
    }
    b->size = total;
    return b + 1;
}

static void give_back(void *memory)
{
    block *b = memory != NULL ? (block *)memory - 1 : NULL;
    if (b == NULL)
        return;
    al_budget_release(payer, b->size);
    free(b);
}

/* Charges both blocks, since the system may hold both for a moment. */
static void *change(void *memory, size_t size)
{
    block *b = memory != NULL ? (block *)memory - 1 : NULL;
    const size_t total = size < SIZE_MAX - sizeof(block) ? size + sizeof(block) : SIZE_MAX;
    if (b == NULL)
        return take(size);
    const size_t before = b->size;
    if (!al_budget_reserve(payer, total))
        return NULL;
    block *moved = realloc(b, total);
    if (moved == NULL) {
        al_budget_release(payer, total);
        al_budget_fail(payer);
        return NULL;
    }
    al_budget_release(payer, before);
    moved->size = total;
    return moved + 1;
}

const XML_Memory_Handling_Suite *al_xml_memory(void)
{
    static const XML_Memory_Handling_Suite suite = {take, change, give_back};
    return &suite;
}
