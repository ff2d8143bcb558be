/* windows_test.c: files, folders, paths and outputs on Windows. Each test runs in a new folder. */
#include "unit.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <windows.h>

#include "platform/platform.h"
#include "platform/windows_internal.h"
#include "project/paths.h"

static void write_file(const char *path, const char *text)
{
    al_output output;
    assert_int_equal(al_output_open(path, &output), 0);
    assert_true(fputs(text, output.stream) >= 0);
    assert_int_equal(al_output_finish(&output), 0);
}

static void expect_text(const char *path, const char *text)
{
    char there[64] = "";
    al_file file;
    int error;
    assert_int_equal(al_file_open(path, &file), 0);
    assert_int_equal(al_file_read(file, there, sizeof there - 1, &error), strlen(text));
    al_file_close(file);
    assert_string_equal(there, text);
}

static void delete_file(const char *path)
{
    wchar_t *wide = NULL;
    assert_int_equal(al_wide_path(path, &wide), 0);
    assert_true(DeleteFileW(wide));
    free(wide);
}

static void make_folder(const char *path)
{
    wchar_t *wide = NULL;
    assert_int_equal(al_wide_path(path, &wide), 0);
    assert_true(CreateDirectoryW(wide, NULL));
    free(wide);
}

static void delete_folder(const char *path)
{
    wchar_t *wide = NULL;
    assert_int_equal(al_wide_path(path, &wide), 0);
    assert_true(RemoveDirectoryW(wide));
    free(wide);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void texts_go_both_ways(void **state)
{
    static const struct {
        const char *narrow;
        wchar_t wide[4];
    } cases[] = {{"a", L"a"},
                 {"\xc3\xa4", {0xE4}},
                 {"\xe2\x82\xac", {0x20AC}},
                 {"\xf0\x9f\x98\x80", {0xD83D, 0xDE00}},
                 {"\xed\xa0\xbd", {0xD83D}}, /* half of a surrogate pair */
                 {"\xed\xb8\x80x", {0xDE00, L'x'}}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wchar_t *wide = al_wide_text(cases[i].narrow);
        assert_non_null(wide);
        assert_int_equal(wcscmp(wide, cases[i].wide), 0);
        char *narrow = al_narrow_text(wide, wcslen(wide));
        assert_string_equal(narrow, cases[i].narrow);
        free(narrow);
        free(wide);
    }
}

static void invalid_utf8_is_refused(void **state)
{
    static const char *const cases[] = {"\xe4", "\xc3", "\xc0\x80", "\xe0\x80\xaf", "\xf4\x90\x80\x80",
                                        "\x80", "\xff"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wchar_t *wide = NULL;
        errno = 0;
        assert_null(al_wide_text(cases[i]));
        assert_int_equal(errno, EILSEQ);
        assert_int_equal(al_wide_path(cases[i], &wide), ENOENT);
    }
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

static void roots_of_paths(void **state)
{
    (void)state;
    assert_int_equal(al_path_root("a/b"), 0);
    assert_int_equal(al_path_root(""), 0);
    assert_int_equal(al_path_root("/a"), 1);
    assert_int_equal(al_path_root("C:/a"), 3);
    assert_int_equal(al_path_root("c:\\a"), 3);
    assert_int_equal(al_path_root("C:"), 2);
    assert_int_equal(al_path_root("C:a"), 0);
    assert_int_equal(al_path_root("//server/share/a"), 15);
    assert_int_equal(al_path_root("//server/share"), 14);
    char path[] = "a\\b/c\\";
    al_path_use_slashes(path);
    assert_string_equal(path, "a/b/c/");
}

static void expect_wide(const char *path, const wchar_t *wanted)
{
    wchar_t *wide = NULL;
    assert_int_equal(al_wide_path(path, &wide), 0);
    assert_int_equal(wcscmp(wide, wanted), 0);
    free(wide);
}

static void paths_for_windows(void **state)
{
    wchar_t *wide = NULL;
    (void)state;
    expect_wide("C:/a/./b/../c//d", L"\\\\?\\C:\\a\\c\\d");
    expect_wide("C:\\a\\..\\..\\..\\b", L"\\\\?\\C:\\b");
    expect_wide("C:/", L"\\\\?\\C:\\");
    expect_wide("C:/aux.xmf", L"\\\\?\\C:\\aux.xmf");
    expect_wide("C:/a./b ", L"\\\\?\\C:\\a.\\b ");
    expect_wide("//server/share/a/..", L"\\\\?\\UNC\\server\\share");
    expect_wide("//?/C:/a/b", L"\\\\?\\C:\\a\\b");
    expect_wide("//./pipe/name", L"\\\\.\\pipe\\name");
    assert_int_equal(al_wide_path("", &wide), ENOENT);
    assert_int_equal(al_wide_path("//./PhysicalDrive0", &wide), ENOENT);
    assert_int_equal(al_wide_path("C:/file:stream", &wide), ENOENT);
    assert_int_equal(al_wide_path("file.xmf:stream", &wide), ENOENT);
}

static void normal_paths_have_a_drive(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"D:/mod", "/a/../b", "D:/b"},
        {"D:/mod", "/", "D:"},
        {"D:/mod", "a/./b", "D:/mod/a/b"},
        {"D:/mod", "E:/a", "E:/a"},
        {"D:/mod", "..", "D:"},
        {"//host/all/mod", "/a", "//host/all/a"},
        {"D:/mod", "//host/all/a", "//host/all/a"},
        {NULL, "/a", "/a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *normal = al_path_normal(cases[i][0], cases[i][1]);
        assert_non_null(normal);
        assert_string_equal(normal, cases[i][2]);
        free(normal);
    }
}

static void relative_paths_begin_at_the_folder(void **state)
{
    char folder[4096];
    wchar_t *relative = NULL, *absolute = NULL;
    (void)state;
    assert_true(al_current_folder(folder, sizeof folder - 16));
    assert_int_equal(al_path_root(folder), 3);
    assert_null(strchr(folder, '\\'));
    memcpy(folder + strlen(folder), "/x/y", sizeof "/x/y");
    assert_int_equal(al_wide_path("x\\z/../y", &relative), 0);
    assert_int_equal(al_wide_path(folder, &absolute), 0);
    assert_int_equal(wcscmp(relative, absolute), 0);
    free(relative);
    free(absolute);
}

/* ---- Files and folders --------------------------------------------------------------------------------- */

static void files_of_any_name(void **state)
{
    static const char *const names[] = {"\xc3\xa4\xe2\x82\xac.xmf", "\xf0\x9f\x98\x80", "with blank .x",
                                        ".hidden"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        al_file_info info;
        write_file(names[i], "text\n");
        expect_text(names[i], "text\n");
        assert_int_equal(al_stat_path(names[i], &info), 0);
        assert_int_equal(info.kind, AL_KIND_FILE);
        assert_int_equal(info.size, 5);
        delete_file(names[i]);
        assert_int_equal(al_stat_path(names[i], &info), ENOENT);
    }
}

/* Ten folders of fifty letters: functions with a limit of 260 characters can't open such a path. */
static void paths_of_any_length(void **state)
{
    enum { DEPTH = 10, PART = 51 };
    char path[DEPTH * PART + 16] = "";
    int error;
    al_folder_entry entry;
    (void)state;
    for (size_t i = 0; i < DEPTH; i++) {
        memset(path + i * PART, 'a', PART - 1);
        path[i * PART + PART - 1] = '\0';
        make_folder(path);
        path[i * PART + PART - 1] = '/';
    }
    memcpy(path + DEPTH * PART, "x.xmf", sizeof "x.xmf");
    write_file(path, "deep");
    expect_text(path, "deep");
    path[DEPTH * PART - 1] = '\0';
    al_folder *folder = al_folder_open(path, &error);
    assert_non_null(folder);
    assert_true(al_folder_next(folder, &entry, &error));
    assert_string_equal(entry.name, "x.xmf");
    assert_int_equal(entry.kind, AL_KIND_FILE);
    assert_false(al_folder_next(folder, &entry, &error));
    assert_int_equal(error, 0);
    al_folder_close(folder);
    path[DEPTH * PART - 1] = '/';
    delete_file(path);
    for (size_t i = DEPTH; i > 0; i--) {
        path[i * PART - 1] = '\0';
        delete_folder(path);
    }
}

static void names_of_devices_are_no_devices(void **state)
{
    static const char *const names[] = {"NUL", "CON", "aux.xmf", "COM1", "nul.json"};
    al_file file;
    al_file_info info;
    al_output output;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(al_file_open(names[i], &file), ENOENT);
        assert_int_equal(al_stat_path(names[i], &info), ENOENT);
        assert_false(al_exists(names[i]));
        if (i > 0)
            assert_int_equal(al_output_open(names[i], &output), AL_ERROR_RESERVED);
    }
    assert_int_equal(al_output_open("out.json:stream", &output), ENOENT);
    assert_false(al_exists("out.json"));
    assert_string_equal(al_error_text(AL_ERROR_RESERVED), "this name means a device on Windows");
}

