/* unpacked_copy_test.c: copies come back block by block, from memory and from the temporary file, and a
 * failure of either ends no other copy than it must.
 */
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "containers/unpacked_copy.h"
#include "platform/platform.h"

/* What the test refuses. */
static struct {
    bool no_block, no_large_block, no_file, no_seek, no_read, no_write, no_flush;
    unsigned files, writes;
} play;

/* Memory that was used before. */
static void *played_malloc(size_t size)
{
    void *block = play.no_block ? NULL : malloc(size);
    return block != NULL ? memset(block, 0xAA, size) : NULL;
}

static void *played_large_block(void)
{
    return play.no_large_block ? NULL : al_large_block();
}

static FILE *played_file(void)
{
    play.files++;
    return play.no_file ? NULL : al_temporary_file();
}

static int played_seek(FILE *file, long at, int whence)
{
    return play.no_seek ? -1 : fseek(file, at, whence);
}

static size_t played_read(void *bytes, size_t size, size_t count, FILE *file)
{
    return play.no_read ? 0 : fread(bytes, size, count, file);
}

static size_t played_write(const void *bytes, size_t size, size_t count, FILE *file)
{
    play.writes++;
    return play.no_write ? 0 : fwrite(bytes, size, count, file);
}

static int played_flush(FILE *file)
{
    return play.no_flush ? EOF : fflush(file);
}

#define malloc            played_malloc
#define al_large_block    played_large_block
#define al_temporary_file played_file
#define fseek             played_seek
#define fread             played_read
#define fwrite            played_write
#define fflush            played_flush
#include "containers/unpacked_copy.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

enum {
    BLOCK = 1 << 16,
    BLOCKS = 200,
    MEMORY_OF_TWO = 2 * AL_PART_IN_MEMORY * PIECE,
    READERS = 4,
    TIMES = 20
};

static uint8_t source[PIECE], buffer[PIECE];

static int setup(void **state)
{
    (void)state;
    uint32_t next = 1;
    for (size_t i = 0; i < sizeof source; i++)
        source[i] = (uint8_t)unit_next(&next);
    memset(&play, 0, sizeof play);
    return 0;
}

/* The bytes of the block with a number. */
static const uint8_t *bytes_of(size_t number, size_t size)
{
    return &source[number * 7919 % (sizeof source - size + 1)];
}

/* A copy of `count` blocks of these sizes, in turns; the list ends with 0. */
static al_unpacked_copy make(al_copies *copies, const size_t *sizes, size_t count)
{
    al_unpacked_copy copy = al_copy_begin(copies);
    for (size_t i = 0, turn = 0; i<count; i++, turn = sizes[turn + 1]> 0 ? turn + 1 : 0)
        al_copy_add(&copy, bytes_of(i, sizes[turn]), sizes[turn]);
    al_copy_add(&copy, "", 0);
    al_copy_finish(&copy, 77);
    return copy;
}

/* Reads it back, with a buffer. Returns how many blocks came from memory, which are the first ones; -1: the
 * blocks are others. */
static int read_back(const al_unpacked_copy *copy, const size_t *sizes, size_t count, uint8_t *room)
{
    uint64_t at = 0;
    al_span block;
    size_t from_memory = 0;
    for (size_t i = 0, turn = 0; i<count; i++, turn = sizes[turn + 1]> 0 ? turn + 1 : 0) {
        if (!al_copy_read(copy, &at, room, PIECE, &block) || block.len != sizes[turn] ||
            memcmp(block.ptr, bytes_of(i, sizes[turn]), sizes[turn]) != 0 ||
            (block.ptr != room && from_memory != i))
            return -1;
        from_memory += block.ptr != room;
    }
    return al_copy_read(copy, &at, room, PIECE, &block) && block.len == 0 ? (int)from_memory : -1;
}

static int expect_back(const al_unpacked_copy *copy, const size_t *sizes, size_t count)
{
    assert_true(copy->complete);
    assert_int_equal(copy->sum, 77);
    const int from_memory = read_back(copy, sizes, count, buffer);
    assert_true(from_memory >= 0);
    return from_memory;
}

static const size_t usual[] = {BLOCK, 0}, mixed[] = {1, BLOCK, 3, BLOCK - 1, 512, 0};

static void the_first_blocks_are_in_memory(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, &budget);
    const al_unpacked_copy first = make(copies, mixed, BLOCKS / 10);
    assert_int_equal(play.files, 0);
    assert_int_equal(budget.used, PIECE);
    const al_unpacked_copy second = make(copies, usual, BLOCKS);
    const al_unpacked_copy third = make(copies, mixed, 10);
    assert_int_equal(play.files, 1);
    assert_int_equal(budget.used, 2 * PIECE);
    assert_int_equal(second.start, first.length);
    for (unsigned turn = 0; turn < 2; turn++) {
        assert_int_equal(expect_back(&third, mixed, 10), 0);
        assert_int_equal(expect_back(&second, usual, BLOCKS), 54);
        assert_int_equal(expect_back(&first, mixed, BLOCKS / 10), BLOCKS / 10);
    }
    al_copies_free(copies);
    assert_int_equal(budget.used, 0);
}

