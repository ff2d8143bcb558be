/* check_command_test.c: the steps of a check, its exit status, what it says of a run that checked nothing,
 * and what a window of Windows offers after it. The options, the project, the reports and the system are
 * played by the test. */
#include "unit.h"

#define MESSAGE_END "\n" /* steps and messages are each in a line of their own */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/commands.h"
#include "cli/interrupt_watchdog.h"
#include "cli/manual.h"
#include "cli/progress.h"
#include "cli/project_options.h"
#include "cli/reports.h"
#include "cli/sandbox.h"
#include "messages_played.h"
#include "platform/platform.h"
#include "report/texts.h"

enum { MOST_FILES = 2 };

static struct {
    const char *fails; /* the step that fails */
    check_options options;
    al_status listed;
    bool help, owns_console, interrupted, abandons, no_memory, cannot_show;
    bool brief;                 /* no steps are noted */
    size_t texts, failing_text; /* number from 1; 0: none fails */
    const char *keys;           /* that are pressed in turn, */
    const char *fails_later;    /* and the step that fails from the first on */
    al_result results[MOST_FILES];
    size_t result_count;
    size_t not_judged;
    al_exit exit;
    al_summary summary;
    const al_configuration_info *configuration;
    const char *file;   /* the one of the project; NULL: none */
    const char *exists; /* the only path that does; NULL: none */
    int (*close)(void *context);
    void *context;
} played;

static bool step(const char *name)
{
    if (!played.brief)
        note(&said, "%s\n", name);
    return played.fails == NULL || strcmp(played.fails, name) != 0;
}

static int detail(const char *format, ...) AL_PRINTF(1, 2);

static int detail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = played.brief ? 0 : note_all(&said, format, values);
    va_end(values);
    return length;
}

static void say_words(const char *command, char *const *arguments)
{
    note(&said, "%s", command);
    for (size_t i = 0; arguments[i] != NULL; i++)
        note(&said, " %s", arguments[i]);
    note(&said, "\n");
}

/* ---- The options, and the project that they make ------------------------------------------------------- */

static int options_read(check_options *options, const char *command, char *const *arguments, bool *help)
{
    say_words(command, arguments);
    *options = played.options;
    *help = played.help;
    return played.help || step("options") ? EXIT_FINE : EXIT_USAGE;
}

static void options_free(check_options *options)
{
    note(&said, "end with %zu reports\n", options->request_count);
}

static int help_played(const char *command)
{
    note(&said, "help of %s\n", command);
    return EXIT_FINE;
}

static int make_played(check_options *options, al_project **project)
{
    assert_ptr_equal(options->command, played.options.command);
    assert_null(*project);
    return step("project") ? EXIT_FINE : EXIT_USAGE;
}

static void begin_client(const al_client *client)
{
    const al_notice notice = {.kind = AL_NOTICE_LIST, .path = "list"};
    assert_int_equal(client->size, sizeof *client);
    client->notice(client->context, &notice);
    assert_int_equal(client->stopped(client->context), played.interrupted);
}

static al_status list_played(al_project *project, const al_client *client)
{
    (void)project;
    begin_client(client);
    return step("list") ? played.listed : AL_CONFIG_ERROR;
}

static void close_early(void);

static al_status run_played(al_project *project, const al_client *client)
{
    (void)project;
    begin_client(client);
    for (size_t i = 0; i < played.result_count; i++)
        assert_true(client->result(client->context, &played.results[i]));
    if (played.abandons)
        close_early();
    return step("run") ? AL_OK : AL_OUT_OF_MEMORY;
}

static void abandon_played(al_project *project)
{
    (void)project;
    (void)step("abandon");
}

static void notice_played(const check_options *options, const al_notice *notice)
{
    assert_ptr_equal(options->command, played.options.command);
    detail("notice of %s\n", notice->path);
}

static int status_played(const al_project *project, al_status status)
{
    (void)project;
    assert_int_equal(status, AL_CONFIG_ERROR);
    return EXIT_USAGE;
}

static al_exit exit_of(const al_project *project)
{
    (void)project;
    return played.exit;
}

