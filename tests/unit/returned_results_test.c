/* returned_results_test.c: results that are returned are freed once, by their worker or at once. */
#include "unit.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/result.h"
#include "platform/platform.h"

static atomic_uint freed;
static bool no_lock;

static void played_free(al_result *result)
{
    freed += result != NULL;
    al_result_free(result);
}

static al_lock *played_lock_new(void)
{
    return no_lock ? NULL : al_lock_new();
}

#define al_result_free played_free
#define al_lock_new    played_lock_new
#include "project/returned_results.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

enum { ROUNDS = 3000 };

static al_result *new_result(void)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_result_block *block = al_result_block_new(&budget);
    assert_non_null(block);
    block->arena.budget = NULL;
    return &block->result;
}

static int setup(void **state)
{
    (void)state;
    freed = 0;
    no_lock = false;
    return 0;
}

static void few_results_wait(void **state)
{
    (void)state;
    returned_results r;
    assert_true(returned_results_begin(&r));
    for (unsigned i = 1; i < RETURNED_AT_ONCE; i++)
        returned_results_add(&r, new_result(), RETURNED_BYTES);
    returned_results_free(&r);
    assert_int_equal(freed, 0);
    returned_results_add(&r, NULL, 0); /* that of a check without one */
    returned_results_free(&r);
    assert_int_equal(freed, RETURNED_AT_ONCE - 1);
    returned_results_add(&r, new_result(), 1);
    returned_results_end(&r);
    assert_int_equal(freed, RETURNED_AT_ONCE);
}

static void what_is_too_much_is_freed_at_once(void **state)
{
    (void)state;
    returned_results r;
    assert_true(returned_results_begin(&r));
    returned_results_add(&r, new_result(), RETURNED_BYTES + 1);
    assert_int_equal(freed, 1);
    for (unsigned i = 0; i < RETURNED_MOST; i++)
        returned_results_add(&r, new_result(), 1);
    assert_int_equal(freed, 1);
    returned_results_add(&r, new_result(), 1);
    assert_int_equal(freed, 2);
    returned_results_free(&r);
    assert_int_equal(freed, RETURNED_MOST + 2);
    returned_results_end(&r);
    assert_int_equal(freed, RETURNED_MOST + 2);
}

static void without_a_lock_it_does_not_begin(void **state)
{
    (void)state;
    returned_results r = {.lock = NULL};
    no_lock = true;
    assert_false(returned_results_begin(&r));
    returned_results_end(&r);
}

static void return_results(void *context)
{
    for (unsigned i = 0; i < ROUNDS; i++)
        returned_results_add(context, new_result(), i % 7 == 0 ? RETURNED_BYTES + 1 : 1);
}

static void a_thread_returns_while_the_worker_frees(void **state)
{
    (void)state;
    returned_results r;
    assert_true(returned_results_begin(&r));
    al_thread *thread = al_thread_start(return_results, &r);
    assert_non_null(thread);
    for (unsigned i = 0; i < ROUNDS; i++)
        returned_results_free(&r);
    al_thread_join(thread);
    returned_results_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(few_results_wait, setup),
        cmocka_unit_test_setup(what_is_too_much_is_freed_at_once, setup),
        cmocka_unit_test_setup(without_a_lock_it_does_not_begin, setup),
        cmocka_unit_test_setup(a_thread_returns_while_the_worker_frees, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
