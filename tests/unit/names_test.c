/* names_test.c: repeated names, and looking up names. */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/names.h"

enum { MOST_VISITS = 4000 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_names names;
    const al_name *again[MOST_VISITS], *first[MOST_VISITS];
    size_t visits;
} fixture;

static fixture *begin(uint64_t fail_at)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->budget = al_budget_of(UINT64_MAX, fail_at);
    f->arena = al_arena_on(&f->budget);
    return f;
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
    free(f);
}

static al_span text_of(const char *text)
{
    return al_span_of(text, strlen(text));
}

/* The index in the list is the place in the order of adding. */
static void add(fixture *f, al_span text)
{
    al_names_add(&f->names, &f->arena, text, 7, (uint32_t)f->names.count);
}

static void add_all(fixture *f, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(f, text_of(texts[i]));
}

static void see(void *context, const al_name *again, const al_name *first)
{
    fixture *f = context;
    assert_in_range(f->visits, 0, MOST_VISITS - 1);
    f->again[f->visits] = again;
    f->first[f->visits++] = first;
}

static void sort(fixture *f)
{
    assert_true(al_names_sort(&f->names, &f->arena));
    assert_true(al_names_repeated(&f->names, &f->arena, see, f));
}

/* Asserts the index of the first name with that text. */
static void assert_found(const fixture *f, al_span text, uint32_t number)
{
    const al_name *name = al_names_find(&f->names, text);
    assert_non_null(name);
    assert_int_equal(name->number, number);
    assert_int_equal(name->list, 7);
    assert_int_equal(name->text.len, text.len);
}

static void assert_absent(const fixture *f, al_span text)
{
    assert_null(al_names_find(&f->names, text));
}

/* Asserts the visits for repetitions of one name, in this order. */
static void assert_again(const fixture *f, uint32_t first, const uint32_t *again, size_t count)
{
    size_t seen = 0;
    for (size_t i = 0; i < f->visits; i++) {
        if (f->first[i]->number != first)
            continue;
        if (seen < count)
            assert_int_equal(f->again[i]->number, again[seen]);
        seen++;
    }
    assert_int_equal(seen, count);
}

/* ---- Repetitions --------------------------------------------------------------------------------------- */

static void no_names_are_in_order(void **state)
{
    (void)state;
    fixture *f = begin(0);
    sort(f);
    assert_int_equal(f->visits, 0);
    assert_absent(f, text_of("hull"));
    assert_absent(f, text_of(""));
    end(f);
}

static void a_name_alone_is_not_repeated(void **state)
{
    (void)state;
    fixture *f = begin(0);
    add(f, text_of("hull"));
    sort(f);
    assert_int_equal(f->visits, 0);
    assert_found(f, text_of("hull"), 0);
    end(f);
}

static void repetitions_come_in_order_and_with_the_first(void **state)
{
    (void)state;
    static const char *const texts[] = {"hull", "wing", "hull", "nose", "hull", "wing", "Hull", "hull"};
    fixture *f = begin(0);
    add_all(f, texts, sizeof texts / sizeof texts[0]);
    sort(f);
    assert_int_equal(f->visits, 4);
    assert_again(f, 0, (const uint32_t[]){2, 4, 7}, 3);
    assert_again(f, 1, (const uint32_t[]){5}, 1);
    assert_found(f, text_of("hull"), 0);
    assert_found(f, text_of("wing"), 1);
    assert_found(f, text_of("nose"), 3);
    assert_found(f, text_of("Hull"), 6); /* letters are bytes */
    end(f);
}

static void a_visit_has_the_names_as_they_were_added(void **state)
{
    (void)state;
    fixture *f = begin(0);
    static const uint8_t file[] = "rootroot";
    const al_span bytes = al_span_of(file, 8);
    al_names_add(&f->names, &f->arena, al_slice_available(bytes, 0, 4), 1, 50);
    al_names_add(&f->names, &f->arena, al_slice_available(bytes, 4, 4), UINT32_MAX, 40);
    sort(f);
    assert_int_equal(f->visits, 1);
    assert_int_equal(f->first[0]->list, 1);
    assert_int_equal(f->first[0]->number, 50);
    assert_int_equal(f->first[0]->text.base, 0);
    assert_int_equal(f->again[0]->list, UINT32_MAX);
    assert_int_equal(f->again[0]->number, 40);
    assert_int_equal(f->again[0]->text.base, 4);
    end(f);
}

static void empty_texts_are_names_too(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "hull", "", ""};
    fixture *f = begin(0);
    add_all(f, texts, 4);
    add(f, al_slice_available(text_of("hull"), 2, 0)); /* also inside a file */
    sort(f);
    assert_int_equal(f->visits, 3);
    assert_again(f, 0, (const uint32_t[]){2, 3, 4}, 3);
    assert_found(f, text_of(""), 0);
    assert_found(f, text_of("hull"), 1);
    end(f);

    f = begin(0);
    add(f, text_of("hull"));
    sort(f);
    assert_absent(f, text_of(""));
    end(f);
}

