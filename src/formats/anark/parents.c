/* parents.c: parents that are not there, and loops of parents. */
#include "formats/anark/parents.h"

#include <inttypes.h>

static int64_t parent_of(const anark_parents *p, uint64_t number)
{
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
        al_report(job->sink, &claim, "%s %" PRId64 " has the parent %" PRId64 ", there are %s 0 to %" PRId64,
                  p->one, own, parent, p->list, there - 1);
}

/* Whether the parent of an item is another that was read. */
static bool has_parent(const anark_parents *p, uint64_t number)
{
    const int64_t parent = parent_of(p, number);
    return parent >= 0 && (uint64_t)parent < p->count && (uint64_t)parent != number;
}

/* A loop that an item belongs to, told at its lowest number. */
static void report_cycle(al_job *job, const anark_parents *p, uint64_t member)
{
    al_tally loop = {.count = 0};
    uint64_t at = member;
    do {
        al_tally_insert(&loop, at);
        at = (uint64_t)parent_of(p, at);
    } while (at != member);
    const al_path path = al_item(NULL, p->list, loop.first[0]);
    al_claim claim = claim_at(p->cycle_rule, p, loop.first[0], &path);
    claim.tally = &loop;
    al_report(job->sink, &claim,
              "%s that are each other's parents: %" PRIu64 " of %" PRIu64 ", the first is %s %" PRIu64,
              p->list, loop.count, p->there, p->one, loop.first[0]);
}

/* Whether all parents are there, and before their children, as exporters write them: then there is no loop.
 */
static bool come_first(const anark_parents *p)
{
    for (uint64_t i = 0; i < p->count; i++) {
        const int64_t parent = parent_of(p, i);
        if (parent < -1 || parent >= (int64_t)i)
            return false;
    }
    return true;
}

bool anark_check_parents(al_job *job, const anark_parents *p)
{
    if (come_first(p))
        return true;
    uint32_t *visited = al_alloc(job->arena, p->count, sizeof *visited);
    if (visited == NULL)
        return false;
    /* Up from each item until the end, or one that some walk has visited: each is visited once. */
    for (uint64_t i = 0; i < p->count; i++) {
        const uint32_t walk = (uint32_t)i + 1;
        uint64_t at = i;
        check_index(job, p, i);
        while (visited[at] == 0 && has_parent(p, at)) {
            visited[at] = walk;
            at = (uint64_t)parent_of(p, at);
        }
        if (visited[at] == walk)
            report_cycle(job, p, at);
        else if (visited[at] == 0)
            visited[at] = walk;
    }
    return true;
}
