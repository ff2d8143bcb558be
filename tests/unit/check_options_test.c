/* check_options_test.c: what the command lines of check and fix mean, and what is said of those that are
 * refused. The files and the messages are played by the test. */
#include "unit.h"

#define MESSAGE_END "\n"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/check_options.h"
#include "messages_played.h"
#include "platform/platform.h"
#include "report/texts.h"

enum { MOST_WORDS = 16, NOT_FOUND = 1, DENIED = 2 };

static struct {
    const char *step_summary;
    size_t allocations, failing_allocation; /* number from 1; 0: none fails */
    size_t items;                           /* of all lists */
} played;

static int no_memory(void)
{
    note(&said, "out of memory\n");
    return EXIT_UNCHECKED;
}

static bool has_memory(void)
{
    return ++played.allocations != played.failing_allocation;
}

static void *calloc_played(size_t count, size_t size)
{
    played.items += count;
    return has_memory() ? calloc(count, size) : NULL;
}

static char *text_played(const char *format, int length, const char *text)
{
    assert_string_equal(format, "%.*s");
    return has_memory() ? text_of("%.*s", length, text) : NULL;
}

static al_options *new_played(void)
{
    return has_memory() ? al_options_new() : NULL;
}

static char *step_summary(const char *name)
{
    assert_string_equal(name, "GITHUB_STEP_SUMMARY");
    return (char *)(uintptr_t)played.step_summary;
}

/* Files begin with a letter before m; others have blanks. */
static bool exists_played(const char *path)
{
    return (path[0] >= 'a' && path[0] < 'm') || strcmp(path, "one more file") == 0 ||
           strcmp(path, "one more fil") == 0 || strcmp(path, "- c") == 0;
}

/* Folders end in a slash. */
static int stat_played(const char *path, al_file_info *info)
{
    info->kind = path[strlen(path) - 1] == '/' ? AL_KIND_FOLDER
                 : strcmp(path, "device") == 0 ? AL_KIND_OTHER
                                               : AL_KIND_FILE;
    return strcmp(path, "denied") == 0 ? DENIED : exists_played(path) ? 0 : NOT_FOUND;
}

static bool not_found(int error)
{
    return error == NOT_FOUND;
}

static const char *error_text(int error)
{
    return error == DENIED ? "denied" : "?";
}

static al_status games_played(al_options *options, unsigned games)
{
    note(&said, "game %x\n", games);
    return al_options_set_games(options, games);
}

#define out_of_memory        no_memory
#define calloc               calloc_played
#define text_of              text_played
#define getenv               step_summary
#define al_options_new       new_played
#define al_options_set_games games_played
#define al_exists            exists_played
#define al_stat_path         stat_played
#define al_is_not_found      not_found
#define al_error_text        error_text
#define check_options_read   read_played /* the program's own are linked, too */
#define check_options_write  write_played
#define check_options_free   free_played
int read_played(check_options *options, const char *command, char *const *arguments, bool *help);
bool write_played(const check_options *options);
void free_played(check_options *options);
#include "cli/check_options.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */
#undef calloc
#undef text_of
#undef al_options_new

/* ---- What the options are ------------------------------------------------------------------------------ */

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static void say_list(const char *name, const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        note(&said, "%s %s\n", name, items[i]);
}

static void say_text(const char *name, const char *value)
{
    say_list(name, &value, value != NULL);
}

static void say_number(const char *name, uint64_t value, uint64_t usual)
{
    if (value != usual)
        note(&said, "%s %llu\n", name, (unsigned long long)value);
}

static void say_flag(const char *name, bool value)
{
    if (value)
        note(&said, "%s\n", name);
}