/* ---- Texts that are nearly the same -------------------------------------------------------------------- */

static void names_that_differ_only_in_length(void **state)
{
    (void)state;
    static const uint8_t zeros[12] = {0};
    static const char letters[] = "aaaaaaaaaaaa";
    const al_span rows[] = {al_span_of(zeros, 12), al_span_of(letters, 12)};
    for (size_t row = 0; row < 2; row++) {
        fixture *f = begin(0);
        for (uint64_t len = 0; len < 12; len++)
            add(f, al_slice_available(rows[row], 0, len));
        sort(f);
        assert_int_equal(f->visits, 0);
        for (uint32_t len = 0; len < 12; len++)
            assert_found(f, al_slice_available(rows[row], 0, len), len);
        assert_absent(f, rows[row]);
        end(f);
    }
}

/* Texts of 1 to 11 bytes: their last word has 1, 2, 3 or all 4. Each in a block of its size. */
static void the_last_bytes_count(void **state)
{
    (void)state;
    for (size_t len = 1; len < 12; len++) {
        fixture *f = begin(0);
        uint8_t *copies[256];
        for (size_t last = 0; last < 256; last++) {
            copies[last] = malloc(len);
            assert_non_null(copies[last]);
            memset(copies[last], 'x', len);
            copies[last][len - 1] = (uint8_t)last;
            if (last != 99)
                add(f, al_span_of(copies[last], len));
        }
        sort(f);
        assert_int_equal(f->visits, 0);
        for (uint32_t last = 0; last < 256; last++) {
            if (last == 99)
                assert_absent(f, al_span_of(copies[last], len));
            else
                assert_found(f, al_span_of(copies[last], len), last < 99 ? last : last - 1);
        }
        end(f);
        for (size_t last = 0; last < 256; last++)
            free(copies[last]);
    }
}

static void bytes_after_a_text_do_not_matter(void **state)
{
    (void)state;
    static const char one[] = "abcdefghijkl", other[] = "abcdefghijkl!";
    for (size_t len = 0; len < 12; len++) {
        char changed[14];
        memcpy(changed, other, sizeof changed);
        memset(changed + len, '#', 13 - len);
        fixture *f = begin(0);
        add(f, al_slice_available(al_span_of(one, 12), 0, len));
        add(f, al_slice_available(al_span_of(changed, 13), 0, len));
        sort(f);
        assert_int_equal(f->visits, 1);
        assert_again(f, 0, (const uint32_t[]){1}, 1);
        end(f);
    }
}

/* The byte order of a file doesn't apply to its texts. */
static void texts_have_no_byte_order(void **state)
{
    (void)state;
    static const char *const texts[] = {"a", "hull", "engine", "left_wing_3"};
    al_span big[4];
    fixture *f = begin(0);
    for (size_t i = 0; i < 4; i++) {
        big[i] = text_of(texts[i]);
        big[i].big_endian = true;
        add(f, big[i]);
    }
    add(f, text_of("engine"));
    sort(f);
    assert_int_equal(f->visits, 1);
    assert_again(f, 2, (const uint32_t[]){4}, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_found(f, text_of(texts[i]), i);
        assert_found(f, big[i], i);
    }
    end(f);
}

/* Texts of eight letters with the same hash in names.c, found with another program. */
static void names_of_one_hash(void **state)
{
    (void)state;
    static const char *const texts[] = {"frlewtlq", "hullside", "bjqpoqss", "hullside",
                                        "cimxpkjt", "bjqpoqss", "hullside", "ftorfiqf"};
    fixture *f = begin(0);
    add_all(f, texts, sizeof texts / sizeof texts[0]);
    sort(f);
    assert_int_equal(f->visits, 3);
    assert_again(f, 1, (const uint32_t[]){3, 6}, 2);
    assert_again(f, 2, (const uint32_t[]){5}, 1);
    assert_found(f, text_of("frlewtlq"), 0);
    assert_found(f, text_of("hullside"), 1);
    assert_found(f, text_of("bjqpoqss"), 2);
    assert_found(f, text_of("cimxpkjt"), 4);
    assert_found(f, text_of("ftorfiqf"), 7);
    assert_absent(f, text_of("emclmvoa")); /* also has that hash */
    end(f);
}

/* ---- Many names ---------------------------------------------------------------------------------------- */

/* Every repetition is visited once, together with the first name; a table has the expected names. */
static void many_names(void **state)
{
    (void)state;
    enum { NAMES = 4000, TEXTS = 700 };
    static char texts[TEXTS][16];
    uint32_t chance = 9, first[TEXTS], last[TEXTS], of[NAMES];
    size_t repeated = 0;
    fixture *f = begin(0);
    for (size_t t = 0; t < TEXTS; t++) {
        (void)snprintf(texts[t], sizeof texts[t], "part_%zu", t * t);
        first[t] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < NAMES; i++) {
        of[i] = unit_next(&chance) % (TEXTS - 1); /* the last text is no name */
        add(f, text_of(texts[of[i]]));
        repeated += first[of[i]] != UINT32_MAX;
        if (first[of[i]] == UINT32_MAX)
            first[of[i]] = last[of[i]] = i;
    }
    sort(f);
    assert_int_equal(f->visits, repeated);
    for (size_t i = 0; i < f->visits; i++) {
        const uint32_t again = f->again[i]->number, text = of[again];
        assert_int_equal(f->first[i]->number, first[text]);
        assert_in_range(again, last[text] + 1, NAMES - 1); /* in order, so each once */
        last[text] = again;
    }
    for (size_t t = 0; t < TEXTS; t++) {
        if (first[t] == UINT32_MAX)
            assert_absent(f, text_of(texts[t]));
        else
            assert_found(f, text_of(texts[t]), first[t]);
    }
    assert_absent(f, text_of(texts[TEXTS - 1]));
    end(f);
}

