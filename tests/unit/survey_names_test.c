/* survey_names_test.c: which files a survey knows, in which order, and where it knows that some are missing.
 */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/result.h"
#include "platform/platform.h"
#include "project/survey_names.c" /* NOLINT(bugprone-suspicious-include): for the order of packages */

#define SEEDS UNIT_CORPUS "/"

enum { SHOWN = 2048 };

typedef struct fixture {
    al_options options;
    al_budget budget;
    al_arena arena;
    al_survey_names names;
    char text[SHOWN];
    test_folder folder; /* of some tests */
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL)
        return -1;
    al_options_init(&f->options);
    f->budget = al_budget_of(UINT64_MAX, 0);
    f->arena = al_arena_on(&f->budget);
    f->names = (al_survey_names){.options = &f->options, .arena = &f->arena};
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    al_arena_free(&f->arena);
    free(f);
    return 0;
}

static void write(fixture *f, const char *text)
{
    const size_t length = strlen(f->text);
    (void)snprintf(f->text + length, sizeof f->text - length, "%s", text);
}

/* Without the path of the corpus. */
static const char *short_path(const char *path)
{
    return strncmp(path, SEEDS, strlen(SEEDS)) == 0 ? path + strlen(SEEDS) : path;
}

static void expect_text(fixture *f, const char *expected)
{
    assert_string_equal(f->text, expected);
    f->text[0] = '\0';
}

/* "PATH[!/MEMBER] REFERENCE[ explicit][ unreported]; " */
static void expect_files(fixture *f, const char *expected)
{
    for (size_t i = 0; i < f->names.count; i++) {
        const al_related_file *file = &f->names.files[i];
        char number[16];
        (void)snprintf(number, sizeof number, " %u", file->with);
        write(f, short_path(file->path));
        write(f, file->member[0] != '\0' ? "!/" : "");
        write(f, file->member);
        write(f, number);
        write(f, file->explicit ? " explicit" : "");
        write(f, file->unreported ? " unreported; " : "; ");
    }
    expect_text(f, expected);
}

/* "START REFERENCE; " */
static void expect_gaps(fixture *f, const char *expected)
{
    for (size_t i = 0; i < f->names.gap_count; i++) {
        char number[16];
        (void)snprintf(number, sizeof number, " %u; ", f->names.gaps[i].with);
        write(f, short_path(f->names.gaps[i].start));
        write(f, number);
    }
    expect_text(f, expected);
}

/* "PATH REFERENCE[ reported][: WHY]; " */
static void expect_packages(fixture *f, const char *expected)
{
    for (size_t i = 0; i < f->names.package_count; i++) {
        const al_surveyed_package *p = &f->names.packages[i];
        char numbers[16];
        (void)snprintf(numbers, sizeof numbers, " %u", p->with);
        write(f, short_path(p->path));
        write(f, numbers);
        write(f, p->reported ? " reported" : "");
        write(f, p->unread != NULL ? ": " : "");
        write(f, p->unread != NULL ? p->unread : "");
        write(f, "; ");
    }
    expect_text(f, expected);
}

static void add(fixture *f, const char *path, bool explicit_file)
{
    assert_true(al_survey_names_add(&f->names, path, explicit_file));
}

/* ---- Files and references ------------------------------------------------------------------------------ */

static void add_files(fixture *f)
{
    add(f, "b.xmf", false);
    add(f, "a.xmf", true);
    f->names.unreported = true;
    add(f, "c.xmf", false);
    f->names.unreported = false;
    assert_true(al_survey_names_begin_reference(&f->names, "ref", false));
    add(f, "ref/y.xmf", false);
    add(f, "a.xmf", false);
    assert_true(al_survey_names_begin_reference(&f->names, "one.xmf", true));
    add(f, "one.xmf", false);
    f->names.siblings = true;
    assert_true(al_survey_names_add_file(&f->names, "0.zip", "", true));
    al_survey_names_sort(&f->names);
}

