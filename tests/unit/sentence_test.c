/* sentence_test.c: printf's directives in two steps: values are stored first and formatted later, with the
 * result of printf. */
#include "unit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/compiler.h"
#include "core/limits.h"
#include "core/sentence.h"
#include "words.h"

typedef struct taken {
    al_value values[AL_MAX_VALUES];
    size_t count;
} taken;

static taken take(const char *sentence, ...) AL_PRINTF(1, 2);

static taken take(const char *sentence, ...)
{
    taken t;
    va_list list;
    va_start(list, sentence);
    t.count = al_take_values(t.values, sentence, list);
    va_end(list);
    return t;
}

static words words_of_taken(const char *sentence, const taken *t)
{
    words w = {.text = ""};
    const size_t length = al_sentence_words(sentence, t->values, t->count, w.text, sizeof w.text);
    assert_int_equal(length, strlen(w.text));
    return w;
}

/* Asserts that the text is that of printf. */
#define ASSERT_AS_PRINTF(sentence, ...)                                     \
    do {                                                                    \
        char wanted[AL_MESSAGE_SIZE];                                       \
        const taken given = take(sentence, __VA_ARGS__);                    \
        (void)snprintf(wanted, sizeof wanted, sentence, __VA_ARGS__);       \
        assert_string_equal(words_of_taken(sentence, &given).text, wanted); \
    } while (0)

static void values_keep_their_types(void **state)
{
    (void)state;
    const taken t = take("%d of %u, 100 %%: %s and %.*s at %.9g, %c, %zu %" PRIu64 " %" PRId64, -1, UINT_MAX,
                         "hull", 2, "abc", 0.5, 'x', (size_t)SIZE_MAX, UINT64_MAX, INT64_MIN);
    assert_int_equal(t.count, 9);
    assert_int_equal(t.values[0].kind, AL_VALUE_INT);
    assert_int_equal(t.values[0].as.int_value, -1);
    assert_int_equal(t.values[1].kind, AL_VALUE_UINT);
    assert_int_equal(t.values[1].as.uint_value, UINT_MAX);
    assert_int_equal(t.values[2].kind, AL_VALUE_TEXT);
    assert_int_equal(t.values[2].as.text.length, 4);
    assert_int_equal(t.values[3].as.text.length, 2);
    assert_memory_equal(t.values[3].as.text.bytes, "ab", 2);
    assert_int_equal(t.values[4].kind, AL_VALUE_REAL);
    assert_true(t.values[4].as.real_value >= 0.5 && t.values[4].as.real_value <= 0.5);
    assert_int_equal(t.values[5].as.uint_value, 'x');
    assert_int_equal(t.values[6].as.uint_value, SIZE_MAX);
    assert_int_equal(t.values[7].as.uint_value, UINT64_MAX);
    assert_int_equal(t.values[8].as.int_value, INT64_MIN);
}

static void as_many_values_as_a_finding_holds(void **state)
{
    (void)state;
    const taken t =
        take("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%%", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    assert_int_equal(t.count, AL_MAX_VALUES);
    for (size_t i = 0; i < t.count; i++)
        assert_int_equal(t.values[i].as.int_value, i + 1);
}

static void words_are_those_of_printf(void **state)
{
    (void)state;
    ASSERT_AS_PRINTF("%d + %d is %d%%", 1, -2, INT_MIN);
    ASSERT_AS_PRINTF("%u %zu %lu %ld %llu %lld", UINT_MAX, (size_t)7, 8UL, -9L, 10ULL, -11LL);
    ASSERT_AS_PRINTF("0x%02X 0x%07" PRIx32 " 0x%" PRIx64 " %08" PRIX32 " %x", 0xA, UINT32_C(0xBEEF),
                     UINT64_MAX, UINT32_MAX, 0U);
    ASSERT_AS_PRINTF("%05d|%5d|%05d|%3u|%1d", -42, -42, 42, 7U, 12345);
    ASSERT_AS_PRINTF("%.6g %.9g %.17g %.9g", 1.0 / 3, 1e-7, 0.1, -123456789.0);
    ASSERT_AS_PRINTF("'%s' '%.*s' '%.3s' '%.*s' '%s'", "all", 2, "abc", "abcdef", -1, "whole", "");
    ASSERT_AS_PRINTF("%c%c%%%s", 'a', '%', "%d"); /* a % in a text is no directive */
    const taken none = {.count = 0};
    assert_string_equal(words_of_taken("100%%, or 50 %%", &none).text, "100%, or 50 %");
    assert_string_equal(words_of_taken("", &none).text, "");
}

static void supported_directives(void **state)
{
    (void)state;
    static const char *const valid[] = {"",     "no",   "%%",    "%d",   "%u",   "%x",   "%X",    "%lu",
                                        "%llu", "%zu",  "%lld",  "%02x", "%5d",  "%07x", "%08lX", "%c",
                                        "%s",   "%.*s", "%.12s", "%.g",  "%.9g", "%.17g"};
    static const char *const invalid[] = {"%",     "%5",
                                          "%q",    "%i",
                                          "%f",    "%g",
                                          "%e",    "%p",
                                          "%n",    "%hd",
                                          "%hhu",  "%jd",
                                          "%td",   "%zd",
                                          "%Lg",   "%-5d",
                                          "%+d",   "% d",
                                          "%#x",   "%*d",
                                          "%5s",   "%.5d",
                                          "%123d", "%.18g",
                                          "%.*g",  "%lc",
                                          "%ls",   "%5c",
                                          "%5%",   "%.123s",
                                          "%'d",   "%1$d",
                                          "%09g",  "fine %d and bad %y",
                                          "%:d",   "%1:d",
                                          "%1s",   "%1c",
                                          "%1.9g", "%.9lg",
                                          "%.3c"};
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++)
        if (!al_is_sentence(valid[i]))
            fail_msg("%s must be accepted", valid[i]);
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        if (al_is_sentence(invalid[i]))
            fail_msg("%s must be refused", invalid[i]);
    assert_true(al_is_sentence("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d"));
    assert_true(al_is_sentence("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%%"));
    assert_false(al_is_sentence("%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d"));
}

