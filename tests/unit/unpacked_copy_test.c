/* unpacked_copy_test.c: a copy gives the blocks that went into it, or it is not complete. */
#include "unit.h"

#include <string.h>
#include <unistd.h>

#include "containers/unpacked_copy.h"
#include "platform/platform.h"

enum { ROOM = 256, READERS = 4, TIMES = 1000 };

static void fill(al_unpacked_copy *copy, unsigned blocks, uint8_t byte)
{
    uint8_t block[ROOM];
    memset(block, byte, sizeof block);
    for (unsigned i = 1; i <= blocks; i++)
        al_copy_add(copy, block, i);
}

static bool has(const al_unpacked_copy *copy, unsigned blocks, uint8_t byte)
{
    uint8_t block[ROOM];
    uint64_t at = 0;
    size_t size;
    for (unsigned i = 1; i <= blocks; i++)
        if (!al_copy_read(copy, &at, block, sizeof block, &size) || size != i || block[i - 1] != byte)
            return false;
    return al_copy_read(copy, &at, block, sizeof block, &size) && size == 0;
}

static void expect(const al_unpacked_copy *copy, unsigned blocks, uint8_t byte)
{
    assert_true(has(copy, blocks, byte));
}

static void copies_give_their_blocks_again(void **state)
{
    (void)state;
    al_copies *copies = al_copies_new(1 << 20);
    al_unpacked_copy first = al_copy_begin(copies);
    fill(&first, 9, 'a');
    al_copy_finish(&first, 17);
    al_unpacked_copy empty = al_copy_begin(copies);
    al_copy_finish(&empty, 0);
    al_unpacked_copy second = al_copy_begin(copies);
    fill(&second, 3, 'b');
    al_copy_finish(&second, 18);
    assert_true(first.complete && empty.complete && second.complete);
    assert_int_equal(first.sum, 17);
    for (unsigned i = 0; i < 2; i++) {
        expect(&second, 3, 'b');
        expect(&first, 9, 'a');
        expect(&empty, 0, 0);
    }
    al_copies_free(copies);
}

static void what_is_not_finished_is_written_over(void **state)
{
    (void)state;
    al_copies *copies = al_copies_new(1 << 20);
    al_unpacked_copy broken = al_copy_begin(copies);
    fill(&broken, 20, 'x');
    al_unpacked_copy whole = al_copy_begin(copies);
    fill(&whole, 5, 'y');
    al_copy_finish(&whole, 0);
    assert_false(broken.complete);
    assert_true(whole.complete);
    assert_true(whole.start == broken.start);
    expect(&whole, 5, 'y');
    al_copies_free(copies);
}

/* A copy that is too large leaves room for smaller ones. */
static void the_limit_is_exact(void **state)
{
    (void)state;
    for (uint64_t limit = 0; limit < 8; limit++) {
        al_copies *copies = al_copies_new(limit);
        al_unpacked_copy large = al_copy_begin(copies);
        fill(&large, 2, 'a');
        al_copy_finish(&large, 0);
        assert_false(large.complete);
        al_unpacked_copy small = al_copy_begin(copies);
        fill(&small, 1, 'a');
        al_copy_finish(&small, 0);
        assert_int_equal(small.complete, limit >= sizeof(uint32_t) + 1);
        al_copies_free(copies);
    }
}

static void a_block_without_room_is_refused(void **state)
{
    (void)state;
    uint8_t block[ROOM] = {0};
    uint64_t at = 0;
    size_t size;
    al_copies *copies = al_copies_new(1 << 20);
    al_unpacked_copy copy = al_copy_begin(copies);
    al_copy_add(&copy, block, 100);
    al_copy_finish(&copy, 0);
    assert_false(al_copy_read(&copy, &at, block, 99, &size));
    assert_int_equal(size, 0);
    at = 0;
    assert_true(al_copy_read(&copy, &at, block, 100, &size));
    assert_int_equal(size, 100);
    al_copies_free(copies);
}

typedef struct reader {
    const al_unpacked_copy *copy;
    uint8_t byte;
    bool failed;
} reader;

static void read_often(void *context)
{
    reader *r = context;
    for (unsigned i = 0; i < TIMES; i++)
        r->failed = r->failed || !has(r->copy, 9, r->byte);
}

/* They share the file, and its position. */
static void threads_read_copies_at_once(void **state)
{
    (void)state;
    al_copies *copies = al_copies_new(1 << 20);
    al_unpacked_copy made[2];
    al_thread *threads[READERS];
    reader readers[READERS];
    for (unsigned i = 0; i < 2; i++) {
        made[i] = al_copy_begin(copies);
        fill(&made[i], 9, (uint8_t)('a' + i));
        al_copy_finish(&made[i], 0);
    }
    for (unsigned i = 0; i < READERS; i++) {
        readers[i] = (reader){.copy = &made[i % 2], .byte = (uint8_t)('a' + i % 2)};
        threads[i] = al_thread_start(read_often, &readers[i]);
        assert_non_null(threads[i]);
    }
    for (unsigned i = 0; i < READERS; i++) {
        al_thread_join(threads[i]);
        assert_false(readers[i].failed);
    }
    al_copies_free(copies);
}

static void without_a_file_there_is_no_copy(void **state)
{
    (void)state;
    al_unpacked_copy copy = al_copy_begin(NULL);
    fill(&copy, 3, 'a');
    al_copy_finish(&copy, 0);
    assert_false(copy.complete);
}

/* Of no copies, and of some, whose file must not stay open. */
static void copies_are_freed(void **state)
{
    (void)state;
    const int handle = dup(STDOUT_FILENO);
    assert_int_equal(close(handle), 0);
    al_copies *copies = al_copies_new(1 << 20);
    al_unpacked_copy copy = al_copy_begin(copies);
    fill(&copy, 3, 'a');
    al_copies_free(copies);
    al_copies_free(NULL);
    const int next = dup(STDOUT_FILENO);
    assert_int_equal(next, handle);
    assert_int_equal(close(next), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_give_their_blocks_again),
        cmocka_unit_test(what_is_not_finished_is_written_over),
        cmocka_unit_test(the_limit_is_exact),
        cmocka_unit_test(a_block_without_room_is_refused),
        cmocka_unit_test(threads_read_copies_at_once),
        cmocka_unit_test(without_a_file_there_is_no_copy),
        cmocka_unit_test(copies_are_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
