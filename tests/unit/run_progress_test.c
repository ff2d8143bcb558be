/* run_progress_test.c: the files and bytes that a run reports in each of its phases. */
#include "test_folder.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "project/run_progress.h"

enum { FILES = 5 };

typedef struct fixture {
    test_folder folder;
    al_input items[FILES];
    al_input_list inputs;
    run_progress *progress;
    bool stopped;
} fixture;

static bool is_stopped(const void *context)
{
    const fixture *f = context;
    return f->stopped;
}

/* Files of 10, 20 + 5 (a catalog with its data), 0 (the data itself), 0 (standard input) and 40 bytes. */
static int begin(void **state)
{
    static char paths[FILES][16] = {"a.xmf", "b.cat", "b.dat", "c.xmf", "d.xmf"};
    static const char bytes[40] = "";
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    test_folder_add_file(&f->folder, paths[0], bytes, 10);
    test_folder_add_file(&f->folder, paths[1], bytes, 20);
    test_folder_add_file(&f->folder, paths[2], bytes, 5);
    test_folder_add_file(&f->folder, paths[3], bytes, 7);
    test_folder_add_file(&f->folder, paths[4], bytes, 40);
    for (size_t i = 0; i < FILES; i++)
        f->items[i] = (al_input){.path = paths[i], .from_stdin = i == 3};
    f->inputs = (al_input_list){.items = f->items, .count = FILES};
    f->progress = calloc(1, sizeof *f->progress);
    if (f->progress == NULL)
        return -1;
    run_progress_begin(f->progress, is_stopped, f);
    return 0;
}

static int end(void **state)
{
    fixture *f = *state;
    run_progress_end(f->progress);
    free(f->progress);
    const int failed = test_folder_end(&f->folder);
    free(f);
    return failed;
}

static void expect(fixture *f, al_phase phase, uint64_t files, uint64_t done, uint64_t bytes,
                   uint64_t all_bytes, const char *path)
{
    al_progress now = {.size = sizeof now, .path = "not set", .done = 77, .bytes = 77, .all_bytes = 77};
    run_progress_describe(f->progress, &now);
    assert_int_equal(now.phase, phase);
    assert_int_equal(now.files, files);
    assert_int_equal(now.done, done);
    assert_int_equal(now.bytes, bytes);
    assert_int_equal(now.all_bytes, all_bytes);
    if (path == NULL)
        assert_null(now.path);
    else
        assert_string_equal(now.path, path);
}

static void files_are_found_and_surveyed(void **state)
{
    fixture *f = *state;
    expect(f, AL_PHASE_LIST, 0, 0, 0, 0, NULL);
    al_watch_add(&f->progress->listing, 3);
    expect(f, AL_PHASE_LIST, 3, 0, 0, 0, NULL);
    run_progress_begin_survey(f->progress, &f->inputs);
    expect(f, AL_PHASE_SURVEY, FILES, 0, 0, 0, NULL);
    al_watch_add(&f->progress->survey, 99);
    expect(f, AL_PHASE_SURVEY, FILES, 0, 99, 0, NULL);
}

static void bytes_of_workers_and_of_delivered_files(void **state)
{
    fixture *f = *state;
    run_worker_progress *first = &f->progress->workers[0], *last = &f->progress->workers[RUN_MAX_WORKERS - 1];
    run_progress_begin_check(f->progress, &f->inputs);
    expect(f, AL_PHASE_CHECK, FILES, 0, 0, 75, NULL);
    run_progress_begin_input(last, &f->items[1]);
    al_watch_add(&last->watch, 3);
    expect(f, AL_PHASE_CHECK, FILES, 0, 3, 75, "b.cat");
    run_progress_begin_input(first, &f->items[0]);
    al_watch_add(&first->watch, 11); /* never more than its size */
    expect(f, AL_PHASE_CHECK, FILES, 0, 13, 75, "a.xmf");
    run_progress_end_input(first);
    run_progress_deliver(f->progress);
    expect(f, AL_PHASE_CHECK, FILES, 1, 13, 75, "b.cat");
    run_progress_begin_input(first, &f->items[4]);
    expect(f, AL_PHASE_CHECK, FILES, 1, 13, 75, "b.cat");
    al_watch_add(&first->watch, 40);
    expect(f, AL_PHASE_CHECK, FILES, 1, 53, 75, "b.cat");
    run_progress_begin_input(first, &f->items[4]); /* again: the number of bytes never goes back */
    expect(f, AL_PHASE_CHECK, FILES, 1, 53, 75, "b.cat");
    run_progress_end_input(first);
    run_progress_end_input(last);
    for (size_t i = 1; i < FILES; i++)
        run_progress_deliver(f->progress);
    expect(f, AL_PHASE_CHECK, FILES, FILES, 75, 75, NULL);
}

static void standard_input_and_data_have_no_bytes(void **state)
{
    fixture *f = *state;
    run_worker_progress *worker = &f->progress->workers[3];
    run_progress_begin_check(f->progress, &f->inputs);
    for (size_t i = 2; i < 4; i++) {
        run_progress_begin_input(worker, &f->items[i]);
        al_watch_add(&worker->watch, 9);
        expect(f, AL_PHASE_CHECK, FILES, 0, 0, 75, i == 2 ? "b.dat" : "c.xmf");
    }
}

static void a_run_that_is_stopped_asks_no_sizes(void **state)
{
    fixture *f = *state;
    f->stopped = true;
    run_progress_begin_check(f->progress, &f->inputs);
    run_progress_begin_input(&f->progress->workers[0], &f->items[0]);
    al_watch_add(&f->progress->workers[0].watch, 9);
    expect(f, AL_PHASE_CHECK, FILES, 0, 0, 0, "a.xmf");
    f->stopped = false; /* sizes are asked once */
    expect(f, AL_PHASE_CHECK, FILES, 0, 0, 0, "a.xmf");
    assert_true(f->progress->sizes_asked);
    assert_null(f->progress->bytes_before);
    assert_ptr_equal(f->progress->survey.stopped, is_stopped);
    assert_ptr_equal(f->progress->workers[RUN_MAX_WORKERS - 1].watch.context, f);
}

static void a_run_that_is_done_asks_no_sizes(void **state)
{
    fixture *f = *state;
    run_progress_begin_check(f->progress, &f->inputs);
    for (size_t i = 0; i < FILES; i++)
        run_progress_deliver(f->progress);
    expect(f, AL_PHASE_CHECK, FILES, FILES, 0, 0, NULL);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(files_are_found_and_surveyed),          IN_FOLDER(bytes_of_workers_and_of_delivered_files),
        IN_FOLDER(standard_input_and_data_have_no_bytes), IN_FOLDER(a_run_that_is_stopped_asks_no_sizes),
        IN_FOLDER(a_run_that_is_done_asks_no_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
