/* gzipped_test.c: which bytes of a picture in a gzip are kept. */
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "core/arena.h"
#include "core/inflate.h"
#include "engine/gzipped.c" /* NOLINT(bugprone-suspicious-include): for windows of any size */

enum { MOST = 300000, PICTURE_HEAD = 128 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_inflater *inflater;
    uint8_t plain[MOST], packed[MOST];
    size_t size, packed_size;
} fixture;

static fixture now;

static int begin(void **state)
{
    *state = &now;
    now.budget = al_budget_of(UINT64_MAX, 0);
    now.arena = al_arena_on(&now.budget);
    now.inflater = al_inflater_new();
    if (now.inflater != NULL)
        al_inflater_start(now.inflater, &now.budget);
    return now.inflater != NULL ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    al_arena_free(&now.arena);
    al_inflater_free(now.inflater);
    return 0;
}

/* Packs `size` bytes that hardly deflate: those of a DDS, if it is one, begin with a header. */
static void pack(fixture *f, size_t size, bool picture)
{
    uint32_t chance = 7;
    for (size_t i = 0; i < size; i++)
        f->plain[i] = (uint8_t)(unit_next(&chance) >> 16 & 0xFF);
    if (picture) {
        FILE *file = fopen(UNIT_RULES "/dds/cubemap-faces/near.dds", "rb");
        assert_non_null(file);
        assert_int_equal(fread(f->plain, 1, PICTURE_HEAD, file), PICTURE_HEAD);
        assert_int_equal(fclose(file), 0);
    }
    z_stream z = {.zalloc = Z_NULL};
    assert_int_equal(deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = f->plain;
    z.avail_in = (uInt)size;
    z.next_out = f->packed;
    z.avail_out = MOST;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    f->packed_size = MOST - z.avail_out;
    f->size = size;
    assert_int_equal(deflateEnd(&z), Z_OK);
}

/* Reads it; the first `kept` bytes must be there. */
static void expect(fixture *f, uint64_t most, bool whole, bool is_picture, uint64_t kept)
{
    al_gzipped g;
    const uint64_t given = most < f->size ? most : f->size;
    al_gzip_read(&g, f->inflater, &f->arena, al_span_of(f->packed, f->packed_size), most, whole);
    assert_int_equal(g.stream.verdict, most < f->size ? AL_INFLATE_LONG : AL_INFLATE_WHOLE);
    assert_int_equal(g.stream.produced, given);
    assert_int_equal(g.format != NULL, is_picture);
    assert_int_equal(g.bytes.len, kept);
    assert_memory_equal(g.bytes.ptr, f->plain, (size_t)kept);
    assert_int_equal(g.unread, given - kept);
    const size_t tail = given < AL_END_SIZE ? (size_t)given : AL_END_SIZE;
    assert_int_equal(g.tail_size, tail);
    assert_memory_equal(g.tail, f->plain + given - tail, tail);
    const al_span all = al_gzip_whole(f->inflater, &f->arena, al_span_of(f->packed, f->packed_size), most);
    assert_int_equal(all.len, given);
    assert_memory_equal(all.ptr, f->plain, (size_t)given);
}

/* Around the sizes of what is kept, and with several windows of the inflater. */
static void pictures_are_kept_as_far_as_needed(void **state)
{
    static const size_t sizes[] = {PICTURE_HEAD, PICTURE_HEAD + 1, AL_GZIP_HEAD - 1,
                                   AL_GZIP_HEAD, AL_GZIP_HEAD + 1, AL_GZIP_HEAD + AL_END_SIZE,
                                   32769,        65536 + 1,        65536 + 5,
                                   250000};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pack(f, sizes[i], true);
        const uint64_t head = sizes[i] < AL_GZIP_HEAD ? sizes[i] : AL_GZIP_HEAD;
        expect(f, MOST, false, true, head);
        expect(f, MOST, true, true, sizes[i]);
        assert_non_null(al_gzip_recognize(f->inflater, al_span_of(f->packed, f->packed_size)));
    }
}

static void what_is_no_picture_is_not_kept(void **state)
{
    fixture *f = *state;
    pack(f, 70000, false);
    expect(f, MOST, false, false, AL_GZIP_HEAD);
    expect(f, MOST, true, false, AL_GZIP_HEAD);
    assert_null(al_gzip_recognize(f->inflater, al_span_of(f->packed, f->packed_size)));
    for (size_t size = 1; size <= 9; size += 8) {
        pack(f, size, false);
        expect(f, MOST, true, false, size);
    }
}

static void no_memory_for_all(void **state)
{
    fixture *f = *state;
    al_gzipped g;
    al_budget budget = al_budget_of(1000, 0);
    al_arena arena = al_arena_on(&budget);
    pack(f, 70000, true);
    al_gzip_read(&g, f->inflater, &arena, al_span_of(f->packed, f->packed_size), MOST, true);
    assert_int_equal(g.bytes.len, 0);
    assert_int_equal(g.unread, 70000);
    al_arena_free(&arena);
}

/* However an inflater divides the bytes. */
static void windows_of_any_size(void **state)
{
    static const size_t steps[] = {1,   7, AL_END_SIZE - 1, AL_END_SIZE, AL_END_SIZE + 1, AL_GZIP_HEAD - 1,
                                   1000};
    enum { SIZE = 2000 };
    static uint8_t room[SIZE + 2];
    fixture *f = *state;
    pack(f, SIZE, false);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        al_gzipped g = {.format = NULL};
        copy all = {.bytes = room, .size = SIZE - 1}; /* one byte less than it gives */
        memset(room, 0, sizeof room);
        for (size_t at = 0; at < SIZE; at += steps[i]) {
            const size_t size = SIZE - at < steps[i] ? SIZE - at : steps[i];
            al_span window = al_span_of(f->plain + at, size);
            window.base = at;
            keep_ends(&g, window);
            keep_all(&all, window);
            const size_t head = at + size < AL_GZIP_HEAD ? at + size : AL_GZIP_HEAD;
            const size_t tail = at + size < AL_END_SIZE ? at + size : AL_END_SIZE;
            assert_int_equal(g.head_size, head);
            assert_memory_equal(g.head, f->plain, head);
            assert_int_equal(g.tail_size, tail);
            assert_memory_equal(g.tail, f->plain + at + size - tail, tail);
        }
        const size_t kept = (SIZE - 1) / steps[i] * steps[i]; /* the last window doesn't fit */
        assert_memory_equal(room, f->plain, kept);
        for (size_t at = kept; at < sizeof room; at++)
            assert_int_equal(room[at], 0);
    }
    memset(room, 0, sizeof room);
    copy none = {.bytes = room, .size = 0};
    al_span behind = al_span_of("x", 1);
    behind.base = 1;
    keep_all(&none, behind);
    assert_int_equal(room[1], 0);
}

static void names_and_first_bytes(void **state)
{
    (void)state;
    assert_true(al_is_gzip_name("a.dds.GZ"));
    assert_false(al_is_gzip_name("a.gzz"));
    assert_false(al_is_gzip_name("gz"));
    assert_true(al_is_gzip(al_span_of("\x1F\x8B\x08", 3)));
    assert_false(al_is_gzip(al_span_of("\x1F\x8B", 2)));
    assert_false(al_is_gzip(al_span_of("\x1F\x8B\x09", 3)));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pictures_are_kept_as_far_as_needed),
        TEST(what_is_no_picture_is_not_kept),
        TEST(no_memory_for_all),
        TEST(windows_of_any_size),
        TEST(names_and_first_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
