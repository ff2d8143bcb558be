/* watch_test.c: the progress of a check, with and without somebody who watches. */
#include "unit.h"

#include <stdbool.h>

#include "core/work.h"

static bool answer(const void *context)
{
    return *(const bool *)context;
}

static void bytes_add_up(void **state)
{
    (void)state;
    al_watch watch = {.stopped = NULL};
    assert_int_equal(al_watch_bytes(&watch), 0);
    al_watch_add(&watch, 5);
    al_watch_add(&watch, 7);
    assert_int_equal(al_watch_bytes(&watch), 12);
    al_watch_set(&watch, 3);
    assert_int_equal(al_watch_bytes(&watch), 3);
}

static void a_watch_may_stop(void **state)
{
    (void)state;
    bool stopped = false;
    const al_watch patient = {.stopped = NULL}, watch = {.stopped = answer, .context = &stopped};
    assert_false(al_watch_stopped(&patient));
    assert_false(al_watch_stopped(&watch));
    stopped = true;
    assert_true(al_watch_stopped(&watch));
}

static void nobody_watches(void **state)
{
    (void)state;
    al_watch_add(NULL, 5);
    al_watch_set(NULL, 5);
    assert_int_equal(al_watch_bytes(NULL), 0);
    assert_false(al_watch_stopped(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_add_up),
        cmocka_unit_test(a_watch_may_stop),
        cmocka_unit_test(nobody_watches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
