/* sweep_test.c: damages every seed in every simple way, and tests all promises of the library each time.
 *
 *     sweep_test FORMAT FOLDER
 *
 * Each truncation, each byte set to six values, each allocation failing once. Nothing is random, so a failure
 * can be repeated; a case is named by its seed, place and value. Beyond the first kilobyte of a seed, places
 * are tested in equal steps, so that the suite runs in seconds; the line of the seed gives the step.
 */
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
    return place < CLOSE ? place + 1 : place + step;
}

static void sweep_truncations(sweep *s)
{
    for (size_t size = 0; size < s->size; size = next_place(s, size)) {
        (void)snprintf(s->now, sizeof s->now, "%s cut to %zu bytes", s->path, size);
        try(s, s->seed, size, PROMISE_QUICK);
    }
}

static void sweep_bytes(sweep *s, uint8_t *copy)
{
    for (size_t at = 0; at < s->size; at = next_place(s, at)) {
        const uint8_t was = copy[at];
        const uint8_t values[] = {0x00, 0x01, 0x7F, 0x80, 0xFF, was ^ 0x01};
        for (size_t i = 0; i < sizeof values; i++) {
            if (values[i] == was || memchr(values, values[i], i) != NULL)
                continue; /* unchanged, or already tested */
            (void)snprintf(s->now, sizeof s->now, "%s with 0x%02X at 0x%zX", s->path, values[i], at);
            copy[at] = values[i];
            try(s, copy, s->size, PROMISE_QUICK);
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
    if (count != 3) {
        (void)fputs("usage: sweep_test FORMAT FOLDER\n", stderr);
        return 2;
    }
    sweep s = {.promise = promise_new(arguments[1])};
    file_list seeds = {0};
    if (s.promise == NULL || !files_find(&seeds, arguments[2])) {
        (void)fprintf(stderr, "sweep_test: there is no format %s or no folder %s\n", arguments[1],
                      arguments[2]);
        promise_free(s.promise);
        return 2;
    }
    crash_note_set(s.now);
    for (size_t i = 0; i < seeds.count; i++)
        sweep_seed(&s, seeds.paths[i]);
    printf("enumerated: %lu cases\n", s.cases);
    printf("%lu passed, %lu failed\n", s.passed, s.failed);
    files_free(&seeds);
    promise_free(s.promise);
    return s.failed > 0 || s.passed == 0 ? 1 : 0;
}