static void summary_of(const al_project *project, al_summary *summary)
{
    (void)project;
    assert_int_equal(summary->size, sizeof *summary);
    *summary = played.summary;
}

static const al_configuration_info *configuration_of(const al_project *project)
{
    (void)project;
    return played.configuration;
}

static size_t file_count(const al_project *project)
{
    (void)project;
    return played.file != NULL;
}

static const char *file_at(const al_project *project, size_t number)
{
    (void)project;
    return number == 0 ? played.file : NULL;
}

static size_t not_judged_count(const al_project *project)
{
    (void)project;
    return played.not_judged;
}

static const al_not_judged *not_judged_at(const al_project *project, size_t number)
{
    static const al_not_judged all[] = {{.count = 10}, {.count = 11}};
    (void)project;
    return number < played.not_judged ? &all[number] : NULL;
}

static const al_options *options_of(const al_project *project)
{
    (void)project;
    return played.options.library;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

static int outputs_played(const check_options *options)
{
    (void)options;
    return step("outputs") ? EXIT_FINE : EXIT_USAGE;
}

static int unread_played(const check_options *options, al_project *project)
{
    (void)options, (void)project;
    return step("unread") ? EXIT_FINE : EXIT_USAGE;
}

static bool reports_begun(reports *r, const check_options *options)
{
    static report items[1];
    *r = (reports){.options = options, .items = items};
    return step("reports");
}

static bool reports_opened(reports *r, const report_settings *common)
{
    assert_true(common->views);
    r->count = 1;
    r->items[0].status = REPORT_OK;
    detail("shard %d of %d\n", (int)common->shard.number, (int)common->shard.count);
    if (step("open"))
        return true;
    r->items[0].status = REPORT_NOT_WRITTEN;
    reports_raise(r, EXIT_UNCHECKED);
    return false;
}

static bool reports_added(reports *r, const al_result *result)
{
    (void)r;
    detail("result of %s\n", result->path);
    return true;
}

static void reports_closed(reports *r)
{
    const report_totals *t = &r->totals;
    detail("close with %d%s%s", r->status, t->not_checked ? ", not checked" : "",
           t->interrupted ? ", interrupted" : "");
    if (t->left > 0)
        detail(", %d left", (int)t->left);
    for (size_t i = 0; i < t->not_judged_count; i++)
        detail(", %d not judged", (int)t->not_judged[i].count);
    detail("\n");
    assert_ptr_equal(t->configuration, t->not_judged != NULL ? played.configuration : NULL);
}

static void reports_ended(reports *r)
{
    r->items = NULL;
    (void)step("end of reports");
}

/* ---- What is around them ------------------------------------------------------------------------------- */

static bool sandbox_played(const al_project *project, const reports *open)
{
    (void)project;
    assert_int_equal(open->count, 1);
    return step("sandbox");
}

static progress *progress_begun(const check_options *options, al_project *project)
{
    (void)options, (void)project;
    (void)step("progress");
    return NULL;
}

static void progress_ended(progress *p)
{
    (void)p;
    (void)step("end of progress");
}

static interrupt_watchdog *watchdog_begun(int (*close)(void *context), void *context)
{
    played.close = close;
    played.context = context;
    (void)step("watchdog");
    return NULL;
}

static void watchdog_ended(interrupt_watchdog *watchdog)
{
    (void)watchdog;
    (void)step("end of watchdog");
}

static bool catch_played(int status)
{
    detail("interrupts end with %d\n", status);
    return true;
}

static bool interrupted_played(void)
{
    return played.interrupted;
}

static bool is_stopped(void *context)
{
    assert_non_null(context);
    return played.interrupted;
}

static int no_memory(void)
{
    (void)step("out of memory");
    return EXIT_UNCHECKED;
}

static void *calloc_played(size_t count, size_t size)
{
    return played.no_memory ? NULL : calloc(count, size);
}

/* Folders are named with a slash. */
static int stat_played(const char *path, al_file_info *info)
{
    info->kind = path[strlen(path) - 1] == '/' ? AL_KIND_FOLDER : AL_KIND_FILE;
    return strstr(path, "absent") != NULL ? 1 : 0;
}

static bool exists_played(const char *path)
{
    return played.exists != NULL && strcmp(path, played.exists) == 0;
}

/* ---- The window ---------------------------------------------------------------------------------------- */

static bool owns_console(void)
{
    return played.owns_console;
}

static int key_played(void)
{
    assert_true(*played.keys != '\0');
    played.fails = played.fails_later;
    return *played.keys++;
}

static bool show_played(const char *page)
{
    note(&said, "show %s\n", page);
    return !played.cannot_show;
}

static size_t root_played(const char *path)
{
    return strncmp(path, "C:/", 3) == 0 ? 3 : path[0] == '/';
}

static int fix_played(char *const *arguments)
{
    say_words("fix", arguments);
    return EXIT_FINE;
}

static void exit_played(int status)
{
    note(&said, "exit %d\n", status);
}

static int print_played(FILE *out, const char *format, ...) AL_PRINTF(2, 3);

static int print_played(FILE *out, const char *format, ...)
{
    va_list values;
    assert_ptr_equal(out, stderr);
    va_start(values, format);
    const int printed = note_all(&said, format, values);
    va_end(values);
    return printed;
}

static int flush_played(FILE *out)
{
    assert_ptr_equal(out, stderr);
    return note(&said, "<flush>");
}

#define check_options_read          options_read
#define check_options_free          options_free
#define show_command_help           help_played
#define project_make                make_played
#define project_notice              notice_played
#define project_status              status_played
#define project_is_stopped          is_stopped
#define al_project_list             list_played
#define al_project_run              run_played
#define al_project_abandon          abandon_played
#define al_project_exit             exit_of
#define al_project_summary          summary_of
#define al_project_configuration    configuration_of
#define al_project_file_count       file_count
#define al_project_file             file_at
#define al_project_not_judged_count not_judged_count
#define al_project_not_judged       not_judged_at
#define al_project_options          options_of
#define validate_outputs            outputs_played
#define validate_unread             unread_played
#define reports_begin               reports_begun
#define reports_open                reports_opened
#define reports_add                 reports_added
#define reports_close               reports_closed
#define reports_end                 reports_ended
#define sandbox_project             sandbox_played
#define progress_begin              progress_begun
#define progress_end                progress_ended
#define interrupt_watchdog_begin    watchdog_begun
#define interrupt_watchdog_end      watchdog_ended
#define al_catch_interrupts         catch_played
#define al_interrupted              interrupted_played
#define out_of_memory               no_memory
#define calloc                      calloc_played
#define al_stat_path                stat_played
#define al_exists                   exists_played
#define al_owns_console             owns_console
#define al_wait_for_key             key_played
#define al_show_file                show_played
#define al_path_root                root_played
#define text_of(...) \
    (++played.texts == played.failing_text ? NULL : text_of(__VA_ARGS__)) /* the program's own */
#define fix_command        fix_played
#define exit               exit_played
#define fprintf            print_played
#define fputs(text, out)   print_played(out, "%s", text)
#define fputc(letter, out) print_played(out, "%c", letter)
#define fflush             flush_played
#define check_command      check_played /* the program's own is linked, too */
int check_played(char *const *arguments);
#include "cli/check_command.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */
#undef calloc
#undef fprintf
#undef fputs
#undef fputc
#undef fflush
#undef exit

/* As the watchdog does, which then ends the program: the list of what was not judged would be lost. */
static void close_early(void)
{
    check *c = played.context;
    detail("exit status %d\n", played.close(c));
    free(c->not_judged);
    c->not_judged = NULL;
}

/* ---- The course of a check ----------------------------------------------------------------------------- */

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static al_finding safe = {.fix_kind = AL_FIX_SAFE}, choice = {.fix_kind = AL_FIX_UNSAFE};

static al_result result_of(const al_finding *finding, const char *member)
{
    return (al_result){.path = "a.xmf",
                       .member = member,
                       .format = "xmf",
                       .findings = finding,
                       .finding_count = finding != NULL ? 1 : 0};
}

/* A check of a file without findings. */
static void begin(void)
{
    memset(&played, 0, sizeof played);
    played.options = (check_options){.command = "check", .request_count = 1};
    played.results[0] = result_of(NULL, "");
    played.result_count = 1;
    played.keys = "";
    safe.rule = choice.rule = al_rule_at(0);
    notes_clear(&said);
}

static int run_command(char *first, char *second)
{
    char *const words[] = {first, second, NULL};
    return check_played(words);
}

static const char whole_course[] =
    "check a\noptions\nproject\nreports\ninterrupts end with 3\noutputs\n"
    "progress\nnotice of list\nlist\nend of progress\nunread\n"
    "shard 0 of 0\nopen\nsandbox\n"
    "progress\nwatchdog\nnotice of list\nresult of a.xmf\nrun\nend of watchdog\nend of progress\n"
    "close with 0\nend of reports\nend with 1 reports\n";

static void each_step_may_be_the_last(void **state)
{
    static const struct {
        const char *fails;
        int status;
        const char *then;
    } rows[] = {{"options", EXIT_USAGE, ""},
                {"project", EXIT_USAGE, ""},
                {"reports", EXIT_UNCHECKED, "out of memory\ninterrupts end with 3\nend of reports\n"},
                {"outputs", EXIT_USAGE, "end of reports\n"},
                {"list", EXIT_USAGE, "end of progress\nend of reports\n"},
                {"unread", EXIT_USAGE, "end of reports\n"},
                {"open", EXIT_UNCHECKED, "close with 3\nend of reports\n"},
                {"sandbox", EXIT_UNCHECKED, "out of memory\nclose with 3\nend of reports\n"},
                {"run", EXIT_UNCHECKED,
                 "end of watchdog\nout of memory\nend of progress\nclose with 3\n"
                 "end of reports\n"}};
    char a[] = "a", expected[1024], failing[32];
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin();
        played.fails = rows[i].fails;
        (void)snprintf(failing, sizeof failing, "\n%s\n", rows[i].fails);
        const char *last = strstr(whole_course, failing);
        assert_non_null(last);
        (void)snprintf(expected, sizeof expected, "%.*s%s%s%s", (int)(last - whole_course), whole_course,
                       failing, rows[i].then, "end with 1 reports\n");
        assert_int_equal(run_command(a, NULL), rows[i].status);
        assert_string_equal(said.text, expected);
    }
}

