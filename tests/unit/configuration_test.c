/* configuration_test.c: configuration files, baselines and ignore files, damaged in every simple way. */
#include "seed.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"

/* The fuzzer tests more: here each input is read six times, with all rules for each pattern. */
enum { LARGEST = 8192, STEP = 5 };

static const char *const seeds[] = {"empty.json", "everything.json", "baseline.json", "json.json",
                                    "lines.assetlintignore"};

static void truncations(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        for (size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST); size > STEP; size -= STEP)
            assert_null(configuration_promise(bytes, size, PROMISE_QUICK));
}

static void bytes_that_differ(void **state)
{
    (void)state;
    static const uint8_t others[] = {'"', 0x80};
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        const size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST);
        for (size_t at = 0; at < size; at += STEP) {
            const uint8_t before = bytes[at];
            for (size_t other = 0; other < sizeof others; other++) {
                bytes[at] = others[other];
                assert_null(configuration_promise(bytes, size, PROMISE_QUICK));
            }
            bytes[at] = before;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncations),
        cmocka_unit_test(bytes_that_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
