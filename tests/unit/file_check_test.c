/* file_check_test.c: what a check adds to the findings of the format, and how much of a file it reads. */
#include "test_folder.h"
#include "unit.h"
#include "unit_rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/file_check.h"
#include "engine/options.h"

static const char clean[] = UNIT_CORPUS "/xmf/seeds/not-compressed.xmf";

static al_result *check(al_checker *checker, const char *path, const char *member, const al_context *context,
                        unsigned flags)
{
    const al_subject about = {.path = path, .member = member, .context = context, .flags = flags};
    al_source source;
    al_result *r = NULL;
    al_source_open(&source, path);
    assert_int_equal(al_check_source(checker, &about, &source, &r), AL_OK);
    al_source_close(&source);
    return r;
}

/* ---- What was not read, or left out -------------------------------------------------------------------- */

/* A file that the check can read, but that rules across files couldn't. Said once. */
static void what_a_survey_could_not_read(void **state)
{
    static const char limit[] =
        "the rules across files could not read it: it takes more than max-file-size or max-memory";
    static const char unread[] = "the rules across files could not read it: no way";
    static const struct {
        const char *unread, *package_unread, *member;
        bool too_large, check_fails;
        al_file_status status;
        const char *rule, *message; /* NULL: that of the check */
    } rows[] = {
        {NULL, NULL, "", false, false, AL_FILE_CLEAN, NULL, NULL},
        {NULL, NULL, "", true, false, AL_FILE_LIMIT, "file/limit", limit},
        {"no way", NULL, "", false, false, AL_FILE_UNREADABLE, "file/unreadable", unread},
        {NULL, "no way", "", false, false, AL_FILE_UNREADABLE, "file/unreadable", unread},
        {"another", "no way", "", false, false, AL_FILE_UNREADABLE, "file/unreadable", unread},
        {"no way", NULL, "", true, false, AL_FILE_UNREADABLE, "file/unreadable", unread},
        {NULL, NULL, "", true, true, AL_FILE_LIMIT, "file/limit", NULL},
        {"no way", NULL, "", false, true, AL_FILE_LIMIT, "file/limit", NULL},
        {NULL, "no way", "m", false, false, AL_FILE_CLEAN, NULL, NULL}, /* of the package alone */
        {"no way", "another", "m", false, false, AL_FILE_UNREADABLE, "file/unreadable", unread},
    };
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const al_surveyed known = {
            .member = rows[i].member, .unread = rows[i].unread, .too_large = rows[i].too_large};
        const al_context context = {
            .surveyed = &known, .surveyed_count = 1, .unread = rows[i].package_unread};
        al_options_set_limit(options, AL_LIMIT_FILE_SIZE, rows[i].check_fails ? 100 : 1 << 20);
        al_result *r = check(checker, clean, rows[i].member, &context, 0);
        assert_int_equal(r->status, rows[i].status);
        assert_int_equal(r->finding_count, rows[i].rule != NULL ? 1 : 0);
        if (rows[i].rule != NULL)
            assert_string_equal(r->findings[0].rule->id, rows[i].rule);
        if (rows[i].message != NULL)
            assert_string_equal(r->findings[0].message, rows[i].message);
        al_result_free(r);
    }
    al_checker_free(checker);
    al_options_free(options);
}

/* On both sides of where damage begins. */
static void findings_that_were_left_out(void **state)
{
    static const struct {
        uint64_t before[AL_ERROR + 1], behind[AL_ERROR + 1], omitted;
        al_level level;
    } cases[] = {{{0}, {0}, 0, AL_OFF},
                 {{0, 1}, {0}, 1, AL_NOTE},
                 {{0}, {0, 0, 1}, 1, AL_WARNING},
                 {{0, 3, 5}, {0, 40, 20, 100}, 168, AL_ERROR},
                 {{0, 1, 0, 2}, {0, 4}, 7, AL_ERROR}};
    al_checker *checker = al_checker_new(NULL);
    const al_subject about = {.path = "a.xmf", .member = ""};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_file_check c;
        al_result *r;
        assert_true(al_file_check_begin(&c, checker, &about));
        al_file_check_begin_findings(&c, 100);
        memcpy(c.sink.left_out[0].counts, cases[i].before, sizeof cases[i].before);
        memcpy(c.sink.left_out[1].counts, cases[i].behind, sizeof cases[i].behind);
        assert_int_equal(al_file_check_end(&c, &r), AL_OK);
        assert_int_equal(r->size, 100);
        assert_int_equal(r->omitted, cases[i].omitted);
        assert_int_equal(r->omitted_level, cases[i].level);
        al_result_free(r);
    }
    al_checker_free(checker);
}

