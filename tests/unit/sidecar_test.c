/* sidecar_test.c: the lines of .assetlintignore files, and the findings about them. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "project/configuration/sidecar.h"

static const char path[] = "hull.xmf";

typedef struct fixture {
    al_policy policy;
    al_sidecar sidecar;
    al_result *result;
    char shown[2048];
} fixture;

static void open_text(fixture *f, const char *text)
{
    *f = (fixture){.result = NULL};
    al_options_init(&f->policy.options);
    assert_true(al_sidecar_parse(&f->sidecar, path, al_span_of(text, strlen(text))));
}

static void close_text(fixture *f)
{
    al_result_free(f->result);
    al_sidecar_close(&f->sidecar);
    assert_null(f->sidecar.path);
}

static const char *or_dash(const char *text)
{
    return text != NULL ? text : "-";
}

/* Asserts the lines: "BEGIN-END RULE|FIELD|COMMENT;". */
static void expect_lines(const char *text, const char *expected)
{
    fixture f;
    open_text(&f, text);
    for (size_t i = 0; i < f.sidecar.count; i++) {
        const al_sidecar_line *line = &f.sidecar.lines[i];
        const size_t length = strlen(f.shown);
        (void)snprintf(f.shown + length, sizeof f.shown - length, "%" PRIu64 "-%" PRIu64 " %s|%s|%s;",
                       line->at, line->end, line->rule, or_dash(line->field), or_dash(line->comment));
        assert_false(line->used || line->ran);
    }
    assert_string_equal(f.shown, expected);
    assert_string_equal(f.sidecar.path, "hull.xmf.assetlintignore");
    assert_false(f.sidecar.too_large);
    close_text(&f);
}

static void lines_have_rule_field_and_comment(void **state)
{
    (void)state;
    expect_lines("", "");
    expect_lines("\n \t\r\n# only a comment\n  # another\n", "");
    expect_lines("a", "0-1 a|-|-;");
    expect_lines("a b", "0-3 a|b|-;");
    expect_lines("\xEF\xBB\xBF"
                 "a/b\n",
                 "3-6 a/b|-|-;");
    expect_lines("\xEF\xBB"
                 "a",
                 "0-3 \xEF\xBB"
                 "a|-|-;");
    expect_lines(" a  b c \t# why \r\nd\r\n", "1-7 a|b c|why;17-18 d|-|-;");
    expect_lines("a#b c#d # e # f", "0-7 a#b|c#d|e # f;");
    expect_lines("a b #", "0-3 a|b|-;");
    expect_lines("a b #c", "0-3 a|b|c;");
    expect_lines("a b\t#\tc\x01", "0-3 a|b|c\\x01;");
    expect_lines("a b\n\n\nc d", "0-3 a|b|-;6-9 c|d|-;");
    expect_lines("#x\na#\n#\na #y", "3-5 a#|-|-;8-9 a|-|y;");
}

static void lines_name_rules(void **state)
{
    (void)state;
    fixture f;
    open_text(&f, "xmf/data-range\nno-rule\nxmf/*\n");
    assert_int_equal(f.sidecar.count, 3);
    for (size_t i = 0; i < al_rule_count(); i++) {
        const char *id = al_rule_at(i)->id;
        assert_int_equal(al_rule_set_has(&f.sidecar.lines[0].rules, i), strcmp(id, "xmf/data-range") == 0);
        assert_false(al_rule_set_has(&f.sidecar.lines[1].rules, i));
        assert_int_equal(al_rule_set_has(&f.sidecar.lines[2].rules, i), strncmp(id, "xmf/", 4) == 0);
    }
    close_text(&f);
}