static void nul_can_be_written_to(void **state)
{
    al_output output;
    (void)state;
    assert_int_equal(al_output_open("NUL", &output), 0);
    assert_true(fputs("gone", output.stream) >= 0);
    assert_int_equal(al_output_finish(&output), 0);
    assert_false(al_exists("NUL"));
}

static void folders_are_no_files(void **state)
{
    al_file file;
    al_file_info info;
    int error;
    (void)state;
    make_folder("folder");
    assert_int_equal(al_file_open("folder", &file), EISDIR);
    assert_int_equal(al_stat_path("folder/", &info), 0);
    assert_int_equal(info.kind, AL_KIND_FOLDER);
    assert_null(al_folder_open("missing", &error));
    assert_int_equal(error, ENOENT);
    delete_folder("folder");
}

static size_t entries(const char *path)
{
    al_folder_entry entry;
    int error;
    size_t count = 0;
    al_folder *folder = al_folder_open(path, &error);
    assert_non_null(folder);
    while (al_folder_next(folder, &entry, &error))
        count++;
    assert_int_equal(error, 0);
    al_folder_close(folder);
    return count;
}

static void outputs_replace_when_they_are_whole(void **state)
{
    al_output output;
    (void)state;
    write_file("out", "old\n");
    assert_int_equal(al_output_open("out", &output), 0);
    assert_true(fputs("new\n", output.stream) >= 0);
    expect_text("out", "old\n");
    assert_int_equal(al_output_finish(&output), 0);
    expect_text("out", "new\n"); /* no carriage return either */
    assert_int_equal(al_output_open("OUT", &output), 0);
    al_output_discard(&output);
    expect_text("out", "new\n");
    assert_int_equal(entries("."), 1);
    delete_file("out");
}

