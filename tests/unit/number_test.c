/* number_test.c: numbers as text: the limits of their types, and independence of the locale. */
#include "unit.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"

static void integers(void **state)
{
    (void)state;
    assert_string_equal(al_show_unsigned(0).text, "0");
    assert_string_equal(al_show_unsigned(90210).text, "90210");
    assert_string_equal(al_show_unsigned(UINT64_MAX).text, "18446744073709551615");
    assert_string_equal(al_show_signed(0).text, "0");
    assert_string_equal(al_show_signed(-1).text, "-1");
    assert_string_equal(al_show_signed(INT64_MAX).text, "9223372036854775807");
    assert_string_equal(al_show_signed(INT64_MIN).text, "-9223372036854775808");
    assert_string_equal(al_show_hex(0, false).text, "0");
    assert_string_equal(al_show_hex(0x1F0A, false).text, "1f0a");
    assert_string_equal(al_show_hex(UINT64_MAX, true).text, "FFFFFFFFFFFFFFFF");
}

static void sizes(void **state)
{
    (void)state;
    assert_string_equal(al_show_size(0).text, "0 bytes");
    assert_string_equal(al_show_size(1).text, "1 byte");
    assert_string_equal(al_show_size(10239).text, "10239 bytes");
    assert_string_equal(al_show_size(10240).text, "10 KB");
    assert_string_equal(al_show_size(10751).text, "10 KB");
    assert_string_equal(al_show_size(10752).text, "11 KB");
    assert_string_equal(al_show_size(1048575).text, "1024 KB");
    assert_string_equal(al_show_size(1048576).text, "1.0 MB");
    assert_string_equal(al_show_size(1677721).text, "1.5 MB");
}

static void reals(void **state)
{
    (void)state;
    assert_string_equal(al_show_number(0.5).text, "0.5");
    assert_string_equal(al_show_number(-0.25).text, "-0.25");
    assert_string_equal(al_show_number(1.0 / 3).text, "0.333333333");
    assert_string_equal(al_show_number(1e300).text, "1e+300");
    assert_string_equal(al_show_number(-0.0).text, "-0");
    assert_string_equal(al_show_real(1.0 / 3, 6).text, "0.333333");
    assert_string_equal(al_show_real(-DBL_TRUE_MIN, 17).text, "-4.9406564584124654e-324");
}

static void values_that_are_not_finite_have_one_name(void **state)
{
    (void)state;
    assert_string_equal(al_show_number((double)NAN).text, "NaN");
    assert_string_equal(al_show_number(-(double)NAN).text, "NaN");
    assert_string_equal(al_show_number((double)INFINITY).text, "infinity");
    assert_string_equal(al_show_shortest(-(double)INFINITY).text, "-infinity");
}

static void the_fewest_digits(void **state)
{
    (void)state;
    const float third = 1.0F / 3; /* an expression may have more digits than a float */
    assert_string_equal(al_show_shortest((double)0.1F).text, "0.1");
    assert_string_equal(al_show_shortest(0.1).text, "0.1");
    assert_string_equal(al_show_shortest(1.0 / 3).text, "0.3333333333333333");
    assert_string_equal(al_show_shortest((double)third).text, "0.33333334");
    assert_string_equal(al_show_shortest((double)FLT_MAX).text, "3.4028235e+38");
    assert_string_equal(al_show_shortest((double)FLT_TRUE_MIN).text, "1.4013e-45");
    assert_string_equal(al_show_shortest(DBL_MAX).text, "1.7976931348623157e+308");
    assert_string_equal(al_show_shortest(-0.0).text, "-0");
    assert_string_equal(al_show_shortest(16777216).text, "16777216");
}

/* For floats and doubles with any bits, the shown text reads back as the same bits. */
static void shown_numbers_read_back(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (unsigned i = 0; i < 20000; i++) {
        const uint32_t narrow = unit_next(&seed) ^ (unit_next(&seed) & 0xFFFF) << 16;
        const uint64_t wide = (uint64_t)narrow << 32 | unit_next(&seed);
        float number, again;
        double wide_number, wide_again;
        memcpy(&number, &narrow, sizeof number);
        memcpy(&wide_number, &wide, sizeof wide_number);
        if (!isfinite(number) || !isfinite(wide_number))
            continue;
        again = strtof(al_show_shortest((double)number).text, NULL);
        wide_again = strtod(al_show_shortest(wide_number).text, NULL);
        assert_memory_equal(&again, &number, sizeof number);
        assert_memory_equal(&wide_again, &wide_number, sizeof wide_number);
    }
}

static void assert_dot(const char *with_sign, const char *with_dot)
{
    char number[40];
    memcpy(number, with_sign, strlen(with_sign) + 1);
    al_use_decimal_dot(number);
    assert_string_equal(number, with_dot);
}