/* ---- Texts that rules across files judge --------------------------------------------------------------- */

/* The lines around a finding of a text come from the file, however long it is, but not from where a link
 * leads. */
static void texts_with_findings(void **state)
{
    enum { SIZE = 9000 };
    static char text[SIZE + 1];
    test_folder *folder = *state;
    memset(text, 'a', SIZE);
    memcpy(text + SIZE - 6, "\nb=c\n", 5);
    test_folder_add_text(folder, "long.xml", text);
    test_folder_add_text(folder, "short.xml", "a\nb=c\n");
    test_folder_add_link(folder, "link.xml", "short.xml");
    static const struct {
        const char *path;
        uint64_t offset, limit;
        al_file_status status;
        bool shown;
    } cases[] = {{"short.xml", 4, 10000, AL_FILE_FINDINGS, true},
                 {"long.xml", SIZE - 3, 10000, AL_FILE_FINDINGS, true},
                 {"long.xml", SIZE - 3, SIZE - 1, AL_FILE_FINDINGS, false},
                 {"link.xml", 4, 10000, AL_FILE_FINDINGS, false}};
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_kept_finding finding = {.claim = {.rule = unit_rule("x4/missing-mesh"),
                                                   .offset = cases[i].offset,
                                                   .length = 1,
                                                   .line = 2,
                                                   .column = 3},
                                         .message = "why"};
        const al_surveyed known = {
            .member = "", .judged_as = "xml", .findings = &finding, .finding_count = 1};
        const al_context context = {.surveyed = &known, .surveyed_count = 1};
        al_options_set_limit(options, AL_LIMIT_FILE_SIZE, cases[i].limit);
        al_result *r = check(checker, cases[i].path, "", &context, 0);
        assert_int_equal(r->status, cases[i].status);
        assert_string_equal(r->format, "xml");
        assert_int_equal(r->finding_count, 1);
        assert_string_equal(r->findings[0].rule->id, "x4/missing-mesh");
        assert_string_equal(r->findings[0].message, "why");
        assert_int_equal(r->findings[0].excerpt != NULL, cases[i].shown);
        const al_excerpt *shown = r->findings[0].excerpt;
        if (shown != NULL) {
            assert_string_equal(shown->before, "b=");
            assert_string_equal(shown->marked, "c");
        }
        al_result_free(r);
    }
    al_checker_free(checker);
    al_options_free(options);
}

/* ---- Files of no known format -------------------------------------------------------------------------- */

/* Of a large file only the start was read, which doesn't show that all of it is zeros. */
static void what_a_file_of_no_format_is(void **state)
{
    enum { START = 4096 };
    static const struct {
        const char *start;
        size_t start_size, size;
        const char *what;
    } cases[] = {{"", 0, START, ": it is nothing but zeros, as a disk or a copy that failed leaves it"},
                 {"", 0, START + 1, ""},
                 {"BLENDER", 7, START, ": it is a Blender scene, export the model from it"},
                 {"BLENDER", 7, START + 1, ": it is a Blender scene, export the model from it"},
                 {"\0\5\x16\7", 4, START + 1, ": it is metadata of macOS, delete it"}};
    static uint8_t bytes[START + 1];
    al_checker *checker = al_checker_new(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[16], expected[160];
        (void)snprintf(name, sizeof name, "%zu.txt", i);
        (void)snprintf(expected, sizeof expected, "file is of no format that assetlint knows%s",
                       cases[i].what);
        memset(bytes, 0, sizeof bytes);
        memcpy(bytes, cases[i].start, cases[i].start_size);
        test_folder_add_file(*state, name, bytes, cases[i].size);
        al_result *r = check(checker, name, "", NULL, AL_NAMED);
        assert_int_equal(r->status, AL_FILE_UNRECOGNIZED);
        assert_int_equal(r->finding_count, 1);
        assert_string_equal(r->findings[0].message, expected);
        assert_int_equal(r->findings[0].length, cases[i].size);
        al_result_free(r);
    }
    al_checker_free(checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_survey_could_not_read),
        cmocka_unit_test(findings_that_were_left_out),
        IN_TEST_FOLDER(texts_with_findings),
        IN_TEST_FOLDER(what_a_file_of_no_format_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
