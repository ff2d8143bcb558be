/* read_ahead_memory_test.c: which files threads read ahead, as far as the memory for contents that wait goes,
 * and what becomes of files that can't be read. */
#include "failing_memory.h"
#include "test_folder.h"
#include "unit.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "project/read_ahead.h"

enum { FILES = 48, JOBS = 2, SLOTS = 16 * JOBS, KIB = 1024, PART_OF_MEMORY = 8, LARGE = 600 * KIB };

/* Files of a few bytes. Each takes one step of 64 KiB of the common memory. */
typedef struct fixture {
    test_folder folder;
    char names[FILES][16];
    al_related_file files[FILES];
    al_options options;
    al_related_files all;
    al_watch watch;
    atomic_uint asked; /* how often threads asked whether to stop */
    unsigned each;     /* how often they ask for each file */
    read_ahead_settings settings;
    read_ahead *ahead;
    size_t blocks;
} fixture;

static bool count_questions(const void *context)
{
    const fixture *f = context;
    atomic_fetch_add((atomic_uint *)(uintptr_t)&f->asked, 1);
    return false;
}

static const char *text_of(size_t number)
{
    static char text[16];
    (void)snprintf(text, sizeof text, "text %zu", number);
    return text;
}

/* Counts the questions for one file, which all of them have in common. */
static unsigned questions_of_one(fixture *f)
{
    al_buffer buffer = {.bytes = NULL};
    al_content_reader reader = {.options = &f->options};
    al_content_reading r = {.need = AL_NEED_BYTES, .buffer = &buffer, .budget = al_budget_of(UINT64_MAX, 0)};
    al_source source;
    r.budget.watch = &f->watch;
    al_source_open(&source, f->names[0]);
    al_content_read(&reader, &r, &f->files[0], &source);
    al_source_close(&source);
    al_content_reading_end(&r);
    al_buffer_free(&buffer);
    return atomic_exchange(&f->asked, 0);
}

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(&f->folder) != 0)
        return -1;
    for (size_t i = 0; i < FILES; i++) {
        (void)snprintf(f->names[i], sizeof f->names[i], "f%02zu", i);
        test_folder_add_text(&f->folder, f->names[i], text_of(i));
        f->files[i] = (al_related_file){.path = f->names[i], .member = ""};
    }
    al_options_init(&f->options);
    f->watch = (al_watch){.stopped = count_questions, .context = f};
    f->all = (al_related_files){.files = f->files, .count = FILES, .checked = FILES};
    f->each = questions_of_one(f);
    return f->each > 0 ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    const int failed = test_folder_end(&f->folder);
    free(f);
    return failed;
}

/* `memory`: KiB for all contents that wait. */
static void begin_reading(fixture *f, uint64_t memory)
{
    f->blocks = failing_memory_blocks();
    atomic_store(&f->asked, 0);
    f->settings = (read_ahead_settings){.options = &f->options,
                                        .all = &f->all,
                                        .memory = memory * KIB * PART_OF_MEMORY,
                                        .watch = &f->watch,
                                        .jobs = JOBS};
    f->ahead = read_ahead_new(&f->settings);
    assert_non_null(f->ahead);
}

static void end_reading(fixture *f)
{
    read_ahead_free(f->ahead);
    assert_int_equal(failing_memory_blocks(), f->blocks);
}

static void post(fixture *f, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++)
        read_ahead_post(f->ahead, i, AL_NEED_BYTES);
}

/* Waits until so many files were begun since the start, and looks for a while whether more are. */
static void expect_read(fixture *f, unsigned files)
{
    enum { LOOKS = 20000 };
    while (atomic_load(&f->asked) < files * f->each)
        ;
    for (unsigned i = 0; i < LOOKS; i++)
        assert_int_equal(atomic_load(&f->asked), files * f->each);
}

