/* work_test.c: a budget of work. */
#include "unit.h"

#include "core/work.h"

static void work_is_subtracted(void **state)
{
    (void)state;
    al_work w = al_work_of(10, 3);
    assert_true(al_work_pay(&w, 0));
    assert_true(al_work_pay(&w, 29));
    assert_false(al_work_pay(&w, 2)); /* and takes nothing */
    assert_true(al_work_pay(&w, 1));
    assert_false(al_work_pay(&w, 1));
    assert_false(al_work_pay(&w, UINT64_MAX));
    assert_true(al_work_pay(&w, 0));
}

static void too_much_for_a_number(void **state)
{
    (void)state;
    al_work w = al_work_of(UINT64_MAX / 2, 3);
    assert_true(al_work_pay(&w, UINT64_MAX));
    assert_false(al_work_pay(&w, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_is_subtracted),
        cmocka_unit_test(too_much_for_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