/* ---- Shortage ------------------------------------------------------------------------------------------ */

/* Adds `count` equal names while the n-th allocation fails. Returns false if there is no n-th allocation.
 * Without memory there are no answers. */
static bool fails_at(uint64_t n, size_t count, unsigned *in_add, unsigned *in_sort)
{
    fixture *f = begin(n);
    for (size_t i = 0; i < count; i++)
        add(f, text_of("hull"));
    const bool added = !f->names.out_of_memory;
    const bool sorted = al_names_sort(&f->names, &f->arena);
    assert_int_equal(sorted, f->budget.calls < n);
    assert_int_equal(al_names_repeated(&f->names, &f->arena, see, f), sorted);
    assert_int_equal(f->visits, sorted && count > 0 ? count - 1 : 0);
    if (!sorted) {
        *in_add += !added;
        *in_sort += added;
        assert_int_equal(f->budget.shortage, AL_SHORTAGE_SYSTEM);
        assert_absent(f, text_of("hull"));
    }
    end(f);
    return !sorted;
}

static void allocations_that_fail(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 64, 512, 1024};
    unsigned in_add = 0, in_sort = 0;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (uint64_t n = 1; fails_at(n, counts[i], &in_add, &in_sort); n++)
            assert_in_range(n, 1, 100);
    assert_in_range(in_add, 4, 100);
    assert_in_range(in_sort, 1, 100); /* at least for the first names */
}

/* It sorts the names if two may be equal and they aren't sorted yet. */
static void repeated_without_a_sort(void **state)
{
    (void)state;
    static const char *const texts[] = {"hull", "wing", "hull", "hull"};
    fixture *f = begin(0);
    add_all(f, texts, 2);
    assert_true(al_names_repeated(&f->names, &f->arena, see, f));
    assert_int_equal(f->visits, 0);
    assert_null(f->names.sorted);
    add_all(f, texts + 2, 2);
    assert_true(al_names_repeated(&f->names, &f->arena, see, f));
    assert_int_equal(f->visits, 2);
    end(f);
}

/* After a name was lost for lack of memory, the list isn't taken for complete. */
static void a_name_that_was_lost_is_not_forgotten(void **state)
{
    (void)state;
    fixture *f = begin(1);
    static const char *const texts[] = {"hull", "wing", "wing"};
    add_all(f, texts, 3);
    assert_true(f->names.out_of_memory);
    assert_int_equal(f->names.count, 0);
    assert_false(al_names_sort(&f->names, &f->arena));
    assert_false(al_names_repeated(&f->names, &f->arena, see, f));
    assert_int_equal(f->visits, 0);
    assert_absent(f, text_of("wing"));
    end(f);
}

/* Two pairs of texts with one hash each, of which the longer or the shorter text was added first. */
static void names_of_one_hash_and_two_lengths(void **state)
{
    (void)state;
    static const char *const texts[] = {"aauoz", "bajo", "creb", "aavrj", "bajo", "aavrj"};
    fixture *f = begin(0);
    add_all(f, texts, sizeof texts / sizeof texts[0]);
    sort(f);
    assert_int_equal(f->visits, 2);
    assert_again(f, 1, (const uint32_t[]){4}, 1);
    assert_again(f, 3, (const uint32_t[]){5}, 1);
    assert_found(f, text_of("aauoz"), 0);
    assert_found(f, text_of("creb"), 2);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_names_are_in_order),
        cmocka_unit_test(a_name_alone_is_not_repeated),
        cmocka_unit_test(repetitions_come_in_order_and_with_the_first),
        cmocka_unit_test(a_visit_has_the_names_as_they_were_added),
        cmocka_unit_test(empty_texts_are_names_too),
        cmocka_unit_test(names_that_differ_only_in_length),
        cmocka_unit_test(the_last_bytes_count),
        cmocka_unit_test(bytes_after_a_text_do_not_matter),
        cmocka_unit_test(texts_have_no_byte_order),
        cmocka_unit_test(names_of_one_hash),
        cmocka_unit_test(many_names),
        cmocka_unit_test(allocations_that_fail),
        cmocka_unit_test(repeated_without_a_sort),
        cmocka_unit_test(a_name_that_was_lost_is_not_forgotten),
        cmocka_unit_test(names_of_one_hash_and_two_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
