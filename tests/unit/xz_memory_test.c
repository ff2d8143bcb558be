/* xz_memory_test.c: the largest dictionary of an .xz, byte for byte as The .xz File Format has it. In most
 * tests the last block has the largest dictionary, so it is found only if all in front of it is skipped
 * exactly. */
#include "unit.h"

#include <stdbool.h>
#include <string.h>

#include "containers/archive.h"

enum {
    MOST = 1 << 18,
    SMALL = 4096, /* the dictionary of property 0 */
    LARGE = 8192, /* and of property 2 */
    NO_CHECK = 0
};

#define BYTES(...)                                          \
    (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]) \
    {                                                       \
        __VA_ARGS__                                         \
    }

static uint8_t raw[MOST];

static void put_bytes(al_byte_writer *w, const uint8_t *bytes, size_t size)
{
    memcpy(&w->at[w->size], bytes, size);
    w->size += size;
}

static void put_filled(al_byte_writer *w, size_t size)
{
    memset(&w->at[w->size], 0x7F, size); /* no chunk begins with that, and no stream */
    w->size += size;
}

static void begin_stream(al_byte_writer *w, unsigned check)
{
    put_bytes(w, BYTES(0xFD, '7', 'z', 'X', 'Z', 0, 0));
    al_put_number(w, check, 1);
    put_filled(w, 4); /* a checksum */
}

static al_byte_writer begin(unsigned check)
{
    al_byte_writer w = {.at = raw};
    begin_stream(&w, check);
    return w;
}

/* Of twelve bytes: a checksum is in the last four. */
static void put_head(al_byte_writer *w, uint8_t dictionary)
{
    put_bytes(w, BYTES(2, 0, 0x21, 1));
    al_put_number(w, dictionary, 1);
    al_put_number(w, 0, 3);
    put_filled(w, 4);
}

static void put_block(al_byte_writer *w, uint8_t dictionary)
{
    put_head(w, dictionary);
    put_bytes(w,
              BYTES(1, 0, 3, 9, 9, 9, 9, 2, 0, 2, 9, 9, 9, 0, 0x7F, 0x7F)); /* two chunks, the end, padding */
}

/* An index without records, and what ends a stream. */
static void end_stream(al_byte_writer *w)
{
    put_bytes(w, BYTES(0, 0, 0, 0));
    put_filled(w, 4 + 12);
}

static uint64_t memory_of(const al_byte_writer *w)
{
    al_package_bytes bytes = {.memory = al_span_of(raw, w->size), .size = w->size};
    return xz_memory(&bytes);
}