static void files_are_sorted_by_reference(void **state)
{
    fixture *f = *state;
    add_files(f);
    expect_files(f, "a.xmf 0 explicit; b.xmf 0; c.xmf 0 unreported; a.xmf 1; ref/y.xmf 1; one.xmf 2; "
                    "0.zip 3 explicit; ");
    static const size_t up_to[] = {3, 5, 6, 7};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(al_survey_names_up_to(&f->names, i), up_to[i]);
    assert_int_equal(f->names.reference_count, 2);
    assert_string_equal(f->names.references[0], "ref");
    assert_string_equal(f->names.references[1], "one.xmf");
    assert_false(f->names.reference_is_file[0]);
    assert_true(f->names.reference_is_file[1]);
    expect_packages(f, "");
    expect_gaps(f, "");
}

/* Wherever a file is looked for first, it is found where it is. */
static void any_place_is_likely(void **state)
{
    fixture *f = *state;
    static const char *const packages[] = {"0.zip", "p.zip"};
    for (size_t i = 0; i < 2; i++) {
        assert_true(al_survey_names_add_file(&f->names, packages[i], "m", false));
        assert_true(al_survey_names_add_file(&f->names, packages[i], "n", false));
    }
    add_files(f);
    al_survey_names_sort(&f->names);
    const size_t checked = al_survey_names_up_to(&f->names, 0);
    for (size_t file = 0; file < checked; file++) {
        size_t count;
        const size_t first = al_survey_names_find(&f->names, checked, f->names.files[file].path, &count);
        assert_true(first <= file && file < first + count);
        assert_string_equal(f->names.files[first].path, f->names.files[file].path);
        assert_string_equal(f->names.files[first + count - 1].path, f->names.files[file].path);
    }
}

static void files_are_found(void **state)
{
    fixture *f = *state;
    static const char *const members[] = {"", "m", "n"};
    for (size_t i = 3; i > 0; i--)
        assert_true(al_survey_names_add_file(&f->names, "p.zip", members[i - 1], false));
    add_files(f);
    static const struct {
        const char *path;
        size_t first, count;
    } cases[] = {
        {"a.xmf", 0, 1}, {"b.xmf", 1, 1}, {"c.xmf", 2, 1},   {"p.zip", 3, 3},
        {"a", 0, 0},     {"b", 1, 0},     {"one.xmf", 3, 0}, {"z", 6, 0},
    };
    size_t count;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(al_survey_names_find(&f->names, 6, cases[i].path, &count), cases[i].first);
        assert_int_equal(count, cases[i].count);
    }
    assert_int_equal(al_survey_names_find(&f->names, 4, "p.zip", &count), 3);
    assert_int_equal(count, 1);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(al_survey_names_find_file(&f->names, 6, "p.zip", members[i]), 3 + i);
    assert_int_equal(al_survey_names_find_file(&f->names, 6, "p.zip", "o"), AL_NO_FILE);
    assert_int_equal(al_survey_names_find_file(&f->names, 6, "p.zip", "l"), AL_NO_FILE);
    assert_int_equal(al_survey_names_find_file(&f->names, 5, "p.zip", "n"), AL_NO_FILE);
    assert_int_equal(al_survey_names_find_file(&f->names, 6, "a.xmf", ""), 0);
    assert_int_equal(al_survey_names_find_file(&f->names, 6, "ref/y.xmf", ""), AL_NO_FILE);
    assert_null(al_survey_names_package(&f->names, "p.zip"));
}

