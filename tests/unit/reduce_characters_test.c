/* reduce_characters_test.c: characters of a text, compared with a twin that reads them one by one. */
#include "twins.h"

#include "core/reduce/bytes.h"

static void compare_text(al_span s)
{
    bool control = false, beyond = false;
    for (uint64_t i = 0; i < s.len; i++) {
        const uint8_t c = al_u8_at(s, i);
        control = control || c < 0x20 || c == 0x7F;
        beyond = beyond || c > 0x7F;
    }
    assert_int_equal(al_any_control_char(s), control);
    assert_int_equal(al_is_plain_ascii(s), !control && !beyond);
}

/* Every byte at every place of texts of all lengths up to three words, among the bytes at the edges. */
static void every_byte_at_every_place(void **state)
{
    (void)state;
    static const uint8_t others[] = {' ', '~', 0x80, 0xFF};
    for (size_t o = 0; o < sizeof others; o++)
        for (size_t length = 0; length <= 25; length++) {
            item_block x = new_items(length, 1);
            memset(at_item(&x, 0, 0), others[o], length);
            compare_text(x.span);
            for (size_t place = 0; place < length; place++)
                for (unsigned byte = 0; byte < 256; byte++) {
                    *at_item(&x, place, 0) = (uint8_t)byte;
                    compare_text(x.span);
                    *at_item(&x, place, 0) = others[o];
                }
            free_items(&x);
        }
}

static void texts_by_chance(void **state)
{
    (void)state;
    uint32_t chance = 51;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance), 1);
        for (size_t i = 0; i < x.count; i++)
            *at_item(&x, i, 0) =
                (uint8_t)(upto(40, &chance) == 0 ? upto(255, &chance) : 0x20 + upto(94, &chance));
        compare_text(x.span);
        free_items(&x);
    }
}

/* One byte that is not zero, at every place of spans of all lengths up to some blocks; or none. */
static void zeros(void **state)
{
    (void)state;
    assert_true(al_is_all_zero(al_span_of(NULL, 0)));
    for (size_t length = 1; length < 800; length += length < 20 ? 1 : 37) {
        item_block x = new_items(length, 1);
        memset(at_item(&x, 0, 0), 0, length);
        assert_true(al_is_all_zero(x.span));
        for (size_t place = 0; place < length; place++) {
            *at_item(&x, place, 0) = (uint8_t)(1U << place % 8);
            assert_false(al_is_all_zero(x.span));
            *at_item(&x, place, 0) = 0;
        }
        free_items(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_at_every_place),
        cmocka_unit_test(texts_by_chance),
        cmocka_unit_test(zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
