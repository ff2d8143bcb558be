/* items_test.c: views of arrays, and which of their items have floats that are not finite. */
#include "walk_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/arrays.h"

static void put_float(uint8_t *bytes, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i & 0xFF);
}

static void a_part_of_an_item_is_left_out(void **state)
{
    (void)state;
    static const uint8_t bytes[23] = {0};
    const al_path path = al_field(NULL, "items");
    const al_items a = al_items_of(al_span_of(bytes, sizeof bytes), 5, &path, "items");
    assert_int_equal(al_items_count(&a), 4);
    assert_int_equal(a.bytes.len, 20);
    assert_ptr_equal(al_items_at(&a, 3).ptr, bytes + 15);
    assert_int_equal(al_items_at(&a, 3).len, 5);
    assert_int_equal(al_items_at(&a, 4).len, 0);
    const al_tally tally = {.count = 1};
    const al_claim claim = al_items_claim(7, &a, &tally);
    assert_int_equal(claim.rule, 7);
    assert_int_equal(claim.length, 20);
    assert_ptr_equal(claim.tally, &tally);
    assert_string_equal(claim.path.name, "items");
}

static void all_floats_of_a_span(void **state)
{
    (void)state;
    uint8_t bytes[16] = {0};
    assert_true(al_all_finite(al_span_of(bytes, 0)));
    assert_true(al_all_finite(al_span_of(bytes, 16)));
    for (size_t i = 0; i < 4; i++) {
        memset(bytes, 0, sizeof bytes);
        put_float(bytes + 4 * i, NAN);
        assert_int_equal(al_all_finite(al_span_of(bytes, 4 * i)), true);
        assert_int_equal(al_all_finite(al_span_of(bytes, 4 * i + 3)), true);
        assert_int_equal(al_all_finite(al_span_of(bytes, 4 * i + 4)), false);
        assert_int_equal(al_all_finite(al_span_of(bytes, 16)), false);
    }
}

/* Items of three words. The one in the middle is a float only without the layout. */
static const al_row rows[] = {{.offset = 0, .type = AL_TYPE_f32, .count = 1, .name = "weight"},
                              {.offset = 4, .type = AL_TYPE_u32, .count = 1, .name = "number"},
                              {.offset = 8, .type = AL_TYPE_f32, .count = 1, .name = "time"}};
static const al_layout layout = {.title = "item", .size = 12, .rows = rows, .row_count = 3};

static void expect_found(const uint8_t *bytes, size_t count, const al_layout *of, const uint64_t *places,
                         size_t found)
{
    const al_path path = al_field(NULL, "items");
    const al_items a = al_items_of(al_span_of(bytes, 12 * count), 12, &path, "items");
    const al_tally tally = al_find_not_finite(&a, of);
    assert_int_equal(tally.count, found);
    for (size_t i = 0; i < found; i++)
        assert_int_equal(tally.first[i], places[i]);
}

static void items_that_are_not_finite(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static const uint64_t places[] = {0, 1, 127, 128, 255, 256, 299};
    uint8_t *bytes = calloc(COUNT, 12);
    assert_non_null(bytes);
    expect_found(bytes, COUNT, NULL, NULL, 0);
    expect_found(bytes, COUNT, &layout, NULL, 0);
    for (size_t i = 0; i < 7; i++)
        put_float(bytes + 12 * places[i] + (i % 2 == 0 ? 8 : 0), i % 2 == 0 ? NAN : INFINITY);
    expect_found(bytes, COUNT, NULL, places, 7);
    expect_found(bytes, COUNT, &layout, places, 7);
    expect_found(bytes, 128, NULL, places, 3);
    expect_found(bytes, 129, &layout, places, 4);
    put_float(bytes + (size_t)12 * 40 + 4, NAN);
    const uint64_t more[] = {0, 1, 40, 127};
    expect_found(bytes, 128, &layout, places, 3);
    expect_found(bytes, 128, NULL, more, 4);
    free(bytes);
}