/* A directive without a value, or an unsupported one, is printed as it is. */
static void a_sentence_without_its_values(void **state)
{
    (void)state;
    const taken one = take("%d", 1), none = {.count = 0};
    assert_string_equal(words_of_taken("%d of %d parts", &one).text, "1 of %d parts");
    assert_string_equal(words_of_taken("%s is %n", &none).text, "%s is %n");
    assert_string_equal(words_of_taken("%% of %d", &none).text, "% of %d");
    assert_string_equal(words_of_taken("%n", &one).text, "%n");
    assert_string_equal(words_of_taken("%d%% %n", &one).text, "1% %n");
    ASSERT_AS_PRINTF("%.*s|", 0, "abc");
}

static void texts_end_at_a_nul_or_at_the_largest_message(void **state)
{
    (void)state;
    char text[2 * AL_MAX_MESSAGE];
    memset(text, 'x', sizeof text);
    const taken t = take("%.*s%.*s", (int)sizeof text, text, 5, "a\0bcd");
    assert_int_equal(t.values[0].as.text.length, AL_MAX_MESSAGE);
    assert_int_equal(t.values[1].as.text.length, 0); /* no room is left */
    const taken nul = take("%.*s", 5, "a\0bcd");
    assert_int_equal(nul.values[0].as.text.length, 1);
}

/* An escape or a character without enough room is left out as a whole, before the dots. */
static void long_sentences_end_in_dots(void **state)
{
    (void)state;
    char text[AL_MAX_MESSAGE + 1];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    text[AL_MAX_MESSAGE - 6] = '\x1B';
    const taken t = take("%s%d", text, 7);
    const words w = words_of_taken("%s%d", &t);
    assert_int_equal(strspn(w.text, "x"), AL_MAX_MESSAGE - 6);
    assert_string_equal(w.text + AL_MAX_MESSAGE - 6, "...");
}

static void an_integer_in_words_after_a_text_that_is_too_long(void **state)
{
    (void)state;
    char text[AL_MAX_MESSAGE];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const taken fits = take("%s", text), beyond = take("%s%u", text, 7U);
    assert_string_equal(words_of_taken("%s", &fits).text, text);
    assert_string_equal(words_of_taken("%s%u", &beyond).text + AL_MAX_MESSAGE - 4, "...");
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

static void a_value_of_no_kind_has_no_words(void **state)
{
    (void)state;
    const taken nothing = {.count = 1};
    assert_string_equal(words_of_taken("<%d>", &nothing).text, "<>");
}

static void no_text_is_empty(void **state)
{
    (void)state;
    const char *volatile text = NULL; /* gcc would see it, and warn */
    const taken t = take("<%.*s>", 0, text);
    assert_int_equal(t.values[0].as.text.length, 0);
    assert_string_equal(words_of_taken("<%.*s>", &t).text, "<>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_keep_their_types),
        cmocka_unit_test(as_many_values_as_a_finding_holds),
        cmocka_unit_test(words_are_those_of_printf),
        cmocka_unit_test(supported_directives),
        cmocka_unit_test(a_sentence_without_its_values),
        cmocka_unit_test(texts_end_at_a_nul_or_at_the_largest_message),
        cmocka_unit_test(long_sentences_end_in_dots),
        cmocka_unit_test(an_integer_in_words_after_a_text_that_is_too_long),
        cmocka_unit_test(words_in_a_short_buffer),
        cmocka_unit_test(a_value_of_no_kind_has_no_words),
        cmocka_unit_test(no_text_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
