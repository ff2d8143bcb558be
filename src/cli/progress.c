/* progress.c: a thread that reads the progress of a project ten times a second, and shows it. */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/progress_text.h"
#include "cli/status_line.h"
#include "platform/platform.h"

enum {
    FIRST_DELAY = 500,     /* milliseconds until progress appears, */
    REDRAW_INTERVAL = 100, /* until the line changes, */
    LINE_INTERVAL = 10000  /* and between lines where stderr is no terminal */
};

struct progress {
    al_project *project;
    bool redraws; /* one changing line; otherwise separate lines */
    al_lock *lock;
    al_condition *ended;
    al_thread *thread;
    bool end;
    uint64_t begun, next; /* when the next line is due */
    progress_state state;
};

/* ---- The thread ---------------------------------------------------------------------------------------- */

static void read_progress(progress *p)
{
    progress_state *s = &p->state;
    s->now.size = sizeof s->now;
    al_project_progress(p->project, &s->now);
    progress_sample(s, al_clock() - p->begun);
}

static void show(progress *p)
{
    char text[PROGRESS_SIZE];
    read_progress(p);
    if (p->redraws) {
        const int width = al_terminal_width(al_standard_error);
        progress_text(&p->state, width > 0 ? width - 1 : 0, text);
        if (!al_interrupted())
            status_line_show(text);
        return;
    }
    if (al_clock() < p->next)
        return;
    p->next = al_clock() + LINE_INTERVAL;
    progress_text(&p->state, PROGRESS_SIZE - 1, text);
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
    return al_terminal_takes_sequences(al_standard_error) && !options->reports.quiet && !piped;
}

static void release(progress *p)
{
    if (p->redraws)
        status_line_close();
    al_condition_free(p->ended);
    al_lock_free(p->lock);
    free(p);
}

static bool start_thread(progress *p)
{
    p->end = false;
    p->thread = al_thread_start(watch, p);
    return p->thread != NULL;
}

static void end_thread(progress *p)
{
    if (p->thread == NULL)
        return;
    al_lock_enter(p->lock);
    p->end = true;
    al_condition_wake_all(p->ended);
    al_lock_leave(p->lock);
    al_thread_join(p->thread);
    p->thread = NULL;
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
    if (p->lock != NULL && p->ended != NULL && start_thread(p))
        return p;
    release(p);
    return NULL;
}

void progress_suspend(progress *p)
{
    if (p != NULL)
        end_thread(p);
}

void progress_resume(progress *p)
{
    if (p != NULL)
        (void)start_thread(p);
}

void progress_end(progress *p)
{
    if (p == NULL)
        return;
    end_thread(p);
    release(p);
}
