/* source_test.c: the bytes of a stream, and what ends the reading of one. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/limits.h"
#include "engine/source.h"
#include "platform/platform.h"

enum { MOST = 1 << 20 };

static const char numbered[] = "unit_source_numbered.bin";

/* A stream of zeros in parts of at most `part` bytes. The check is interrupted after `until` bytes. */
typedef struct zeros {
    size_t part;
    uint64_t came, until;
} zeros;

static int64_t read_zeros(void *context, void *buffer, size_t size)
{
    zeros *z = context;
    const size_t got = size < z->part ? size : z->part;
    memset(buffer, 0, got);
    z->came += got;
    return (int64_t)got;
}

static bool is_interrupted(const void *context)
{
    const zeros *z = context;
    return z->came >= z->until;
}

static void read_whole(zeros *z, al_source *source, al_buffer *buffer)
{
    const al_stream stream = {.size = sizeof stream, .context = z, .read = read_zeros, .length = MOST};
    al_watch watch = {.stopped = is_interrupted, .context = z};
    al_budget budget = al_budget_of(2 * MOST, 0);
    budget.watch = &watch;
    *source = al_source_of_stream(&stream);
    al_source_read_whole(source, buffer, &budget, MOST);
    al_buffer_release(buffer, &budget);
    al_buffer_free(buffer);
}

static void an_interruption_ends_the_reading(void **state)
{
    (void)state;
    const uint64_t until[] = {1, 1000, MOST / 2, MOST};
    for (size_t i = 0; i < sizeof until / sizeof *until; i++) {
        zeros z = {.part = 1000, .until = until[i]};
        al_source source;
        al_buffer buffer = {.bytes = NULL};
        read_whole(&z, &source, &buffer);
        assert_int_equal(source.state, AL_SOURCE_NO_MEMORY);
        assert_in_range(z.came, until[i], until[i] + z.part);
        /* Without the part after which the interruption was seen. */
        assert_in_range(source.length, 0, until[i]);
    }
}

static void a_stream_is_read_to_its_size(void **state)
{
    (void)state;
    zeros z = {.part = 1000, .until = UINT64_MAX};
    al_source source;
    al_buffer buffer = {.bytes = NULL};
    read_whole(&z, &source, &buffer);
    assert_int_equal(source.state, AL_SOURCE_READ);
    assert_int_equal(source.size, MOST);
    assert_int_equal(z.came, MOST);
}

/* A stream of `until` bytes. */
static int64_t read_until(void *context, void *buffer, size_t size)
{
    zeros *z = context;
    const uint64_t left = z->until - z->came;
    const size_t got = left < size ? (size_t)left : size;
    memset(buffer, 0, got);
    z->came += got;
    return (int64_t)got;
}

/* Whether the size is announced or not: a stream as large as the limit is read, one byte more is too large.
 */
static void streams_around_the_limit(void **state)
{
    static const uint64_t limits[] = {0, 1, 4095, 4096, 4097, 1 << 20, (1 << 20) + 1, 5 << 20};
    (void)state;
    for (size_t i = 0; i < 4 * (sizeof limits / sizeof limits[0]); i++) {
        const uint64_t limit = limits[i / 4], size = limit + i % 2;
        const bool announced = i / 2 % 2 == 1 && size > 0;
        zeros z = {.until = size};
        const al_stream stream = {
            .size = sizeof stream, .context = &z, .read = read_until, .length = announced ? size : 0};
        al_budget budget = al_budget_of(UINT64_C(1) << 30, 0);
        al_buffer buffer = {.bytes = NULL};
        al_source source = al_source_of_stream(&stream);
        assert_int_equal(source.sized, announced);
        al_source_read_whole(&source, &buffer, &budget, limit);
        assert_int_equal(source.size, size);
        assert_int_equal(source.state, size > limit ? AL_SOURCE_TOO_LARGE : AL_SOURCE_READ);
        if (size > limit)
            assert_int_equal(source.limit, limit);
        else
            assert_int_equal(source.length, size);
        assert_true(z.came == size || (announced && size > limit && z.came <= 4096));
        al_buffer_release(&buffer, &budget);
        al_buffer_free(&buffer);
    }
}

