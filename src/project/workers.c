/* workers.c: the workers.
 *
 * A worker takes the next input when the result queue has room, checks it without any lock, and puts its
 * result into the queue. The thread that called run_checks is a worker, too, and delivers each result when
 * its turn comes: a thread of its own for that would take time from the workers. When the user interrupts a
 * run and a check does not end, another thread delivers what waits, and no results after that.
 *
 * The checks of all workers together stay below --max-memory, and what they find is the same as if each ran
 * alone: a budget bounds each file by itself, and the memory gate decides only whether there is room for it
 * now. A check that the gate refuses memory ends without a result. Such an input is postponed, and so is one
 * whose result finds no room in the queue: when its turn to be delivered comes, the delivering thread checks
 * it exclusively. The same happens to an input whose result lacks a finding, because it compares the file
 * with one before it whose check was not done: so no input is checked more than three times. No worker waits
 * for ever: a worker inside the gate waits for nothing, and results that wait in the queue are paid for
 * beside --max-memory.
 */
#include "project/workers.h"

#include <stdlib.h>

#include "engine/check.h"
#include "engine/result.h"
#include "platform/platform.h"
#include "project/configuration/suppress.h"
#include "project/memory_gate.h"
#include "project/result_queue.h"
#include "project/returned_results.h"
#include "project/waiting.h"

typedef struct worker worker;

struct run {
    const run_settings *settings;
    const al_input_list *inputs;
    size_t wanted;   /* workers */
    worker *workers; /* NULL with one worker, and so is the queue */
    result_queue *queue;
    memory_gate gate;
};

struct worker {
    run *run;
    run_worker_progress *progress;
    al_checker *checker;
    al_file_settings file; /* of the file that is checked */
    memory_ticket ticket;
    returned_results returned;
    al_thread *thread;
};

static bool is_stopped(const run *r)
{
    return al_watch_stopped(&r->settings->progress->listing);
}

/* A check that was stopped has no result. */
static bool was_stopped(const run *r, const queued_result *checked)
{
    return checked->status != AL_OK && is_stopped(r);
}

/* The delivery lock is held. */
static bool receive(const run *r, const al_input *in, queued_result checked)
{
    return r->settings->receive(r->settings->context, in, checked.status, checked.result);
}

/* Hands out a result that this thread has made, and frees it. */
static bool hand_out(const run *r, const al_input *in, queued_result checked)
{
    if (was_stopped(r, &checked))
        return true;
    al_lock_enter(r->settings->delivery);
    const bool go_on = receive(r, in, checked);
    al_lock_leave(r->settings->delivery);
    al_result_free(checked.result);
    return go_on;
}

/* ---- One input ----------------------------------------------------------------------------------------- */

/* An input that is open, and what the survey knows of it. It must stay at its address until it is closed. */
typedef struct open_input {
    const al_input *in;
    al_context context;
    al_source source;
} open_input;

static queued_result check_source(worker *w, open_input *open)
{
    const run_settings *settings = w->run->settings;
    const al_input *in = open->in;
    al_context *context = &open->context;
    al_budget budget = al_budget_of(UINT64_MAX, settings->policy->options.fail_allocation);
    const al_subject about = {
        .path = in->path, .member = "", .flags = in->named_by_user ? AL_NAMED : 0, .context = context};
    const bool on_disk = open->source.opened || open->source.seen;
    const unsigned known =
        (on_disk && !in->no_sidecar ? AL_MAY_HAVE_SIDECAR : 0U) | (in->no_base ? AL_FOLDER_IS_NO_BASE : 0U);
    queued_result checked = {.status = AL_OUT_OF_MEMORY};
    budget.share = w->checker->share;
    if (!al_file_settings_open(&w->file, settings->policy, in->path, known))
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
    if (checked.status == AL_OK && !al_suppress(&w->file, settings->survey, checked.result, &budget)) {
        al_result_free(checked.result);
        checked = (queued_result){.status = AL_OUT_OF_MEMORY};
    }
    return checked;
}

