/* manual_test.c: the options of the commands and their help texts. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/manual.h"

static void options_are_complete(void **state)
{
    (void)state;
    const manual_page *page;
    size_t options = 0;
    for (size_t number = 0; (page = manual_page_at(number)) != NULL; number++)
        for (size_t i = 0; i < page->option_count; i++) {
            const manual_option *o = &page->options[i];
            if (o->name == NULL)
                continue;
            options++;
            assert_true(o->id > 0);
            assert_int_equal(o->kind != MANUAL_NONE, o->value != NULL);
            assert_int_equal(o->kind == MANUAL_WORD || o->kind == MANUAL_WORD_TO_FILE ||
                                 o->kind == MANUAL_RULE_LEVEL,
                             o->words != NULL);
            for (size_t k = 0; k < i; k++)
                if (page->options[k].name != NULL &&
                    (page->options[k].id == o->id || strcmp(page->options[k].name, o->name) == 0 ||
                     (o->letter != '\0' && page->options[k].letter == o->letter)))
                    fail_msg("%s has two options like --%s", page->command, o->name);
        }
    assert_true(options > 30);
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

/* For somebody who double-clicks the program. */
static void help_of_dragging(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    print_drag_help(out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text,
                        "assetlint finds files in game mods that crash the game or look wrong in it.\n\n"
                        "Drag a folder or a file onto assetlint.exe to check it: a whole mod, one file,\n"
                        "or an archive (.zip, .7z, .cat).\n\n"
                        "In a command prompt, assetlint --help lists what else it can do.\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_complete), cmocka_unit_test(texts_are_fit_for_lists),
        cmocka_unit_test(texts_name_the_words), cmocka_unit_test(commands_are_found),
        cmocka_unit_test(help_of_dragging),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
