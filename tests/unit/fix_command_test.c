/* fix_command_test.c: the steps of `assetlint fix`, where it writes fixed files, its exit status, and which
 * texts it leaves alone because the mod would break. The options, the project, the fixes and the files are
 * played by the test. */
#include "unit.h"

#define MESSAGE_END "\n" /* steps and messages are each in a line of their own */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/project_options.h"
#include "cli/sandbox.h"
#include "messages_played.h"
#include "platform/platform.h"
#include "report/fix_report.h"
#include "report/texts.h"

enum { MOST_FILES = 3, MOST_RUNS = 4, DENIED = 2 };

struct al_fix {
    al_change change;
    size_t change_count, refusal_count;
};

typedef struct file {
    al_result result;
    al_finding finding;
    struct al_fix fix;
} file;

/* A check of the mod with fixed texts: how many findings of the first two rules it has. */
typedef struct check_again {
    al_status status;
    uint64_t errors[2];
} check_again;

static struct {
    const char *fails; /* the step that fails */
    check_options options;
    bool help, is_link, same_file, report_fails;
    file files[MOST_FILES];
    size_t file_count;
    check_again runs[MOST_RUNS]; /* but for the first one, which has the files */
    size_t run;
    size_t fixes; /* that aren't freed */
    al_exit exit;
    size_t allocations, failing_allocation; /* number from 1; 0: none fails */
} played;

static bool step(const char *name)
{
    note(&said, "%s\n", name);
    return played.fails == NULL || strcmp(played.fails, name) != 0;
}

/* ---- The options, and the project that they make ------------------------------------------------------- */

static int options_read(check_options *options, const char *command, char *const *arguments, bool *help)
{
    note(&said, "%s %s\n", command, arguments[0]);
    *options = played.options;
    *help = played.help;
    return played.help || step("options") ? EXIT_FINE : EXIT_USAGE;
}

static void options_free(check_options *options)
{
    (void)options;
    (void)step("end of options");
}

static int help_played(const char *command)
{
    note(&said, "help of %s\n", command);
    return EXIT_FINE;
}

static int make_played(check_options *options, al_project **project)
{
    (void)options;
    assert_null(*project);
    return step("project") ? EXIT_FINE : EXIT_USAGE;
}

static al_status list_played(al_project *project, const al_client *client)
{
    const al_notice notice = {.kind = AL_NOTICE_LIST, .path = "list"};
    (void)project;
    assert_int_equal(client->size, sizeof *client);
    client->notice(client->context, &notice);
    return step("list") ? AL_OK : AL_STOPPED;
}

static void notice_played(const check_options *options, const al_notice *notice)
{
    assert_string_equal(options->command, "fix");
    note(&said, "notice of %s\n", notice->path);
}

static int status_played(const al_project *project, al_status status)
{
    (void)project;
    assert_int_equal(status, AL_STOPPED);
    return EXIT_UNCHECKED;
}

/* The findings of a check with fixed texts, and a note, which does no harm. */
static al_status run_again(const al_client *client)
{
    const check_again *again = &played.runs[played.run];
    al_finding findings[] = {{.rule_number = 1, .level = AL_NOTE},
                             {.rule_number = 0, .level = AL_WARNING},
                             {.rule_number = 1, .level = AL_ERROR}};
    const al_result note_only = {.findings = findings, .finding_count = 1};
    note(&said, "run again\n");
    assert_in_range(played.run, 1, MOST_RUNS - 1);
    assert_true(client->result(client->context, &note_only));
    for (size_t rule = 0; rule < 2; rule++)
        for (uint64_t i = 0; i < again->errors[rule]; i++) {
            const al_result one = {.findings = &findings[1 + rule], .finding_count = 1};
            assert_true(client->result(client->context, &one));
        }
    played.run++;
    return again->status;
}

