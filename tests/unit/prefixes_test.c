/* prefixes_test.c: the longest prefix of a text among many: compared with trying all, and the number of
 * steps. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/prefixes.h"
#include "core/sort.h"

enum { MOST = 400, LONGEST = 12 };

typedef struct fixture {
    al_prefix items[MOST];
    char texts[MOST][LONGEST + 1];
    al_prefixes prefixes;
} fixture;

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return al_compare_prefixes(left, right);
}

static void add(fixture *f, uint32_t group, const char *text)
{
    const size_t length = strlen(text);
    char *copy = memcpy(f->texts[f->prefixes.count], text, length + 1);
    f->items[f->prefixes.count++] = (al_prefix){.text = copy, .length = length, .group = group};
}

/* Sorts the items, and keeps equal ones once. */
static void link_all(fixture *f)
{
    uint32_t kept = 0;
    f->prefixes.items = f->items;
    al_sort(f->items, f->prefixes.count, sizeof f->items[0], compare, NULL);
    for (uint32_t i = 0; i < f->prefixes.count; i++)
        if (kept == 0 || al_compare_prefixes(&f->items[kept - 1], &f->items[i]) != 0)
            f->items[kept++] = f->items[i];
    f->prefixes.count = kept;
    al_prefixes_link(&f->prefixes);
}

static uint32_t by_trying_all(const fixture *f, uint32_t group, const char *text)
{
    uint32_t found = AL_NO_PREFIX;
    for (uint32_t i = 0; i < f->prefixes.count; i++) {
        const al_prefix *p = &f->items[i];
        const bool starts = p->group == group && strncmp(text, p->text, p->length) == 0;
        if (starts && (found == AL_NO_PREFIX || p->length > f->items[found].length))
            found = i;
    }
    return found;
}

static void expect(const fixture *f, uint32_t group, const char *text, const char *longest)
{
    const uint32_t found = al_longest_prefix(&f->prefixes, group, text, strlen(text));
    if (longest == NULL) {
        assert_int_equal(found, AL_NO_PREFIX);
        return;
    }
    assert_int_not_equal(found, AL_NO_PREFIX);
    assert_int_equal(f->items[found].length, strlen(longest));
    assert_memory_equal(f->items[found].text, longest, strlen(longest));
}

static void the_longest_is_found(void **state)
{
    (void)state;
    fixture f = {.prefixes = {.count = 0}};
    link_all(&f);
    expect(&f, 0, "a/b", NULL);
    for (size_t i = 0; i < 5; i++)
        add(&f, 0, (const char *[]){"a/", "a/b/", "a/b/c/d/", "b/", "a/b/"}[i]);
    add(&f, 1, "");
    link_all(&f);
    expect(&f, 0, "a/x", "a/");
    expect(&f, 0, "a/b/c/x", "a/b/");
    expect(&f, 0, "a/b/c/d/", "a/b/c/d/");
    expect(&f, 0, "a/b/c/d/e", "a/b/c/d/");
    expect(&f, 0, "a", NULL);
    expect(&f, 0, "c/", NULL);
    expect(&f, 0, "", NULL);
    expect(&f, 1, "a/b/", "");
    expect(&f, 2, "a/b/", NULL);
}

static void link_texts(fixture *f, const char *first, const char *second, uint32_t group_of_second)
{
    *f = (fixture){.prefixes = {.count = 0}};
    add(f, 0, first);
    add(f, group_of_second, second);
    link_all(f);
}

/* Two texts of which the second begins with the first only in part, or is of another group. */
static void neighbours_that_are_not_outer_ones(void **state)
{
    (void)state;
    fixture f;
    link_texts(&f, "a", "ab", 1);
    assert_int_equal(f.items[1].outer, AL_NO_PREFIX);
    expect(&f, 1, "ac", NULL);
    expect(&f, 0, "ac", "a");
    link_texts(&f, "a", "bb", 0);
    assert_int_equal(f.items[1].outer, AL_NO_PREFIX);
    expect(&f, 0, "bc", NULL);
    link_texts(&f, "", "b", 0);
    assert_int_equal(f.items[1].outer, 0);
    expect(&f, 0, "a", "");
    f.prefixes.count = 1; /* the second one is no longer part of the list */
    expect(&f, 0, "b", "");
}

/* A text of few letters, so that many begin alike. */
static void put_any_text(char *text, unsigned *seed)
{
    size_t length = 0;
    for (; length < LONGEST; length++) {
        *seed = (unsigned)(((uint64_t)*seed * 1103515245 + 12345) & 0x7FFFFFFF);
        if ((*seed >> 16) % 8 == 0)
            break;
        text[length] = "aab/"[(*seed >> 20) % 4];
    }
    text[length] = '\0';
}

static void texts_by_chance(void **state)
{
    (void)state;
    unsigned seed = 22;
    for (unsigned round = 0; round < 50; round++) {
        fixture f = {.prefixes = {.count = 0}};
        char text[LONGEST + 1];
        for (uint32_t i = 0; i < MOST; i++) {
            put_any_text(text, &seed);
            add(&f, i % 2, text);
        }
        link_all(&f);
        for (uint32_t i = 0; i < MOST; i++) {
            put_any_text(text, &seed);
            assert_int_equal(al_longest_prefix(&f.prefixes, i % 2, text, strlen(text)),
                             by_trying_all(&f, i % 2, text));
        }
    }
}

/* From the innermost of many items, each outer one is a few steps away. */
static void jumps_are_long(void **state)
{
    (void)state;
    enum { DEPTH = 100000, MOST_STEPS = 64 };
    char *text = calloc(DEPTH + 1, 1);
    al_prefixes prefixes = {.items = calloc(DEPTH, sizeof *prefixes.items), .count = DEPTH};
    assert_true(text != NULL && prefixes.items != NULL);
    memset(text, 'a', DEPTH);
    for (uint32_t i = 0; i < DEPTH; i++)
        prefixes.items[i] = (al_prefix){.text = text, .length = i};
    al_prefixes_link(&prefixes);
    for (uint32_t i = 0; i < DEPTH; i++)
        assert_int_equal(prefixes.items[i].depth, i);
    for (size_t wanted = 0; wanted < DEPTH; wanted += 997) {
        uint32_t at = DEPTH - 1;
        unsigned steps = 0;
        for (; prefixes.items[at].length > wanted; steps++) {
            const uint32_t jump = prefixes.items[at].jump;
            at = prefixes.items[jump].length >= wanted ? jump : prefixes.items[at].outer;
        }
        assert_int_equal(at, wanted);
        assert_true(steps <= MOST_STEPS);
    }
    free(prefixes.items);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_is_found),
        cmocka_unit_test(neighbours_that_are_not_outer_ones),
        cmocka_unit_test(texts_by_chance),
        cmocka_unit_test(jumps_are_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
