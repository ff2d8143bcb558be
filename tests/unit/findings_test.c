/* findings_test.c: findings: one per rule and object, their levels, their order, their fingerprints, their
 * texts. */
#include "unit.h"
#include "words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/findings.h"
#include "core/limits.h"

/* A catalogue for this test. Its ids are not in the order of their indices. */
enum { BETA, ALPHA, GAMMA, DELTA, RULES, CAUSE = RULES, ALL_RULES };
static const al_rule rules[ALL_RULES] = {
    [BETA] = {.id = "toy/beta", .level = AL_WARNING, .confidence = AL_LIKELY},
    [ALPHA] = {.id = "toy/alpha", .level = AL_ERROR, .confidence = AL_CERTAIN, .crash = true},
    [GAMMA] = {.id = "toy/gamma", .level = AL_NOTE},
    [DELTA] = {.id = "toy/delta", .level = AL_ERROR},
    [CAUSE] = {.id = "toy/omega", .level = AL_ERROR, .cause = true}};

enum { FILE_SIZE = 1 << 20 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_setting settings[ALL_RULES];
    al_sink sink;
} fixture;

static fixture *begin_as(const char *path)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_exempt_arena_on(&f->budget);
    for (size_t i = 0; i < ALL_RULES; i++)
        f->settings[i].level = rules[i].level;
    f->sink = al_sink_of(&f->arena, rules, f->settings, path, FILE_SIZE);
    return f;
}

static fixture *begin(void)
{
    return begin_as("a/b.toy");
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
    free(f);
}

/* The only finding; asserts that there is one. */
static const al_finding *only(const fixture *f)
{
    assert_int_equal(f->sink.count, 1);
    return &f->sink.findings[0];
}

static void report_node(fixture *f, size_t rule, uint64_t node, uint64_t offset)
{
    const al_path up = al_item(NULL, "nodes", node);
    const al_claim claim = {.rule = rule, .offset = offset, .length = 4, .path = al_field(&up, "parent")};
    al_report(&f->sink, &claim, "node %d", (int)node);
}

/* ---- The content of a finding -------------------------------------------------------------------------- */

static void a_finding_has_the_values_of_its_claim(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_path up = al_item(NULL, "buffers", 1);
    al_claim claim = {.rule = ALPHA, .offset = 0x104, .length = 4, .path = al_field(&up, "dataOffset")};
    claim.expected = al_uint(UINT64_MAX);
    claim.actual = al_int(INT64_MIN);
    claim.in_inflated = true;
    claim.inflated_offset = UINT64_C(1) << 40;
    al_report(&f->sink, &claim, "%d + %s", 4096, "24");
    const al_finding *got = only(f);
    assert_ptr_equal(got->rule, &rules[ALPHA]);
    assert_int_equal(got->rule_number, ALPHA);
    assert_int_equal(got->level, AL_ERROR);
    assert_int_equal(got->offset, 0x104);
    assert_int_equal(got->length, 4);
    assert_true(got->in_inflated);
    assert_int_equal(got->inflated_offset, UINT64_C(1) << 40);
    assert_string_equal(got->field, "buffers[1].dataOffset");
    assert_message(got, "4096 + 24");
    assert_words(got->expected, "18446744073709551615");
    assert_words(got->actual, "-9223372036854775808");
    assert_int_equal(got->count, 1);
    assert_int_equal(got->element_count, 0);
    assert_false(f->sink.limited);
    end(f);
}

/* While the sink knows a stream, claims are about what the stream gives; and nothing there has a fix. */
static void a_claim_about_what_a_stream_gives(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim claim = {
        .rule = ALPHA, .offset = 7000, .length = 4, .path = al_field(NULL, "width"), .fix_kind = AL_FIX_SAFE};
    f->sink.stream = (al_span){.len = 20, .base = 10};
    al_report(&f->sink, &claim, "of the picture");
    const al_finding *got = only(f);
    assert_int_equal(got->offset, 10);
    assert_int_equal(got->length, 20);
    assert_true(got->in_inflated);
    assert_int_equal(got->inflated_offset, 7000);
    assert_int_equal(got->fix_kind, AL_FIX_NONE);
    end(f);
}

static void a_claim_of_a_rule_alone(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim claim = {.rule = BETA};
    al_report(&f->sink, &claim, "of the whole file");
    const al_finding *got = only(f);
    assert_string_equal(got->field, "");
    assert_no_value(got->expected);
    assert_no_value(got->actual);
    assert_int_equal(got->offset, 0);
    assert_int_equal(got->length, 0);
    assert_false(got->in_inflated);
    end(f);
}

/* A finding below the level of its rule never counts as a crash, at any configured level. */
static void a_milder_case_does_not_crash(void **state)
{
    (void)state;
    fixture *f = begin();
    f->settings[ALPHA] = (al_setting){.level = AL_NOTE, .overridden = true};
    const al_claim milder = {.rule = ALPHA, .level = AL_WARNING, .path = al_field(NULL, "a")};
    const al_claim grave = {.rule = ALPHA, .path = al_field(NULL, "b")};
    const al_claim other = {.rule = BETA, .path = al_field(NULL, "c")};
    const al_claim same = {.rule = ALPHA, .level = AL_ERROR, .path = al_field(NULL, "d")};
    al_report(&f->sink, &milder, "survived");
    al_report(&f->sink, &grave, "not survived");
    al_report(&f->sink, &other, "of a rule that never crashes");
    al_report(&f->sink, &same, "of the level of the rule");
    assert_false(f->sink.findings[0].crash);
    assert_true(f->sink.findings[1].crash);
    assert_false(f->sink.findings[2].crash);
    assert_true(f->sink.findings[3].crash);
    end(f);
}

/* A case may be less certain than its rule, but not more. */
static void a_case_has_its_own_confidence(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim claims[] = {{.rule = ALPHA, .path = al_field(NULL, "a")},
                               {.rule = ALPHA, .doubt = AL_ONLY_LIKELY, .path = al_field(NULL, "b")},
                               {.rule = ALPHA, .doubt = AL_ONLY_POSSIBLE, .path = al_field(NULL, "c")},
                               {.rule = BETA, .doubt = AL_ONLY_LIKELY, .path = al_field(NULL, "d")},
                               {.rule = GAMMA, .doubt = AL_ONLY_LIKELY, .path = al_field(NULL, "e")}};
    static const al_confidence expected[] = {AL_CERTAIN, AL_LIKELY, AL_POSSIBLE, AL_LIKELY, AL_POSSIBLE};
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        al_report(&f->sink, &claims[i], "case");
        assert_int_equal(f->sink.findings[i].confidence, expected[i]);
    }
    end(f);
}

