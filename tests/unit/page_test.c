/* page_test.c: line breaks and columns of text for people. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/page.h"

typedef struct sheet {
    page page;
    char *text;
    size_t size;
} sheet;

static void begin(sheet *s, int width, int indent)
{
    *s = (sheet){.text = NULL};
    s->page = (page){.out = open_memstream(&s->text, &s->size), .width = width, .indent = indent};
    assert_non_null(s->page.out);
}

static void assert_sheet(sheet *s, const char *expected)
{
    assert_int_equal(fclose(s->page.out), 0);
    assert_string_equal(s->text, expected);
    free(s->text);
}

static void assert_text(int width, int indent, const char *text, const char *expected)
{
    sheet s;
    begin(&s, width, indent);
    page_text(&s.page, text);
    assert_sheet(&s, expected);
}

static void lines_break_at_blanks(void **state)
{
    (void)state;
    assert_text(10, 0, "one two three", "one two\nthree");
    assert_text(13, 0, "one two three", "one two three");
    assert_text(12, 0, "one two three", "one two\nthree");
    assert_text(0, 0, "one two three four five six", "one two three four five six");
    assert_text(1, 0, "ab c", "a\nb\nc");
    assert_text(9, 2, "one two three", "  one two\n  three");
    assert_text(8, 2, "one two\nthree", "  one\n  two\n  three");
    assert_text(9, 2, "one\n\ntwo", "  one\n\n  two");
}

static void blanks_within_a_line_stay(void **state)
{
    (void)state;
    assert_text(20, 0, "a  =   b", "a  =   b");
    assert_text(5, 0, "a  =   b", "a  =\nb");
    assert_text(0, 0, "a  b ", "a  b");
    assert_text(0, 4, " a  b  \n  c ", "    a  b\n    c");
    assert_text(6, 0, "a  b  ", "a  b");
    assert_text(6, 2, "a  b  c", "  a  b\n  c");
}

static void long_words_break_anywhere(void **state)
{
    (void)state;
    assert_text(4, 0, "abcdefghij", "abcd\nefgh\nij");
    assert_text(4, 2, "a bcdef g", "  a\n  bc\n  de\n  f\n  g");
    assert_text(4, 6, "ab", "      a\n      b"); /* no room at all: one character per line, and it ends */
}

static void paths_break_behind_slashes(void **state)
{
    (void)state;
    assert_text(12, 2, "assets/units/size_s/ship_a_macro.xml",
                "  assets/\n  units/\n  size_s/\n  ship_a_mac\n  ro.xml");
    assert_text(12, 2, "a\\bcdefghi\\jk", "  a\\\n  bcdefghi\\\n  jk");
}

/* A CI system would obey it. */
static void no_line_begins_with_a_command(void **state)
{
    (void)state;
    assert_text(12, 0, "one two ::abc d", "one two ::ab\nc d");
    assert_text(12, 0, "one two \xC2\xA0::abc", "one two \xC2\xA0::a\nbc");
    assert_text(4, 0, "abcd::efgh", "abcd:\n:efg\nh");
}

static void columns_are_characters(void **state)
{
    (void)state;
    assert_int_equal(columns_of("abc"), 3);
    assert_int_equal(columns_of("\xC3\xA4"), 1);         /* a with dots */
    assert_int_equal(columns_of("a\xCC\x88"), 1);        /* the same, as two characters */
    assert_int_equal(columns_of("\xED\x95\x9C"), 2);     /* Hangul */
    assert_int_equal(columns_of("\xF0\x9F\x98\x80"), 2); /* a face */
    assert_text(3, 0, "\xED\x95\x9C\xED\x95\x9C", "\xED\x95\x9C\n\xED\x95\x9C");
    assert_text(3, 0, "\xC3\xA4\xC3\xA4\xC3\xA4", "\xC3\xA4\xC3\xA4\xC3\xA4");
}

