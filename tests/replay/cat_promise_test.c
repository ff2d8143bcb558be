/* cat_promise_test.c: runs the fuzz target of packages on the lists of the corpus, whole, truncated, and with
 * changed bytes, with data for their members. */
#include "inputs.h"

#include <string.h>

#include "seed.h"
#include "unit.h"

enum { LARGEST = 4096, STEP = 7, DATA = 600 };

static const char *const seeds[] = {"usual.cat",       "nested.cat",       "crlf.cat",
                                    "backslashes.cat", "blanks.cat",       "no-last-end.cat",
                                    "upper-md5.cat",   "empty-member.cat", "animated.cat"};

/* The list, a NUL, and enough bytes of data for most members. */
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
        assert_null(cat_promise(bytes, read_package(seeds[i], bytes), PROMISE_QUICK));
}

/* Found by the fuzzer: if memory ran out after the .dat was opened, it stayed open; and when the list of
 * findings grew, freed memory was read. */
static void earlier_failures(void **state)
{
    (void)state;
    static const char *const names[] = {"no-memory-behind-the-dat", "no-memory-for-more-findings"};
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t size = read_seed(UNIT_REGRESSIONS, names[i], bytes, LARGEST);
        assert_null(cat_promise(bytes, size, PROMISE_QUICK));
        assert_null(cat_promise(bytes, size, PROMISE_THOROUGH));
    }
}

static void truncations(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        for (size_t size = read_package(seeds[i], bytes); size > STEP; size -= STEP)
            assert_null(cat_promise(bytes, size, PROMISE_QUICK));
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
            assert_null(cat_promise(bytes, size, PROMISE_QUICK));
            bytes[at] = before;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_packages),
        cmocka_unit_test(earlier_failures),
        cmocka_unit_test(truncations),
        cmocka_unit_test(bytes_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
