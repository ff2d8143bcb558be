/* source_test.c: the bytes of a stream, and what ends the reading of one. */
#include "unit.h"

#include <string.h>

#include "engine/source.h"

enum { MOST = 1 << 20 };

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interruption_ends_the_reading),
        cmocka_unit_test(a_stream_is_read_to_its_size),
        cmocka_unit_test(what_is_no_longer_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
