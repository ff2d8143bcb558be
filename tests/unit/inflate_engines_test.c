/* inflate_engines_test.c: the two libraries behind al_inflate give the same verdict as zlib itself. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/limits.h"
#include "inflate_difference.h"
#include "inflating.h"
#include "stream.h"

/* Short streams are inflated by zlib; with a stored block in front, by libdeflate. */
static const size_t paddings[] = {0, AL_MIN_WHOLE_INFLATE};
enum { PADDINGS = sizeof paddings / sizeof paddings[0] };

/* The second half of this file tests all of them. */
static unsigned differences;

static bool differ_as_they_may(const inflating *best, const inflating *zlib, size_t len)
{
    const bool may = inflate_may_differ(&best->said, &zlib->said, len);
    differences += may && best->said.verdict != AL_INFLATE_CORRUPT;
    return may;
}

/* Compares both engines and zlib itself on a stream in a block of its exact size. */
static al_inflated compare(al_inflater *inflater, const uint8_t *bytes, size_t len, uint64_t declared)
{
    uint8_t *exact = malloc(len > 0 ? len : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, len);
    inflating best = inflate_with(inflater, ENGINE_BEST, al_span_of(exact, len), declared, 12);
    inflating zlib = inflate_with(inflater, ENGINE_ZLIB, al_span_of(exact, len), declared, 12);
    const al_inflated wanted = second_opinion(al_span_of(exact, len), declared);
    if (!differ_as_they_may(&best, &zlib, len))
        assert_same_inflating(&best, &zlib);
    assert_int_equal(zlib.said.verdict, wanted.verdict);
    assert_int_equal(zlib.said.produced, wanted.produced);
    if (wanted.verdict == AL_INFLATE_WHOLE || wanted.verdict == AL_INFLATE_SHORT)
        assert_int_equal(zlib.said.consumed, wanted.consumed);
    if (wanted.verdict == AL_INFLATE_CORRUPT)
        assert_non_null(zlib.said.why);
#ifdef AL_HAVE_LIBDEFLATE
    if (wanted.verdict == AL_INFLATE_WHOLE && len >= AL_MIN_WHOLE_INFLATE)
        assert_true(inflating_was_in_one_go(&best, declared));
#endif
    inflating_free(&best);
    inflating_free(&zlib);
    free(exact);
    return wanted;
}

static al_inflated compare_stream(const zstream *s)
{
    al_inflater *inflater = al_inflater_new();
    const al_inflated r = compare(inflater, s->bytes, s->len, s->given);
    al_inflater_free(inflater);
    return r;
}

static void assert_whole(const zstream *s)
{
    const al_inflated r = compare_stream(s);
    assert_int_equal(r.verdict, AL_INFLATE_WHOLE);
    assert_int_equal(r.consumed, s->len);
}

/* ---- Damage -------------------------------------------------------------------------------------------- */

enum { SIZE = 120 };

/* Words for which a small stream uses literals, matches, and, at some levels, dynamic codes. */
static const uint8_t *words(void)
{
    static const char text[SIZE + 1] = "shipshull shipshull engine engine turret shield shipshull 0123456789 "
                                       "engine shield hull hull hull hull turret ships an";
    return (const uint8_t *)text;
}

typedef struct verdicts {
    unsigned of[AL_INFLATE_NO_MEMORY + 1];
} verdicts;

/* Sets every byte to every value, except most of the padding. The declared size is `less` bytes too small. */
static verdicts damage_each_byte(size_t padding, int level, int strategy, size_t less)
{
    enum { PADDING_HEAD = 12 };
    verdicts seen = {.of = {0}};
    al_inflater *inflater = al_inflater_new();
    zstream s = stream_start(padding);
    differences = 0;
    stream_compressed(&s, words(), SIZE, level, strategy);
    stream_end(&s);
    for (size_t at = 0; at < s.len; at++) {
        const uint8_t was = s.bytes[at];
        if (at >= PADDING_HEAD && at < padding)
            continue;
        for (unsigned value = 0; value <= UINT8_MAX; value++) {
            s.bytes[at] = (uint8_t)value;
            seen.of[compare(inflater, s.bytes, s.len, s.given - less).verdict]++;
        }
        s.bytes[at] = was;
    }
    al_inflater_free(inflater);
    assert_in_range(differences, 0, padding > 0 ? 20 : 0); /* of tens of thousands */
    return seen;
}

