/* parents_test.c: loops of parents, and items on a level that is too high. */
#include "unit.h"

#include <stdlib.h>

#include "core/limits.h"
#include "kit/parents.h"
#include "notes.h"

enum { MOST = AL_MAX_NODE_LEVEL + 20 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    int64_t parents[MOST];
    al_parents list;
} fixture;

static int64_t parent_of(const void *document, uint64_t number)
{
    const fixture *f = document;
    assert_true(number < f->list.count);
    return f->parents[number];
}

static fixture *begin(uint64_t fail_at)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->budget = al_budget_of(UINT64_MAX, fail_at);
    f->arena = al_arena_on(&f->budget);
    f->list = (al_parents){.document = f, .parent = parent_of};
    return f;
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
    free(f);
}

static fixture *of(const int64_t *parents, size_t count)
{
    fixture *f = begin(0);
    for (size_t i = 0; i < count; i++)
        f->parents[i] = parents[i];
    f->list.count = count;
    return f;
}

/* From the item 0, which is a root, each is the child of the one before. */
static fixture *chain(size_t count, uint64_t fail_at)
{
    fixture *f = begin(fail_at);
    for (size_t i = 0; i < count; i++)
        f->parents[i] = (int64_t)i - 1;
    f->list.count = count;
    return f;
}

static void see_loop(void *context, const al_tally *loop)
{
    note(context, "%d:", (int)loop->count);
    for (uint64_t i = 0; i < loop->count && i < AL_FINDING_ELEMENTS; i++)
        note(context, " %d", (int)loop->first[i]);
    note(context, "; ");
}

static void expect_loops(const int64_t *parents, size_t count, const char *wanted)
{
    notes seen = {.length = 0};
    fixture *f = of(parents, count);
    assert_true(al_find_loops(&f->list, &f->arena, see_loop, &seen));
    assert_string_equal(seen.text, wanted);
    end(f);
}

#define EXPECT_LOOPS(parents, wanted) expect_loops((parents), sizeof(parents) / sizeof(parents)[0], (wanted))

/* ---- One parent ---------------------------------------------------------------------------------------- */

static void a_parent_is_another_item(void **state)
{
    (void)state;
    static const int64_t parents[] = {-1, 0, 2, 3, 4, INT64_MIN, INT64_MAX, 1};
    static const bool has_one[] = {false, true, false, false, false, false, false, true};
    fixture *f = of(parents, 4);
    for (uint64_t i = 0; i < 4; i++)
        assert_int_equal(al_has_parent(&f->list, i), has_one[i]);
    end(f);
    f = of(parents + 4, 4);
    f->parents[1] = 3;
    assert_false(al_has_parent(&f->list, 0)); /* the first that was not read */
    assert_true(al_has_parent(&f->list, 1));
    assert_false(al_has_parent(&f->list, 2));
    assert_true(al_has_parent(&f->list, 3));
    end(f);
}

