/* inflate_test.c: streams that are whole, too short, too long, cut and damaged, and the windows of their
 * output. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef AL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#include "core/limits.h"
#include "inflating.h"
#include "stream.h"

static const engine engines[] = {ENGINE_BEST, ENGINE_ZLIB};

static al_inflater *new_inflater(void)
{
    al_inflater *inflater = al_inflater_new();
    assert_non_null(inflater);
    return inflater;
}

/* Bytes that repeat, but late and not exactly. */
static uint8_t *new_data(size_t size)
{
    uint8_t *data = malloc(size + 1);
    uint32_t chance = 11;
    assert_non_null(data);
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i % 97 < 60 ? i / 7 % 256 : unit_next(&chance) % 256);
    return data;
}

static void assert_whole(const inflating *got, al_span stream, const uint8_t *data, size_t size)
{
    assert_int_equal(got->said.verdict, AL_INFLATE_WHOLE);
    assert_int_equal(got->said.consumed, stream.len);
    assert_int_equal(got->said.produced, size);
    assert_null(got->said.why);
    if (size > 0)
        assert_memory_equal(got->bytes, data, size);
    assert_int_equal(got->used_at_end, 0);
}

/* ---- Whole streams ------------------------------------------------------------------------------------- */

static void compare_whole(al_inflater *inflater, const uint8_t *data, size_t size, int level, int strategy)
{
    size_t len;
    uint8_t *bytes = stream_of(data, size, level, strategy, &len);
    for (size_t e = 0; e < 2; e++) {
        inflating got = inflate_with(inflater, engines[e], al_span_of(bytes, len), size, 1);
        assert_whole(&got, al_span_of(bytes, len), data, size);
        inflating_free(&got);
    }
    free(bytes);
}

static void every_level_and_strategy(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 100, 32767, 32768, 32769, 300000};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    al_inflater *inflater = new_inflater();
    uint8_t *data = new_data(300000);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int level = 0; level <= 9; level++)
            compare_whole(inflater, data, sizes[s], level, Z_DEFAULT_STRATEGY);
        for (size_t i = 0; i < sizeof strategies / sizeof strategies[0]; i++)
            compare_whole(inflater, data, sizes[s], 6, strategies[i]);
    }
    free(data);
    al_inflater_free(inflater);
}

/* The visitor of inflate_with checks each window; the sizes here are on both sides of every border. */
static void windows_are_whole_items(void **state)
{
    (void)state;
    static const uint32_t granules[] = {1, 2, 3, 5, 6, 7, 12, 28, 36, 188, 1000, 4097, 16385, 32767, 32768};
    static const size_t sizes[] = {1,      11,     32767,  32768,  32769,  65536, 262143,
                                   262144, 262145, 524287, 524288, 524289, 600001};
    al_inflater *inflater = new_inflater();
    uint8_t *data = new_data(600001);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        size_t len;
        uint8_t *bytes = stream_of(data, sizes[s], 1, Z_DEFAULT_STRATEGY, &len);
        for (size_t g = 0; g < sizeof granules / sizeof granules[0]; g++)
            for (size_t e = 0; e < 2; e++) {
                inflating got =
                    inflate_with(inflater, engines[e], al_span_of(bytes, len), sizes[s], granules[g]);
                assert_whole(&got, al_span_of(bytes, len), data, sizes[s]);
                inflating_free(&got);
            }
        free(bytes);
    }
    free(data);
    al_inflater_free(inflater);
}

