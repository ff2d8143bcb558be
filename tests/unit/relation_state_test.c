/* relation_state_test.c: what a relation keeps until it is asked: findings, and references that it can't
 * judge. */
#include "related.h"
#include "unit.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "formats/catalogue.h"
#include "relations/relation_state.h"

enum { FILES = 5, RULE = 9 };

typedef struct fixture {
    related r;
    al_relation_state kept;
} fixture;

static bool is_unsure(const void *state, size_t file)
{
    (void)state;
    return file != 2;
}

static const char *alone[2];

/* Four checked files, and one that isn't. */
static int begin(void **state)
{
    static const char *const names[FILES] = {"a", "b", "c", "d", "e"};
    static fixture f;
    related_begin(&f.r);
    for (size_t i = 0; i < FILES; i++)
        related_add(&f.r, names[i], "");
    f.r.all.checked = FILES - 1;
    related_set_level(&f.r, al_catalogue[RULE].id, AL_WARNING);
    f.r.all.settings = f.r.options->settings;
    f.r.all.unread = f.r.unread;
    f.kept = (al_relation_state){.round = 0};
    assert_true(al_relation_begin(&f.kept, &f.r.all, &f.r.arena));
    *state = &f;
    return 0;
}

static void keep(fixture *f, size_t file, size_t rule, uint64_t offset, const char *text)
{
    const al_claim claim = {.rule = rule, .offset = offset, .length = 1};
    assert_true(al_keep_finding(&f->kept, file, &claim, "%s", text));
}

/* The messages of the findings that are kept, with blanks between them. */
static void assert_kept(const fixture *f, const char *expected)
{
    char text[256] = "";
    for (uint64_t i = 0; i < f->kept.finding_count; i++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? " " : "",
                       f->kept.findings[i].message);
    }
    assert_string_equal(text, expected);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

static void findings_are_sorted_by_file_offset_and_rule(void **state)
{
    fixture *f = *state;
    keep(f, 3, RULE, 0, "h");
    keep(f, 1, RULE + 1, 5, "d");
    keep(f, 1, RULE, 5, "b");
    keep(f, 1, RULE, 5, "c");
    keep(f, 4, RULE, 0, "none");
    keep(f, 1, RULE + 1, 5, "e");
    keep(f, 1, RULE + 2, 4, "a");
    keep(f, 1, RULE, 6, "f");
    keep(f, 2, RULE, 0, "g");
    assert_kept(f, "h d b c e a f g");
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_kept(f, "a b c d e f g h");
    assert_int_equal(f->kept.findings[1].order, 2);
}

static void equal_findings_stay_in_their_order(void **state)
{
    fixture *f = *state;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < sizeof letters - 1; i++) {
        const char text[] = {letters[i], '\0'};
        keep(f, 2, RULE, 7, text);
        keep(f, 1, RULE, 7, "");
    }
    al_finish_findings(&f->kept, is_unsure, alone);
    for (size_t i = 0; i < sizeof letters - 1; i++)
        assert_int_equal(f->kept.findings[sizeof letters - 1 + i].message[0], letters[i]);
}

static void long_texts_are_cut(void **state)
{
    enum { LONG = AL_MAX_MESSAGE + 9 };
    fixture *f = *state;
    char text[LONG + 1] = "";
    memset(text, 'x', LONG);
    const al_path path = al_field(NULL, "field");
    const al_claim claim = {.rule = RULE, .path = path, .actual = al_text(text), .expected = al_text("")};
    assert_true(al_keep_finding(&f->kept, 0, &claim, "x"));
    const al_claim *kept = &f->kept.findings[0].claim;
    assert_int_equal(kept->actual.as.text.length, AL_MAX_MESSAGE);
    assert_memory_equal(kept->actual.as.text.bytes, text, AL_MAX_MESSAGE);
    assert_int_equal(kept->expected.as.text.length, 0);
    assert_string_equal(kept->path.name, "field");
    assert_int_equal(kept->path.index, -1);
    assert_null(kept->path.up);
    keep(f, 0, RULE, 0, "y");
    assert_null(f->kept.findings[1].claim.path.name);
    assert_null(f->kept.findings[1].claim.tally);
}

/* ---- Many findings ------------------------------------------------------------------------------------- */

static void keep_many(fixture *f, size_t file, size_t rule, al_level level, unsigned count)
{
    const al_claim claim = {.rule = rule, .level = level};
    for (unsigned i = 0; i < count; i++)
        assert_true(al_keep_finding(&f->kept, file, &claim, "%u", i));
}

static al_sink report_of(fixture *f, size_t file, al_arena *arena)
{
    al_sink sink = al_sink_of(arena, al_catalogue, f->r.options->settings, "a", 100);
    related_report(&f->kept, file, &sink);
    return sink;
}

static uint64_t left_out_of(fixture *f, size_t file, al_level level)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    const al_sink sink = report_of(f, file, &arena);
    const uint64_t left_out = sink.left_out[0].counts[level] + sink.left_out[1].counts[level];
    al_arena_free(&arena);
    return left_out;
}

