/* keys_test.c: the order of keys, also with times that are not finite, and the time of the first one. */
#include "walk_fixture.h"

#include <math.h>
#include <string.h>

#include "kit/arrays.h"

enum { STRIDE = 12, TIME_AT = 8, MOST_KEYS = 8 };

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A file of keys with these times. */
static fixture *file_of(const uint32_t *times, size_t count)
{
    uint8_t bytes[STRIDE * MOST_KEYS] = {0};
    for (size_t i = 0; i < count; i++)
        write_u32(bytes + STRIDE * i + TIME_AT, times[i]);
    return begin(bytes, STRIDE * count);
}

/* Keys with these times, in seconds, after their order was checked. */
static fixture *checked_of(al_span name, const float *times, size_t count)
{
    uint32_t bits[MOST_KEYS];
    for (size_t i = 0; i < count; i++)
        bits[i] = bits_of(times[i]);
    fixture *f = file_of(bits, count);
    const al_path path = al_field(NULL, "keys");
    const al_items items = al_items_of(f->job.file, STRIDE, &path, "position keys");
    const al_keys keys = {.items = &items, .kind = "", .name = name, .time_at = TIME_AT};
    al_check_key_order(&f->sink, &keys, unit_rule("xsm/key-order"), unit_rule("xsm/key-duplicate"));
    return f;
}

static fixture *checked(const float *times, size_t count)
{
    return checked_of(al_span_of("Bip01", 5), times, count);
}

/* One finding, about one key. */
static void expect_one(const float *times, size_t count, const char *rule, size_t key, const char *message)
{
    fixture *f = checked(times, count);
    assert_int_equal(f->sink.count, 1);
    const al_finding *got = &f->sink.findings[0];
    assert_string_equal(got->rule->id, rule);
    assert_string_equal(got->field, "keys");
    assert_int_equal(got->offset, 0);
    assert_int_equal(got->length, count * STRIDE);
    assert_int_equal(got->count, 1);
    assert_int_equal(got->elements[0], key);
    assert_message(got, message);
    end(f);
}

static void expect_none(const float *times, size_t count)
{
    fixture *f = checked(times, count);
    assert_int_equal(f->sink.count, 0);
    end(f);
}

static const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};

enum { BAD = sizeof bad / sizeof bad[0] };

/* Another rule reports a time that is not finite. */
static void a_time_that_is_not_finite_is_in_no_wrong_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < BAD; i++) {
        const float first[] = {bad[i], 0, 1}, middle[] = {0, bad[i], 1}, last[] = {0, 1, bad[i]},
                    twice[] = {bad[i], bad[i]};
        expect_none(first, 3);
        expect_none(middle, 3);
        expect_none(last, 3);
        expect_none(twice, 2);
    }
}

static void the_key_before_it_still_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < BAD; i++) {
        const float lower[] = {0, 5, bad[i], 3}, same[] = {0, 5, bad[i], 5};
        expect_one(
            lower, 4, "xsm/key-order", 3,
            "position keys of \"Bip01\" with a time below the key before: 1 of 4, the first is key 3: 3 "
            "after 5 s");
        expect_one(
            same, 4, "xsm/key-duplicate", 3,
            "position keys of \"Bip01\" with the time of the key before: 1 of 4, the first is key 3 at 5 s");
    }
}

static void the_first_key_may_be_negative(void **state)
{
    (void)state;
    static const float times[] = {-1, NAN, 0};
    expect_one(
        times, 3, "xsm/key-order", 0,
        "position keys of \"Bip01\" with a negative time or one below the key before: 1 of 3, the first is "
        "key 0 at -1 s");
}

static void wrong_keys_are_counted(void **state)
{
    (void)state;
    static const float times[] = {1, 3, 2, 2, 5, 4, 4, 4};
    fixture *f = checked(times, 8);
    assert_int_equal(f->sink.count, 2);
    const al_finding *order = &f->sink.findings[0], *same = &f->sink.findings[1];
    assert_message(order,
                   "position keys of \"Bip01\" with a time below the key before: 2 of 8, the first is key "
                   "2: 2 after 3 s");
    assert_int_equal(order->count, 2);
    assert_int_equal(order->elements[0], 2);
    assert_int_equal(order->elements[1], 5);
    assert_message(
        same, "position keys of \"Bip01\" with the time of the key before: 3 of 8, the first is key 3 at "
              "2 s");
    assert_int_equal(same->count, 3);
    assert_int_equal(same->elements[0], 3);
    assert_int_equal(same->elements[1], 6);
    assert_int_equal(same->elements[2], 7);
    end(f);
}

