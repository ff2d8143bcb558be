/* result.c: makes results, adds findings to them, and frees them. */
#include "engine/result.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "formats/catalogue.h"

/* Most paths need no escaping: then both are one text. */
static bool copy_path(al_arena *arena, const char *path, const char **raw, const char **escaped)
{
    const size_t length = strlen(path);
    *raw = al_copy_text(arena, path, length);
    *escaped = *raw != NULL ? al_escaped(arena, *raw, length) : NULL;
    return *escaped != NULL;
}

bool al_result_set_paths(al_result_block *block, const char *path, const char *base_path, const char *member)
{
    al_arena *arena = &block->arena;
    al_result *r = &block->result;
    bool ok = copy_path(arena, path, &r->raw_path, &r->path);
    r->base_path = r->path;
    block->raw_base_path = r->raw_path;
    if (base_path != NULL && strcmp(base_path, path) != 0)
        ok = copy_path(arena, base_path, &block->raw_base_path, &r->base_path) && ok;
    block->raw_member = r->member = "";
    return ok && (member[0] == '\0' || copy_path(arena, member, &block->raw_member, &r->member));
}

al_result *al_result_new(al_budget *budget, const al_result *package, const char *member)
{
    al_result_block *block = al_budget_count_call(budget) ? al_result_block_new(budget) : NULL;
    if (block == NULL) {
        al_budget_fail(budget);
        return NULL;
    }
    const char *base_path = ((const al_result_block *)package)->raw_base_path;
    al_result *r = &block->result;
    const bool ok = al_result_set_paths(block, package->raw_path, base_path, member);
    r->format = r->version = "";
    block->arena.budget = NULL;
    if (ok)
        return r;
    al_result_free(r);
    return NULL;
}

void al_amend_begin(al_amendment *a, al_result *result, al_budget *budget, const al_setting *settings,
                    const char *member)
{
    al_arena *arena = &((al_result_block *)result)->arena;
    arena->budget = budget;
    a->result = result;
    a->sink = al_sink_of(arena, al_catalogue, settings, ((const al_result_block *)result)->raw_base_path,
                         result->size);
    a->sink.member = member;
}

/* Omits the last of the least severe findings. */
static void omit_one(al_result *r, al_finding *findings)
{
    size_t least = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        if (findings[i].level <= findings[least].level)
            least = i;
    if (r->omitted_level < findings[least].level)
        r->omitted_level = findings[least].level;
    r->omitted++;
    r->finding_count--;
    memmove(&findings[least], &findings[least + 1], (r->finding_count - least) * sizeof *findings);
}

/* Sorts the old findings and the new ones together. */
static bool join(al_amendment *a)
{
    al_result *r = a->result;
    const size_t count = r->finding_count + a->sink.count;
    al_finding *all = al_alloc(a->sink.arena, count, sizeof *all);
    if (all == NULL)
        return false;
    if (r->finding_count > 0)
        memcpy(all, r->findings, r->finding_count * sizeof *all);
    memcpy(all + r->finding_count, a->sink.findings, a->sink.count * sizeof *all);
    al_sort_by_place(all, count);
    r->findings = all;
    r->finding_count = count;
    while (r->finding_count > AL_MAX_FINDINGS)
        omit_one(r, all);
    return true;
}

bool al_amend_end(al_amendment *a)
{
    al_result_block *block = (al_result_block *)a->result;
    const bool short_of = block->arena.budget->shortage == AL_SHORTAGE_SYSTEM;
    const bool ok = !short_of && (a->sink.count == 0 || join(a));
    block->arena.budget = NULL; /* the budget ends before the result does */
    block->unseen.count += a->sink.unseen.count;
    if (a->sink.unseen.level > block->unseen.level)
        block->unseen.level = a->sink.unseen.level;
    if (ok)
        al_result_count(a->result);
    if (ok && a->result->status == AL_FILE_CLEAN && a->result->finding_count > 0)
        a->result->status = AL_FILE_FINDINGS;
    return ok;
}

void al_result_count(al_result *r)
{
    r->errors = r->warnings = r->notes = 0;
    for (size_t i = 0; i < r->finding_count; i++) {
        r->errors += r->findings[i].level == AL_ERROR;
        r->warnings += r->findings[i].level == AL_WARNING;
        r->notes += r->findings[i].level == AL_NOTE;
    }
}

al_result_block *al_result_block_new(al_budget *budget)
{
    al_result_block *block = calloc(1, sizeof *block);
    if (block == NULL)
        return NULL;
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

bool al_is_unchecked(const al_result *result)
{
    return result->status == AL_FILE_UNREADABLE || result->status == AL_FILE_LIMIT;
}