static void of_many_equal_findings_the_last_are_counted(void **state)
{
    fixture *f = *state;
    keep(f, 0, RULE, 0, "before");
    keep_many(f, 1, RULE, AL_NOTE, AL_MAX_FINDINGS - 1);
    assert_false(al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE));
    keep_many(f, 1, RULE, AL_NOTE, 1);
    assert_int_equal(f->kept.finding_count, AL_MAX_FINDINGS + 1);
    assert_false(
        al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE)); /* the next one stands for those that follow */
    keep_many(f, 1, RULE, AL_NOTE, 1);
    assert_int_equal(f->kept.finding_count, AL_MAX_FINDINGS + 2);
    assert_int_equal(f->kept.findings[AL_MAX_FINDINGS].left_out, 0);
    assert_int_equal(f->kept.findings[AL_MAX_FINDINGS + 1].left_out, 1);
    assert_true(al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE));
    keep_many(f, 1, RULE, AL_NOTE, 5);
    assert_int_equal(f->kept.finding_count, AL_MAX_FINDINGS + 2);
    assert_int_equal(f->kept.findings[AL_MAX_FINDINGS + 1].left_out, 7);
    /* Other files, rules and levels are counted apart. */
    assert_false(al_leave_out_finding(&f->kept, 0, RULE, AL_NOTE));
    assert_false(al_leave_out_finding(&f->kept, 2, RULE, AL_NOTE));
    assert_false(al_leave_out_finding(&f->kept, 1, RULE + 1, AL_NOTE));
    assert_false(al_leave_out_finding(&f->kept, 1, RULE - 1, AL_NOTE));
    assert_false(al_leave_out_finding(&f->kept, 1, RULE, AL_WARNING));
    assert_false(al_leave_out_finding(&f->kept, 1, RULE, AL_OFF));
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_int_equal(left_out_of(f, 1, AL_NOTE), 7);
    assert_int_equal(left_out_of(f, 0, AL_NOTE), 0);
}

static void counts_of_neighbours_don_t_mix(void **state)
{
    fixture *f = *state;
    keep_many(f, 0, RULE, AL_NOTE, AL_MAX_FINDINGS + 3);
    keep_many(f, 2, RULE, AL_NOTE, AL_MAX_FINDINGS + 1);
    keep_many(f, 2, RULE + 1, AL_ERROR, AL_MAX_FINDINGS + 2);
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_int_equal(left_out_of(f, 0, AL_NOTE), 3);
    assert_int_equal(left_out_of(f, 1, AL_NOTE), 0);
    assert_int_equal(left_out_of(f, 2, AL_NOTE), 1);
    assert_int_equal(left_out_of(f, 2, AL_ERROR), 2);
    f->r.all.any_unread = true; /* file 0 is unsure, file 2 is not */
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_int_equal(f->kept.finding_count, 2 * AL_MAX_FINDINGS + 2);
    const al_kept_not_judged_list *list = &f->kept.not_judged;
    assert_int_equal(list->count, 1);
    assert_int_equal(list->items[0].references, AL_MAX_FINDINGS + 3);
}

static void forgotten_findings_count_no_more(void **state)
{
    fixture *f = *state;
    keep_many(f, 1, RULE, AL_NOTE, 2);
    keep_many(f, 1, RULE, AL_NOTE, AL_MAX_FINDINGS);
    assert_true(al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE));
    al_forget_findings(&f->kept, 2);
    assert_int_equal(f->kept.finding_count, 2);
    assert_false(al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE));
    keep_many(f, 1, RULE, AL_NOTE, AL_MAX_FINDINGS);
    assert_int_equal(f->kept.finding_count, AL_MAX_FINDINGS + 2);
    assert_false(al_leave_out_finding(&f->kept, 1, RULE, AL_NOTE));
    al_forget_findings(&f->kept, AL_MAX_FINDINGS + 2);
    assert_int_equal(f->kept.finding_count, AL_MAX_FINDINGS + 2);
}

/* ---- Limits -------------------------------------------------------------------------------------------- */

static void limits_are_reported_unless_one_was(void **state)
{
    fixture *f = *state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    assert_true(al_keep_limit(&f->kept, 1, RULE, "%s", "beyond"));
    assert_true(f->kept.findings[0].claim.limit);
    al_sink sink = report_of(f, 1, &arena);
    assert_int_equal(sink.count, 1);
    assert_message(&sink.findings[0], "beyond");
    assert_true(sink.limited);
    related_report(&f->kept, 1, &sink);
    assert_int_equal(sink.count, 1);
    assert_int_equal(sink.findings[0].count, 1);
    f->r.all.any_unread = true;
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_int_equal(f->kept.finding_count, 1); /* a limit is no absence */
    al_arena_free(&arena);
}

/* ---- What rests on absence ----------------------------------------------------------------------------- */

