/* strings_test.c: control characters in the texts of a file, and how texts are shown. */
#include "walk_fixture.h"

#include <stdbool.h>
#include <string.h>

#include "kit/job.h"

/* A text of a file, from `start` to its end, with the four bytes in front of it. */
static al_string string_of(const fixture *f, const al_path *up, uint64_t start)
{
    return (al_string){.path = al_field(up, "name"),
                       .field = al_slice_available(f->job.file, start - 4, UINT64_MAX),
                       .text = al_slice_available(f->job.file, start, UINT64_MAX)};
}

static const al_finding *only(const fixture *f)
{
    assert_int_equal(f->sink.count, 1);
    return &f->sink.findings[0];
}

/* ---- The rule ------------------------------------------------------------------------------------------ */

static void control_characters(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t bytes[] = {0, 0, 0, 0, 'a', (uint8_t)byte, 'b'};
        fixture *f = begin(bytes, sizeof bytes);
        const al_string string = string_of(f, NULL, 4);
        al_check_string(&f->job, unit_rule("xsm/string-control-char"), &string);
        const bool bad = byte <= 0x1F || byte == 0x7F;
        if (f->sink.count != bad)
            fail_msg("byte 0x%02X: %zu findings", byte, f->sink.count);
        end(f);
    }
}

static void the_borders(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {5, 0, 0, 0, 0x20, 0x80, 0xFF, 0x1F, 0x7F};
    fixture *f = begin(bytes, sizeof bytes);
    const al_path up = al_item(NULL, "bones", 3);
    const al_string string = string_of(f, &up, 4);
    al_check_string(&f->job, unit_rule("xsm/string-control-char"), &string);
    const al_finding *got = only(f);
    assert_int_equal(got->rule_number, unit_rule("xsm/string-control-char"));
    assert_string_equal(got->rule->id, "xsm/string-control-char");
    assert_int_equal(got->offset, 0); /* at the length in front: the whole field */
    assert_int_equal(got->length, 9);
    assert_string_equal(got->field, "bones[3].name");
    assert_message(got, "control characters in the text: 2 of 5 bytes, the first is 0x1F at 3");
    assert_no_value(got->expected);
    assert_int_equal(got->actual.kind, AL_VALUE_TEXT);
    assert_int_equal(got->count, 2);
    assert_int_equal(got->element_count, 2);
    assert_int_equal(got->elements[0], 3);
    assert_int_equal(got->elements[1], 4);
    end(f);
}

static void the_value_is_fit_to_print(void **state)
{
    (void)state;
    static const char bytes[] = "\3\0\0\0a\nb";
    fixture *f = begin(bytes, 7);
    const al_string string = string_of(f, NULL, 4);
    al_check_string(&f->job, unit_rule("xsm/string-control-char"), &string);
    assert_words(only(f)->actual, "a\\x0Ab");
    end(f);
}

static void the_rule_is_the_caller_s(void **state)
{
    (void)state;
    static const char bytes[] = "\1\0\0\0\x7F";
    fixture *f = begin(bytes, 5);
    const al_string string = string_of(f, NULL, 4);
    al_check_string(&f->job, unit_rule("xpm/string-control-char"), &string);
    assert_string_equal(only(f)->rule->id, "xpm/string-control-char");
    assert_message(only(f), "control characters in the text: 1 of 1 byte, the first is 0x7F at 0");
    end(f);
}

static void more_than_the_first_eight_are_counted(void **state)
{
    (void)state;
    uint8_t bytes[204];
    memset(bytes, '\t', sizeof bytes);
    memset(bytes + 4, 'a', 2);
    fixture *f = begin(bytes, sizeof bytes);
    const al_string string = string_of(f, NULL, 4);
    al_check_string(&f->job, unit_rule("xsm/string-control-char"), &string);
    const al_finding *got = only(f);
    assert_message(got, "control characters in the text: 198 of 200 bytes, the first is 0x09 at 2");
    assert_int_equal(got->count, 198);
    assert_int_equal(got->element_count, AL_FINDING_ELEMENTS);
    for (uint64_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        assert_int_equal(got->elements[i], 2 + i);
    end(f);
}

/* The length before a text and the NUL after it belong to the field, not to the text. */
static void length_and_nul_are_not_judged(void **state)
{
    (void)state;
    static const char bytes[] = "\1\0\0\0a\0";
    fixture *f = begin(bytes, 6);
    const al_string string = {
        .path = al_field(NULL, "name"), .field = f->job.file, .text = al_slice_available(f->job.file, 4, 1)};
    al_check_string(&f->job, unit_rule("xsm/string-control-char"), &string);
    assert_int_equal(f->sink.count, 0);
    const al_string empty = string_of(f, NULL, 6);
    al_check_string(&f->job, unit_rule("xsm/string-control-char"), &empty);
    assert_int_equal(f->sink.count, 0);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters),
        cmocka_unit_test(the_borders),
        cmocka_unit_test(the_value_is_fit_to_print),
        cmocka_unit_test(the_rule_is_the_caller_s),
        cmocka_unit_test(more_than_the_first_eight_are_counted),
        cmocka_unit_test(length_and_nul_are_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
