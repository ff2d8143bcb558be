/* byte_spool_test.c: bytes come back as they were added, from memory and from a temporary file, and the first
 * failure is kept. */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/byte_spool.h"

enum { MIB = 1 << 20, LARGE = 2 * MIB, MOST = 3 * MIB };

static uint8_t written[MOST], returned[MOST];

/* Adds the bytes of `written` in parts of these sizes, the last one 0, and reads them back in parts of
 * `step`. */
static void expect_back(const size_t *sizes, size_t step, bool in_file)
{
    al_byte_spool s = {.file = NULL};
    size_t total = 0, got = 0, more;
    for (; *sizes > 0; sizes++) {
        assert_true(al_byte_spool_add(&s, written + total, *sizes));
        total += *sizes;
    }
    assert_true(al_byte_spool_add(&s, written, 0));
    assert_int_equal(s.file != NULL, in_file);
    for (unsigned turn = 0; turn < 2; turn++) {
        assert_true(al_byte_spool_rewind(&s));
        memset(returned, 0, total);
        for (got = 0; (more = al_byte_spool_read(&s, returned + got, step)) > 0; got += more)
            assert_true(got + more == total || more == step);
        assert_int_equal(got, total);
        assert_memory_equal(returned, written, total);
    }
    assert_false(al_byte_spool_failed(&s));
    al_byte_spool_end(&s);
    assert_null(s.file);
    assert_null(s.buffer.bytes);
}

static void bytes_come_back(void **state)
{
    (void)state;
    uint32_t next = 1;
    for (size_t i = 0; i < MOST; i++)
        written[i] = (uint8_t)unit_next(&next);
    static const struct {
        size_t sizes[5];
        bool in_file;
    } cases[] = {
        {{1, 2, 3}, false}, {{MIB}, false},          {{MIB - 1, 1}, false},
        {{MIB, 1}, true},   {{MIB - 1, 2, 3}, true}, {{5, MIB, MIB, 7}, true},
        {{MIB + 1}, true},  {{3, LARGE, 4}, true},   {{0}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_back(cases[i].sizes, MOST, cases[i].in_file);
        expect_back(cases[i].sizes, 65537, cases[i].in_file);
    }
    expect_back(cases[0].sizes, 1, false);
}

/* A file that can't be written, and can't be read any more. */
static void a_failure_is_kept(void **state)
{
    (void)state;
    uint8_t byte = 1;
    al_byte_spool s = {.file = fopen("/dev/null", "rb")};
    if (s.file == NULL) { /* not on this system */
        skip();
    }
    assert_true(al_byte_spool_add(&s, written, MIB));
    assert_false(al_byte_spool_add(&s, &byte, 1));
    assert_true(s.file_failed);
    assert_false(s.no_memory);
    assert_true(al_byte_spool_failed(&s));
    assert_false(al_byte_spool_add(&s, &byte, 1));
    assert_false(al_byte_spool_rewind(&s));
    assert_int_equal(al_byte_spool_read(&s, &byte, 1), 0);
    al_byte_spool_end(&s);
    assert_false(al_byte_spool_failed(&s));
}

static void a_large_part_may_fail(void **state)
{
    (void)state;
    al_byte_spool s = {.file = fopen("/dev/null", "rb")};
    if (s.file == NULL) {
        skip();
    }
    assert_false(al_byte_spool_add(&s, written, LARGE));
    assert_true(s.file_failed);
    al_byte_spool_end(&s);
}

static void a_file_that_cannot_be_read_gives_nothing(void **state)
{
    (void)state;
    uint8_t bytes[4];
    al_byte_spool s = {.file = fopen("/dev/null", "wb")};
    if (s.file == NULL) {
        skip();
    }
    assert_true(al_byte_spool_add(&s, written, 4));
    assert_int_equal(al_byte_spool_read(&s, bytes, sizeof bytes), 0);
    assert_true(s.file_failed);
    al_byte_spool_end(&s);
}

static void no_memory_is_a_failure(void **state)
{
    (void)state;
    al_byte_spool s = {.no_memory = true};
    assert_true(al_byte_spool_failed(&s));
    assert_false(al_byte_spool_add(&s, written, 1));
    assert_null(s.buffer.bytes);
    al_byte_spool_end(&s);
}

/* A device that is full takes what is buffered, and fails when it is written. */
static void a_full_disk_is_noticed_at_the_rewind(void **state)
{
    (void)state;
    al_byte_spool s = {.file = fopen("/dev/full", "wb")};
    if (s.file == NULL) { /* not on this system */
        skip();
    }
    assert_true(al_byte_spool_add(&s, written, 1));
    assert_int_equal(fputc('x', s.file), 'x');
    assert_false(al_byte_spool_rewind(&s));
    assert_true(s.file_failed);
    al_byte_spool_end(&s);
}

#ifdef __linux__
static void set_descriptors(rlim_t most)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = most;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* The program may have as many files open as the system allows. */
static void no_file_is_a_failure(void **state)
{
    (void)state;
    struct rlimit limit;
    al_byte_spool s = {.file = NULL};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    assert_true(al_byte_spool_add(&s, written, MIB));
    set_descriptors(0);
    const bool added = al_byte_spool_add(&s, written, 1);
    set_descriptors(limit.rlim_cur);
    assert_false(added);
    assert_true(s.file_failed);
    al_byte_spool_end(&s);
}

static void what_is_no_file_cannot_be_read_again(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    al_byte_spool s = {.file = fdopen(ends[1], "wb")};
    assert_non_null(s.file);
    assert_true(al_byte_spool_add(&s, written, 1));
    assert_false(al_byte_spool_rewind(&s));
    assert_true(s.file_failed);
    al_byte_spool_end(&s);
    assert_int_equal(close(ends[0]), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_back),        cmocka_unit_test(a_failure_is_kept),
        cmocka_unit_test(a_large_part_may_fail),  cmocka_unit_test(a_file_that_cannot_be_read_gives_nothing),
        cmocka_unit_test(no_memory_is_a_failure), cmocka_unit_test(a_full_disk_is_noticed_at_the_rewind),
#ifdef __linux__
        cmocka_unit_test(no_file_is_a_failure),   cmocka_unit_test(what_is_no_file_cannot_be_read_again),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
