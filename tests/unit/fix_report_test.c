/* fix_report_test.c: the report of `assetlint fix`: of fixes with each outcome, and its last lines. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "mesh.h"
#include "report/fix_report.h"

static const fix_subject in_package = {.path = "a.zip", .raw_path = "a.zip", .member = "in/m.xmf"},
                         alone = {.path = "m.xmf", .raw_path = "m.xmf", .member = ""};

/* The fix of a mesh with four bytes behind its end: one change. Without any: nothing. */
static al_fix *fix_of(bool broken)
{
    mesh m = mesh_plain(6, false);
    al_checker *checker = al_checker_new(NULL);
    al_fix *fix = NULL;
    uint8_t *bytes = calloc(m.size + 4, 1);
    assert_non_null(bytes);
    memcpy(bytes, m.bytes, m.size);
    memcpy(bytes + m.size, "rest", 4);
    assert_int_equal(al_fix_memory(checker, "m.xmf", "", bytes, m.size + (broken ? 4 : 0), NULL, 0, &fix),
                     AL_OK);
    assert_int_equal(al_fix_change_count(fix), broken);
    al_checker_free(checker);
    mesh_free(&m);
    free(bytes);
    return fix;
}

/* A report on its way to a text. */
typedef struct fixture {
    fix_report report;
    char *text;
    size_t size;
} fixture;

static void begin(fixture *f, bool as_json)
{
    *f = (fixture){.text = NULL};
    FILE *out = open_memstream(&f->text, &f->size);
    assert_non_null(out);
    f->report = fix_report_begin(out, as_json);
}

static void assert_report(fixture *f, bool writes, const char *expected)
{
    fix_report_end(&f->report, writes);
    assert_false(f->report.no_memory);
    assert_int_equal(fclose(f->report.out), 0);
    if (strstr(f->text, expected) == NULL)
        fail_msg("%s isn't in:\n%s", expected, f->text);
    free(f->text);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static const struct {
    fix_outcome outcome;
    const fix_subject *about;
    const char *place, *text, *json; /* ends of lines, and of the object */
} outcomes[] = {
    {FIX_SHOWN, &alone, NULL, "m.xmf\n  CHANGE\n\n1 change in 1 file, 0 written.\n",
     "\"written\":false}],\"refused\":[],\"unchecked\":[],\"summary\":{\"files\":1,\"changes\":1,"
     "\"written\":0,"
     "\"refused\":0,\"heldBack\":0}}\n"},
    {FIX_WRITTEN, &alone, NULL, "m.xmf\n  CHANGE\n\n1 change in 1 file, 1 written.\n",
     "\"written\":true}],\"refused\":[],\"unchecked\":[],\"summary\":{\"files\":1,\"changes\":1,"
     "\"written\":1,"
     "\"refused\":0,\"heldBack\":0}}\n"},
    {FIX_WRITTEN, &alone, "out/\x1B.xmf",
     "m.xmf\n  CHANGE\n  written to out/\\x1B.xmf\n\n1 change in 1 file, 1 written.\n", "\"written\":true}]"},
    {FIX_IN_PACKAGE, &in_package, NULL,
     "a.zip!/in/m.xmf\n  CHANGE\n  not written: the file is in a package; unpack that, and fix the files\n\n"
     "1 change in 1 file, 0 written.\n",
     "\"changes\":[{\"path\":\"a.zip\",\"member\":\"in/m.xmf\",\"rule\":\"xmf/trailing-bytes\","},
    {FIX_FAILED, &alone, "no space",
     "m.xmf\n  CHANGE\n  not written: no space\n\n1 change in 1 file, 0 written.\n", "\"written\":false}]"},
    {FIX_FAILED, &alone, NULL,
     "m.xmf\n  CHANGE\n  not written: out of memory\n\n1 change in 1 file, 0 written.\n",
     "\"written\":false}]"},
    {FIX_REFUSED, &alone, "b.xmf is worse",
     "m.xmf\n  CHANGE\n  not changed: b.xmf is worse\n\nNothing to fix; 1 finding can't be fixed.\n",
     "\"changes\":[],\"refused\":[{\"path\":\"m.xmf\",\"rule\":\"xmf/trailing-bytes\",\"kind\":\"safe\","
     "\"count\":1,\"heldBack\":false,\"reason\":\"b.xmf is worse\"}],\"unchecked\":[],"
     "\"summary\":{\"files\":0,"
     "\"changes\":0,\"written\":0,\"refused\":1,\"heldBack\":0}}\n"},
};

static void each_outcome_is_told(void **state)
{
    (void)state;
    al_fix *fix = fix_of(true);
    char change[128], wanted[512];
    const al_change *c = al_fix_change(fix, 0);
    (void)snprintf(change, sizeof change, "0x%08x  xmf/trailing-bytes: %s -> nothing", (unsigned)c->offset,
                   c->before);
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        fixture f;
        const char *at = strstr(outcomes[i].text, "CHANGE");
        (void)snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(at - outcomes[i].text), outcomes[i].text,
                       change, at + strlen("CHANGE"));
        begin(&f, false);
        fix_report_add(&f.report, outcomes[i].about, fix, outcomes[i].outcome, outcomes[i].place);
        assert_report(&f, true, wanted);
        begin(&f, true);
        fix_report_add(&f.report, outcomes[i].about, fix, outcomes[i].outcome, outcomes[i].place);
        assert_report(&f, true, outcomes[i].json);
    }
    al_fix_free(fix);
}

/* A mesh with a byte in front of the data of so many buffers: a change for each of them, and one for the
 * byte. Nothing is done about a rest behind its end, since all of them hold positions. */