static void expect_text(fixture *f, size_t number)
{
    const al_content *content = read_ahead_take(f->ahead, number, AL_NEED_BYTES);
    const char *text = text_of(number);
    assert_non_null(content);
    assert_int_equal(content->state, AL_CONTENT_READ);
    assert_int_equal(content->bytes.len, strlen(text));
    assert_memory_equal(content->bytes.ptr, text, strlen(text));
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void as_many_files_as_there_are_slots(void **state)
{
    fixture *f = *state;
    begin_reading(f, 64 * KIB);
    for (size_t i = 0; i < SLOTS; i++) {
        assert_false(read_ahead_is_full(f->ahead));
        post(f, i, 1);
    }
    assert_true(read_ahead_is_full(f->ahead));
    expect_read(f, SLOTS);
    for (size_t i = 0; i < SLOTS; i++)
        expect_text(f, i);
    assert_null(read_ahead_take(f->ahead, SLOTS, AL_NEED_BYTES));
    assert_false(read_ahead_is_full(f->ahead));
    post(f, SLOTS + 1, FILES - SLOTS - 1); /* the threads waited for these */
    expect_read(f, FILES - 1);
    expect_text(f, SLOTS + 1);
    expect_text(f, FILES - 1); /* those between are dropped */
    end_reading(f);
}

static void few_files_start_no_threads(void **state)
{
    fixture *f = *state;
    begin_reading(f, 64 * KIB);
    post(f, 0, 7);
    expect_read(f, 0);
    assert_null(read_ahead_take(f->ahead, 0, AL_NEED_BYTES));
    end_reading(f);
}

static void what_is_needed_otherwise_is_dropped(void **state)
{
    fixture *f = *state;
    begin_reading(f, 64 * KIB);
    post(f, 0, 8);
    expect_read(f, 8);
    assert_null(read_ahead_take(f->ahead, 0, AL_NEED_FACTS));
    expect_text(f, 1);
    end_reading(f);
}

/* A file that isn't there is known not to be there; one that is too large is left to the owner. */
static void files_that_cannot_be_read(void **state)
{
    fixture *f = *state;
    char *large = calloc(1, LARGE);
    assert_non_null(large);
    test_folder_add_file(&f->folder, "large", large, LARGE);
    free(large);
    f->files[1].path = "absent";
    f->files[2].path = "large";
    begin_reading(f, 320);
    post(f, 0, 8);
    while (atomic_load(&f->asked) < 3 * f->each)
        ;
    expect_text(f, 0);
    const al_content *content = read_ahead_take(f->ahead, 1, AL_NEED_BYTES);
    assert_non_null(content);
    assert_int_equal(content->state, AL_CONTENT_UNREADABLE);
    assert_string_equal(content->reason, "no such file or folder");
    assert_null(read_ahead_take(f->ahead, 2, AL_NEED_BYTES));
    end_reading(f);
    f->files[1].path = f->names[1];
    f->files[2].path = f->names[2];
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Reading begins while a quarter of the memory is left. What was taken gives its memory back. */
static void memory_for_contents_that_wait(void **state)
{
    static const struct {
        uint64_t memory;
        unsigned read;
    } cases[] = {{256, 4}, {320, 4}, {384, 5}, {512, 7}, {511, 6}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin_reading(f, cases[i].memory);
        post(f, 0, 16);
        expect_read(f, cases[i].read);
        expect_text(f, 0);
        expect_read(f, cases[i].read);
        expect_text(f, 1); /* the first one is dropped */
        expect_read(f, cases[i].read + 1);
        for (unsigned j = 2; j < cases[i].read; j++)
            expect_text(f, j);
        end_reading(f);
    }
}

/* A thread that leaves files open soon finds none to open. */
static int limit_open_files(void **state)
{
    const struct rlimit few = {.rlim_cur = 32, .rlim_max = 32};
    (void)state;
    return setrlimit(RLIMIT_NOFILE, &few);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(as_many_files_as_there_are_slots, begin, end),
        cmocka_unit_test_setup_teardown(few_files_start_no_threads, begin, end),
        cmocka_unit_test_setup_teardown(what_is_needed_otherwise_is_dropped, begin, end),
        cmocka_unit_test_setup_teardown(files_that_cannot_be_read, begin, end),
        cmocka_unit_test_setup_teardown(memory_for_contents_that_wait, begin, end),
    };
    return cmocka_run_group_tests(tests, limit_open_files, NULL);
}
