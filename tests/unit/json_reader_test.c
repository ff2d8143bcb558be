/* json_reader_test.c: reading JSON with the places of values. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/json_reader.h"

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_json_error mistake;
    const al_json *root;
} fixture;

static fixture read_text(const char *text, uint64_t fail_at)
{
    fixture f = {.budget = al_budget_of(1 << 24, fail_at)};
    f.arena = al_arena_on(&f.budget);
    f.root = al_json_read(al_span_of(text, strlen(text)), &f.arena, &f.mistake);
    f.arena.budget = NULL;
    return f;
}

static void expect_text(const char *json, const char *text)
{
    fixture f = read_text(json, 0);
    assert_non_null(f.root);
    assert_int_equal(f.root->kind, AL_JSON_TEXT);
    assert_string_equal(f.root->text, text);
    assert_int_equal(f.root->end - f.root->at, strlen(json));
    al_arena_free(&f.arena);
}

static void expect_number(const char *json, bool is_whole, uint64_t whole)
{
    fixture f = read_text(json, 0);
    assert_non_null(f.root);
    assert_int_equal(f.root->kind, AL_JSON_NUMBER);
    assert_int_equal(f.root->is_whole, is_whole);
    if (is_whole)
        assert_true(f.root->whole == whole);
    al_arena_free(&f.arena);
}

static void texts(void **state)
{
    (void)state;
    expect_text("\"\"", "");
    expect_text("\"a b\"", "a b");
    expect_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
    expect_text("\"\\u0041\\u00e4\\u20AC\\ud83D\\uDE00\"", "A\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    expect_text("\"\x7F\xC3\xA4\xF0\x9F\x98\x80\"", "\x7F\xC3\xA4\xF0\x9F\x98\x80");
    expect_text("\"\xF0\x9F\x98\x80\"", "\xF0\x9F\x98\x80");
    expect_text("\"\\u0001\\u007F\\u0080\\u07FF\\u0800\\uFFFF\"",
                "\x01\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF");
    expect_text("\"\\uD7FF\\uE000\\uD800\\uDC00\\uDBFF\\uDFFF\"",
                "\xED\x9F\xBF\xEE\x80\x80\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    expect_text("\"\\u0a1f\\u0A1F\\uFaAf\\u0909\"", "\xE0\xA8\x9F\xE0\xA8\x9F\xEF\xAA\xAF\xE0\xA4\x89");
}

static void numbers(void **state)
{
    (void)state;
    expect_number("0", true, 0);
    expect_number("-0", true, 0);
    expect_number("18446744073709551615", true, UINT64_MAX);
    expect_number("18446744073709551616", false, 0);
    expect_number("99999999999999999999999999", false, 0);
    expect_number("-1", false, 0);
    expect_number("1.0", false, 0);
    expect_number("1e2", false, 0);
    expect_number("1E-2", false, 0);
    expect_number("0.5e+10", false, 0);
}

static void places(void **state)
{
    (void)state;
    fixture f = read_text("\xEF\xBB\xBF { \"a\" : [ 1, true ],\n\"b\":null}", 0);
    assert_non_null(f.root);
    assert_int_equal(f.root->at, 4);
    assert_int_equal(f.root->end, 34);
    assert_int_equal(f.root->count, 2);
    const al_json *a = al_json_find(f.root, "a"), *b = al_json_find(f.root, "b");
    assert_int_equal(a->key_at, 6);
    assert_int_equal(a->at, 12);
    assert_int_equal(a->end, 23);
    assert_int_equal(a->count, 2);
    assert_int_equal(a->first->next->kind, AL_JSON_BOOL);
    assert_true(a->first->next->truth);
    assert_null(a->first->next->next);
    assert_int_equal(b->key_at, 25);
    assert_int_equal(b->kind, AL_JSON_NULL);
    assert_null(al_json_find(f.root, "c"));
    al_arena_free(&f.arena);
}

static const struct mistake {
    const char *json;
    uint64_t at;
    const char *what;
} wrong[] = {
    {"", 0, "unexpected end of the file"},
    {"[1,", 3, "unexpected end of the file"},
    {"[1, # one\n2]", 4, "JSON has no comments"},
    {"[1, / one\n2]", 4, "JSON has no comments"},
    {"[1 \"2\"]", 3, "expected a comma or ]"},
    {"{\"a\":1 2}", 7, "expected a comma or }"},
    {"['a']", 1, "strings need double quotes"},
    {"[&]", 1, "expected a value"},
    {"[1,]", 2, "no comma may follow the last value"},
    {"{\"a\":1 , }", 7, "no comma may follow the last value"},
    {"{a:1}", 1, "expected a key in double quotes"},
    {"{\"a\" 1}", 5, "expected a colon after the key"},
    {"1 2", 2, "expected nothing after the JSON"},
    {"1 #", 2, "JSON has no comments"},
    {"{\"a\tb\": 1}", 3, "control character in a string"},
    {"\xEF\xBB 1", 0, "expected a value"},
    {"nul", 0, "expected a value"},
    {"\"ab", 0, "this string has no end"},
    {"[\"ab", 1, "this string has no end"},
    {"\"a\nb\"", 2, "a string must end on the line on which it begins"},
    {"\"a\rb\"", 2, "a string must end on the line on which it begins"},
    {"\"a\tb\"", 2, "control character in a string"},
    {"\"a\x1F"
     "b\"",
     2, "control character in a string"},
    {"\"a\xC3\"", 2, "invalid UTF-8"},
    {"\"a\xFF"
     "bcd\"",
     2, "invalid UTF-8"},
    {"\"\\x\"", 1, "unknown escape sequence; write a backslash as \\\\"},
    {"\"\\", 1, "unknown escape sequence; write a backslash as \\\\"},
    {"\"\\u12g4\"", 5, "\\u needs four hexadecimal digits"},
    {"\"\\u123\"", 6, "\\u needs four hexadecimal digits"},
    {"\"\\u00G0\"", 5, "\\u needs four hexadecimal digits"},
    {"\"\\u00:0\"", 5, "\\u needs four hexadecimal digits"},
    {"\"\\u00@0\"", 5, "\\u needs four hexadecimal digits"},
    {"\"\\u00`0\"", 5, "\\u needs four hexadecimal digits"},
    {"\"a\\u0000\"", 2, "strings must not contain NUL"},
    {"\"\\uD800\"", 1, "unpaired surrogate"},
    {"\"\\uD800\\n\"", 1, "unpaired surrogate"},
    {"\"\\uDC00\\uDC00\"", 1, "unpaired surrogate"},
    {"\"\\uDFFF\"", 1, "unpaired surrogate"},
    {"\"\\uD800\\uDBFF\"", 1, "unpaired surrogate"},
    {"\"\\uD800\\uE000\"", 1, "unpaired surrogate"},
    {"\"\\uD800\\u12\"", 11, "\\u needs four hexadecimal digits"},
    {"[-]", 1, "expected a digit after the minus sign"},
    {"[01]", 1, "numbers must not have leading zeros"},
    {"[-01]", 1, "numbers must not have leading zeros"},
    {"[1.]", 1, "expected a digit after the decimal point"},
    {"[1e]", 1, "expected a digit in the exponent"},
    {"[1e+-1]", 1, "expected a digit in the exponent"},
};

/* Each mistake has a place and a sentence. */
static void mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fixture f = read_text(wrong[i].json, 0);
        assert_null(f.root);
        if (f.mistake.at != wrong[i].at || strcmp(f.mistake.what, wrong[i].what) != 0)
            fail_msg("%s: %d: %s", wrong[i].json, (int)f.mistake.at, f.mistake.what);
        al_arena_free(&f.arena);
    }
}

