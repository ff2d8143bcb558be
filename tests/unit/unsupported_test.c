/* unsupported_test.c: archives that assetlint can't read, or can't read under their name. */
#include "unit.h"

#include <stdbool.h>
#include <string.h>

#include "containers/unsupported.h"
#include "formats/catalogue.h"

typedef struct unsupported_case {
    const char *head, *name;
    al_unsupported expected;
} unsupported_case;

static void assert_text(const char *text, const char *expected)
{
    if (expected == NULL)
        assert_null(text);
    else
        assert_string_equal(text, expected);
}

static void assert_found(const unsupported_case *c)
{
    al_unsupported found;
    const bool any = al_find_unsupported(al_span_of(c->head, strlen(c->head)), c->name, &found);
    assert_int_equal(any, c->expected.kind != NULL || c->expected.name != NULL);
    assert_text(found.kind, c->expected.kind);
    assert_text(found.renamed, c->expected.renamed);
    assert_text(found.name, c->expected.name);
}

/* An LZH archive begins with a length, a sum, and the name of its method. */
static void methods_of_lzh(void **state)
{
    (void)state;
    static const char lzh[] = "an LZH archive";
    static const unsupported_case cases[] = {
        {"..-lh0-", "a", {.kind = lzh}},     {"..-lh7-", "a", {.kind = lzh}},
        {"..-lhd-", "a", {.kind = lzh}},     {"..-lh/-", "a", {.kind = NULL}},
        {"..-lh8-", "a", {.kind = NULL}},    {"..-lhe-", "a", {.kind = NULL}},
        {"..-lh5+", "a", {.kind = NULL}},    {"..-lh5", "a", {.kind = NULL}},
        {"..-li5-", "a", {.kind = NULL}},    {"..-lh5-", "a.lzh", {.kind = lzh, .name = lzh}},
        {"..-lh8-", "a.LHA", {.name = lzh}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&cases[i]);
}

/* Some beginnings are an archive only under the name of one. */
static void names_decide_where_a_beginning_is_common(void **state)
{
    (void)state;
    static const char rar[] = "a RAR archive", zstd[] = "packed with zstd", zip[] = "a zip archive";
    static const unsupported_case cases[] = {
        {"Rar!\x1A\7", "a.xmf", {.kind = rar}},
        {"Rar!\x1A", "a.xmf", {.kind = NULL}},
        {"\x28\xB5\x2F\xFD", "a.blend", {.kind = NULL}},
        {"\x28\xB5\x2F\xFD", "a.tar.zst", {.kind = zstd, .name = zstd}},
        {"\x28\xB5\x2F\xFD", "a.zip", {.kind = zstd}},
        {"PK\3\4", "a.zip", {.kind = NULL}}, /* that can be read */
        {"PK\3\4", "a.rar", {.kind = zip, .renamed = ".zip", .name = rar}},
        {"PK\3\4", "a.docx", {.kind = NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&cases[i]);
}

static void assert_message(const al_unsupported *a, const char *expected)
{
    static al_setting settings[AL_MOST_RULES];
    al_budget budget = al_budget_of(1 << 20, 0);
    al_arena arena = al_arena_on(&budget);
    for (size_t i = 0; i < al_rule_count(); i++)
        settings[i].level = al_catalogue[i].level;
    al_sink sink = al_sink_of(&arena, al_catalogue, settings, "a", 0);
    al_report_unsupported(a, &sink);
    assert_int_equal(sink.count, 1);
    assert_string_equal(sink.findings[0].rule->id, "archive/unsupported");
    assert_string_equal(sink.findings[0].message, expected);
    assert_int_equal(sink.first_rule, 0); /* as before */
    al_arena_free(&arena);
}

static void messages_say_what_to_do(void **state)
{
    (void)state;
    assert_message(
        &(al_unsupported){.name = "a RAR archive"},
        "by its name the file is a RAR archive, but it begins like no known archive, so it was not checked: "
        "unpack it and check the folder");
    assert_message(
        &(al_unsupported){.kind = "a zip archive", .renamed = ".zip"},
        "the file is a zip archive, but its name doesn't end in .zip, so it was not checked: rename it, or "
        "unpack it and check the folder");
    assert_message(
        &(al_unsupported){.kind = "a CAB archive"},
        "the file is a CAB archive, which assetlint can't read, so it was not checked: unpack it and check "
        "the folder");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_of_lzh),
        cmocka_unit_test(names_decide_where_a_beginning_is_common),
        cmocka_unit_test(messages_say_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
