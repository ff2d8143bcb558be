/* cat_promise_test.c: packages in memory, whole, cut, and with bytes that differ: what the fuzz target does,
 * on the lists of the corpus, with data behind them. */
#include "inputs.h"

#include <string.h>

#include "seed.h"
#include "unit.h"

enum { LARGEST = 4096, STEP = 7, DATA = 600 };

static const char *const seeds[] = {"usual.cat",       "nested.cat",       "crlf.cat",
                                    "backslashes.cat", "blanks.cat",       "no-last-end.cat",
                                    "upper-md5.cat",   "empty-member.cat", "animated.cat"};

/* The list, a NUL, and so many bytes of data that most members lie in it. */
static size_t read_package(const char *name, uint8_t bytes[LARGEST])
{
    const size_t list = read_seed(UNIT_SEEDS, name, bytes, LARGEST - DATA);
    memset(bytes + list, 0, DATA);
    memcpy(bytes + list + 1, "XUMF", 4);
    return list + DATA;
}

static void whole_packages(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        assert_null(cat_promise(bytes, read_package(seeds[i], bytes)));
}

/* Found by the fuzzer: memory that ran out behind the opening of the .dat left that open, and where findings
 * were to get more room, they were looked for in what was given back. */
static void what_was_broken(void **state)
{
    (void)state;
    static const char *const names[] = {"no-memory-behind-the-dat", "no-memory-for-more-findings"};
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t size = read_seed(UNIT_REGRESSIONS, names[i], bytes, LARGEST);
        assert_null(cat_promise(bytes, size));
        assert_null(cat_promise_thorough(bytes, size));
    }
}

static void truncations(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        for (size_t size = read_package(seeds[i], bytes); size > STEP; size -= STEP)
            assert_null(cat_promise(bytes, size));
}

static void bytes_that_differ(void **state)
{
    (void)state;
    static const uint8_t values[] = {0, '\n', ' ', '9', '-', 0xFF};
    uint8_t bytes[LARGEST];
    const size_t size = read_package("usual.cat", bytes);
    for (size_t at = 0; at < size; at += STEP)
        for (size_t i = 0; i < sizeof values; i++) {
            const uint8_t before = bytes[at];
            bytes[at] = values[i];
            assert_null(cat_promise(bytes, size));
            bytes[at] = before;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_packages),
        cmocka_unit_test(what_was_broken),
        cmocka_unit_test(truncations),
        cmocka_unit_test(bytes_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
