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

/* ---- Values -------------------------------------------------------------------------------------------- */

static size_t end_of_text(const uint8_t *bytes, size_t at)
{
    for (at++; bytes[at] != '"'; at++)
        at += bytes[at] == '\\';
    return at + 1;
}

/* The end of the value that begins at `at`, in a part that is accepted. */
static size_t end_of_value(const uint8_t *bytes, size_t at)
{
    size_t depth = 0;
    do {
        const uint8_t c = bytes[at];
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        at = c == '"' ? end_of_text(bytes, at) : at + 1;
    } while (depth > 0 || strchr(",]}", bytes[at]) == NULL);
    return at;
}

/* The part with another value from `at` to `end` holds its promise. */
static void replace_value(const uint8_t *bytes, size_t size, size_t at, size_t end, const char *value)
{
    uint8_t changed[2 * LARGEST];
    const size_t length = strlen(value);
    assert_true(at + length + size - end <= sizeof changed);
    memcpy(changed, bytes, at);
    memcpy(changed + at, value, length);
    memcpy(changed + at + length, bytes + end, size - end);
    assert_null(parts_promise(changed, at + length + size - end, PROMISE_QUICK));
}

static void values_that_differ(void **state)
{
    (void)state;
    char long_text[1500] = "\"";
    const char *const values[] = {"null",
                                  "true",
                                  "0",
                                  "7",
                                  "-1",
                                  "1.5",
                                  "18446744073709551616",
                                  "\"\"",
                                  "\"x\"",
                                  "\"00\"",
                                  "\"\\u0001\"",
                                  "\"\\u202e\"",
                                  "[]",
                                  "[0]",
                                  "[\"x\"]",
                                  "[0,0,0,0,0,0,0,0,0]",
                                  "[{}]",
                                  "{}",
                                  "{\"x\":0}",
                                  "{\"bytes\":\"0\"}",
                                  long_text};
    memset(long_text + 1, 'x', sizeof long_text - 3);
    long_text[sizeof long_text - 2] = '"';
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < SEEDS; i++) {
        const size_t size = read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST);
        for (size_t at = 0; at < size; at = bytes[at] == '"' ? end_of_text(bytes, at) : at + 1) {
            const bool begins = (bytes[at] == ':' || bytes[at] == '[') && bytes[at + 1] != ']';
            for (size_t v = 0; begins && v < sizeof values / sizeof values[0]; v++)
                replace_value(bytes, size, at + 1, end_of_value(bytes, at + 1), values[v]);
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

enum { MOST_PARTS = 4 };

/* Finds the parts of a seed, with a NUL between them. Returns their number. */
static size_t split(al_span text, al_span parts[MOST_PARTS])
{
    size_t count = 0;
    for (uint64_t from = 0, to; from < text.len; from = to + 1) {
        const uint8_t *end = memchr(text.ptr + from, 0, text.len - (size_t)from);
        to = end != NULL ? (uint64_t)(end - text.ptr) : text.len;
        assert_true(count < MOST_PARTS);
        parts[count++] = al_slice_available(text, from, to - from);
    }
    return count;
}

/* Returns whether the parts could be merged; otherwise `*wrong` is the mistake. */
static bool merge_one(al_span text, al_budget *budget, al_mistake *wrong, size_t *count)
{
    al_span texts[MOST_PARTS];
    part_reader parts[MOST_PARTS];
    merge m = {.count = 0};
    const size_t part_count = split(text, texts);
    size_t opened = 0;
    bool ok = true;
    *count = 0;
    *wrong = (al_mistake){.no_memory = true};
    while (ok && opened < part_count) {
        const part_source source = {.context = &texts[opened], .read = part_read_span};
        ok = part_open(&parts[opened], "part", source, LARGEST, budget);
        if (!ok)
            *wrong = parts[opened].mistake;
        opened++;
    }
    if (ok && !merge_begin(&m, parts, part_count, budget)) {
        ok = false;
        if (m.wrong != NULL)
            *wrong = m.wrong->mistake;
    }
    ok = ok && merge_results(&m, count_result, count);
    merge_end(&m);
    for (size_t i = 0; i < opened; i++)
        part_close(&parts[i]);
    return ok;
}

static void let_allocations_fail(al_span text, size_t files)
{
    bool ok = false;
    uint64_t n = 0;
    while (!ok) {
        al_budget budget = al_budget_of(UINT64_MAX, ++n);
        al_mistake wrong;
        size_t count;
        ok = merge_one(text, &budget, &wrong, &count);
        assert_true(ok || wrong.no_memory);
        assert_true(!ok || count == files);
    }
    assert_true(n > 4);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const size_t files[SEEDS] = {0, 4, 2, 5, 1};
    uint8_t bytes[LARGEST];
    for (size_t i = 0; i < SEEDS; i++)
        let_allocations_fail(al_span_of(bytes, read_seed(UNIT_SEEDS, seeds[i], bytes, LARGEST)), files[i]);
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
        cmocka_unit_test(seeds_are_accepted),        cmocka_unit_test(truncations),
        cmocka_unit_test(bytes_that_differ),         cmocka_unit_test(values_that_differ),
        cmocka_unit_test(every_allocation_may_fail), cmocka_unit_test(memory_of_a_long_part),
        cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