static void describe(const run *r, const al_input *in, open_input *open)
{
    const size_t number = (size_t)(in - r->inputs->items);
    *open = (open_input){.in = in};
    al_survey_describe(r->settings->survey, in->path, number, &open->context);
}

/* A text that the survey has read is not opened again, unless its result has to tell what it is. */
static void open_file(const run *r, const al_input *in, open_input *open)
{
    describe(r, in, open);
    al_surveyed known;
    (void)al_context_find(&open->context, "", &known);
    if (in->error != 0)
        open->source =
            al_source_unreadable(in->is_folder ? "list of the folder" : "file", al_error_text(in->error));
    else if (!in->named_by_user && known.read_as_text)
        open->source = al_source_seen(known.size);
    else
        al_source_open(&open->source, in->path);
}

static queued_result check_stream(worker *w, const al_input *in, al_file file)
{
    al_file_reader reader;
    open_input open;
    describe(w->run, in, &open);
    const al_stream stream = al_stream_of_file(&reader, file);
    open.source = al_source_of_stream(&stream);
    return check_source(w, &open);
}

static queued_result check_bytes(worker *w, const al_input *in)
{
    const al_notices *notices = &w->run->settings->notices;
    al_file pipe;
    open_input open;
    queued_result checked;
    if (in->from_stdin) {
        al_wait_for_standard_input("a file", notices);
        return check_stream(w, in, al_standard_input);
    }
    if (in->named_by_user && al_open_named_pipe(in->path, notices, &pipe)) {
        checked = check_stream(w, in, pipe);
        al_file_close(pipe);
        return checked;
    }
    open_file(w->run, in, &open);
    checked = check_source(w, &open);
    al_source_close(&open.source);
    return checked;
}

static queued_result check_input(worker *w, const al_input *in)
{
    run_progress_begin_input(w->progress, in);
    const queued_result checked = check_bytes(w, in);
    run_progress_end_input(w->progress);
    return checked;
}

/* Whether a result whose turn has come lacks a finding of a rule across files: its check was too early. */
static bool is_late(const run *r, const queued_result *checked)
{
    return checked->result != NULL && al_survey_is_late(r->settings->survey, checked->result);
}

/* Checks an input whose turn has come. */
static queued_result check_in_turn(worker *w, const al_input *in)
{
    const queued_result checked = check_input(w, in);
    if (!is_late(w->run, &checked))
        return checked;
    al_result_free(checked.result);
    return check_input(w, in);
}

/* ---- Workers ------------------------------------------------------------------------------------------- */

/* What gives its bytes only once can't be checked a second time: a pipe or a device, which only the user can
 * name. */
static bool can_be_repeated(const al_input *in)
{
    al_file_info info;
    if (!in->named_by_user || in->error != 0)
        return true;
    return !in->from_stdin &&
           (al_stat_path(in->path, &info) != 0 || info.kind == AL_KIND_FILE || info.kind == AL_KIND_FOLDER);
}

/* The bytes that a check has in memory: of a package one member at a time. */
static uint64_t measure_input(const run *r, const open_input *open)
{
    const al_options *options = &r->settings->policy->options;
    const al_source *source = &open->source;
    if (!source->opened || source->size > al_options_limit(options, AL_LIMIT_FILE_SIZE) ||
        source->size > al_options_limit(options, AL_LIMIT_MEMORY)) /* it will not be read */
        return 0;
    return source->size + al_survey_largest(r->settings->survey, open->in->path);
}

static queued_result check_inside_gate(worker *w, open_input *open)
{
    run_progress_begin_input(w->progress, open->in);
    const queued_result checked = check_source(w, open);
    run_progress_end_input(w->progress);
    return checked;
}

/* Puts the result into the queue, or that the input is postponed. */
static void put_result(worker *w, size_t number, queued_result checked)
{
    result_queue *queue = w->run->queue;
    checked.maker = w;
    if (!checked.postponed && result_queue_put(queue, number, checked))
        return;
    al_result_free(checked.result);
    result_queue_postpone(queue, number);
}