static void the_whole_course(void **state)
{
    char a[] = "a", help[] = "--help";
    (void)state;
    begin();
    assert_int_equal(run_command(a, NULL), EXIT_FINE);
    assert_string_equal(said.text, whole_course);
    begin();
    played.listed = AL_STOPPED; /* the run says so */
    assert_int_equal(run_command(a, NULL), EXIT_FINE);
    assert_string_equal(said.text, whole_course);
    begin();
    played.help = true;
    assert_int_equal(run_command(help, NULL), EXIT_FINE);
    assert_string_equal(said.text, "check --help\nhelp of check\nend with 1 reports\n");
}

/* What differs from the whole course, between its sandbox and the end. */
static void assert_end(const char *expected)
{
    const char *at = strstr(said.text, "\nunread\n");
    assert_non_null(at);
    assert_string_equal(at + strlen("\nunread\n"), expected);
}

static void courses_that_differ(void **state)
{
    static const al_configuration_info configuration = {.path = "c.json"};
    char a[] = "a";
    (void)state;
    begin();
    played.options.no_sandbox = true;
    played.options.shard = 2;
    played.options.shards = 3;
    played.exit = AL_EXIT_FINDINGS;
    played.not_judged = 2;
    played.configuration = &configuration;
    assert_int_equal(run_command(a, NULL), EXIT_FINDINGS);
    assert_end("shard 2 of 3\nopen\nprogress\nwatchdog\nnotice of list\nresult of a.xmf\nrun\n"
               "end of watchdog\nend of progress\nclose with 1, 10 not judged, 11 not judged\n"
               "end of reports\nend with 1 reports\n");
    begin();
    played.no_memory = true;
    played.configuration = &configuration;
    assert_int_equal(run_command(a, NULL), EXIT_UNCHECKED);
    assert_end("shard 0 of 0\nopen\nsandbox\nprogress\nwatchdog\nnotice of list\nresult of a.xmf\nrun\n"
               "end of watchdog\nend of progress\nout of memory\nclose with 3\n"
               "end of reports\nend with 1 reports\n");
    begin();
    played.abandons = true;
    played.exit = AL_EXIT_UNCHECKED;
    assert_int_equal(run_command(a, NULL), EXIT_UNCHECKED);
    assert_end("shard 0 of 0\nopen\nsandbox\nprogress\nwatchdog\nnotice of list\nresult of a.xmf\n"
               "abandon\nclose with 3\nexit status 3\nrun\n"
               "end of watchdog\nend of progress\nclose with 3\nend of reports\nend with 1 reports\n");
}