static void every_byte_damaged_with_fixed_codes(void **state)
{
    (void)state;
    for (size_t i = 0; i < PADDINGS; i++) {
        const verdicts seen = damage_each_byte(paddings[i], 9, Z_FIXED, 0);
        assert_in_range(seen.of[AL_INFLATE_WHOLE], 1, 500); /* the original byte, and hardly any other */
        assert_in_range(seen.of[AL_INFLATE_CORRUPT], 1000, UINT32_MAX);
        assert_in_range(seen.of[AL_INFLATE_LONG], 1, UINT32_MAX);
    }
}

static void every_byte_damaged_with_dynamic_codes(void **state)
{
    (void)state;
    for (size_t i = 0; i < PADDINGS; i++) {
        const verdicts seen = damage_each_byte(paddings[i], 9, Z_HUFFMAN_ONLY, 0);
        assert_in_range(seen.of[AL_INFLATE_CORRUPT], 1000, UINT32_MAX);
    }
}

static void every_byte_damaged_of_a_stored_block(void **state)
{
    (void)state;
    for (size_t i = 0; i < PADDINGS; i++) {
        const verdicts seen = damage_each_byte(paddings[i], 0, Z_DEFAULT_STRATEGY, 0);
        assert_in_range(seen.of[AL_INFLATE_CORRUPT], 1000, UINT32_MAX);
    }
}

static void every_byte_damaged_of_a_stream_declared_shorter(void **state)
{
    (void)state;
    for (size_t i = 0; i < PADDINGS; i++) {
        const verdicts seen = damage_each_byte(paddings[i], 9, Z_DEFAULT_STRATEGY, 1);
        assert_in_range(seen.of[AL_INFLATE_LONG], 100, UINT32_MAX);
    }
}

static void every_truncation(void **state)
{
    (void)state;
    static const int strategies[] = {Z_FIXED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY};
    al_inflater *inflater = al_inflater_new();
    for (size_t i = 0; i < 3 * PADDINGS; i++) {
        zstream s = stream_start(paddings[i / 3]);
        stream_compressed(&s, words(), SIZE, 9, strategies[i % 3]);
        stream_end(&s);
        for (size_t cut = 0; cut <= s.len; cut++) {
            const al_inflate_verdict wanted = cut == s.len ? AL_INFLATE_WHOLE : AL_INFLATE_TRUNCATED;
            assert_int_equal(compare(inflater, s.bytes, cut, s.given).verdict, wanted);
        }
    }
    al_inflater_free(inflater);
}

/* Several bytes at once, in streams with several kinds of block. */
static void damage_by_chance(void **state)
{
    (void)state;
    enum { MOST = 3000, TURNS = 6000 };
    uint8_t data[MOST];
    uint32_t chance = 77;
    al_inflater *inflater = al_inflater_new();
    for (unsigned turn = 0; turn < TURNS; turn++) {
        const size_t size = 1 + unit_next(&chance) % (turn % 10 == 0 ? MOST : 200);
        const uint32_t letters = 2 + unit_next(&chance) % 200;
        for (size_t i = 0; i < size; i++)
            data[i] = (uint8_t)(unit_next(&chance) % letters);
        zstream s = stream_start(turn % 3 == 0 ? AL_MIN_WHOLE_INFLATE : 0);
        const size_t padded = s.len;
        stream_compressed(&s, data, size, (int)(turn % 10), (int)(turn / 10 % 5));
        stream_end(&s);
        for (unsigned damage = turn % 4; damage > 0; damage--)
            s.bytes[padded + unit_next(&chance) % (s.len - padded)] = (uint8_t)(unit_next(&chance) % 256);
        (void)compare(inflater, s.bytes, s.len, s.given);
    }
    al_inflater_free(inflater);
}

/* ---- Streams that no compressor writes ----------------------------------------------------------------- */

/* Codes for 'a', the end mark, and a length of 3; distances of 1 and 2. */
static code small_literals(void)
{
    code c = {.lengths = {['a'] = 1, [END_OF_BLOCK] = 2, [257] = 2}};
    code_from_lengths(&c);
    return c;
}

