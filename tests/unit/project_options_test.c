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
    } rows[] = {{0, "1970-01-01"},      {58, "1970-02-28"},      {59, "1970-03-01"},
                {364, "1970-12-31"},    {365, "1971-01-01"},     {789, "1972-02-29"},
                {790, "1972-03-01"},    {10956, "1999-12-31"},   {11016, "2000-02-29"},
                {11017, "2000-03-01"},  {11322, "2000-12-31"},   {19782, "2024-02-29"},
                {20085, "2024-12-28"},  {47540, "2100-02-28"},   {47541, "2100-03-01"},
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
        cmocka_unit_test(what_a_project_gets),        cmocka_unit_test(what_could_not_be_read),
        cmocka_unit_test(what_the_program_waits_for), cmocka_unit_test(what_may_be_another_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