/* The first block leaves `left` bytes of the piece. */
static void expect_at_the_end_of_a_piece(size_t left, size_t size, bool fits)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, &budget);
    const size_t sizes[] = {PIECE - HEAD - left, size, 9, 0};
    const al_unpacked_copy copy = make(copies, sizes, 3);
    assert_int_equal(expect_back(&copy, sizes, 3), 3);
    assert_int_equal(copy.length, PIECE + HEAD + 9 + (fits ? 0 : HEAD + size));
    al_copies_free(copies);
}

static void a_block_is_in_one_piece(void **state)
{
    (void)state;
    expect_at_the_end_of_a_piece(0, 1, false);
    expect_at_the_end_of_a_piece(1, 1, false);
    expect_at_the_end_of_a_piece(HEAD - 1, 1, false);
    expect_at_the_end_of_a_piece(HEAD, 1, false);
    expect_at_the_end_of_a_piece(HEAD + 1, 1, true);
    expect_at_the_end_of_a_piece(HEAD + 1, 2, false);
    expect_at_the_end_of_a_piece(HEAD + 100, 100, true);
    expect_at_the_end_of_a_piece(HEAD + 100, 101, false);
}

static void a_block_has_at_most_the_bytes_of_a_piece(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, &budget);
    const size_t most[] = {PIECE - HEAD, 0}, more[] = {PIECE - HEAD + 1, 0};
    assert_false(make(copies, more, 1).complete);
    assert_int_equal(budget.used, 0);
    const al_unpacked_copy copy = make(copies, most, 3);
    assert_int_equal(expect_back(&copy, most, 3), 2);
    al_copies_free(copies);
}

/* `limit` is that of all copies; so many blocks come from memory. */
static void expect_from_memory(uint64_t limit, al_budget *budget, size_t blocks)
{
    al_copies *copies = al_copies_new(limit, budget);
    const al_unpacked_copy copy = make(copies, usual, 40);
    assert_int_equal(expect_back(&copy, usual, 40), blocks);
    assert_int_equal(play.files, 1);
    play.files = 0;
    al_copies_free(copies);
}

static void without_room_blocks_are_in_the_file(void **state)
{
    (void)state;
    al_budget wide = al_budget_of(UINT64_MAX, 0), one = al_budget_of(2 * PIECE - 1, 0),
              none = al_budget_of(PIECE, 0);
    expect_from_memory(2 * MEMORY_OF_TWO, NULL, 0);
    expect_from_memory(AL_PART_IN_MEMORY * PIECE - 1, &wide, 0);
    expect_from_memory(AL_PART_IN_MEMORY * PIECE, &wide, 31);
    expect_from_memory(MEMORY_OF_TWO, &one, 31);
    expect_from_memory(MEMORY_OF_TWO, &none, 31);
    none.used = 1;
    expect_from_memory(MEMORY_OF_TWO, &none, 0);
    play.no_block = true;
    expect_from_memory(MEMORY_OF_TWO, &wide, 0);
    play.no_block = false;
    play.no_large_block = true;
    expect_from_memory(MEMORY_OF_TWO, &wide, 31);
    assert_int_equal(wide.used, 0);
    assert_int_equal(wide.shortage, AL_SHORTAGE_NONE);
    assert_int_equal(one.shortage, AL_SHORTAGE_NONE);
}

/* A copy that fails leaves its room to the next one. */
static void the_limit_ends_a_copy(void **state)
{
    (void)state;
    const size_t small[] = {100, 0};
    for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        const uint64_t limit = 10 * (HEAD + 100);
        al_copies *copies =
            in_memory != 0 ? al_copies_new(MEMORY_OF_TWO, &budget) : al_copies_new(limit, NULL);
        copies->limit = in_memory != 0 ? limit : copies->limit;
        assert_false(make(copies, small, 11).complete);
        const al_unpacked_copy copy = make(copies, small, 9), last = make(copies, small, 1);
        assert_false(make(copies, small, 1).complete);
        assert_int_equal(copy.start, 0);
        assert_int_equal(last.start, 9 * (HEAD + 100));
        assert_int_equal(expect_back(&copy, small, 9), in_memory != 0 ? 9 : 0);
        assert_int_equal(expect_back(&last, small, 1), in_memory);
        al_copies_free(copies);
    }
    al_unpacked_copy none = al_copy_begin(NULL);
    al_copy_add(&none, "a", 1);
    al_copy_finish(&none, 0);
    assert_false(none.complete);
}