static void windows_have_the_largest_size(void **state)
{
    (void)state;
    static const uint32_t granules[] = {1, 3, 12, 188, 4097, 32767, 32768};
    uint8_t *data = new_data(100000);
    al_inflater *inflater = new_inflater();
    size_t len;
    uint8_t *bytes = stream_of(data, 100000, 1, Z_DEFAULT_STRATEGY, &len);
    for (size_t g = 0; g < sizeof granules / sizeof granules[0]; g++) {
        inflating got = inflate_with(inflater, ENGINE_BEST, al_span_of(bytes, len), 100000, granules[g]);
        const uint64_t step = AL_WINDOW_SIZE - AL_WINDOW_SIZE % granules[g];
        assert_int_equal(got.windows, (100000 + step - 1) / step);
        inflating_free(&got);
    }
    free(bytes);
    free(data);
    al_inflater_free(inflater);
}

typedef struct counted {
    uint64_t next, windows;
    const uint8_t *data;
    uint32_t granule;
} counted;

static void count_window(void *context, al_span window)
{
    counted *c = context;
    assert_int_equal(window.base, c->next);
    assert_ptr_equal(window.ptr, c->data + (c->next - 500));
    c->next += window.len;
    c->windows++;
}

static void windows_of_available_bytes(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        uint32_t granule;
        uint64_t windows;
    } cases[] = {{0, 4, 0},         {1, 4, 1},         {32768, 4, 1},    {32769, 4, 2},
                 {32760, 12, 1},    {32761, 12, 2},    {65536, 1, 2},    {98304, 1, 3},
                 {65535, 32767, 3}, {65534, 32767, 2}, {98304, 32768, 3}};
    uint8_t *data = new_data(100000);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        counted c = {.next = 500, .data = data, .granule = cases[i].granule};
        al_span s = al_span_of(data, cases[i].size);
        s.base = 500;
        al_visit_windows(s, cases[i].granule, count_window, &c);
        assert_int_equal(c.next, 500 + cases[i].size);
        assert_int_equal(c.windows, cases[i].windows);
    }
    free(data);
}

/* The declared size decides: libdeflate at once, or zlib in windows. Both give the same. */
static void large_streams_go_through_zlib(void **state)
{
    (void)state;
    enum { MORE = 1 };
    const size_t most = AL_MAX_WHOLE_INFLATE;
    uint8_t *data = calloc(most + MORE, 1);
    al_inflater *inflater = new_inflater();
    assert_non_null(data);
    data[most - 1] = 1;
    for (size_t more = 0; more <= MORE; more++) {
        size_t len;
        uint8_t *bytes = stream_of(data, most + more, 1, Z_DEFAULT_STRATEGY, &len);
        inflating got = inflate_with(inflater, ENGINE_BEST, al_span_of(bytes, len), most + more, 12);
        inflating zlib = inflate_with(inflater, ENGINE_ZLIB, al_span_of(bytes, len), most + more, 12);
        assert_whole(&got, al_span_of(bytes, len), data, most + more);
        assert_same_inflating(&got, &zlib);
        inflating_free(&zlib);
#ifdef AL_HAVE_LIBDEFLATE
        assert_int_equal(inflating_was_in_one_go(&got, most + more), more == 0);
#endif
        if (more > 0)
            assert_int_equal(got.most_used, 0);
        inflating_free(&got);
        free(bytes);
    }
    free(data);
    al_inflater_free(inflater);
}

