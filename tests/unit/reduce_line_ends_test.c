/* reduce_line_ends_test.c: line feeds, compared with a twin that reads the bytes one by one. */
#include "twins.h"

#include "core/reduce/bytes.h"

/* Compares with the twin. Returns whether all line feeds are paired. */
static bool compare_ends(al_span s)
{
    uint64_t count = 0, first = 0, alone = 0;
    for (uint64_t i = 0; i < s.len; i++) {
        if (al_u8_at(s, i) != '\n')
            continue;
        if (count == 0)
            first = i > 0 ? i - 1 : 0;
        count++;
        alone += i == 0 || al_u8_at(s, i - 1) != '\r';
    }
    al_line_ends found;
    const bool paired = count > 0 && alone == 0;
    assert_int_equal(al_all_line_feeds_paired(s, &found), paired);
    if (paired) {
        assert_int_equal(found.count, count);
        assert_int_equal(found.first, first);
    }
    return paired;
}

static void no_line_feed(void **state)
{
    (void)state;
    assert_false(compare_ends(al_span_of(NULL, 0)));
    assert_false(compare_ends(al_span_of("\r", 1)));
    assert_false(compare_ends(al_span_of("\n", 1)));
    assert_true(compare_ends(al_span_of("\r\n", 2)));
    assert_false(compare_ends(al_span_of("\r\r", 2)));
    assert_false(compare_ends(al_span_of("\r\n\n", 3)));
    assert_true(compare_ends(al_span_of("\r\n\r\n", 4)));
}

/* A pair, and a line feed alone, at every place of whole and partial blocks. */
static void every_place(void **state)
{
    (void)state;
    for (size_t length = 2; length <= 400; length += length < 150 ? 1 : 41) {
        item_block x = new_items(length, 1);
        memset(at_item(&x, 0, 0), '\r', length);
        for (size_t place = 0; place < length; place++) {
            *at_item(&x, place, 0) = '\n';
            assert_int_equal(compare_ends(x.span), place > 0);
            if (place > 0) {
                *at_item(&x, place - 1, 0) = '\v';
                assert_false(compare_ends(x.span));
                *at_item(&x, place - 1, 0) = '\r';
            }
            *at_item(&x, place, 0) = '\r';
        }
        free_items(&x);
    }
}

/* As many as fit, so that every counter reaches its maximum. */
static void nothing_but_pairs(void **state)
{
    (void)state;
    for (size_t pairs = 1; pairs < 2000; pairs += 333)
        for (size_t before = 0; before < 2; before++) {
            item_block x = new_items(before + 2 * pairs, 1);
            for (size_t i = 0; i < before + 2 * pairs; i++)
                *at_item(&x, i, 0) = i % 2 == before ? '\r' : '\n';
            if (before > 0)
                *at_item(&x, 0, 0) = 'x';
            assert_true(compare_ends(x.span));
            free_items(&x);
        }
}

static void bytes_by_chance(void **state)
{
    (void)state;
    uint32_t chance = 77;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance) * 4, 1);
        const bool damaged = upto(1, &chance) == 0;
        for (size_t i = 0; i < x.count; i++) {
            const bool feed = upto(30, &chance) == 0;
            *at_item(&x, i, 0) = (uint8_t)(feed ? '\n' : upto(3, &chance) == 0 ? '\r' : upto(255, &chance));
            if (damaged && *at_item(&x, i, 0) == '\n')
                *at_item(&x, i > 0 ? i - 1 : i, 0) = '\r';
        }
        (void)compare_ends(x.span);
        free_items(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_feed),
        cmocka_unit_test(every_place),
        cmocka_unit_test(nothing_but_pairs),
        cmocka_unit_test(bytes_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
