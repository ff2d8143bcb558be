/* unsupported_test.c: archives that assetlint can't read, or can't read under their name. */
#include "unit.h"

#include <stdbool.h>
#include <string.h>

#include "containers/unsupported.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_of_lzh),
        cmocka_unit_test(names_decide_where_a_beginning_is_common),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
