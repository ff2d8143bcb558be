/* pairs_test.c: which files lie in a folder that is checked, in a reference, or around what was named by
 * itself; which is the one; and how many ways of missing something are kept.
 */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "related.h"
#include "relations/pairs/pair_files.h"
#include "relations/unmet.h"

/* Files of the kinds a and b, of which b are judged; they are added in the order of a survey. */
typedef struct fixture {
    related r;
    pair_files found;
} fixture;

static int begin(void **state)
{
    static fixture f;
    related_begin(&f.r);
    *state = &f;
    return 0;
}

static void add_beside(fixture *f, const char *path)
{
    f->r.files[f->r.all.count + f->r.all.siblings++] = (al_related_file){
        .path = path, .member = "", .with = (unsigned)f->r.all.with_count + 1, .explicit = true};
}

static void find(fixture *f)
{
    assert_true(pair_files_find(&f->found, &f->r.all, &f->r.arena, "a b", 1));
}

/* The number of the one that references give; -1: none, -2: several. */
static int given(fixture *f)
{
    size_t one;
    assert_true(pair_one_of_references(&f->found, &f->r.arena, NULL, &one));
    if (one == PAIR_NONE || one == PAIR_SEVERAL)
        return one == PAIR_NONE ? -1 : -2;
    return (int)f->found.items[one].number;
}

/* The names of all that were found, with blanks between them, and a bar between folders. */
static void assert_found(const fixture *f, const char *expected)
{
    char text[256] = "";
    for (size_t first = 0, end; first < f->found.count; first = end) {
        end = pair_folder_end(&f->found, first);
        for (size_t i = first; i < end; i++) {
            const size_t used = strlen(text);
            (void)snprintf(text + used, sizeof text - used, "%s%s",
                           i > first   ? " "
                           : first > 0 ? "|"
                                       : "",
                           pair_base(&f->found.items[i]));
        }
    }
    assert_string_equal(text, expected);
}

static void files_lie_in_folders_by_their_stems(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "./x.a", "");
    related_add(&f->r, "d-e/x.b", "");
    related_add(&f->r, "d.zip", "d/x.b");
    related_add(&f->r, "d.zip", "x.a");
    related_add(&f->r, "d/X.B", "");
    related_add(&f->r, "d/d/x.a", "");
    related_add(&f->r, "d/w.b", "");
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/x.c", "");
    related_add(&f->r, "x.b", "");
    find(f);
    assert_found(f, "x.a x.b|x.b|w.b x.a X.B|x.a|x.a|x.b");
    assert_int_equal(f->found.item_of[8], PAIR_NO_ITEM);
    for (size_t i = 0; i < f->found.count; i++)
        assert_int_equal(f->found.item_of[f->found.items[i].number], i);
}

static void nothing_is_kept_where_nothing_is_judged(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/b", "");
    related_add_reference(&f->r, "game", false);
    related_add(&f->r, "game/x.b", "");
    find(f);
    assert_int_equal(f->found.count, 0);
    assert_int_equal(pair_asked(&f->found, 0, AL_NEED_FACTS), AL_NEED_NOTHING);
}

static void the_one_of_a_folder_is_checked_with_it(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/x.b", "");
    related_add(&f->r, "d/y.a", "")->explicit = true;
    related_add_reference(&f->r, "d/z.a", true);
    related_add(&f->r, "d/z.a", "");
    add_beside(f, "d/w.a");
    find(f);
    assert_found(f, "w.a x.a x.b y.a z.a");
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, NULL), 1);
    assert_int_equal(pair_one_of_folder(&f->found, 2, 5, NULL), PAIR_NONE);
    bool left_out[5] = {false, true};
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, left_out), PAIR_NONE);
    f->found.items[3].explicit = false;
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, NULL), PAIR_SEVERAL);
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, left_out), 3);
    assert_true(pair_is_beside(&f->found, &f->found.items[0]));
    assert_false(pair_is_beside(&f->found, &f->found.items[4]));
}