static void parents_come_first(void **state)
{
    (void)state;
    static const struct {
        int64_t parents[3];
        bool first;
    } cases[] = {{{-1, -1, -1}, true}, {{-1, 0, 1}, true},   {{-1, 0, 0}, true},   {{-2, 0, 0}, false},
                 {{-1, 1, 0}, false},  {{-1, 2, 0}, false},  {{0, -1, -1}, false}, {{-1, -1, 2}, false},
                 {{-1, -1, 3}, false}, {{-1, -1, -2}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture *f = of(cases[i].parents, 3);
        if (al_parents_come_first(&f->list) != cases[i].first)
            fail_msg("case %zu", i);
        end(f);
    }
    fixture *f = begin(0);
    assert_true(al_parents_come_first(&f->list));
    end(f);
}

/* ---- Loops --------------------------------------------------------------------------------------------- */

static void each_loop_is_visited_once(void **state)
{
    (void)state;
    static const int64_t two[] = {1, 0}, three[] = {-1, 3, 1, 2}, both[] = {4, 3, 0, 1, 2, -1},
                         below[] = {1, 2, 3, 2, 1, 0}, itself[] = {0, 2, -1}, order[] = {2, 0, -1},
                         late[] = {-1, 0, 1, 5, 3, 4};
    EXPECT_LOOPS(two, "2: 0 1; ");
    EXPECT_LOOPS(three, "3: 1 2 3; ");
    EXPECT_LOOPS(both, "3: 0 2 4; 2: 1 3; ");
    EXPECT_LOOPS(below, "2: 2 3; ");
    EXPECT_LOOPS(itself, ""); /* an item that is its own parent counts as a root */
    EXPECT_LOOPS(order, "");
    EXPECT_LOOPS(late, "3: 3 4 5; ");
}

static void a_long_loop_has_its_lowest_items(void **state)
{
    (void)state;
    int64_t parents[20];
    for (int64_t i = 0; i < 20; i++)
        parents[i] = (i + 1) % 20;
    EXPECT_LOOPS(parents, "20: 0 1 2 3 4 5 6 7; ");
}

/* Memory is taken only where a loop is possible. */
static void loops_need_memory(void **state)
{
    (void)state;
    notes seen = {.length = 0};
    fixture *f = chain(5, 1);
    assert_true(al_find_loops(&f->list, &f->arena, see_loop, &seen));
    assert_int_equal(f->budget.calls, 0);
    f->parents[0] = 4;
    assert_false(al_find_loops(&f->list, &f->arena, see_loop, &seen));
    assert_int_equal(f->budget.calls, 1);
    assert_string_equal(seen.text, "");
    end(f);
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

static void expect_deep(fixture *f, uint64_t count, uint64_t first)
{
    al_tally deep = {.count = 77};
    assert_true(al_find_deep(&f->list, &f->arena, &deep));
    assert_int_equal(deep.count, count);
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(deep.first[i], first + i);
    end(f);
}

static void a_root_is_on_level_1(void **state)
{
    (void)state;
    expect_deep(chain(AL_MAX_NODE_LEVEL, 0), 0, 0);
    expect_deep(chain(AL_MAX_NODE_LEVEL + 1, 0), 1, AL_MAX_NODE_LEVEL);
    expect_deep(chain(AL_MAX_NODE_LEVEL + 3, 0), 3, AL_MAX_NODE_LEVEL);
    expect_deep(begin(0), 0, 0);
}

/* From the last item, which is the root, down to the first. */
static void children_may_come_first(void **state)
{
    (void)state;
    enum { COUNT = AL_MAX_NODE_LEVEL + 2 };
    fixture *f = begin(0);
    for (int64_t i = 0; i < COUNT; i++)
        f->parents[i] = i + 1 < COUNT ? i + 1 : -1;
    f->list.count = COUNT;
    expect_deep(f, 2, 0);
}

/* Two branches from the same item, of which the second is judged by the levels of the first. */
static void branches_share_their_levels(void **state)
{
    (void)state;
    fixture *f = chain(AL_MAX_NODE_LEVEL, 0);
    f->parents[AL_MAX_NODE_LEVEL] = AL_MAX_NODE_LEVEL - 2;
    f->parents[AL_MAX_NODE_LEVEL + 1] = AL_MAX_NODE_LEVEL;
    f->list.count = AL_MAX_NODE_LEVEL + 2;
    expect_deep(f, 1, AL_MAX_NODE_LEVEL + 1);
}

static void items_in_a_loop_or_below_one_have_no_level(void **state)
{
    (void)state;
    fixture *f = chain(MOST, 0);
    f->parents[0] = 5;
    expect_deep(f, 0, 0);
    f = chain(MOST, 0); /* the items from the other end meet the loop at once */
    f->parents[1] = 2;
    expect_deep(f, 0, 0);
    f = chain(MOST, 0); /* four are too deep, the next one is below a loop */
    f->parents[MOST - 2] = MOST - 1;
    f->parents[AL_MAX_NODE_LEVEL + 4] = MOST - 1;
    expect_deep(f, 4, AL_MAX_NODE_LEVEL);
}

static void levels_need_memory(void **state)
{
    (void)state;
    al_tally deep = {.count = 77};
    fixture *f = chain(AL_MAX_NODE_LEVEL, 1);
    assert_true(al_find_deep(&f->list, &f->arena, &deep));
    assert_int_equal(deep.count, 0);
    assert_int_equal(f->budget.calls, 0); /* so few items can't be on a level that is too high */
    f->list.count++;
    assert_false(al_find_deep(&f->list, &f->arena, &deep));
    assert_int_equal(deep.count, 0);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parent_is_another_item),
        cmocka_unit_test(parents_come_first),
        cmocka_unit_test(each_loop_is_visited_once),
        cmocka_unit_test(a_long_loop_has_its_lowest_items),
        cmocka_unit_test(loops_need_memory),
        cmocka_unit_test(a_root_is_on_level_1),
        cmocka_unit_test(children_may_come_first),
        cmocka_unit_test(branches_share_their_levels),
        cmocka_unit_test(items_in_a_loop_or_below_one_have_no_level),
        cmocka_unit_test(levels_need_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
