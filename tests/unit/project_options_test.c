/* project_options_test.c: dates, and what the user is told of notices. The clock and the messages are played
 * by the test. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/check_options.h"
#include "messages_played.h"
#include "platform/platform.h"

static struct {
    time_t now;
    const char *epoch; /* SOURCE_DATE_EPOCH; NULL: not set */
    bool is_terminal;
    size_t adds, failing_add; /* number from 1; 0: none fails */
    bool no_project;
    al_status config_status, baseline_status;
    const al_configuration_info *configuration;
} played;

static time_t played_time(time_t *place)
{
    assert_null(place);
    return played.now;
}

static char *played_getenv(const char *name)
{
    assert_string_equal(name, "SOURCE_DATE_EPOCH");
    return (char *)(uintptr_t)played.epoch;
}

static bool played_is_terminal(al_file file)
{
    assert_int_equal(file.handle, al_standard_error.handle);
    return played.is_terminal;
}

static const char *played_keys(void)
{
    return "KEYS end it";
}

static al_status add(const char *kind, const char *what)
{
    note(&said, "%s %s; ", kind, what);
    return ++played.adds == played.failing_add ? AL_OUT_OF_MEMORY : AL_OK;
}

static al_status add_path_played(al_project *project, const char *path)
{
    (void)project;
    return add("path", path);
}

static al_status add_input_played(al_project *project, const char *name)
{
    (void)project;
    return add("input", name);
}

static al_status add_list_played(al_project *project, const char *path, char separator)
{
    (void)project;
    return add(separator == '\0' ? "list of names with NUL" : "list", path);
}

static al_status add_reference_played(al_project *project, const char *path)
{
    (void)project;
    return add("reference", path);
}

static al_status exclude_played(al_project *project, const char *pattern)
{
    (void)project;
    return add("without", pattern);
}

static al_project *new_project(al_options *options)
{
    (void)options;
    return played.no_project ? NULL : (al_project *)&played;
}

static void set_jobs(al_project *project, uint64_t jobs)
{
    assert_ptr_equal(project, &played);
    note(&said, "%d jobs; ", (int)jobs);
}

static void set_fail_on(al_project *project, al_level level)
{
    assert_ptr_equal(project, &played);
    note(&said, "fail on %s; ", al_level_name(level));
}

static al_status set_shard(al_project *project, uint64_t number, uint64_t count)
{
    assert_ptr_equal(project, &played);
    note(&said, "shard %d of %d; ", (int)number, (int)count);
    return AL_OK;
}

static al_status set_date(al_project *project, const char *date)
{
    assert_ptr_equal(project, &played);
    note(&said, "on %s; ", date);
    return AL_OK;
}

static al_status read_played(al_project *project, const char *path)
{
    assert_ptr_equal(project, &played);
    note(&said, "read %s; ", path);
    return played.config_status;
}

static al_status find_played(al_project *project)
{
    assert_ptr_equal(project, &played);
    note(&said, "find a configuration; ");
    return played.config_status;
}

static al_status baseline_played(al_project *project, const char *path)
{
    assert_ptr_equal(project, &played);
    note(&said, "baseline %s; ", path);
    return played.baseline_status;
}

static const al_configuration_info *configuration_of(const al_project *project)
{
    assert_ptr_equal(project, &played);
    return played.configuration;
}

static const al_mistake *mistake_of(const al_project *project)
{
    static const al_mistake mistake = {.path = "c.json", .line = 3, .column = 5, .text = "why"};
    (void)project;
    return &mistake;
}

static void say_place(const char *file, uint64_t line, uint64_t column, const char *text)
{
    note(&said, "%s:%d:%d: %s", file, (int)line, (int)column, text);
}

static int no_memory(void)
{
    note(&said, "out of memory");
    return EXIT_UNCHECKED;
}

