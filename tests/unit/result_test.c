/* result_test.c: findings that are added to a result later: how many it keeps, and which. */
#include "unit.h"

#include <string.h>

#include "core/limits.h"
#include "engine/result.h"
#include "formats/catalogue.h"
#include "made_results.h"

static size_t rule_number(const char *id)
{
    const al_rule *rule = al_rule_find(id);
    assert_non_null(rule);
    return (size_t)(rule - al_catalogue);
}

typedef struct fixture {
    made_result made;
    al_budget budget;
    al_setting settings[AL_MOST_RULES];
    al_amendment amendment;
} fixture;

/* A result with two findings, to which others are added. */
static void begin(fixture *f)
{
    memset(f, 0, sizeof *f);
    made_result_begin(&f->made, "a.xmf", "", "xmf");
    made_finding(&f->made, "xmf/data-range", "b", '1')->offset = 30;
    made_finding(&f->made, "xmf/data-range", "c", '2')->offset = 90;
    f->made.result->size = 1 << 20;
    for (size_t i = 0; i < al_rule_count(); i++)
        f->settings[i].level = AL_ERROR;
    f->settings[rule_number("xmf/inflate")] = (al_setting){.level = AL_NOTE, .overridden = true};
    f->budget = al_budget_of(UINT64_MAX, 0);
    al_amend_begin(&f->amendment, f->made.result, &f->budget, f->settings, "");
}

static void add(fixture *f, const char *rule, uint64_t offset)
{
    const al_claim claim = {
        .rule = rule_number(rule), .path = al_item(NULL, "bytes", offset), .offset = offset, .length = 1};
    al_report(&f->amendment.sink, &claim, "%s", "added");
}

/* The offsets of the findings that are kept must be these first ones, and then ascend. */
static void expect(fixture *f, size_t count, uint64_t omitted, al_level level, const uint64_t *first,
                   size_t firsts)
{
    const al_result *r = f->made.result;
    assert_true(al_amend_end(&f->amendment));
    assert_int_equal(r->finding_count, count);
    assert_int_equal(r->omitted, omitted);
    assert_int_equal(r->omitted_level, level);
    assert_int_equal(r->errors + r->notes, count);
    for (size_t i = 0; i < firsts; i++)
        assert_int_equal(r->findings[i].offset, first[i]);
    for (size_t i = 1; i < count; i++)
        assert_true(r->findings[i - 1].offset < r->findings[i].offset);
    made_result_end(&f->made);
}

static void findings_come_in_their_order(void **state)
{
    static const uint64_t offsets[] = {10, 30, 50, 90, 95};
    fixture f;
    (void)state;
    begin(&f);
    add(&f, "xmf/data-range", 95);
    add(&f, "xmf/inflate", 50);
    add(&f, "xmf/data-range", 10);
    expect(&f, 5, 0, AL_OFF, offsets, 5);
}

/* The last of the least severe ones are omitted. */
static void the_least_severe_are_omitted(void **state)
{
    static const uint64_t offsets[] = {10, 30, 90, 1000};
    fixture f;
    (void)state;
    begin(&f);
    for (uint64_t i = 0; i < AL_MAX_FINDINGS - 3; i++)
        add(&f, "xmf/data-range", 1000 + i);
    add(&f, "xmf/inflate", 10);
    add(&f, "xmf/inflate", 20);
    add(&f, "xmf/inflate", 40);
    expect(&f, AL_MAX_FINDINGS, 2, AL_NOTE, offsets, 4);
}

static void of_equal_ones_the_last_is_omitted(void **state)
{
    static const uint64_t offsets[] = {30, 90, 1000};
    fixture f;
    (void)state;
    begin(&f);
    f.made.result->omitted = 5;
    f.made.result->omitted_level = AL_WARNING;
    for (uint64_t i = 0; i < AL_MAX_FINDINGS; i++)
        add(&f, "xmf/data-range", 1000 + i);
    const uint64_t last = 1000 + AL_MAX_FINDINGS - 3;
    const al_result *r = f.made.result;
    assert_true(al_amend_end(&f.amendment));
    assert_int_equal(r->finding_count, AL_MAX_FINDINGS);
    assert_int_equal(r->findings[AL_MAX_FINDINGS - 1].offset, last);
    assert_int_equal(r->omitted, 7);
    assert_int_equal(r->omitted_level, AL_ERROR);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(r->findings[i].offset, offsets[i]);
    made_result_end(&f.made);
}

/* Findings above the level that others were omitted of leave it as it is. */
static void a_higher_omitted_level_stays(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    f.made.result->omitted = 1;
    f.made.result->omitted_level = AL_WARNING;
    for (uint64_t i = 0; i < AL_MAX_FINDINGS - 2; i++)
        add(&f, "xmf/data-range", 1000 + i);
    add(&f, "xmf/inflate", 10);
    expect(&f, AL_MAX_FINDINGS, 2, AL_WARNING, NULL, 0);
}

/* Without findings nothing changes; what a configuration hides adds up. */
static void the_status_follows_from_findings(void **state)
{
    static const al_file_status before[] = {AL_FILE_CLEAN, AL_FILE_FINDINGS, AL_FILE_UNREADABLE,
                                            AL_FILE_LIMIT};
    (void)state;
    for (size_t i = 0; i < 12; i++) {
        fixture f;
        const size_t old = i / 4 == 0 ? 0 : 1;
        begin(&f);
        f.made.result->status = before[i % 4];
        f.made.result->finding_count = old;
        if (i / 4 == 2)
            add(&f, "xmf/inflate", 50);
        assert_true(al_amend_end(&f.amendment));
        assert_int_equal(f.made.result->finding_count, i / 4);
        assert_int_equal(f.made.result->status,
                         before[i % 4] == AL_FILE_CLEAN && i / 4 > 0 ? AL_FILE_FINDINGS : before[i % 4]);
        assert_int_equal(al_is_unchecked(f.made.result), i % 4 >= 2);
        made_result_end(&f.made);
    }
}

/* Paths as they are, and escaped; that of fingerprints is the path itself, unless another one is given. */
static void paths_of_a_result(void **state)
{
    static const struct {
        const char *path, *base, *member, *shown, *shown_base, *shown_member;
    } cases[] = {{"a\001", NULL, "", "a\\x01", "a\\x01", ""},
                 {"a\001", "a\001", "m", "a\\x01", "a\\x01", "m"},
                 {"a", "b\001", "m\002", "a", "b\\x01", "m\\x02"}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_result_block *block = al_result_block_new(&budget);
        assert_non_null(block);
        assert_true(al_result_set_paths(block, cases[i].path, cases[i].base, cases[i].member));
        assert_string_equal(block->result.raw_path, cases[i].path);
        assert_string_equal(block->result.path, cases[i].shown);
        assert_string_equal(block->result.base_path, cases[i].shown_base);
        assert_string_equal(block->raw_base_path, cases[i].base != NULL ? cases[i].base : cases[i].path);
        assert_string_equal(block->raw_member, cases[i].member);
        assert_string_equal(block->result.member, cases[i].shown_member);
        al_result_free(&block->result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_status_follows_from_findings),  cmocka_unit_test(paths_of_a_result),
        cmocka_unit_test(findings_come_in_their_order),      cmocka_unit_test(the_least_severe_are_omitted),
        cmocka_unit_test(of_equal_ones_the_last_is_omitted), cmocka_unit_test(a_higher_omitted_level_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
