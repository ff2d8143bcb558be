/* outputs_test.c: where reports are refused, how they are opened, fed and closed, and what counts as checked.
 * The files, the reports, the terminal and the messages are played by the test. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reports.h"
#include "messages_played.h"
#include "platform/platform.h"
#include "report/earlier_report.h"

enum { NO_ERROR = 0, DENIED = 2, OTHER = 3 };

/* A file by its path. */
typedef struct file {
    const char *path;
    al_file_kind kind;
    uint64_t number, size;
    bool is_new, is_package, has_asset, is_earlier, is_read;
    int stat_error, read_error; /* 1: there is none */
} file;

static struct {
    const file *files;
    size_t count;
    const char *no_color;
    bool takes_sequences, owns_console, no_memory;
    const char *failing; /* the file that can't be opened or closed */
} played;

static const file *file_of(const char *path)
{
    for (size_t i = 0; i < played.count; i++)
        if (strcmp(played.files[i].path, path) == 0)
            return &played.files[i];
    return NULL;
}

static bool find_id(const char *path, al_file_id *id)
{
    const file *f = file_of(path);
    *id = (al_file_id){.kind = AL_KIND_OTHER};
    if (f == NULL)
        return false;
    *id = (al_file_id){.kind = f->kind, .number = f->number, .size = f->size};
    if (f->is_new)
        (void)snprintf(id->name, sizeof id->name, "%s", path);
    return true;
}

static bool find_output(al_file_id *id)
{
    return find_id("stdout", id);
}

static bool find_input(al_file_id *id)
{
    return find_id("stdin", id);
}

static bool same_id(const al_file_id *a, const al_file_id *b)
{
    return a->number == b->number;
}

static int stat_played(const char *path, al_file_info *info)
{
    const file *f = file_of(path);
    assert_non_null(f);
    if (f->stat_error == NO_ERROR)
        info->kind = f->kind;
    return f->stat_error;
}

static al_path_kind kind_played(const char *path)
{
    return file_of(path)->is_package ? AL_PATH_PACKAGE : AL_PATH_FILE;
}

static bool asset_played(const char *path, int *error)
{
    *error = file_of(path)->read_error;
    return file_of(path)->has_asset;
}

static bool earlier_played(const char *path, const report_form *form)
{
    assert_non_null(form);
    return file_of(path)->is_earlier;
}

static const char *read_played(al_project *project, const al_file_id *id)
{
    (void)project;
    for (size_t i = 0; i < played.count; i++)
        if (played.files[i].is_read && played.files[i].number == id->number)
            return played.files[i].path;
    return NULL;
}

static bool not_found(int error)
{
    return error == 1;
}

static const char *error_text(int error)
{
    return error == DENIED ? "denied" : "?";
}

static char *no_color_of(const char *name)
{
    assert_string_equal(name, "NO_COLOR");
    return (char *)(uintptr_t)played.no_color;
}

static bool takes_sequences(al_file out)
{
    assert_int_equal(out.handle, al_standard_output.handle);
    return played.takes_sequences;
}

/* A report with a state fails. */
static report_status add_to(report *r, const al_result *result)
{
    assert_non_null(result);
    r->error = DENIED;
    if (r->state != NULL)
        r->status = REPORT_NOT_WRITTEN;
    return r->status;
}

static bool closed_pipe(int error)
{
    return error != DENIED;
}

static report_status open_one(report *r, const report_form *form, const char *file_name,
                              const report_settings *settings)
{
    *r = (report){.form = form, .file_name = file_name, .error = DENIED};
    note(&said, "%s: show %s, %d a rule, fail on %s", file_name != NULL ? file_name : "stdout",
         al_level_name(settings->show), (int)settings->per_rule, al_level_name(settings->fail_on));
    note(&said, ", %d wide, of %s%s%s%s%s%s\n", settings->width, settings->homepage,
         settings->color ? ", in colours" : "", settings->quiet ? ", quiet" : "",
         settings->no_commands ? ", without commands" : "", settings->sarif_suppressed ? ", suppressed" : "",
         settings->views ? ", with views" : "");
    if (file_name != NULL && played.failing != NULL && strcmp(played.failing, file_name) == 0)
        r->status = REPORT_NOT_WRITTEN;
    return r->status;
}