/* What is said between the run and the end. The line of extensions, which must be that of all formats and
 * packages, is shortened. */
static const char *said_after_the_run(void)
{
    static char text[2048];
    static const char extensions[] = "looked for files by their first bytes, or named as one of: xmf ani ";
    const char *run = strstr(said.text, "\nrun\n");
    assert_non_null(run);
    const char *from = strstr(run, "end of progress\n") + strlen("end of progress\n");
    const char *to = strstr(from, "end of reports\n"), *list = strstr(from, extensions);
    assert_non_null(to);
    if (list == NULL) {
        (void)snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
        return text;
    }
    const char *rest = strchr(list, '\n');
    assert_non_null(strstr(list, al_package_at(0)->extensions));
    assert_memory_equal(rest - strlen(" cat"), " cat", strlen(" cat"));
    (void)snprintf(text, sizeof text, "%.*slooked for xmf to cat%.*s", (int)(list - from), from,
                   (int)(to - rest), rest);
    return text;
}

static void runs_that_are_interrupted(void **state)
{
    static const struct {
        bool interrupted, writes_baseline;
        al_summary summary;
        const char *said;
    } rows[] = {
        {false, true, {.listed = true, .stopped = true, .inputs = 5}, "close with 3\n"},
        {true, true, {.listed = true, .inputs = 5, .done = 5}, "close with 3\n"},
        {true,
         false,
         {.listed = true, .stopped = true, .inputs = 5, .done = 2},
         "interrupted: 2 of 5 files were done\nclose with 3, interrupted, 3 left\n"},
        {true,
         true,
         {.listed = true, .stopped = true, .inputs = 1},
         "interrupted: 0 of 1 file was done\nno baseline is written, since not all was checked\n"
         "close with 3, interrupted, 1 left\n"},
        {true,
         false,
         {.stopped = true, .inputs = 5},
         "interrupted: nothing was checked yet\nclose with 3, interrupted\n"},
    };
    char a[] = "a";
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin();
        played.interrupted = rows[i].interrupted;
        played.options.writes_baseline = rows[i].writes_baseline;
        played.summary = rows[i].summary;
        played.exit = AL_EXIT_UNCHECKED;
        assert_int_equal(run_command(a, NULL), EXIT_UNCHECKED);
        assert_string_equal(said_after_the_run(), rows[i].said);
    }
}