static void blanks(void **state)
{
    (void)state;
    fixture f = read_text(" \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n1 \t\r\n} \t\r\n", 0);
    assert_non_null(f.root);
    assert_int_equal(f.root->count, 1);
    al_arena_free(&f.arena);
    static const char *const others[] = {"\v1", "\b1", "1\f", "1\x0E", "1\x0C"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        f = read_text(others[i], 0);
        assert_null(f.root);
        al_arena_free(&f.arena);
    }
}

static void the_first_duplicate_key(void **state)
{
    (void)state;
    fixture f = read_text("{\"z\":1, \"a\":2, \"z\":3, \"a\":4}", 0);
    assert_null(f.root);
    assert_int_equal(f.mistake.at, 15);
    assert_string_equal(f.mistake.key, "z");
    al_arena_free(&f.arena);
    f = read_text("[{\"z\":1}, {\"z\":2, \"Z\":3}]", 0);
    assert_non_null(f.root);
    al_arena_free(&f.arena);
}

/* Few keys and many are compared in two ways. */
static void the_first_duplicate_of_any_number_of_keys(void **state)
{
    (void)state;
    for (size_t count = 2; count < 80; count++) {
        char text[1024] = "";
        size_t end = 0;
        for (size_t i = 0; i < count; i++) /* two of them come again */
            end += (size_t)snprintf(text + end, sizeof text - end, "%sk%02zu\":0", i == 0 ? "{\"" : ",\"", i);
        const size_t first = end + 1;
        static const char *const again[] = {"00", "01", "01", "00"}; /* the first one in the file counts */
        for (size_t order = 0; order < 4; order += 2) {
            (void)snprintf(text + end, sizeof text - end, ",\"k%s\":0,\"k%s\":0}", again[order],
                           again[order + 1]);
            fixture f = read_text(text, 0);
            assert_null(f.root);
            assert_int_equal(f.mistake.at, first);
            assert_string_equal(f.mistake.key + 1, again[order]);
            al_arena_free(&f.arena);
        }
        (void)snprintf(text + end, sizeof text - end, "}");
        fixture f = read_text(text, 0);
        assert_non_null(f.root);
        assert_int_equal(f.root->count, count);
        al_arena_free(&f.arena);
    }
}

