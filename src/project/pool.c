/* pool.c: the workers.
 *
 * Each worker is a thread that takes the next input, checks it without any lock, and puts the result into the
 * window; the calling thread hands the results out in order. With one job, or where the system starts no
 * thread, the calling thread checks each input itself, without a window.
 */
#include "project/pool.h"

#include <stdlib.h>

#include "engine/check.h"
#include "engine/result.h"
#include "project/configuration/file_settings.h"
#include "project/notices.h"

typedef struct worker {
    const pool_settings *settings;
    run_worker_progress *progress;
    al_checker *checker;
    al_file_settings file; /* of the file that is checked */
    al_thread *thread;
} worker;

static bool is_stopped(const pool_settings *s)
{
    return al_watch_stopped(&s->progress->listing);
}

/* ---- One input ----------------------------------------------------------------------------------------- */

/* An input that is open, and what the survey knows of it. */
typedef struct open_input {
    const al_input *in;
    al_context context;
    al_source source;
} open_input;

static checked_input check_source(worker *w, open_input *open)
{
    const pool_settings *settings = w->settings;
    const al_input *in = open->in;
    al_context *context = &open->context;
    const al_subject about = {
        .path = in->path, .member = "", .flags = in->named_by_user ? AL_NAMED : 0, .context = context};
    const bool on_disk = open->source.opened || open->source.already_read;
    checked_input checked = {.status = AL_OUT_OF_MEMORY};
    if (!al_file_settings_open(&w->file, settings->policy, in->path, on_disk && !in->no_sidecar))
        return checked;
    context->settings = w->file.rules;
    context->base_path = w->file.base_path;
    context->budgets = w->file.budgets;
    const char *why = w->file.sidecar.unreadable;
    al_source refused = al_source_unreadable(".assetlintignore beside it", why);
    al_source *source = why != NULL ? &refused : &open->source;
    if (why != NULL) /* what it suppresses must not be reported */
        context->surveyed_count = 0;
    checked.status = al_check_source(w->checker, &about, source, &checked.result);
    if (checked.status == AL_OK && w->file.sidecar.path != NULL) {
        checked.ignore_file = al_sidecar_move(&w->file.sidecar);
        if (checked.ignore_file == NULL) {
            checked_input_free(&checked);
            checked.status = AL_OUT_OF_MEMORY;
        }
    }
    return checked;
}

static void describe(const worker *w, const al_input *in, open_input *open)
{
    *open = (open_input){.in = in};
    al_survey_describe(w->settings->survey, in->path, &open->context);
}

static checked_input check_stream(worker *w, const al_input *in, al_file file)
{
    al_file_reader reader;
    open_input open;
    describe(w, in, &open);
    const al_stream stream = al_stream_of_file(&reader, file);
    open.source = al_source_of_stream(&stream);
    return check_source(w, &open);
}

/* A text that the survey has read is not opened again, unless its result has to tell what it is, or shows
 * lines of it. */
static checked_input check_file(worker *w, const al_input *in)
{
    open_input open;
    describe(w, in, &open);
    const al_surveyed known = al_context_find(&open.context, "");
    if (in->error != 0)
        open.source =
            al_source_unreadable(in->is_folder ? "list of the folder" : "file", al_error_text(in->error));
    else if (!in->named_by_user && known.read_as_text && known.finding_count == 0)
        open.source = al_source_already_read(known.size);
    else if (in->named_by_user)
        al_source_open(&open.source, in->path);
    else
        al_source_open_listed(&open.source, in->path);
    const checked_input checked = check_source(w, &open);
    al_source_close(&open.source);
    return checked;
}

static checked_input check_bytes(worker *w, const al_input *in)
{
    const al_notices *notices = &w->settings->notices;
    al_file pipe;
    if (in->from_stdin) {
        al_wait_for_standard_input("a file", notices);
        return check_stream(w, in, al_standard_input);
    }
    if (!in->named_by_user || !al_open_named_pipe(in->path, notices, &pipe))
        return check_file(w, in);
    const checked_input checked = check_stream(w, in, pipe);
    al_file_close(pipe);
    return checked;
}