static report_status close_one(report *r, const report_totals *totals)
{
    note(&said, "close %s with %d\n", r->file_name, totals->exit_status);
    if (played.failing != NULL && strcmp(played.failing, r->file_name) == 0)
        r->status = REPORT_NO_MEMORY;
    return r->status;
}

static bool owns_console(void)
{
    return played.owns_console;
}

static int width_of(al_file out)
{
    assert_int_equal(out.handle, al_standard_output.handle);
    return 80;
}

static void pause_played(void)
{
    note(&said, "<");
}

static void resume_played(void)
{
    note(&said, ">");
}

static int no_memory(void)
{
    note(&said, "out of memory\n");
    return EXIT_UNCHECKED;
}

static void *calloc_played(size_t count, size_t size)
{
    return played.no_memory ? NULL : calloc(count, size);
}

#undef AL_HOMEPAGE
#define AL_HOMEPAGE                 "h"
#define report_open                 open_one
#define report_close                close_one
#define al_owns_console             owns_console
#define al_terminal_width           width_of
#define status_line_pause           pause_played
#define status_line_resume          resume_played
#define out_of_memory               no_memory
#define calloc                      calloc_played
#define report_add                  add_to
#define al_is_closed_pipe           closed_pipe
#define al_find_file_id             find_id
#define al_find_output_id           find_output
#define al_find_input_id            find_input
#define al_same_file_id             same_id
#define al_stat_path                stat_played
#define al_path_kind_of             kind_played
#define al_is_not_found             not_found
#define al_error_text               error_text
#define al_terminal_takes_sequences takes_sequences
#define holds_asset                 asset_played
#define holds_earlier_report        earlier_played
#define find_file_that_is_read      read_played
#define getenv                      no_color_of
#define validate_outputs            validate_played_outputs /* the program's own are linked, too */
#define validate_unread             validate_played_unread
#define reports_begin               begin_played
#define reports_end                 end_played
#define reports_raise               raise_played
#define reports_open                open_played
#define reports_close               close_played
#define reports_add                 add_played
#define reports_count               count_played
int validate_played_outputs(const check_options *options);
int validate_played_unread(const check_options *options, al_project *project);
bool begin_played(reports *r, const check_options *options);
void end_played(reports *r);
void raise_played(reports *r, int status);
bool open_played(reports *r, const report_settings *common);
void close_played(reports *r);
bool add_played(reports *r, const al_result *result);
void count_played(reports *r, const al_result *result);
#include "cli/reports.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static const file there[] = {
    {.path = "stdout", .kind = AL_KIND_FILE, .number = 1, .is_read = true},
    {.path = "stdin", .kind = AL_KIND_FILE, .number = 2},
    {.path = "n", .kind = AL_KIND_FILE, .number = 3, .is_new = true, .is_read = true, .stat_error = 1},
    {.path = "old", .kind = AL_KIND_FILE, .number = 4, .size = 9},
    {.path = "link", .kind = AL_KIND_FILE, .number = 4, .size = 9},
    {.path = "mesh", .kind = AL_KIND_FILE, .number = 5, .size = 9, .has_asset = true},
    {.path = "zip", .kind = AL_KIND_FILE, .number = 6, .size = 9, .is_package = true},
    {.path = "pipe",
     .kind = AL_KIND_OTHER,
     .number = 7,
     .has_asset = true,
     .is_package = true,
     .is_read = true},
    {.path = "closed", .kind = AL_KIND_FILE, .number = 8, .size = 9, .read_error = DENIED},
    {.path = "locked", .kind = AL_KIND_FILE, .number = 9, .size = 9, .stat_error = DENIED},
    {.path = "gone", .kind = AL_KIND_FILE, .number = 10, .size = 9, .read_error = 1},
    {.path = "read", .kind = AL_KIND_FILE, .number = 11, .size = 9, .is_read = true},
    {.path = "again", .kind = AL_KIND_FILE, .number = 12, .size = 9, .is_read = true, .is_earlier = true},
};

/* Options with reports for up to two files, "stdout" for standard output. */
typedef struct fixture {
    report_form form;
    report_request requests[2];
    check_options options;
} fixture;

