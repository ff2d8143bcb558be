/* result_spool_test.c: results come back from a spool as they were added, or the spool says that it failed:
 * where memory is short, or where bytes are missing. */
#include "failing_memory.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "formats/catalogue.h"
#include "project/result_spool.h"

enum { FINDINGS = 2, ELEMENTS = 2, TEXT = 32 };

/* A result and all that it refers to, except for what the program itself has. */
typedef struct made {
    al_result result;
    al_finding findings[FINDINGS], consequence;
    al_suppressed suppressed[FINDINGS];
    uint64_t elements[ELEMENTS];
    char path[TEXT], raw_path[TEXT], base_path[TEXT], member[TEXT], version[TEXT], field[TEXT], reason[TEXT],
        value[TEXT], expected[TEXT], actual[TEXT];
} made;

static al_value text_value(const char *bytes, size_t length)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = bytes, .length = length}};
}

static void make(made *m)
{
    *m = (made){.path = "a/b\\x01.xmf",
                .raw_path = "a/b\001.xmf",
                .base_path = "b.xmf",
                .member = "m",
                .version = "2.1",
                .field = "buffers[1]",
                .reason = "known",
                .value = "value",
                .expected = "XUMF",
                .actual = "ab",
                .elements = {7, UINT64_C(1) << 40}};
    m->findings[0] = (al_finding){.rule = &al_catalogue[1],
                                  .rule_number = 1,
                                  .offset = 12,
                                  .field = m->field,
                                  .message = m->value,
                                  .elements = m->elements,
                                  .element_count = ELEMENTS,
                                  .expected = text_value(m->expected, 4),
                                  .actual = text_value(m->actual, 2),
                                  .level = AL_WARNING};
    m->findings[1] = (al_finding){.rule = &al_catalogue[0],
                                  .field = m->reason,
                                  .message = m->field,
                                  .actual = {.kind = AL_VALUE_INT, .as.int_value = -1}};
    m->consequence = m->findings[0];
    m->suppressed[0] = (al_suppressed){.finding = m->findings[1], .justification = m->reason};
    m->suppressed[1] =
        (al_suppressed){.finding = m->findings[0], .justification = m->field, .in_baseline = true};
    m->result = (al_result){.path = m->path,
                            .raw_path = m->raw_path,
                            .base_path = m->base_path,
                            .member = m->member,
                            .format = "xmf",
                            .version = m->version,
                            .size = 99,
                            .status = AL_FILE_FINDINGS,
                            .findings = m->findings,
                            .finding_count = FINDINGS,
                            .consequences = &m->consequence,
                            .consequence_count = 1,
                            .suppressed = m->suppressed,
                            .suppressed_count = FINDINGS,
                            .errors = 3,
                            .omitted = 4};
}

static void expect_same_value(const al_value *value, const al_value *expected)
{
    assert_int_equal(value->kind, expected->kind);
    if (value->kind != AL_VALUE_TEXT) {
        assert_memory_equal(&value->as, &expected->as, sizeof value->as);
        return;
    }
    assert_int_equal(value->as.text.length, expected->as.text.length);
    assert_memory_equal(value->as.text.bytes, expected->as.text.bytes, expected->as.text.length);
    assert_ptr_not_equal(value->as.text.bytes, expected->as.text.bytes);
}

/* A text of the file is copied, one of the program is kept. */
static void expect_copy(const char *text, const char *expected)
{
    assert_ptr_not_equal(text, expected);
    assert_string_equal(text, expected);
}

static void expect_finding(const al_finding *f, const al_finding *expected)
{
    assert_ptr_equal(f->rule, expected->rule);
    assert_int_equal(f->offset, expected->offset);
    assert_int_equal(f->level, expected->level);
    expect_copy(f->field, expected->field);
    expect_copy(f->message, expected->message);
    expect_same_value(&f->expected, &expected->expected);
    expect_same_value(&f->actual, &expected->actual);
    assert_int_equal(f->element_count, expected->element_count);
    for (size_t i = 0; i < f->element_count; i++)
        assert_int_equal(f->elements[i], expected->elements[i]);
}