static void folders_that_could_not_be_listed(void **state)
{
    fixture *f = *state;
    assert_true(al_survey_names_add_unlisted(&f->names, "mod/b", "why b"));
    assert_true(al_survey_names_add_unlisted(&f->names, "mod/a/", "why a"));
    f->names.unreported = true;
    assert_true(al_survey_names_add_unlisted(&f->names, "c", "why c"));
    f->names.unreported = false;
    assert_true(al_survey_names_begin_reference(&f->names, "ref", false));
    assert_true(al_survey_names_add_unlisted(&f->names, "", "why d"));
    al_survey_names_sort(&f->names);
    expect_gaps(f, "c/ 0; mod/a/ 0; mod/b/ 0; / 1; ");
    static const bool reported[] = {true, true, false, false};
    assert_int_equal(f->names.unlisted_count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(f->names.unlisted[i].reported, reported[i]);
    assert_string_equal(f->names.unlisted[1].path, "mod/a/");
    assert_string_equal(f->names.unlisted[1].why, "why a");
}

/* ---- Packages ------------------------------------------------------------------------------------------ */

static void members_of_packages(void **state)
{
    fixture *f = *state;
    add(f, SEEDS "cat/seeds/nested.cat", false);
    assert_true(al_survey_names_begin_reference(&f->names, "ref", false));
    add(f, SEEDS "cat/seeds/usual.cat", true);
    al_survey_names_sort(&f->names);
    expect_files(
        f, "cat/seeds/nested.cat 0; cat/seeds/nested.cat!/b-lod0.xmf 0; cat/seeds/nested.cat!/content.txt 0; "
           "cat/seeds/nested.cat!/extensions/a/ext_01.cat 0; "
           "cat/seeds/nested.cat!/extensions/a/ext_01.cat!/assets/props/hull_data/part-lod0.xmf 0; "
           "cat/seeds/nested.cat!/extensions/a/ext_01.cat!/ui/addons/menu.lua 0; "
           "cat/seeds/nested.cat!/extensions/a/ext_01.dat 0; "
           "cat/seeds/usual.cat 1; cat/seeds/usual.cat!/assets/props/hull_data/part-lod0.xmf 1; "
           "cat/seeds/usual.cat!/assets/props/hull_data/part-lod1.xmf 1; "
           "cat/seeds/usual.cat!/ui/addons/menu.lua 1; ");
    expect_gaps(f, "");
    expect_packages(f, "cat/seeds/nested.cat 0 reported; cat/seeds/usual.cat 1; ");
}

/* The list in nested.cat, that of ext_01.cat, has 151 bytes; its data has 647. */
static void limits_of_packages_in_packages(void **state)
{
    static const struct {
        uint64_t file_size, inflated;
        const char *gaps, *packages;
        size_t files;
    } cases[] = {
        {647, 151, "", "cat/seeds/nested.cat 0 reported; ", 7},
        {646, 151, "", "cat/seeds/nested.cat 0 reported; ", 7},
        {647, 150, "cat/seeds/nested.cat!/extensions/a/ 0; ", "cat/seeds/nested.cat 0 reported; ", 5},
        {190, 151, "cat/seeds/ 0; ", "cat/seeds/nested.cat 0 reported; ", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture *f = *state;
        al_options_set_limit(&f->options, AL_LIMIT_FILE_SIZE, cases[i].file_size);
        al_options_set_limit(&f->options, AL_LIMIT_INFLATED, cases[i].inflated);
        f->names = (al_survey_names){.options = &f->options, .arena = &f->arena};
        add(f, SEEDS "cat/seeds/nested.cat", false);
        expect_gaps(f, cases[i].gaps);
        expect_packages(f, cases[i].packages);
        assert_int_equal(f->names.count, cases[i].files);
    }
}

static void packages_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    test_folder folder;
    assert_int_equal(test_folder_begin(&folder), 0);
    test_folder_add_folder(&folder, "folder.zip");
    test_folder_add_text(&folder, "text.zip", "this is no zip");
    test_folder_add_text(&folder, "mod.cat", "this is no list\n");
    add(f, "a/gone.zip", false);
    add(f, "a/gone.cat", false);
    add(f, "gone.CAT", false);
    add(f, "folder.zip", false);
    add(f, "text.zip", false);
    add(f, "mod.cat", false);
    al_options_set_limit(&f->options, AL_LIMIT_FILE_SIZE, 3);
    assert_true(al_survey_names_begin_reference(&f->names, "ref", false));
    add(f, "text.zip", false);
    al_survey_names_sort(&f->names);
    const al_surveyed_package *found = al_survey_names_package(&f->names, "text.zip");
    assert_non_null(found);
    assert_int_equal(found->with, 0); /* the checked one comes first */
    assert_null(al_survey_names_package(&f->names, "text.zi"));
    assert_null(al_survey_names_package(&f->names, "zzz"));
    expect_files(f,
                 "a/gone.cat 0; a/gone.zip 0; folder.zip 0; gone.CAT 0; mod.cat 0; text.zip 0; text.zip 1; ");
    expect_gaps(f, " 0;  0; a/ 0; a/gone.zip!/ 0; text.zip!/ 0; text.zip!/ 1; ");
    expect_packages(f, "a/gone.cat 0 reported: no such file or folder; "
                       "a/gone.zip 0 reported: no such file or folder; folder.zip 0 reported; "
                       "gone.CAT 0 reported: no such file or folder; mod.cat 0 reported; "
                       "text.zip 0 reported; text.zip 1; ");
    assert_int_equal(test_folder_end(&folder), 0);
}

#define OF_NAMES(test) cmocka_unit_test_setup_teardown(test, begin, end)

/* A catalog in a catalog whose list is broken, and one whose bytes can't be read: both leave a gap. */
static void packages_in_packages_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    test_folder folder;
    char expected[128];
    static const char list[] = "ext_01.cat 3 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n";
    assert_int_equal(test_folder_begin(&folder), 0);
    test_folder_add_text(&folder, "a.cat", list);
    test_folder_add_text(&folder, "a.dat", "foo");
    test_folder_add_text(&folder, "b.cat", list);
    test_folder_add_link(&folder, "b.dat", "b.dat");
    add(f, "a.cat", false);
    add(f, "b.cat", false);
    al_survey_names_sort(&f->names);
    expect_files(f, "a.cat 0; a.cat!/ext_01.cat 0; b.cat 0; b.cat!/ext_01.cat 0; ");
    expect_gaps(f, "a.cat!/ 0; b.cat!/ 0; ");
    (void)snprintf(expected, sizeof expected, "a.cat 0 reported; b.cat 0 reported: %s; ",
                   al_error_text(ELOOP));
    expect_packages(f, expected);
    assert_int_equal(test_folder_end(&folder), 0);
}