static checked_input check_input(worker *w, const al_input *in)
{
    run_progress_begin_input(w->progress, in);
    checked_input checked = check_bytes(w, in);
    run_progress_end_input(w->progress);
    checked.stopped = checked.status != AL_OK && is_stopped(w->settings);
    if (checked.result != NULL)
        checked.bytes = al_result_memory_of_all(checked.result);
    if (checked.ignore_file != NULL)
        checked.bytes += al_sidecar_memory(checked.ignore_file);
    return checked;
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* False when out of memory; end_worker must be called in any case. */
static bool begin_worker(worker *w, const pool_settings *settings, size_t number)
{
    run_worker_progress *progress = &settings->progress->workers[number];
    *w = (worker){
        .settings = settings, .progress = progress, .checker = al_checker_new(&settings->policy->options)};
    if (w->checker != NULL)
        al_checker_watch(w->checker, &progress->watch);
    return w->checker != NULL;
}

static void end_worker(worker *w)
{
    if (w->thread != NULL)
        al_thread_join(w->thread);
    al_checker_free(w->checker);
    al_file_settings_free(&w->file);
}

static void work(void *context)
{
    worker *w = context;
    const pool_settings *s = w->settings;
    size_t number;
    while (!is_stopped(s) && window_take(s->window, &number))
        window_put(s->window, number, check_input(w, &s->inputs->items[number]));
    if (is_stopped(s))
        window_close(s->window);
}

/* Starts as many of the wanted workers as the system allows; returns how many. */
static size_t start_workers(worker *workers, const pool_settings *settings, size_t wanted)
{
    size_t started = 0;
    for (; started < wanted; started++) {
        worker *w = &workers[started];
        if (begin_worker(w, settings, started))
            w->thread = al_thread_start(work, w);
        if (w->thread == NULL) {
            end_worker(w);
            break;
        }
    }
    return started;
}

/* ---- Delivery ------------------------------------------------------------------------------------------ */

static bool hand_out(const pool_settings *s, size_t number, const checked_input *checked)
{
    return checked->stopped || s->receive(s->context, &s->inputs->items[number], checked);
}

/* Hands out all results in order, also those behind an input whose check was stopped. Once no more is wanted,
 * the others are only taken out, so that no worker waits for room. */
static void deliver(const pool_settings *s)
{
    bool wanted = true;
    while (window_wait(s->window)) {
        size_t number;
        checked_input checked = {.result = NULL};
        al_lock_enter(s->delivery);
        wanted = window_take_out(s->window, &number, &checked) && wanted;
        wanted = wanted && hand_out(s, number, &checked);
        al_lock_leave(s->delivery);
        checked_input_free(&checked);
        run_progress_deliver(s->progress);
        if (!wanted)
            window_close(s->window);
    }
}

static void check_alone(const pool_settings *s, worker *self)
{
    bool wanted = true;
    for (size_t i = 0; wanted && !is_stopped(s) && i < s->inputs->count; i++) {
        checked_input checked = check_input(self, &s->inputs->items[i]);
        al_lock_enter(s->delivery);
        wanted = hand_out(s, i, &checked);
        al_lock_leave(s->delivery);
        checked_input_free(&checked);
        run_progress_deliver(s->progress);
    }
}

/* ---- The run ------------------------------------------------------------------------------------------- */

static size_t wanted_workers(const pool_settings *s)
{
    const size_t jobs = s->jobs < RUN_MAX_WORKERS ? (size_t)s->jobs : RUN_MAX_WORKERS;
    return jobs < s->inputs->count ? jobs : s->inputs->count;
}

/* False when there is no memory for one worker. */
static bool run_alone(const pool_settings *settings)
{
    worker self;
    const bool ok = begin_worker(&self, settings, 0);
    if (ok)
        check_alone(settings, &self);
    end_worker(&self);
    return ok;
}

bool pool_run(const pool_settings *settings)
{
    const size_t wanted = wanted_workers(settings);
    worker *workers = wanted > 1 ? calloc(wanted, sizeof *workers) : NULL;
    window_open(settings->window, settings->inputs->count);
    const size_t started = workers != NULL ? start_workers(workers, settings, wanted) : 0;
    if (started > 0)
        deliver(settings);
    for (size_t i = 0; i < started; i++)
        end_worker(&workers[i]);
    free(workers);
    return started > 0 || run_alone(settings);
}

void pool_salvage(const pool_settings *settings)
{
    size_t number;
    checked_input checked;
    bool wanted = true;
    window_close(settings->window);
    while (wanted && window_take_out(settings->window, &number, &checked)) {
        wanted = hand_out(settings, number, &checked);
        checked_input_free(&checked);
    }
}
