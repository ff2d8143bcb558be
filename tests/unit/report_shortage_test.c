/* report_shortage_test.c: each allocation of a report fails once. The report says that memory is short, or is
 * the same as without that failure; and it frees what it allocated, and closes its files. */
#include "failing_memory.h"
#include "unit.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/dump.h"
#include "report/fix_report.h"
#include "report/report.h"
#include "report/rules_report.h"
#include "seed.h"

enum { MOST_BYTES = 1 << 16, MOST_PATH = 512, FILES = 24, MOST_ALLOCATIONS = 100000 };
enum { FIRST_OF_CROWD = 21 }; /* the 21st file with a rule: one that can't be checked is in front of it */

/* What is written; false when out of memory. */
typedef bool attempt(FILE *out, const void *what);

/* The sum of the numbers that the next files get: the same one as long as all others are closed again. */
static int next_descriptors(void)
{
    int next[8], sum = 0;
    for (size_t i = 0; i < sizeof next / sizeof next[0]; i++) {
        next[i] = dup(STDIN_FILENO);
        assert_true(next[i] >= 0);
        sum += next[i];
    }
    for (size_t i = 0; i < sizeof next / sizeof next[0]; i++)
        assert_int_equal(close(next[i]), 0);
    return sum;
}

/* Runs it with a failing allocation; 0: none fails. The text is to be freed; NULL: it said that memory is
 * short. */
static char *text_with(attempt *run, const void *what, unsigned long fail_at, bool *failed)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const size_t blocks = failing_memory_blocks();
    const int descriptors = next_descriptors();
    failing_memory_arm(fail_at);
    const bool ok = run(out, what);
    *failed = failing_memory_disarm();
    assert_int_equal(failing_memory_blocks(), blocks);
    assert_int_equal(next_descriptors(), descriptors);
    assert_int_equal(fclose(out), 0);
    if (ok)
        return text;
    free(text);
    return NULL;
}