static code small_distances(void)
{
    code c = {.lengths = {1, 1}};
    code_from_lengths(&c);
    return c;
}

/* "aa", and three more of them by a match. */
static void write_five(zstream *s, const code *literals, const code *distances)
{
    stream_symbol(s, literals, 'a');
    stream_symbol(s, literals, 'a');
    stream_symbol(s, literals, 257);
    stream_symbol(s, distances, 0);
    stream_symbol(s, literals, END_OF_BLOCK);
    stream_gives(s, "aaaaa", 5);
    stream_end(s);
}

static void the_most_codes(void **state)
{
    (void)state;
    const code literals = small_literals(), distances = small_distances();
    static const unsigned counts[][2] = {{258, 2}, {286, 2}, {258, 30}, {286, 30}};
    for (size_t i = 0; i < 4 * PADDINGS; i++) {
        zstream s = stream_start(paddings[i / 4]);
        stream_dynamic_block(&s, &literals, counts[i % 4][0], &distances, counts[i % 4][1]);
        write_five(&s, &literals, &distances);
        assert_whole(&s);
    }
}

/* A block may have no distances, or one, in a code of one bit. */
static void codes_of_one_or_no_symbol(void **state)
{
    (void)state;
    const code literals = small_literals();
    const code one = {.lengths = {1}}, none = {.lengths = {0}}, only_end = {.lengths = {[END_OF_BLOCK] = 1}};
    for (size_t i = 0; i < PADDINGS; i++) {
        zstream s = stream_start(paddings[i]);
        stream_dynamic_block(&s, &literals, 258, &one, 1);
        write_five(&s, &literals, &one);
        assert_whole(&s);

        s = stream_start(paddings[i]);
        stream_dynamic_block(&s, &literals, 258, &none, 1);
        stream_symbol(&s, &literals, 'a');
        stream_symbol(&s, &literals, END_OF_BLOCK);
        stream_gives(&s, "a", 1);
        stream_end(&s);
        assert_whole(&s);

        s = stream_start(paddings[i]);
        stream_dynamic_block(&s, &only_end, 257, &none, 1);
        stream_symbol(&s, &only_end, END_OF_BLOCK);
        stream_end(&s);
        assert_whole(&s);
    }
}

/* Codes that both libraries refuse. */
static void impossible_codes(void **state)
{
    (void)state;
    static const struct {
        code literals, distances;
    } cases[] = {
        {{.lengths = {['a'] = 2, [END_OF_BLOCK] = 2}}, {.lengths = {1}}},             /* codes left over */
        {{.lengths = {['a'] = 1, ['b'] = 1, [END_OF_BLOCK] = 2}}, {.lengths = {1}}},  /* too many */
        {{.lengths = {['a'] = 1, ['b'] = 1}}, {.lengths = {1}}},                      /* no end mark */
        {{.lengths = {['a'] = 1, [END_OF_BLOCK] = 1}}, {.lengths = {2}}},             /* codes left over */
        {{.lengths = {['a'] = 1, [END_OF_BLOCK] = 1}}, {.lengths = {1, 1, 1}}},       /* too many */
        {{.lengths = {['a'] = 1, [END_OF_BLOCK] = 1}}, {.lengths = {[3] = 2, 2, 2}}}, /* codes left over */
    };
    enum { CASES = sizeof cases / sizeof cases[0] };
    for (size_t i = 0; i < CASES * PADDINGS; i++)
        for (size_t more = 0; more <= 40; more += 20) {
            zstream s = stream_start(paddings[i / CASES]);
            stream_dynamic_block(&s, &cases[i % CASES].literals, 257, &cases[i % CASES].distances, 6);
            stream_bits(&s, 0, 32);
            stream_gives(&s, words(), more);
            stream_end(&s);
            assert_int_equal(compare_stream(&s).verdict, AL_INFLATE_CORRUPT);
        }
}