static al_status run_played(al_project *project, const al_client *client)
{
    (void)project;
    assert_int_equal(client->size, sizeof *client);
    assert_ptr_equal(client->stopped, project_is_stopped);
    if (played.run > 0)
        return run_again(client);
    played.run++;
    for (size_t i = 0; i < played.file_count; i++)
        if (!client->result(client->context, &played.files[i].result)) {
            note(&said, "run ends early\n");
            break;
        }
    return step("run") ? AL_OK : AL_OUT_OF_MEMORY;
}

static al_status substitute_played(al_project *project, const char *path, const void *data, size_t size)
{
    (void)project;
    assert_memory_equal(data, "fixed", size);
    note(&said, "with %s: ", path);
    return played.fails == NULL || strcmp(played.fails, "substitute") != 0 ? AL_OK : AL_OUT_OF_MEMORY;
}

static al_exit exit_of(const al_project *project)
{
    (void)project;
    return played.exit;
}

static const al_options *options_of(const al_project *project)
{
    (void)project;
    return NULL;
}

static al_checker *checker_played(const al_options *options)
{
    (void)options;
    return step("checker") ? (al_checker *)&played : NULL;
}

static void checker_freed(al_checker *checker)
{
    (void)checker;
}

/* ---- Fixes --------------------------------------------------------------------------------------------- */

static al_status fix_played(al_checker *checker, const char *path, const char *member,
                            const al_result *result, unsigned flags, al_fix **fix)
{
    assert_ptr_equal(checker, &played);
    assert_string_equal(path, result->raw_path);
    note(&said, "fix of %s%s with %u\n", path, member, flags);
    if (played.fails != NULL && strcmp(played.fails, "fix") == 0)
        return AL_OUT_OF_MEMORY;
    for (size_t i = 0; i < played.file_count; i++)
        if (result == &played.files[i].result)
            *fix = &played.files[i].fix;
    played.fixes++;
    return AL_OK;
}

static void fix_freed(al_fix *fix)
{
    played.fixes -= fix != NULL;
}

static size_t change_count(const al_fix *fix)
{
    return fix->change_count;
}

static const al_change *change_at(const al_fix *fix, size_t number)
{
    return number < fix->change_count ? &fix->change : NULL;
}

static size_t refusal_count(const al_fix *fix)
{
    return fix->refusal_count;
}

static const uint8_t *bytes_of(const al_fix *fix, size_t *size)
{
    static const uint8_t bytes[] = "fixed";
    *size = sizeof bytes - 1;
    return fix->change_count > 0 ? bytes : NULL;
}

/* ---- The report ---------------------------------------------------------------------------------------- */

static fix_report report_begun(FILE *out, bool as_json)
{
    assert_ptr_equal(out, stdout);
    note(&said, "report%s\n", as_json ? " as JSON" : "");
    return (fix_report){.out = out};
}

static void report_unchecked(fix_report *r, const al_result *result)
{
    (void)r;
    if (result->status == AL_FILE_UNREADABLE)
        note(&said, "%s is unreadable\n", result->path);
}

static void report_added(fix_report *r, const fix_subject *about, const al_fix *fix, fix_outcome outcome,
                         const char *place)
{
    static const char *const outcomes[] = {"shown", "written", "in a package", "failed", "refused"};
    assert_non_null(fix);
    note(&said, "%s%s is %s%s%s\n", about->path, about->member, outcomes[outcome], place != NULL ? ": " : "",
         place != NULL ? place : "");
    r->no_memory = played.report_fails;
}

static void report_ended(fix_report *r, bool writes)
{
    note(&said, "end of report%s\n", writes ? " of written files" : "");
    assert_ptr_equal(r->out, stdout);
    r->no_memory = r->no_memory || (played.fails != NULL && strcmp(played.fails, "report") == 0);
}