static void unsure_findings_are_not_judged(void **state)
{
    fixture *f = *state;
    alone[0] = al_catalogue[RULE + 1].id;
    keep(f, 0, RULE, 0, "a");
    keep(f, 0, RULE + 1, 0, "b");
    keep(f, 1, RULE, 0, "c");
    keep(f, 1, RULE, 1, "d");
    keep(f, 2, RULE, 0, "e");
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_kept(f, "a b c d e");
    f->r.all.gap_count = 1;
    al_finish_findings(&f->kept, is_unsure, alone);
    assert_kept(f, "b e");
    const al_kept_not_judged_list *list = &f->kept.not_judged;
    assert_int_equal(list->count, 1);
    assert_int_equal(list->items[0].rule, RULE);
    assert_int_equal(list->items[0].references, 3);
    assert_int_equal(list->items[0].files, 2);
    assert_string_equal(list->items[0].reason, "a needed file or folder could not be read");
    assert_true(al_relation_has_gap(&f->kept, 0));
    f->r.all.gap_count = 0;
    assert_false(al_relation_has_gap(&f->kept, 0));
}

/* ---- References that are not judged -------------------------------------------------------------------- */

/* "rule+reason references/files first last", with "; " between them. */
static void assert_not_judged(const fixture *f, const char *expected)
{
    const al_kept_not_judged_list *list = &f->kept.not_judged;
    char text[512] = "";
    for (size_t i = 0; i < list->count; i++) {
        const al_kept_not_judged *item = &list->items[i];
        const size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%s%d%s %d/%d %d %d", i > 0 ? "; " : "",
                       (int)item->rule - RULE, item->reason, (int)item->references, (int)item->files,
                       (int)item->first_file, (int)item->last_file);
    }
    assert_string_equal(text, expected);
}

static void references_are_counted_by_rule_and_reason(void **state)
{
    fixture *f = *state;
    static const char b[] = "b";
    char other[] = "b"; /* the same words at another place */
    al_keep_not_judged(&f->kept, 1, RULE + 1, b, 2);
    al_keep_not_judged(&f->kept, 1, RULE + 1, other, 3);
    al_keep_not_judged(&f->kept, 0, RULE + 1, b, 1);
    assert_not_judged(f, "1b 6/2 0 0");
    al_keep_not_judged(&f->kept, 2, RULE + 1, "a", 1);
    al_keep_not_judged(&f->kept, 2, RULE + 2, "a", 1);
    al_keep_not_judged(&f->kept, 2, RULE, "c", 1);
    al_keep_not_judged(&f->kept, 2, RULE + 1, "c", 1);
    al_keep_not_judged(&f->kept, 3, RULE + 1, "b", 1);
    assert_not_judged(f, "0c 1/1 2 2; 1a 1/1 2 2; 1b 7/3 0 3; 1c 1/1 2 2; 2a 1/1 2 2");
}

static void only_files_that_are_reported_on_count(void **state)
{
    fixture *f = *state;
    al_keep_not_judged(&f->kept, FILES - 1, RULE, "a", 1);
    al_keep_not_judged(&f->kept, 0, RULE, "a", 0);
    f->r.files[1].explicit = true;
    f->r.files[2].unreported = true;
    al_keep_not_judged(&f->kept, 1, RULE, "a", 1);
    al_keep_not_judged(&f->kept, 2, RULE, "a", 1);
    f->r.options->settings[RULE].level = AL_OFF;
    al_keep_not_judged(&f->kept, 0, RULE, "a", 1);
    assert_not_judged(f, "");
    f->r.options->settings[RULE].level = AL_NOTE;
    al_keep_not_judged(&f->kept, 3, RULE, "a", 1);
    assert_not_judged(f, "0a 1/1 3 3");
}

static void short_memory_is_noticed(void **state)
{
    fixture *f = *state;
    const al_path path = al_field(NULL, "field");
    const al_tally tally = {.count = 0};
    const al_claim claim = {
        .rule = RULE, .path = path, .actual = al_text("x"), .expected = al_text("y"), .tally = &tally};
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        al_budget budget = al_budget_of(UINT64_MAX, n);
        al_arena arena = al_arena_on(&budget);
        f->kept = (al_relation_state){.all = &f->r.all, .arena = &arena};
        done = al_keep_finding(&f->kept, 0, &claim, "%s", "text");
        assert_int_equal(f->kept.no_memory, !done);
        assert_int_equal(done, budget.shortage == AL_SHORTAGE_NONE);
        assert_true(!done || n > 5);
        al_arena_free(&arena);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, related_end_test)
    const struct CMUnitTest tests[] = {
        TEST(findings_are_sorted_by_file_offset_and_rule),
        TEST(equal_findings_stay_in_their_order),
        TEST(long_texts_are_cut),
        TEST(of_many_equal_findings_the_last_are_counted),
        TEST(counts_of_neighbours_don_t_mix),
        TEST(forgotten_findings_count_no_more),
        TEST(limits_are_reported_unless_one_was),
        TEST(unsure_findings_are_not_judged),
        TEST(references_are_counted_by_rule_and_reason),
        TEST(only_files_that_are_reported_on_count),
        TEST(short_memory_is_noticed),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