static void a_finding_may_touch_the_end(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim whole = {.rule = ALPHA, .offset = 0, .length = FILE_SIZE};
    const al_claim nothing = {.rule = BETA, .offset = FILE_SIZE, .length = 0};
    al_report(&f->sink, &whole, "all of it");
    al_report(&f->sink, &nothing, "what is missing");
    assert_int_equal(f->sink.count, 2);
    assert_int_equal(f->sink.findings[1].offset, FILE_SIZE);
    end(f);
}

/* The finding keeps its message and its values: the claim's memory may be gone. */
static void a_finding_has_a_message_and_typed_values(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_span name = al_span_of("h\0ll\xFF", 5);
    const al_claim claim = {.rule = ALPHA, .expected = al_real(0.5), .actual = al_text_bytes(name)};
    al_report(&f->sink, &claim, "bone %.*s has %u of %d keys, %.9g s", AL_SHOW(name), 7U, -2, 0.25);
    const al_finding *got = only(f);
    assert_int_equal(got->expected.kind, AL_VALUE_REAL);
    assert_int_equal(got->actual.kind, AL_VALUE_TEXT);
    assert_int_equal(got->actual.as.text.length, 5); /* unescaped, as in the file */
    assert_memory_equal(got->actual.as.text.bytes, name.ptr, 5);
    assert_ptr_not_equal(got->actual.as.text.bytes, name.ptr);
    assert_message(got, "bone h has 7 of -2 keys, 0.25 s");
    end(f);
}

static void long_values_are_kept_up_to_the_shown_part(void **state)
{
    (void)state;
    fixture *f = begin();
    char text[2 * AL_MAX_MESSAGE];
    memset(text, 'x', sizeof text);
    const al_claim claim = {.rule = ALPHA, .actual = al_text_bytes(al_span_of(text, sizeof text))};
    al_report(&f->sink, &claim, "long");
    assert_int_equal(only(f)->actual.as.text.length, AL_MAX_MESSAGE);
    const words shown = words_of(only(f)->actual);
    assert_int_equal(strlen(shown.text), AL_MAX_MESSAGE - 1);
    assert_string_equal(shown.text + AL_MAX_MESSAGE - 4, "...");
    end(f);
}

static void values_as_text(void **state)
{
    (void)state;
    fixture *f = begin();
    al_claim claim = {.rule = ALPHA, .expected = al_real(0.5), .actual = al_real(1.0 / 3)};
    al_report(&f->sink, &claim, "reals");
    assert_words(f->sink.findings[0].expected, "0.5");
    assert_words(f->sink.findings[0].actual, "0.333333333");

    claim = (al_claim){.rule = ALPHA, .path = al_field(NULL, "far")};
    claim.expected = al_real(-(double)INFINITY);
    claim.actual = al_real((double)NAN);
    al_report(&f->sink, &claim, "what is not finite, by one name on every system");
    assert_words(f->sink.findings[1].expected, "-infinity");
    assert_words(f->sink.findings[1].actual, "NaN");
    assert_string_equal(al_show_bytes(al_span_of("XAC ", 4)).text, "\"XAC \"");
    assert_string_equal(al_show_bytes(al_span_of("X\0\xFFn", 4)).text, "0x5800FF6E");
    assert_string_equal(al_show_bytes(al_span_of("AnarkBGF and more", 17)).text, "\"AnarkBGF\"");
    assert_string_equal(al_show_bytes(al_span_of("\n2345678and more", 16)).text, "0x0A32333435363738");
    assert_string_equal(al_show_bytes((al_span){.len = 0}).text, "\"\"");

    claim = (al_claim){.rule = BETA, .expected = al_text("XUMF")};
    claim.actual = al_text_bytes(al_span_of("X\0\xFF\n", 4));
    al_report(&f->sink, &claim, "texts");
    assert_words(f->sink.findings[2].expected, "XUMF");
    assert_words(f->sink.findings[2].actual, "X\\x00\\xFF\\x0A");

    claim = (al_claim){.rule = GAMMA, .expected = al_text_bytes((al_span){.len = 0}), .actual = al_int(0)};
    al_report(&f->sink, &claim, "empty");
    assert_words(f->sink.findings[3].expected, "");
    assert_words(f->sink.findings[3].actual, "0");
    end(f);
}

/* The data of a claim may be freed after the report. */
static void a_finding_keeps_no_pointer_of_the_claim(void **state)
{
    (void)state;
    fixture *f = begin();
    char name[] = "nodes", value[] = "value", word[] = "word";
    const al_claim claim = {
        .rule = ALPHA, .path = al_field(NULL, name), .expected = al_text(value), .actual = al_text(word)};
    al_report(&f->sink, &claim, "%s", word);
    memset(name, '#', sizeof name - 1);
    memset(value, '#', sizeof value - 1);
    memset(word, '#', sizeof word - 1);
    assert_string_equal(only(f)->field, "nodes");
    assert_words(only(f)->expected, "value");
    assert_words(only(f)->actual, "word");
    assert_message(only(f), "word");
    end(f);
}

static void messages_are_fit_to_print(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_span name = al_span_of("a\x1B[0m\xC3\xBC\xFF", 8);
    const al_claim claim = {.rule = ALPHA};
    al_report(&f->sink, &claim, "material '%.*s'", AL_SHOW(name));
    assert_message(only(f), "material 'a\\x1B[0m\xC3\xBC\\xFF'");
    end(f);
}

