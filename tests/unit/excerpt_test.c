/* excerpt_test.c: the lines around a finding in a text file. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "engine/excerpt.h"

/* The excerpt around the first `range` of a text of `size` bytes, as "above|before[marked]behind|below". To
 * be freed; NULL without one. */
static char *excerpt_at(const char *text, size_t size, size_t offset, size_t length)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    const al_finding finding = {.line = 2, .column = 1, .offset = offset, .length = length};
    const al_excerpt *e = al_excerpt_of(&arena, al_span_of(text, size), &finding);
    char *shown = NULL;
    if (e != NULL) {
        const size_t room = 8 * 1024;
        shown = malloc(room);
        assert_non_null(shown);
        (void)snprintf(shown, room, "%s|%s[%s]%s|%s", e->above != NULL ? e->above : "-", e->before, e->marked,
                       e->behind, e->below != NULL ? e->below : "-");
    }
    al_arena_free(&arena);
    return shown;
}

static void assert_at(const char *text, size_t offset, size_t length, const char *expected)
{
    char *shown = excerpt_at(text, strlen(text), offset, length);
    assert_string_equal(shown, expected);
    free(shown);
}

static void assert_excerpt(const char *text, const char *range, const char *expected)
{
    assert_at(text, (size_t)(strstr(text, range) - text), strlen(range), expected);
}

static void lines_end_in_every_way(void **state)
{
    (void)state;
    assert_excerpt("a\nb=c d\ne\nf", "c", "a|b=[c] d|e");
    assert_excerpt("z\r\na\r\nb=c d\r\ne\r\n", "c", "a|b=[c] d|e");
    assert_excerpt("z\ra\rb=c d\re\r", "c", "a|b=[c] d|e");
    assert_excerpt("z\r\rb=c", "c", "|b=[c]|-");
    assert_excerpt("\nc\n\n", "c", "|[c]|");
    assert_excerpt("\r\nc\r\n\r\n", "c", "|[c]|");
    assert_excerpt("c", "c", "-|[c]|-");
    assert_excerpt("c\n", "c", "-|[c]|-");
    assert_at("", 0, 0, "-|[]|-");
    assert_at("a\n", 2, 0, "a|[]|-");
}

static void a_range_may_be_longer_than_its_line(void **state)
{
    (void)state;
    assert_excerpt("a\n <b\nc>\nd", "<b\nc>", "a| [<b]|c>");
    assert_excerpt("a\nb\n", "b\n", "a|[b]|-");
}

static void what_is_not_readable_is_escaped(void **state)
{
    (void)state;
    assert_excerpt("\tx\n\ta\t=\tb\x01\xFF", "b", "    x|    a    =    [b]\\x01\\xFF|-");
    assert_excerpt("##[a]\n##[b]c##vso[d\n\xE2\x80\xAE", "c", "#\\x23[a]|#\\x23[b][c]#\\x23vso[d|\\u{202E}");
    assert_excerpt("##[b]", "[b]", "-|#\\x23[[b]]|-"); /* no part of it is a command, nor are all together */
    assert_excerpt("#[b]#", "[b]", "-|#[[b]]#|-");
}

static void characters_stay_whole(void **state)
{
    (void)state;
    assert_at("a\xC3\xA5z", 2, 1, "-|a[\xC3\xA5]z|-"); /* from its second byte */
    assert_at("a\xC3\xA4z", 1, 1, "-|a[]\xC3\xA4z|-");
    /* 162 bytes before the range, of which the last 160 begin in the middle of a character */
    enum { LETTERS = 81 };
    char letters[2 * LETTERS + 1], text[sizeof letters + 2], expected[sizeof letters + 16];
    for (size_t i = 0; i < LETTERS; i++)
        memcpy(letters + 2 * i, "\xC3\xA4", 3);
    (void)snprintf(text, sizeof text, "%sxr", letters);
    (void)snprintf(expected, sizeof expected, "-|...%sx[r]|-", letters + 4);
    assert_at(text, 163, 1, expected);
}

/* Bytes without the first one of a character, such as Windows-1252 may have: it isn't looked for without end.
 */
static void a_character_without_a_start(void **state)
{
    (void)state;
    char text[5000];
    assert_excerpt("\xA4z=c", "c", "-|\\xA4z=[c]|-");
    assert_at("a\n\xA4z", 2, 1, "a|[\\xA4]z|-"); /* nor in the line above */
    assert_at("a\n\xA4z", 2, 0, "a|[]\\xA4z|-");
    memset(text, '\xA4', sizeof text);
    char *shown = excerpt_at(text, sizeof text, sizeof text - 1, 1);
    assert_non_null(shown);
    assert_memory_equal(shown, "-|...", 5); /* the first byte of the file is out of reach */
    free(shown);
}