static void streams_beyond_the_budget_go_through_zlib(void **state)
{
    (void)state;
    enum { SIZE = 50000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    al_inflater *inflater = new_inflater();
    inflating best = inflate_with(inflater, ENGINE_BEST, al_span_of(bytes, len), SIZE, 36);
    inflating zlib = inflate_with(inflater, ENGINE_ZLIB, al_span_of(bytes, len), SIZE, 36);
#ifdef AL_HAVE_LIBDEFLATE
    assert_true(inflating_was_in_one_go(&best, SIZE));
#endif
    assert_int_equal(zlib.most_used, 0);
    assert_same_inflating(&best, &zlib);
    assert_int_not_equal(zlib.shortage, AL_SHORTAGE_SYSTEM);
    inflating_free(&best);
    inflating_free(&zlib);
    al_inflater_free(inflater);
    free(bytes);
    free(data);
}

/* ---- Streams of another size than declared ------------------------------------------------------------- */

static void compare_declared(al_inflater *inflater, const uint8_t *data, size_t size, int level,
                             uint64_t declared)
{
    size_t len;
    uint8_t *bytes = stream_of(data, size, level, Z_DEFAULT_STRATEGY, &len);
    const al_inflate_verdict wanted = declared > size   ? AL_INFLATE_SHORT
                                      : declared < size ? AL_INFLATE_LONG
                                                        : AL_INFLATE_WHOLE;
    for (size_t e = 0; e < 2; e++) {
        inflating got = inflate_with(inflater, engines[e], al_span_of(bytes, len), declared, 12);
        if (got.said.verdict != wanted)
            fail_msg("%zu bytes at level %d, declared as %zu: verdict %d, not %d", size, level,
                     (size_t)declared, (int)got.said.verdict, (int)wanted);
        assert_int_equal(got.said.produced, declared > size ? size : declared);
        if (got.len > 0)
            assert_memory_equal(got.bytes, data, got.len);
        if (wanted != AL_INFLATE_LONG)
            assert_int_equal(got.said.consumed, len);
        assert_null(got.said.why);
        assert_int_equal(got.used_at_end, 0);
        inflating_free(&got);
    }
    free(bytes);
}

static void streams_that_give_less(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 5000, 262144, 270000};
    uint8_t *data = new_data(270000);
    al_inflater *inflater = new_inflater();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int level = 0; level <= 9; level += 3) {
            compare_declared(inflater, data, sizes[i], level, sizes[i] + 1);
            compare_declared(inflater, data, sizes[i], level, sizes[i] + 2);
            compare_declared(inflater, data, sizes[i], level, sizes[i] + 300000);
            compare_declared(inflater, data, sizes[i], level, AL_MAX_WHOLE_INFLATE + 1);
            compare_declared(inflater, data, sizes[i], level, UINT64_C(1) << 32);
            compare_declared(inflater, data, sizes[i], level, UINT64_MAX);
        }
    free(data);
    al_inflater_free(inflater);
}

static void streams_that_give_more(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 300, 5000, 262145, 270000};
    uint8_t *data = new_data(270000);
    al_inflater *inflater = new_inflater();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int level = 0; level <= 9; level += 3) {
            for (size_t less = 1; less <= 4 && less <= sizes[i]; less++)
                compare_declared(inflater, data, sizes[i], level, sizes[i] - less);
            compare_declared(inflater, data, sizes[i], level, sizes[i] / 2);
            compare_declared(inflater, data, sizes[i], level, 0);
        }
    free(data);
    al_inflater_free(inflater);
}

/* The extra byte is the last of a match, of a stored block, or a literal: zlib may read the end mark after it
 * in the same call. */
static void one_byte_more_in_every_kind_of_block(void **state)
{
    (void)state;
    enum { SIZE = 1000 };
    uint8_t data[SIZE];
    al_inflater *inflater = new_inflater();
    memset(data, 'a', SIZE);
    for (int level = 0; level <= 9; level++)
        for (size_t size = 1; size <= SIZE; size += 111)
            compare_declared(inflater, data, size, level, size - 1);
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i % 256);
    for (int level = 0; level <= 9; level++)
        for (size_t size = 1; size <= SIZE; size += 111)
            compare_declared(inflater, data, size, level, size - 1);
    al_inflater_free(inflater);
}

/* ---- Streams that are broken --------------------------------------------------------------------------- */