static void long_messages_end_in_dots(void **state)
{
    (void)state;
    fixture *f = begin();
    char text[AL_MAX_MESSAGE + 100];
    const al_claim claims[] = {{.rule = ALPHA}, {.rule = BETA}, {.rule = GAMMA}};
    memset(text, 'x', sizeof text);
    al_report(&f->sink, &claims[0], "%.*s", AL_MAX_MESSAGE - 1, text);
    al_report(&f->sink, &claims[1], "%.*s", AL_MAX_MESSAGE, text);
    al_report(&f->sink, &claims[2], "%.*s", (int)sizeof text, text);
    const char *whole = f->sink.findings[0].message;
    assert_int_equal(strlen(whole), AL_MAX_MESSAGE - 1);
    assert_null(strchr(whole, '.'));
    for (size_t i = 1; i <= 2; i++) {
        const char *message = f->sink.findings[i].message;
        assert_int_equal(strlen(message), AL_MAX_MESSAGE - 1);
        assert_int_equal(strspn(message, "x"), AL_MAX_MESSAGE - 4);
        assert_string_equal(message + AL_MAX_MESSAGE - 4, "...");
    }
    end(f);
}

static void long_fields_end_in_dots(void **state)
{
    (void)state;
    fixture *f = begin();
    char name[AL_MAX_FIELD + 10];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    const al_claim claim = {.rule = ALPHA, .path = al_field(NULL, name)};
    al_report(&f->sink, &claim, "long");
    assert_int_equal(strlen(only(f)->field), AL_MAX_FIELD - 1);
    assert_string_equal(only(f)->field + AL_MAX_FIELD - 4, "...");
    end(f);
}

/* ---- One finding per rule and object ------------------------------------------------------------------- */