/* Asserts the findings: "RULE LINE:COLUMN+LENGTH FIELD: MESSAGE;". */
static void expect_findings(fixture *f, const char *expected)
{
    const al_setting *rules = f->policy.options.settings;
    assert_true(al_sidecar_report(&f->sidecar, &f->policy, rules, &f->result));
    f->shown[0] = '\0';
    for (size_t i = 0; f->result != NULL && i < f->result->finding_count; i++) {
        const al_finding *found = &f->result->findings[i];
        const size_t length = strlen(f->shown);
        (void)snprintf(f->shown + length, sizeof f->shown - length,
                       "%s %" PRIu64 ":%" PRIu64 "+%" PRIu64 " %s: %s;", found->rule->id, found->line,
                       found->column, found->length, found->field, found->message);
    }
    assert_string_equal(f->shown, expected);
}

static void unused_lines_are_reported(void **state)
{
    (void)state;
    fixture f;
    open_text(&f, "xmf/data-range # used\nxmf/data-range buffers[0] # ran\n  xmf/data-rang\n"
                  "nothing-like-a-rule x\nxmf/inflate\nxmf/truncated\nfile/unrecognised\n");
    f.sidecar.lines[0].used = f.sidecar.lines[0].ran = true;
    f.sidecar.lines[1].ran = true;
    f.sidecar.lines[5].ran = true;
    expect_findings(&f, "config/unused-suppression 2:1+25 lines[1]: this line suppresses nothing: no finding "
                        "of xmf/data-range at buffers[0] was there;"
                        "config/unused-suppression 3:3+13 lines[2]: this line suppresses nothing: it names "
                        "no rule; did you mean xmf/data-range;"
                        "config/unused-suppression 4:1+21 lines[3]: this line suppresses nothing: it names "
                        "no rule;"
                        "config/unused-suppression 6:1+13 lines[5]: this line suppresses nothing: no finding "
                        "of xmf/truncated was there;"
                        "config/unused-suppression 7:1+17 lines[6]: this line suppresses nothing: it names "
                        "no rule; did you mean file/unrecognized;");
    const al_result *r = f.result;
    assert_string_equal(r->path, "hull.xmf.assetlintignore");
    assert_string_equal(r->base_path, "hull.xmf.assetlintignore");
    assert_string_equal(r->member, "");
    assert_string_equal(r->format, "config");
    assert_string_equal(r->version, "");
    assert_int_equal(r->size, f.sidecar.text.len);
    assert_int_equal(r->status, AL_FILE_FINDINGS);
    assert_int_equal(r->warnings, 5);
    assert_int_equal(r->errors, 0);
    assert_int_equal(r->findings[0].level, AL_WARNING);
    assert_int_equal(r->findings[0].offset, strlen("xmf/data-range # used\n"));
    assert_int_equal(r->suppressed_count, 0);
    close_text(&f);
}

static void nothing_is_reported_of_used_lines(void **state)
{
    (void)state;
    fixture f;
    open_text(&f, "xmf/data-range\nxmf/inflate\n");
    f.sidecar.lines[0].used = true;
    expect_findings(&f, "");
    assert_null(f.result);
    close_text(&f);
    open_text(&f, "# nothing\n");
    expect_findings(&f, "");
    assert_null(f.result);
    close_text(&f);
}

/* A line takes a few hundred bytes of memory. */
static void a_file_that_is_too_large(void **state)
{
    (void)state;
    enum { LINES = 200000 };
    fixture f;
    char *text = malloc(2 * LINES + 1);
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + 2 * i, "a\n", 2);
    text[2 * LINES] = '\0';
    open_text(&f, text);
    assert_true(f.sidecar.too_large);
    assert_int_equal(f.sidecar.count, 0);
    expect_findings(&f, "config/unused-suppression 1:1+400000 : this file is too large: none of its lines "
                        "counts;");
    close_text(&f);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_rule_field_and_comment),
        cmocka_unit_test(lines_name_rules),
        cmocka_unit_test(unused_lines_are_reported),
        cmocka_unit_test(nothing_is_reported_of_used_lines),
        cmocka_unit_test(a_file_that_is_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