static void every_truncation(void **state)
{
    (void)state;
    enum { SIZE = 3500 };
    uint8_t *data = new_data(SIZE);
    al_inflater *inflater = new_inflater();
    for (int level = 0; level <= 9; level += 3) {
        size_t len;
        uint8_t *bytes = stream_of(data, SIZE, level, Z_DEFAULT_STRATEGY, &len);
        for (size_t cut = 0; cut < len; cut++) {
            uint8_t *part = malloc(cut > 0 ? cut : 1); /* exact: a byte read too many is seen */
            assert_non_null(part);
            memcpy(part, bytes, cut);
            const al_inflated wanted = second_opinion(al_span_of(part, cut), SIZE);
            for (size_t e = 0; e < 2; e++) {
                inflating got = inflate_with(inflater, engines[e], al_span_of(part, cut), SIZE, 12);
                assert_int_equal(got.said.verdict, AL_INFLATE_TRUNCATED);
                assert_int_equal(got.said.consumed, cut);
                assert_int_equal(got.said.produced, wanted.produced);
                if (got.len > 0)
                    assert_memory_equal(got.bytes, data, got.len);
                assert_null(got.said.why);
                inflating_free(&got);
            }
            free(part);
        }
        free(bytes);
    }
    free(data);
    al_inflater_free(inflater);
}

static void assert_corrupt(al_span stream, uint64_t declared, uint64_t produced, const char *why)
{
    al_inflater *inflater = new_inflater();
    for (size_t e = 0; e < 2; e++) {
        inflating got = inflate_with(inflater, engines[e], stream, declared, 1);
        assert_int_equal(got.said.verdict, AL_INFLATE_CORRUPT);
        assert_int_equal(got.said.produced, produced);
        assert_non_null(got.said.why);
        assert_string_equal(got.said.why, why);
        assert_int_equal(got.used_at_end, 0);
        inflating_free(&got);
    }
    al_inflater_free(inflater);
}

static void broken_heads(void **state)
{
    (void)state;
    assert_corrupt(al_span_of("XUMF\0\0\0\0", 8), 100, 0, "incorrect header check");
    assert_corrupt(al_span_of("\x78\x9D\x03\x00\x00\x00\x00\x01", 8), 100, 0, "incorrect header check");
    assert_corrupt(al_span_of("\x77\x85\x03\x00\x00\x00\x00\x01", 8), 100, 0, "unknown compression method");
    assert_corrupt(al_span_of("\x88\x1C\x03\x00\x00\x00\x00\x01", 8), 100, 0, "invalid window size");
    assert_corrupt(al_span_of("\x78\x9C\x07\x00\x00\x00\x00\x01", 8), 100, 0, "invalid block type");
    assert_corrupt(al_span_of("\x78\x9C\x01\x05\x00\x00\x00hello", 12), 5, 0, "invalid stored block lengths");
}

/* Of streams that are long enough for libdeflate, in which nothing else is wrong. */
static void broken_heads_of_long_streams(void **state)
{
    (void)state;
    static const struct {
        uint8_t head[2];
        const char *why;
    } cases[] = {
        {{0x78, 0x9D}, "incorrect header check"},     {{0x78, 0x9B}, "incorrect header check"},
        {{0x77, 0x85}, "unknown compression method"}, {{0x79, 0x18}, "unknown compression method"},
        {{0x88, 0x1C}, "invalid window size"},        {{0x78, 0xBB}, "it needs a preset dictionary"}};
    enum { SIZE = 6000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    assert_true(len > AL_MIN_WHOLE_INFLATE);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memcpy(bytes, cases[i].head, 2);
        assert_corrupt(al_span_of(bytes, len), SIZE, 0, cases[i].why);
    }
    free(bytes);
    free(data);
}