/* ---- A run that checked nothing ------------------------------------------------------------------------ */

#define NOTHING      "nothing was checked: no file of a known format in "
#define MAY_BE_EMPTY "--allow-empty makes a run without files succeed\n<flush>"
#define LOOKED_FOR   "looked for xmf to cat\n"
#define NOT_CHECKED  "close with 2, not checked\n"

static const al_configuration_info excludes = {.path = "c.json", .exclude_count = 1},
                                   excludes_none = {.path = "c.json"};
static const struct {
    const char *paths[4];
    const check_options options; /* but for the paths */
    const char *file;            /* of the project */
    const al_configuration_info *configuration;
    const char *said;
    al_exit exit;
    bool owns_console;
} empty_runs[] = {
    {.paths = {"a/"}, .said = NOTHING "a/\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a.zip", "b.cat", "c.dat"},
     .said = NOTHING "a.zip, b.cat, c.dat\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/", "b/", "c/", "d/"},
     .said = NOTHING "a/, b/, c/, ...\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"},
     .options = {.files_from = "l"},
     .said = NOTHING "a/, the list l\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/", "b/", "c/", "d/"},
     .options = {.files_from = "l"},
     .said = NOTHING "a/, b/, c/, ..., the list l\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.options = {.files_from = "-"},
     .said = NOTHING "the list standard input\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"}, .owns_console = true, .said = "\n" NOTHING "a/\n" LOOKED_FOR "\n<flush>" NOT_CHECKED},
    {.paths = {"a/", "b.xmf"}, .said = "close with 0\n"},
    {.paths = {"-"}, .said = "close with 0\n"},
    {.paths = {"absent/"}, .said = "close with 0\n"},
    {.paths = {"a/"}, .options = {.allow_empty = true}, .said = "close with 0\n"},
    {.paths = {"a/"}, .exit = AL_EXIT_FINDINGS, .said = NOTHING "a/\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"}, .exit = AL_EXIT_UNCHECKED, .said = "close with 3\n"},
    {.paths = {"a/"},
     .options = {.shard = 1, .shards = 2},
     .said = NOTHING "a/\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"}, .options = {.shard = 1, .shards = 2}, .file = "a/x.xmf", .said = "close with 0\n"},
    {.paths = {"a/"},
     .file = "a/x.gfx",
     .said = NOTHING "a/\nthere are .gfx files, such as a/x.gfx, but none names an EMFXActorType: nothing to "
                     "compare\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"}, .file = "a/x.txt", .said = NOTHING "a/\n" LOOKED_FOR MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"},
     .options = {.excluded_count = 1},
     .configuration = &excludes_none,
     .said = NOTHING "a/\n" LOOKED_FOR "--exclude may leave out too much\n" MAY_BE_EMPTY NOT_CHECKED},
    {.paths = {"a/"},
     .configuration = &excludes,
     .said =
         NOTHING "a/\n" LOOKED_FOR "\"exclude\" of c.json may leave out too much\n" MAY_BE_EMPTY NOT_CHECKED},
};

