/* baseline_test.c: entries of baselines, how they are found, and the mistakes in them. */
#include "made_results.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const uint64_t memory = UINT64_C(1) << 20;

#define BASELINE(entries) "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [" entries "]}"

/* `more`: other keys, with a comma before them. */
#define ENTRY(fingerprint, path, more)                                             \
    "{\"fingerprint\": \"" fingerprint "\", \"rule\": \"xmf/inflate\", \"path\": " \
    "\"" path "\", \"field\": \"f\"" more "}"

static al_baseline *read_text(const char *text)
{
    al_mistake mistake;
    al_baseline *b =
        al_baseline_read("known.json", (const al_span[]){al_span_of(text, strlen(text))}, memory, &mistake);
    assert_non_null(b);
    return b;
}

static void entries_have_their_values(void **state)
{
    (void)state;
    static const char text[] = BASELINE(ENTRY("00000000000000a2", ".//./a/./b", "") ",\n" ENTRY(
        "ffffffffffffffff", "c", ", \"member\": \"./m\"") "," ENTRY("00000000000000a1", "c", ""));
    al_baseline *b = read_text(text);
    assert_string_equal(b->path, "known.json");
    assert_int_equal(b->count, 3);
    static const uint64_t fingerprints[] = {0xA1, 0xA2, UINT64_MAX};
    for (size_t i = 0; i < 3; i++)
        assert_true(b->entries[i].fingerprint == fingerprints[i]);
    assert_string_equal(b->entries[1].path, "a/./b");
    assert_string_equal(b->entries[1].rule, "xmf/inflate");
    assert_string_equal(b->entries[1].member, "");
    assert_string_equal(b->entries[1].field, "f");
    assert_int_equal(b->entries[1].at, strchr(text, '[') + 1 - text);
    assert_int_equal(b->entries[1].end, strchr(text, '\n') - 1 - text);
    assert_string_equal(b->entries[2].member, "./m");
    static const uint32_t by_place[] = {1, 2, 0};
    assert_memory_equal(b->by_place, by_place, sizeof by_place);
    al_baseline_free(b);
    al_baseline_free(NULL);
}

static void the_first_entry_with_a_fingerprint(void **state)
{
    (void)state;
    static const made_entry entries[] = {
        {'7', "r", "b", ""}, {'5', "r", "x", ""}, {'7', "r", "a", ""}, {'9', "r", "x", ""}};
    al_baseline *b = read_text(made_baseline(entries, 4));
    assert_int_equal(al_baseline_find(b, "0000000000000005"), 0);
    assert_int_equal(al_baseline_find(b, "0000000000000007"), 1);
    assert_string_equal(b->entries[1].path, "b"); /* the order of the file */
    assert_string_equal(b->entries[2].path, "a");
    assert_int_equal(al_baseline_find(b, "0000000000000009"), 3);
    assert_int_equal(al_baseline_find(b, "0000000000000004"), 4);
    assert_int_equal(al_baseline_find(b, "0000000000000006"), 4);
    assert_int_equal(al_baseline_find(b, "000000000000000a"), 4);
    assert_int_equal(al_baseline_find(b, "no fingerprint"), 4);
    al_baseline_free(b);
    b = read_text(made_baseline(entries, 0));
    assert_int_equal(b->count, 0);
    assert_int_equal(al_baseline_find(b, "0000000000000005"), 0);
    al_baseline_free(b);
}

static void entries_in_any_order(void **state)
{
    (void)state;
    static const made_entry entries[] = {{'5', "r", "e", ""},
                                         {'4', "r", "d", ""},
                                         {'3', "r", "c", ""},
                                         {'2', "r", "b", ""},
                                         {'1', "r", "a", ""}};
    static const char *const paths[] = {"a", "b", "c", "d", "e"};
    al_baseline *b = read_text(made_baseline(entries, 5));
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(b->entries[i].fingerprint, i + 1);
        assert_string_equal(b->entries[b->by_path[i]].path, paths[i]);
        assert_int_equal(b->by_place[i], 4 - i);
    }
    al_baseline_free(b);
}

static void expect_of_file(const al_baseline *b, const char *path, const char *member, const char *expected)
{
    char found[64] = "";
    size_t first, end;
    al_baseline_of_file(b, path, member, &first, &end);
    for (; first < end; first++) {
        const size_t length = strlen(found);
        (void)snprintf(found + length, sizeof found - length, "%d ",
                       (int)b->entries[b->by_path[first]].fingerprint);
    }
    assert_string_equal(found, expected);
}

static void entries_of_a_file(void **state)
{
    (void)state;
    static const made_entry entries[] = {{'1', "r", "b.zip", "n"}, {'2', "r", "b.zip", "m"},
                                         {'3', "r", "b.zip", ""},  {'4', "r", "a", ""},
                                         {'5', "r", "b.zip", "m"}, {'6', "r", "c", ""}};
    al_baseline *b = read_text(made_baseline(entries, 6));
    expect_of_file(b, "a", "", "4 ");
    expect_of_file(b, "a", NULL, "4 ");
    expect_of_file(b, "./a", NULL, "4 ");
    expect_of_file(b, "b.zip", "", "3 ");
    expect_of_file(b, "b.zip", "m", "2 5 ");
    expect_of_file(b, "b.zip", "n", "1 ");
    expect_of_file(b, "b.zip", "o", "");
    expect_of_file(b, "b.zip", NULL, "3 2 5 1 ");
    expect_of_file(b, "c", "", "6 ");
    expect_of_file(b, "c", "m", "");
    expect_of_file(b, "b", NULL, "");
    expect_of_file(b, "d", NULL, "");
    al_baseline_free(b);
    b = read_text(made_baseline(entries, 1));
    expect_of_file(b, "b.zip", "n", "1 ");
    al_baseline_free(b);
}