static int finish_played(int status)
{
    (void)step("finish");
    return status;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static int folder_played(const char *path)
{
    note(&said, "folder %s\n", path);
    return played.fails != NULL && strcmp(played.fails, path) == 0 ? DENIED : 0;
}

static int stat_played(const char *path, al_file_info *info)
{
    (void)path;
    info->kind = played.is_link ? AL_KIND_LINK : AL_KIND_FILE;
    return played.fails != NULL && strcmp(played.fails, "stat") == 0 ? 1 : 0;
}

static bool find_id(const char *path, al_file_id *id)
{
    id->number = strlen(path);
    return played.fails == NULL || strcmp(played.fails, path) != 0;
}

static bool same_id(const al_file_id *a, const al_file_id *b)
{
    (void)a, (void)b;
    return played.same_file;
}

static int replace_played(const char *path, al_output *output)
{
    output->stream = stdout;
    note(&said, "open %s\n", path);
    return played.fails != NULL && strcmp(played.fails, "open") == 0 ? DENIED : 0;
}

static size_t write_played(const void *bytes, size_t size, size_t count, FILE *out)
{
    assert_ptr_equal(out, stdout);
    assert_int_equal(size * count, strlen("fixed"));
    note(&said, "write %.*s\n", (int)(size * count), (const char *)bytes);
    return played.fails != NULL && strcmp(played.fails, "write") == 0 ? count - 1 : count;
}

static int last_error(void)
{
    return DENIED;
}

static int finish_output(al_output *output)
{
    (void)output;
    return step("replace") ? 0 : DENIED;
}

static void discard_output(al_output *output)
{
    (void)output;
    (void)step("discard");
}

static const char *error_text(int error)
{
    return error == DENIED ? "denied" : "?";
}

static bool sandbox_played(const al_project *project, const check_options *options)
{
    (void)project;
    assert_string_equal(options->command, "fix");
    return step("sandbox");
}

static bool catch_played(int status)
{
    note(&said, "interrupts end with %d\n", status);
    return true;
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static int no_memory(void)
{
    (void)step("out of memory");
    return EXIT_UNCHECKED;
}

static bool has_memory(void)
{
    return ++played.allocations != played.failing_allocation;
}

static void *calloc_played(size_t count, size_t size)
{
    return has_memory() ? calloc(count, size) : NULL;
}

static void *realloc_played(void *block, size_t size)
{
    return has_memory() ? realloc(block, size) : NULL;
}

#define check_options_read       options_read
#define check_options_free       options_free
#define show_command_help        help_played
#define project_make             make_played
#define project_notice           notice_played
#define project_status           status_played
#define al_project_list          list_played
#define al_project_run           run_played
#define al_project_substitute    substitute_played
#define al_project_exit          exit_of
#define al_project_options       options_of
#define al_checker_new           checker_played
#define al_checker_free          checker_freed
#define al_fix_file              fix_played
#define al_fix_free              fix_freed
#define al_fix_change_count      change_count
#define al_fix_change            change_at
#define al_fix_refusal_count     refusal_count
#define al_fix_bytes             bytes_of
#define fix_report_begin         report_begun
#define fix_report_add_unchecked report_unchecked
#define fix_report_add           report_added
#define fix_report_end           report_ended
#define finish_stdout            finish_played
#define al_folder_make           folder_played
#define al_stat_link             stat_played
#define al_find_file_id          find_id
#define al_same_file_id          same_id
#define al_output_replace        replace_played
#define al_output_finish         finish_output
#define al_output_discard        discard_output
#define al_last_error            last_error
#define al_error_text            error_text
#define fwrite                   write_played
#define sandbox_fix              sandbox_played
#define al_catch_interrupts      catch_played
#define out_of_memory            no_memory
#define calloc                   calloc_played
#define realloc                  realloc_played
#define text_of(...)             (has_memory() ? text_of(__VA_ARGS__) : NULL) /* the program's own */
#define fix_command              command_played /* the program's own is linked, too */
int command_played(char *const *arguments);
#include "cli/fix_command.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* A file with a finding of the first rule, which its fix takes away. */
static void add_file(const char *path, const char *format)
{
    file *f = &played.files[played.file_count++];
    const al_rule *rule = al_rule_at(0);
    f->finding = (al_finding){.rule = rule, .field = "x", .level = AL_WARNING, .fix_kind = AL_FIX_SAFE};
    f->fix = (struct al_fix){.change = {.rule = rule, .field = "x"}, .change_count = 1};
    f->result = (al_result){.path = path,
                            .raw_path = path,
                            .member = "",
                            .format = format,
                            .findings = &f->finding,
                            .finding_count = 1};
}

static void begin(void)
{
    memset(&played, 0, sizeof played);
    played.options.command = "fix";
    notes_clear(&said);
}

static void expect_whole(int status, const char *expected)
{
    char word[] = "mod";
    char *const words[] = {word, NULL};
    assert_int_equal(command_played(words), status);
    assert_string_equal(said.text, expected);
    assert_int_equal(played.fixes, 0);
}

#define BEGIN \
    "fix mod\noptions\nproject\ninterrupts end with 3\nnotice of list\nlist\nchecker\nsandbox\nreport\n"
#define END "finish\nend of options\n"

/* What is said from the run on. */
static void expect(int status, const char *expected)
{
    char whole[2048];
    (void)snprintf(whole, sizeof whole, BEGIN "%sfinish\nend of options\n", expected);
    expect_whole(status, whole);
}

/* ---- The course ---------------------------------------------------------------------------------------- */

static void each_step_may_be_the_last(void **state)
{
    static const char whole[] = BEGIN "fix of a.xmf with 0\na.xmf is shown\nrun\nend of report\n" END;
    static const struct {
        const char *fails;
        int status;
        const char *then;
    } rows[] = {{"options", EXIT_USAGE, "end of options\n"},
                {"project", EXIT_USAGE, "end of options\n"},
                {"list", EXIT_UNCHECKED, "end of options\n"},
                {"checker", EXIT_UNCHECKED, "out of memory\n" END},
                {"sandbox", EXIT_UNCHECKED, "out of memory\n" END},
                {"run", EXIT_UNCHECKED, "out of memory\nend of report\n" END}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char failing[32], expected[512];
        begin();
        add_file("a.xmf", "xmf");
        played.fails = rows[i].fails;
        (void)snprintf(failing, sizeof failing, "\n%s\n", rows[i].fails);
        const char *last = strstr(whole, failing);
        assert_non_null(last);
        (void)snprintf(expected, sizeof expected, "%.*s%s%s", (int)(last - whole), whole, failing,
                       rows[i].then);
        expect_whole(rows[i].status, expected);
    }
    begin();
    add_file("a.xmf", "xmf");
    expect_whole(EXIT_FINDINGS, whole);
    begin();
    played.help = true;
    expect_whole(EXIT_FINE, "fix mod\nhelp of fix\nend of options\n");
    begin();
    played.failing_allocation = 1;
    expect_whole(EXIT_UNCHECKED,
                 "fix mod\noptions\nproject\ninterrupts end with 3\nnotice of list\nlist\nchecker\n"
                 "out of memory\n" END);
    begin();
    played.options.no_sandbox = played.options.as_json = true;
    add_file("a.xmf", "xmf");
    expect_whole(EXIT_FINDINGS,
                 "fix mod\noptions\nproject\ninterrupts end with 3\nnotice of list\nlist\nchecker\n"
                 "report as JSON\nfix of a.xmf with 0\na.xmf is shown\nrun\nend of report\n" END);
}

static void what_a_run_comes_to(void **state)
{
    (void)state;
    begin();
    expect(EXIT_USAGE,
           "run\nend of report\nnothing was checked: no file of a known format; assetlint check says more\n");
    begin();
    played.options.allow_empty = true;
    expect(EXIT_FINE, "run\nend of report\n");
    begin();
    played.exit = AL_EXIT_UNCHECKED;
    expect(EXIT_UNCHECKED, "run\nend of report\n");
    begin();
    played.fails = "report";
    add_file("a.xmf", "xmf");
    expect(EXIT_UNCHECKED, "fix of a.xmf with 0\na.xmf is shown\nrun\nend of report\nout of memory\n");
    begin();
    played.report_fails = true;
    add_file("a.xmf", "xmf");
    add_file("b.xmf", "xmf");
    expect(EXIT_UNCHECKED,
           "fix of a.xmf with 0\na.xmf is shown\nrun ends early\nrun\nend of report\nout of memory\n");
    begin();
    played.fails = "fix";
    add_file("a.xmf", "xmf");
    add_file("b.xmf", "xmf");
    expect(EXIT_UNCHECKED, "fix of a.xmf with 0\nout of memory\nrun ends early\nrun\nend of report\n");
}

static void files_without_a_fix(void **state)
{
    (void)state;
    begin();
    played.options.also_unsafe = true;
    add_file("a.xmf", "xmf");
    add_file("b.xmf", "xmf");
    add_file("c.xmf", "xmf");
    played.files[0].finding.fix_kind = AL_FIX_NONE;
    played.files[0].result.status = AL_FILE_UNREADABLE;
    played.files[1].finding.fix_kind = AL_FIX_UNSAFE;
    played.files[2].result.finding_count = 0;
    expect(EXIT_FINDINGS, "a.xmf is unreadable\nfix of b.xmf with 1\nb.xmf is shown\nrun\nend of report\n");
    begin();
    add_file("a.xmf", "xmf"); /* its fix changes nothing */
    played.files[0].fix = (struct al_fix){.refusal_count = 1};
    expect(EXIT_FINE, "fix of a.xmf with 0\na.xmf is shown\nrun\nend of report\n");
    played.options.in_place = true;
    played.run = 0;
    notes_clear(&said);
    expect(EXIT_FINDINGS, "fix of a.xmf with 0\na.xmf is shown\nrun\nend of report of written files\n");
}

/* ---- Where fixed files go ------------------------------------------------------------------------------ */

static void files_are_replaced(void **state)
{
    static const struct {
        const char *fails;
        bool is_link;
        int status;
        const char *said;
    } rows[] = {
        {NULL, false, EXIT_FINE, "open a.xmf\nwrite fixed\nreplace\na.xmf is written\n"},
        {"stat", true, EXIT_FINE, "open a.xmf\nwrite fixed\nreplace\na.xmf is written\n"},
        {NULL, true, EXIT_UNCHECKED, "a.xmf is failed: a.xmf is a symbolic link\n"},
        {"open", false, EXIT_UNCHECKED, "open a.xmf\na.xmf is failed: a.xmf: denied\n"},
        {"write", false, EXIT_UNCHECKED,
         "open a.xmf\nwrite fixed\ndiscard\na.xmf is failed: a.xmf: denied\n"},
        {"replace", false, EXIT_UNCHECKED,
         "open a.xmf\nwrite fixed\nreplace\na.xmf is failed: a.xmf: denied\n"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char expected[256];
        begin();
        played.options.in_place = true;
        played.fails = rows[i].fails;
        played.is_link = rows[i].is_link;
        add_file("a.xmf", "xmf");
        (void)snprintf(expected, sizeof expected,
                       "fix of a.xmf with 0\n%srun\nend of report of written files\n", rows[i].said);
        expect(rows[i].status, expected);
    }
    begin();
    played.options.in_place = true;
    add_file("a.zip", "xmf");
    played.files[0].result.member = "!/a.xmf";
    expect(EXIT_FINDINGS, "fix of a.zip!/a.xmf with 0\na.zip!/a.xmf is in a package\nrun\n"
                          "end of report of written files\n");
}

#define COPY_BEGIN                                                                                           \
    "fix mod\noptions\nproject\ninterrupts end with 3\nnotice of list\nlist\nchecker\nfolder out\nsandbox\n" \
    "report\nfix of mod/b/c/a.xmf with 0\n"
#define COPY_END "run\nend of report of written files\n" END

static void copies_go_to_a_folder(void **state)
{
    static const struct {
        const char *fails;
        size_t failing_allocation;
        const char *said;
        int status;
        bool same_file;
    } rows[] = {
        {NULL, 0,
         "folder out/b\nfolder out/b/c\nopen out/b/c/a.xmf\nwrite fixed\nreplace\n"
         "mod/b/c/a.xmf is written: out/b/c/a.xmf\n",
         EXIT_FINE, false},
        {"out/b", 0, "folder out/b\nmod/b/c/a.xmf is failed: out/b/c/a.xmf: denied\n", EXIT_UNCHECKED, false},
        {"out/b/c", 0, "folder out/b\nfolder out/b/c\nmod/b/c/a.xmf is failed: out/b/c/a.xmf: denied\n",
         EXIT_UNCHECKED, false},
        {NULL, 0, "mod/b/c/a.xmf is failed: out/b/c/a.xmf is the file itself; --in-place changes it\n",
         EXIT_UNCHECKED, true},
        {"out/b/c/a.xmf", 0, /* neither is there: they have no identity */
         "folder out/b\nfolder out/b/c\nopen out/b/c/a.xmf\nwrite fixed\nreplace\n"
         "mod/b/c/a.xmf is written: out/b/c/a.xmf\n",
         EXIT_FINE, true},
        {"mod/b/c/a.xmf", 0,
         "folder out/b\nfolder out/b/c\nopen out/b/c/a.xmf\nwrite fixed\nreplace\n"
         "mod/b/c/a.xmf is written: out/b/c/a.xmf\n",
         EXIT_FINE, true},
        {"open", 0,
         "folder out/b\nfolder out/b/c\nopen out/b/c/a.xmf\n"
         "mod/b/c/a.xmf is failed: out/b/c/a.xmf: denied\n",
         EXIT_UNCHECKED, false},
        {NULL, 2, "out of memory\nmod/b/c/a.xmf is failed\n", EXIT_UNCHECKED, false},
    };
    const char *paths[] = {"mod/"};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char expected[1024];
        begin();
        played.options.fixed_folder = "out";
        played.options.paths = paths;
        played.options.path_count = 1;
        played.fails = rows[i].fails;
        played.same_file = rows[i].same_file;
        played.failing_allocation = rows[i].failing_allocation;
        add_file("mod/b/c/a.xmf", "xmf");
        (void)snprintf(expected, sizeof expected, COPY_BEGIN "%s" COPY_END, rows[i].said);
        expect_whole(rows[i].status, expected);
    }
    begin();
    played.options.fixed_folder = played.fails = "out";
    expect_whole(
        EXIT_UNCHECKED,
        "fix mod\noptions\nproject\ninterrupts end with 3\nnotice of list\nlist\nchecker\nfolder out\n"
        "out: denied\n" END);
}

static void paths_below_those_that_are_given(void **state)
{
    static const struct {
        const char *given[2], *path, *below;
    } rows[] = {{{"mod", NULL}, "mod/a/b", "a/b"},   {{"mod//", NULL}, "mod/a/b", "a/b"},
                {{"mod", NULL}, "model/a", "a"},     {{"m", "x"}, "x/y/z", "y/z"},
                {{"x", "m"}, "x/y/z", "y/z"},        {{"a/b.xmf", NULL}, "a/b.xmf", "b.xmf"},
                {{"b.xmf", NULL}, "b.xmf", "b.xmf"}, {{".", NULL}, "./a/b", "a/b"},
                {{".", NULL}, "a/b", "a/b"},         {{".", NULL}, ".a/b", ".a/b"},
                {{"/", NULL}, "/a/b", "a/b"},        {{"l", NULL}, "x/y", "y"}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *given[] = {rows[i].given[0], rows[i].given[1]};
        const check_options o = {.paths = given, .path_count = given[1] != NULL ? 2 : 1};
        assert_string_equal(path_below(&o, rows[i].path), rows[i].below);
    }
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

#define HELPS(file) file " is written\n"
#define WRITE(file) "open " file "\nwrite fixed\nreplace\n" HELPS(file)
#define FIX(file)   "fix of " file " with 0\n"
#define NO_CHECK    " is refused: the mod could not be checked again\n"
#define TEXTS_END   "end of report of written files\n"

/* Texts of the mod, which are fixed in place. */
static void begin_texts(size_t count)
{
    static const char *const paths[] = {"a.xml", "b.xml", "c.xml"};
    begin();
    played.options.in_place = true;
    for (size_t i = 0; i < count; i++)
        add_file(paths[i], i == 1 ? "clausewitz" : "xml");
}

/* Between `first` and `then`, if there is that, stands the id of the rule that the mod would break. */
static void expect_texts(int status, size_t breaks, const char *first, const char *then)
{
    char expected[1024];
    (void)snprintf(expected, sizeof expected, "%s%s%s" TEXTS_END, first,
                   then != NULL ? al_rule_at(breaks)->id : "", then != NULL ? then : "");
    expect(status, expected);
}

#define BREAKS " is refused: the mod would then break "

static void one_text(void **state)
{
    static const struct {
        const char *field; /* of the change */
        uint64_t omitted;
        check_again again;
        bool helps;
        size_t breaks;
    } rows[] = {
        {"x", 0, {AL_OK, {0, 0}}, true, 0},  {"x", 0, {AL_OK, {0, 1}}, false, 1},
        {"x", 0, {AL_OK, {1, 0}}, false, 0}, /* it is still there, or another one is */
        {"y", 0, {AL_OK, {1, 0}}, true, 0},  /* the change is for none */
        {"x", 1, {AL_OK, {1, 0}}, true, 0},  /* one may be of those that were omitted */
        {"y", 0, {AL_OK, {2, 0}}, false, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin_texts(1);
        played.files[0].fix.change.field = rows[i].field;
        played.files[0].result.omitted = rows[i].omitted;
        played.runs[1] = rows[i].again;
        if (rows[i].helps)
            expect_texts(EXIT_FINE, 0, FIX("a.xml") "run\nwith a.xml: run again\n" WRITE("a.xml"), NULL);
        else
            expect_texts(EXIT_FINDINGS, rows[i].breaks,
                         FIX("a.xml") "run\nwith a.xml: run again\na.xml" BREAKS, "\n");
    }
    begin_texts(1);
    played.files[0].finding.level = AL_NOTE; /* does no harm, and mends nothing that counts */
    played.runs[1].errors[0] = 1;
    expect_texts(EXIT_FINDINGS, 0, FIX("a.xml") "run\nwith a.xml: run again\na.xml" BREAKS, "\n");
    begin_texts(1);
    played.files[0].finding.level = AL_NOTE;
    expect_texts(EXIT_FINE, 0, FIX("a.xml") "run\nwith a.xml: run again\n" WRITE("a.xml"), NULL);
    begin_texts(1);
    played.options.in_place = false;
    expect(EXIT_FINDINGS, FIX("a.xml") "run\nwith a.xml: run again\na.xml is shown\nend of report\n");
}

#define TWO      FIX("a.xml") FIX("b.xml") "run\n"
#define TOGETHER "with a.xml: with b.xml: run again\n"

static void one_of_two_texts(void **state)
{
    (void)state;
    begin_texts(2);
    expect_texts(EXIT_FINE, 0, TWO TOGETHER WRITE("a.xml") WRITE("b.xml"), NULL);
    begin_texts(2); /* b does harm */
    played.runs[1].errors[1] = 1;
    played.runs[2].errors[0] = 1;
    played.runs[3].errors[1] = 1;
    expect_texts(EXIT_FINDINGS, 1,
                 TWO TOGETHER "with a.xml: run again\n" TOGETHER WRITE("a.xml") "b.xml" BREAKS, "\n");
    begin_texts(2); /* a does harm */
    played.runs[1].errors[1] = 1;
    played.runs[2].errors[1] = 1;
    played.runs[3].errors[0] = 1;
    expect_texts(EXIT_FINDINGS, 1, TWO TOGETHER "with a.xml: run again\nwith b.xml: run again\na.xml" BREAKS,
                 "\n" WRITE("b.xml"));
    begin_texts(2); /* each does harm, the second one after what the first one leaves */
    played.runs[1].errors[1] = 1;
    played.runs[2].errors[0] = 1;
    played.runs[3].errors[0] = 1;
    expect_texts(EXIT_FINDINGS, 0,
                 TWO TOGETHER "with a.xml: run again\n" TOGETHER WRITE("a.xml") "b.xml" BREAKS, "\n");
    begin_texts(2); /* a mends what b would */
    played.runs[1].errors[1] = 1;
    expect_texts(EXIT_FINE, 0, TWO TOGETHER "with a.xml: run again\n" TOGETHER WRITE("a.xml") WRITE("b.xml"),
                 NULL);
}

static void mods_that_cannot_be_checked_again(void **state)
{
    (void)state;
    begin_texts(1);
    played.runs[1].status = AL_STOPPED;
    expect_texts(EXIT_UNCHECKED, 0, FIX("a.xml") "run\nwith a.xml: run again\na.xml" NO_CHECK, NULL);
    begin_texts(2);
    played.runs[1].errors[1] = 1;
    played.runs[2].status = AL_STOPPED; /* so b isn't tried */
    expect_texts(EXIT_UNCHECKED, 1, TWO TOGETHER "with a.xml: run again\na.xml" NO_CHECK "b.xml" BREAKS,
                 "\n");
    begin_texts(2);
    played.fails = "substitute";
    expect_texts(EXIT_UNCHECKED, 0, TWO "with a.xml: a.xml" NO_CHECK "b.xml" NO_CHECK, NULL);
    begin_texts(1);
    played.fails = "run";
    expect_texts(EXIT_UNCHECKED, 0, FIX("a.xml") "run\nout of memory\na.xml" NO_CHECK, NULL);
}

/* The allocations: findings by rule, path, raw path, mended by rule, list, and findings of the second check.
 */
static void texts_need_memory(void **state)
{
    enum { FIRST = 2, LAST = 5 };
    (void)state;
    for (size_t failing = FIRST; failing <= LAST; failing++) {
        begin_texts(2);
        played.failing_allocation = failing;
        expect_texts(EXIT_UNCHECKED, 0, FIX("a.xml") "out of memory\nrun ends early\nrun\n", NULL);
    }
    begin_texts(1);
    played.failing_allocation = LAST + 1;
    expect_texts(EXIT_UNCHECKED, 0, FIX("a.xml") "run\na.xml" NO_CHECK, NULL);
    begin_texts(1);
    played.runs[1].errors[1] = 1;
    played.failing_allocation = LAST + 2;
    expect_texts(EXIT_FINDINGS, 0,
                 FIX("a.xml") "run\nwith a.xml: run again\na.xml is refused: out of memory\n", NULL);
}

/* Texts of packages are only shown; other files, and texts that stay, aren't tried. */
static void files_that_are_no_texts(void **state)
{
    (void)state;
    begin_texts(3);
    played.files[0].result.member = "!";
    played.files[1].result.format = "xmf";
    played.files[2].fix = (struct al_fix){.refusal_count = 1};
    expect_texts(EXIT_FINDINGS, 0,
                 "fix of a.xml! with 0\na.xml! is in a package\n" FIX("b.xml") WRITE("b.xml")
                     FIX("c.xml") "c.xml is shown\nrun\n",
                 NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_may_be_the_last),
        cmocka_unit_test(what_a_run_comes_to),
        cmocka_unit_test(files_without_a_fix),
        cmocka_unit_test(files_are_replaced),
        cmocka_unit_test(copies_go_to_a_folder),
        cmocka_unit_test(paths_below_those_that_are_given),
        cmocka_unit_test(one_text),
        cmocka_unit_test(one_of_two_texts),
        cmocka_unit_test(mods_that_cannot_be_checked_again),
        cmocka_unit_test(texts_need_memory),
        cmocka_unit_test(files_that_are_no_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