static void runs_that_check_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(empty_runs); i++) {
        const char *paths[COUNT(empty_runs[i].paths)];
        char a[] = "a";
        begin();
        memcpy(paths, empty_runs[i].paths, sizeof paths);
        played.options = empty_runs[i].options;
        played.options.command = "check";
        played.options.paths = paths;
        while (played.options.path_count < COUNT(paths) && paths[played.options.path_count] != NULL)
            played.options.path_count++;
        played.result_count = 0;
        played.file = empty_runs[i].file;
        played.exit = empty_runs[i].exit;
        played.configuration = empty_runs[i].configuration;
        played.owns_console = empty_runs[i].owns_console;
        const int status = run_command(a, NULL);
        assert_string_equal(said_after_the_run(), empty_runs[i].said);
        assert_int_equal(status, empty_runs[i].said[0] == 'c' ? (int)empty_runs[i].exit : EXIT_USAGE);
    }
}

/* Also if they were named. */
static void archives_that_cannot_be_read(void **state)
{
    const al_finding unsupported = {.rule = al_rule_find("archive/unsupported")};
    const char *paths[] = {"a.rar"};
    char a[] = "a";
    (void)state;
    begin();
    assert_non_null(unsupported.rule);
    played.options.paths = paths;
    played.options.path_count = 1;
    played.results[0] = result_of(&unsupported, "");
    played.results[0].format = "";
    assert_int_equal(run_command(a, NULL), EXIT_USAGE);
    assert_string_equal(said_after_the_run(),
                        "nothing was checked: a.rar has only archives that assetlint can't "
                        "read\n" MAY_BE_EMPTY NOT_CHECKED);
}