/* Checks an input beside others; it is postponed where memory is short now. */
static void check_beside_others(worker *w, size_t number, open_input *open)
{
    run *r = w->run;
    memory_gate_enter(&w->ticket, measure_input(r, open));
    queued_result checked = check_inside_gate(w, open);
    if (checked.result == NULL) {
        checked.postponed = w->ticket.share.refused || was_stopped(r, &checked);
    } else {
        checked.bytes = al_result_memory_of_all(checked.result);
        al_result_part(checked.result);
    }
    put_result(w, number, checked);
    memory_gate_leave(&w->ticket);
}

static void check_taken(worker *w, size_t number)
{
    const al_input *in = &w->run->inputs->items[number];
    open_input open;
    returned_results_free(&w->returned);
    if (!can_be_repeated(in)) {
        result_queue_postpone(w->run->queue, number);
        return;
    }
    open_file(w->run, in, &open);
    check_beside_others(w, number, &open);
    al_source_close(&open.source);
}

static void work(void *context)
{
    worker *w = context;
    for (size_t number; result_queue_take(w->run->queue, &number);)
        check_taken(w, number);
}

static void release_buffers(void *context)
{
    const worker *w = context;
    al_checker_release_buffers(w->checker);
}

static al_checker *new_checker(const run *r, run_worker_progress *progress)
{
    al_checker *checker = al_checker_new(&r->settings->policy->options);
    if (checker == NULL)
        return NULL;
    al_checker_watch(checker, &progress->watch);
    al_checker_reserve(checker, r->settings->reserved);
    return checker;
}

/* False when out of memory. */
static bool begin_worker(worker *w, run *r, size_t number)
{
    run_worker_progress *progress = &r->settings->progress->workers[number];
    *w = (worker){.run = r, .progress = progress, .checker = new_checker(r, progress)};
    return w->checker != NULL;
}

static void end_worker(worker *w)
{
    al_checker_free(w->checker);
    al_file_settings_free(&w->file);
    returned_results_end(&w->returned);
}

/* ---- Several workers ----------------------------------------------------------------------------------- */

/* The checker takes its memory from the ticket's share before other workers may release its buffers. */
static bool begin_sharing_worker(worker *w, run *r, size_t number)
{
    if (!begin_worker(w, r, number))
        return false;
    if (!returned_results_begin(&w->returned))
        return false;
    memory_ticket_init(&w->ticket, &r->gate, release_buffers, w);
    al_checker_share(w->checker, &w->ticket.share);
    memory_gate_add(&w->ticket);
    return true;
}

/* Checks a postponed input, and delivers its result before other checks go on. */
static bool check_exclusively(worker *self, const al_input *in)
{
    memory_gate_enter_exclusive(&self->ticket);
    const bool go_on = hand_out(self->run, in, check_in_turn(self, in));
    memory_gate_leave(&self->ticket);
    return go_on;
}

/* Checks further inputs until the next result can be delivered. */
static void help_out(worker *self, size_t next)
{
    result_queue *queue = self->run->queue;
    size_t number;
    while (!is_stopped(self->run) && !result_queue_is_ready(queue, next) &&
           result_queue_try_take(queue, &number))
        check_taken(self, number);
    if (is_stopped(self->run))
        result_queue_stop(queue);
}

static void give_back(const worker *self, queued_result done)
{
    worker *maker = done.maker;
    if (maker == NULL || maker == self)
        al_result_free(done.result);
    else
        returned_results_add(&maker->returned, done.result, done.bytes);
}

/* Delivers the result that is there. `postponed` tells whether the input is still to be checked. */
static bool deliver_next(const worker *self, const al_input *in, bool *postponed)
{
    const run *r = self->run;
    al_lock_enter(r->settings->delivery);
    const queued_result next = result_queue_deliver(r->queue);
    *postponed = next.postponed || is_late(r, &next);
    const bool go_on = *postponed || receive(r, in, next);
    al_lock_leave(r->settings->delivery);
    give_back(self, next);
    return go_on;
}