static void a_wrong_checksum(void **state)
{
    (void)state;
    enum { SIZE = 3000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    for (size_t i = 1; i <= 4; i++) {
        bytes[len - i] ^= 0x10;
        assert_corrupt(al_span_of(bytes, len), SIZE, SIZE, "incorrect data check");
        bytes[len - i] ^= 0x10;
    }
    free(bytes);
    free(data);
}

static void a_preset_dictionary(void **state)
{
    (void)state;
    uint8_t words[] = "vertices and indices", out[100];
    z_stream z = {.next_in = NULL};
    assert_int_equal(deflateInit(&z, 9), Z_OK);
    assert_int_equal(deflateSetDictionary(&z, words, sizeof words), Z_OK);
    z.next_in = words;
    z.avail_in = sizeof words;
    z.next_out = out;
    z.avail_out = sizeof out;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(deflateEnd(&z), Z_OK);
    assert_corrupt(al_span_of(out, z.total_out), sizeof words, 0, "it needs a preset dictionary");
}

static void leave_bytes_after_a_stream(size_t size)
{
    enum { BEHIND = 40 };
    uint8_t *data = new_data(size);
    size_t len;
    uint8_t *bytes = stream_of(data, size, 6, Z_DEFAULT_STRATEGY, &len);
    uint8_t *longer = malloc(len + BEHIND);
    al_inflater *inflater = new_inflater();
    assert_non_null(longer);
    memcpy(longer, bytes, len);
    for (size_t behind = 1; behind <= BEHIND; behind++) {
        memcpy(longer + len, bytes, behind); /* another stream begins there */
        for (size_t e = 0; e < 2; e++) {
            inflating got = inflate_with(inflater, engines[e], al_span_of(longer, len + behind), size, 12);
            assert_whole(&got, al_span_of(bytes, len), data, size);
            inflating_free(&got);
            got = inflate_with(inflater, engines[e], al_span_of(longer, len + behind), size + 1, 12);
            assert_int_equal(got.said.verdict, AL_INFLATE_SHORT);
            assert_int_equal(got.said.consumed, len);
            inflating_free(&got);
        }
    }
    al_inflater_free(inflater);
    free(longer);
    free(bytes);
    free(data);
}

/* Of a short stream and a long one, which different libraries inflate. */
static void bytes_after_a_stream_are_left(void **state)
{
    (void)state;
    leave_bytes_after_a_stream(300);
    leave_bytes_after_a_stream(5000);
}

/* ---- The inflater itself ------------------------------------------------------------------------------- */

/* A failed stream doesn't affect the next one. */
static void an_inflater_forgets(void **state)
{
    (void)state;
    enum { SIZE = 40000 };
    static const struct {
        size_t skip, cut;
        uint64_t declared;
    } broken[] = {{0, 20, SIZE}, {1, 0, SIZE}, {0, 0, SIZE / 2}, {0, 0, 2 * SIZE}, {0, 1, SIZE}, {7, 9, 5}};
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    al_inflater *worn = new_inflater();
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        for (size_t e = 0; e < 2; e++) {
            const al_span part = al_slice_available(al_span_of(bytes, len), broken[i].skip,
                                                    len - broken[i].skip - broken[i].cut);
            al_inflater *fresh = new_inflater();
            inflating one = inflate_with(worn, engines[e], part, broken[i].declared, 36);
            inflating two = inflate_with(fresh, engines[e], part, broken[i].declared, 36);
            assert_int_not_equal(one.said.verdict, AL_INFLATE_WHOLE);
            assert_same_inflating(&one, &two);
            inflating_free(&one);
            inflating_free(&two);
            al_inflater_free(fresh);
            one = inflate_with(worn, engines[e], al_span_of(bytes, len), SIZE, 36);
            assert_whole(&one, al_span_of(bytes, len), data, SIZE);
            inflating_free(&one);
        }
    al_inflater_free(worn);
    al_inflater_free(NULL);
    free(bytes);
    free(data);
}

static void ignore_window(void *context, al_span window)
{
    *(uint64_t *)context += window.len;
}

/* Each allocation fails once. The verdict is that memory ran out, or zlib works without it; the budget
 * reports the failure. */
static void allocations_that_fail(void **state)
{
    (void)state;
    enum { SIZE = 600000 };
    static const uint64_t limits[] = {0, UINT64_MAX};
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    for (size_t l = 0; l < 2; l++) {
        unsigned without = 0;
        for (uint64_t n = 1; n <= 6; n++) {
            al_inflater *inflater = new_inflater();
            al_budget failing = al_budget_of(limits[l], n), plain = al_budget_of(limits[l], 0);
            uint64_t given = 0;
            al_inflater_start(inflater, &failing);
            al_inflated r = al_inflate(inflater, al_span_of(bytes, len), SIZE, 1, ignore_window, &given);
            assert_int_equal(failing.shortage == AL_SHORTAGE_SYSTEM, failing.calls >= n);
            assert_int_equal(r.produced, given);
            if (r.verdict == AL_INFLATE_NO_MEMORY) {
                assert_int_equal(failing.shortage, AL_SHORTAGE_SYSTEM);
                without++;
            } else {
                assert_int_equal(r.verdict, AL_INFLATE_WHOLE);
            }
            given = 0;
            al_inflater_start(inflater, &plain); /* and it works again */
            r = al_inflate(inflater, al_span_of(bytes, len), SIZE, 1, ignore_window, &given);
            assert_int_equal(r.verdict, AL_INFLATE_WHOLE);
            assert_int_equal(given, SIZE);
            al_inflater_free(inflater);
        }
        if (limits[l] == 0)
            assert_int_equal(without, 2); /* the state of zlib, and its window */
    }
    free(bytes);
    free(data);
}

#ifdef AL_HAVE_LIBDEFLATE
static void *no_memory(size_t size)
{
    (void)size;
    return NULL;
}

/* An inflater for which the system had no memory for libdeflate's tables. */
static al_inflater *new_inflater_of_zlib_alone(void)
{
    libdeflate_set_memory_allocator(no_memory, free);
    al_inflater *inflater = new_inflater();
    libdeflate_set_memory_allocator(malloc, free);
    return inflater;
}

static void zlib_does_the_work_of_libdeflate(void **state)
{
    (void)state;
    enum { SIZE = 30000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = stream_of(data, SIZE, 6, Z_DEFAULT_STRATEGY, &len);
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_inflater *inflater = new_inflater_of_zlib_alone();
    al_inflater_start(inflater, &budget);
    inflating got = inflate_with(inflater, ENGINE_BEST, al_span_of(bytes, len), SIZE, 1);
    assert_whole(&got, al_span_of(bytes, len), data, SIZE);
    assert_false(inflating_was_in_one_go(&got, SIZE));
    inflating_free(&got);
    al_inflater_free(inflater);
    free(bytes);
    free(data);
}
#endif

/* ---- gzip ---------------------------------------------------------------------------------------------- */

/* A gzip of one member, in a block of exactly its size. */
static uint8_t *gzip_of(const uint8_t *data, size_t size, size_t *len)
{
    enum { GZIP = MAX_WBITS + 16, MEMORY = 8 };
    z_stream z = {.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)size};
    assert_int_equal(deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY), Z_OK);
    const uLong bound = deflateBound(&z, (uLong)size);
    uint8_t *out = malloc(bound);
    assert_non_null(out);
    z.next_out = out;
    z.avail_out = (uInt)bound;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    *len = z.total_out;
    assert_int_equal(deflateEnd(&z), Z_OK);
    uint8_t *exact = realloc(out, *len);
    assert_non_null(exact);
    return exact;
}