static void begin(fixture *f, const char *first, const char *second, const char *list)
{
    *f = (fixture){.options = {.files_from = list}};
    const char *const names[] = {first, second};
    for (size_t i = 0; i < 2 && names[i] != NULL; i++)
        f->requests[f->options.request_count++] = (report_request){
            .form = &f->form, .file_name = strcmp(names[i], "stdout") != 0 ? names[i] : NULL};
    f->options.requests = f->requests;
    played.files = there;
    played.count = sizeof there / sizeof there[0];
    notes_clear(&said);
}

static void outputs_that_are_refused(void **state)
{
    static const struct {
        const char *first, *second, *list;
        int status;
        const char *said;
    } rows[] = {
        {"stdout", "n", NULL, EXIT_FINE, ""},
        {"old", NULL, NULL, EXIT_FINE, ""},
        {"old", "link", NULL, EXIT_USAGE, "two formats for one file: old and link; see check"},
        {"stdout", "stdin", "-", EXIT_USAGE,
         "stdin is the list of files: no report is written over it; see check"},
        {"stdout", NULL, "stdout", EXIT_USAGE,
         "standard output is the list of files: no report is written over it; see check"},
        {"link", NULL, "old", EXIT_USAGE,
         "link is the list of files: no report is written over it; see check"},
        {"old", NULL, "read", EXIT_FINE, ""},
        {"old", NULL, "absent", EXIT_FINE, ""},
        {"pipe", NULL, "pipe", EXIT_FINE, ""},
        {"mesh", NULL, NULL, EXIT_USAGE, "mesh is an asset: no report is written over it; see check"},
        {"n", "zip", NULL, EXIT_USAGE, "zip is an asset: no report is written over it; see check"},
        {"pipe", NULL, NULL, EXIT_FINE, ""},
        {"gone", NULL, NULL, EXIT_FINE, ""},
        {"closed", NULL, NULL, EXIT_UNCHECKED,
         "cannot write closed: it may be an asset, and can't be read: denied"},
        {"locked", "mesh", NULL, EXIT_UNCHECKED,
         "cannot write locked: it may be an asset, and can't be read: denied"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture f;
        begin(&f, rows[i].first, rows[i].second, rows[i].list);
        assert_int_equal(validate_outputs(&f.options), rows[i].status);
        assert_string_equal(said.text, rows[i].said);
    }
}

/* Of standard output, only that it is empty is known. */
static void files_that_a_run_reads(void **state)
{
    static const struct {
        const char *first, *second;
        bool appends;
        const char *read; /* NULL: it isn't refused */
    } rows[] = {{"read", NULL, false, "read"}, {"again", "read", false, "read"},
                {"read", NULL, true, NULL},    {"again", NULL, false, NULL},
                {"old", NULL, false, NULL},    {"n", NULL, false, NULL},
                {"pipe", NULL, false, NULL},   {"stdout", NULL, false, NULL},
                {"absent", NULL, false, NULL}, {"n", "read", false, "read"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fixture f;
        char expected[128] = "";
        begin(&f, rows[i].first, rows[i].second, NULL);
        f.form.appends = rows[i].appends;
        assert_int_equal(validate_unread(&f.options, NULL), rows[i].read != NULL ? EXIT_USAGE : EXIT_FINE);
        if (rows[i].read != NULL)
            (void)snprintf(expected, sizeof expected,
                           "%s is a file that is read, %s: no report is written over it; see check",
                           rows[i].read, rows[i].read);
        assert_string_equal(said.text, expected);
    }
}

/* The file at standard output may be an earlier report of that form. */
static void a_file_at_standard_output(void **state)
{
    (void)state;
    for (int earlier = 0; earlier <= 1; earlier++)
        for (uint64_t size = 0; size <= 1; size++) {
            const file out = {.path = "stdout",
                              .kind = AL_KIND_FILE,
                              .number = 1,
                              .size = size,
                              .is_read = true,
                              .is_earlier = earlier != 0};
            fixture f;
            begin(&f, "stdout", NULL, NULL);
            played.files = &out;
            played.count = 1;
            const bool refused = size > 0 && earlier == 0;
            assert_int_equal(validate_unread(&f.options, NULL), refused ? EXIT_USAGE : EXIT_FINE);
            assert_string_equal(said.text, refused ? "standard output is a file that is read, stdout: "
                                                     "no report is written over it; see check"
                                                   : "");
        }
}

/* A run goes on while one report can be written. Each failure is told once. */
static void reports_that_fail(void **state)
{
    static const struct {
        bool fails[2], goes_on;
        const char *said;
    } rows[] = {{{false, false}, true, ""},
                {{true, false}, true, "cannot write a: denied"},
                {{false, true}, true, "cannot write b: denied"},
                {{true, true}, false, "cannot write a: deniedcannot write b: denied"}};
    static const al_result result = {.path = "x"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        report items[2] = {{.file_name = "a"}, {.file_name = "b"}};
        reports r = {.items = items, .count = 2};
        for (size_t k = 0; k < 2; k++)
            items[k].state = rows[i].fails[k] ? &played : NULL;
        notes_clear(&said);
        assert_int_equal(reports_add(&r, &result), rows[i].goes_on);
        assert_string_equal(said.text, rows[i].said);
        assert_int_equal(r.status, rows[i].said[0] != '\0' ? EXIT_UNCHECKED : EXIT_FINE);
        notes_clear(&said);
        assert_int_equal(reports_add(&r, &result), rows[i].goes_on);
        assert_string_equal(said.text, "");
    }
}

/* The status line makes way for a report on standard output. */
static void a_result_on_the_terminal(void **state)
{
    static const al_result result = {.path = "x"};
    report items[2] = {{.file_name = "a"}, {.file_name = NULL}};
    reports r = {.items = items, .count = 2};
    (void)state;
    notes_clear(&said);
    assert_true(reports_add(&r, &result));
    assert_string_equal(said.text, "<>");
}

/* ---- The life of reports ------------------------------------------------------------------------------- */

static void what_each_report_gets(void **state)
{
    const report_settings common = {.views = true};
    fixture f;
    reports r;
    (void)state;
    begin(&f, "stdout", "old", NULL);
    f.form = (report_form){.show = AL_WARNING, .per_rule = 3};
    f.options.fail_on = AL_ERROR;
    played.no_color = NULL;
    played.owns_console = played.takes_sequences = true;
    assert_true(reports_begin(&r, &f.options));
    assert_true(reports_open(&r, &common));
    assert_string_equal(said.text,
                        "stdout: show warning, 3 a rule, fail on error, 80 wide, of h, in colours, "
                        "without commands, with views\n"
                        "old: show warning, 3 a rule, fail on error, 0 wide, of h, "
                        "with views\n");
    reports_end(&r);
    assert_null(r.items);
    begin(&f, "stdout", NULL, NULL);
    f.options.show = AL_NOTE;
    f.options.per_rule = 5;
    f.options.per_rule_given = f.options.quiet = f.options.sarif_suppressed = true;
    played.owns_console = played.takes_sequences = false;
    assert_true(reports_begin(&r, &f.options));
    assert_true(reports_open(&r, &common));
    assert_string_equal(said.text,
                        "stdout: show note, 5 a rule, fail on off, 80 wide, of h, quiet, suppressed, "
                        "with views\n");
    reports_end(&r);
    played.no_memory = true;
    assert_false(reports_begin(&r, &f.options));
    played.no_memory = false;
}

static void reports_that_cannot_be_opened(void **state)
{
    static const report_settings common = {.views = false};
    fixture f;
    reports r;
    (void)state;
    for (size_t count = 1; count <= 2; count++) {
        begin(&f, "old", count == 2 ? "gone" : NULL, NULL);
        played.failing = "old";
        assert_true(reports_begin(&r, &f.options));
        assert_int_equal(reports_open(&r, &common), count == 2);
        assert_int_equal(r.status, EXIT_UNCHECKED);
        assert_int_equal(r.count, count);
        assert_non_null(strstr(said.text, "cannot write old: denied"));
        reports_end(&r);
    }
    played.failing = NULL;
}

/* One that has failed before isn't told again. */
static void reports_are_closed(void **state)
{
    static const struct {
        bool writes_baseline, has_failed;
        const char *failing;
        int before, after;
        const char *said;
    } rows[] = {
        {false, false, NULL, EXIT_FINDINGS, EXIT_FINDINGS, "close a with 1\nclose b with 1\n"},
        {true, false, NULL, EXIT_FINDINGS, EXIT_FINE, "close a with 0\nclose b with 0\n"},
        {true, false, NULL, EXIT_USAGE, EXIT_USAGE, "close a with 2\nclose b with 2\n"},
        {false, false, "a", EXIT_FINE, EXIT_UNCHECKED, "close a with 0\nout of memory\nclose b with 0\n"},
        {false, true, "a", EXIT_FINE, EXIT_FINE, "close a with 0\nclose b with 0\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        report items[2] = {{.file_name = "a"}, {.file_name = "b"}};
        const check_options options = {.writes_baseline = rows[i].writes_baseline};
        reports r = {.options = &options, .items = items, .count = 2, .status = rows[i].before};
        items[0].status = rows[i].has_failed ? REPORT_NOT_WRITTEN : REPORT_OK;
        played.failing = rows[i].failing;
        notes_clear(&said);
        reports_close(&r);
        assert_string_equal(said.text, rows[i].said);
        assert_int_equal(r.status, rows[i].after);
    }
    played.failing = NULL;
}

/* ---- What counts as checked ---------------------------------------------------------------------------- */

static void results_that_count(void **state)
{
    static const struct {
        const char *format;
        al_file_status status;
        const char *rule; /* of its finding; NULL: it has none */
        bool found, unsupported;
    } rows[] = {
        {"xmf", AL_FILE_CLEAN, NULL, true, false},
        {"", AL_FILE_CLEAN, NULL, false, false},
        {"config", AL_FILE_FINDINGS, "xmf/limit", false, false},
        {"baseline", AL_FILE_FINDINGS, "xmf/limit", false, false},
        {"", AL_FILE_UNREADABLE, NULL, true, false},
        {"config", AL_FILE_LIMIT, NULL, true, false},
        {"zip", AL_FILE_CLEAN, NULL, false, false},
        {"zip", AL_FILE_FINDINGS, "xmf/limit", true, false},
        {"", AL_FILE_FINDINGS, "archive/unsupported", false, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static const al_result again = {.path = "x", .format = "", .member = ""};
        const al_finding finding = {.rule = rows[i].rule != NULL ? al_rule_find(rows[i].rule) : NULL};
        const al_result result = {.path = "x",
                                  .format = rows[i].format,
                                  .member = "",
                                  .status = rows[i].status,
                                  .findings = &finding,
                                  .finding_count = rows[i].rule != NULL ? 1 : 0};
        reports r = {.count = 0};
        for (size_t k = 0; k <= 1; k++) {
            reports_count(&r, k == 0 ? &result : &again);
            assert_int_equal(r.found, rows[i].found);
            assert_int_equal(r.unsupported, rows[i].unsupported);
            assert_int_equal(r.totals.files, k + 1);
        }
    }
}

static void who_wants_colors(void **state)
{
    static const struct {
        option_choice choice;
        bool to_output, takes_sequences;
        const char *no_color;
        bool wanted;
    } rows[] = {
        {CHOICE_ALWAYS, false, false, "1", true}, {CHOICE_NEVER, true, true, NULL, false},
        {CHOICE_AUTO, true, true, NULL, true},    {CHOICE_AUTO, true, true, "", true},
        {CHOICE_AUTO, true, true, "1", false},    {CHOICE_AUTO, true, false, NULL, false},
        {CHOICE_AUTO, false, true, NULL, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const check_options options = {.color = rows[i].choice};
        played.takes_sequences = rows[i].takes_sequences;
        played.no_color = rows[i].no_color;
        assert_int_equal(wants_color(&options, rows[i].to_output), rows[i].wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_that_are_refused),
        cmocka_unit_test(files_that_a_run_reads),
        cmocka_unit_test(a_file_at_standard_output),
        cmocka_unit_test(reports_that_fail),
        cmocka_unit_test(a_result_on_the_terminal),
        cmocka_unit_test(what_each_report_gets),
        cmocka_unit_test(reports_that_cannot_be_opened),
        cmocka_unit_test(reports_are_closed),
        cmocka_unit_test(results_that_count),
        cmocka_unit_test(who_wants_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
