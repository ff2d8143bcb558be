/* memory_limit_test.c: checks that need more memory than their limit. The limit refuses each allocation of a
 * check in turn, and each time the check reports the rule `limit` of the format. Then each allocation fails
 * alone, as if the system had no memory: such a check has no verdict, but it reports nothing wrong.
 */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "judged.h"
#include "seed.h"

enum {
    MOST_BYTES = 65536, /* of a file */
    PIECE = 16,         /* of memory: no allocation of a check is smaller */
    LARGE_PIECE = 64,   /* for allocations that get a block of their own */
    MOST_STEPS = 4096
};

/* A file, its rule, and where the paths begin of parts that may reach the limit alone; NULL: none. */
typedef struct sample {
    const char *folder, *name, *rule, *inside;
} sample;

static const sample samples[] = {
    {UNIT_CORPUS, "xac/seeds/lods.xac", "xac/limit", NULL},
    {UNIT_CORPUS, "xac/seeds/nodes-3.xac", "xac/limit", NULL},
    {UNIT_RULES, "xac/limit/near-nested.xac", "xac/limit", "chunks[4].lod"},
    {UNIT_RULES, "xac/unknown-chunk/fires.xac", "xac/limit", NULL},
    {UNIT_RULES, "xac/mesh-node/fires-2.xac", "xac/limit", NULL},
    {UNIT_RULES, "xac/parent-cycle/fires-two.xac", "xac/limit", NULL},
    {UNIT_CORPUS, "xsm/seeds/good.xsm", "xsm/limit", NULL},
    {UNIT_CORPUS, "xpm/seeds/good.xpm", "xpm/limit", NULL},
    {UNIT_CORPUS, "ani/seeds/good-4000.ani", "ani/limit", NULL},
    {UNIT_CORPUS, "msh/seeds/animated.msh", "msh/limit", NULL},
    {UNIT_RULES, "msh/submesh-coverage/near-backwards.msh", "msh/limit", NULL},
    {UNIT_CORPUS, "skl/seeds/good.skl", "skl/limit", NULL},
    {UNIT_RULES, "skl/cycle/fires-two.skl", "skl/limit", NULL},
    {UNIT_CORPUS, "bbmod/seeds/everything-3.4.bbmod", "bbmod/limit", NULL},
    {UNIT_RULES, "bbmod/bone-count/fires-above-nodes-40.bbmod", "bbmod/limit", NULL},
    {UNIT_CORPUS, "bgf/seeds/full.bgf", "bgf/limit", NULL},
    {UNIT_CORPUS, "bgp/seeds/LISTS.BGP", "bgp/limit", NULL},
    {UNIT_CORPUS, "bsg/seeds/several.bsg", "bsg/limit", NULL},
    {UNIT_RULES, "bsg/duplicate-scene-node/fires.bsg", "bsg/limit", NULL},
    {UNIT_CORPUS, "xmf/seeds/plain.xmf", "xmf/limit", "buffers"},
    {UNIT_RULES, "xmf/no-index-buffer/fires.xmf", "xmf/limit", "buffers"},
    {UNIT_RULES, "xmf/limit/near-not-compressed.xmf", "xmf/limit", "buffers"},
};

/* The number of pieces in the first block of an arena. */
static uint64_t pieces_of_block(void)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena memory = al_arena_on(&budget);
    uint64_t pieces = 0;
    assert_non_null(al_alloc(&memory, 1, PIECE));
    for (const uint64_t block = budget.used; budget.used == block; pieces++)
        assert_non_null(al_alloc(&memory, 1, PIECE));
    al_arena_free(&memory);
    return pieces;
}

/* Gives the check `step` pieces of a block of `pieces`, and larger ones beyond these. */
static void give_memory(judged *j, uint64_t pieces, uint64_t step)
{
    const uint64_t left = step < pieces ? step : pieces - 1;
    for (uint64_t i = left; i < pieces; i++)
        assert_non_null(al_alloc(&j->memory, 1, PIECE));
    j->budget.limit = j->budget.used + (step - left) * LARGE_PIECE;
}

/* Whether a check has a finding of that rule, field and offset. */
static bool has_finding(const judged *j, const al_finding *wanted)
{
    for (size_t i = 0; i < j->sink.count; i++) {
        const al_finding *f = &j->sink.findings[i];
        if (f->rule == wanted->rule && f->offset == wanted->offset && strcmp(f->field, wanted->field) == 0)
            return true;
    }
    return false;
}

/* Checks the findings of a check that reached the limit: what it could not look at, and nothing else that
 * `all`, the check without a limit, doesn't find. Returns whether one is about a part of the file. */
static bool check_limit(const judged *j, const judged *all, const sample *s)
{
    bool inside = false, found = false;
    assert_int_equal(j->budget.shortage, AL_SHORTAGE_LIMIT);
    assert_true(j->sink.limited);
    for (size_t i = 0; i < j->sink.count; i++) {
        const al_finding *f = &j->sink.findings[i];
        if (strcmp(f->rule->id, s->rule) != 0) {
            assert_true(has_finding(all, f));
            continue;
        }
        found = true;
        if (s->inside != NULL && strncmp(f->field, s->inside, strlen(s->inside)) == 0) {
            inside = true;
            continue;
        }
        assert_string_equal(f->field, "");
        assert_int_equal(f->offset, 0);
        assert_int_equal(f->length, j->sink.size);
    }
    assert_true(found);
    return inside;
}

static void check_sample(const sample *s)
{
    static uint8_t bytes[MOST_BYTES];
    const size_t size = read_seed(s->folder, s->name, bytes, sizeof bytes);
    const uint64_t pieces = pieces_of_block();
    bool inside = false, complete = false;
    judged *all = judged_start(s->name, bytes, size, UINT64_MAX);
    judged_run(all, NULL);
    for (uint64_t step = 0; !complete; step++) {
        assert_in_range(step, 0, MOST_STEPS);
        judged *j = judged_start(s->name, bytes, size, UINT64_MAX);
        give_memory(j, pieces, step);
        judged_run(j, NULL);
        complete = j->budget.shortage == AL_SHORTAGE_NONE;
        if (complete)
            assert_int_equal(j->sink.count, all->sink.count);
        else
            inside = check_limit(j, all, s) || inside;
        judged_end(j);
    }
    judged_end(all);
    assert_int_equal(inside, s->inside != NULL);
}

static void every_shortage_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        check_sample(&samples[i]);
}

static void let_each_fail(const sample *s)
{
    static uint8_t bytes[MOST_BYTES];
    const size_t size = read_seed(s->folder, s->name, bytes, sizeof bytes);
    bool complete = false;
    judged *all = judged_start(s->name, bytes, size, UINT64_MAX);
    judged_run(all, NULL);
    for (uint64_t call = 1; !complete; call++) {
        assert_in_range(call, 1, MOST_STEPS);
        judged *j = judged_start(s->name, bytes, size, UINT64_MAX);
        j->budget.fail_at = call;
        judged_run(j, NULL);
        complete = j->budget.shortage == AL_SHORTAGE_NONE;
        if (complete)
            assert_int_equal(j->sink.count, all->sink.count);
        else
            assert_int_equal(j->budget.shortage, AL_SHORTAGE_SYSTEM);
        for (size_t i = 0; i < j->sink.count; i++)
            assert_true(has_finding(all, &j->sink.findings[i]));
        judged_end(j);
    }
    judged_end(all);
}

static void each_allocation_may_fail_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        let_each_fail(&samples[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_shortage_is_reported),
                                       cmocka_unit_test(each_allocation_may_fail_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