/* ---- Catalogs in catalogs ------------------------------------------------------------------------------ */

enum { INNER_SIZE = 48 };

/* NAME.cat and NAME.dat with `count` inner catalogs, i1.cat and so on, each with the file `inner`, of no
 * bytes: their lists have INNER_SIZE bytes if its name has one. */
static void add_catalog(test_folder *folder, const char *name, size_t count, const char *inner)
{
    char list[512] = "", data[512] = "", path[16];
    for (size_t i = 1; i <= count; i++) {
        const size_t length = strlen(list), before = strlen(data);
        (void)snprintf(data + before, sizeof data - before,
                       "%s 0 1500000000 d41d8cd98f00b204e9800998ecf8427e\n", inner);
        (void)snprintf(list + length, sizeof list - length,
                       "i%zu.cat %zu 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n", i,
                       strlen(data) - before);
    }
    assert_true(strlen(inner) > 1 || strlen(data) == count * INNER_SIZE);
    (void)snprintf(path, sizeof path, "%s.cat", name);
    test_folder_add_text(folder, path, list);
    (void)snprintf(path, sizeof path, "%s.dat", name);
    test_folder_add_text(folder, path, data);
}

static int begin_in_folder(void **state)
{
    return begin(state) == 0 ? test_folder_begin(&((fixture *)*state)->folder) : -1;
}

static int end_in_folder(void **state)
{
    const int failed = test_folder_end(&((fixture *)*state)->folder);
    return end(state) == 0 ? failed : -1;
}

/* Packages in a package in a package are not opened. */
static void packages_are_opened_two_deep(void **state)
{
    fixture *f = *state;
    add_catalog(&f->folder, "a", 1, "c.cat");
    add(f, "a.cat", false);
    al_survey_names_sort(&f->names);
    expect_files(f, "a.cat 0; a.cat!/i1.cat 0; a.cat!/i1.cat!/c.cat 0; ");
    expect_gaps(f, "");
}

