/* project_inputs_test.c: which files a run lists, and which of them the survey gets. */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/platform.h"
#include "project/project_inputs.h"

/* What the survey is told of references and siblings: the paths, a * behind those of files, and a ! behind
 * those that couldn't be read. */
static char told[256];

static void note_surveyed(const char *path, const char *behind)
{
    const size_t length = strlen(told);
    (void)snprintf(told + length, sizeof told - length, "%s%s; ", path, behind);
}

static bool noted_reference(al_survey *survey, const char *path, bool is_file)
{
    note_surveyed(path, is_file ? "*" : "");
    return al_survey_begin_reference(survey, path, is_file);
}

static bool noted_file(al_survey *survey, const char *path, bool explicit_file)
{
    note_surveyed(path, "");
    return al_survey_add(survey, path, explicit_file);
}

static bool noted_unlisted(al_survey *survey, const char *path, const char *why)
{
    note_surveyed(path, "!");
    return al_survey_add_unlisted(survey, path, why);
}

#define al_survey_add_unlisted    noted_unlisted
#define al_survey_begin_reference noted_reference
#define al_survey_add             noted_file
#include "project/project_inputs.c" /* NOLINT(bugprone-suspicious-include): to see what the survey gets */

enum { MOST_TEXT = 1024, MOST_FILES = 32 };

typedef struct fixture {
    test_folder folder;
    al_policy policy;
    project_inputs inputs;
    char text[MOST_TEXT];
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    al_options_init(&f->policy.options);
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    project_inputs_free(&f->inputs);
    const int failed = test_folder_end(&f->folder);
    free(f);
    return failed;
}

static void add_files(fixture *f, const char *const *folders, const char *const *files)
{
    for (; *folders != NULL; folders++)
        test_folder_add_folder(&f->folder, *folders);
    for (; *files != NULL; files++)
        test_folder_add_text(&f->folder, *files, "");
}

static void add_text(void *context, const char *text)
{
    fixture *f = context;
    const size_t length = strlen(f->text);
    (void)snprintf(f->text + length, sizeof f->text - length, "%s", text);
}

static void expect_text(fixture *f, const char *expected)
{
    assert_string_equal(f->text, expected);
    f->text[0] = '\0';
}

static void hear(void *context, const al_notice *notice)
{
    char kind[16];
    (void)snprintf(kind, sizeof kind, "%d ", (int)notice->kind);
    add_text(context, kind);
    add_text(context, notice->path != NULL ? notice->path : "-");
    add_text(context, ": ");
    add_text(context, notice->text != NULL ? notice->text : "-");
    add_text(context, "; ");
}

/* Lists of texts end with NULL. Nobody changes the texts. */
static text_list list_of(const char *const *items)
{
    text_list list = {.items = (char **)(uintptr_t)items};
    while (items[list.count] != NULL)
        list.count++;
    return list;
}

static al_status collect(fixture *f, input_request *request)
{
    const al_notices notices = {.context = f, .notice = hear};
    al_mistake mistake;
    project_inputs_free(&f->inputs);
    return project_inputs_collect(&f->inputs, request, &f->policy, &notices, NULL, &mistake);
}

/* ---- Lists of paths ------------------------------------------------------------------------------------ */

static void expect_list(fixture *f, char *path, al_status status, size_t count)
{
    static const char *const none[] = {NULL};
    input_request request = {
        .paths = list_of(none), .standard_input = SIZE_MAX, .list_path = path, .list_separator = '\n'};
    assert_int_equal(collect(f, &request), status);
    assert_int_equal(f->inputs.checked.count, count);
}

static void a_list_of_paths(void **state)
{
    fixture *f = *state;
    static char list[] = "list", absent[] = "absent", pipe[] = "pipe";
    char expected[64];
    test_folder_add_text(&f->folder, "list", "a\nb\n");
    expect_list(f, list, AL_OK, 2);
    expect_text(f, "");
    expect_list(f, absent, AL_UNREADABLE, 0);
    (void)snprintf(expected, sizeof expected, "%d absent: no such file or folder; ", (int)AL_NOTICE_LIST);
    expect_text(f, expected);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        const int out = open(pipe, O_WRONLY);
        _exit(out < 0 || write(out, "a\nb\nc\n", 6) != 6);
    }
    expect_list(f, pipe, AL_OK, 3);
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    assert_int_equal(remove(pipe), 0);
    (void)snprintf(expected, sizeof expected, "%d pipe: -; ", (int)AL_NOTICE_READS_PIPE);
    expect_text(f, expected);
}