/* A character that is not the same in text and file, at every place among those that are. */
static void texts_of_every_length(void **state)
{
    (void)state;
    static const char *const forms[][2] = {
        {"\\n", "\n"},           {"\\\"", "\""},   {"\xC3\xA4", "\xC3\xA4"},
        {"\\u00e4", "\xC3\xA4"}, {"\x7F", "\x7F"}, {"", ""}};
    for (size_t form = 0; form < sizeof forms / sizeof forms[0]; form++)
        for (size_t length = 0; length < 40; length++)
            for (size_t place = 0; place <= length; place++) {
                char plain[41] = "", json[64], text[64];
                memset(plain, 'x', length);
                (void)snprintf(json, sizeof json, "\"%.*s%s%s\"", (int)place, plain, forms[form][0],
                               plain + place);
                (void)snprintf(text, sizeof text, "%.*s%s%s", (int)place, plain, forms[form][1],
                               plain + place);
                expect_text(json, text);
            }
}

static void depth_has_a_bound(void **state)
{
    (void)state;
    char text[2 * (AL_JSON_DEPTH + 1) + 1] = "";
    for (size_t depth = AL_JSON_DEPTH; depth <= AL_JSON_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        fixture f = read_text(text, 0);
        assert_true((f.root != NULL) == (depth == AL_JSON_DEPTH));
        if (f.root == NULL)
            assert_int_equal(f.mistake.at, AL_JSON_DEPTH);
        al_arena_free(&f.arena);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    enum { LONG = 5000, KEYS = 1500 }; /* such a text and the list of so many keys need blocks of their own */
    bool failed = true;
    static char text[LONG + 20 * KEYS];
    size_t end = (size_t)snprintf(text, sizeof text, "{\"a\": [\"b\", {\"c\": 1, \"d\": 2}], \"e\": \"%0*d\"",
                                  LONG, 0);
    for (unsigned i = 0; i < KEYS; i++)
        end += (size_t)snprintf(text + end, sizeof text - end, ", \"k%u\": 0", i);
    (void)snprintf(text + end, sizeof text - end, "}");
    for (uint64_t n = 1; failed; n++) {
        fixture f = read_text(text, n);
        failed = f.root == NULL;
        if (failed)
            assert_null(f.mistake.what);
        al_arena_free(&f.arena);
        assert_true(n < 10 * KEYS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(numbers),
        cmocka_unit_test(places),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(blanks),
        cmocka_unit_test(the_first_duplicate_key),
        cmocka_unit_test(the_first_duplicate_of_any_number_of_keys),
        cmocka_unit_test(texts_of_every_length),
        cmocka_unit_test(depth_has_a_bound),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