/* One that doesn't fit counts nothing: what is left is enough for none of the others either. */
static void the_limit_of_all_packages_in_a_package(void **state)
{
    fixture *f = *state;
    add_catalog(&f->folder, "a", 4, "c");
    al_options_set_limit(&f->options, AL_LIMIT_INFLATED, 2 * INNER_SIZE + 1);
    add(f, "a.cat", false);
    al_survey_names_sort(&f->names);
    expect_gaps(f, "a.cat!/ 0; a.cat!/ 0; ");
    expect_files(f, "a.cat 0; a.cat!/i1.cat 0; a.cat!/i1.cat!/c 0; a.cat!/i2.cat 0; a.cat!/i2.cat!/c 0; "
                    "a.cat!/i3.cat 0; a.cat!/i4.cat 0; ");
}

static void a_package_in_a_package_that_is_too_large(void **state)
{
    fixture *f = *state;
    add_catalog(&f->folder, "a", 1, "c");
    test_folder_add_text(&f->folder, "b.cat", "i.cat 5000 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n");
    char *data = calloc(5001, 1);
    assert_non_null(data);
    memset(data, '\n', 5000);
    test_folder_add_text(&f->folder, "b.dat", data);
    free(data);
    al_options_set_limit(&f->options, AL_LIMIT_FILE_SIZE, 4999);
    add(f, "b.cat", false);
    expect_gaps(f, "b.cat!/ 0; ");
    expect_packages(f, "b.cat 0 reported; ");
}

