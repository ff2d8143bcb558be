/* project_access_test.c: which files and folders a run will open, and which file of a run has an id. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "containers/members.h"
#include "platform/platform.h"
#include "project/paths.h"
#include "project/project.h"

static bool no_memory; /* for the copy of a path */

static char *played_copy(const char *path)
{
    return no_memory ? NULL : al_path_copy(path);
}

#define al_path_copy played_copy
#include "project/project_access.c" /* NOLINT(bugprone-suspicious-include): to refuse it memory */

typedef struct fixture {
    test_folder folder;
    al_project *project;
} fixture;

/* mod/ with a mesh and its ignore file, a catalog with its data, a second mod, and files beside them. */
static int begin(void **state)
{
    static const char *const folders[] = {"mod", "mod/a", "ref", "alone"};
    static const char *const files[] = {"mod/x.xmf",
                                        "mod/a/y.xmf",
                                        "mod/a/y.xmf.assetlintignore",
                                        "mod/old.bak",
                                        "ref/r.xmf",
                                        "alone/z.bgf",
                                        "alone/beside.bgf",
                                        "alone/01.cat",
                                        "alone/01.dat",
                                        "known.json",
                                        "alone/z.bgf.assetlintignore"};
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(&f->folder, folders[i]);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        test_folder_add_text(&f->folder, files[i],
                             strcmp(files[i], "known.json") == 0
                                 ? "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": []}"
                                 : "");
    test_folder_add_text(&f->folder, "mod/assetlint.json", "{\"exclude\": [\"*.bak\"]}");
    f->project = al_project_new(NULL);
    return f->project != NULL ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    al_project_free(f->project);
    const int failed = test_folder_end(&f->folder);
    free(f);
    return failed;
}

static void list(fixture *f, const char *const *paths, const char *const *references)
{
    for (size_t i = 0; paths[i] != NULL; i++)
        assert_int_equal(al_project_add_path(f->project, paths[i]), AL_OK);
    for (size_t i = 0; references[i] != NULL; i++)
        assert_int_equal(al_project_add_reference(f->project, references[i]), AL_OK);
}

/* ---- What will be opened ------------------------------------------------------------------------------- */

typedef struct heard {
    char text[1024];
} heard;

static void hear_path(void *context, const char *path)
{
    heard *h = context;
    const size_t length = strlen(h->text);
    (void)snprintf(h->text + length, sizeof h->text - length, "%s; ", path);
}

static void expect_access(fixture *f, const char *expected)
{
    heard h = {.text = ""};
    const al_access_listener listener = {.size = sizeof listener, .context = &h, .reads = hear_path};
    assert_int_equal(al_project_list(f->project, NULL), AL_OK);
    assert_int_equal(al_project_tell_access(f->project, &listener), AL_OK);
    assert_string_equal(h.text, expected);
    const al_access_listener without_size = {.reads = hear_path};
    assert_int_equal(al_project_tell_access(f->project, &without_size), AL_BAD_ARGUMENT);
}

static void folders_are_told_once(void **state)
{
    fixture *f = *state;
    list(f, (const char *const[]){"mod", "alone", "mod/x.xmf", NULL}, (const char *const[]){NULL});
    expect_access(f, "alone/; alone/01.dat; mod/; ");
}

/* Excluded files are no input, but the rules across files see that they exist. */
static void folders_whose_files_are_excluded(void **state)
{
    static const char *const patterns[] = {"*.bgf", "01.*", "*.assetlintignore"};
    fixture *f = *state;
    list(f, (const char *const[]){"mod", "alone", NULL}, (const char *const[]){NULL});
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        assert_int_equal(al_project_exclude(f->project, patterns[i]), AL_OK);
    expect_access(f, "mod/; alone/; alone/01.dat; ");
}

static void ignore_files_beside_files(void **state)
{
    fixture *f = *state;
    list(f, (const char *const[]){"mod", "alone/z.bgf", NULL}, (const char *const[]){NULL});
    assert_int_equal(al_project_find_configuration(f->project), AL_OK);
    expect_access(f, "alone/z.bgf; alone/z.bgf.assetlintignore; mod/; mod/a/y.xmf.assetlintignore; "
                     "mod/a/y.xmf.assetlintignore.assetlintignore; ");
}

static void references_and_siblings(void **state)
{
    fixture *f = *state;
    list(f, (const char *const[]){"alone/z.bgf", NULL}, (const char *const[]){"ref", "alone/01.cat", NULL});
    expect_access(f, "alone/z.bgf; alone/; alone/01.dat; ref/; alone/01.cat; alone/01.dat; ");
}

static void references_of_the_configuration(void **state)
{
    fixture *f = *state;
    test_folder_add_text(&f->folder, "mod/a/assetlint.json", "{\"with\": [\"../../ref\", \"../../alone\"]}");
    list(f, (const char *const[]){"mod/a", NULL}, (const char *const[]){NULL});
    assert_int_equal(al_project_read_configuration(f->project, "mod/a/assetlint.json"), AL_OK);
    expect_access(f,
                  "mod/a/; mod/a/assetlint.json.assetlintignore; mod/a/y.xmf.assetlintignore; "
                  "mod/a/y.xmf.assetlintignore.assetlintignore; mod/a/../../ref/; mod/a/../../alone/; "
                  "mod/a/../../alone/01.dat; mod/a/../../alone/01.cat.assetlintignore; "
                  "mod/a/../../alone/01.dat.assetlintignore; mod/a/../../alone/beside.bgf.assetlintignore; "
                  "mod/a/../../alone/z.bgf.assetlintignore; "
                  "mod/a/../../alone/z.bgf.assetlintignore.assetlintignore; ");
}

