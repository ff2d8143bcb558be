/* reduce_unmarked_test.c: things that are not marked, compared with a twin that reads the marks one by one.
 */
#include "twins.h"

#include "core/reduce/indices.h"

static void compare_marks(al_span marks)
{
    uint64_t count = 0, next = 0;
    for (uint64_t i = 0; i < marks.len; i++) {
        if (al_u8_at(marks, i) != 0)
            continue;
        assert_int_equal(al_find_unmarked(marks, next), i);
        assert_int_equal(al_find_unmarked(marks, i), i);
        next = i + 1;
        count++;
    }
    assert_int_equal(al_find_unmarked(marks, next), marks.len);
    assert_int_equal(al_find_unmarked(marks, marks.len), marks.len);
    assert_int_equal(al_count_unmarked(marks), count);
}

static void no_marks(void **state)
{
    (void)state;
    compare_marks(al_span_of(NULL, 0));
}

/* Of several blocks, all are marked, none is, or some are. */
static void marks_by_chance(void **state)
{
    (void)state;
    uint32_t chance = 20;
    for (size_t length = 1; length < 1000; length += length < 300 ? 1 : 53)
        for (uint32_t most = 0; most <= 2; most++) {
            item_block x = new_items(length, 1);
            for (size_t i = 0; i < length; i++)
                *at_item(&x, i, 0) = most == 0 ? 1 : upto(most, &chance) == most ? 0 : 1;
            compare_marks(x.span);
            free_items(&x);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_marks),
        cmocka_unit_test(marks_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