/* Lets each `step`-th allocation fail. */
static void assert_failures_are_told(attempt *run, const void *what, unsigned long step)
{
    bool failed = true;
    unsigned long told = 0;
    char *whole = text_with(run, what, 0, &failed);
    assert_non_null(whole);
    failed = true;
    for (unsigned long n = 1; failed; n += step) {
        assert_true(n < MOST_ALLOCATIONS);
        char *text = text_with(run, what, n, &failed);
        assert_true(text != NULL || failed);
        if (text != NULL)
            assert_string_equal(text, whole);
        told += text == NULL;
        free(text);
    }
    assert_true(told > 0);
    free(whole);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* A form, and the results of files in it. */
typedef struct subject {
    const report_form *form;
    report_settings settings;
    report_totals totals;
    const al_result *results;
    size_t result_count;
} subject;

static bool write_report(FILE *out, const void *what)
{
    const subject *s = what;
    void *state = NULL;
    report_status status = report_form_begin(s->form, &state, out, &s->settings);
    for (size_t i = 0; i < s->result_count && status == REPORT_OK; i++)
        status = report_form_add(s->form, state, &s->results[i]);
    if (status == REPORT_OK)
        status = report_form_finish(s->form, state, &s->totals);
    report_form_end(s->form, state);
    assert_true(status == REPORT_OK || status == REPORT_NO_MEMORY);
    return status == REPORT_OK;
}

static al_finding finding_of(const char *rule)
{
    al_finding f = {.field = "field", .count = 1, .message = "words", .fingerprint = "0123456789abcdef"};
    while (strcmp(al_rule_at(f.rule_number)->id, rule) != 0)
        f.rule_number++;
    f.rule = al_rule_at(f.rule_number);
    f.level = f.rule->level;
    f.fix_kind = f.rule->fix_kind;
    return f;
}

/* What stays the same in all attempts. */
static struct {
    al_finding findings[5];
    al_suppressed suppressed;
    al_result results[FILES];
    char paths[FILES][MOST_PATH];
} all;

/* Findings of all kinds, that of most files about the first rule of the catalogue: in members and text files,
 * suppressed, too many to be listed, and of a file that can't be checked. */
static void make_results(void)
{
    static const char *const rules[] = {"file/unrecognized", "xmf/trailing-bytes", "file/line-ends",
                                        "ani/unknown-bone", "file/unreadable"};
    static const al_excerpt excerpt = {"above", "below", "before", "marked", "behind"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        all.findings[i] = finding_of(rules[i]);
    all.findings[0].line = 3;
    all.findings[0].excerpt = &excerpt;
    all.findings[1].actual = (al_value){.kind = AL_VALUE_UINT, .as.uint_value = 7};
    all.suppressed = (al_suppressed){
        .finding = finding_of("xmf/index-range"), .justification = "known", .in_baseline = true};
    for (size_t i = 0; i < FILES; i++) {
        char *path = all.paths[i];
        (void)snprintf(path, MOST_PATH, "%s/%zu.xmf", i == FIRST_OF_CROWD ? "other" : "mod", i);
        all.results[i] = (al_result){.path = path, .raw_path = path, .base_path = path};
        all.results[i].member = i == 1 ? "in/a.xmf" : "";
        all.results[i].format = "xmf";
        all.results[i].version = "3";
        all.results[i].status = AL_FILE_FINDINGS;
        all.results[i].findings = all.findings;
        all.results[i].finding_count = i == 0 ? 4 : 1;
    }
    all.results[5].path = "%:,\r\n"; /* all that is escaped in an annotation, and in XML */
    all.results[6].path = "\"\"\"";
    all.results[2].suppressed = &all.suppressed;
    all.results[2].suppressed_count = 1;
    all.results[3].findings = &all.findings[4];
    all.results[3].status = AL_FILE_UNREADABLE;
}

static void each_form_tells(void **state)
{
    (void)state;
    static const report_form *const more[] = {&baseline_form, &step_summary_form};
    static const al_configuration_info configuration = {
        .path = "mod/assetlint.json", .left_out = 2, .has_fail_on = true, .fail_on = AL_NOTE};
    make_results();
    const al_not_judged not_judged = {
        .rule = all.findings[0].rule, .count = 1, .files = 1, .path = "b", .member = "", .reason = "[*_]"};
    al_options *options = al_options_new();
    size_t number = 0;
    while (report_form_at(number) != NULL)
        number++;
    for (size_t i = 0; i < number + 2; i++) {
        subject s = {.form = i < number ? report_form_at(i) : more[i - number],
                     .results = all.results,
                     .result_count = FILES};
        s.settings = (report_settings){.options = options, .show = AL_NOTE, .per_rule = 3, .color = true};
        s.settings.fail_on = AL_NOTE;
        s.settings.views = true;
        s.settings.homepage = "https://a.test";
        s.settings.sarif_suppressed = true;
        s.totals = (report_totals){.files = FILES, .errors = FILES, .exit_status = 1, .suppressed = 1};
        s.totals.not_judged = &not_judged;
        s.totals.not_judged_count = 1;
        s.totals.configuration = &configuration;
        assert_failures_are_told(write_report, &s, 1);
    }
    al_options_free(options);
}

/* ---- What is drawn, fixes and rules -------------------------------------------------------------------- */

static bool write_views(FILE *out, const void *what)
{
    return write_views_json(out, what);
}

static void views_tell(void **state)
{
    (void)state;
    static const char *const fixtures[] = {"xac/influence-sum/fires.xac", "xsm/key-order/fires.xsm",
                                           "msh/weight-sum/fires-more.msh", "tga/order/fires-10.tga"};
    static uint8_t bytes[MOST_BYTES];
    for (size_t i = 0; i < sizeof fixtures / sizeof fixtures[0]; i++) {
        const size_t size = read_seed(UNIT_RULES, fixtures[i], bytes, sizeof bytes);
        al_checker *checker = al_checker_new(NULL);
        al_views *views = NULL;
        const char *name = strrchr(fixtures[i], '/') + 1;
        assert_int_equal(al_view_memory(checker, name, "", bytes, size, NULL, &views), AL_OK);
        assert_failures_are_told(write_views, views, 1);
        al_views_free(views);
        al_checker_free(checker);
    }
}

/* A fix, and the form of its report. */
typedef struct fixing {
    const al_fix *fix;
    bool as_json;
} fixing;

static bool write_fixes(FILE *out, const void *what)
{
    const fixing *f = what;
    const al_result unchecked = {.path = "b.xmf", .member = "", .status = AL_FILE_LIMIT};
    const fix_subject about = {.path = "a.xmf", .raw_path = "a.xmf", .member = "m"};
    fix_report r = fix_report_begin(out, f->as_json);
    fix_report_add_unchecked(&r, &unchecked);
    fix_report_add(&r, &about, f->fix, FIX_WRITTEN, "c.xmf");
    fix_report_add_unchecked(&r, &unchecked);
    fix_report_end(&r, true);
    return !r.no_memory;
}

static void fixes_tell(void **state)
{
    (void)state;
    static uint8_t bytes[MOST_BYTES];
    const size_t size = read_seed(UNIT_RULES, "xmf/trailing-bytes/fires-1.xmf", bytes, sizeof bytes);
    al_checker *checker = al_checker_new(NULL);
    al_fix *fix = NULL;
    assert_int_equal(al_fix_memory(checker, "a.xmf", "", bytes, size, NULL, 0, &fix), AL_OK);
    assert_int_equal(al_fix_change_count(fix), 1);
    for (int as_json = 0; as_json < 2; as_json++) {
        const fixing f = {.fix = fix, .as_json = as_json != 0};
        assert_failures_are_told(write_fixes, &f, 1);
    }
    al_fix_free(fix);
    al_checker_free(checker);
}

static bool write_dump(FILE *out, const void *what)
{
    const al_result *result = what;
    const dump_form *form = dump_form_at(1);
    const al_value one = {.kind = AL_VALUE_UINT, .as.uint_value = 1};
    dump d = dump_begin(out, "a.xmf");
    form->visitor.object(&d, "header", -1, 0);
    form->visitor.value(&d, "one", one, "word", (al_extent){.length = 1});
    form->visitor.object_end(&d, (al_extent){.length = 1});
    form->finish(&d, result);
    return !d.failed;
}

static void dumps_tell(void **state)
{
    (void)state;
    const al_result result = {.format = "xmf", .version = "3"};
    assert_failures_are_told(write_dump, &result, 1);
}

static bool write_rules(FILE *out, const void *what)
{
    const catalogue_form *form = what;
    return form->write(out) == REPORT_OK;
}

static void lists_of_rules_tell(void **state)
{
    (void)state;
    assert_failures_are_told(write_rules, catalogue_form_at(1), 997);
    assert_failures_are_told(write_rules, catalogue_form_at(2), 211);
}

int main(void)
{
    cJSON_Hooks hooks = {.malloc_fn = malloc, .free_fn = free};
    cJSON_InitHooks(&hooks); /* a library of its own: the linker puts nothing in the place of its calls */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_tells),     cmocka_unit_test(views_tell),
        cmocka_unit_test(fixes_tell),          cmocka_unit_test(dumps_tell),
        cmocka_unit_test(lists_of_rules_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