static al_inflated gunzip(const uint8_t *bytes, size_t len, uint64_t most)
{
    al_inflater *inflater = new_inflater();
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    uint64_t given = 0;
    al_inflater_start(inflater, &budget);
    const al_inflated r = al_gunzip(inflater, al_span_of(bytes, len), most, ignore_window, &given);
    assert_int_equal(given, r.produced);
    al_inflater_free(inflater);
    return r;
}

static void a_gzip_tells_its_size(void **state)
{
    (void)state;
    enum { SIZE = 300000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = gzip_of(data, SIZE, &len);
    const uint64_t enough[] = {SIZE, SIZE + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof enough / sizeof enough[0]; i++) {
        const al_inflated r = gunzip(bytes, len, enough[i]);
        assert_int_equal(r.verdict, AL_INFLATE_WHOLE);
        assert_int_equal(r.consumed, len);
        assert_int_equal(r.produced, SIZE);
    }
    const al_inflated r = gunzip(bytes, len, SIZE - 1);
    assert_int_equal(r.verdict, AL_INFLATE_LONG);
    assert_int_equal(r.produced, SIZE - 1);
    free(bytes);
    free(data);
}

static void a_broken_gzip(void **state)
{
    (void)state;
    enum { SIZE = 1000 };
    uint8_t *data = new_data(SIZE);
    size_t len;
    uint8_t *bytes = gzip_of(data, SIZE, &len);
    for (size_t there = 0; there < len; there++)
        assert_int_equal(gunzip(bytes, there, SIZE).verdict, AL_INFLATE_TRUNCATED);
    static const struct {
        size_t from_end;
        const char *why;
    } cases[] = {{8, "incorrect data check"}, {4, "incorrect length check"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bytes[len - cases[i].from_end] ^= 1;
        const al_inflated r = gunzip(bytes, len, SIZE);
        assert_int_equal(r.verdict, AL_INFLATE_CORRUPT);
        assert_string_equal(r.why, cases[i].why);
        bytes[len - cases[i].from_end] ^= 1;
    }
    free(bytes);
    free(data);
}

static void a_gzip_without_memory(void **state)
{
    (void)state;
    uint8_t data[100] = {0};
    size_t len;
    uint8_t *bytes = gzip_of(data, sizeof data, &len);
    al_inflater *inflater = new_inflater();
    al_budget failing = al_budget_of(UINT64_MAX, 1);
    uint64_t given = 0;
    al_inflater_start(inflater, &failing);
    const al_inflated r = al_gunzip(inflater, al_span_of(bytes, len), sizeof data, ignore_window, &given);
    assert_int_equal(r.verdict, AL_INFLATE_NO_MEMORY);
    assert_int_equal(failing.shortage, AL_SHORTAGE_SYSTEM);
    al_inflater_free(inflater);
    free(bytes);
}

static void checksums_go_on(void **state)
{
    (void)state;
    assert_int_equal(al_crc32(0, "123456789", 9), 0xCBF43926); /* the check value that catalogues name */
    assert_int_equal(al_crc32(al_crc32(0, "1234", 4), "56789", 5), 0xCBF43926);
    assert_int_equal(al_crc32(0xCBF43926, NULL, 0), 0xCBF43926);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_and_strategy),
        cmocka_unit_test(windows_are_whole_items),
        cmocka_unit_test(windows_have_the_largest_size),
        cmocka_unit_test(windows_of_available_bytes),
        cmocka_unit_test(large_streams_go_through_zlib),
        cmocka_unit_test(streams_beyond_the_budget_go_through_zlib),
        cmocka_unit_test(streams_that_give_less),
        cmocka_unit_test(streams_that_give_more),
        cmocka_unit_test(one_byte_more_in_every_kind_of_block),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(broken_heads),
        cmocka_unit_test(broken_heads_of_long_streams),
        cmocka_unit_test(a_wrong_checksum),
        cmocka_unit_test(a_preset_dictionary),
        cmocka_unit_test(bytes_after_a_stream_are_left),
        cmocka_unit_test(an_inflater_forgets),
        cmocka_unit_test(allocations_that_fail),
        cmocka_unit_test(a_gzip_tells_its_size),
        cmocka_unit_test(a_broken_gzip),
        cmocka_unit_test(a_gzip_without_memory),
        cmocka_unit_test(checksums_go_on),
#ifdef AL_HAVE_LIBDEFLATE
        cmocka_unit_test(zlib_does_the_work_of_libdeflate),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