/* A folder is no content.xml, though its name may leave no room for that one's. */
static void a_part_with_a_long_name(void **state)
{
    static const struct {
        size_t length; /* of the folder's name */
        bool is_told;
    } rows[] = {{511 - sizeof "/content.xml" + 1, true}, {511 - sizeof "/content.xml" + 2, false}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char folder[512], part[512], content[1024];
        const char *paths[] = {part};
        const check_options options = {.paths = paths, .path_count = 1};
        memset(folder, 'a', rows[i].length);
        folder[rows[i].length] = '\0';
        (void)snprintf(part, sizeof part, "%.500s/b", folder);
        (void)snprintf(content, sizeof content, "%s/%s", folder, rows[i].is_told ? "content.xml" : "");
        begin();
        played.exists = content;
        tell_of_mods(&options, NULL);
        assert_int_equal(said.length > 0, rows[i].is_told);
    }
}

/* The folder of the mod may be some levels above. */
static void parts_of_mods(void **state)
{
    static const struct {
        const char *path, *exists, *mod; /* NULL: none is found */
    } rows[] = {{"mod/index", "mod/content.xml", "mod/"},
                {"mod//index//", "mod//content.xml", "mod//"},
                {"mod/a/b/c/d//", "mod/content.xml", "mod/"},
                {"mod/a/b/c/d/e", "mod/content.xml", NULL},
                {"/index", "/content.xml", "/"},
                {"index", "content.xml", NULL},
                {"mod/index", "content.xml", NULL}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char expected[128] = "";
        const char *paths[] = {rows[i].path, "other", rows[i].path};
        begin();
        played.exists = rows[i].exists;
        if (rows[i].mod != NULL)
            (void)snprintf(expected, sizeof expected,
                           "%s is a part of the mod in %s: check that folder, or name each XML file\n",
                           rows[i].path, rows[i].mod);
        for (size_t first = 0; first <= 1; first++) {
            const check_options options = {.paths = paths + first, .path_count = 2};
            notes_clear(&said);
            tell_of_mods(&options, NULL);
            assert_string_equal(said.text, expected);
        }
    }
}

/* A text without room is left out, with its separator. */
static void a_line_has_what_fits(void **state)
{
    enum { MOST = 511 };
    char text[MOST + 1];
    (void)state;
    memset(text, 'a', MOST);
    text[MOST] = '\0';
    for (size_t length = 1; length <= MOST; length++) {
        line l = {.length = 0};
        add(&l, ", ", text, length);
        assert_int_equal(l.length, length);
        add(&l, ", ", "b", 1);
        assert_int_equal(l.length, length + 3 <= MOST ? length + 3 : length);
        assert_string_equal(l.text + length, length + 3 <= MOST ? ", b" : "");
    }
    line l = {.length = 0};
    text[0] = 'b';
    add(&l, "", text, MOST + 1);
    assert_string_equal(l.text, "");
    add_extensions(&l, "xmf ani xmf xm");
    add_extensions(&l, "");
    add_extensions(&l, "ani mf xmfx");
    assert_string_equal(l.text, "xmf ani xm mf xmfx");
}

/* ---- The window ---------------------------------------------------------------------------------------- */

#define CHECKED "check mods/a/\nend with 2 reports\n"
#define ASK \
    "\nH: open the report with the models (mods/a-report.html)\nAny other key closes this window.<flush>\n\n"
#define ASK_WITH_FIX                                                                                     \
    "\nH: open the report with the models (mods/a-report.html)\nF: write fixed copies to mods/a-fixed\n" \
    "Any other key closes this window.<flush>\n\n"
#define TO_FILE "check --format html=mods/a-report.html -- mods/a/\nend with 1 reports\n"

/* The program is in a window, and a folder was dropped onto it. */
static void drop(const al_finding *finding, const char *keys)
{
    begin();
    played.options.request_count = 2;
    played.brief = played.owns_console = true;
    played.exit = AL_EXIT_FINDINGS;
    played.results[0] = result_of(finding, "");
    played.keys = keys;
}

static void expect(char *dropped, const char *expected)
{
    assert_int_equal(run_command(dropped, NULL), EXIT_FINDINGS);
    assert_string_equal(said.text, expected);
    assert_string_equal(played.keys, "");
}

