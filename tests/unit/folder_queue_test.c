/* folder_queue_test.c: which folders threads get, and what of them gets into the list. */
#include "unit.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "project/inputs/folder_queue.h"
#include "project/inputs/input_append.h"

enum { COST = 16 }; /* of each path, beside its letters */

static folder_queue *queue_for(al_input_list *list)
{
    folder_queue *q = folder_queue_new(list, strdup("top"));
    assert_non_null(q);
    return q;
}

static void find(al_input_list *list, const char *path)
{
    assert_true(al_input_append(list, (al_input){.path = strdup(path)}));
}

static void expect_taken(folder_queue *q, const char *path)
{
    char *taken = folder_queue_take(q);
    assert_non_null(taken);
    assert_string_equal(taken, path);
    free(taken);
}

/* The folder that was found last comes first. The content is empty again afterwards. */
static void folders_and_files_are_given(void **state)
{
    (void)state;
    al_watch watch = {.stopped = NULL};
    al_input_list list = {.watch = &watch};
    folder_content found = {.counted = 0};
    folder_queue *q = queue_for(&list);
    assert_int_equal(folder_queue_length(q), 1);
    expect_taken(q, "top");
    find(&found.folders, "top/a");
    find(&found.folders, "top/b");
    find(&found.files, "top/x");
    assert_true(al_input_leave_out(&found.files, strdup("top/old")));
    folder_queue_give(q, &found, true);
    assert_int_equal(found.files.count + found.files.left_out_count + found.folders.count, 0);
    assert_int_equal(found.files.path_bytes + found.folders.path_bytes + found.counted, 0);
    assert_int_equal(folder_queue_length(q), 2);
    expect_taken(q, "top/b");
    find(&found.files, "top/b/y");
    folder_queue_give(q, &found, true);
    expect_taken(q, "top/a");
    folder_queue_give(q, &found, true);
    assert_null(folder_queue_take(q));
    folder_content_free(&found);
    assert_true(folder_queue_end(q));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].path, "top/x");
    assert_string_equal(list.items[1].path, "top/b/y");
    assert_int_equal(list.path_bytes, strlen("top/x") + strlen("top/b/y") + 2 * COST);
    assert_int_equal(list.left_out_count, 1);
    assert_string_equal(list.left_out[0], "top/old");
    assert_int_equal(al_watch_bytes(&watch), 2);
    al_input_free(&list);
}

/* More files than a list has room for at first. */
static void many_files_are_given(void **state)
{
    (void)state;
    enum { MANY = 200, STEP = 50 };
    al_input_list list = {.count = 0};
    folder_content found = {.counted = 0};
    folder_queue *q = queue_for(&list);
    for (size_t first = 0; first < MANY; first += STEP) {
        expect_taken(q, "top");
        for (size_t i = first; i < first + STEP; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "%zu", i);
            find(&found.files, name);
        }
        find(&found.folders, "top");
        folder_queue_give(q, &found, true);
    }
    folder_content_free(&found);
    assert_true(folder_queue_end(q));
    assert_int_equal(list.count, MANY);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(strtoul(list.items[i].path, NULL, 10), i);
    al_input_free(&list);
}

/* What all threads have found together is limited, also before they give it. */
static void what_is_found_has_a_limit(void **state)
{
    (void)state;
    enum { EACH = sizeof(al_input) + 5 + COST };
    enum { MOST = 60 };
    al_input_list list = {.count = 0};
    find(&list, "12345");
    list.most_bytes = MOST * EACH; /* of which the list has one part */
    folder_content one = {.counted = 0}, other = {.counted = 0};
    folder_queue *q = queue_for(&list);
    expect_taken(q, "top");
    for (uint64_t i = 0; i < MOST - 1; i++)
        find(i % 2 == 0 ? &one.files : &other.files, "12345");
    assert_true(folder_queue_count(q, &one));
    assert_true(folder_queue_count(q, &other));
    assert_true(folder_queue_count(q, &one)); /* nothing is counted twice */
    find(&one.files, "12345");
    assert_false(folder_queue_count(q, &one));
    folder_content_free(&one);
    folder_content_free(&other);
    assert_true(folder_queue_end(q));
    al_input_free(&list);
}

/* Exactly the limit is within it. */
static void the_limit_itself_is_no_failure(void **state)
{
    (void)state;
    enum { LEAST = 64 * sizeof(al_input) + 5 + COST };
    for (uint64_t less = 0; less <= 1; less++) {
        al_input_list list = {.most_bytes = LEAST - less};
        folder_content found = {.counted = 0};
        folder_queue *q = queue_for(&list);
        expect_taken(q, "top");
        find(&found.files, "12345");
        find(&found.folders, "next");
        folder_queue_give(q, &found, true);
        assert_int_equal(list.count, less == 0 ? 1 : 0);
        if (less == 0)
            expect_taken(q, "next");
        else
            assert_null(folder_queue_take(q));
        folder_content_free(&found);
        assert_int_equal(folder_queue_end(q), less == 0);
        al_input_free(&list);
    }
}