/* The decimal signs that printf writes in existing locales: a comma, and U+066B of two bytes. */
static void any_decimal_sign_becomes_a_dot(void **state)
{
    (void)state;
    assert_dot("2,5", "2.5");
    assert_dot(",5", ".5");
    assert_dot("-2\xD9\xAB"
               "5e-300",
               "-2.5e-300");
    assert_dot("2.5", "2.5");
    assert_dot("1e+300", "1e+300");
    assert_dot("-7", "-7");
}

static bool use_locale(const char *name)
{
    /* checksrc: allow banned-call: a host may set a locale, which must not change our texts */
    return setlocale(LC_ALL, name) != NULL;
}

/* Decimal signs of one byte and of two. The build makes both locales where it can; Windows has its own. */
static void the_host_s_locale_changes_nothing(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "ps_AF.UTF-8", "de-DE"};
    (void)state;
    unsigned used = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!use_locale(names[i]) || strcmp(localeconv()->decimal_point, ".") == 0)
            continue;
        used++;
        const al_number_text plain = al_show_number(2.5), shortest = al_show_shortest(1.0 / 3);
        assert_true(use_locale("C"));
        assert_string_equal(plain.text, "2.5");
        assert_string_equal(shortest.text, "0.3333333333333333");
    }
    if (getenv("LOCPATH") != NULL)
        assert_int_equal(used, 2);
    else if (used == 0)
        skip();
}

/* ---- From text ----------------------------------------------------------------------------------------- */

typedef bool parser(const char *text, uint64_t *value);

static void expect_parsed(parser *parse, const char *text, uint64_t wanted)
{
    uint64_t value = 4711;
    if (!parse(text, &value) || value != wanted)
        fail_msg("%s is %s", text, al_show_unsigned(value).text);
}

static void expect_refused(parser *parse, const char *const *texts)
{
    uint64_t value;
    for (; *texts != NULL; texts++)
        if (parse(*texts, &value))
            fail_msg("\"%s\" was read", *texts);
}

static void numbers_are_read_exactly(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         " 1",
                                         "1 ",
                                         "+1",
                                         "-1",
                                         "1:",
                                         "1/",
                                         "a",
                                         "18446744073709551616",
                                         "18446744073709551620",
                                         "1\x01",
                                         "99999999999999999999",
                                         NULL};
    uint64_t kept = 4711;
    expect_parsed(al_parse_number, "0", 0);
    expect_parsed(al_parse_number, "007", 7);
    expect_parsed(al_parse_number, "1234567890", 1234567890);
    expect_parsed(al_parse_number, "18446744073709551614", UINT64_MAX - 1);
    expect_parsed(al_parse_number, "18446744073709551615", UINT64_MAX);
    expect_refused(al_parse_number, others);
    assert_false(al_parse_number("1x", &kept));
    assert_int_equal(kept, 4711);
}

static void bytes_may_have_a_unit(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         "K",
                                         "1k",
                                         "1T",
                                         "1KB",
                                         "1K ",
                                         "K1",
                                         "18014398509481984K",
                                         "17592186044416M",
                                         "17179869184G",
                                         "1\x01",
                                         "18446744073709551616",
                                         NULL};
    uint64_t kept = 4711;
    expect_parsed(al_parse_bytes, "0", 0);
    expect_parsed(al_parse_bytes, "10", 10);
    expect_parsed(al_parse_bytes, "1K", 1024);
    expect_parsed(al_parse_bytes, "3M", UINT64_C(3) << 20);
    expect_parsed(al_parse_bytes, "5G", UINT64_C(5) << 30);
    expect_parsed(al_parse_bytes, "18446744073709551615", UINT64_MAX);
    expect_parsed(al_parse_bytes, "18014398509481983K", UINT64_C(18014398509481983) * 1024);
    expect_parsed(al_parse_bytes, "17179869183G", UINT64_C(17179869183) << 30);
    expect_refused(al_parse_bytes, others);
    assert_false(al_parse_bytes("1x", &kept));
    assert_int_equal(kept, 4711);
}

static void sixteen_hexadecimal_digits(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         "0",
                                         "0123456789abcde",
                                         "0123456789abcdef0",
                                         "0123456789ABCDEF",
                                         "0123456789abcdeg",
                                         "0123456789abcde ",
                                         "\x01"
                                         "123456789abcdef",
                                         NULL};
    expect_parsed(al_parse_hexadecimal, "0123456789abcdef", UINT64_C(0x0123456789ABCDEF));
    expect_parsed(al_parse_hexadecimal, "f000000000000000", UINT64_C(0xF000000000000000));
    expect_parsed(al_parse_hexadecimal, "ffffffffffffffff", UINT64_MAX);
    expect_refused(al_parse_hexadecimal, others);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(reals),
        cmocka_unit_test(values_that_are_not_finite_have_one_name),
        cmocka_unit_test(the_fewest_digits),
        cmocka_unit_test(shown_numbers_read_back),
        cmocka_unit_test(any_decimal_sign_becomes_a_dot),
        cmocka_unit_test(the_host_s_locale_changes_nothing),
        cmocka_unit_test(numbers_are_read_exactly),
        cmocka_unit_test(bytes_may_have_a_unit),
        cmocka_unit_test(sixteen_hexadecimal_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