/* With as much memory as there can be, the names have no limit. */
static void names_without_a_limit(void **state)
{
    fixture *f = *state;
    static const char *const paths[] = {"a", NULL};
    input_request request = {.paths = list_of(paths), .standard_input = SIZE_MAX};
    al_options_set_limit(&f->policy.options, AL_LIMIT_MEMORY, UINT64_MAX);
    assert_int_equal(collect(f, &request), AL_OK);
    assert_int_equal(f->inputs.checked.most_bytes, 0);
    al_options_set_limit(&f->policy.options, AL_LIMIT_MEMORY, 1000);
    assert_int_equal(collect(f, &request), AL_OK);
    assert_in_range(f->inputs.checked.most_bytes, 1001, UINT64_C(1) << 40);
}

/* A reference that is a file of names is read whole, or not at all. */
static void a_file_of_names_that_is_too_large(void **state)
{
    fixture *f = *state;
    enum { LINES = 1000 }; /* more than is read at first */
    char text[32 + LINES * 12];
    int size = snprintf(text, sizeof text, "assetlint names 1\n");
    for (int i = 0; i < LINES; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "macro m%03d\n", i);
    static const char *const none[] = {NULL}, *const references[] = {"game.names", NULL};
    test_folder_add_text(&f->folder, "game.names", text);
    const input_request request = {
        .paths = list_of(none), .references = list_of(references), .standard_input = SIZE_MAX};
    for (size_t missing = 0; missing <= 1; missing++) {
        al_mistake mistake = {.path = NULL};
        al_options_set_limit(&f->policy.options, AL_LIMIT_FILE_SIZE, (size_t)size - missing);
        project_inputs_free(&f->inputs);
        assert_int_equal(project_inputs_collect(&f->inputs, &request, &f->policy, NULL, NULL, &mistake),
                         missing > 0 ? AL_CONFIG_ERROR : AL_OK);
        if (missing == 0)
            continue;
        assert_string_equal(mistake.path, "game.names");
        assert_int_equal(mistake.line, 1);
        assert_int_equal(mistake.column, 1);
        assert_string_equal(mistake.text, "this file is too large");
    }
}

/* ---- References and siblings --------------------------------------------------------------------------- */

static void expect_paths(fixture *f, const al_input_list *list, const char *expected)
{
    for (size_t i = 0; i < list->count; i++) {
        add_text(f, list->items[i].path);
        add_text(f, " ");
    }
    expect_text(f, expected);
}

static void references_around_the_mod(void **state)
{
    fixture *f = *state;
    static const char *const paths[] = {"game/mod", NULL}, *const references[] = {"game", "other", NULL};
    add_files(f, (const char *const[]){"game", "game/mod", "other", NULL},
              (const char *const[]){"game/a.xmf", "game/mod/b.xmf", "other/c.xmf", NULL});
    input_request request = {
        .paths = list_of(paths), .references = list_of(references), .standard_input = SIZE_MAX};
    for (request.references.count = 1; request.references.count <= 2; request.references.count++) {
        assert_int_equal(collect(f, &request), AL_OK);
        expect_paths(f, &f->inputs.checked, "game/mod/b.xmf ");
        expect_paths(f, &f->inputs.references[0], "game/a.xmf ");
    }
    assert_int_equal(f->inputs.reference_count, 2);
    expect_paths(f, &f->inputs.references[1], "other/c.xmf ");
    expect_paths(f, &f->inputs.siblings, "");
}

/* Files beside named ones count if there is a reference, also beside named references. */
static void siblings_of_named_files(void **state)
{
    fixture *f = *state;
    static const char *const paths[] = {"mod/hero.skl", NULL}, *const references[] = {"game/hero.skl",
                                                                                      "more/x.skl", NULL};
    add_files(f, (const char *const[]){"mod", "game", "more", NULL},
              (const char *const[]){"mod/hero.skl", "mod/a.skl", "game/hero.skl", "game/b.skl", "more/x.skl",
                                    "more/c.skl", NULL});
    input_request request = {
        .paths = list_of(paths), .references = list_of(references), .standard_input = SIZE_MAX};
    request.references.count = 0;
    assert_int_equal(collect(f, &request), AL_OK);
    expect_paths(f, &f->inputs.siblings, "");
    request.references.count = 1;
    assert_int_equal(collect(f, &request), AL_OK);
    const uint64_t sum = al_input_memory(&f->inputs.checked) + al_input_memory(&f->inputs.siblings);
    assert_int_equal(project_inputs_memory(&f->inputs), sum);
    expect_paths(f, &f->inputs.siblings, "game/b.skl game/hero.skl mod/a.skl mod/hero.skl ");
    request.references.count = 2;
    assert_int_equal(collect(f, &request), AL_OK);
    expect_paths(f, &f->inputs.siblings,
                 "game/b.skl game/hero.skl mod/a.skl mod/hero.skl more/c.skl more/x.skl ");
}

