/* anark_parents.c: missing parents, loops of parents, and trees that are too deep. */
#include "formats/anark/anark_parents.h"

#include <inttypes.h>

#include "core/limits.h"
#include "kit/parents.h"

static int64_t parent_of(const void *parents, uint64_t number)
{
    const anark_parents *p = parents;
    return al_i32_at(p->record(p->document, number), p->field);
}

static al_claim claim_at(size_t rule, const anark_parents *p, uint64_t number, const al_path *path)
{
    return al_field_claim(rule, p->layout, p->record(p->document, number), p->field, path);
}

static void check_index(al_job *job, const anark_parents *p, uint64_t number)
{
    const int64_t parent = parent_of(p, number), own = (int64_t)number, there = (int64_t)p->there;
    if (parent >= -1 && parent < there && parent != own)
        return;
    const al_path path = al_item(NULL, p->list, number);
    const al_claim claim = claim_at(p->index_rule, p, number, &path);
    if (parent == own)
        al_report(job->sink, &claim, "%s %" PRId64 " is its own parent", p->one, own);
    else
        al_report(job->sink, &claim,
                  "%s %" PRId64 " has the parent %" PRId64 ", but the %s are 0 to %" PRId64, p->one, own,
                  parent, p->list, there - 1);
}

/* A loop is reported at its lowest item. */
typedef struct reporting {
    al_job *job;
    const anark_parents *parents;
} reporting;

static void report_cycle(void *context, const al_tally *loop)
{
    const reporting *r = context;
    const anark_parents *p = r->parents;
    const al_path path = al_item(NULL, p->list, loop->first[0]);
    al_claim claim = claim_at(p->cycle_rule, p, loop->first[0], &path);
    claim.tally = loop;
    claim.reach = AL_WHOLE_FILE; /* the other items of the loop */
    al_report(r->job->sink, &claim,
              "%s in a loop of parents: %" PRIu64 " of %" PRIu64 ", the first is %s %" PRIu64, p->list,
              loop->count, p->there, p->one, loop->first[0]);
}

/* False when memory is short. */
static bool check_nesting(al_job *job, const anark_parents *p, const al_parents *parents)
{
    al_tally deep;
    if (!al_find_deep(parents, job->arena, &deep))
        return false;
    if (deep.count == 0)
        return true;
    const al_path path = al_item(NULL, p->list, deep.first[0]);
    al_claim claim = claim_at(p->nesting_rule, p, deep.first[0], &path);
    claim.tally = &deep;
    al_report(job->sink, &claim, "%s below level %d: %" PRIu64 " of %" PRIu64 ", the first is %s %" PRIu64,
              p->list, AL_MAX_NODE_LEVEL, deep.count, p->there, p->one, deep.first[0]);
    return true;
}

bool anark_check_parents(al_job *job, const anark_parents *p)
{
    const al_parents parents = {.count = p->count, .document = p, .parent = parent_of};
    reporting r = {.job = job, .parents = p};
    if (!al_parents_come_first(&parents)) /* otherwise all parents exist, and there is no loop */
        for (uint64_t i = 0; i < p->count; i++)
            check_index(job, p, i);
    return al_find_loops(&parents, job->arena, report_cycle, &r) && check_nesting(job, p, &parents);
}
