/* job_test.c: versions, and reports about the beginning of a file and about a lack of memory. */
#include "walk_fixture.h"

#include "kit/job.h"

/* ---- The version --------------------------------------------------------------------------------------- */

static void both_numbers_of_a_version(void **state)
{
    (void)state;
    static const struct {
        uint8_t major, minor;
        const char *text;
    } cases[] = {{255, 255, "255.255"}, {10, 2, "10.2"}, {1, 30, "1.30"}, {0, 0, "0.0"}};
    fixture *f = begin("", 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_note_version(&f->job, cases[i].major, cases[i].minor);
        assert_string_equal(f->job.version, cases[i].text);
    }
    end(f);
}

/* ---- The magic ----------------------------------------------------------------------------------------- */

static const al_magic plain = {.bytes = "XSM ", .other = "XSM ", .size = 4};
static const al_magic with_nul = {.bytes = "ANI", .other = "ANI", .size = 4};

static void expect_magic(const char *bytes, size_t size, const al_magic *magic, const al_path *path,
                         const wanted *w)
{
    fixture *f = begin(bytes, size);
    assert_int_equal(al_has_magic(&f->sink, unit_rule("xsm/bad-magic"), f->job.file, magic, path), w == NULL);
    if (w == NULL) {
        assert_int_equal(f->sink.count, 0);
    } else {
        const al_finding *got = &f->sink.findings[0];
        assert_int_equal(f->sink.count, 1);
        assert_message(got, w->message);
        assert_string_equal(got->rule->id, "xsm/bad-magic");
        assert_int_equal(got->offset, 0);
        assert_int_equal(got->length, w->length);
        assert_string_equal(got->field, w->field);
        assert_words(got->actual, w->actual);
        assert_words(got->expected, magic == &plain ? "XSM " : "ANI\\x00");
    }
    end(f);
}

static void files_with_their_magic(void **state)
{
    (void)state;
    expect_magic("XSM ", 4, &plain, NULL, NULL);
    expect_magic("XSM and more", 12, &plain, NULL, NULL);
    expect_magic("ANI", 4, &with_nul, NULL, NULL);
}

static void files_with_another_magic(void **state)
{
    (void)state;
    const al_path header = al_field(NULL, "header");
    const wanted other = {.length = 4,
                          .field = "header.magic",
                          .actual = "XAC ",
                          .message = "file begins with \"XAC \", not with \"XSM \""};
    expect_magic("XAC \1\2\3\4", 8, &plain, &header, &other);
    const wanted zip = {.length = 4,
                        .field = "magic",
                        .actual = "PK\\x03\\x04",
                        .message = "file begins with 0x504B0304, not with \"ANI\" and a NUL: it is a zip "
                                   "archive, unpack it"};
    expect_magic("PK\3\4....", 8, &with_nul, NULL, &zip);
    const wanted near = {.length = 4,
                         .field = "magic",
                         .actual = "ANI ",
                         .message = "file begins with \"ANI \", not with \"ANI\" and a NUL"};
    expect_magic("ANI ", 4, &with_nul, NULL, &near);
}

static void files_that_are_too_short(void **state)
{
    (void)state;
    const wanted three = {.length = 3,
                          .field = "magic",
                          .actual = "XSM",
                          .message = "file of 3 bytes is too short to begin with \"XSM \""};
    expect_magic("XSM", 3, &plain, NULL, &three);
    const wanted one = {.length = 1,
                        .field = "magic",
                        .actual = "A",
                        .message = "file of 1 byte is too short to begin with \"ANI\" and a NUL"};
    expect_magic("A", 1, &with_nul, NULL, &one);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void a_limit_is_reported(void **state)
{
    (void)state;
    fixture *f = begin("12345", 5);
    f->budget.limit = 70000;
    f->budget.shortage = AL_SHORTAGE_LIMIT;
    al_report_memory_limit(&f->job, unit_rule("xani/limit"), al_field(NULL, "keys"), 1, 3);
    f->job.limit_rule = unit_rule("xsm/limit");
    al_report_no_memory(&f->job);
    assert_int_equal(f->sink.count, 2);
    assert_true(f->sink.limited);
    static const char *const ids[] = {"xani/limit", "xsm/limit"}, *const fields[] = {"keys", ""};
    static const uint64_t offsets[] = {1, 0}, lengths[] = {3, 5};
    for (size_t i = 0; i < 2; i++) {
        const al_finding *got = &f->sink.findings[i];
        assert_string_equal(got->rule->id, ids[i]);
        assert_string_equal(got->field, fields[i]);
        assert_int_equal(got->offset, offsets[i]);
        assert_int_equal(got->length, lengths[i]);
        assert_message(got, "judging it takes more memory than the limit of 70000 bytes");
    }
    end(f);
}

/* If the system has no memory, the whole check fails instead. */
static void a_shortage_of_the_system_is_not_reported(void **state)
{
    (void)state;
    fixture *f = begin("12345", 5);
    f->budget.shortage = AL_SHORTAGE_SYSTEM;
    f->job.limit_rule = unit_rule("xsm/limit");
    al_report_no_memory(&f->job);
    assert_int_equal(f->sink.count, 0);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_numbers_of_a_version),
        cmocka_unit_test(files_with_their_magic),
        cmocka_unit_test(files_with_another_magic),
        cmocka_unit_test(files_that_are_too_short),
        cmocka_unit_test(a_limit_is_reported),
        cmocka_unit_test(a_shortage_of_the_system_is_not_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