/* Limits and levels that aren't the usual ones; of many levels only that there are. */
static void say_library(const al_options *options)
{
    enum { MOST = 2 };
    static const char *const limits[] = {
        [AL_LIMIT_FILE_SIZE] = "file size", [AL_LIMIT_INFLATED] = "inflated", [AL_LIMIT_MEMORY] = "memory"};
    al_options *usual = al_options_new();
    size_t changed = 0;
    for (size_t i = 0; i < COUNT(limits); i++)
        say_number(limits[i], al_options_limit(options, (al_limit)i), al_options_limit(usual, (al_limit)i));
    for (size_t i = 0; i < al_rule_count(); i++)
        changed += al_options_level(options, i) != al_options_level(usual, i);
    for (size_t i = 0; i < al_rule_count() && changed <= MOST; i++)
        if (al_options_level(options, i) != al_options_level(usual, i))
            note(&said, "%s is %s\n", al_rule_at(i)->id, al_level_name(al_options_level(options, i)));
    say_flag("other rules", changed > MOST);
    al_options_free(usual);
}

/* All options that aren't as they are without any. */
static void say_options(const check_options *o)
{
    static const char *const choices[] = {"auto", "always", "never"};
    say_list("path", o->paths, o->path_count);
    say_list("without", o->excluded, o->excluded_count);
    say_list("with", o->with, o->with_count);
    say_text("list", o->files_from);
    say_flag("separated by NUL", o->separator == '\0');
    assert_true(o->separator == '\0' || o->separator == '\n');
    say_text("stdin is", strcmp(o->stdin_name, "-") != 0 ? o->stdin_name : NULL);
    say_number("shard", o->shard, 0);
    say_number("of", o->shards, 0);
    for (size_t i = 0; i < o->request_count; i++)
        note(&said, "%s to %s\n", o->requests[i].form->name,
             o->requests[i].file_name != NULL ? o->requests[i].file_name : "stdout");
    if (o->per_rule_given)
        note(&said, "per rule %llu\n", (unsigned long long)o->per_rule);
    say_text("root", o->sarif_root);
    say_text("config", o->config);
    say_text("baseline", o->baseline);
    say_number("jobs", o->jobs, 0);
    if (o->show != AL_OFF)
        note(&said, "show %s\n", al_level_name(o->show));
    if (o->fail_on_given || o->fail_on != AL_ERROR)
        note(&said, "%s on %s\n", o->fail_on_given ? "fail" : "?", al_level_name(o->fail_on));
    if (o->color != CHOICE_AUTO)
        note(&said, "color %s\n", choices[o->color]);
    if (o->progress != CHOICE_AUTO)
        note(&said, "progress %s\n", choices[o->progress]);
    say_flag("may be empty", o->allow_empty);
    say_flag("quiet", o->quiet);
    say_flag("suppressed", o->sarif_suppressed);
    say_flag("writes a baseline", o->writes_baseline);
    say_flag("no config", o->no_config);
    say_flag("no sandbox", o->no_sandbox);
    say_text("fixed files in", o->fixed_folder);
    say_flag("in place", o->in_place);
    say_flag("unsafe", o->also_unsafe);
    say_flag("as JSON", o->as_json);
    say_flag("writes", check_options_write(o));
    say_library(o->library);
}

/* Reads a line of words between blanks, the first of which is the command: what the options are, or what is
 * said of them. */
static void expect(const char *line, int status, const char *expected)
{
    char text[256], *words[MOST_WORDS + 1] = {NULL}, *rest = text;
    size_t count = 0;
    check_options options;
    bool help = true;
    assert_true(strlen(line) < sizeof text);
    memcpy(text, line, strlen(line) + 1);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[count++] = word;
    notes_clear(&said);
    played.allocations = played.items = 0;
    const int read = check_options_read(&options, count > 0 ? words[0] : "", words + 1, &help);
    if (help)
        note(&said, "help\n");
    else if (read == EXIT_FINE)
        say_options(&options);
    assert_string_equal(said.text, expected);
    assert_int_equal(read, status);
    check_options_free(&options);
}

typedef struct row {
    const char *line, *said;
} row;

