/* input_walk_test.c: how many threads read folders, and that they find what one finds. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

/* ---- What is played ------------------------------------------------------------------------------------ */

static size_t most_threads, threads, asked, joined;

/* The threads are never run: so all folders still wait when the last of them starts. */
static bool only_played;

static al_thread *played_thread_start(void (*work)(void *context), void *context)
{
    asked++;
    if (threads == most_threads)
        return NULL;
    al_thread *thread = only_played ? (al_thread *)&threads : al_thread_start(work, context);
    threads += thread != NULL;
    return thread;
}

static void played_thread_join(al_thread *thread)
{
    joined++;
    if (!only_played)
        al_thread_join(thread);
}

#define al_thread_start played_thread_start
#define al_thread_join  played_thread_join
#include "project/inputs/input_walk.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* ---- Folders ------------------------------------------------------------------------------------------- */

enum { LETTERS = 26 };

/* A folder "mod" with so many folders "a", "b" and so on, each with a file and a folder with a file. */
static void add_folders(test_folder *f, size_t count)
{
    test_folder_add_folder(f, "mod");
    for (size_t i = 0; i < count; i++) {
        char path[32];
        const char letter = (char)('a' + i);
        (void)snprintf(path, sizeof path, "mod/%c", letter);
        test_folder_add_folder(f, path);
        (void)snprintf(path, sizeof path, "mod/%c/x", letter);
        test_folder_add_text(f, path, "");
        (void)snprintf(path, sizeof path, "mod/%c/in", letter);
        test_folder_add_folder(f, path);
        (void)snprintf(path, sizeof path, "mod/%c/in/y", letter);
        test_folder_add_text(f, path, "");
    }
}

/* The list of "mod", of which the system lets `most` threads start. */
static al_input_list list_with(uint64_t jobs, size_t most)
{
    al_input_list list = {.jobs = jobs};
    most_threads = most;
    threads = asked = joined = 0;
    assert_true(al_input_add_folder(&list, strdup("mod")));
    assert_int_equal(joined, threads);
    al_input_sort(&list);
    return list;
}

static void expect_list(uint64_t jobs, size_t most, size_t folders)
{
    al_input_list list = list_with(jobs, most);
    assert_int_equal(list.count, 2 * folders);
    for (size_t i = 0; i < list.count; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, i % 2 == 0 ? "mod/%c/in/y" : "mod/%c/x", (char)('a' + i / 2));
        assert_string_equal(list.items[i].path, path);
        assert_int_equal(list.items[i].folder_length, strlen("mod/"));
        assert_true(list.items[i].in_folder && list.items[i].no_sidecar && list.items[i].no_base);
    }
    al_input_free(&list);
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void threads_find_what_one_finds(void **state)
{
    add_folders(*state, LETTERS);
    for (uint64_t jobs = 0; jobs <= 4; jobs++)
        expect_list(jobs, SIZE_MAX, LETTERS);
}

static void few_folders_are_read_by_one(void **state)
{
    add_folders(*state, FOLDERS_TO_SHARE - 1);
    expect_list(4, SIZE_MAX, FOLDERS_TO_SHARE - 1);
    assert_int_equal(asked, 0);
}

/* The other threads do nothing, and this one reads all folders. */
static void expect_threads(uint64_t jobs, size_t most, size_t folders, size_t expected)
{
    only_played = true;
    expect_list(jobs, most, folders);
    only_played = false;
    assert_int_equal(threads, expected);
}

static void enough_folders_are_shared(void **state)
{
    add_folders(*state, FOLDERS_TO_SHARE);
    for (uint64_t jobs = 0; jobs <= 4; jobs++)
        expect_threads(jobs, SIZE_MAX, FOLDERS_TO_SHARE, jobs > 1 ? jobs - 1 : 0);
}

static void the_system_may_give_fewer_threads(void **state)
{
    add_folders(*state, LETTERS);
    for (size_t most = 0; most <= 1; most++) {
        expect_threads(4, most, LETTERS, most);
        assert_int_equal(asked, most + 1); /* it isn't asked again after it gave none */
    }
}

static void threads_have_a_limit(void **state)
{
    add_folders(*state, LETTERS);
    expect_threads(UINT64_MAX, SIZE_MAX, LETTERS, MOST_HELPERS);
}

/* So many that the queue counts some of them before it gets them. */
static void a_folder_of_many_files(void **state)
{
    enum { FILES = 2 * COUNTED_AT_ONCE + 1 };
    char path[32];
    test_folder_add_folder(*state, "mod");
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(path, sizeof path, "mod/%d", i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fclose(file), 0);
    }
    al_input_list list = list_with(1, 0);
    assert_int_equal(list.count, FILES);
    al_input_free(&list);
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(path, sizeof path, "mod/%d", i);
        assert_int_equal(remove(path), 0);
    }
}

static void memory_may_be_short_for_threads(void **state)
{
    add_folders(*state, LETTERS);
    for (uint64_t jobs = 1; jobs <= 4; jobs += 3) {
        al_input_list list = {.jobs = jobs, .most_bytes = 64 * sizeof(al_input)};
        most_threads = SIZE_MAX;
        assert_false(al_input_add_folder(&list, strdup("mod")));
        al_input_free(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(threads_find_what_one_finds),
        IN_TEST_FOLDER(few_folders_are_read_by_one),
        IN_TEST_FOLDER(enough_folders_are_shared),
        IN_TEST_FOLDER(the_system_may_give_fewer_threads),
        IN_TEST_FOLDER(threads_have_a_limit),
        IN_TEST_FOLDER(a_folder_of_many_files),
        IN_TEST_FOLDER(memory_may_be_short_for_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