static void a_file_that_need_not_be_read(void **state)
{
    (void)state;
    const al_source source = al_source_already_read(7);
    assert_int_equal(source.size, 7);
    assert_true(source.sized && source.at_end && source.already_read);
}

/* Writes to the pipe when its reader has had time to find it empty. */
static void write_late(void *context)
{
    const struct timespec wait = {.tv_nsec = 50 * 1000 * 1000};
    (void)nanosleep(&wait, NULL);
    FILE *out = fopen(context, "wb");
    if (out != NULL) {
        (void)fputs("XUMF", out);
        (void)fclose(out);
    }
}

/* Without a writer it gives its end: a reader waits for one. */
static void a_pipe_without_a_writer_yet(void **state)
{
    (void)state;
    char path[] = "pipe";
    al_source source;
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = al_budget_of(2 * MOST, 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    al_source_open(&source, path);
    al_thread *writer = al_thread_start(write_late, path);
    assert_non_null(writer);
    al_source_read_whole(&source, &buffer, &budget, MOST);
    assert_int_equal(source.state, AL_SOURCE_READ);
    assert_int_equal(source.size, 4);
    assert_memory_equal(buffer.bytes, "XUMF", 4);
    al_source_close(&source);
    al_thread_join(writer);
    al_buffer_release(&buffer, &budget);
    al_buffer_free(&buffer);
    assert_int_equal(remove(path), 0);
}

/* A device stands for the pipe that took the place of a file. */
static void what_is_no_longer_a_file(void **state)
{
    (void)state;
    al_source source;
    al_source_open_listed(&source, "/dev/null");
    assert_int_equal(source.state, AL_SOURCE_UNREADABLE);
    assert_string_equal(source.reason, "it was a file when its folder was listed, and is none now");
    al_source_close(&source);
    al_source_open(&source, "/dev/null");
    assert_int_equal(source.state, AL_SOURCE_READ);
    al_source_close(&source);
}

/* A file of `size` bytes, each of which tells its offset, opened and read to `first`. */
static void open_numbered(al_source *source, al_buffer *buffer, al_budget *budget, uint64_t size,
                          uint64_t first)
{
    FILE *out = fopen(numbered, "wb");
    assert_non_null(out);
    for (uint64_t i = 0; i < size; i++)
        assert_int_not_equal(putc((int)(i % 251), out), EOF);
    assert_int_equal(fclose(out), 0);
    al_source_open(source, numbered);
    al_source_begin(source, buffer, budget, MOST);
    al_source_read_first(source, first);
    assert_int_equal(source->state, AL_SOURCE_READ);
}

static void close_numbered(al_source *source, al_buffer *buffer, al_budget *budget)
{
    al_source_close(source);
    al_buffer_release(buffer, budget);
    al_buffer_free(buffer);
    assert_int_equal(remove(numbered), 0);
}

static void expect_numbered(al_span bytes, uint64_t base, uint64_t length)
{
    assert_int_equal(bytes.base, base);
    assert_int_equal(bytes.len, length);
    for (uint64_t i = 0; i < length; i++)
        assert_int_equal(bytes.ptr[i], (base + i) % 251);
}

/* The size of an empty file is not known: so is that of files in /proc. */
static void sizes_of_files(void **state)
{
    (void)state;
    for (uint64_t size = 0; size <= 3; size++) {
        al_source source;
        al_buffer buffer = {.bytes = NULL};
        al_budget budget = al_budget_of(2 * MOST, 0);
        al_file_reader reader;
        open_numbered(&source, &buffer, &budget, size, 1);
        assert_int_equal(source.size, size);
        assert_int_equal(source.sized, size > 0);
        al_file file = source.reader.file;
        assert_int_equal(al_file_seek(file, size > 0 ? 1 : 0), 0);
        const al_stream rest = al_stream_of_file(&reader, file);
        assert_int_equal(rest.length, size > 0 ? size - 1 : 0);
        assert_false(reader.waits);
        close_numbered(&source, &buffer, &budget);
    }
}

/* As many bytes as are asked for, or at least the first ones; beyond the limit the file is too large. */
static void the_first_bytes_of_a_file(void **state)
{
    enum { SIZE = 10000 };
    static const struct {
        uint64_t first, limit, length;
        al_source_state state;
    } cases[] = {{100, SIZE, 4096, AL_SOURCE_READ},         {4097, SIZE, 4097, AL_SOURCE_READ},
                 {5000, 5000, 5000, AL_SOURCE_READ},        {5001, 5000, 4096, AL_SOURCE_TOO_LARGE},
                 {SIZE, SIZE, SIZE, AL_SOURCE_READ},        {SIZE + 1, SIZE, SIZE, AL_SOURCE_READ},
                 {SIZE + 1, SIZE + 1, SIZE, AL_SOURCE_READ}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_source source;
        al_buffer buffer = {.bytes = NULL};
        al_budget budget = al_budget_of(2 * MOST, 0);
        open_numbered(&source, &buffer, &budget, SIZE, 1);
        al_source_close(&source);
        al_source_open(&source, numbered);
        al_source_begin(&source, &buffer, &budget, cases[i].limit);
        al_source_read_first(&source, cases[i].first);
        assert_int_equal(source.state, cases[i].state);
        assert_int_equal(source.length, cases[i].length);
        expect_numbered(al_source_bytes(&source), 0, cases[i].length);
        close_numbered(&source, &buffer, &budget);
        assert_false(source.opened);
    }
}

/* And the rest is read from where the first bytes end. */
static void the_end_is_read_by_itself(void **state)
{
    (void)state;
    al_source source;
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = al_budget_of(2 * MOST, 0);
    open_numbered(&source, &buffer, &budget, 10000, 100);
    const uint64_t first = source.length;
    assert_in_range(first, 100, 5000);
    al_source_read_end(&source);
    expect_numbered(al_source_bytes(&source), 0, first);
    expect_numbered(al_source_end(&source), 10000 - AL_END_SIZE, AL_END_SIZE);
    al_source_read_rest(&source);
    expect_numbered(al_source_bytes(&source), 0, 10000);
    assert_int_equal(source.size, 10000);
    close_numbered(&source, &buffer, &budget);
}

static void a_short_rest_is_read_as_such(void **state)
{
    (void)state;
    for (uint64_t size = 5000 + AL_END_SIZE; size >= 5000; size -= AL_END_SIZE) {
        al_source source;
        al_buffer buffer = {.bytes = NULL};
        al_budget budget = al_budget_of(2 * MOST, 0);
        open_numbered(&source, &buffer, &budget, size, 5000);
        al_source_read_end(&source);
        expect_numbered(al_source_bytes(&source), 0, size);
        assert_int_equal(al_source_end(&source).len, 0);
        close_numbered(&source, &buffer, &budget);
    }
}

/* The size was another one when the file was opened, or the system refuses to go there. */
static void a_file_that_became_shorter_is_read_whole(void **state)
{
    (void)state;
    al_source source;
    al_buffer buffer = {.bytes = NULL};
    al_budget budget = al_budget_of(2 * MOST, 0);
    open_numbered(&source, &buffer, &budget, 10000, 100);
    source.size = 10001;
    al_source_read_end(&source);
    assert_int_equal(source.state, AL_SOURCE_READ);
    expect_numbered(al_source_bytes(&source), 0, 10000);
    assert_int_equal(source.size, 10000);
    assert_int_equal(al_source_end(&source).len, 0);
    close_numbered(&source, &buffer, &budget);
    open_numbered(&source, &buffer, &budget, 10000, 100);
    source.size = UINT64_MAX;
    al_source_read_end(&source);
    assert_int_equal(source.state, AL_SOURCE_UNREADABLE);
    assert_true(strlen(source.reason) > 0);
    close_numbered(&source, &buffer, &budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interruption_ends_the_reading),
        cmocka_unit_test(a_stream_is_read_to_its_size),
        IN_TEST_FOLDER(a_pipe_without_a_writer_yet),
        cmocka_unit_test(what_is_no_longer_a_file),
        cmocka_unit_test(streams_around_the_limit),
        cmocka_unit_test(a_file_that_need_not_be_read),
        cmocka_unit_test(the_first_bytes_of_a_file),
        cmocka_unit_test(sizes_of_files),
        cmocka_unit_test(the_end_is_read_by_itself),
        cmocka_unit_test(a_short_rest_is_read_as_such),
        cmocka_unit_test(a_file_that_became_shorter_is_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