/* Ends the archive with a block that has a large dictionary; whether that is found. */
static bool finds_next(al_byte_writer *w)
{
    put_block(w, 2);
    return memory_of(w) == LARGE;
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static void a_property_has_the_size_of_the_dictionary(void **state)
{
    (void)state;
    static const struct {
        uint8_t property;
        uint64_t size;
    } cases[] = {{0, SMALL},       {1, 6144},       {2, LARGE},
                 {3, 12288},       {24, 16 << 20},  {39, UINT64_C(3) << 30},
                 {40, UINT32_MAX}, {41, UINT32_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_byte_writer w = begin(NO_CHECK);
        put_block(&w, cases[i].property);
        assert_true(memory_of(&w) == cases[i].size);
    }
}

static void the_largest_dictionary_counts(void **state)
{
    (void)state;
    al_byte_writer w = begin(NO_CHECK);
    put_block(&w, 0);
    put_block(&w, 2);
    put_block(&w, 1);
    end_stream(&w);
    begin_stream(&w, NO_CHECK);
    put_block(&w, 0);
    end_stream(&w);
    assert_int_equal(memory_of(&w), LARGE);
}

typedef struct head_case {
    const uint8_t *bytes; /* of a block, up to its chunks */
    size_t size;
    bool skipped;
    bool known; /* its dictionary, a small one */
} head_case;

#define LONGEST_NUMBER 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F
#define TOO_LONG       0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF

static void heads_of_blocks(void **state)
{
    (void)state;
    const head_case cases[] = {
        {BYTES(2, 0, 0x21, 1, 0, 0, 0, 0, 3, 3, 3, 3), true, true},
        {BYTES(2, 0, 0x21, 0, 9, 9, 9, 9, 3, 3, 3, 3), true, true},             /* the property is left out */
        {BYTES(2, 0x40, 0x85, 1, 0x21, 1, 0, 0, 3, 3, 3, 3), true, true},       /* with its packed size, */
        {BYTES(2, 0x80, 0x85, 1, 0x21, 1, 0, 0, 3, 3, 3, 3), true, true},       /* its unpacked size, */
        {BYTES(2, 0xC0, 0x85, 1, 7, 0x21, 1, 0, 3, 3, 3, 3), true, true},       /* or both */
        {BYTES(2, 1, 3, 1, 9, 0x21, 1, 0, 3, 3, 3, 3), true, true},             /* behind a filter, */
        {BYTES(2, 2, 4, 0, 5, 0, 0x21, 1, 0, 3, 3, 3), true, true},             /* two, */
        {BYTES(3, 3, 4, 0, 5, 0, 6, 0, 0x21, 1, 0, 0, 3, 3, 3, 3), true, true}, /* or three */
        {BYTES(3, 1, 0xA1, 1, 4, 9, 9, 9, 9, 0x21, 1, 0, 3, 3, 3, 3), true,
         true},                                                         /* that has a long number */
        {BYTES(2, 0, 0x21, 8, 0, 3, 3, 3, 3, 3, 3, 3), true, true},     /* up to the end of the head */
        {BYTES(2, 0, 0x21, 9, 0, 3, 3, 3, 3, 3, 3, 3, 3), false, true}, /* beyond it */
        {BYTES(4, 0x40, LONGEST_NUMBER, 0x21, 1, 0, 0, 0, 3, 3, 3, 3), true, true},
        {BYTES(4, 0x40, TOO_LONG, 0x21, 1, 0, 0, 0, 3, 3, 3, 3), false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_byte_writer w = begin(NO_CHECK);
        put_bytes(&w, cases[i].bytes, cases[i].size);
        put_bytes(&w, BYTES(1, 0, 2, 9, 9, 9, 0, 3)); /* a chunk of three bytes, the end, padding */
        if (memory_of(&w) != (cases[i].known ? SMALL : 0) || finds_next(&w) != cases[i].skipped)
            fail_msg("case %zu", i);
    }
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

/* The bytes of a chunk that has no other size than its packed one, up to its packed bytes. */
enum { STORED_HEAD = 3 };

/* The same for any chunk; 0: there is no such one. */
static size_t head_of_chunk(unsigned control)
{
    if (control >= 0xC0)
        return 6; /* with a property */
    if (control >= 0x80)
        return 5;
    return control == 1 || control == 2 ? STORED_HEAD : 0;
}

static void put_end_of_chunks(al_byte_writer *w, size_t start)
{
    al_put_number(w, 0, 1);
    while ((w->size - start) % 4 != 0)
        put_filled(w, 1);
}

/* Packed bytes that a chunk declares. */
static bool skips_chunk(unsigned control, unsigned packed)
{
    const size_t known = head_of_chunk(control), head = known > 0 ? known : STORED_HEAD;
    al_byte_writer w = begin(NO_CHECK);
    put_head(&w, 0);
    const size_t start = w.size;
    al_put_number(&w, control, 1);
    if (head > STORED_HEAD)
        put_bytes(&w, BYTES(0xFF, 0xFF)); /* the unpacked size */
    al_put_number(&w, (packed - 1) >> 8, 1);
    al_put_number(&w, (packed - 1) & 0xFF, 1);
    put_filled(&w, start + head + packed - w.size);
    put_end_of_chunks(&w, start);
    return finds_next(&w);
}

static void chunks_have_the_size_that_they_declare(void **state)
{
    (void)state;
    for (unsigned control = 1; control <= UINT8_MAX; control++)
        for (unsigned packed = 0x0102; packed < 0x0106; packed++)
            assert_int_equal(skips_chunk(control, packed), head_of_chunk(control) > 0);
}

static void a_wrong_chunk_ends_the_file(void **state)
{
    (void)state;
    for (unsigned control = 3; control < 0x80; control++) {
        al_byte_writer w = begin(NO_CHECK);
        put_head(&w, 0);
        al_put_number(&w, control, 1);
        put_bytes(&w, BYTES(0, 3, 3));
        assert_false(finds_next(&w));
    }
}

/* The file is read in pieces, and the beginning of a chunk may lie in two of them. */
static void chunks_of_every_size(void **state)
{
    (void)state;
    for (unsigned size = 1; size <= 1 << 16; size += size < 1100 ? 1 : 9973)
        assert_true(skips_chunk(1, size));
}

static void blocks_end_with_a_check(void **state)
{
    (void)state;
    static const uint8_t sizes[] = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
    for (unsigned check = 0; check <= 0x1F; check++) { /* four bits tell its kind */
        al_byte_writer w = begin(check);
        put_block(&w, 0);
        put_filled(&w, sizes[check & 0xF]);
        assert_true(finds_next(&w));
    }
}

/* ---- Streams ------------------------------------------------------------------------------------------- */

typedef struct index_case {
    const uint8_t *bytes; /* with padding */
    size_t size;
} index_case;

static void indexes_are_skipped(void **state)
{
    (void)state;
    const index_case cases[] = {
        {BYTES(0, 0, 0, 0)},
        {BYTES(0, 1, 5, 5)},
        {BYTES(0, 1, 0x85, 5, 5, 0, 0, 0)},
        {BYTES(0, 2, 5, 5, 5, 5, 0, 0)},
        {BYTES(0, 2, 5, 5, 5, 0x85, 5, 0)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t zeros = 0; zeros <= 600; zeros += zeros < 8 ? 1 : 148) { /* that follow the stream */
            al_byte_writer w = begin(NO_CHECK);
            put_bytes(&w, cases[i].bytes, cases[i].size);
            put_filled(&w, 4 + 12);
            memset(&w.at[w.size], 0, zeros);
            w.size += zeros;
            begin_stream(&w, NO_CHECK);
            put_block(&w, 0); /* which may begin at any place */
            assert_true(finds_next(&w));
        }
}

static void an_index_may_declare_more_than_the_file_has(void **state)
{
    (void)state;
    al_byte_writer w = begin(NO_CHECK);
    put_block(&w, 0);
    put_bytes(&w, BYTES(0, LONGEST_NUMBER));
    assert_int_equal(memory_of(&w), SMALL);
}

static void what_follows_a_stream_is_another_one_or_not_read(void **state)
{
    (void)state;
    for (size_t at = 0; at < 5; at++) {
        al_byte_writer w = begin(NO_CHECK);
        put_block(&w, 0);
        end_stream(&w);
        const size_t next = w.size;
        begin_stream(&w, NO_CHECK);
        w.at[next + at] ^= 1;
        put_block(&w, 2);
        assert_int_equal(memory_of(&w), SMALL);
    }
}

/* A dictionary counts as soon as the file names the method; a property that is missing is 0. */
static void a_file_may_end_anywhere(void **state)
{
    (void)state;
    al_byte_writer w = begin(NO_CHECK);
    const size_t first = w.size + 3;
    put_block(&w, 0);
    end_stream(&w);
    begin_stream(&w, NO_CHECK);
    const size_t last = w.size + 5;
    put_block(&w, 2);
    end_stream(&w);
    for (size_t left = w.size + 1; left > 0; left--) {
        w.size = left - 1;
        const uint64_t expected = w.size >= last ? LARGE : w.size >= first ? SMALL : 0;
        if (memory_of(&w) != expected)
            fail_msg("%zu bytes: %llu", w.size, (unsigned long long)memory_of(&w));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_property_has_the_size_of_the_dictionary),
        cmocka_unit_test(the_largest_dictionary_counts),
        cmocka_unit_test(heads_of_blocks),
        cmocka_unit_test(chunks_have_the_size_that_they_declare),
        cmocka_unit_test(a_wrong_chunk_ends_the_file),
        cmocka_unit_test(chunks_of_every_size),
        cmocka_unit_test(blocks_end_with_a_check),
        cmocka_unit_test(indexes_are_skipped),
        cmocka_unit_test(an_index_may_declare_more_than_the_file_has),
        cmocka_unit_test(what_follows_a_stream_is_another_one_or_not_read),
        cmocka_unit_test(a_file_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