static void a_folder_without_memory_ends_the_queue(void **state)
{
    (void)state;
    al_input_list list = {.count = 0};
    folder_content found = {.counted = 0};
    folder_queue *q = queue_for(&list);
    expect_taken(q, "top");
    find(&found.folders, "next");
    folder_queue_give(q, &found, false);
    assert_null(folder_queue_take(q));
    folder_content_free(&found);
    assert_false(folder_queue_end(q));
    al_input_free(&list);
}

static bool is_stopped(const void *context)
{
    return *(const bool *)context;
}

static void a_queue_that_is_stopped(void **state)
{
    (void)state;
    bool stop = false;
    al_watch watch = {.stopped = is_stopped, .context = &stop};
    al_input_list list = {.watch = &watch};
    folder_queue *q = queue_for(&list);
    stop = true;
    assert_null(folder_queue_take(q));
    assert_int_equal(folder_queue_length(q), 1);
    assert_true(folder_queue_end(q));
    al_input_free(&list);
}

/* ---- Threads ------------------------------------------------------------------------------------------- */

enum { THREADS = 4, DEPTH = 6, BROAD = 3 };

/* Each folder has three others, down to a depth, and one file. */
static void read_made_folders(void *context)
{
    folder_queue *q = context;
    folder_content found = {.counted = 0};
    char *folder;
    while ((folder = folder_queue_take(q)) != NULL) {
        char path[64];
        for (size_t i = 0; strlen(folder) < strlen("top") + DEPTH && i < BROAD; i++) {
            (void)snprintf(path, sizeof path, "%s%zu", folder, i);
            find(&found.folders, path);
        }
        (void)snprintf(path, sizeof path, "%s/file", folder);
        find(&found.files, path);
        const bool ok = folder_queue_count(q, &found);
        free(folder);
        folder_queue_give(q, &found, ok);
    }
    folder_content_free(&found);
}

static void read_with_threads(folder_queue *q)
{
    al_thread *threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = al_thread_start(read_made_folders, q);
        assert_non_null(threads[i]);
    }
    read_made_folders(q);
    for (size_t i = 0; i < THREADS; i++)
        al_thread_join(threads[i]);
}

static void threads_read_each_folder_once(void **state)
{
    (void)state;
    size_t folders = 0;
    for (size_t level = 0, wide = 1; level <= DEPTH; level++, wide *= BROAD)
        folders += wide;
    al_input_list list = {.count = 0};
    folder_queue *q = queue_for(&list);
    read_with_threads(q);
    assert_true(folder_queue_end(q));
    assert_int_equal(list.count, folders);
    al_input_sort(&list);
    assert_int_equal(list.count, folders); /* none is there twice */
    al_input_free(&list);
}

/* All threads end when one of them finds more than the limit. */
static void threads_stop_at_the_limit(void **state)
{
    (void)state;
    al_input_list list = {.most_bytes = 10000};
    folder_queue *q = queue_for(&list);
    read_with_threads(q);
    assert_false(folder_queue_end(q));
    assert_true(al_input_memory(&list) <= 2 * list.most_bytes);
    al_input_free(&list);
}

typedef struct waiting_taker {
    folder_queue *queue;
    atomic_bool begun;
    char *got;
} waiting_taker;

static void take_one(void *context)
{
    waiting_taker *t = context;
    atomic_store(&t->begun, true);
    t->got = folder_queue_take(t->queue);
}

/* A thread that finds no folder waits, because another one may find some in the folder that it reads. Nothing
 * tells that it waits already, so this is tried often. */
static void a_thread_waits_for_folders(void **state)
{
    (void)state;
    enum { ROUNDS = 30, LOOKS = 2000 };
    for (size_t round = 0; round < ROUNDS; round++) {
        al_input_list list = {.count = 0};
        folder_content found = {.counted = 0};
        waiting_taker t = {.queue = queue_for(&list)};
        const bool ok = round % 3 != 0, any = round % 3 == 1;
        expect_taken(t.queue, "top");
        al_thread *thread = al_thread_start(take_one, &t);
        assert_non_null(thread);
        while (!atomic_load(&t.begun))
            ;
        for (size_t look = 0; look < LOOKS; look++)
            assert_int_equal(folder_queue_length(t.queue), 0);
        if (any)
            find(&found.folders, "next");
        folder_queue_give(t.queue, &found, ok);
        al_thread_join(thread);
        assert_int_equal(t.got != NULL, any);
        free(t.got);
        folder_content_free(&found);
        assert_int_equal(folder_queue_end(t.queue), ok);
        al_input_free(&list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_and_files_are_given),
        cmocka_unit_test(many_files_are_given),
        cmocka_unit_test(what_is_found_has_a_limit),
        cmocka_unit_test(the_limit_itself_is_no_failure),
        cmocka_unit_test(a_folder_without_memory_ends_the_queue),
        cmocka_unit_test(a_queue_that_is_stopped),
        cmocka_unit_test(threads_read_each_folder_once),
        cmocka_unit_test(threads_stop_at_the_limit),
        cmocka_unit_test(a_thread_waits_for_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