static void expect_result(const al_result *r, const al_result *expected)
{
    assert_non_null(r);
    expect_copy(r->path, expected->path);
    expect_copy(r->raw_path, expected->raw_path);
    expect_copy(r->base_path, expected->base_path);
    expect_copy(r->member, expected->member);
    expect_copy(r->version, expected->version);
    assert_ptr_equal(r->format, expected->format);
    assert_int_equal(r->size, expected->size);
    assert_int_equal(r->errors, expected->errors);
    assert_int_equal(r->omitted, expected->omitted);
    assert_int_equal(r->member_count, 0);
    assert_null(r->members);
    assert_int_equal(r->finding_count, expected->finding_count);
    for (size_t i = 0; i < r->finding_count; i++)
        expect_finding(&r->findings[i], &expected->findings[i]);
    assert_int_equal(r->consequence_count, expected->consequence_count);
    for (size_t i = 0; i < r->consequence_count; i++)
        expect_finding(&r->consequences[i], &expected->consequences[i]);
    assert_int_equal(r->suppressed_count, expected->suppressed_count);
    for (size_t i = 0; i < r->suppressed_count; i++) {
        expect_copy(r->suppressed[i].justification, expected->suppressed[i].justification);
        assert_int_equal(r->suppressed[i].in_baseline, expected->suppressed[i].in_baseline);
        expect_finding(&r->suppressed[i].finding, &expected->suppressed[i].finding);
    }
}

static void results_come_back(void **state)
{
    (void)state;
    made added, expected;
    result_spool s = {.count = 0};
    const al_result bare = {.path = "a", .raw_path = "a", .base_path = "a", .member = "", .version = ""};
    make(&added);
    make(&expected);
    al_result *members[1] = {&added.result};
    added.result.members = members;
    added.result.member_count = 1;
    assert_true(result_spool_add(&s, &added.result));
    assert_true(result_spool_add(&s, &bare));
    assert_true(result_spool_add(&s, &added.result));
    assert_int_equal(s.count, 3);
    memset(&added, 0x55, sizeof added);
    assert_true(result_spool_rewind(&s));
    expect_result(result_spool_next(&s), &expected.result);
    expect_result(result_spool_next(&s), &bare);
    expect_result(result_spool_next(&s), &expected.result);
    assert_null(result_spool_next(&s));
    assert_false(al_byte_spool_failed(&s.bytes));
    result_spool_end(&s);
    assert_int_equal(s.count, 0);
    assert_null(result_spool_next(&s));
}

/* Wherever the bytes end too early, no result comes, and the spool has failed. */
static void missing_bytes(void **state)
{
    (void)state;
    made added;
    make(&added);
    size_t whole = 1;
    for (size_t length = 0; length < whole; length++) {
        result_spool s = {.count = 0};
        assert_true(result_spool_add(&s, &added.result));
        whole = s.bytes.length;
        s.bytes.length = length;
        assert_true(result_spool_rewind(&s));
        assert_null(result_spool_next(&s));
        assert_true(al_byte_spool_failed(&s.bytes));
        assert_null(result_spool_next(&s));
        result_spool_end(&s);
    }
    assert_in_range(whole, sizeof(al_result) + 5 * sizeof(al_finding), 1 << 14);
}

/* Enough findings for several blocks of memory. Whichever allocation fails: it is told, and all is freed. */
static void too_little_memory(void **state)
{
    (void)state;
    enum { MANY = 40 };
    made added;
    al_finding many[MANY];
    make(&added);
    for (size_t i = 0; i < MANY; i++)
        many[i] = added.findings[i % FINDINGS];
    added.result.findings = added.result.consequences = many;
    added.result.finding_count = added.result.consequence_count = MANY;
    bool failed = true;
    int refused = 0;
    for (unsigned long n = 1; failed; n++) {
        const size_t blocks = failing_memory_blocks();
        result_spool s = {.count = 0};
        failing_memory_arm(n);
        const bool in = result_spool_add(&s, &added.result);
        assert_int_equal(s.count, in);
        const al_result *r = in && result_spool_rewind(&s) ? result_spool_next(&s) : NULL;
        failed = failing_memory_disarm();
        if (r != NULL)
            expect_result(r, &added.result);
        refused += r == NULL;
        assert_int_equal(r == NULL, failed);
        assert_int_equal(al_byte_spool_failed(&s.bytes), failed);
        result_spool_end(&s);
        assert_int_equal(failing_memory_blocks(), blocks);
    }
    assert_in_range(refused, 3, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_back),
        cmocka_unit_test(missing_bytes),
        cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
