/* result.c: the end of results. */
#include "engine/result.h"

#include <stdlib.h>

al_result_block *al_result_block_new(al_budget *budget)
{
    if (!al_share_take(budget->share, sizeof(al_result_block)))
        return NULL;
    al_result_block *block = calloc(1, sizeof *block);
    if (block == NULL)
        al_share_give(budget->share, sizeof *block);
    else
        block->arena = al_exempt_arena_on(budget);
    return block;
}

uint64_t al_result_memory(const al_result *result)
{
    const al_result_block *block = (const al_result_block *)result;
    return sizeof *block + block->arena.held;
}

uint64_t al_result_memory_of_all(const al_result *result)
{
    uint64_t bytes = al_result_memory(result);
    for (size_t i = 0; i < result->member_count; i++)
        bytes += al_result_memory_of_all(result->members[i]);
    return bytes;
}

void al_result_part(al_result *result)
{
    al_result_block *block = (al_result_block *)result;
    for (size_t i = 0; i < result->member_count; i++)
        al_result_part(result->members[i]);
    al_share_give(block->arena.share, sizeof *block);
    al_arena_part(&block->arena);
}

void al_result_free(al_result *result)
{
    al_result_block *block = (al_result_block *)result;
    if (block == NULL)
        return;
    for (size_t i = 0; i < result->member_count; i++)
        al_result_free(result->members[i]);
    al_share_give(block->arena.share, sizeof *block);
    al_arena_free(&block->arena);
    free(block);
}
