/* report_escape_test.c: texts of any length are escaped in pieces as they are as a whole. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/texts.h"

/* Writes the text to a file, and reads what is in it. The result is the caller's. */
static char *written(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    write_escaped(file, text, strlen(text));
    const long size = ftell(file);
    assert_true(size >= 0);
    char *bytes = calloc((size_t)size + 1, 1);
    assert_non_null(bytes);
    rewind(file);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    (void)fclose(file);
    return bytes;
}

static void assert_same_in_pieces(const char *text)
{
    char *whole = escaped_copy(text, strlen(text));
    char *pieces = written(text);
    assert_non_null(whole);
    assert_string_equal(pieces, whole);
    free(whole);
    free(pieces);
}

/* The bytes stand before, across and behind the end of the first piece, and of the second. */
static void what_belongs_together_is_not_split(void **state)
{
    static const char *const together[] = {
        "\xC3\xA9",    "\xE2\x82\xAC", "\xF0\x9F\x98\x80",     "##[", "###[", "##vso[",
        "##teamcity[", "###vso[##[",   "\x80\x80\x80\x80\x80", "\n",  "#"};
    enum { MOST_BEFORE = 600 };
    (void)state;
    for (size_t i = 0; i < sizeof together / sizeof together[0]; i++)
        for (size_t before = 0; before < MOST_BEFORE; before++) {
            char text[MOST_BEFORE + 32];
            memset(text, 'a', before);
            (void)snprintf(text + before, sizeof text - before, "%sbehind", together[i]);
            assert_same_in_pieces(text);
        }
}

static void short_texts(void **state)
{
    (void)state;
    assert_same_in_pieces("");
    assert_same_in_pieces("a\x01"
                          "b");
    char *text = written("a\nb");
    assert_string_equal(text, "a\\x0Ab");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_belongs_together_is_not_split),
        cmocka_unit_test(short_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
