/* keys_test.c: the order of keys with times that are not finite. */
#include "walk_fixture.h"

#include <math.h>
#include <string.h>

#include "kit/keys.h"

enum { STRIDE = 12, TIME_AT = 8, MOST_KEYS = 8 };

/* Keys with these times, in seconds, after their order was checked. */
static fixture *checked_of(al_span name, const float *times, size_t count)
{
    uint8_t bytes[STRIDE * MOST_KEYS] = {0};
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &times[i], sizeof bits);
        put_u32(bytes + STRIDE * i + TIME_AT, bits);
    }
    fixture *f = begin(bytes, STRIDE * count);
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
    char message[AL_MAX_MESSAGE];
    assert_int_equal(al_finding_message(&f->sink.findings[0], message, sizeof message), AL_MAX_MESSAGE - 1);
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
        cmocka_unit_test(numbers_beyond),
        cmocka_unit_test(names_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