/* A text of `before` bytes, a range of `range`, and `behind`, between two short lines. */
static char *long_line(size_t before, size_t range, size_t behind)
{
    const size_t length = before + range + behind;
    char *text = malloc(length + 5);
    assert_non_null(text);
    memcpy(text, "a\n", 2);
    memset(text + 2, 'b', before);
    memset(text + 2 + before, 'r', range);
    memset(text + 2 + before + range, 'e', behind);
    memcpy(text + 2 + length, "\nz", 3);
    return text;
}

static void assert_long(size_t before, size_t range, size_t behind, const char *expected)
{
    char *text = long_line(before, range, behind);
    char *shown = excerpt_at(text, strlen(text), 2 + before, range);
    size_t count[128] = {0};
    char counts[64];
    for (const char *at = shown; *at != '\0'; at++)
        count[(unsigned char)*at & 0x7F]++;
    (void)snprintf(counts, sizeof counts, "%c b%zu r%zu e%zu .%zu %c", shown[0], count['b'], count['r'],
                   count['e'], count['.'], shown[strlen(shown) - 1]);
    assert_string_equal(counts, expected);
    free(shown);
    free(text);
}

static void long_lines_are_cut(void **state)
{
    (void)state;
    assert_long(160, 160, 160, "a b160 r160 e160 .0 z");
    assert_long(161, 1, 1, "a b160 r1 e1 .3 z");
    assert_long(1, 161, 1, "a b1 r160 e0 .3 z");
    assert_long(1, 1, 161, "a b1 r1 e160 .3 z");
    assert_long(512, 1, 1, "a b160 r1 e1 .3 z");
    assert_long(513, 1, 1, "- b160 r1 e1 .3 z"); /* where the line begins is out of reach */
    assert_long(1, 1, 511, "a b1 r1 e160 .3 z");
    assert_long(1, 1, 512, "a b1 r1 e160 .3 -");
    assert_long(9000, 9000, 9000, "- b160 r160 e0 .6 -");
}

static void lines_beside_it_are_cut(void **state)
{
    (void)state;
    char text[2 * 400 + 8], expected[2 * 320 + 32];
    const int length = snprintf(text, sizeof text, "%0400d\nr\n%0321d", 0, 0);
    (void)snprintf(expected, sizeof expected, "%0320d...|[r]|%0320d...", 0, 0);
    char *shown = excerpt_at(text, (size_t)length, 401, 1);
    assert_string_equal(shown, expected);
    free(shown);
    /* The character at the cut, and a line that begins out of reach */
    (void)snprintf(text, sizeof text, "r\n%0319d\xC3\xA4", 0);
    (void)snprintf(expected, sizeof expected, "-|[r]|%0319d...", 0);
    assert_at(text, 0, 1, expected);
    char *far = malloc(2100);
    assert_non_null(far);
    (void)snprintf(far, 2100, "a\n%02050d\nr", 0);
    assert_at(far, strlen(far) - 1, 1, "-|[r]|-");
    free(far);
}

static void what_is_no_text_has_none(void **state)
{
    (void)state;
    static const char wide[] = "a\0\n\0b\0";
    assert_null(excerpt_at(wide, sizeof wide, 4, 2));
    assert_null(excerpt_at("abc", 3, 4, 0));
    assert_null(excerpt_at("abc", 3, 2, 2));
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    const al_finding finding = {.offset = 0, .length = 1};
    assert_null(al_excerpt_of(&arena, al_span_of("abc", 3), &finding));
    al_arena_free(&arena);
}

static void an_allocation_may_fail(void **state)
{
    (void)state;
    static const char text[] = "a\nb\x01=c\nd";
    const al_finding finding = {.line = 2, .column = 1, .offset = 4, .length = 1};
    uint64_t failed = 0;
    for (uint64_t n = 1;; n++) {
        al_budget budget = al_budget_of(UINT64_MAX, n);
        al_arena arena = al_arena_on(&budget);
        const al_excerpt *e = al_excerpt_of(&arena, al_span_of(text, strlen(text)), &finding);
        assert_true(e == NULL || (e->before != NULL && e->marked != NULL && e->behind != NULL));
        const bool short_of = budget.shortage == AL_SHORTAGE_SYSTEM;
        al_arena_free(&arena);
        if (!short_of)
            break;
        failed++;
    }
    assert_int_equal(failed, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_in_every_way),
        cmocka_unit_test(a_range_may_be_longer_than_its_line),
        cmocka_unit_test(what_is_not_readable_is_escaped),
        cmocka_unit_test(characters_stay_whole),
        cmocka_unit_test(a_character_without_a_start),
        cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(lines_beside_it_are_cut),
        cmocka_unit_test(what_is_no_text_has_none),
        cmocka_unit_test(an_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
