/* progress.c: a thread that reads the progress of a project ten times a second, and shows it. */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "platform/platform.h"
#include "report/page.h"
#include "report/texts.h"

/* ---- What is shown: counts, sizes, times and a path, as many as fit ------------------------------------ */

enum {
    FIRST_DELAY = 500,     /* milliseconds until progress appears, */
    REDRAW_INTERVAL = 100, /* until the line changes, */
    LINE_INTERVAL = 10000, /* between lines where stderr is no terminal, */
    BETWEEN_SAMPLES = 1000,
    LEAST_TIME = 300, /* and until the speed is known */
    SAMPLES = 16,
    TEXT_SIZE = 512
};

typedef struct moment {
    uint64_t when, bytes; /* milliseconds of the clock; bytes checked by then */
} moment;

struct progress {
    al_project *project;
    bool redraws; /* one changing line; otherwise separate lines */
    al_lock *lock;
    al_condition *ended;
    al_thread *thread;
    bool end;
    uint64_t begun, next; /* when the next line is due */
    al_progress now;
    uint64_t time;           /* when `now` was read, by the clock */
    moment moments[SAMPLES]; /* the last samples, as a ring */
    size_t moment_count;     /* of all samples so far */
};

/* Reads the progress. Keeps a sample once a second: the last samples give the speed and the time left. */
static void read_progress(progress *p)
{
    p->now.size = sizeof p->now;
    al_project_progress(p->project, &p->now);
    p->time = al_clock();
    const size_t count = p->moment_count;
    if (p->now.phase != AL_PHASE_CHECK ||
        (count > 0 && p->time - p->moments[(count - 1) % SAMPLES].when < BETWEEN_SAMPLES))
        return;
    p->moments[p->moment_count++ % SAMPLES] = (moment){.when = p->time, .bytes = p->now.bytes};
}

/* Bytes per second of the check; 0: not known yet. */
static uint64_t rate_of(const progress *p)
{
    const size_t count = p->moment_count;
    const moment *oldest = &p->moments[count > SAMPLES ? count % SAMPLES : 0];
    if (p->time - oldest->when < LEAST_TIME)
        return 0;
    return (p->now.bytes - oldest->bytes) * 1000 / (p->time - oldest->when);
}

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

/* Adds a part. False, and nothing is added, if there isn't room for all of it. */
static bool add(char text[TEXT_SIZE], int width, const char *part)
{
    const size_t length = strlen(text);
    if (columns_of(text) + columns_of(part) > width || strlen(part) >= TEXT_SIZE - length)
        return false;
    memcpy(text + length, part, strlen(part) + 1);
    return true;
}

/* A path that is too long loses its first folders, since paths differ more at their ends. */
static void add_path(char text[TEXT_SIZE], int width, const char *path)
{
    char *shown = escaped_copy(path, strlen(path));
    if (shown == NULL)
        return;
    char part[TEXT_SIZE]; /* one that is cut finds no room */
    (void)snprintf(part, sizeof part, ", %s", shown);
    bool added = add(text, width, part);
    for (const char *at = shown; !added && (at = strchr(at + 1, '/')) != NULL;) {
        (void)snprintf(part, sizeof part, ", ...%s", at);
        added = add(text, width, part);
    }
    free(shown);
}

static void add_check(const progress *p, int width, char text[TEXT_SIZE])
{
    char part[TEXT_SIZE];
    const al_progress *now = &p->now;
    const uint64_t rate = rate_of(p);
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

/* Writes at most `width` columns, and less than TEXT_SIZE bytes, to an empty text. The least important parts
 * are left out first. */
static void write_text(const progress *p, int width, char text[TEXT_SIZE])
{
    const al_progress *now = &p->now;
    char part[TEXT_SIZE];
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
    case AL_PHASE_CHECK: add_check(p, width, text); return;
    }
}

/* ---- The thread ---------------------------------------------------------------------------------------- */

static void show(progress *p)
{
    char text[TEXT_SIZE] = "";
    read_progress(p);
    if (p->redraws) {
        write_text(p, al_terminal_width(al_standard_error) - 1, text);
        if (!al_interrupted())
            status_line_show(text);
        return;
    }
    if (al_clock() < p->next)
        return;
    p->next = al_clock() + LINE_INTERVAL;
    write_text(p, TEXT_SIZE, text);
    (void)fprintf(stderr, "assetlint: %s\n", text);
    (void)fflush(stderr);
}

static void watch(void *context)
{
    progress *p = context;
    const uint64_t first = p->begun + FIRST_DELAY;
    al_lock_enter(p->lock);
    while (!p->end && !al_interrupted()) {
        const uint64_t now = al_clock();
        al_condition_wait_for(p->ended, p->lock, now < first ? (unsigned)(first - now) : REDRAW_INTERVAL);
        if (p->end || al_interrupted() || al_clock() < first)
            continue;
        al_lock_leave(p->lock);
        show(p);
        al_lock_enter(p->lock);
    }
    al_lock_leave(p->lock);
    status_line_pause(); /* a user who interrupts sees an empty line */
    status_line_resume();
}

/* ---- Begin and end ------------------------------------------------------------------------------------- */

/* A program that reads stdout from a pipe may write to the same terminal at any time. */
static bool is_wanted(const check_options *options)
{
    al_file_info out;
    switch (options->progress) {
    case CHOICE_ALWAYS: return true;
    case CHOICE_NEVER: return false;
    case CHOICE_AUTO: break;
    }
    const bool piped = al_stat_file(al_standard_output, &out) == 0 && out.kind == AL_KIND_PIPE;
    return al_terminal_takes_sequences(al_standard_error) && !options->quiet && !piped;
}

static void release(progress *p)
{
    if (p->redraws)
        status_line_close();
    al_condition_free(p->ended);
    al_lock_free(p->lock);
    free(p);
}

progress *progress_begin(const check_options *options, al_project *project)
{
    progress *p = is_wanted(options) ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    p->project = project;
    p->begun = al_clock();
    p->lock = al_lock_new();
    p->ended = al_condition_new();
    p->redraws = al_terminal_takes_sequences(al_standard_error) && status_line_open();
    p->thread = p->lock != NULL && p->ended != NULL ? al_thread_start(watch, p) : NULL;
    if (p->thread != NULL)
        return p;
    release(p);
    return NULL;
}

void progress_end(progress *p)
{
    if (p == NULL)
        return;
    al_lock_enter(p->lock);
    p->end = true;
    al_condition_wake_all(p->ended);
    al_lock_leave(p->lock);
    al_thread_join(p->thread);
    release(p);
}
