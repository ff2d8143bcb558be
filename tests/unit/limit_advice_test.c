/* limit_advice_test.c: the options that a message names for a file that is too large. */
#include "unit.h"

#include "engine/file_check.h"

static void expect(uint64_t file_size, uint64_t memory, uint64_t inflated, uint64_t size, uint64_t reserved,
                   const char *text)
{
    al_options *options = al_options_new();
    assert_non_null(options);
    al_options_set_limit(options, AL_LIMIT_FILE_SIZE, file_size);
    al_options_set_limit(options, AL_LIMIT_MEMORY, memory);
    al_options_set_limit(options, AL_LIMIT_INFLATED, inflated);
    assert_string_equal(al_limit_advice_for(options, size, reserved).text, text);
    al_options_free(options);
}

static void limits_that_are_too_low_are_named(void **state)
{
    (void)state;
    const uint64_t high = UINT64_MAX;
    expect(high, high, high, 5000, 0, "");
    expect(4999, high, high, 5000, 0, "--max-file-size 5000");
    expect(high, 1 << 20, high, 1 << 19, 0, "");
    expect(high, (1 << 20) - 1, high, 1 << 19, 0, "--max-memory 1024K");
    expect(high, high, 4999, 5000, 0, "--max-inflated 20K if it is compressed");
    expect(high, 1 << 20, high, 1 << 19, 1, "--max-memory 1025K");
    expect(5000, (1 << 20) - 1, 5000, 5000, 0, "--max-memory 1024K");
    expect(1, 1, 1, 5000, 0,
           "--max-file-size 5000 --max-memory 1024K, and --max-inflated 20K if it is compressed");
}

static void numbers_are_rounded_up(void **state)
{
    (void)state;
    const uint64_t high = UINT64_MAX;
    expect(1, high, high, 10239, 0, "--max-file-size 10239");
    expect(1, high, high, 10241, 0, "--max-file-size 11K");
    expect(1, high, high, 10 << 20, 0, "--max-file-size 10M");
    expect(1, high, high, (10 << 20) + 1, 0, "--max-file-size 11M");
    expect(1, high, high, UINT64_C(1) << 40, 0, "--max-file-size 1024G");
    expect(1, high, high, UINT64_C(0xFFFFFFFF00000000), 0, "--max-file-size 17179869180G");
    expect(1, high, high, UINT64_C(0xFFFFFFFF00000001), 0, "--max-file-size 18446744069414584321");
    expect(1, 1, 1, UINT64_MAX, 7,
           "--max-file-size 18446744073709551615 --max-memory 18446744073709551615, and --max-inflated "
           "18446744073709551615 if it is compressed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_that_are_too_low_are_named),
        cmocka_unit_test(numbers_are_rounded_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