static void mistakes(void **state)
{
    (void)state;
    static const char few[] = "a fingerprint is 16 digits, 0 to 9 and a to f, as reports have them";
    static const struct {
        const char *text;
        uint64_t line, column;
        const char *what;
    } cases[] = {
        {"[]", 1, 1, "a baseline in braces was expected, not a list"},
        {"\n{\"version\": 1, \"findings\": []}", 2, 1, "this is no baseline: it has no \"tool\""},
        {"{\"tool\": \"assetlint\", \"findings\": []}", 1, 1, "this is no baseline: it has no \"version\""},
        {"{\"tool\": \"assetlint\", \"version\": 1}", 1, 1, "this is no baseline: it has no \"findings\""},
        {"{\"tool\": 1}", 1, 10, "\"assetlint\" was expected, not a number"},
        {"{\"tool\": \"other\"}", 1, 10, "this is no baseline of assetlint"},
        {"{\"version\": 2}", 1, 13, "this version of assetlint reads baselines of version 1"},
        {"{\"version\": 0}", 1, 13, "this version of assetlint reads baselines of version 1"},
        {"{\"version\": \"1\"}", 1, 13, "a version was expected, not a text"},
        {"{\"findings\": 1}", 1, 14, "a list of findings was expected, not a number"},
        {"{\"findings\": [1]}", 1, 15, "an entry in braces was expected, not a number"},
        {"{\"findings\":\n [{\"fingerprint\": \"0123\"}]}", 2, 19, few},
        {"{\"findings\": [{\"fingerprint\": \"000000000000000g\"}]}", 1, 31, few},
        {"{\"findings\": [{\"fingerprint\": 1}]}", 1, 31, "a fingerprint was expected, not a number"},
        {"{\"findings\": [{\"rule\": 1}]}", 1, 24, "a rule was expected, not a number"},
        {"{\"findings\": [{\"path\": 1}]}", 1, 24, "a path was expected, not a number"},
        {"{\"findings\": [{\"member\": 1}]}", 1, 26, "the path of a member was expected, not a number"},
        {"{\"findings\": [{\"field\": 1}]}", 1, 25, "a field was expected, not a number"},
        {"{\"findings\": [{\"rule\": \"a\", \"path\": \"b\", \"field\": \"c\"}]}", 1, 15,
         "this entry has no \"fingerprint\""},
        {"{\"findings\": [{\"fingerprint\": \"0123456789abcdef\", \"rule\": \"a\", \"path\": \"b\"}]}", 1, 15,
         "this entry has no \"field\""},
        {"{\"findings\": [{\"fingerprint\": \"0123456789abcdef\", \"rule\": \"a\"}]}", 1, 15,
         "this entry has no \"path\""},
        {"{\"findings\": [{\"fingerprint\": \"0123456789abcdef\"}]}", 1, 15, "this entry has no \"rule\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_span text = al_span_of(cases[i].text, strlen(cases[i].text));
        al_mistake mistake;
        assert_null(al_baseline_read("known.json", (const al_span[]){text}, memory, &mistake));
        assert_string_equal(mistake.text, cases[i].what);
        assert_int_equal(mistake.line, cases[i].line);
        assert_int_equal(mistake.column, cases[i].column);
        assert_false(mistake.no_memory);
    }
}

static void a_baseline_that_takes_too_much_memory(void **state)
{
    (void)state;
    static const char text[] = BASELINE(ENTRY("0000000000000001", "a", ""));
    al_mistake mistake;
    assert_null(
        al_baseline_read("known.json", (const al_span[]){al_span_of(text, sizeof text - 1)}, 64, &mistake));
    assert_string_equal(mistake.text, "reading this file takes too much memory");
    assert_int_equal(mistake.line, 1);
    assert_int_equal(mistake.column, 1);
}

/* The least memory that suffices for each count of entries: with a byte less, any of the allocations may be
 * the one that fails. */
static void baselines_that_barely_fit(void **state)
{
    (void)state;
    enum { ENTRIES = 60, SHOWN = 100 };
    static char text[ENTRIES * SHOWN];
    size_t length = (size_t)snprintf(text, sizeof text, BASELINE(""));
    for (unsigned count = 1; count <= ENTRIES; count++) {
        uint64_t low = 0, high = UINT64_C(1) << 20;
        length -= strlen("]}");
        length += (size_t)snprintf(text + length, SHOWN, "%s" ENTRY("%016x", "p", "") "]}",
                                   count > 1 ? "," : "", count);
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            al_mistake mistake;
            al_baseline *b =
                al_baseline_read("known.json", (const al_span[]){al_span_of(text, length)}, middle, &mistake);
            if (b == NULL)
                assert_string_equal(mistake.text, "reading this file takes too much memory");
            else
                assert_int_equal(b->count, count);
            high = b != NULL ? middle : high;
            low = b != NULL ? low : middle + 1;
            al_baseline_free(b);
        }
        assert_in_range(low, count * sizeof(al_baseline_entry), (UINT64_C(1) << 20) - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_their_values),
        cmocka_unit_test(the_first_entry_with_a_fingerprint),
        cmocka_unit_test(entries_in_any_order),
        cmocka_unit_test(entries_of_a_file),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(a_baseline_that_takes_too_much_memory),
        cmocka_unit_test(baselines_that_barely_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
