/* reduce_line_breaks_test.c: line ends, compared with a twin that reads the bytes one by one. */
#include "twins.h"

#include "core/reduce/bytes.h"

static void compare_breaks(al_span s, uint64_t at, uint64_t end)
{
    uint64_t count = 0, last = at;
    for (uint64_t i = at; i < end && i < s.len; i++)
        if (al_u8_at(s, i) == '\n' || (al_u8_at(s, i) == '\r' && al_u8_at(s, i + 1) != '\n')) {
            count++;
            last = i + 1;
        }
    const al_line_breaks found = al_find_line_breaks(s, at, end);
    assert_int_equal(found.count, count);
    assert_int_equal(found.end, last);
    uint64_t bytes = 0, characters = 0;
    for (uint64_t i = last; i < end && i < s.len; i++) {
        const uint8_t byte = al_u8_at(s, i);
        bytes += byte != '\r';
        characters += byte != '\r' && (byte < 0x80 || byte > 0xBF);
    }
    assert_int_equal(al_count_columns(s, last, end, false), bytes);
    assert_int_equal(al_count_columns(s, last, end, true), characters);
}

static void ends_of_a_span(void **state)
{
    (void)state;
    compare_breaks(al_span_of(NULL, 0), 0, 1);
    compare_breaks(al_span_of("\r", 1), 0, 1);
    compare_breaks(al_span_of("\n", 1), 0, 9);
    compare_breaks(al_span_of("\r\n", 2), 0, 1); /* the LF is after the range, but in the span */
    compare_breaks(al_span_of("\r\n", 2), 1, 2);
    compare_breaks(al_span_of("a\r", 2), 2, 2);
    compare_breaks(al_span_of("a\n", 2), 3, 4);
}

/* A break at every place of whole and partial blocks, and ranges that begin and end near it. */
static void every_place(void **state)
{
    (void)state;
    static const char *const breaks[] = {"\n", "\r", "\r\n"};
    for (size_t length = 2; length <= 400; length += length < 140 ? 1 : 41)
        for (size_t b = 0; b < 3; b++)
            for (size_t place = 0; place + strlen(breaks[b]) <= length; place++) {
                item_block x = new_items(length, 1);
                memset(at_item(&x, 0, 0), 'x', length);
                memcpy(at_item(&x, place, 0), breaks[b], strlen(breaks[b]));
                compare_breaks(x.span, 0, length);
                compare_breaks(x.span, place, length);
                compare_breaks(x.span, 0, place + 1);
                compare_breaks(x.span, place + 1, length);
                free_items(&x);
            }
}

/* As many as fit, so that every counter reaches its maximum. */
static void nothing_but_breaks(void **state)
{
    (void)state;
    for (size_t length = 1; length < 2000; length += 333)
        for (size_t at = 0; at < 2; at++) {
            item_block x = new_items(length, 1);
            memset(at_item(&x, 0, 0), at == 0 ? '\n' : '\r', length);
            compare_breaks(x.span, at, length);
            free_items(&x);
        }
}

static void bytes_by_chance(void **state)
{
    (void)state;
    static const char bytes[] = "\r\n\r\nab\x7F\x80\xBF\xC0\xFF\x01";
    uint32_t chance = 83;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance), 1);
        for (size_t i = 0; i < x.count; i++)
            *at_item(&x, i, 0) = (uint8_t)bytes[upto(sizeof bytes - 2, &chance)];
        const uint64_t at = upto((uint32_t)x.count, &chance);
        compare_breaks(x.span, at, at + upto((uint32_t)x.count, &chance));
        free_items(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_a_span),
        cmocka_unit_test(every_place),
        cmocka_unit_test(nothing_but_breaks),
        cmocka_unit_test(bytes_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
