/* kept_texts_test.c: equal texts that come one after the other are kept once. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "relations/name_list.h"

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_kept_texts texts;
} fixture;

static int begin(void **state)
{
    static fixture f;
    f.budget = al_budget_of(1 << 20, 0);
    f.arena = al_arena_on(&f.budget);
    f.texts = (al_kept_texts){.arena = &f.arena};
    *state = &f;
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    al_arena_free(&f->arena);
    return 0;
}

static void equal_texts_are_kept_once(void **state)
{
    fixture *f = *state;
    const char *first = al_keep_text(&f->texts, "Bone 1 and more", 6);
    assert_string_equal(first, "Bone 1");
    assert_ptr_equal(al_keep_text(&f->texts, "Bone 1", 6), first);
    assert_string_equal(al_keep_text(&f->texts, "Bone 1", 4), "Bone");
    assert_string_equal(al_keep_text(&f->texts, "Bone 12", 7), "Bone 12");
    assert_string_equal(al_keep_text(&f->texts, "", 0), "");
}

static void small_letters(void **state)
{
    fixture *f = *state;
    char text[1000], small[sizeof text + 1] = "";
    const char *kept = al_keep_small(&f->texts, "BIP01 Head", 10);
    assert_string_equal(kept, "bip01 head");
    assert_ptr_equal(al_keep_small(&f->texts, "Bip01 head", 10), kept);
    memset(text, 'A', sizeof text);
    memset(small, 'a', sizeof text);
    assert_string_equal(al_keep_small(&f->texts, text, sizeof text), small);
    for (size_t length = 255; length <= 257; length++)
        assert_int_equal(strlen(al_keep_small(&f->texts, text, length)), length);
}

/* More texts than there are places for. */
static void many_texts(void **state)
{
    fixture *f = *state;
    char text[16];
    for (int i = 0; i < 4 * AL_RECENT_TEXTS; i++) {
        const int length = snprintf(text, sizeof text, "%d", i);
        assert_string_equal(al_keep_text(&f->texts, text, (size_t)length), text);
    }
}

static void long_texts(void **state)
{
    fixture *f = *state;
    char text[300];
    memset(text, 'x', sizeof text);
    const char *kept[sizeof text];
    for (size_t length = 0; length < sizeof text; length++)
        kept[length] = al_keep_text(&f->texts, text, length);
    for (size_t length = 0; length < sizeof text; length++)
        assert_int_equal(strlen(kept[length]), length);
}

static void memory_may_be_short(void **state)
{
    fixture *f = *state;
    f->budget.limit = 0;
    assert_null(al_keep_text(&f->texts, "a", 1));
    assert_null(al_keep_small(&f->texts, "A", 1));
    f->budget.limit = 1 << 20;
    assert_string_equal(al_keep_text(&f->texts, "a", 1), "a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_texts_are_kept_once, begin, end),
        cmocka_unit_test_setup_teardown(small_letters, begin, end),
        cmocka_unit_test_setup_teardown(many_texts, begin, end),
        cmocka_unit_test_setup_teardown(long_texts, begin, end),
        cmocka_unit_test_setup_teardown(memory_may_be_short, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