/* A tar gives the bytes of a package in it while it is listed. */
static void packages_in_an_archive(void **state)
{
    fixture *f = *state;
    add(f, SEEDS "tar/seeds/pair.tar", false);
    al_survey_names_sort(&f->names);
    expect_gaps(f, "");
    expect_files(
        f, "tar/seeds/pair.tar 0; tar/seeds/pair.tar!/ext_01.cat 0; tar/seeds/pair.tar!/ext_01.cat!/a.xmf 0; "
           "tar/seeds/pair.tar!/ext_01.dat 0; ");
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

enum { KINDS = 7 };

/* Adds something of one of these kinds. */
static bool add_kind(fixture *f, size_t kind)
{
    static const char *const paths[KINDS] = {"folder", "a.cat", "gone.zip", "folder.zip",
                                             "ref",    "b.cat", "x"};
    switch (kind) {
    case 0: return al_survey_names_add_unlisted(&f->names, paths[kind], "why");
    case 4: return al_survey_names_begin_reference(&f->names, paths[kind], false);
    default: return al_survey_names_add(&f->names, paths[kind], false);
    }
}

static bool add_everything(fixture *f)
{
    bool ok = true;
    for (size_t kind = 0; ok && kind < KINDS; kind++)
        ok = add_kind(f, kind);
    return ok;
}

static void begin_names(fixture *f, uint64_t limit, uint64_t fail_at)
{
    al_arena_free(&f->arena);
    f->budget = al_budget_of(limit, fail_at);
    f->arena = al_arena_on(&f->budget);
    f->names = (al_survey_names){.options = &f->options, .arena = &f->arena};
}

/* Whether all that add_everything adds is there, or a gap tells where something is missing. */
static void expect_everything(fixture *f)
{
    const al_surveyed_package *gone = &f->names.packages[1];
    bool inner = false;
    assert_int_equal(f->names.unlisted_count, 1);
    assert_int_equal(f->names.reference_count, 1);
    assert_int_equal(f->names.package_count, 4);
    assert_string_equal(gone->unread, "no such file or folder");
    for (size_t i = 0; i < f->names.count; i++)
        inner = inner || strcmp(f->names.files[i].member, "i1.cat!/c") == 0;
    for (size_t i = 0; i < f->names.gap_count; i++)
        inner = inner || strcmp(f->names.gaps[i].start, "a.cat!/") == 0 || f->names.gaps[i].start[0] == '\0';
    assert_true(inner);
}

static void add_everything_to_folder(fixture *f)
{
    add_catalog(&f->folder, "a", 1, "c");
    test_folder_add_folder(&f->folder, "folder.zip"); /* what is no file is not opened */
    test_folder_add_text(&f->folder, "b.cat", "i.cat 3 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n");
    test_folder_add_link(&f->folder, "b.dat", "b.dat");
}

/* Each allocation fails once, which is told: also if nothing is added afterwards. */
static void each_shortage_of_the_system_is_told(void **state)
{
    fixture *f = *state;
    add_everything_to_folder(f);
    for (size_t kind = 0; kind < KINDS; kind++) {
        bool ok = false;
        for (uint64_t n = 1; !ok; n++) {
            begin_names(f, UINT64_MAX, n);
            ok = add_kind(f, kind);
            assert_int_equal(ok, f->budget.calls < n);
        }
    }
    begin_names(f, UINT64_MAX, 0);
    assert_true(add_everything(f));
    expect_everything(f);
}

/* With each limit of memory either that is told, or nothing is missing. */
static void each_limit_of_memory_is_told(void **state)
{
    enum { STEP = 64, MOST = 1 << 20 };
    fixture *f = *state;
    size_t failed = 0, complete = 0;
    add_everything_to_folder(f);
    for (uint64_t limit = STEP; complete < 3; limit += STEP) {
        assert_in_range(limit, STEP, MOST);
        begin_names(f, limit, 0);
        if (add_everything(f)) {
            expect_everything(f);
            complete++;
        } else {
            failed++;
        }
    }
    assert_true(failed > 0);
}

/* The bytes of a package are paid for while it is read, and no longer. */
static void the_bytes_of_packages_are_returned(void **state)
{
    enum { LARGE = 1 << 20 };
    fixture *f = *state;
    char *text = calloc(LARGE + 1, 1);
    assert_non_null(text);
    memset(text, '\n', LARGE);
    test_folder_add_text(&f->folder, "a.cat", text);
    free(text);
    add(f, "a.cat", false);
    assert_in_range(f->budget.used, 1, LARGE / 2);
}

/* The text of a gap has its own memory, whatever the length of the path. */
static void gaps_of_every_length(void **state)
{
    fixture *f = *state;
    static char paths[40][48];
    for (size_t i = 0; i < 40; i++) {
        memset(paths[i], 'a', i + 1);
        (void)snprintf(paths[i] + i + 1, sizeof paths[i] - i - 1, ".zip");
        add(f, paths[i], false);
    }
    assert_true(al_survey_names_add_unlisted(&f->names, "/", "why"));
    assert_int_equal(f->names.gap_count, 41);
    assert_string_equal(f->names.gaps[40].start, "/");
    for (size_t i = 0; i < 40; i++) {
        const char *start = f->names.gaps[i].start;
        assert_int_equal(strlen(start), i + 1 + strlen(".zip!/"));
        assert_memory_equal(start, paths[i], i + 1);
        assert_string_equal(start + i + 1, ".zip!/");
    }
}

/* Packages are sorted by path, and one that is both checked and in a reference by these. */
static void the_order_of_packages(void **state)
{
    (void)state;
    static const al_surveyed_package sorted[] = {
        {.path = "a.zip", .with = 1}, {.path = "b.zip", .with = 0}, {.path = "b.zip", .with = 1}};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            const int order = compare_packages(&sorted[i], &sorted[j], NULL);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
        }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin_in_folder, end_in_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_NAMES(files_are_sorted_by_reference),
        OF_NAMES(any_place_is_likely),
        OF_NAMES(files_are_found),
        OF_NAMES(folders_that_could_not_be_listed),
        OF_NAMES(members_of_packages),
        OF_NAMES(limits_of_packages_in_packages),
        OF_NAMES(packages_that_cannot_be_read),
        OF_NAMES(packages_in_packages_that_cannot_be_read),
        IN_FOLDER(packages_are_opened_two_deep),
        IN_FOLDER(the_limit_of_all_packages_in_a_package),
        IN_FOLDER(a_package_in_a_package_that_is_too_large),
        IN_FOLDER(packages_in_an_archive),
        IN_FOLDER(each_shortage_of_the_system_is_told),
        IN_FOLDER(each_limit_of_memory_is_told),
        IN_FOLDER(the_bytes_of_packages_are_returned),
        OF_NAMES(gaps_of_every_length),
        OF_NAMES(the_order_of_packages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