/* The code for code lengths must be complete, unlike the code of one distance. */
static void a_code_for_lengths_of_one_symbol(void **state)
{
    (void)state;
    enum { LENGTHS = 19 };
    for (unsigned i = 0; i < LENGTHS * PADDINGS; i++)
        for (size_t more = 0; more <= 40; more += 20) {
            zstream s = stream_start(paddings[i / LENGTHS]);
            stream_bits(&s, 1 + 2 * 2, 3);
            stream_bits(&s, 0, 10);
            stream_bits(&s, LENGTHS - 4, 4);
            for (unsigned n = 0; n < LENGTHS; n++)
                stream_bits(&s, n == i % LENGTHS ? 1 : 0, 3);
            stream_bits(&s, 0, 300);
            stream_gives(&s, words(), more);
            stream_end(&s);
            assert_int_equal(compare_stream(&s).verdict, AL_INFLATE_CORRUPT);
        }
}

static void matches_that_reach_too_far(void **state)
{
    (void)state;
    const code literals = code_fixed();
    const code distances = {.lengths = {5, 5, 5, 5}, .codes = {0, 1, 2, 3}};
    for (unsigned before = 0; before <= 4; before++)
        for (unsigned distance = 1; distance <= 4; distance++) {
            zstream s = stream_start(0);
            stream_fixed_block(&s);
            for (unsigned i = 0; i < before; i++)
                stream_symbol(&s, &literals, 'a');
            stream_symbol(&s, &literals, 257);
            stream_symbol(&s, &distances, distance - 1);
            stream_symbol(&s, &literals, END_OF_BLOCK);
            stream_gives(&s, "aaaaaaa", before + 3);
            stream_end(&s);
            assert_int_equal(compare_stream(&s).verdict,
                             distance <= before ? AL_INFLATE_WHOLE : AL_INFLATE_CORRUPT);
        }
}

/* A distance of 1025 to 1536, with only 1024 bytes before it. */
static void a_match_that_reaches_before_the_padding(void **state)
{
    (void)state;
    const code literals = code_fixed();
    const code distances = {.lengths = {[19] = 5, [20] = 5}, .codes = {[19] = 19, [20] = 20}};
    for (unsigned symbol = 19; symbol <= 20; symbol++) {
        zstream s = stream_start(1024);
        uint8_t copied[3];
        memcpy(copied, s.bytes + s.len - 1024, sizeof copied);
        stream_fixed_block(&s);
        stream_symbol(&s, &literals, 257);
        stream_symbol(&s, &distances, symbol);
        stream_bits(&s, symbol == 19 ? 255 : 0, symbol == 19 ? 8 : 9); /* 1024, or 1025 */
        stream_symbol(&s, &literals, END_OF_BLOCK);
        stream_gives(&s, copied, sizeof copied);
        stream_end(&s);
        assert_int_equal(compare_stream(&s).verdict, symbol == 19 ? AL_INFLATE_WHOLE : AL_INFLATE_CORRUPT);
    }
}

/* The header says how far back a match may reach; neither library checks it. */
static void matches_beyond_the_declared_window(void **state)
{
    (void)state;
    enum { LARGE = 40000 };
    uint8_t *data = malloc(LARGE);
    uint32_t chance = 3;
    size_t len;
    al_inflater *inflater = al_inflater_new();
    assert_non_null(data);
    for (size_t i = 0; i < LARGE; i++)
        data[i] = (uint8_t)(unit_next(&chance) % 256);
    memcpy(data + 30000, data, 3000);
    uint8_t *bytes = stream_of(data, LARGE, 9, Z_DEFAULT_STRATEGY, &len);
    for (unsigned window = 0; window <= 15; window++) {
        bytes[0] = (uint8_t)(window * 16 + 8);
        bytes[1] = (uint8_t)((31 - bytes[0] * 256u % 31) % 31);
        assert_int_equal(compare(inflater, bytes, len, LARGE).verdict,
                         window <= 7 ? AL_INFLATE_WHOLE : AL_INFLATE_CORRUPT);
    }
    al_inflater_free(inflater);
    free(bytes);
    free(data);
}

/* ---- Where the libraries differ ------------------------------------------------------------------------ */

/* Streams that zlib refuses and libdeflate 1.14 accepts, each with the size and checksum of libdeflate's
 * output. Millions of damaged blocks have shown no other kinds. No compressor writes them, but a flipped bit
 * in the header of a block may: a run of code lengths that is too long changes nothing else. */
