/* replay.c: tests all promises on files, without a fuzzer.
 *
 *     fuzz_replay FORMAT PATH...     files, and folders with all files in them; exit 1 when a promise is
 * broken
 *
 * Each file is checked under its own name and under every name that rules of the format look at.
 */
#include "crash_note.h"
#include "files.h"
#include "promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    unsigned long runs;           /* checks of a file under one name */
    unsigned long passed, failed; /* files */
} tally;

static bool replay_as(promise *p, const char *path, const char *name, const uint8_t *data, size_t size,
                      tally *t)
{
    const char *broken = promise_check(p, name, data, size, PROMISE_THOROUGH);
    t->runs++;
    if (broken != NULL)
        printf("%s, as %s: %s\n", path, name, broken);
    return broken == NULL;
}

static void replay(promise *p, const char *path, tally *t)
{
    size_t size;
    uint8_t *data = files_read(path, &size);
    if (data == NULL) {
        t->failed++;
        printf("%s: can't be read\n", path);
        return;
    }
    crash_note_set(path);
    bool holds = replay_as(p, path, files_base_name(path), data, size, t);
    for (size_t i = 0; promise_name_at(p, i) != NULL; i++)
        holds = replay_as(p, path, promise_name_at(p, i), data, size, t) && holds;
    t->passed += holds;
    t->failed += !holds;
    free(data);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        (void)fputs("usage: fuzz_replay FORMAT PATH...\n", stderr);
        return 2;
    }
    promise *p = promise_new(arguments[1]);
    if (p == NULL) {
        (void)fprintf(stderr, "fuzz_replay: unknown format %s\n", arguments[1]);
        return 2;
    }
    tally t = {0};
    file_list files = {0};
    for (int i = 2; i < count; i++) {
        if (!files_find(&files, arguments[i])) {
            t.failed++;
            printf("%s: can't be read\n", arguments[i]);
        }
    }
    for (size_t i = 0; i < files.count; i++)
        replay(p, files.paths[i], &t);
    printf("enumerated: %lu cases\n", t.runs);
    printf("%lu passed, %lu failed\n", t.passed, t.failed);
    files_free(&files);
    promise_free(p);
    return t.failed > 0 || t.passed == 0 ? 1 : 0;
}