static void appending_keeps_the_content(void **state)
{
    al_output output;
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(al_output_append("out", &output), 0);
        assert_true(fputs("a\n", output.stream) >= 0);
        assert_int_equal(al_output_finish(&output), 0);
    }
    expect_text("out", "a\na\na\n");
    delete_file("out");
}

static void read_only_files_stay(void **state)
{
    al_output output;
    wchar_t *wide = NULL;
    (void)state;
    write_file("out", "old");
    assert_int_equal(al_wide_path("out", &wide), 0);
    assert_true(SetFileAttributesW(wide, FILE_ATTRIBUTE_READONLY));
    assert_int_equal(al_output_open("out", &output), EACCES);
    expect_text("out", "old");
    assert_true(SetFileAttributesW(wide, FILE_ATTRIBUTE_NORMAL));
    free(wide);
    delete_file("out");
}

static void places_ignore_case(void **state)
{
    al_file_id a, b;
    (void)state;
    assert_true(al_find_file_id("Out.json", &a));
    assert_true(al_find_file_id("./OUT.JSON", &b));
    assert_true(al_same_file_id(&a, &b));
    assert_true(al_find_file_id("Out2.json", &b));
    assert_false(al_same_file_id(&a, &b));
    write_file("Out.json", "");
    assert_true(al_find_file_id("Out.json", &a));
    assert_true(al_find_file_id(".\\Out.json", &b));
    assert_true(al_same_file_id(&a, &b));
    assert_false(al_find_file_id(".", &b));
    delete_file("Out.json");
}