static void expect_all(const row *rows, size_t count, int status)
{
    for (size_t i = 0; i < count; i++)
        expect(rows[i].line, status, rows[i].said);
}

/* ---- Options that are accepted ------------------------------------------------------------------------- */

static void what_options_mean(void **state)
{
#define A    "path a\n"
#define TEXT "text to stdout\n"
    static const row rows[] = {
        {"check a", A TEXT},
        {"check a b -- -c", A "path b\npath -c\n" TEXT},
        {"check - --stdin-name b", "path -\nstdin is b\n" TEXT},
        {"check a --exclude x --exclude ./y --exclude .z", A "without x\nwithout y\nwithout .z\n" TEXT},
        {"check a --with g/ --with h", A "with g/\nwith h\n" TEXT},
        {"check --files-from l", "list l\n" TEXT},
        {"check a --files-from l -0", A "list l\nseparated by NUL\n" TEXT},
        {"check --files-from - a", A "list -\n" TEXT},
        {"check a --shard 1/1", A "shard 1\nof 1\n" TEXT},
        {"check a --shard 2/3", A "shard 2\nof 3\n" TEXT},
        {"check a --shard 00000000000000000000003/3", A "shard 3\nof 3\n" TEXT}, /* 23 digits */
        {"check a -f text=b", A "text to b\n" TEXT},
        {"check a -f json", A "json to stdout\n"},
        {"check a -f json=b", A "json to b\n" TEXT},
        {"check a -f json=b -f sarif=-", A "json to b\nsarif to stdout\n"},
        {"check a -f json=b -f html=c -f lines", A "json to b\nhtml to c\nlines to stdout\n"},
        {"check a -f json=bb -f sarif=b", A "json to bb\nsarif to b\n" TEXT},
        {"check a --max-per-rule 1", A TEXT "per rule 1\n"},
        {"check a --max-per-rule 0", A TEXT "per rule 18446744073709551615\n"},
        {"check a --sarif-root b/ --sarif-suppressed", A TEXT "root b/\nsuppressed\n"},
        {"check a --config c", A TEXT "config c\n"},
        {"check a --no-config --no-sandbox", A TEXT "no config\nno sandbox\n"},
        {"check a --baseline b -j 1", A TEXT "baseline b\njobs 1\n"},
        {"check a --write-baseline b", A "baseline to b\n" TEXT "writes a baseline\n"},
        {"check a --show error", A TEXT "show error\n"},
        {"check a --show note", A TEXT "show note\n"},
        {"check a --fail-on error", A TEXT "fail on error\n"},
        {"check a --fail-on warning", A TEXT "fail on warning\n"},
        {"check a --fail-on never", A TEXT "fail on off\n"},
        {"check a --color always --progress never", A TEXT "color always\nprogress never\n"},
        {"check a --color never --progress always", A TEXT "color never\nprogress always\n"},
        {"check a --color auto --progress auto", A TEXT},
        {"check a --allow-empty --quiet", A TEXT "may be empty\nquiet\n"},
        {"check a --max-file-size 1", A TEXT "file size 1\n"},
        {"check a --max-inflated 3K --max-memory 2M", A TEXT "inflated 3072\nmemory 2097152\n"},
        {"check a --level xmf/limit=off", A TEXT "xmf/limit is off\n"},
        {"check a --level xmf/limit=note --level xmf/inflate=warning",
         A TEXT "xmf/limit is note\nxmf/inflate is warning\n"},
        {"check a --ignore xmf/limit", A TEXT "xmf/limit is off\n"},
        {"check a --select xmf/limit", A TEXT "other rules\n"},
        {"check a --game x-rebirth", "game 1\n" A TEXT "other rules\n"},
        {"check a --game x4", "game 2\n" A TEXT "other rules\n"},
        {"fix a", A},
        {"fix a -f text", A},
        {"fix a -f json --unsafe", A "unsafe\nas JSON\n"},
        {"fix a --in-place", A "in place\nwrites\n"},
        {"fix a -o b", A "fixed files in b\nwrites\n"},
        {"check --help -x", "help\n"},
        {"check a --jobs 3 -h", "help\n"},
    };
    (void)state;
    expect_all(rows, COUNT(rows), EXIT_FINE);
#undef A
#undef TEXT
}