static void compare_lenient(const char *what, const zstream *s, const char *why)
{
    al_inflater *inflater = al_inflater_new();
    inflating zlib = inflate_with(inflater, ENGINE_ZLIB, al_span_of(s->bytes, s->len), s->given, 1);
    inflating best = inflate_with(inflater, ENGINE_BEST, al_span_of(s->bytes, s->len), s->given, 1);
    assert_int_equal(zlib.said.verdict, AL_INFLATE_CORRUPT);
    assert_string_equal(zlib.said.why, why);
    if (differ_as_they_may(&best, &zlib, s->len)) {
        assert_true(inflating_was_in_one_go(&best, s->given));
        assert_int_equal(best.said.consumed, s->len);
        print_message("libdeflate reads %s\n", what);
        differences++;
    } else {
        assert_same_inflating(&best, &zlib);
    }
    inflating_free(&best);
    inflating_free(&zlib);
    al_inflater_free(inflater);
}

static void too_many_codes(size_t padding)
{
    const code literals = small_literals(), distances = small_distances();
    static const unsigned counts[][2] = {{287, 2}, {288, 2}, {258, 31}, {258, 32}, {288, 32}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char what[80];
        zstream s = stream_start(padding);
        stream_dynamic_block(&s, &literals, counts[i][0], &distances, counts[i][1]);
        write_five(&s, &literals, &distances);
        (void)snprintf(what, sizeof what, "%u codes for literals and lengths, %u for distances", counts[i][0],
                       counts[i][1]);
        compare_lenient(what, &s, "too many length or distance symbols");
    }
}

static void invalid_lengths(size_t padding)
{
    const code literals = code_fixed();
    uint8_t data[259];
    memset(data, 'a', sizeof data);
    for (unsigned symbol = 286; symbol <= 287; symbol++) {
        char what[80];
        zstream s = stream_start(padding);
        stream_fixed_block(&s);
        stream_symbol(&s, &literals, 'a');
        stream_symbol(&s, &literals, symbol);
        stream_bits(&s, 0, 5);
        stream_symbol(&s, &literals, END_OF_BLOCK);
        stream_gives(&s, data, sizeof data);
        stream_end(&s);
        (void)snprintf(what, sizeof what, "length symbol %u as a length of 258", symbol);
        compare_lenient(what, &s, "invalid literal/length code");
    }
}

static void invalid_distances(size_t padding)
{
    enum { BEFORE = 1 + 200 * 258 };
    static uint8_t data[BEFORE + 3];
    const code literals = code_fixed();
    const code distances = {.lengths = {[0] = 5, [30] = 5, [31] = 5},
                            .codes = {[0] = 0, [30] = 30, [31] = 31}};
    memset(data, 'a', sizeof data);
    for (unsigned symbol = 30; symbol <= 31; symbol++) {
        char what[80];
        zstream s = stream_start(padding);
        stream_fixed_block(&s);
        stream_symbol(&s, &literals, 'a');
        for (unsigned i = 0; i < 200; i++) {
            stream_symbol(&s, &literals, 285);
            stream_symbol(&s, &distances, 0);
        }
        stream_symbol(&s, &literals, 257);
        stream_symbol(&s, &distances, symbol);
        stream_bits(&s, 0, 13);
        stream_symbol(&s, &literals, END_OF_BLOCK);
        stream_gives(&s, data, sizeof data);
        stream_end(&s);
        (void)snprintf(what, sizeof what, "distance symbol %u as one of 24577 and more", symbol);
        compare_lenient(what, &s, "invalid distance code");
    }
}

/* The code word that is unused in a code of one symbol, or of no symbols. */
static void unused_code_words(size_t padding)
{
    const code literals = small_literals(), one = {.lengths = {1}}, none = {.lengths = {0}};
    for (unsigned distances = 0; distances <= 1; distances++)
        for (unsigned bit = distances; bit <= 1; bit++) {
            char what[80];
            zstream s = stream_start(padding);
            stream_dynamic_block(&s, &literals, 258, distances > 0 ? &one : &none, 1);
            stream_symbol(&s, &literals, 'a');
            stream_symbol(&s, &literals, 257);
            stream_bits(&s, bit, 1);
            stream_symbol(&s, &literals, END_OF_BLOCK);
            stream_gives(&s, "aaaa", 4);
            stream_end(&s);
            (void)snprintf(what, sizeof what, "a distance as bit %u of a code of %u distances", bit,
                           distances);
            compare_lenient(what, &s, "invalid distance code");
        }
}

