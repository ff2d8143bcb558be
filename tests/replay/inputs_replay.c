/* inputs_replay.c: tests all promises on inputs of inputs.h: each seed; or, with --sweep, each truncation and
 * each changed byte. REPLAY_CHECK is the function of inputs.h.
 *
 *     KIND_replay [--sweep] PATH...
 */
#include "crash_note.h"
#include "files.h"
#include "inputs.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tally {
    unsigned long passed, failed, cases;
} tally;

static bool holds(const char *path, const char *what, const uint8_t *data, size_t size, promise_depth depth,
                  tally *t)
{
    const char *broken = REPLAY_CHECK(data, size, depth);
    t->cases++;
    if (broken != NULL)
        printf("%s, %s: %s\n", path, what, broken);
    return broken == NULL;
}

static bool sweep(const char *path, uint8_t *data, size_t size, tally *t)
{
    static const uint8_t values[] = {0, '<', '"', '\n', 0xC3, 0xFF};
    bool ok = true;
    for (size_t end = 0; end < size; end++)
        ok = holds(path, "cut off", data, end, PROMISE_QUICK, t) && ok;
    for (size_t at = 0; at < size; at++) {
        const uint8_t before = data[at];
        for (size_t i = 0; i < sizeof values; i++) {
            data[at] = values[i];
            ok = holds(path, "changed", data, size, PROMISE_QUICK, t) && ok;
        }
        data[at] = before;
    }
    return ok;
}

static void replay(const char *path, bool sweeps, tally *t)
{
    size_t size;
    uint8_t *data = files_read(path, &size);
    bool ok = data != NULL;
    crash_note_set(path);
    if (ok)
        ok = sweeps ? sweep(path, data, size, t) : holds(path, "as it is", data, size, PROMISE_THOROUGH, t);
    t->passed += ok;
    t->failed += !ok;
    free(data);
}

int main(int count, char **arguments)
{
    file_list files = {0};
    tally t = {0};
    const bool sweeps = count > 1 && strcmp(arguments[1], "--sweep") == 0;
    for (int i = sweeps ? 2 : 1; i < count; i++)
        if (!files_find(&files, arguments[i]))
            t.failed++;
    for (size_t i = 0; i < files.count; i++)
        replay(files.paths[i], sweeps, &t);
    printf("enumerated: %lu cases\n%lu passed, %lu failed\n", t.cases, t.passed, t.failed);
    files_free(&files);
    return t.failed == 0 ? 0 : 1;
}