static void references_out_of_a_found_configuration(void **state)
{
    fixture *f = *state;
    test_folder_add_text(&f->folder, "mod/a/assetlint.json", "{\"with\": [\"../../ref\"]}");
    list(f, (const char *const[]){"mod/a", NULL}, (const char *const[]){NULL});
    assert_int_equal(al_project_find_configuration(f->project), AL_OK);
    assert_string_equal(al_project_configuration(f->project)->unused_with, "mod/a/../../ref");
    expect_access(f, "mod/a/; mod/a/assetlint.json.assetlintignore; mod/a/y.xmf.assetlintignore; "
                     "mod/a/y.xmf.assetlintignore.assetlintignore; ");
}

static void standard_input_and_the_current_folder(void **state)
{
    fixture *f = *state;
    assert_int_equal(al_project_add_standard_input(f->project, "mod/x.xmf"), AL_OK);
    list(f, (const char *const[]){"known.json", "mod/a/", NULL}, (const char *const[]){NULL});
    expect_access(f, "known.json; mod/a/; ");
}

/* ---- Files by their id --------------------------------------------------------------------------------- */

static void expect_read(fixture *f, const char *path, const char *expected)
{
    al_file_id id;
    assert_true(al_find_file_id(path, &id));
    const char *found = project_find_read(f->project, &id);
    if (expected == NULL)
        assert_null(found);
    else
        assert_string_equal(found, expected);
}

static void files_that_a_run_reads(void **state)
{
    fixture *f = *state;
    test_folder_add_link(&f->folder, "to-x", "mod/x.xmf");
    list(f, (const char *const[]){"mod", "alone/z.bgf", "alone/absent.bgf", NULL},
         (const char *const[]){"ref", NULL});
    assert_int_equal(al_project_find_configuration(f->project), AL_OK);
    assert_int_equal(al_project_read_baseline(f->project, "known.json"), AL_OK);
    assert_int_equal(al_project_list(f->project, NULL), AL_OK);
    expect_read(f, "mod/x.xmf", "mod/x.xmf");
    expect_read(f, "./mod/a/../x.xmf", "mod/x.xmf");
    expect_read(f, "to-x", "mod/x.xmf");
    expect_read(f, "mod/old.bak", "mod/old.bak");
    expect_read(f, "ref/r.xmf", "ref/r.xmf");
    expect_read(f, "alone/beside.bgf", "alone/beside.bgf");
    expect_read(f, "mod/assetlint.json", "mod/assetlint.json");
    expect_read(f, "known.json", "known.json");
    expect_read(f, "mod/a/y.xmf.assetlintignore", "mod/a/y.xmf.assetlintignore");
    expect_read(f, "alone/absent.bgf.assetlintignore", "alone/absent.bgf.assetlintignore");
    expect_read(f, "no-such-file", NULL);
    expect_read(f, "ref/no-such-file", NULL);
}

static void files_that_a_run_does_not_read(void **state)
{
    fixture *f = *state;
    assert_int_equal(al_project_add_standard_input(f->project, "ref/r.xmf"), AL_OK);
    list(f, (const char *const[]){"alone/01.cat", NULL}, (const char *const[]){NULL});
    assert_int_equal(al_project_list(f->project, NULL), AL_OK);
    expect_read(f, "alone/01.cat", "alone/01.cat");
    expect_read(f, "alone/z.bgf", NULL);
    expect_read(f, "ref/r.xmf", NULL);
    expect_read(f, "alone/01.cat.assetlintignore", NULL); /* without a configuration none is read */
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

static void expect_folder(void *context, const char *path)
{
    const char **expected = context;
    assert_string_equal(path, *expected);
    *expected = NULL;
}

/* The current folder has no name in a path, and the root of the system is only a slash. */
static void folders_without_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *path, *told;
        size_t length;
    } cases[] = {
        {"x.xmf", ".", 0},   {"y.xmf", NULL, 0},   {"/x.xmf", "/", 1},
        {"/y.xmf", NULL, 1}, {"a/x.xmf", "a/", 2}, {"b/x.xmf", "b/", 2},
    };
    const char *expected;
    const al_access_listener listener = {
        .size = sizeof listener, .context = &expected, .reads = expect_folder};
    access_told a = {.listener = &listener};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expected = cases[i].told;
        assert_true(tell_folder(&a, cases[i].path, cases[i].length));
        assert_null(expected);
    }
}

static void no_memory_for_a_path(void **state)
{
    (void)state;
    const char *expected = NULL;
    const al_access_listener listener = {
        .size = sizeof listener, .context = &expected, .reads = expect_folder};
    access_told a = {.listener = &listener};
    char path[] = "a/x.xmf";
    const al_input in = {.path = path, .in_folder = true, .folder_length = 2};
    assert_false(tell_and_free(&a, NULL));
    no_memory = true;
    assert_false(tell_input(&a, &in));
    no_memory = false;
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(folders_whose_files_are_excluded),
        IN_FOLDER(folders_are_told_once),
        IN_FOLDER(ignore_files_beside_files),
        IN_FOLDER(references_and_siblings),
        IN_FOLDER(standard_input_and_the_current_folder),
        IN_FOLDER(references_of_the_configuration),
        IN_FOLDER(references_out_of_a_found_configuration),
        IN_FOLDER(files_that_a_run_reads),
        IN_FOLDER(files_that_a_run_does_not_read),
        cmocka_unit_test(folders_without_a_name),
        cmocka_unit_test(no_memory_for_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