/* In GitHub Actions. */
static void the_summary_of_a_step(void **state)
{
    (void)state;
    played.step_summary = "s";
    expect("check a -f github", EXIT_FINE, "path a\ngithub to stdout\nstep summary to s\n");
    expect("check a -f json", EXIT_FINE, "path a\njson to stdout\n");
    expect("check a -f github=b -f github", EXIT_FINE,
           "path a\ngithub to b\nstep summary to s\ngithub to stdout\n");
    expect("check a -f json=s -f github", EXIT_USAGE, "two formats for one file: s; see check\n");
    expect("check a -f github=b -f github=b", EXIT_USAGE, "two formats for one file: b; see check\n");
    played.step_summary = "";
    expect("check a -f github", EXIT_FINE, "path a\ngithub to stdout\n");
    played.step_summary = NULL;
    expect("check a -f github", EXIT_FINE, "path a\ngithub to stdout\n");
}

/* ---- Options that are refused -------------------------------------------------------------------------- */

static void values_that_are_refused(void **state)
{
    static const row rows[] = {
        {"check a --jobs 0", "--jobs wants a number from 1, not 0; see check\n"},
        {"check a --jobs x", "--jobs wants a number from 1, not x; see check\n"},
        {"check a --max-per-rule x", "--max-per-rule wants a number, not x; see check\n"},
        {"check a --max-memory 0", "--max-memory wants a number of bytes, such as 512M, not 0; see check\n"},
        {"check a --max-inflated x",
         "--max-inflated wants a number of bytes, such as 512M, not x; see check\n"},
        {"check a --max-file-size 1T",
         "--max-file-size wants a number of bytes, such as 512M, not 1T; see check\n"},
        {"check a --show never", "--show wants error, warning or note, not never; see check\n"},
        {"check a --show off", "--show wants error, warning or note, not off; see check\n"},
        {"check a --fail-on off", "--fail-on wants error, warning, note or never, not off; see check\n"},
        {"check a --color no", "--color wants auto, always or never, not no; see check\n"},
        {"check a --progress no", "--progress wants auto, always or never, not no; see check\n"},
        {"check a --sarif-root b", "--sarif-root wants a folder, not b; see check\n"},
        {"check a --sarif-root z/", "--sarif-root wants a folder, not z/; see check\n"},
        {"check a --exclude=", "--exclude wants a path below the folder that is checked, not ; see check\n"},
        {"check a --exclude ./",
         "--exclude wants a path below the folder that is checked, not ./; see check\n"},
        {"check a --exclude /b",
         "--exclude wants a path below the folder that is checked, not /b; see check\n"},
        {"check a --with z", "--with wants a file or a folder, not z; see check\n"},
        {"check a --with device", "--with wants a file or a folder, not device; see check\n"},
        {"check a --with denied", "--with denied: denied; see check\n"},
        {"check a --level xmf/limit",
         "--level wants RULE=error, warning, note or off, not xmf/limit; see check\n"},
        {"check a --level xmf/limit=never",
         "--level wants RULE=error, warning, note or off, not xmf/limit=never; see check\n"},
        {"check a --game x5", "unknown game x5; did you mean x4?; see check\n"},
        {"check a --game cards",
         "--game wants x-rebirth, x4, victoria2, bbmod or lost-saga, not cards; see check\n"},
        {"fix a -f sarif", "--format wants text or json, not sarif; see fix\n"},
        {"check a -f json=", "--format json= names no file; see check\n"},
        {"check a --level xmf/limt=off", "no rule matches xmf/limt; did you mean xmf/limit?\n"},
        {"check a --select xmf", "no rule matches xmf; did you mean xmf/*?\n"},
        {"check a --select xmf/limit,xac", "no rule matches xac; did you mean xac/*?\n"},
        {"check a --ignore nonsense/*", "no rule matches nonsense/*; assetlint rules lists them\n"},
    };
    static const char *const shards[] = {
        "0/2", "3/2", "x/2", "1/x", "1", "1/", "/2", "1-2", "000000000000000000000001/2" /* 24 digits */};
    char line[128], expected[256];
    (void)state;
    expect_all(rows, COUNT(rows), EXIT_USAGE);
    const char *first = al_rule_at(0)->id;
    (void)snprintf(line, sizeof line, "check a --select %.*s", (int)strlen(first) - 1, first);
    (void)snprintf(expected, sizeof expected, "no rule matches %.*s; did you mean %s?\n",
                   (int)strlen(first) - 1, first, first);
    expect(line, EXIT_USAGE, expected);
    for (size_t i = 0; i < COUNT(shards); i++) {
        (void)snprintf(line, sizeof line, "check a --shard %s", shards[i]);
        (void)snprintf(expected, sizeof expected,
                       "--shard wants I/N, with I from 1 to N, not %s; see check\n", shards[i]);
        expect(line, EXIT_USAGE, expected);
    }
}