static al_fix *fix_of_gap(size_t buffers)
{
    enum { MOST_BUFFERS = 32, OFFSET = 8 };
    static const uint8_t data[36] = {0};
    static const uint16_t indices[] = {0, 1, 2};
    mesh_part parts[MOST_BUFFERS];
    for (size_t i = 0; i < buffers; i++)
        parts[i] =
            (mesh_part){.format = 2, .items = 3, .item_size = 12, .data = data, .data_size = sizeof data};
    parts[buffers - 1] = (mesh_part){
        .type = 30, .format = 30, .items = 3, .item_size = 2, .data = indices, .data_size = sizeof indices};
    mesh m = mesh_of(parts, buffers, NULL);
    const size_t start = mesh_data_at(buffers, 0);
    uint8_t *bytes = calloc(m.size + 3, 1);
    assert_non_null(bytes);
    memcpy(bytes, m.bytes, start);
    memcpy(bytes + start + 1, m.bytes + start, m.size - start);
    for (size_t i = 0; i < buffers; i++)
        bytes[mesh_desc_at(i, OFFSET)]++;
    al_checker *checker = al_checker_new(NULL);
    al_fix *fix = NULL;
    assert_int_equal(al_fix_memory(checker, "m.xmf", "", bytes, m.size + 3, NULL, 0, &fix), AL_OK);
    al_checker_free(checker);
    mesh_free(&m);
    free(bytes);
    return fix;
}

/* 20 of them are listed. */
static void the_changes_of_a_rule_are_limited(void **state)
{
    (void)state;
    for (size_t buffers = 19; buffers <= 21; buffers++) {
        al_fix *fix = fix_of_gap(buffers);
        fixture f;
        unsigned listed = 0;
        char more[96];
        begin(&f, false);
        fix_report_add(&f.report, &alone, fix, FIX_SHOWN, NULL);
        assert_int_equal(fflush(f.report.out), 0);
        for (const char *at = f.text; (at = strstr(at, "  xmf/data-gap")) != NULL; at++)
            listed++;
        assert_int_equal(listed, 20);
        (void)snprintf(more, sizeof more,
                       "  %zu more of xmf/data-gap\n  not fixed: xmf/trailing-bytes: ", buffers - 19);
        assert_int_equal(strstr(f.text, " more of ") != NULL, buffers > 19);
        assert_report(&f, true,
                      buffers > 19 ? more : "  xmf/data-gap: 1 byte -> nothing\n  not fixed: xmf/trailing");
        al_fix_free(fix);
    }
}

static void a_clean_file_is_not_named(void **state)
{
    (void)state;
    al_fix *fix = fix_of(false);
    fixture f;
    begin(&f, false);
    fix_report_add(&f.report, &alone, fix, FIX_WRITTEN, NULL);
    assert_int_equal(f.report.written, 0);
    assert_report(&f, true, "Nothing to fix.\n");
    al_fix_free(fix);
}

static void files_that_could_not_be_checked_are_named(void **state)
{
    (void)state;
    const al_result result = {.path = "a.zip", .member = "m.xmf", .status = AL_FILE_LIMIT},
                    clean = {.path = "b.xmf", .member = "", .status = AL_FILE_CLEAN};
    fixture f;
    begin(&f, false);
    fix_report_add_unchecked(&f.report, &result);
    fix_report_add_unchecked(&f.report, &clean);
    assert_report(&f, false,
                  "a.zip!/m.xmf\n  a limit stopped the check\n\nNo changes; 1 file could not be checked.\n");
    begin(&f, true);
    fix_report_add_unchecked(&f.report, &result);
    assert_report(&f, false,
                  "\"unchecked\":[{\"path\":\"a.zip\",\"member\":\"m.xmf\",\"reason\":\"a limit stopped the "
                  "check\"}],\"summary\":{\"files\":0,");
}

/* ---- The last lines ------------------------------------------------------------------------------------ */

#define NOT_WRITTEN \
    "Nothing was written: --in-place changes the files, --output FOLDER writes fixed copies.\n"

static const struct {
    uint64_t files, changes, written, refused, held_back, unchecked;
    bool writes;
    const char *text;
} ends[] = {
    {0, 0, 0, 0, 0, 0, false, "Nothing to fix.\n"},
    {0, 0, 0, 0, 0, 2, true, "No changes; 2 files could not be checked.\n"},
    {1, 1, 0, 0, 0, 0, false, "1 change in 1 file.\n" NOT_WRITTEN},
    {1, 1, 1, 1, 1, 1, true,
     "1 change in 1 file, 1 written; 1 finding can't be fixed; --unsafe fixes 1 more finding; 1 file "
     "could not "
     "be checked.\n"},
    {2, 3, 2, 2, 2, 2, true,
     "3 changes in 2 files, 2 written; 2 findings can't be fixed; --unsafe fixes 2 more findings; 2 files "
     "could "
     "not be checked.\n"},
    {2, 3, 0, 0, 0, 0, false, "3 changes in 2 files.\n" NOT_WRITTEN},
};

static void the_last_lines_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        fixture f;
        begin(&f, false);
        f.report.files = ends[i].files;
        f.report.change_count = ends[i].changes;
        f.report.written = ends[i].written;
        f.report.refused_count = ends[i].refused;
        f.report.held_back_count = ends[i].held_back;
        f.report.unchecked_count = ends[i].unchecked;
        fix_report_end(&f.report, ends[i].writes);
        assert_int_equal(fclose(f.report.out), 0);
        assert_string_equal(f.text, ends[i].text);
        free(f.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outcome_is_told),
        cmocka_unit_test(the_changes_of_a_rule_are_limited),
        cmocka_unit_test(a_clean_file_is_not_named),
        cmocka_unit_test(files_that_could_not_be_checked_are_named),
        cmocka_unit_test(the_last_lines_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