#define al_project_new                new_project
#define al_project_set_jobs           set_jobs
#define al_project_set_fail_on        set_fail_on
#define al_project_set_shard          set_shard
#define al_project_set_date           set_date
#define al_project_read_configuration read_played
#define al_project_find_configuration find_played
#define al_project_read_baseline      baseline_played
#define al_project_configuration      configuration_of
#define al_project_mistake            mistake_of
#define message_at                    say_place
#define out_of_memory                 no_memory
#define al_project_add_path           add_path_played
#define al_project_add_standard_input add_input_played
#define al_project_add_list           add_list_played
#define al_project_add_reference      add_reference_played
#define al_project_exclude            exclude_played
#define time                          played_time
#define getenv                        played_getenv
#define al_file_is_terminal           played_is_terminal
#define al_end_of_input_keys          played_keys
#define project_status                status_played /* the program's own are linked, too */
#define project_make                  make_played
#define project_notice                notice_played
#define project_is_stopped            stopped_played
#include "cli/project_options.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* ---- Dates --------------------------------------------------------------------------------------------- */

static void dates_of_seconds(void **state)
{
    static const struct {
        uint64_t days;
        const char *date;
    } rows[] = {
        {0, "1970-01-01"},      {89, "1970-03-31"},      {58, "1970-02-28"},     {59, "1970-03-01"},
        {364, "1970-12-31"},    {365, "1971-01-01"},     {789, "1972-02-29"},    {790, "1972-03-01"},
        {10956, "1999-12-31"},  {11016, "2000-02-29"},   {11017, "2000-03-01"},  {11322, "2000-12-31"},
        {19782, "2024-02-29"},  {20085, "2024-12-28"},   {47540, "2100-02-28"},  {47541, "2100-03-01"},
        {157113, "2400-02-29"}, {2932896, "9999-12-31"}, {2932897, "9999-01-01"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int last = 0; last <= 1; last++) {
            char date[DATE_SIZE];
            write_date(rows[i].days * 86400 + (last ? 86399 : 0), date);
            assert_string_equal(date, rows[i].date);
        }
}

static void the_date_of_today(void **state)
{
    static const struct {
        const char *epoch, *date; /* NULL: none */
    } rows[] = {{NULL, "1970-01-02"}, {"", "1970-01-02"}, {"172800", "1970-01-03"},
                {"0", "1970-01-01"},  {"soon", NULL},     {"-1", NULL}};
    (void)state;
    played.now = 86400;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char date[DATE_SIZE] = "";
        played.epoch = rows[i].epoch;
        assert_int_equal(find_today(date), rows[i].date != NULL);
        assert_string_equal(date, rows[i].date != NULL ? rows[i].date : "");
    }
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

/* All that the options name is added, until memory is short. */
static void what_a_project_gets(void **state)
{
    static const char *const steps[] = {"path a; ",      "input NAME; ",  "path b; ",    "list l; ",
                                        "reference g; ", "reference h; ", "without x; ", "without y; "};
    enum { STEPS = sizeof steps / sizeof steps[0] };
    const char *paths[] = {"a", "-", "b"}, *with[] = {"g", "h"}, *excluded[] = {"x", "y"};
    check_options options = {.paths = paths,
                             .path_count = 3,
                             .stdin_name = "NAME",
                             .files_from = "l",
                             .separator = '\n',
                             .with = with,
                             .with_count = 2,
                             .excluded = excluded,
                             .excluded_count = 2};
    (void)state;
    for (size_t fails = 0; fails <= STEPS; fails++) {
        char expected[512] = "";
        for (size_t i = 0, length = 0; i < (fails > 0 ? fails : STEPS); i++)
            length += (size_t)snprintf(expected + length, sizeof expected - length, "%s", steps[i]);
        notes_clear(&said);
        played.adds = 0;
        played.failing_add = fails;
        assert_int_equal(add_paths(&options, NULL), fails > 0 ? AL_OUT_OF_MEMORY : AL_OK);
        assert_string_equal(said.text, expected);
    }
    options = (check_options){.files_from = "-", .separator = '\0'};
    notes_clear(&said);
    played.failing_add = 0;
    assert_int_equal(add_paths(&options, NULL), AL_OK);
    assert_string_equal(said.text, "list of names with NUL -; ");
    options = (check_options){.separator = '\n'};
    notes_clear(&said);
    assert_int_equal(add_paths(&options, NULL), AL_OK);
    assert_string_equal(said.text, "");
}

/* What is made of options with one path, "a", and what is said of it. */
static void expect_made(check_options options, int status, const char *expected)
{
    const char *paths[] = {"a"};
    al_project *project = NULL;
    options.paths = paths;
    options.path_count = 1;
    options.stdin_name = "-";
    notes_clear(&said);
    played.adds = 0;
    assert_int_equal(project_make(&options, &project), status);
    assert_string_equal(said.text, expected);
    assert_ptr_equal(project, played.no_project ? NULL : &played);
}

static void how_a_project_is_made(void **state)
{
    static const check_options none = {.fail_on = AL_ERROR};
    (void)state;
    played.now = 0;
    played.epoch = NULL;
    expect_made(none, EXIT_FINE, "path a; 0 jobs; on 1970-01-01; find a configuration; ");
    expect_made((check_options){.jobs = 3, .no_config = true}, EXIT_FINE, "path a; 3 jobs; ");
    expect_made((check_options){.config = "c.json", .baseline = "b"}, EXIT_FINE,
                "path a; 0 jobs; on 1970-01-01; read c.json; baseline b; ");
    expect_made(
        (check_options){
            .fail_on = AL_NOTE, .fail_on_given = true, .shard = 1, .shards = 2, .no_config = true},
        EXIT_FINE, "path a; 0 jobs; fail on note; shard 1 of 2; ");
    played.config_status = AL_CONFIG_ERROR;
    expect_made((check_options){.config = "c.json", .baseline = "b"}, EXIT_USAGE,
                "path a; 0 jobs; on 1970-01-01; read c.json; c.json:3:5: why");
    played.config_status = AL_OUT_OF_MEMORY;
    expect_made(none, EXIT_UNCHECKED, "path a; 0 jobs; on 1970-01-01; find a configuration; out of memory");
    played.config_status = AL_STOPPED;
    expect_made(none, EXIT_UNCHECKED, "path a; 0 jobs; on 1970-01-01; find a configuration; ");
    played.config_status = AL_OK;
    played.baseline_status = AL_CONFIG_ERROR;
    expect_made((check_options){.no_config = true, .baseline = "b"}, EXIT_USAGE,
                "path a; 0 jobs; baseline b; c.json:3:5: why");
    played.baseline_status = AL_OK;
    played.failing_add = 1;
    expect_made(none, EXIT_UNCHECKED, "path a; out of memory");
    played.failing_add = 0;
    played.no_project = true;
    expect_made(none, EXIT_UNCHECKED, "out of memory");
    played.no_project = false;
}

static void what_a_configuration_changes(void **state)
{
    static const al_configuration_info plain = {.path = "c.json"},
                                       leads_out = {.path = "c.json", .unused_with = "/game"},
                                       fails = {.path = "c.json", .has_fail_on = true, .fail_on = AL_NOTE};
    static const struct {
        const al_configuration_info *configuration;
        bool given;
        al_level fail_on;
    } rows[] = {{NULL, false, AL_ERROR},
                {&plain, false, AL_ERROR},
                {&fails, true, AL_ERROR},
                {&fails, false, AL_NOTE}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_options options = {.fail_on = AL_ERROR, .fail_on_given = rows[i].given};
        al_project *project;
        played.configuration = rows[i].configuration;
        assert_int_equal(project_make(&options, &project), EXIT_FINE);
        assert_int_equal(options.fail_on, rows[i].fail_on);
    }
    played.configuration = &leads_out;
    expect_made(
        (check_options){.jobs = 0}, EXIT_FINE,
        "path a; 0 jobs; on 1970-01-01; find a configuration; c.json: \"with\" leads out of its folder, to "
        "/game, which is not used; --config c.json uses it");
    played.epoch = "soon";
    played.configuration = &plain;
    expect_made((check_options){.jobs = 0}, EXIT_USAGE,
                "path a; 0 jobs; find a configuration; SOURCE_DATE_EPOCH is a number of seconds, not soon");
    played.config_status = AL_STOPPED;
    expect_made((check_options){.jobs = 0}, EXIT_UNCHECKED, "path a; 0 jobs; find a configuration; ");
    played.configuration = &leads_out;
    expect_made((check_options){.jobs = 0}, EXIT_UNCHECKED, "path a; 0 jobs; find a configuration; ");
    played.config_status = AL_OK;
    played.configuration = NULL;
    expect_made((check_options){.jobs = 0}, EXIT_FINE, "path a; 0 jobs; find a configuration; ");
    played.epoch = NULL;
}

/* ---- Notices ------------------------------------------------------------------------------------------- */

/* What is said of a notice, and with --quiet; "" for nothing. */
static void expect(al_notice_kind kind, const char *path, const char *text, const char *wanted,
                   bool also_quiet)
{
    const al_notice notice = {.kind = kind, .path = path, .text = text};
    for (int quiet = 0; quiet <= 1; quiet++) {
        const check_options options = {.quiet = quiet != 0};
        notes_clear(&said);
        project_notice(&options, &notice);
        assert_string_equal(said.text, quiet && !also_quiet ? "" : wanted);
    }
}

static void what_could_not_be_read(void **state)
{
    (void)state;
    expect(AL_NOTICE_NO_MEMORY, "a.xmf", NULL, "a.xmf: out of memory", true);
    expect(AL_NOTICE_LIST, "list", "no such file", "cannot read list: no such file", true);
    expect(AL_NOTICE_LIST, "-", "it is closed", "cannot read standard input: it is closed", true);
    expect(AL_NOTICE_UNREAD, "a.xml", "no such file",
           "cannot read a.xml for the rules across files: no such file", true);
}

static void what_the_program_waits_for(void **state)
{
    (void)state;
    expect(AL_NOTICE_READS_TERMINAL, NULL, "a file", "reading a file from the terminal; KEYS end it", false);
    expect(AL_NOTICE_WAITS_FOR_INPUT, NULL, "a file", "waiting for a file on standard input", false);
    expect(AL_NOTICE_WAITS_FOR_PIPE, "p", NULL, "waiting for a program to write to the pipe p", false);
    expect(AL_NOTICE_READS_PIPE, "p", NULL, "", false);
    played.is_terminal = true;
    expect(AL_NOTICE_READS_PIPE, "p", NULL, "reading the pipe p", false);
    played.is_terminal = false;
}

static void what_may_be_another_file(void **state)
{
    (void)state;
    expect(
        AL_NOTICE_UNUSED_CONFIGURATION, "m/assetlint.json", " and 1 other",
        "not used: m/assetlint.json and 1 other; only that of the first path is, or one above it: check each "
        "folder for itself, or give --config FILE",
        false);
    expect(AL_NOTICE_FOREIGN_CONFIGURATION, "m/assetlint.json", "n",
           "m/assetlint.json is used for n, too: check each folder for itself, or give --config FILE", false);
    expect(AL_NOTICE_BASE_BELOW, "known.json", "mod",
           "known.json: its paths count from another folder than those of this run: without mod/ they match",
           false);
    expect(AL_NOTICE_BASE_ABOVE, "known.json", "mod",
           "known.json: its paths count from another folder than those of this run: with mod/ in front they "
           "match",
           false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_of_seconds),           cmocka_unit_test(the_date_of_today),
        cmocka_unit_test(how_a_project_is_made),      cmocka_unit_test(what_a_configuration_changes),
        cmocka_unit_test(what_a_project_gets),        cmocka_unit_test(what_could_not_be_read),
        cmocka_unit_test(what_the_program_waits_for), cmocka_unit_test(what_may_be_another_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
