/* lines_test.c: lines and columns of offsets, in bytes and in characters. */
#include "unit.h"

#include <string.h>

#include "core/lines.h"

static void assert_place(al_lines *lines, uint64_t offset, uint64_t line, uint64_t column)
{
    al_lines_advance(lines, offset);
    assert_int_equal(lines->line, line);
    assert_int_equal(lines->column, column);
}

static al_lines lines_of(const char *text, al_columns columns)
{
    return al_lines_of(al_span_of(text, strlen(text)), columns);
}

static void every_line_end_counts_once(void **state)
{
    (void)state;
    al_lines lines = lines_of("a\nb\r\nc\rd\n\n", AL_COLUMNS_BYTES);
    assert_place(&lines, 0, 1, 1);
    assert_place(&lines, 1, 1, 2); /* a line end belongs to its line */
    assert_place(&lines, 2, 2, 1);
    assert_place(&lines, 4, 2, 2);
    assert_place(&lines, 5, 3, 1);
    assert_place(&lines, 7, 4, 1);
    assert_place(&lines, 9, 5, 1);
    assert_place(&lines, 10, 6, 1);
    assert_place(&lines, 99, 6, 1);
    assert_int_equal(lines.offset, 10);
    assert_place(&lines, 3, 6, 1); /* offsets never go back */
}

static void columns_are_bytes_or_characters(void **state)
{
    (void)state;
    static const char text[] = "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80x\xFFy";
    al_lines bytes = lines_of(text, AL_COLUMNS_BYTES), characters = lines_of(text, AL_COLUMNS_UTF8);
    assert_place(&bytes, 9, 1, 10);
    assert_place(&characters, 2, 1, 2);
    assert_place(&characters, 5, 1, 3);
    assert_place(&characters, 9, 1, 4);
    assert_place(&characters, 11, 1, 6);
}

static void a_mark_has_no_column(void **state)
{
    (void)state;
    al_lines lines = lines_of("\xEF\xBB\xBF<a/>", AL_COLUMNS_UTF8);
    assert_place(&lines, 0, 1, 1);
    assert_place(&lines, 3, 1, 1);
    assert_place(&lines, 4, 1, 2);
    al_lines bytes = lines_of("\xEF\xBB\xBF<a/>", AL_COLUMNS_BYTES);
    assert_int_equal(bytes.offset, 3);
    assert_place(&bytes, 4, 1, 2);
    al_lines part = lines_of("\xEF\xBB<a/>", AL_COLUMNS_BYTES);
    assert_place(&part, 3, 1, 4);
    al_lines little = al_lines_of(al_span_of("a\0b\0", 4), AL_COLUMNS_UTF16);
    assert_int_equal(little.offset, 0);
    assert_place(&little, 4, 1, 3);
}

/* Line ends of all kinds, and characters next to them and to surrogates in value. */
static void units_of_two_bytes(void **state)
{
    (void)state;
    static const uint16_t units[] = {'a',  '\r',   'b',    '\r',   '\n',   0x0E,
                                     0x0B, 0xDC00, 0xDFFF, 0xE000, 0xDBFF, '\n'};
    static const struct {
        uint64_t line, column;
    } places[] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 2}, {3, 1}, {3, 2},
                  {3, 3}, {3, 3}, {3, 3}, {3, 4}, {3, 5}, {4, 1}};
    uint8_t text[sizeof units];
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        text[2 * i] = (uint8_t)(units[i] & 0xFF);
        text[2 * i + 1] = (uint8_t)(units[i] >> 8);
    }
    al_lines lines = al_lines_of(al_span_of(text, sizeof text), AL_COLUMNS_UTF16);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        assert_place(&lines, 2 * i, places[i].line, places[i].column);
}

static void two_bytes_a_character(void **state)
{
    (void)state;
    static const uint8_t text[] = {0xFE, 0xFF, 0, 'a', 0xD8, 0x3D, 0xDE, 0x00, 0, '\r', 0, '\n', 0, 'b', 0};
    al_span span = al_span_of(text, sizeof text);
    span.big_endian = true;
    al_lines lines = al_lines_of(span, AL_COLUMNS_UTF16);
    assert_place(&lines, 2, 1, 1);
    assert_place(&lines, 4, 1, 2);
    assert_place(&lines, 8, 1, 3);
    assert_place(&lines, 12, 2, 1);
    assert_place(&lines, 14, 2, 2);
}

static void a_claim_gets_its_range(void **state)
{
    (void)state;
    al_lines start = lines_of("ab\ncd", AL_COLUMNS_UTF8);
    al_lines_advance(&start, 1);
    al_lines end = start;
    al_lines_advance(&end, 4);
    al_claim claim = {.rule = 1};
    al_claim_set_lines(&claim, &start, &end);
    assert_int_equal(claim.offset, 1);
    assert_int_equal(claim.length, 3);
    assert_int_equal(claim.line, 1);
    assert_int_equal(claim.column, 2);
    assert_int_equal(claim.end_line, 2);
    assert_int_equal(claim.end_column, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_end_counts_once), cmocka_unit_test(columns_are_bytes_or_characters),
        cmocka_unit_test(a_mark_has_no_column),       cmocka_unit_test(units_of_two_bytes),
        cmocka_unit_test(two_bytes_a_character),      cmocka_unit_test(a_claim_gets_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