static void temporary_files_are_deleted(void **state)
{
    char there[8] = "";
    (void)state;
    FILE *file = al_temporary_file(), *other = al_temporary_file();
    assert_non_null(file);
    assert_non_null(other);
    assert_int_equal(fwrite("a\nb", 1, 3, file), 3);
    rewind(file);
    assert_int_equal(fread(there, 1, sizeof there, file), 3);
    assert_memory_equal(there, "a\nb", 3);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(fclose(other), 0);
}

/* ---- Threads ------------------------------------------------------------------------------------------- */

typedef struct counter {
    al_lock *lock;
    al_condition *changed;
    unsigned count;
} counter;

static void count_up(void *context)
{
    counter *c = context;
    for (int i = 0; i < 1000; i++) {
        al_lock_enter(c->lock);
        c->count++;
        al_condition_wake_all(c->changed);
        al_lock_leave(c->lock);
    }
}

static void threads_take_turns(void **state)
{
    enum { THREADS = 4 };
    al_thread *threads[THREADS];
    counter c = {.lock = al_lock_new(), .changed = al_condition_new()};
    (void)state;
    assert_true(al_processors() >= 1);
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = al_thread_start(count_up, &c);
        assert_non_null(threads[i]);
    }
    al_lock_enter(c.lock);
    while (c.count < THREADS * 1000)
        al_condition_wait(c.changed, c.lock);
    al_lock_leave(c.lock);
    for (size_t i = 0; i < THREADS; i++)
        al_thread_join(threads[i]);
    assert_int_equal(c.count, THREADS * 1000);
    al_condition_free(c.changed);
    al_lock_free(c.lock);
}

static void texts_of_errors(void **state)
{
    (void)state;
    assert_int_equal(al_errno_of_windows(ERROR_SUCCESS), 0);
    assert_string_equal(al_error_text(al_errno_of_windows(ERROR_FILE_NOT_FOUND)), "no such file or folder");
    assert_string_equal(al_error_text(al_errno_of_windows(ERROR_SHARING_VIOLATION)), "Permission denied");
    assert_string_equal(al_error_text(al_errno_of_windows(1117)), "Input/output error");
    assert_string_equal(al_error_text(al_errno_of_windows(4390)), "error 4390 of Windows");
    assert_true(al_is_out_of_memory(al_errno_of_windows(ERROR_NOT_ENOUGH_MEMORY)));
    assert_true(al_is_closed_pipe(al_errno_of_windows(ERROR_NO_DATA)));
}

static int enter_folder(void **state)
{
    (void)state;
    (void)CreateDirectoryW(L"windows_test_folder", NULL);
    return SetCurrentDirectoryW(L"windows_test_folder") ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    return SetCurrentDirectoryW(L"..") && RemoveDirectoryW(L"windows_test_folder") ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_go_both_ways),
        cmocka_unit_test(invalid_utf8_is_refused),
        cmocka_unit_test(roots_of_paths),
        cmocka_unit_test(paths_for_windows),
        cmocka_unit_test(relative_paths_begin_at_the_folder),
        cmocka_unit_test(normal_paths_have_a_drive),
        cmocka_unit_test(files_of_any_name),
        cmocka_unit_test(paths_of_any_length),
        cmocka_unit_test(names_of_devices_are_no_devices),
        cmocka_unit_test(nul_can_be_written_to),
        cmocka_unit_test(folders_are_no_files),
        cmocka_unit_test(outputs_replace_when_they_are_whole),
        cmocka_unit_test(appending_keeps_the_content),
        cmocka_unit_test(read_only_files_stay),
        cmocka_unit_test(places_ignore_case),
        cmocka_unit_test(temporary_files_are_deleted),
        cmocka_unit_test(threads_take_turns),
        cmocka_unit_test(texts_of_errors),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