static void an_unused_end_mark(size_t padding)
{
    const code fixed = code_fixed(), none = {.lengths = {0}};
    const code only_end = {.lengths = {[END_OF_BLOCK] = 1}};
    zstream s = stream_start(padding);
    stream_bits(&s, 0 + 2 * 1, 3); /* a block before the last, since libdeflate doesn't get empty output */
    stream_symbol(&s, &fixed, 'a');
    stream_symbol(&s, &fixed, END_OF_BLOCK);
    stream_dynamic_block(&s, &only_end, 257, &none, 1);
    stream_bits(&s, 1, 1);
    stream_gives(&s, "a", 1);
    stream_end(&s);
    compare_lenient("an end mark as bit 1 of a code of one symbol", &s, "invalid literal/length code");
}

/* 257 lengths of literals and 1 of distances; the last run of zeros is too long. */
static void a_run_beyond_the_lengths(size_t padding)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    code lengths = {.lengths = {[0] = 2, [1] = 2, [18] = 1}};
    code literals = {.lengths = {['a'] = 1, [END_OF_BLOCK] = 1}};
    code_from_lengths(&lengths);
    code_from_lengths(&literals);
    zstream s = stream_start(padding);
    stream_bits(&s, 1 + 2 * 2, 3);
    stream_bits(&s, 0, 10);
    stream_bits(&s, 15, 4);
    for (unsigned i = 0; i < 19; i++)
        stream_bits(&s, lengths.lengths[order[i]], 3);
    stream_symbol(&s, &lengths, 18);
    stream_bits(&s, 97 - 11, 7);
    stream_symbol(&s, &lengths, 1); /* 'a' */
    stream_symbol(&s, &lengths, 18);
    stream_bits(&s, 138 - 11, 7);
    stream_symbol(&s, &lengths, 18);
    stream_bits(&s, 20 - 11, 7);
    stream_symbol(&s, &lengths, 1); /* the end mark */
    stream_symbol(&s, &lengths, 18);
    stream_bits(&s, 40 - 11, 7); /* one length is left */
    stream_symbol(&s, &literals, 'a');
    stream_symbol(&s, &literals, END_OF_BLOCK);
    stream_gives(&s, "a", 1);
    stream_end(&s);
    compare_lenient("a run of code lengths beyond their number", &s, "invalid bit length repeat");
}

static void compare_all_lenient(size_t padding)
{
    differences = 0;
    too_many_codes(padding);
    invalid_lengths(padding);
    invalid_distances(padding);
    unused_code_words(padding);
    an_unused_end_mark(padding);
    a_run_beyond_the_lengths(padding);
}

static void short_streams_get_the_verdict_of_zlib(void **state)
{
    (void)state;
    compare_all_lenient(0);
    assert_int_equal(differences, 0);
}

static void long_streams_made_by_hand(void **state)
{
    (void)state;
    compare_all_lenient(AL_MIN_WHOLE_INFLATE);
#ifndef AL_HAVE_LIBDEFLATE
    assert_int_equal(differences, 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_damaged_with_fixed_codes),
        cmocka_unit_test(every_byte_damaged_with_dynamic_codes),
        cmocka_unit_test(every_byte_damaged_of_a_stored_block),
        cmocka_unit_test(every_byte_damaged_of_a_stream_declared_shorter),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(damage_by_chance),
        cmocka_unit_test(the_most_codes),
        cmocka_unit_test(codes_of_one_or_no_symbol),
        cmocka_unit_test(impossible_codes),
        cmocka_unit_test(a_code_for_lengths_of_one_symbol),
        cmocka_unit_test(matches_that_reach_too_far),
        cmocka_unit_test(a_match_that_reaches_before_the_padding),
        cmocka_unit_test(matches_beyond_the_declared_window),
        cmocka_unit_test(short_streams_get_the_verdict_of_zlib),
        cmocka_unit_test(long_streams_made_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
