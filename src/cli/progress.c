/* progress.c: a thread that looks at the tally ten times a second. Those who work know nothing of it.
 *
 * How large the files are is asked by this thread, once there is something to show: a short run never pays
 * for it. A file counts with its size once it is done with, whatever of it had to be read.
 */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/progress_text.h"
#include "cli/status_line.h"
#include "containers/data_path.h"
#include "containers/members.h"
#include "platform/platform.h"
#include "project/file_path.h"

enum {
    PATIENCE = 500, /* milliseconds until something appears, */
    REDRAWN = 100,  /* until it changes, */
    LINES = 10000   /* and between the lines of what is no terminal */
};

struct progress {
    const tally *tally;
    bool redraws; /* a line that changes; otherwise lines */
    al_lock *lock;
    al_condition *ended;
    al_thread *thread;
    bool end;
    uint64_t begun, next; /* when the next line is due */
    uint64_t *behind;     /* for each input, the bytes of it and those before; NULL: not known yet */
    size_t count;
    bool weighed; /* they were asked for */
    progress_state state;
};

/* ---- Bytes --------------------------------------------------------------------------------------------- */

static uint64_t size_of(const char *path)
{
    al_file_info info;
    return al_look(path, &info) == 0 ? info.size : 0;
}

/* The data of a package is read through its list. */
static uint64_t size_of_data(const char *path, const char *extension)
{
    char *beside = al_path_copy(path);
    if (beside == NULL)
        return 0;
    al_name_container_data(beside, extension);
    const uint64_t size = size_of(beside);
    free(beside);
    return size;
}

static uint64_t weight_of(const al_input *in)
{
    if (in->from_stdin || al_is_container_data(in->path))
        return 0;
    const al_container *kind = al_container_of(in->path);
    return size_of(in->path) + (kind != NULL && kind->data != NULL ? size_of_data(in->path, kind->data) : 0);
}

static bool is_over(progress *p)
{
    al_lock_enter(p->lock);
    const bool end = p->end;
    al_lock_leave(p->lock);
    return end;
}

static void weigh_all(progress *p)
{
    enum { AT_ONCE = 256 };
    const al_input_list *inputs = p->tally->inputs;
    uint64_t sum = 0, *behind = calloc(inputs->count + 1, sizeof *behind);
    p->weighed = true;
    for (size_t i = 0; behind != NULL && i < inputs->count; i++) {
        sum += weight_of(&inputs->items[i]);
        behind[i + 1] = sum;
        if (i % AT_ONCE == 0 && is_over(p))
            break;
    }
    p->behind = behind;
    p->count = inputs->count;
}

/* What the workers have gone through of what isn't done yet: never more than there is. */
static uint64_t bytes_at_work(const progress *p, const al_input **first)
{
    const al_input *items = p->tally->inputs->items;
    uint64_t bytes = 0;
    for (size_t i = 0; i < TALLY_WORKERS; i++) {
        const tally_worker *w = &p->tally->workers[i];
        const al_input *in = tally_input(w);
        if (in == NULL)
            continue;
        const size_t number = (size_t)(in - items);
        const uint64_t weight = p->behind != NULL ? p->behind[number + 1] - p->behind[number] : 0;
        const uint64_t read = al_watch_bytes(&w->watch);
        bytes += read < weight ? read : weight;
        *first = *first == NULL || in < *first ? in : *first; /* what is waited for the longest */
    }
    return bytes;
}

/* ---- The thread ---------------------------------------------------------------------------------------- */

static void look(progress *p)
{
    progress_state *s = &p->state;
    const al_input *first = NULL;
    s->phase = tally_phase_of(p->tally);
    switch (s->phase) {
    case TALLY_LISTING: s->files = al_watch_bytes(&p->tally->listing); break;
    case TALLY_SURVEY:
        s->files = p->tally->inputs->count;
        s->bytes = al_watch_bytes(&p->tally->survey);
        break;
    case TALLY_CHECK:
        if (!p->weighed)
            weigh_all(p);
        s->done = tally_delivered(p->tally);
        s->files = p->tally->inputs->count;
        const uint64_t bytes = (p->behind != NULL ? p->behind[s->done] : 0) + bytes_at_work(p, &first);
        s->bytes = bytes > s->bytes || !s->checking ? bytes : s->bytes; /* it never goes back */
        s->all_bytes = p->behind != NULL ? p->behind[p->count] : 0;
        s->checking = true;
        break;
    }
    progress_sample(s, al_clock() - p->begun);
    s->path = first != NULL ? first->path : NULL;
}

static void show(progress *p)
{
    char text[PROGRESS_SIZE];
    look(p);
    if (p->redraws) {
        const int width = al_terminal_width(al_standard_error);
        progress_text(&p->state, width > 0 ? width - 1 : 0, text);
        if (!al_interrupted())
            status_line_show(text);
        return;
    }
    if (al_clock() < p->next)
        return;
    p->next = al_clock() + LINES;
    progress_text(&p->state, PROGRESS_SIZE - 1, text);
    (void)fprintf(stderr, "assetlint: %s\n", text);
    (void)fflush(stderr);
}

static void watch(void *context)
{
    progress *p = context;
    const uint64_t first = p->begun + PATIENCE;
    al_lock_enter(p->lock);
    while (!p->end && !al_interrupted()) {
        const uint64_t now = al_clock();
        al_condition_wait_for(p->ended, p->lock, now < first ? (unsigned)(first - now) : REDRAWN);
        if (p->end || al_interrupted() || al_clock() < first)
            continue;
        al_lock_leave(p->lock);
        show(p);
        al_lock_enter(p->lock);
    }
    al_lock_leave(p->lock);
    status_line_pause(); /* whoever interrupts sees an empty line */
    status_line_resume();
}

/* ---- Whether ------------------------------------------------------------------------------------------- */

/* What reads a pipe may write to the same terminal whenever it likes. */
static bool is_wanted(const check_options *options)
{
    al_file_info out;
    switch (options->progress) {
    case CHOICE_ALWAYS: return true;
    case CHOICE_NEVER: return false;
    case CHOICE_AUTO: break;
    }
    const bool piped = al_file_look(al_standard_output, &out) == 0 && out.kind == AL_KIND_PIPE;
    return al_terminal_takes_sequences(al_standard_error) && !options->reports.quiet && !piped;
}

static void release(progress *p)
{
    if (p->redraws)
        status_line_close();
    al_condition_free(p->ended);
    al_lock_free(p->lock);
    free(p->behind);
    free(p);
}

progress *progress_begin(const check_options *options, const tally *t)
{
    progress *p = is_wanted(options) ? calloc(1, sizeof *p) : NULL;
    if (p == NULL)
        return NULL;
    p->tally = t;
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