/* Slashes that say nothing may be in the path of a reference, but are in those of no file. */
static void a_reference_is_a_folder_or_a_file(void **state)
{
    static const char *const folders[] = {"game/deep", "game/deep/", "./game//deep/", "game"};
    static const bool leads_there[] = {true, true, true, false};
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "", false);
    related_add(&f->r, "game/deep/x.a", "");
    find(f);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        f->r.with[0] = folders[i];
        assert_int_equal(given(f), leads_there[i] ? 1 : -1);
    }
    f->r.with[0] = "game/deep/x.a";
    f->r.with_file[0] = true;
    assert_int_equal(given(f), 1);
}

static void the_working_folder_and_the_root_are_references(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.b", "");
    related_add_reference(&f->r, ".", false);
    related_add(&f->r, "./x.a", "");
    related_add(&f->r, "./d/x.a", "");
    find(f);
    assert_int_equal(given(f), 1);
    f->r.files[1].path = "/d/x.a";
    f->r.files[2].path = "/x.a";
    f->r.with[0] = "/";
    find(f);
    assert_int_equal(given(f), 2);
}

static void a_package_is_a_reference(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "game.zip", true);
    related_add(&f->r, "game.zip", "d/x.a");
    related_add(&f->r, "game.zip", "in.zip!/x.a");
    related_add(&f->r, "game.zip", "x.a");
    find(f);
    assert_int_equal(given(f), 3);
    f->r.with[0] = ".";
    f->r.with_file[0] = false;
    assert_int_equal(given(f), -1); /* it lies there, but what is in it doesn't */
}

static void several_references_may_lead_to_one_file(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "d", false);
    related_add(&f->r, "d/x.a", "");
    related_add_reference(&f->r, "d/x.a", true);
    related_add(&f->r, "d/x.a", "");
    find(f);
    const int one = given(f);
    assert_true(one == 1 || one == 2);
    related_add_reference(&f->r, "e", false);
    related_add(&f->r, "e/x.a", "");
    find(f);
    assert_int_equal(given(f), -2);
    related_add(&f->r, "e/y.a", "");
    find(f);
    assert_int_equal(given(f), one); /* of two in a folder none is the one */
}

/* ---- What is missing ----------------------------------------------------------------------------------- */

static void what_is_missing_is_found_by_its_file(void **state)
{
    fixture *f = *state;
    al_unmets list = {.items = NULL};
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    const al_path path = al_item(NULL, "tracks", 2);
    const uint8_t byte = 0;
    al_fact fact = {.path = &path, .number = 7, .field = al_span_of(&byte, 1)};
    for (size_t i = 0; i < 6; i++) { /* of files 5, 3, 1, and again: each at 40 before 10 */
        fact.field.base = i < 3 ? 40 : 10;
        assert_true(al_unmet_add(&list, &f->r.arena, (al_unmet){.number = 5 - 2 * (i % 3)}, &fact));
    }
    al_unmet_sort(&list);
    assert_int_equal(list.count, 6);
    assert_int_equal(al_unmet_first(&list, 3), 2);
    assert_int_equal(al_unmet_first(&list, 4), 4);
    assert_int_equal(al_unmet_first(&list, 6), 6);
    assert_int_equal(list.items[2].offset, 10);
    assert_string_equal(list.items[2].field, "tracks[2]");
    assert_int_equal(list.items[2].needed, 7);
    const al_sink shorter = al_sink_of(&arena, NULL, NULL, "a", 40);
    const al_claim first = al_unmet_claim(&list.items[2], 9, &shorter);
    const al_claim last = al_unmet_claim(&list.items[3], 9, &shorter);
    assert_int_equal(first.offset + first.length, 11);
    assert_int_equal(last.offset, 40); /* the file lost what was there */
    assert_int_equal(last.length, 0);
    al_arena_free(&arena);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, related_end_test)
    const struct CMUnitTest tests[] = {
        TEST(files_lie_in_folders_by_their_stems),
        TEST(nothing_is_kept_where_nothing_is_judged),
        TEST(the_one_of_a_folder_is_checked_with_it),
        TEST(a_reference_is_a_folder_or_a_file),
        TEST(the_working_folder_and_the_root_are_references),
        TEST(a_package_is_a_reference),
        TEST(several_references_may_lead_to_one_file),
        TEST(what_is_missing_is_found_by_its_file),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
