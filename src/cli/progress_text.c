/* progress_text.c: writes counts, sizes, times and a path, as many as fit. */
#include "cli/progress_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/escape.h"
#include "report/page.h"

enum { BETWEEN_SAMPLES = 1000, LEAST_TIME = 300 }; /* milliseconds */

void progress_sample(progress_state *s, uint64_t when)
{
    s->time = when;
    const size_t count = s->moment_count;
    if (s->now.phase != AL_PHASE_CHECK ||
        (count > 0 && when - s->moments[(count - 1) % PROGRESS_SAMPLES].when < BETWEEN_SAMPLES))
        return;
    s->moments[s->moment_count++ % PROGRESS_SAMPLES] = (progress_moment){.when = when, .bytes = s->now.bytes};
}

/* Bytes per second; 0: not known yet. */
static uint64_t rate_of(const progress_state *s)
{
    const uint64_t now = s->time;
    const size_t count = s->moment_count;
    const progress_moment *oldest = &s->moments[count > PROGRESS_SAMPLES ? count % PROGRESS_SAMPLES : 0];
    if (count == 0 || now - oldest->when < LEAST_TIME)
        return 0;
    return (s->now.bytes - oldest->bytes) * 1000 / (now - oldest->when);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

typedef struct words {
    char text[64];
} words;

/* "12,345" */
static words grouped(uint64_t number)
{
    words w = {""};
    char digits[24];
    size_t at = 0;
    const size_t count = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            w.text[at++] = ',';
        w.text[at++] = digits[i];
    }
    return w;
}

/* "512 B", "1.2 GiB" */
static words sized(uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    words w;
    uint64_t unit = 1024;
    size_t i = 0;
    if (bytes < unit) {
        (void)snprintf(w.text, sizeof w.text, "%" PRIu64 " B", bytes);
        return w;
    }
    for (; i + 1 < sizeof units / sizeof units[0] && bytes / unit >= 1024; i++)
        unit *= 1024;
    (void)snprintf(w.text, sizeof w.text, "%" PRIu64 ".%" PRIu64 " %s", bytes / unit,
                   bytes % unit * 10 / unit, units[i]);
    return w;
}

/* "0:07", "1:02:03" */
static words timed(uint64_t seconds)
{
    words w;
    if (seconds < 3600)
        (void)snprintf(w.text, sizeof w.text, "%" PRIu64 ":%02" PRIu64, seconds / 60, seconds % 60);
    else
        (void)snprintf(w.text, sizeof w.text, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, seconds / 3600,
                       seconds / 60 % 60, seconds % 60);
    return w;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* Adds a part. False, and nothing is added, if there isn't room for all of it. */
static bool add(char text[PROGRESS_SIZE], int width, const char *part)
{
    const size_t length = strlen(text);
    if (columns_of(text) + columns_of(part) > width || strlen(part) >= PROGRESS_SIZE - length)
        return false;
    memcpy(text + length, part, strlen(part) + 1);
    return true;
}

/* A path that is too long loses its first folders, since paths differ more at their ends. */
static void add_path(char text[PROGRESS_SIZE], int width, const char *path)
{
    char *shown = escaped_copy(path, strlen(path));
    if (shown == NULL)
        return;
    char part[PROGRESS_SIZE];
    bool added = strlen(shown) < PROGRESS_SIZE - 8;
    if (added) {
        (void)snprintf(part, sizeof part, ", %s", shown);
        added = add(text, width, part);
    }
    for (const char *at = shown; !added && at != NULL;) {
        at = strpbrk(at + 1, "/");
        if (at == NULL || strlen(at) >= PROGRESS_SIZE - 8)
            continue;
        (void)snprintf(part, sizeof part, ", ...%s", at);
        added = add(text, width, part);
    }
    free(shown);
}

static void add_check(const progress_state *s, int width, char text[PROGRESS_SIZE])
{
    char part[PROGRESS_SIZE];
    const al_progress *now = &s->now;
    const uint64_t rate = rate_of(s);
    (void)snprintf(part, sizeof part, "checking: %s of %s file%s", grouped(now->done).text,
                   grouped(now->files).text, now->files == 1 ? "" : "s");
    bool room = add(text, width, part);
    if (now->all_bytes > 0) {
        (void)snprintf(part, sizeof part, ", %s of %s", sized(now->bytes).text, sized(now->all_bytes).text);
        room = room && add(text, width, part);
    }
    if (rate > 0 && now->all_bytes > 0) {
        (void)snprintf(part, sizeof part, ", %s left", timed((now->all_bytes - now->bytes) / rate).text);
        room = room && add(text, width, part);
        (void)snprintf(part, sizeof part, ", %s/s", sized(rate).text);
        room = room && add(text, width, part);
    }
    if (now->path != NULL && room)
        add_path(text, width, now->path);
}

void progress_text(const progress_state *s, int width, char text[PROGRESS_SIZE])
{
    const al_progress *now = &s->now;
    char part[PROGRESS_SIZE];
    text[0] = '\0';
    switch (now->phase) {
    case AL_PHASE_LIST:
        (void)snprintf(part, sizeof part, "looking for files: %s", grouped(now->files).text);
        (void)add(text, width, part);
        return;
    case AL_PHASE_SURVEY:
        (void)snprintf(part, sizeof part, "survey of %s file%s: %s read", grouped(now->files).text,
                       now->files == 1 ? "" : "s", sized(now->bytes).text);
        (void)add(text, width, part);
        return;
    case AL_PHASE_CHECK: add_check(s, width, text); return;
    }
}