/* A key at 0 after none, after a negative one, and twice. */
static void zero_is_not_negative(void **state)
{
    (void)state;
    static const float right[] = {0, 1}, minus[] = {-0.0f, 1}, twice[] = {0, -0.0f};
    static const float rises[] = {-2, -1, 0}, falls[] = {1, 0};
    expect_none(right, 2);
    expect_none(minus, 2);
    expect_one(
        twice, 2, "xsm/key-duplicate", 1,
        "position keys of \"Bip01\" with the time of the key before: 1 of 2, the first is key 1 at -0 s");
    expect_one(falls, 2, "xsm/key-order", 1,
               "position keys of \"Bip01\" with a time below the key before: 1 of 2, the first is key "
               "1: 0 after 1 s");
    fixture *f = checked(rises, 3);
    assert_int_equal(f->sink.count, 1);
    assert_message(&f->sink.findings[0],
                   "position keys of \"Bip01\" with a negative time or one below the key "
                   "before: 2 of 3, the first is key 0 at -2 s");
    end(f);
}

/* ---- Milliseconds -------------------------------------------------------------------------------------- */

static fixture *checked_milliseconds(const uint32_t *times, size_t count)
{
    fixture *f = file_of(times, count);
    const al_path path = al_field(NULL, "keys");
    const al_items items = al_items_of(f->job.file, STRIDE, &path, "keys");
    const al_keys keys = {.items = &items,
                          .kind = "the bone ",
                          .name = al_span_of("hip", 3),
                          .time_at = TIME_AT,
                          .milliseconds = true};
    al_check_key_order(&f->sink, &keys, unit_rule("ani/key-order"), unit_rule("ani/key-duplicate"));
    al_check_first_key(&f->sink, &keys, unit_rule("ani/first-key-time"));
    return f;
}

static void milliseconds_are_whole_numbers(void **state)
{
    (void)state;
    static const uint32_t right[] = {0, 1, UINT32_MAX}, wrong[] = {4000000001, 4000000000, 4000000000};
    fixture *f = checked_milliseconds(right, 3);
    assert_int_equal(f->sink.count, 0);
    end(f);
    f = checked_milliseconds(wrong, 3);
    assert_int_equal(f->sink.count, 3);
    assert_message(&f->sink.findings[0],
                   "keys of the bone \"hip\" with a time below the key before: 1 of 3, the "
                   "first is key 1: 4000000000 after 4000000001 ms");
    assert_message(&f->sink.findings[1],
                   "keys of the bone \"hip\" with the time of the key before: 1 of 3, the "
                   "first is key 2 at 4000000000 ms");
    assert_message(&f->sink.findings[2],
                   "the first of the keys of the bone \"hip\" is at 4000000001 ms, not at 0");
    assert_words(f->sink.findings[2].actual, "4000000001");
    assert_words(f->sink.findings[2].expected, "0");
    assert_int_equal(f->sink.findings[2].actual.kind, AL_VALUE_UINT);
    assert_int_equal(f->sink.findings[2].expected.kind, AL_VALUE_UINT);
    end(f);
}

/* ---- The first key ------------------------------------------------------------------------------------- */

static fixture *checked_first(float time)
{
    const uint32_t times[] = {bits_of(time), bits_of(time + 1)};
    fixture *f = file_of(times, 2);
    const al_path path = al_field(NULL, "keys");
    const al_items items = al_items_of(f->job.file, STRIDE, &path, "scale keys");
    const al_keys keys = {.items = &items, .kind = "", .name = al_span_of("hip", 3), .time_at = TIME_AT};
    al_check_first_key(&f->sink, &keys, unit_rule("xsm/first-key-time"));
    return f;
}

