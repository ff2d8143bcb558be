/* describe_content_test.c: what lies in the place of a supported file is recognised by its first bytes. */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kit/describe_content.h"

#define SPAN(literal) al_span_of((literal), sizeof(literal) - 1)

typedef struct description {
    al_span content;
    const char *clause;
} description;

static void expect(const description *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *clause = al_describe_content(cases[i].content);
        if (strcmp(clause, cases[i].clause) != 0)
            fail_msg("case %zu: \"%s\", not \"%s\"", i, clause, cases[i].clause);
    }
}

#define EXPECT(cases) expect((cases), sizeof(cases) / sizeof(cases)[0])

static void binaries(void **state)
{
    (void)state;
    const description cases[] = {
        {SPAN("PK\3\4more"), ": it is a zip archive, unpack it"},
        {SPAN("PK\5\6"), ": it is an empty zip archive"},
        {SPAN("PK\3"), ""},
        {SPAN("\xFF\xFEv\0"), ": it is text in UTF-16, as a Windows console writes it"},
        {SPAN("\x89PNG\r\n\x1A\n"), ": it is a PNG picture"},
        {SPAN("MTL\0\1"), ": it is a Lost Saga material"},
        {SPAN("EDG\0"), ": it is a Lost Saga outline"},
        {SPAN("EDG\1"), ""},
        {SPAN("\0\5\x16\7\0"), ": it is metadata of macOS, delete it"},
        {SPAN("\0\5\x16\6\0"), ""},
        {SPAN("ACTR\1"), ": it is an actor of O3DE, not of these games"},
        {SPAN("XPM2\1"), ": it is a morph motion of O3DE, not of these games"},
        {SPAN("GR01\1"), ": it is a file of Gothic, not of these games"},
        {SPAN("GENOMFLE\1"), ": it is a file of Risen, not of these games"},
        {SPAN("\1\2\3\4"), ""},
    };
    EXPECT(cases);
}

static void undescribed_formats(void **state)
{
    (void)state;
    assert_string_equal(al_undescribed_content(SPAN("MTL\0\1")), "a Lost Saga material");
    assert_string_equal(al_undescribed_content(SPAN("EDG\0")), "a Lost Saga outline");
    assert_null(al_undescribed_content(SPAN("PK\3\4")));
    assert_null(al_undescribed_content(SPAN("")));
}

static void zeros(void **state)
{
    (void)state;
    static const uint8_t bytes[300] = {[299] = 1};
    assert_string_equal(al_describe_content(al_span_of(bytes, 1)),
                        ": it is nothing but zeros, as a disk or a copy that failed leaves it");
    assert_string_equal(al_describe_content(al_span_of(bytes, 299)),
                        ": it is nothing but zeros, as a disk or a copy that failed leaves it");
    assert_string_equal(al_describe_content(al_span_of(bytes, 300)), "");
    assert_string_equal(al_describe_content(SPAN("")), "");
}

static void texts(void **state)
{
    (void)state;
    static const char web[] = ": it is a web page, download the file itself", xml[] = ": it is an XML file";
    const description cases[] = {
        {SPAN("<!DOCTYPE html>"), web},
        {SPAN("\xEF\xBB\xBF \t\r\n<HTML>"), web},
        {SPAN("\xEF\xBB\xBF<html"), web},
        {SPAN("\xEF\xBB.<html"), ""}, /* two bytes are no mark */
        {SPAN("<?xml version"), xml},
        {SPAN("<a/>"), xml},
        {SPAN("x<a/>"), ""},
        {SPAN("404: Not Found"), ": it is a server's error message, the download failed"},
        {SPAN("version https://git-lfs.github.com/spec"), ": it is a Git LFS pointer, run git lfs pull"},
        {SPAN("fifteen letters"), ""},
        {SPAN("sixteen letters!"), ": it is a text"},
        {SPAN("\xEF\xBB\xBFsixteen letters!"), ": it is a text"},
        {SPAN("sixteen letters\b"), ""},
    };
    EXPECT(cases);
}

/* Blanks before a text count up to a number of bytes. */
static void many_blanks(void **state)
{
    (void)state;
    char text[300];
    (void)snprintf(text, sizeof text, "%256s", "<a/>");
    assert_string_equal(al_describe_content(al_span_of(text, 256)), ": it is an XML file");
    (void)snprintf(text, sizeof text, "%260s", "<a/>");
    assert_string_equal(al_describe_content(al_span_of(text, 260)), ": it is an XML file");
    (void)snprintf(text, sizeof text, "%261s", "<a/>");
    assert_string_equal(al_describe_content(al_span_of(text, 261)), ": it is a text");
}

static void control_characters_are_no_text(void **state)
{
    (void)state;
    assert_true(al_is_text(SPAN(" a\t\r\n\x7F\xFF")));
    assert_true(al_is_text(SPAN("")));
    for (unsigned i = 0; i < ' '; i++) {
        const uint8_t byte[2] = {(uint8_t)i, 'a'};
        assert_int_equal(al_is_text(al_span_of(byte, 2)), i == '\t' || i == '\n' || i == '\r');
    }
    char text[258];
    memset(text, 'a', sizeof text);
    text[256] = '\1'; /* behind the start of the file */
    assert_string_equal(al_describe_content(al_span_of(text, 257)), ": it is a text");
    text[255] = '\1';
    assert_string_equal(al_describe_content(al_span_of(text, 257)), "");
}

static void obj_models(void **state)
{
    (void)state;
    static const char obj[] = ": it is an OBJ model, export the scene as this format";
    const description cases[] = {
        {SPAN("v 1 2 3"), obj},
        {SPAN("usemtl a"), obj},
        {SPAN("# a comment\n# another\r\n\n  vn 1"), obj},
        {SPAN("# v 1 2 3 4 5 6 7"), ": it is a text"},
        {SPAN("# a comment\nnothing of the kind"), ": it is a text"},
        {SPAN("# a comment at the end\n"), ": it is a text"},
    };
    EXPECT(cases);
    char text[3000];
    (void)snprintf(text, sizeof text, "#%2046s\nv 1", "");
    assert_string_equal(al_describe_content(al_span_of(text, strlen(text))), obj);
    (void)snprintf(text, sizeof text, "#%2046s\n\nv 1", "");
    assert_string_equal(al_describe_content(al_span_of(text, strlen(text))), obj);
    (void)snprintf(text, sizeof text, "#%2047s\nv 1", "");
    assert_string_equal(al_describe_content(al_span_of(text, strlen(text))), ": it is a text");
}

/* The span begins anywhere in a larger one. */
static void places_do_not_matter(void **state)
{
    (void)state;
    static const char bytes[] = "....#\nv 1 2 3";
    al_span inner;
    assert_true(al_slice(SPAN(bytes), 4, sizeof bytes - 5, &inner));
    assert_string_equal(al_describe_content(inner), ": it is an OBJ model, export the scene as this format");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binaries),    cmocka_unit_test(undescribed_formats),
        cmocka_unit_test(zeros),       cmocka_unit_test(texts),
        cmocka_unit_test(many_blanks), cmocka_unit_test(control_characters_are_no_text),
        cmocka_unit_test(obj_models),  cmocka_unit_test(places_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
