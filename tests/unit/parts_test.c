/* parts_test.c: the parts of a run, damaged in every simple way, and read with too little memory. */
#include "seed.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inputs.h"
#include "report/merge.h"

enum { LARGEST = 4096, STEP = 7 };

static const char *const seeds[] = {"nothing", "suppressions", "baselines", "package", "bytes"};

enum { SEEDS = sizeof seeds / sizeof seeds[0] };

static void seeds_are_accepted(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < SEEDS; i++) {
        const size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST);
        assert_null(parts_promise(bytes, size, PROMISE_QUICK));
        assert_true(parts_are_accepted(bytes, size));
    }
}

/* A truncated part is refused, cut at any place. */
static void truncations(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < SEEDS; i++)
        for (size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST); size > 0;) {
            size--;
            assert_null(parts_promise(bytes, size, PROMISE_QUICK));
            assert_false(parts_are_accepted(bytes, size));
        }
}

static void bytes_that_differ(void **state)
{
    (void)state;
    static const uint8_t others[] = {'"', '0', '\n'};
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < SEEDS; i++) {
        const size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST);
        for (size_t at = 0; at < size; at += STEP) {
            const uint8_t before = bytes[at];
            for (size_t other = 0; other < sizeof others; other++) {
                bytes[at] = others[other];
                assert_null(parts_promise(bytes, size, PROMISE_QUICK));
            }
            bytes[at] = before;
        }
    }
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static bool count_result(void *context, const al_result *result)
{
    size_t *count = context;
    const bool own = strcmp(result->format, "config") == 0 || strcmp(result->format, "baseline") == 0;
    *count += !own && result->path[0] != '\0';
    return true;
}

/* Returns whether the part could be merged; otherwise `*wrong` is the mistake. */
static bool merge_one(al_span text, al_budget *budget, al_mistake *wrong, size_t *count)
{
    const part_source source = {.context = &text, .read = part_read_span};
    part_reader part;
    merge m = {.count = 0};
    *count = 0;
    *wrong = (al_mistake){.no_memory = true};
    bool ok = part_open(&part, "part", source, LARGEST, budget);
    if (!ok)
        *wrong = part.mistake;
    if (ok && !merge_begin(&m, &part, 1, budget)) {
        ok = false;
        if (m.wrong != NULL)
            *wrong = m.wrong->mistake;
    }
    ok = ok && merge_results(&m, count_result, count);
    merge_end(&m);
    part_close(&part);
    return ok;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    const size_t size = read_seed(UNIT_SEEDS, "package", bytes, LARGEST);
    bool ok = false;
    uint64_t n = 0;
    while (!ok) {
        al_budget budget = al_budget_of(UINT64_MAX, ++n);
        al_mistake wrong;
        size_t count;
        ok = merge_one(al_span_of(bytes, size), &budget, &wrong, &count);
        assert_true(ok || wrong.no_memory);
        assert_true(!ok || count == 5);
    }
    assert_true(n > 10);
}

/* A part as a run with that many files writes it. */
static char *part_of(size_t files, size_t *size)
{
    static const char file[] =
        "{\"kind\":\"file\",\"path\":\"%08zu.xmf\",\"format\":\"xmf\",\"version\":\"3\","
        "\"size\":9,\"status\":\"clean\"}\n";
    uint8_t seed[LARGEST];
    char *text = NULL;
    const size_t length = read_seed(UNIT_SEEDS, "nothing", seed, sizeof seed);
    static const char none[] = "\"files\":0,\"clean\":0";
    seed[length] = '\0';
    const char *at = strstr((const char *)seed, none);
    assert_non_null(at);
    FILE *out = open_memstream(&text, size);
    for (size_t i = 0; i < files; i++)
        fprintf(out, file, i);
    fprintf(out, "%.*s\"files\":%zu,\"clean\":%zu%s", (int)(at - (const char *)seed), (const char *)seed,
            files, files, at + sizeof none - 1);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Merging needs the same memory for any number of files in a part. */
static void memory_of_a_long_part(void **state)
{
    (void)state;
    enum { ENOUGH = 1 << 18, FILES = 50000 };
    al_mistake wrong;
    size_t size, count;
    char *text = part_of(FILES, &size);
    assert_true(size > 16 * (size_t)ENOUGH);
    al_budget budget = al_budget_of(ENOUGH, 0);
    assert_true(merge_one(al_span_of(text, size), &budget, &wrong, &count));
    assert_int_equal(count, FILES);
    free(text);
}

static void too_little_memory(void **state)
{
    (void)state;
    uint8_t bytes[LARGEST];
    const size_t size = read_seed(UNIT_SEEDS, "bytes", bytes, LARGEST);
    al_budget budget = al_budget_of(LARGEST + 4096, 0);
    al_mistake wrong;
    size_t count;
    assert_false(merge_one(al_span_of(bytes, size), &budget, &wrong, &count));
    assert_false(wrong.no_memory);
    assert_string_equal(wrong.text, "reading this file takes too much memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_are_accepted),    cmocka_unit_test(truncations),
        cmocka_unit_test(bytes_that_differ),     cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(memory_of_a_long_part), cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