static void the_first_key_is_at_0(void **state)
{
    (void)state;
    static const float fine[] = {0, -0.0f, -1, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        fixture *f = checked_first(fine[i]);
        assert_int_equal(f->sink.count, 0);
        end(f);
    }
    fixture *f = checked_first(0.125f);
    assert_int_equal(f->sink.count, 1);
    const al_finding *got = &f->sink.findings[0];
    assert_string_equal(got->rule->id, "xsm/first-key-time");
    assert_string_equal(got->field, "keys");
    assert_int_equal(got->length, 2 * STRIDE);
    assert_message(got, "the first of the scale keys of \"hip\" is at 0.125 s, not at 0");
    assert_int_equal(got->count, 1);
    assert_int_equal(got->element_count, 1);
    assert_int_equal(got->elements[0], 0);
    assert_words(got->actual, "0.125");
    assert_words(got->expected, "0");
    assert_int_equal(got->expected.kind, AL_VALUE_REAL);
    end(f);
    fixture *none = file_of(NULL, 0);
    const al_path path = al_field(NULL, "keys");
    const al_items items = al_items_of(none->job.file, STRIDE, &path, "keys");
    const al_keys keys = {.items = &items, .kind = "", .time_at = TIME_AT};
    al_check_first_key(&none->sink, &keys, unit_rule("xsm/first-key-time"));
    assert_int_equal(none->sink.count, 0);
    end(none);
}

static void floats_of_keys_are_finite(void **state)
{
    (void)state;
    static const al_row rows[] = {{.offset = TIME_AT, .type = AL_TYPE_f32, .count = 1, .name = "time"}};
    static const al_layout layout = {.title = "key", .size = STRIDE, .rows = rows, .row_count = 1};
    const uint32_t times[] = {bits_of(0), bits_of(NAN), bits_of(2), bits_of(INFINITY)};
    for (size_t count = 1; count <= 4; count++) {
        fixture *f = file_of(times, count);
        const al_path path = al_field(NULL, "keys");
        const al_items items = al_items_of(f->job.file, STRIDE, &path, "keys");
        const al_keys keys = {
            .items = &items, .kind = "node ", .name = al_span_of("hip", 3), .time_at = TIME_AT};
        al_check_keys_finite(&f->sink, &keys, unit_rule("xsm/key-not-finite"), &layout, "time");
        assert_int_equal(f->sink.count, count > 1);
        if (count == 4)
            assert_message(&f->sink.findings[0],
                           "keys of node \"hip\" with a time that is not finite: 2 of 4, the first is key 1");
        end(f);
    }
}

/* Numbers around the ends of blocks, of which the first eight are listed. */
static void numbers_beyond(void **state)
{
    (void)state;
    enum { NUMBERS = 600 };
    uint8_t bytes[4 * NUMBERS] = {0};
    for (uint64_t places = 0; places < 4; places++) {
        static const size_t at[] = {0, 255, 256, NUMBERS - 1};
        bytes[4 * at[places] + 1] = 1; /* 256 */
        const al_tally found = al_find_beyond(al_span_of(bytes, sizeof bytes), 256);
        assert_int_equal(found.count, places + 1);
        for (uint64_t i = 0; i <= places; i++)
            assert_int_equal(found.first[i], at[i]);
        assert_int_equal(al_find_beyond(al_span_of(bytes, sizeof bytes), 257).count, 0);
    }
    assert_int_equal(al_find_beyond(al_span_of(bytes, sizeof bytes), 0).count, NUMBERS);
}

static void names_of_any_length(void **state)
{
    (void)state;
    enum { LONG = AL_MAX_MESSAGE + 1 };
    static const float wrong[] = {5, 3};
    static const char start[] = "position keys of \"xxx";
    char name[LONG];
    memset(name, 'x', sizeof name);
    fixture *f = checked_of((al_span){.len = 0}, wrong, 2);
    assert_int_equal(f->sink.count, 1);
    assert_message(&f->sink.findings[0], "position keys of \"\" with a time below the key before: 1 of 2, "
                                         "the first is key 1: 3 after 5 s");
    end(f);
    f = checked_of(al_span_of(name, LONG), wrong, 2);
    assert_int_equal(f->sink.count, 1);
    const char *message = f->sink.findings[0].message;
    assert_int_equal(strlen(message), AL_MAX_MESSAGE - 1);
    assert_memory_equal(message, start, sizeof start - 1);
    assert_string_equal(message + AL_MAX_MESSAGE - 4, "...");
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_that_is_not_finite_is_in_no_wrong_order),
        cmocka_unit_test(the_key_before_it_still_counts),
        cmocka_unit_test(the_first_key_may_be_negative),
        cmocka_unit_test(wrong_keys_are_counted),
        cmocka_unit_test(zero_is_not_negative),
        cmocka_unit_test(milliseconds_are_whole_numbers),
        cmocka_unit_test(the_first_key_is_at_0),
        cmocka_unit_test(floats_of_keys_are_finite),
        cmocka_unit_test(numbers_beyond),
        cmocka_unit_test(names_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