/* What the file refuses ends all copies that need it. Those in memory stay. */
static void a_file_may_fail(void **state)
{
    (void)state;
    bool *const refused[] = {&play.no_file, &play.no_write, &play.no_flush};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_copies *copies = al_copies_new(MEMORY_OF_TWO, &budget);
        const al_unpacked_copy first = make(copies, usual, 10);
        *refused[i] = true;
        assert_false(make(copies, usual, 100).complete);
        *refused[i] = false;
        assert_int_equal(al_copy_begin(copies).failed, refused[i] != &play.no_flush);
        assert_int_equal(expect_back(&first, usual, 10), 10);
        al_copies_free(copies);
    }
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, NULL);
    const al_unpacked_copy first = make(copies, usual, 2);
    play.no_seek = true;
    al_unpacked_copy second = al_copy_begin(copies);
    al_copy_add(&second, source, 5); /* behind the first one: no need to seek */
    assert_false(second.failed);
    second = al_copy_begin(copies);
    play.writes = 0;
    al_copy_add(&second, source, 5);
    assert_true(second.failed);
    assert_int_equal(play.writes, 0);
    uint64_t at = 0;
    al_span block;
    assert_false(al_copy_read(&first, &at, buffer, sizeof buffer, &block));
    play.no_seek = false;
    play.no_read = true;
    at = 0;
    assert_false(al_copy_read(&first, &at, buffer, sizeof buffer, &block));
    assert_int_equal(block.len, 0);
    al_copies_free(copies);
}

static void a_block_may_be_larger_than_the_buffer(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    for (unsigned in_memory = 0; in_memory < 2; in_memory++) {
        al_copies *copies = al_copies_new(MEMORY_OF_TWO, in_memory != 0 ? &budget : NULL);
        const al_unpacked_copy copy = make(copies, usual, 1);
        al_span block;
        uint64_t at = 0;
        assert_false(al_copy_read(&copy, &at, buffer, BLOCK - 1, &block));
        at = 0;
        assert_true(al_copy_read(&copy, &at, buffer, BLOCK, &block));
        assert_int_equal(block.len, BLOCK);
        al_copies_free(copies);
    }
}

/* In memory that was damaged, a block doesn't reach beyond its piece. */
static void a_size_is_checked(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, &budget);
    const al_unpacked_copy copy = make(copies, usual, 2);
    for (uint64_t start = 0; start <= HEAD + BLOCK; start += HEAD + BLOCK)
        for (uint32_t more = 0; more < 2; more++) {
            const uint32_t size = (uint32_t)(PIECE - HEAD - start) + more;
            uint64_t at = start;
            al_span block;
            memcpy(copies->pieces[0] + start, &size, sizeof size);
            assert_int_equal(al_copy_read(&copy, &at, buffer, sizeof buffer, &block), more == 0);
        }
    al_copies_free(copies);
}

typedef struct reader {
    const al_unpacked_copy *copy;
    size_t blocks;
    uint8_t *room;
    bool failed;
} reader;

static void read_often(void *context)
{
    reader *r = context;
    for (unsigned i = 0; i < TIMES; i++)
        r->failed = r->failed || read_back(r->copy, usual, r->blocks, r->room) < 0;
}

/* They share the file, and its position. */
static void threads_read_copies_at_once(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO / 2, &budget);
    const al_unpacked_copy made[] = {make(copies, usual, 40), make(copies, usual, 20)};
    al_thread *threads[READERS];
    reader readers[READERS];
    assert_int_equal(play.files, 1);
    for (unsigned i = 0; i < READERS; i++) {
        readers[i] = (reader){.copy = &made[i % 2], .blocks = i % 2 != 0 ? 20 : 40, .room = malloc(PIECE)};
        assert_non_null(readers[i].room);
        threads[i] = al_thread_start(read_often, &readers[i]);
        assert_non_null(threads[i]);
    }
    for (unsigned i = 0; i < READERS; i++) {
        al_thread_join(threads[i]);
        assert_false(readers[i].failed);
        free(readers[i].room);
    }
    al_copies_free(copies);
}

/* Of no copies, and of some, whose file must not stay open. */
static void copies_are_freed(void **state)
{
    (void)state;
    const int handle = dup(STDOUT_FILENO);
    assert_int_equal(close(handle), 0);
    al_copies *copies = al_copies_new(MEMORY_OF_TWO, NULL);
    const al_unpacked_copy none = make(copies, usual, 0), one = make(copies, usual, 1);
    assert_int_equal(expect_back(&none, usual, 0), 0);
    assert_true(one.complete);
    al_copies_free(copies);
    al_copies_free(NULL);
    const int next = dup(STDOUT_FILENO);
    assert_int_equal(next, handle);
    assert_int_equal(close(next), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_first_blocks_are_in_memory, setup),
        cmocka_unit_test_setup(a_block_is_in_one_piece, setup),
        cmocka_unit_test_setup(a_block_has_at_most_the_bytes_of_a_piece, setup),
        cmocka_unit_test_setup(without_room_blocks_are_in_the_file, setup),
        cmocka_unit_test_setup(the_limit_ends_a_copy, setup),
        cmocka_unit_test_setup(a_file_may_fail, setup),
        cmocka_unit_test_setup(a_block_may_be_larger_than_the_buffer, setup),
        cmocka_unit_test_setup(a_size_is_checked, setup),
        cmocka_unit_test_setup(threads_read_copies_at_once, setup),
        cmocka_unit_test_setup(copies_are_freed, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