static void formats_that_there_are_not(void **state)
{
#define FORMATS "the formats are text, lines, json, ndjson, sarif, github, junit and html\n"
    (void)state;
    expect("check a -f jsn=b", EXIT_USAGE, "unknown format jsn; did you mean json?\n" FORMATS);
    expect("check a -f tex", EXIT_USAGE, "unknown format tex; did you mean text?\n" FORMATS);
    expect("check a -f htmk", EXIT_USAGE, "unknown format htmk; did you mean html?\n" FORMATS);
    expect("check a -f pdf=b", EXIT_USAGE, "unknown format pdf\n" FORMATS);
#undef FORMATS
    for (size_t size = 1; size <= 6; size++) {
        char names[] = "??????";
        list_formats(names, size);
        assert_int_equal(strlen(names), size - 1);
        assert_memory_equal(names, "text,", size - 1);
    }
}

static void options_that_exclude_each_other(void **state)
{
    static const row rows[] = {
        {"check", "nothing to check: name a file or a folder; see check\n"},
        {"fix", "nothing to fix: name a file or a folder; see fix\n"},
        {"check a --config b --no-config", "--config and --no-config exclude each other; see check\n"},
        {"check a --config b --config b", "--config can be given once; see check\n"},
        {"check a --baseline b --baseline b", "--baseline can be given once; see check\n"},
        {"check a --files-from b --files-from b", "--files-from can be given once; see check\n"},
        {"check a --write-baseline b --write-baseline c", "--write-baseline can be given once; see check\n"},
        {"check a -f json=b --write-baseline b", "two formats for one file: b; see check\n"},
        {"check a -f json -f sarif",
         "only one format can go to standard output; give the others a file: sarif=FILE; see check\n"},
        {"check a -f json=b -f html=c -f sarif=c", "two formats for one file: c; see check\n"},
        {"check a --shard 1/2 --write-baseline b",
         "a shard knows only its own findings: write the baseline without --shard; see check\n"},
        {"check a --shard 1/1 --write-baseline b",
         "a shard knows only its own findings: write the baseline without --shard; see check\n"},
        {"check --files-from - -", "standard input can't be both a file and the list of files; see check\n"},
        {"check a b - --files-from -",
         "standard input can't be both a file and the list of files; see check\n"},
        {"fix a -o b -o b", "--output can be given once; see fix\n"},
        {"fix a --in-place -o b", "--in-place and --output exclude each other; see fix\n"},
        {"fix -", "fix doesn't read standard input; a file of that name is ./-; see fix\n"},
        {"fix a -", "fix doesn't read standard input; a file of that name is ./-; see fix\n"},
    };
    (void)state;
    expect_all(rows, COUNT(rows), EXIT_USAGE);
    expect("check - --files-from l", EXIT_FINE, "path -\nlist l\ntext to stdout\n");
}

