/* finding_message_test.c: messages are those of printf, but escaped and cut. */
#include "unit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/finding_message.h"
#include "core/limits.h"

/* Asserts that the message of a sentence with values is `wanted`. */
#define ASSERT_MADE(wanted, ...)                                     \
    do {                                                             \
        char message[AL_MAX_MESSAGE];                                \
        const size_t length = al_make_message(message, __VA_ARGS__); \
        assert_int_equal(length, strlen(message));                   \
        assert_string_equal(message, wanted);                        \
    } while (0)

/* Asserts that the message is what printf makes. */
#define ASSERT_AS_PRINTF(...)                               \
    do {                                                    \
        char wanted[AL_MAX_MESSAGE];                        \
        (void)snprintf(wanted, sizeof wanted, __VA_ARGS__); \
        ASSERT_MADE(wanted, __VA_ARGS__);                   \
    } while (0)

static void messages_are_those_of_printf(void **state)
{
    (void)state;
    ASSERT_AS_PRINTF("%d + %d is %d%%", 1, -2, INT_MIN);
    ASSERT_AS_PRINTF("%u %zu %lu %ld %llu %lld", UINT_MAX, SIZE_MAX, ULONG_MAX, LONG_MIN, ULLONG_MAX,
                     LLONG_MIN);
    ASSERT_AS_PRINTF("0x%02X 0x%07" PRIx32 " 0x%" PRIx64 " %08" PRIX32 " %08lX %x", 0xA, UINT32_C(0xBEEF),
                     UINT64_MAX, UINT32_MAX, 7UL, 0U);
    ASSERT_AS_PRINTF("%05d|%5d|%05d|%3u|%1d|%12d", -42, -42, 42, 7U, 12345, 1);
    ASSERT_AS_PRINTF("%.6g %.9g %.17g %.9g %.g", 1.0 / 3, 1e-7, 0.1, -123456789.0, 2.0);
    ASSERT_AS_PRINTF("'%s' '%.*s' '%.3s' '%.12s' '%.*s' '%s'", "all", 2, "abc", "abcdef", "abc", -1, "whole",
                     "");
    ASSERT_AS_PRINTF("%c%c%%%s", 'a', '%', "%d"); /* a % in a text is no directive */
    ASSERT_AS_PRINTF("100%%, or 50 %%%s", "");
    ASSERT_AS_PRINTF("%.*s|", 0, "abc");
}

static void texts_end_at_a_nul_or_where_no_room_is_left(void **state)
{
    (void)state;
    char text[2 * AL_MAX_MESSAGE]; /* without a NUL: no more of it is read than a message shows */
    memset(text, 'x', sizeof text);
    char made[AL_MAX_MESSAGE];
    assert_int_equal(al_make_message(made, "%.*s%.*s", (int)sizeof text, text, 5, "a\0bcd"),
                     AL_MAX_MESSAGE - 1);
    assert_int_equal(strspn(made, "x"), AL_MAX_MESSAGE - 4);
    ASSERT_MADE("a", "%.*s", 5, "a\0bcd");
}

static void texts_are_escaped(void **state)
{
    (void)state;
    ASSERT_MADE("a\\xFF\\x0Ab", "%s", "a\xFF\nb");
}

/* An escape or a character without enough room is left out as a whole, before the dots. */
static void long_messages_end_in_dots(void **state)
{
    (void)state;
    char text[AL_MAX_MESSAGE + 1], made[AL_MAX_MESSAGE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    text[AL_MAX_MESSAGE - 6] = '\x1B';
    (void)al_make_message(made, "%s%d", text, 7);
    assert_int_equal(strspn(made, "x"), AL_MAX_MESSAGE - 6);
    assert_string_equal(made + AL_MAX_MESSAGE - 6, "...");
}

static void an_integer_after_a_text_that_is_too_long(void **state)
{
    (void)state;
    char text[AL_MAX_MESSAGE], made[AL_MAX_MESSAGE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ASSERT_MADE(text, "%s", text);
    (void)al_make_message(made, "%s%u", text, 7U);
    assert_string_equal(made + AL_MAX_MESSAGE - 4, "...");
}

/* A short buffer holds only whole characters; the returned length is that of the full text. */
static void words_in_a_short_buffer(void **state)
{
    (void)state;
    char out[8] = "#######";
    const al_value text = {.kind = AL_VALUE_TEXT,
                           .as.text = {.bytes = "ab\xC3\xBD"
                                                "cd",
                                       .length = 6}};
    assert_int_equal(al_value_words(text, out, 4), 6);
    assert_string_equal(out, "ab");
    assert_int_equal(al_value_words(text, out, 5), 6);
    assert_string_equal(out, "ab\xC3\xBD");
    assert_int_equal(al_value_words(text, out, 1), 6);
    assert_string_equal(out, "");
    memset(out, '#', sizeof out);
    assert_int_equal(al_value_words(text, out, 6), 6); /* one byte too few for the NUL */
    assert_memory_equal(out,
                        "ab\xC3\xBD"
                        "c\0##",
                        sizeof out);
    out[0] = '#';
    assert_int_equal(al_value_words(text, out, 0), 6);
    assert_int_equal(out[0], '#');
    assert_int_equal(al_value_words(text, NULL, 0), 6);
    assert_int_equal(al_real_words((double)0.1F, out, sizeof out), 3);
    assert_string_equal(out, "0.1");
    assert_int_equal(al_value_words((al_value){.kind = AL_VALUE_NONE}, out, sizeof out), 0);
    assert_string_equal(out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_those_of_printf),
        cmocka_unit_test(texts_end_at_a_nul_or_where_no_room_is_left),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(long_messages_end_in_dots),
        cmocka_unit_test(an_integer_after_a_text_that_is_too_long),
        cmocka_unit_test(words_in_a_short_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