/* ---- Shards and the survey ----------------------------------------------------------------------------- */

static void files_of_a_shard(void **state)
{
    (void)state;
    for (size_t i = 0; i < 9; i++) {
        assert_true(project_inputs_is_own(i, 0, 0));
        assert_true(project_inputs_is_own(i, 1, 1));
        for (uint64_t shard = 1; shard <= 3; shard++)
            assert_int_equal(project_inputs_is_own(i, shard, 3), i % 3 == shard - 1);
    }
}

static void hear_unread(void *context, const char *path, const char *reason)
{
    (void)reason;
    add_text(context, path);
    add_text(context, " ");
}

static al_survey *look(fixture *f, const input_request *request, uint64_t shard, uint64_t shards)
{
    al_survey *survey = al_survey_new(&f->policy.options);
    assert_non_null(survey);
    assert_true(project_inputs_survey(&f->inputs, request, shard, shards, survey));
    assert_true(al_survey_look(survey));
    return survey;
}

/* Folders that can't be listed have a result where they are checked; all others are told. */
static void folders_that_have_no_result(void **state)
{
    fixture *f = *state;
    static char a[] = "a", b[] = "b", c[] = "c", d[] = "d";
    static al_input items[] = {{.path = a, .error = ENOENT},
                               {.path = b, .error = ENOENT},
                               {.path = c, .error = ENOENT}},
                    left = {.path = d, .error = ENOENT};
    const input_request request = {.list_path = NULL};
    f->inputs.checked = (al_input_list){.items = items, .count = 3};
    f->inputs.excluded = (al_input_list){.items = &left, .count = 1};
    static const struct {
        uint64_t shard, shards;
        const char *told;
    } cases[] = {{0, 0, "d "}, {1, 2, "b d "}, {2, 2, "a c d "}};
    for (size_t i = 0; i < 3; i++) {
        al_survey *survey = look(f, &request, cases[i].shard, cases[i].shards);
        assert_true(al_survey_tell_unread(survey, hear_unread, f));
        expect_text(f, cases[i].told);
        al_survey_free(survey);
    }
    f->inputs = (project_inputs){.references = NULL};
}

/* Rules about levels of detail judge each file that the survey gets. */
static bool is_surveyed(const al_survey *survey, const char *path, const char *member)
{
    const al_result_block block = {.result = {.raw_path = path}, .raw_member = member};
    al_rule_set ran = {.words = {0}};
    al_survey_add_rules(survey, &block.result, &ran);
    return al_rule_set_has(&ran, (size_t)(al_rule_find("xmf/lod-gap") - al_rule_at(0)));
}

/* Standard input and members of excluded packages are not read by the survey. */
static void what_the_survey_gets(void **state)
{
    fixture *f = *state;
    static char input[] = "input.xmf", package[] = UNIT_CORPUS "/zip/seeds/deflated.zip",
                excluded_package[] = UNIT_CORPUS "/zip/seeds/nested.zip", excluded[] = "x.xmf";
    static al_input items[] = {{.path = package, .named_by_user = true},
                               {.path = input, .from_stdin = true, .named_by_user = true}},
                    left[] = {{.path = excluded_package, .excluded = true, .in_folder = true},
                              {.path = excluded, .excluded = true, .in_folder = true}};
    const input_request request = {.list_path = NULL};
    f->inputs.checked = (al_input_list){.items = items, .count = 2};
    f->inputs.excluded = (al_input_list){.items = left, .count = 2};
    al_survey *survey = look(f, &request, 0, 0);
    assert_false(is_surveyed(survey, input, ""));
    assert_true(is_surveyed(survey, package, "assets/part-lod0.xmf"));
    assert_false(is_surveyed(survey, excluded_package, "readme.txt"));
    assert_true(is_surveyed(survey, excluded, ""));
    al_survey_free(survey);
    f->inputs = (project_inputs){.references = NULL};
}

