/* sweep_test.c: damages every seed in every simple way, and tests all promises of the library each time.
 *
 *     sweep_test FORMAT FOLDER [EVERY]
 *
 * Each truncation, each byte set to six values, each allocation failing once. Nothing is random, so a failure
 * can be repeated; a case is named by its seed, place and value. Beyond the first kilobyte of a seed, places
 * are tested in equal steps, so that the suite runs in seconds; the line of the seed gives the step. With
 * EVERY, only every so many places are tested, from another one in each seed: to measure coverage.
 */
#include "core/inflate.h"
#include "core/span.h"
#include "crash_note.h"
#include "files.h"
#include "promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLOSE = 1024,     /* first bytes, which are all tested: headers, tables, small data */
    FAR_PLACES = 256, /* places tested after them */
    MAX_SHOWN = 20    /* failures printed per seed */
};

typedef struct sweep {
    promise *promise;
    const char *path;
    const uint8_t *seed;
    size_t size;
    size_t first, every;          /* places */
    bool has_sums;                /* of its bytes, at its beginning */
    char now[512];                /* the case that is being tested */
    unsigned long cases;          /* enumerated cases */
    unsigned long passed, failed; /* seeds */
    unsigned long broken_here;    /* cases of this seed */
} sweep;

static void note(sweep *s, const char *broken)
{
    s->cases++;
    if (broken != NULL && s->broken_here++ < MAX_SHOWN)
        printf("%s: %s\n", s->now, broken);
}

static void try(sweep *s, const uint8_t *data, size_t size, promise_depth depth)
{
    note(s, promise_check(s->promise, files_base_name(s->path), data, size, depth));
}

/* The next place to test: each one at first, then in steps. */
static size_t next_place(const sweep *s, size_t place)
{
    size_t far = s->size > CLOSE ? s->size - CLOSE : 0;
    size_t step = 1 + far / FAR_PLACES;
    return place < CLOSE ? place + s->every : place + step * s->every;
}

static void sweep_truncations(sweep *s)
{
    for (size_t size = s->first; size < s->size; size = next_place(s, size)) {
        (void)snprintf(s->now, sizeof s->now, "%s cut to %zu bytes", s->path, size);
        try(s, s->seed, size, PROMISE_QUICK);
    }
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* A 7z begins with checksums of its list and of where that is: without them nothing of a changed list is
 * read.
 */
static void repair_sums(uint8_t *data, size_t size)
{
    enum { HEADER = 32, SUM = 8, PLACE = 12, LENGTH = 20, SUM_OF_LIST = 28 };
    const al_span bytes = al_span_of(data, size);
    al_span behind, list;
    if (!al_slice(bytes, HEADER, size < HEADER ? 0 : size - HEADER, &behind))
        return;
    if (al_slice(behind, al_u64_at(bytes, PLACE), al_u64_at(bytes, LENGTH), &list))
        put_u32(data + SUM_OF_LIST, al_crc32(0, list.ptr, list.len));
    put_u32(data + SUM, al_crc32(0, data + PLACE, HEADER - PLACE));
}

static void try_repaired(sweep *s, const uint8_t *data)
{
    uint8_t *repaired = malloc(s->size);
    if (repaired == NULL) {
        note(s, "out of memory");
        return;
    }
    memcpy(repaired, data, s->size);
    repair_sums(repaired, s->size);
    try(s, repaired, s->size, PROMISE_QUICK);
    free(repaired);
}

static void sweep_bytes(sweep *s, uint8_t *copy)
{
    for (size_t at = s->first; at < s->size; at = next_place(s, at)) {
        const uint8_t was = copy[at];
        const uint8_t values[] = {0x00, 0x01, 0x7F, 0x80, 0xFF, was ^ 0x01};
        for (size_t i = 0; i < sizeof values; i++) {
            if (values[i] == was || memchr(values, values[i], i) != NULL)
                continue; /* unchanged, or already tested */
            (void)snprintf(s->now, sizeof s->now, "%s with 0x%02X at 0x%zX", s->path, values[i], at);
            copy[at] = values[i];
            try(s, copy, s->size, PROMISE_QUICK);
            if (s->has_sums)
                try_repaired(s, copy);
        }
        copy[at] = was;
    }
}

static void sweep_allocations(sweep *s)
{
    uint64_t runs = 0;
    (void)snprintf(s->now, sizeof s->now, "%s with failing allocations", s->path);
    const char *broken =
        promise_check_allocations(s->promise, files_base_name(s->path), s->seed, s->size, &runs);
    note(s, broken);
    if (broken == NULL)
        s->cases += (unsigned long)runs - 1;
}

static void sweep_seed(sweep *s, const char *path)
{
    uint8_t *seed = files_read(path, &s->size), *copy = files_read(path, &s->size);
    unsigned long before = s->cases;
    s->path = path;
    s->seed = seed;
    s->broken_here = 0;
    (void)snprintf(s->now, sizeof s->now, "%s", path);
    if (seed == NULL || copy == NULL) {
        note(s, "it cannot be read");
    } else {
        try(s, seed, s->size, PROMISE_THOROUGH);
        sweep_truncations(s);
        sweep_bytes(s, copy);
        sweep_allocations(s);
        size_t step = next_place(s, CLOSE) - CLOSE;
        printf("%s: %zu bytes, %lu cases", files_base_name(path), s->size, s->cases - before);
        if (step > 1)
            printf(", one place in %zu beyond 0x%X", step, CLOSE);
        printf("\n");
    }
    s->passed += s->broken_here == 0;
    s->failed += s->broken_here > 0;
    free(copy);
    free(seed);
}

int main(int count, char **arguments)
{
    const unsigned long every = count == 4 ? strtoul(arguments[3], NULL, 10) : 1;
    if (count < 3 || count > 4 || every == 0) {
        (void)fputs("usage: sweep_test FORMAT FOLDER [EVERY]\n", stderr);
        return 2;
    }
    sweep s = {
        .promise = promise_new(arguments[1]), .every = every, .has_sums = strcmp(arguments[1], "7z") == 0};
    file_list seeds = {0};
    if (s.promise == NULL || !files_find(&seeds, arguments[2])) {
        (void)fprintf(stderr, "sweep_test: there is no format %s or no folder %s\n", arguments[1],
                      arguments[2]);
        promise_free(s.promise);
        return 2;
    }
    crash_note_set(s.now);
    for (size_t i = 0; i < seeds.count; i++) {
        s.first = i % s.every;
        sweep_seed(&s, seeds.paths[i]);
    }
    if (every > 1)
        printf("sample: each place in %lu, first number 0, 1, ... in file after file\n", every);
    printf("enumerated: %lu cases\n", s.cases);
    printf("%lu passed, %lu failed\n", s.passed, s.failed);
    files_free(&seeds);
    promise_free(s.promise);
    return s.failed > 0 || s.passed == 0 ? 1 : 0;
}