/* ---- Paths that aren't there --------------------------------------------------------------------------- */

static void paths_that_the_shell_has_changed(void **state)
{
    static const row rows[] = {
        {"check one more file", "a path with blanks needs quotes: \"one more file\"\n"
                                "path one\npath more\npath file\ntext to stdout\n"},
        {"check one more file *", "a path with blanks needs quotes: \"one more file\"\n"
                                  "no file matches *; if you name the folder, all files in it are checked\n"
                                  "path one\npath more\npath file\npath *\ntext to stdout\n"},
        {"check a* - c", "path a*\npath -\npath c\ntext to stdout\n"},
        {"check one more", "path one\npath more\ntext to stdout\n"},
        {"check one o?e two*", "no file matches o?e; if you name the folder, all files in it are checked\n"
                               "no file matches two*; if you name the folder, all files in it are checked\n"
                               "path one\npath o?e\npath two*\ntext to stdout\n"},
    };
    (void)state;
    expect_all(rows, COUNT(rows), EXIT_FINE);
}

/* Paths that together are longer than any that is looked for. What is cut off has the name of another file.
 */
static void a_path_that_is_too_long(void **state)
{
    static const char *cut[] = {"one", "more", "file"};
    enum { SIZE = sizeof "one more file" };
    const check_options options = {.paths = cut, .path_count = COUNT(cut)};
    (void)state;
    for (size_t size = 1; size <= SIZE; size++) {
        char whole[2 * SIZE + 1];
        memset(whole, '?', sizeof whole);
        assert_int_equal(end_of_cut_path(&options, 0, whole, size), size == SIZE ? 2 : 0);
        assert_memory_equal(whole + size, "??????????????", SIZE);
        assert_int_equal(end_of_cut_path(&options, 1, whole, size), 1);
    }
}

/* ---- A shortage of memory ------------------------------------------------------------------------------ */

/* For the NULL at their end, too; and for the report that is the usual one and the summary of a step. */
static void each_list_has_room_for_all_words(void **state)
{
    (void)state;
    expect("check a b c d -q", EXIT_FINE, "path a\npath b\npath c\npath d\ntext to stdout\nquiet\n");
    assert_int_equal(played.items, 4 * (5 + 1) + 2);
    expect("check", EXIT_USAGE, "nothing to check: name a file or a folder; see check\n");
    assert_int_equal(played.items, 4 * 1 + 2);
}

static void each_list_needs_memory(void **state)
{
    enum { LISTS = 5 }; /* one more is for the pattern of a level */
    (void)state;
    for (size_t failing = 1; failing <= LISTS + 1; failing++) {
        played.failing_allocation = failing;
        expect("check a --level xmf/limit=off", EXIT_UNCHECKED, "out of memory\n");
    }
    played.failing_allocation = LISTS + 2;
    expect("check a --level xmf/limit=off", EXIT_FINE, "path a\ntext to stdout\nxmf/limit is off\n");
    played.failing_allocation = 0;
    notes_clear(&said);
    assert_int_equal(chosen(AL_OUT_OF_MEMORY, "x"), EXIT_UNCHECKED);
    assert_string_equal(said.text, "out of memory\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_options_mean),
        cmocka_unit_test(the_summary_of_a_step),
        cmocka_unit_test(values_that_are_refused),
        cmocka_unit_test(formats_that_there_are_not),
        cmocka_unit_test(options_that_exclude_each_other),
        cmocka_unit_test(paths_that_the_shell_has_changed),
        cmocka_unit_test(a_path_that_is_too_long),
        cmocka_unit_test(each_list_has_room_for_all_words),
        cmocka_unit_test(each_list_needs_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
