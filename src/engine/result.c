/* result.c: the end of results. */
#include "engine/result.h"

#include <stdlib.h>

uint64_t al_result_memory(const al_result *result)
{
    const al_result_block *block = (const al_result_block *)result;
    return sizeof *block + block->arena.held;
}

void al_result_free(al_result *result)
{
    al_result_block *block = (al_result_block *)result;
    if (block == NULL)
        return;
    for (size_t i = 0; i < result->member_count; i++)
        al_result_free(result->members[i]);
    al_arena_free(&block->arena);
    free(block);
}
