/* manual_test.c: the texts of --help have all options of the command line, and no others. */
#include "unit.h"

#include <string.h>

#include "cli/manual.h"

static size_t rows_of(const manual_page *page, const option *row)
{
    size_t rows = 0;
    for (size_t i = 0; i < page->option_count; i++)
        rows += manual_row(page, &page->options[i]) == row;
    return rows;
}

static void every_option_has_one_text(void **state)
{
    (void)state;
    const manual_page *page;
    size_t options = 0;
    for (size_t number = 0; (page = manual_page_at(number)) != NULL; number++)
        for (size_t i = 0; page->list != NULL && i < page->list->count; i++) {
            const option *row = &page->list->items[i];
            if (rows_of(page, row) != 1)
                fail_msg("--%s of %s has not one text", row->name, page->command);
            options++;
        }
    assert_true(options > 30);
}

static void every_text_has_its_option(void **state)
{
    (void)state;
    const manual_page *page;
    for (size_t number = 0; (page = manual_page_at(number)) != NULL; number++)
        for (size_t i = 0; i < page->option_count; i++) {
            const manual_option *o = &page->options[i];
            const option *row = manual_row(page, o);
            if (o->name == NULL)
                continue;
            if (row == NULL)
                fail_msg("%s has no option --%s", page->command, o->name);
            assert_int_equal(row->kind == OPTION_VALUE, o->value != NULL);
            assert_int_equal(o->kind != MANUAL_NONE, o->value != NULL);
            assert_int_equal(o->kind == MANUAL_WORD || o->kind == MANUAL_WORD_TO_FILE ||
                                 o->kind == MANUAL_RULE_LEVEL,
                             o->words != NULL);
        }
}

/* Texts have no full stop, which is added when they are shown, and nothing that a row of a list can't hold.
 */
static void texts_are_fit_for_lists(void **state)
{
    (void)state;
    const manual_page *page;
    for (size_t number = 0; (page = manual_page_at(number)) != NULL; number++)
        for (size_t i = 0; i < page->option_count; i++) {
            const char *text = page->options[i].text;
            assert_non_null(text);
            assert_null(strpbrk(text, "\n[]`"));
            assert_int_not_equal(text[strlen(text) - 1], '.');
        }
}

/* The texts name exactly the words that are accepted as values. */
static void texts_name_the_words(void **state)
{
    (void)state;
    const manual_page *page;
    size_t words = 0;
    for (size_t number = 0; (page = manual_page_at(number)) != NULL; number++)
        for (size_t i = 0; i < page->option_count; i++) {
            const manual_option *o = &page->options[i];
            for (size_t w = 0; o->words != NULL && o->words(w) != NULL; w++, words++)
                if (strstr(o->text, o->words(w)) == NULL)
                    fail_msg("the text of --%s doesn't name %s", o->name, o->words(w));
        }
    assert_true(words > 20);
}

static void commands_are_found(void **state)
{
    (void)state;
    assert_ptr_equal(manual_page_of("check"), manual_page_at(0));
    assert_string_equal(manual_page_of("dump")->command, "dump");
    assert_null(manual_page_of("chec"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_has_one_text), cmocka_unit_test(every_text_has_its_option),
        cmocka_unit_test(texts_are_fit_for_lists),   cmocka_unit_test(texts_name_the_words),
        cmocka_unit_test(commands_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