static void deliver(worker *self)
{
    const run *r = self->run;
    bool go_on = true;
    for (size_t i = 0; go_on && i < r->inputs->count; i++) {
        const al_input *in = &r->inputs->items[i];
        bool postponed;
        help_out(self, i);
        if (!result_queue_wait(r->queue, i))
            break;
        go_on = deliver_next(self, in, &postponed);
        if (postponed && !is_stopped(r))
            go_on = check_exclusively(self, in);
        run_progress_deliver(r->settings->progress);
    }
    result_queue_stop(r->queue);
}

/* Starts as many of the wanted workers as the system allows; returns how many. */
static size_t start_workers(run *r, worker *workers, size_t wanted)
{
    size_t started = 0;
    while (started < wanted) {
        worker *w = &workers[started];
        if (!begin_sharing_worker(w, r, started + 1))
            break;
        w->thread = al_thread_start(work, w);
        if (w->thread == NULL) {
            memory_gate_remove(&w->ticket);
            break;
        }
        started++;
    }
    return started;
}

/* The first of the workers is this thread. */
static bool run_together(run *r)
{
    worker *workers = r->workers;
    const bool begun = begin_sharing_worker(&workers[0], r, 0);
    if (begun) {
        const size_t started = start_workers(r, workers + 1, r->wanted - 1);
        deliver(&workers[0]);
        for (size_t i = 1; i <= started; i++)
            al_thread_join(workers[i].thread);
    }
    for (size_t i = 0; i < r->wanted; i++)
        end_worker(&workers[i]);
    return begun;
}

/* ---- One worker ---------------------------------------------------------------------------------------- */

static bool run_alone(run *r)
{
    worker self;
    bool go_on = begin_worker(&self, r, 0);
    const bool begun = go_on;
    for (size_t i = 0; go_on && !is_stopped(r) && i < r->inputs->count; i++) {
        const al_input *in = &r->inputs->items[i];
        go_on = hand_out(r, in, check_in_turn(&self, in));
        run_progress_deliver(r->settings->progress);
    }
    end_worker(&self);
    return begun;
}

/* ---- The run ------------------------------------------------------------------------------------------- */

static size_t wanted_workers(const run_settings *settings)
{
    const size_t jobs = settings->jobs < RUN_MAX_WORKERS ? (size_t)settings->jobs : RUN_MAX_WORKERS;
    return jobs < settings->inputs->count ? jobs : settings->inputs->count;
}

/* False when out of memory. */
static bool prepare_workers(run *r)
{
    r->queue = result_queue_new(r->inputs->count, r->wanted);
    r->workers = calloc(r->wanted, sizeof *r->workers);
    const bool has_gate =
        memory_gate_begin(&r->gate, al_options_limit(&r->settings->policy->options, AL_LIMIT_MEMORY));
    return r->queue != NULL && r->workers != NULL && has_gate;
}

run *run_new(const run_settings *settings)
{
    run *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    *r = (run){.settings = settings, .inputs = settings->inputs, .wanted = wanted_workers(settings)};
    if (r->wanted <= 1 || prepare_workers(r))
        return r;
    run_free(r);
    return NULL;
}

void run_free(run *r)
{
    if (r == NULL)
        return;
    memory_gate_end(&r->gate);
    result_queue_free(r->queue);
    free(r->workers);
    free(r);
}

bool run_checks(run *r)
{
    return r->queue == NULL ? run_alone(r) : run_together(r);
}

void run_salvage(run *r)
{
    size_t number;
    queued_result salvaged;
    bool go_on = r->queue != NULL;
    if (go_on)
        result_queue_stop(r->queue);
    while (go_on && result_queue_salvage(r->queue, &number, &salvaged)) {
        if (!salvaged.postponed && !is_late(r, &salvaged))
            go_on = receive(r, &r->inputs->items[number], salvaged);
        al_result_free(salvaged.result);
    }
}