static void tallies_keep_the_first_eight(void **state)
{
    (void)state;
    al_tally t = {.count = 0};
    for (uint64_t i = 0; i < 1000; i++)
        al_tally_add(&t, UINT64_MAX - i);
    assert_int_equal(t.count, 1000);
    for (uint64_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        assert_int_equal(t.first[i], UINT64_MAX - i);
}

/* 7 and 1000 have no common divisor, so the products modulo 1000 are all numbers below 1000, out of order. */
/* What a tally has behind its elements counts for nothing. */
static void an_element_is_compared_with_elements_only(void **state)
{
    (void)state;
    al_tally t = {.count = 0};
    for (size_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        t.first[i] = UINT64_MAX;
    al_tally_insert(&t, 5);
    al_tally_insert(&t, 4);
    assert_int_equal(t.first[0], 4);
    assert_int_equal(t.first[1], 5);
}

static void tallies_keep_the_lowest_eight_in_order(void **state)
{
    (void)state;
    al_tally t = {.count = 0}, few = {.count = 0};
    for (uint64_t i = 1; i <= 1000; i++)
        al_tally_insert(&t, i * 7 % 1000);
    assert_int_equal(t.count, 1000);
    for (uint64_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        assert_int_equal(t.first[i], i);
    al_tally_insert(&few, 9);
    al_tally_insert(&few, 3);
    assert_int_equal(few.count, 2);
    assert_int_equal(few.first[0], 3);
    assert_int_equal(few.first[1], 9);
}

static void a_finding_has_the_elements_of_its_tally(void **state)
{
    (void)state;
    fixture *f = begin();
    al_tally few = {.count = 0}, many = {.count = 0};
    for (uint64_t i = 0; i < 3; i++)
        al_tally_add(&few, 100 + i);
    for (uint64_t i = 0; i < 1000000; i++)
        al_tally_add(&many, 2 * i);
    const al_claim claims[] = {{.rule = ALPHA, .tally = &few}, {.rule = BETA, .tally = &many}};
    al_report(&f->sink, &claims[0], "few");
    al_report(&f->sink, &claims[1], "many");
    assert_int_equal(f->sink.findings[0].count, 3);
    assert_int_equal(f->sink.findings[0].element_count, 3);
    assert_int_equal(f->sink.findings[0].elements[2], 102);
    assert_int_equal(f->sink.findings[1].count, 1000000);
    assert_int_equal(f->sink.findings[1].element_count, AL_FINDING_ELEMENTS);
    for (uint64_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        assert_int_equal(f->sink.findings[1].elements[i], 2 * i);
    end(f);
}

static void the_same_object_again_is_the_same_finding(void **state)
{
    (void)state;
    fixture *f = begin();
    al_tally first = {.count = 0}, second = {.count = 0};
    for (uint64_t i = 0; i < 5; i++)
        al_tally_add(&first, i);
    for (uint64_t i = 0; i < 20; i++)
        al_tally_add(&second, 50 + i);
    const al_claim one = {.rule = ALPHA, .offset = 8, .path = al_field(NULL, "keys"), .tally = &first};
    const al_claim two = {.rule = ALPHA, .offset = 16, .path = al_field(NULL, "keys"), .tally = &second};
    const al_claim three = {.rule = ALPHA, .offset = 24, .path = al_field(NULL, "keys")};
    al_report(&f->sink, &one, "first");
    al_report(&f->sink, &two, "second");
    al_report(&f->sink, &three, "third");
    const al_finding *got = only(f);
    assert_int_equal(got->count, 5 + 20 + 1);
    assert_int_equal(got->element_count, AL_FINDING_ELEMENTS);
    static const uint64_t elements[] = {0, 1, 2, 3, 4, 50, 51, 52};
    assert_memory_equal(got->elements, elements, sizeof elements);
    assert_message(got, "first");
    assert_int_equal(got->offset, 8);
    end(f);
}

static void elements_of_one_object_are_joined(void **state)
{
    (void)state;
    static const uint64_t counts[][2] = {{1, 1}, {1, 20}, {2, 1}, {7, 1}, {7, 2}, {8, 1}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        fixture *f = begin();
        for (uint64_t turn = 0; turn < 2; turn++) {
            al_tally tally = {.count = 0};
            for (uint64_t k = 0; k < counts[i][turn]; k++)
                al_tally_add(&tally, 100 + 100 * turn + k);
            const al_claim claim = {.rule = ALPHA, .tally = &tally};
            al_report(&f->sink, &claim, "wrong");
        }
        const uint64_t all = counts[i][0] + counts[i][1];
        const al_finding *got = only(f);
        assert_int_equal(got->count, all);
        assert_int_equal(got->element_count, all < AL_FINDING_ELEMENTS ? all : AL_FINDING_ELEMENTS);
        for (uint64_t k = 0; k < got->element_count; k++)
            assert_int_equal(got->elements[k], k < counts[i][0] ? 100 + k : 200 + k - counts[i][0]);
        end(f);
    }
}

static void other_objects_and_rules_are_other_findings(void **state)
{
    (void)state;
    fixture *f = begin();
    report_node(f, ALPHA, 1, 0);
    report_node(f, ALPHA, 2, 0); /* at the same offset */
    report_node(f, BETA, 1, 0);
    report_node(f, ALPHA, 1, 4); /* at another */
    assert_int_equal(f->sink.count, 3);
    assert_int_equal(f->sink.findings[0].count, 2);
    assert_int_equal(f->sink.findings[1].count, 1);
    assert_int_equal(f->sink.findings[2].count, 1);
    end(f);
}

/* How many findings were left out. */
static uint64_t left_out(const fixture *f)
{
    uint64_t count = 0;
    for (size_t side = 0; side < 2; side++)
        for (size_t level = 0; level <= AL_ERROR; level++)
            count += f->sink.left_out[side].counts[level];
    return count;
}

/* The table of findings grows many times without losing, doubling or mixing up findings. */
static void thousands_of_objects(void **state)
{
    (void)state;
    const uint64_t nodes = AL_MAX_FINDINGS / RULES;
    fixture *f = begin();
    for (unsigned turn = 1; turn <= 3; turn++)
        for (uint64_t i = 0; i < nodes * RULES; i++)
            report_node(f, i % RULES, i / RULES, 4 * i);
    assert_int_equal(f->sink.count, nodes * RULES);
    for (uint64_t i = 0; i < nodes * RULES; i++) {
        char field[40];
        (void)snprintf(field, sizeof field, "nodes[%" PRIu64 "].parent", i / RULES);
        const al_finding *got = &f->sink.findings[i];
        assert_string_equal(got->field, field);
        assert_int_equal(got->rule_number, i % RULES);
        assert_int_equal(got->count, 3);
        assert_int_equal(got->offset, 4 * i);
    }
    assert_int_equal(left_out(f), 0);
    end(f);
}

/* A finding that made room for a more severe one is found again when its object breaks the rule worse. */
static void an_object_that_was_left_out_and_is_worse(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_path up = al_item(NULL, "nodes", 0);
    const al_claim mild = {.rule = ALPHA, .level = AL_NOTE, .length = 4, .path = al_field(&up, "parent")};
    al_report(&f->sink, &mild, "node 0");
    for (uint64_t node = 1; node <= AL_MAX_FINDINGS; node++)
        report_node(f, BETA, node, node);
    assert_int_equal(left_out(f), 1);
    report_node(f, ALPHA, 0, 0);
    assert_int_equal(left_out(f), 2);
    report_node(f, ALPHA, 0, 0);
    assert_int_equal(left_out(f), 2);
    uint64_t errors = 0;
    for (size_t i = 0; i < f->sink.count; i++)
        errors += f->sink.findings[i].level == AL_ERROR ? f->sink.findings[i].count : 0;
    assert_int_equal(errors, 2);
    end(f);
}

static void more_objects_than_are_kept(void **state)
{
    (void)state;
    fixture *f = begin();
    for (uint64_t node = 0; node < AL_MAX_FINDINGS; node++)
        report_node(f, ALPHA, node, node);
    assert_int_equal(f->sink.count, AL_MAX_FINDINGS);
    assert_int_equal(left_out(f), 0);
    report_node(f, ALPHA, AL_MAX_FINDINGS, 5);
    report_node(f, ALPHA, AL_MAX_FINDINGS, 9); /* the same object */
    report_node(f, BETA, 0, 5);
    assert_int_equal(f->sink.count, AL_MAX_FINDINGS);
    assert_int_equal(left_out(f), 2);
    report_node(f, ALPHA, AL_MAX_FINDINGS - 1, 5); /* known ones still count */
    assert_int_equal(f->sink.findings[AL_MAX_FINDINGS - 1].count, 2);
    assert_int_equal(left_out(f), 2);
    al_sink_finish(&f->sink);
    assert_false(f->sink.limited);
    assert_int_equal(f->sink.left_out[1].counts[AL_ERROR], 1);
    assert_int_equal(f->sink.left_out[1].counts[AL_WARNING], 1);
    end(f);
}

/* Findings that were counted elsewhere, of a rule that is on and of one that is off. */
static void findings_that_are_left_out_count(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim on = {.rule = ALPHA}, off = {.rule = BETA};
    f->settings[BETA].level = AL_OFF;
    al_leave_out(&f->sink, &on, 7);
    al_leave_out(&f->sink, &off, 5);
    assert_int_equal(left_out(f), 7);
    end(f);
}

static void report_alpha(fixture *f, const char *field, al_level level)
{
    const al_path path = al_field(NULL, field);
    const al_claim claim = {.rule = ALPHA, .path = path, .level = level};
    al_report(&f->sink, &claim, "something");
}

/* What a configuration turns off: each object once, and the highest level. What it lowers is listed. */
static void what_a_configuration_takes_from_view(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim more = {.rule = ALPHA};
    f->settings[ALPHA] = (al_setting){.level = AL_OFF, .configured = true};
    report_alpha(f, "a", AL_WARNING);
    report_alpha(f, "a", AL_NOTE);
    assert_int_equal(f->sink.unseen.count, 1);
    assert_int_equal(f->sink.unseen.level, AL_WARNING);
    report_alpha(f, "b", AL_OFF);
    al_leave_out(&f->sink, &more, 5);
    assert_int_equal(f->sink.unseen.count, 7);
    assert_int_equal(f->sink.unseen.level, AL_ERROR);
    assert_int_equal(f->sink.count, 0);
    assert_true(al_rule_is_on(&f->sink, ALPHA));
    f->settings[ALPHA] = (al_setting){.level = AL_NOTE, .overridden = true, .configured = true};
    report_alpha(f, "c", AL_OFF);
    assert_int_equal(f->sink.unseen.count, 7);
    assert_int_equal(only(f)->level, AL_NOTE);
    end(f);
}

/* They are counted on the side of the damage on which they lie. */
static void findings_that_are_left_out_have_a_place(void **state)
{
    (void)state;
    fixture *f = begin();
    f->sink.damaged_from = 100;
    const al_claim before = {.rule = ALPHA, .offset = 96, .length = 4},
                   across = {.rule = ALPHA, .offset = 96, .length = 5},
                   milder = {.rule = BETA, .offset = 200};
    al_leave_out(&f->sink, &before, 7);
    al_leave_out(&f->sink, &across, 20);
    al_leave_out(&f->sink, &across, 3);
    al_leave_out(&f->sink, &milder, 5);
    assert_int_equal(f->sink.left_out[0].counts[AL_ERROR], 7);
    assert_int_equal(f->sink.left_out[0].counts[AL_WARNING], 0);
    assert_int_equal(f->sink.left_out[1].counts[AL_ERROR], 23);
    assert_int_equal(f->sink.left_out[1].counts[AL_WARNING], 5);
    end(f);
}

static size_t count_of(const fixture *f, size_t rule)
{
    size_t count = 0;
    for (size_t i = 0; i < f->sink.count; i++)
        count += f->sink.findings[i].rule_number == rule;
    return count;
}

/* Asserts that the findings of a rule are those of the first nodes, each with a count. */
static void expect_first(fixture *f, size_t rule, uint64_t nodes)
{
    const size_t count = f->sink.count;
    assert_int_equal(count_of(f, rule), nodes);
    for (uint64_t i = 0; i < nodes; i++)
        report_node(f, rule, i, 0); /* already known, so nothing is added */
    assert_int_equal(f->sink.count, count);
    for (size_t i = 0; i < count; i++)
        if (f->sink.findings[i].rule_number == rule)
            assert_int_equal(f->sink.findings[i].count, 2);
}

/* A severe finding always finds room: the last of the less severe ones is removed. */
static void the_most_severe_are_kept(void **state)
{
    (void)state;
    enum { MOST = AL_MAX_FINDINGS, TENTH = MOST / 10 };
    fixture *f = begin();
    for (uint64_t node = 0; node < MOST; node++)
        report_node(f, node % 2 == 0 ? GAMMA : BETA, node / 2, 8);
    for (uint64_t node = 0; node < TENTH; node++)
        report_node(f, DELTA, node, 4);
    assert_int_equal(f->sink.left_out[1].counts[AL_NOTE], TENTH); /* those that were removed */
    assert_int_equal(f->sink.count, MOST);
    assert_int_equal(count_of(f, BETA), MOST / 2);
    expect_first(f, GAMMA, MOST / 2 - TENTH);
    expect_first(f, DELTA, TENTH);
    for (uint64_t node = 0; node < MOST; node++)
        report_node(f, DELTA, TENTH + node, 4);
    assert_int_equal(count_of(f, DELTA), MOST);
    report_node(f, BETA, MOST, 4);
    for (uint64_t node = 0; node < TENTH; node++)
        report_node(f, ALPHA, node, 0);
    expect_first(f, ALPHA, TENTH);
    assert_int_equal(count_of(f, DELTA), MOST - TENTH);
    const al_claim limit = {.rule = GAMMA, .limit = true};
    al_report(&f->sink, &limit, "something was not looked at");
    assert_int_equal(count_of(f, GAMMA), 0); /* the limit is a note here, which finds no room, */
    assert_true(f->sink.limited);            /* but the file counts as limited */
    assert_int_equal(f->sink.count, MOST);
    end(f);
}

/* Removing findings leaves no gap in the search for those that are kept. */
static void each_kept_finding_is_found_again(void **state)
{
    (void)state;
    static const size_t by_severity[] = {GAMMA, BETA, DELTA, ALPHA};
    enum { MOST = AL_MAX_FINDINGS, STEP = MOST / 4 };
    fixture *f = begin();
    for (uint64_t node = 0; node < MOST; node++)
        report_node(f, by_severity[0], node, 0);
    for (size_t severity = 1; severity < 4; severity++)
        for (uint64_t node = 0; node < MOST; node++) {
            report_node(f, by_severity[severity], node, 0);
            if (node % STEP != 0)
                continue;
            const uint64_t gone = left_out(f);
            for (uint64_t kept = 0; kept < MOST; kept++)
                report_node(f, by_severity[kept <= node ? severity : severity - 1],
                            kept <= node ? kept : kept - node - 1, 0);
            assert_int_equal(f->sink.count, MOST);
            assert_int_equal(left_out(f), gone);
        }
    assert_int_equal(count_of(f, ALPHA), MOST);
    end(f);
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

static al_level level_with(al_setting setting, al_level claimed)
{
    fixture *f = begin();
    f->settings[ALPHA] = setting;
    const al_claim claim = {.rule = ALPHA, .level = claimed};
    al_report(&f->sink, &claim, "at a level");
    const al_level level = f->sink.count > 0 ? f->sink.findings[0].level : AL_OFF;
    assert_int_equal(al_rule_is_on(&f->sink, ALPHA), level != AL_OFF);
    end(f);
    return level;
}

static void levels(void **state)
{
    (void)state;
    const al_setting catalogue = {.level = AL_ERROR};
    const al_setting note = {.level = AL_NOTE, .overridden = true};
    const al_setting error = {.level = AL_ERROR, .overridden = true};
    assert_int_equal(level_with(catalogue, AL_OFF), AL_ERROR);
    assert_int_equal(level_with(catalogue, AL_WARNING), AL_WARNING);
    assert_int_equal(level_with(note, AL_OFF), AL_NOTE);
    assert_int_equal(level_with(note, AL_WARNING), AL_NOTE);
    assert_int_equal(level_with(error, AL_WARNING), AL_ERROR); /* also if the rule claims less */
    assert_int_equal(level_with((al_setting){.level = AL_OFF}, AL_OFF), AL_OFF);
    assert_int_equal(level_with((al_setting){.level = AL_OFF}, AL_ERROR), AL_OFF);
    assert_int_equal(level_with((al_setting){.level = AL_OFF, .overridden = true}, AL_WARNING), AL_OFF);
}

static void a_limit_is_known_though_its_rule_is_off(void **state)
{
    (void)state;
    fixture *f = begin();
    f->settings[ALPHA].level = AL_OFF;
    const al_claim claim = {.rule = ALPHA, .limit = true};
    al_report(&f->sink, &claim, "a limit");
    assert_int_equal(f->sink.count, 0);
    assert_true(f->sink.limited);
    end(f);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

static void findings_go_by_offset_rule_and_field(void **state)
{
    (void)state;
    fixture *f = begin();
    report_node(f, GAMMA, 1, 8);
    report_node(f, BETA, 2, 8);
    report_node(f, ALPHA, 10, 8);
    report_node(f, ALPHA, 2, 8);
    report_node(f, GAMMA, 7, 4);
    report_node(f, ALPHA, 0, 4096);
    report_node(f, ALPHA, 1, 300);
    al_sink_finish(&f->sink);
    static const struct {
        uint64_t offset;
        const char *rule, *field;
    } order[] = {
        {4, "toy/gamma", "nodes[7].parent"},    {8, "toy/alpha", "nodes[10].parent"}, /* as text */
        {8, "toy/alpha", "nodes[2].parent"},    {8, "toy/beta", "nodes[2].parent"},
        {8, "toy/gamma", "nodes[1].parent"},    {300, "toy/alpha", "nodes[1].parent"},
        {4096, "toy/alpha", "nodes[0].parent"},
    };
    assert_int_equal(f->sink.count, sizeof order / sizeof order[0]);
    for (size_t i = 0; i < f->sink.count; i++) {
        assert_int_equal(f->sink.findings[i].offset, order[i].offset);
        assert_string_equal(f->sink.findings[i].rule->id, order[i].rule);
        assert_string_equal(f->sink.findings[i].field, order[i].field);
    }
    end(f);
}

static void the_order_of_reporting_does_not_matter(void **state)
{
    (void)state;
    enum { NODES = 200 };
    fixture *forward = begin(), *backward = begin();
    for (uint64_t i = 0; i < NODES; i++) {
        report_node(forward, i % RULES, i, i % 7);
        report_node(backward, (NODES - 1 - i) % RULES, NODES - 1 - i, (NODES - 1 - i) % 7);
    }
    al_sink_finish(&forward->sink);
    al_sink_finish(&backward->sink);
    for (size_t i = 0; i < NODES; i++) {
        assert_string_equal(forward->sink.findings[i].field, backward->sink.findings[i].field);
        assert_string_equal(forward->sink.findings[i].fingerprint, backward->sink.findings[i].fingerprint);
    }
    end(forward);
    end(backward);
}

/* ---- Causes -------------------------------------------------------------------------------------------- */

static void report_cause(fixture *f, al_level level, uint64_t offset, uint64_t reach)
{
    const al_claim claim = {.rule = CAUSE, .level = level, .offset = offset, .length = 2, .reach = reach};
    al_report(&f->sink, &claim, "a cause");
}

/* At any offset, and in any order of reporting. What the cause explains is not listed, except for errors of
 * which it would hide that they are errors. */
static void what_follows_from_a_cause_is_not_listed(void **state)
{
    (void)state;
    for (uint64_t turn = 0; turn < 4; turn++) {
        fixture *f = begin();
        for (uint64_t i = 0; i < 4; i++)
            if (i == turn)
                report_cause(f, turn == 3 ? AL_WARNING : AL_OFF, 90, 0);
            else
                report_node(f, i % 2 == 0 ? ALPHA : BETA, i, 10 - i);
        al_sink_finish(&f->sink);
        const uint64_t errors = turn == 3 ? 2 : 0;
        assert_int_equal(f->sink.count, 1 + errors);
        assert_string_equal(f->sink.findings[0].rule->id, "toy/omega");
        assert_int_equal(f->sink.findings[0].count, 1);
        assert_int_equal(f->sink.findings[0].consequences, 3 - errors);
        assert_int_equal(f->sink.consequence_count, 3 - errors);
        for (size_t i = 1; i < f->sink.consequence_count; i++)
            assert_true(f->sink.consequences[i - 1].offset < f->sink.consequences[i].offset);
        assert_message(&f->sink.findings[0], turn == 3 ? "a cause; 1 other finding follows from it"
                                                       : "a cause; 3 other findings follow from it");
        end(f);
    }
}

/* A cause without a reach explains everything but what was not checked. */
static void a_limit_follows_from_no_cause(void **state)
{
    (void)state;
    fixture *f = begin();
    const al_claim limit = {.rule = BETA, .offset = 0, .limit = true};
    report_cause(f, AL_OFF, 90, 0);
    al_report(&f->sink, &limit, "something was not looked at");
    al_sink_finish(&f->sink);
    assert_int_equal(f->sink.count, 2);
    assert_int_equal(f->sink.consequence_count, 0);
    end(f);
}

static void a_cause_alone_counts_nothing(void **state)
{
    (void)state;
    fixture *f = begin();
    report_cause(f, AL_OFF, 7, 0);
    al_sink_finish(&f->sink);
    assert_message(only(f), "a cause");
    assert_int_equal(f->sink.consequence_count, 0);
    end(f);
}

/* Whether a finding follows from damage that begins at offset 100. */
static bool follows(al_claim claim, al_claim again)
{
    fixture *f = begin();
    claim.rule = again.rule = ALPHA;
    al_report(&f->sink, &claim, "wrong");
    al_report(&f->sink, &again, "wrong");
    report_cause(f, AL_OFF, 100, 100);
    al_sink_finish(&f->sink);
    const bool follows = f->sink.consequence_count == 1;
    assert_int_equal(f->sink.count + f->sink.consequence_count, 2);
    assert_int_equal(f->sink.findings[0].consequences, follows);
    end(f);
    return follows;
}

static void what_does_not_reach_the_damage_is_listed(void **state)
{
    (void)state;
    const al_claim before = {.offset = 96, .length = 4}, across = {.offset = 96, .length = 5};
    assert_false(follows(before, before));
    assert_true(follows(across, across));
    assert_true(follows(before, across)); /* about the same object */
    assert_true(follows(across, before));
    const al_claim just_before = {.offset = 99};
    assert_false(follows(just_before, just_before)); /* something is missing there, before the damage */
    const al_claim at = {.offset = 100}, sum = {.offset = 8, .length = 4, .reach = 101};
    assert_true(follows(at, at)); /* something is missing there */
    assert_true(follows(sum, sum));
    const al_claim sum_before = {.offset = 8, .length = 4, .reach = 100};
    assert_false(follows(sum_before, sum_before));
    const al_claim whole = {.offset = 0, .reach = AL_WHOLE_FILE};
    assert_true(follows(whole, whole));
    const al_claim limit = {.offset = 200, .length = 4, .reach = AL_WHOLE_FILE, .limit = true};
    assert_false(follows(limit, limit)); /* what was not checked must be said */
}

/* A full list has room for a cause, which also counts what follows from it among the findings that were left
 * out. */
static void a_cause_explains_what_was_left_out(void **state)
{
    (void)state;
    enum { MOST = AL_MAX_FINDINGS, BEFORE = 10 };
    fixture *f = begin();
    f->sink.damaged_from = 100;
    for (uint64_t node = 0; node < 2 * MOST; node++) /* 4 bytes from 96 on end where the damage begins */
        report_node(f, ALPHA, node, node < 2 * MOST - BEFORE ? 100 : 96);
    assert_int_equal(left_out(f), MOST);
    report_cause(f, AL_OFF, 100, 100);
    assert_int_equal(left_out(f), MOST + 1);
    al_sink_finish(&f->sink);
    assert_int_equal(only(f)->consequences, 2 * MOST - BEFORE);
    assert_int_equal(f->sink.consequence_count, MOST - 1);
    assert_int_equal(left_out(f), BEFORE);
    assert_int_equal(f->sink.left_out[0].counts[AL_ERROR], BEFORE);
    end(f);
}

/* A cause without a reach explains what was left out on either side of the damage. */
static void a_cause_of_everything_explains_what_was_left_out(void **state)
{
    (void)state;
    enum { MOST = AL_MAX_FINDINGS };
    fixture *f = begin();
    f->sink.damaged_from = 100;
    for (uint64_t node = 0; node < 2 * MOST; node++)
        report_node(f, ALPHA, node, node % 2 == 0 ? 100 : 96);
    report_cause(f, AL_OFF, 100, 0);
    al_sink_finish(&f->sink);
    assert_int_equal(only(f)->consequences, 2 * MOST);
    assert_int_equal(left_out(f), 0);
    end(f);
}

/* ---- Nothing ------------------------------------------------------------------------------------------- */

static void no_findings_are_in_order(void **state)
{
    (void)state;
    fixture *f = begin();
    al_sink_finish(&f->sink);
    assert_int_equal(f->sink.count, 0);
    end(f);
}

/* ---- Fingerprints -------------------------------------------------------------------------------------- */

/* Computed with another program: FNV-1a of 64 bits over rule, path, member and field, each with its NUL. */
static void assert_fingerprint(const char *path, size_t rule, uint64_t node, uint64_t offset,
                               const char *wanted)
{
    fixture *f = begin_as(path);
    report_node(f, rule, node, offset);
    assert_string_equal(only(f)->fingerprint, wanted);
    end(f);
}

static void fingerprints_are_fnv_1a(void **state)
{
    (void)state;
    assert_fingerprint("a/b.toy", ALPHA, 2, 0, "e1adeb61c2352fc1");
    assert_fingerprint("a/b.toy", BETA, 2, 0, "54a34bbaa2fc6497");
    assert_fingerprint("a/c.toy", ALPHA, 2, 0, "5b8bd4d636182456");
    assert_fingerprint("a/b.toy", ALPHA, 3, 0, "cc2235d5e48de414");
    assert_fingerprint("\xFF\xFE name#%.toy", ALPHA, 2, 0, "d9ea12af535385db");
    fixture *f = begin();
    const al_claim claim = {.rule = ALPHA, .length = 9};
    al_report(&f->sink, &claim, "of the whole file");
    assert_string_equal(only(f)->fingerprint, "dddbc02f1cbf8548");
    end(f);
}

static void fingerprints_ignore_offsets(void **state)
{
    (void)state;
    assert_fingerprint("a/b.toy", ALPHA, 2, 4096, "e1adeb61c2352fc1");
    fixture *f = begin();
    report_node(f, GAMMA, 1, 0); /* nor an ordinal */
    report_node(f, ALPHA, 2, 77);
    assert_string_equal(f->sink.findings[1].fingerprint, "e1adeb61c2352fc1");
    end(f);
}

static void a_dot_in_front_of_the_path_changes_nothing(void **state)
{
    (void)state;
    assert_fingerprint("./a/b.toy", ALPHA, 2, 0, "e1adeb61c2352fc1");
    assert_fingerprint(".//a/b.toy", ALPHA, 2, 0, "e1adeb61c2352fc1");
    assert_fingerprint("././a/b.toy", ALPHA, 2, 0, "e1adeb61c2352fc1");
    fixture *hidden = begin_as(".a/b.toy"), *above = begin_as("../a/b.toy");
    report_node(hidden, ALPHA, 2, 0);
    report_node(above, ALPHA, 2, 0);
    assert_string_not_equal(only(hidden)->fingerprint, "e1adeb61c2352fc1");
    assert_string_not_equal(only(above)->fingerprint, "e1adeb61c2352fc1");
    end(hidden);
    end(above);
}

static void fingerprints_of_many_objects_differ(void **state)
{
    (void)state;
    enum { NODES = 500 };
    fixture *f = begin();
    for (uint64_t node = 0; node < NODES; node++)
        report_node(f, ALPHA, node, 0);
    for (size_t i = 0; i < NODES; i++) {
        assert_int_equal(strspn(f->sink.findings[i].fingerprint, "0123456789abcdef"), 16);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(f->sink.findings[i].fingerprint, f->sink.findings[j].fingerprint);
    }
    end(f);
}

/* The message of a cause may have no room for what follows from it: then it isn't taken off again. */
static void a_long_message_of_a_cause(void **state)
{
    (void)state;
    fixture *f = begin();
    char text[AL_MAX_MESSAGE];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    al_finding cause = {.message = text};
    assert_true(al_set_consequences(&f->arena, &cause, 3));
    const char *cut = cause.message;
    assert_true(al_set_consequences(&f->arena, &cause, 0));
    assert_string_equal(cause.message, cut);
    assert_int_equal(cause.consequences, 0);
    end(f);
}

/* ---- Shortage ------------------------------------------------------------------------------------------ */

/* The message of a cause needs memory for what follows from it. */
static void a_cause_without_memory(void **state)
{
    (void)state;
    fixture *f = begin();
    report_cause(f, AL_OFF, 90, 0);
    report_node(f, ALPHA, 0, 1);
    f->budget.fail_at = f->budget.calls + 1;
    al_sink_finish(&f->sink);
    assert_int_equal(f->budget.shortage, AL_SHORTAGE_SYSTEM);
    end(f);
}

/* Each allocation fails once: the budget reports it, and the kept findings are complete. */
static void allocations_that_fail(void **state)
{
    (void)state;
    uint64_t calls = 0;
    for (uint64_t n = 0; n <= calls; n++) {
        fixture *f = begin();
        f->budget.fail_at = n;
        for (uint64_t node = 0; node < AL_MAX_FINDINGS; node++)
            report_node(f, ALPHA, node, node);
        assert_int_equal(f->budget.shortage, n > 0 ? AL_SHORTAGE_SYSTEM : AL_SHORTAGE_NONE);
        calls = n == 0 ? f->budget.calls : calls;
        for (size_t i = 0; i < f->sink.count; i++) {
            assert_non_null(f->sink.findings[i].field);
            assert_non_null(f->sink.findings[i].message);
            assert_in_range(f->sink.findings[i].count, 1, 1);
        }
        end(f);
    }
}

static void an_unlimited_sink_keeps_all(void **state)
{
    (void)state;
    fixture *f = begin();
    f->sink.unlimited = true;
    for (uint64_t node = 0; node <= AL_MAX_FINDINGS; node++)
        report_node(f, ALPHA, node, node);
    assert_int_equal(f->sink.count, AL_MAX_FINDINGS + 1);
    assert_int_equal(left_out(f), 0);
    end(f);
}

static void causes_come_first(void **state)
{
    (void)state;
    for (size_t at = 0; at < 3; at++) {
        al_finding findings[3];
        for (size_t i = 0; i < 3; i++)
            findings[i] = (al_finding){.rule = &rules[i == at ? CAUSE : ALPHA], .offset = i, .field = ""};
        al_sort_by_place(findings, 3);
        assert_int_equal(findings[0].offset, at);
        assert_true(findings[1].offset < findings[2].offset);
    }
}

/* Elements have memory of their own. Without it the check ends without a verdict. */
static void elements_without_memory(void **state)
{
    (void)state;
    enum { MOST_CALLS = 8 };
    al_tally tally = {.count = 0};
    unsigned lost = 0;
    for (uint64_t i = 0; i < AL_FINDING_ELEMENTS; i++)
        al_tally_add(&tally, i);
    for (uint64_t call = 1; call <= MOST_CALLS; call++) {
        fixture *f = begin();
        const al_claim first = {.rule = BETA}, claim = {.rule = ALPHA, .tally = &tally};
        al_report(&f->sink, &first, "the lists of the sink are there");
        f->budget.fail_at = f->budget.calls + call;
        al_report(&f->sink, &claim, "%d", 1);
        const bool failed = f->budget.shortage == AL_SHORTAGE_SYSTEM;
        if (f->sink.count == 2) {
            assert_int_equal(f->sink.findings[1].element_count, failed ? 0 : AL_FINDING_ELEMENTS);
            assert_int_equal(f->sink.findings[1].count, AL_FINDING_ELEMENTS);
            lost += failed;
        }
        end(f);
    }
    assert_true(lost > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_has_the_values_of_its_claim),
        cmocka_unit_test(a_claim_about_what_a_stream_gives),
        cmocka_unit_test(a_claim_of_a_rule_alone),
        cmocka_unit_test(a_milder_case_does_not_crash),
        cmocka_unit_test(a_case_has_its_own_confidence),
        cmocka_unit_test(a_finding_may_touch_the_end),
        cmocka_unit_test(a_finding_has_a_message_and_typed_values),
        cmocka_unit_test(long_values_are_kept_up_to_the_shown_part),
        cmocka_unit_test(values_as_text),
        cmocka_unit_test(a_finding_keeps_no_pointer_of_the_claim),
        cmocka_unit_test(messages_are_fit_to_print),
        cmocka_unit_test(long_messages_end_in_dots),
        cmocka_unit_test(long_fields_end_in_dots),
        cmocka_unit_test(tallies_keep_the_first_eight),
        cmocka_unit_test(an_element_is_compared_with_elements_only),
        cmocka_unit_test(tallies_keep_the_lowest_eight_in_order),
        cmocka_unit_test(a_finding_has_the_elements_of_its_tally),
        cmocka_unit_test(the_same_object_again_is_the_same_finding),
        cmocka_unit_test(elements_of_one_object_are_joined),
        cmocka_unit_test(other_objects_and_rules_are_other_findings),
        cmocka_unit_test(thousands_of_objects),
        cmocka_unit_test(more_objects_than_are_kept),
        cmocka_unit_test(findings_that_are_left_out_count),
        cmocka_unit_test(what_a_configuration_takes_from_view),
        cmocka_unit_test(findings_that_are_left_out_have_a_place),
        cmocka_unit_test(the_most_severe_are_kept),
        cmocka_unit_test(each_kept_finding_is_found_again),
        cmocka_unit_test(levels),
        cmocka_unit_test(a_limit_is_known_though_its_rule_is_off),
        cmocka_unit_test(findings_go_by_offset_rule_and_field),
        cmocka_unit_test(the_order_of_reporting_does_not_matter),
        cmocka_unit_test(what_follows_from_a_cause_is_not_listed),
        cmocka_unit_test(a_limit_follows_from_no_cause),
        cmocka_unit_test(a_cause_alone_counts_nothing),
        cmocka_unit_test(what_does_not_reach_the_damage_is_listed),
        cmocka_unit_test(a_cause_explains_what_was_left_out),
        cmocka_unit_test(a_cause_of_everything_explains_what_was_left_out),
        cmocka_unit_test(no_findings_are_in_order),
        cmocka_unit_test(fingerprints_are_fnv_1a),
        cmocka_unit_test(fingerprints_ignore_offsets),
        cmocka_unit_test(a_dot_in_front_of_the_path_changes_nothing),
        cmocka_unit_test(fingerprints_of_many_objects_differ),
        cmocka_unit_test(an_object_that_was_left_out_and_is_worse),
        cmocka_unit_test(a_long_message_of_a_cause),
        cmocka_unit_test(a_cause_without_memory),
        cmocka_unit_test(allocations_that_fail),
        cmocka_unit_test(an_unlimited_sink_keeps_all),
        cmocka_unit_test(causes_come_first),
        cmocka_unit_test(elements_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