/* A reference that is a file is opened once, and closed. */
static void many_surveys_of_one_reference(void **state)
{
    enum { MANY = 48 };
    fixture *f = *state;
    static const char *const paths[] = {"mod", NULL}, *const references[] = {"x.skl", NULL};
    struct rlimit before;
    add_files(f, (const char *const[]){"mod", NULL}, (const char *const[]){"mod/a.xmf", "x.skl", NULL});
    const input_request request = {
        .paths = list_of(paths), .references = list_of(references), .standard_input = SIZE_MAX};
    assert_int_equal(collect(f, &(input_request){.paths = request.paths,
                                                 .references = request.references,
                                                 .standard_input = SIZE_MAX}),
                     AL_OK);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit few = {.rlim_cur = MANY, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (size_t i = 0; i < MANY; i++) {
        al_survey *survey = look(f, &request, 0, 0);
        assert_true(al_survey_tell_unread(survey, hear_unread, f));
        al_survey_free(survey);
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    expect_text(f, "");
}

/* ---- What the survey is told --------------------------------------------------------------------------- */

static void references_and_siblings_in_the_survey(void **state)
{
    fixture *f = *state;
    char *references[] = {(char[]){"ref"}, (char[]){"one.skl"}, (char[]){"absent"}};
    char *siblings[] = {(char[]){"x.skl"}, (char[]){"y.skl"}};
    al_input items[] = {{.path = siblings[0]}, {.path = siblings[1]}};
    al_input_list empty[3] = {{.count = 0}, {.count = 0}, {.count = 0}};
    names_file no_names[3] = {{.names = NULL}, {.names = NULL}, {.names = NULL}};
    const input_request request = {.references = {.items = references, .count = 3}};
    const project_inputs inputs = {.references = empty,
                                   .names = no_names,
                                   .reference_count = 3,
                                   .siblings = {.items = items, .count = 2}};
    add_files(f, (const char *const[]){"ref", NULL}, (const char *const[]){"one.skl", NULL});
    al_survey *survey = al_survey_new(&f->policy.options);
    assert_non_null(survey);
    told[0] = '\0';
    assert_true(project_inputs_survey(&inputs, &request, 0, 0, survey));
    assert_string_equal(told, "ref; one.skl*; absent; x.skl; y.skl; ");
    al_survey_free(survey);
}

/* The paths of checked files may take the memory of names beside the limit. */
static void the_memory_of_lists(void **state)
{
    fixture *f = *state;
    static const struct {
        uint64_t memory, most;
    } cases[] = {
        {1, AL_FREE_FOR_NAMES + 1},
        {UINT64_MAX - AL_FREE_FOR_NAMES - 1, UINT64_MAX - 1},
        {UINT64_MAX - AL_FREE_FOR_NAMES, 0}, /* no limit */
        {UINT64_MAX, 0},
    };
    const input_request request = {.list_path = NULL};
    const collecting c = {.inputs = &f->inputs, .request = &request, .policy = &f->policy};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        f->policy.options.limits[AL_LIMIT_MEMORY] = cases[i].memory;
        begin_checked(&c, &f->inputs.checked);
        assert_true(f->inputs.checked.most_bytes == cases[i].most);
    }
    const project_inputs lists = {
        .checked = {.path_bytes = 1000}, .excluded = {.path_bytes = 100}, .siblings = {.path_bytes = 10}};
    assert_int_equal(project_inputs_memory(&lists), 1110);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_list_of_paths, begin, end),
        cmocka_unit_test_setup_teardown(references_and_siblings_in_the_survey, begin, end),
        cmocka_unit_test_setup_teardown(the_memory_of_lists, begin, end),
        cmocka_unit_test_setup_teardown(names_without_a_limit, begin, end),
        cmocka_unit_test_setup_teardown(a_file_of_names_that_is_too_large, begin, end),
        cmocka_unit_test_setup_teardown(references_around_the_mod, begin, end),
        cmocka_unit_test_setup_teardown(siblings_of_named_files, begin, end),
        cmocka_unit_test(files_of_a_shard),
        cmocka_unit_test_setup_teardown(folders_that_have_no_result, begin, end),
        cmocka_unit_test_setup_teardown(what_the_survey_gets, begin, end),
        cmocka_unit_test_setup_teardown(many_surveys_of_one_reference, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