static void keys_write_a_report_or_copies(void **state)
{
    static const struct {
        const al_finding *finding;
        const char *keys, *said;
    } rows[] = {
        {NULL, "X", CHECKED ASK "exit 1\n"},
        {&choice, "F", CHECKED ASK "exit 1\n"},
        {&safe, "X", CHECKED ASK_WITH_FIX "exit 1\n"},
        {&safe, "F", CHECKED ASK_WITH_FIX "fix --output mods/a-fixed -- mods/a/\n"},
        {&safe, "HF",
         CHECKED ASK_WITH_FIX TO_FILE
         "show mods/a-report.html\nmods/a-report.html is open in your browser.\n" ASK_WITH_FIX
         "fix --output mods/a-fixed -- mods/a/\n"},
    };
    char folder[] = "mods/a/";
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        drop(rows[i].finding, rows[i].keys);
        expect(folder, rows[i].said);
    }
    drop(&safe, "X"); /* members of packages aren't fixed */
    played.results[0].member = "m";
    expect(folder, CHECKED ASK "exit 1\n");
}

static void reports_that_cannot_be_shown(void **state)
{
    static const char *const failing[] = {"reports", "open"};
    char folder[] = "mods/a/";
    (void)state;
    drop(NULL, "HX");
    played.cannot_show = true;
    expect(folder, CHECKED ASK TO_FILE
           "show mods/a-report.html\nOpen mods/a-report.html in your browser.\n" ASK "exit 1\n");
    for (size_t i = 0; i < COUNT(failing); i++) {
        drop(NULL, "HX");
        played.fails_later = failing[i];
        expect(folder, CHECKED ASK TO_FILE ASK "exit 1\n");
    }
    drop(NULL, "HX");
    played.fails_later = "options";
    expect(folder, CHECKED ASK "check --format html=mods/a-report.html -- mods/a/\nend with 2 reports\n" ASK
                               "exit 1\n");
    drop(NULL, "HX");
    played.failing_text = 3; /* that of the option */
    expect(folder, CHECKED ASK ASK "exit 1\n");
}

/* main.c waits for a key then. */
static void windows_without_an_offer(void **state)
{
    char folder[] = "mods/a/", other[] = "b", root[] = "/", drive[] = "C://";
    (void)state;
    for (size_t failing = 1; failing <= 2; failing++) {
        drop(NULL, "");
        played.failing_text = failing;
        expect(folder, CHECKED);
    }
    drop(NULL, "");
    expect(root, "check /\nend with 2 reports\n");
    drop(NULL, "");
    expect(drive, "check C://\nend with 2 reports\n");
    drop(NULL, "");
    played.owns_console = false;
    expect(folder, CHECKED);
    drop(NULL, "");
    played.interrupted = true;
    expect(folder, CHECKED);
    drop(NULL, "");
    assert_int_equal(run_command(folder, other), EXIT_FINDINGS);
    assert_string_equal(said.text, "check mods/a/ b\nend with 2 reports\n");
    drop(NULL, "");
    assert_int_equal(run_command(NULL, NULL), EXIT_FINDINGS);
    assert_string_equal(said.text, "check\nend with 2 reports\n");
    drop(NULL, "");
    played.fails = "options";
    assert_int_equal(run_command(folder, NULL), EXIT_USAGE);
    assert_string_equal(said.text, CHECKED);
    drop(NULL, "");
    played.result_count = 0;
    played.options.allow_empty = true;
    expect(folder, CHECKED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_course),
        cmocka_unit_test(each_step_may_be_the_last),
        cmocka_unit_test(courses_that_differ),
        cmocka_unit_test(runs_that_are_interrupted),
        cmocka_unit_test(runs_that_check_nothing),
        cmocka_unit_test(archives_that_cannot_be_read),
        cmocka_unit_test(parts_of_mods),
        cmocka_unit_test(a_part_with_a_long_name),
        cmocka_unit_test(a_line_has_what_fits),
        cmocka_unit_test(keys_write_a_report_or_copies),
        cmocka_unit_test(reports_that_cannot_be_shown),
        cmocka_unit_test(windows_without_an_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