/* Four floats, and behind them a number that would be none; the third row isn't part of the layout. */
static void only_floats_of_the_layout_count(void **state)
{
    (void)state;
    static const al_row parts[] = {{.offset = 0, .type = AL_TYPE_f32, .count = 4, .name = "weights"},
                                   {.offset = 16, .type = AL_TYPE_u32, .count = 1, .name = "number"},
                                   {.offset = 16, .type = AL_TYPE_f32, .count = 1, .name = "other"}};
    static const al_layout weights = {.title = "item", .size = 20, .rows = parts, .row_count = 2};
    static al_lanes lanes;
    const al_path path = al_field(NULL, "items");
    assert_true(al_lanes_of(&lanes, &weights));
    for (size_t word = 0; word < 5; word++) {
        uint8_t item[20] = {0};
        put_float(item + 4 * word, NAN);
        const al_items a = al_items_of(al_span_of(item, sizeof item), sizeof item, &path, "items");
        assert_int_equal(al_find_not_finite(&a, &weights).count, word < 4);
        assert_int_equal(al_find_not_finite(&a, NULL).count, 1);
        assert_int_equal(al_any_not_finite(a.bytes, &lanes), word < 4);
    }
}

static void numbers_beyond_a_limit(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    static const uint64_t places[] = {0, 255, 256, 599};
    static uint8_t bytes[4 * COUNT + 3];
    for (size_t i = 0; i < 4; i++)
        bytes[4 * places[i]] = 10;
    for (uint32_t limit = 9; limit <= 11; limit++) {
        const al_tally found = al_find_beyond(al_span_of(bytes, sizeof bytes), limit);
        assert_int_equal(found.count, limit <= 10 ? 4 : 0);
        for (size_t i = 0; i < found.count; i++)
            assert_int_equal(found.first[i], places[i]);
    }
    assert_int_equal(al_find_beyond(al_span_of(bytes, sizeof bytes), 0).count, COUNT);
}

static void words_of_a_record_that_are_floats(void **state)
{
    (void)state;
    static al_lanes lanes;
    uint8_t item[12] = {0};
    assert_true(al_lanes_of(&lanes, &layout));
    for (size_t word = 0; word < 3; word++) {
        memset(item, 0, sizeof item);
        put_float(item + 4 * word, NAN);
        assert_int_equal(al_any_not_finite(al_span_of(item, 12), &lanes), word != 1);
    }
    const al_layout uneven = {.size = 10, .rows = rows, .row_count = 1};
    assert_false(al_lanes_of(&lanes, &uneven));
    const al_layout most = {.size = 4 * AL_LANES_MAX, .rows = rows, .row_count = 2};
    assert_true(al_lanes_of(&lanes, &most));
    const al_layout more = {.size = 4 * AL_LANES_MAX + 4, .rows = rows, .row_count = 2};
    assert_false(al_lanes_of(&lanes, &more));
    const al_layout far_more = {.size = 5 * AL_LANES_MAX, .rows = rows, .row_count = 2};
    assert_false(al_lanes_of(&lanes, &far_more));
    const al_layout less_and_uneven = {.size = 9, .rows = rows, .row_count = 0};
    assert_false(al_lanes_of(&lanes, &less_and_uneven));
}

/* The kernel leaves numbers in the other byte order to a slower look, which finds nothing in them. */
static void floats_of_the_other_order(void **state)
{
    (void)state;
    static const uint8_t one[] = {0x3F, 0x80, 0, 0}, none[] = {0x7F, 0xC0, 0, 0};
    const al_path path = al_field(NULL, "weights");
    for (size_t bad = 0; bad < 2; bad++) {
        fixture *f = begin(bad != 0 ? none : one, 4);
        f->job.file.big_endian = true;
        const al_items items = al_items_of(f->job.file, 4, &path, "weights");
        al_check_finite(&f->sink, &items, unit_rule("ani/not-finite"), AL_OFF);
        assert_int_equal(f->sink.count, bad);
        if (bad != 0) {
            assert_string_equal(f->sink.findings[0].field, "weights");
            assert_int_equal(f->sink.findings[0].elements[0], 0);
        }
        end(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_of_an_item_is_left_out), cmocka_unit_test(all_floats_of_a_span),
        cmocka_unit_test(items_that_are_not_finite),     cmocka_unit_test(only_floats_of_the_layout_count),
        cmocka_unit_test(numbers_beyond_a_limit),        cmocka_unit_test(words_of_a_record_that_are_floats),
        cmocka_unit_test(floats_of_the_other_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