/* Characters of two columns, and of none. */
static const struct {
    uint32_t first, last;
    int columns;
} blocks[] = {
    {0x1100, 0x115F, 2},   {0x2E80, 0xA4CF, 2},   {0xA960, 0xA97F, 2},   {0xAC00, 0xD7A3, 2},
    {0xF900, 0xFAFF, 2},   {0xFE30, 0xFE6F, 2},   {0xFF01, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
    {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2}, {0x0300, 0x036F, 0},
    {0x200B, 0x200D, 0},   {0x20D0, 0x20FF, 0},   {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},
};

static void assert_columns(uint32_t c)
{
    const char two[] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F)), '\0'};
    const char three[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3F)), two[1], '\0'};
    const char four[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 0x3F)), three[1], two[1], '\0'};
    int columns = 1;
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (c >= blocks[i].first && c <= blocks[i].last)
            columns = blocks[i].columns;
    assert_int_equal(columns_of(c < 0x800 ? two : c < 0x10000 ? three : four), columns);
}

static void columns_at_the_ends_of_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        assert_columns(blocks[i].first - 1);
        assert_columns(blocks[i].first);
        assert_columns(blocks[i].last);
        assert_columns(blocks[i].last + 1);
    }
    assert_columns(0x80);
    assert_columns(0x7FF);
    assert_columns(0x10000);
    assert_int_equal(columns_of("\xF0\x9F\x98\x80\x80"), 1); /* no character */
}

static void a_phrase_stays_whole(void **state)
{
    (void)state;
    sheet s;
    begin(&s, 10, 0);
    page_text(&s.page, "one two ");
    page_phrase(&s.page, "three four");
    assert_sheet(&s, "one two\nthree four");
    begin(&s, 18, 0);
    page_text(&s.page, "one two ");
    page_phrase(&s.page, "three four");
    assert_sheet(&s, "one two three four");
    begin(&s, 1, 0);
    page_text(&s.page, "a");
    page_phrase(&s.page, "b");
    assert_sheet(&s, "a\nb");
}

static void parts_of_a_line(void **state)
{
    (void)state;
    sheet s;
    begin(&s, 12, 0);
    page_to(&s.page, 2);
    page_mark(&s.page, "<b>");
    page_text(&s.page, "a");
    page_mark(&s.page, "</b>");
    page_to(&s.page, 6);
    page_to(&s.page, 4);
    s.page.indent = 6;
    page_text(&s.page, "b cdef gh");
    page_end_line(&s.page);
    assert_sheet(&s, "  <b>a</b>   b cdef\n      gh\n");
    begin(&s, 12, 0);
    page_text(&s.page, "one ");
    page_text(&s.page, "two three ");
    page_text(&s.page, "four");
    assert_sheet(&s, "one two\nthree four");
    begin(&s, 0, 0);
    page_to(&s.page, 100);
    assert_int_equal(s.page.column, 100);
    assert_int_equal(fclose(s.page.out), 0);
    assert_int_equal(strspn(s.text, " "), 100);
    free(s.text);
}

static void parts_that_fit(void **state)
{
    (void)state;
    static const char text[] = "a\xE6\x97\xA5o\xCC\x88z"; /* of 1, 2, 1 with a mark, and 1 columns */
    static const struct {
        int width;
        const char *shown;
    } fitting[] = {{1, "a"}, {0, text}, {5, text}, {4, "a\xE6\x97\xA5o\xCC\x88"}, {3, "a\xE6\x97\xA5"},
                   {2, "a"}};
    for (size_t i = 0; i < sizeof fitting / sizeof fitting[0]; i++) {
        sheet s;
        begin(&s, fitting[i].width, 0);
        page_fit(&s.page, text);
        assert_sheet(&s, fitting[i].shown);
    }
    assert_ptr_equal(behind_columns(text, 0), text);
    assert_string_equal(behind_columns(text, 1), text + 1);
    assert_string_equal(behind_columns(text, 2), text + 4); /* not half a character */
    assert_string_equal(behind_columns(text, 3), text + 4);
    assert_string_equal(behind_columns(text, 9), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_blanks),
        cmocka_unit_test(blanks_within_a_line_stay),
        cmocka_unit_test(long_words_break_anywhere),
        cmocka_unit_test(columns_are_characters),
        cmocka_unit_test(paths_break_behind_slashes),
        cmocka_unit_test(no_line_begins_with_a_command),
        cmocka_unit_test(columns_at_the_ends_of_blocks),
        cmocka_unit_test(a_phrase_stays_whole),
        cmocka_unit_test(parts_of_a_line),
        cmocka_unit_test(parts_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
