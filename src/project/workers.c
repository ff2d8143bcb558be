/* workers.c: the workers.
 *
 * A worker takes the next input when the window has room, checks it without any lock, and puts its result
 * into the window. The main thread is a worker too, which delivers whenever the next result is there: one
 * more thread would take its time from the others.
 *
 * All of them together stay below --max-memory, and what they find is the same as if each were alone: a file
 * is judged by its own budget, and the gate decides only whether there is room for it now. A check that the
 * gate refuses memory ends without a result, and so does one whose result finds no room in the window. Both
 * are put off: when their turn to be delivered comes, the main thread checks them with nobody else inside.
 * So no file is checked more than twice. Nobody waits for ever: those who are inside never wait for anything,
 * and what waits in the window is paid for beside --max-memory.
 */
#include "project/workers.h"

#include <stdlib.h>

#include "cli/waiting.h"
#include "engine/check.h"
#include "engine/result.h"
#include "platform/platform.h"
#include "project/memory_gate.h"
#include "project/result_queue.h"

typedef struct run {
    const al_input_list *inputs;
    const al_options *options;
    bool quiet;
    tally *tally;
    const al_survey *survey;
    uint64_t reserved;
    window *window;
    memory_gate gate;
} run;

typedef struct worker {
    run *run;
    tally_worker *tally;
    al_checker *checker;
    memory_ticket ticket;
    al_thread *thread;
} worker;

/* What was interrupted has no result. */
static bool is_cut_off(const window_result *checked)
{
    return checked->status != AL_OK && al_interrupted();
}

static window_result check_stream(al_checker *checker, const al_input *in, al_file file)
{
    al_file_reader reader;
    window_result checked = {.result = NULL};
    const al_stream stream = al_stream_of_file(&reader, file);
    checked.status = al_check_stream(checker, in->path, &stream, AL_NAMED, &checked.result);
    return checked;
}

static window_result check_bytes(const run *r, al_checker *checker, const al_input *in)
{
    al_file pipe;
    window_result checked = {.result = NULL};
    if (in->from_stdin) {
        wait_for_standard_input("a file", r->quiet);
        return check_stream(checker, in, al_standard_input);
    }
    if (in->named && open_pipe(in->path, r->quiet, &pipe)) {
        checked = check_stream(checker, in, pipe);
        al_file_close(pipe);
        return checked;
    }
    checked.status = al_check_file(checker, in->path, in->named ? AL_NAMED : 0, &checked.result);
    return checked;
}

static window_result check_input(worker *w, const al_input *in)
{
    tally_begin(w->tally, in);
    const window_result checked = check_bytes(w->run, w->checker, in);
    tally_end(w->tally);
    return checked;
}

/* The bytes of what is checked: a package is there with one member at a time. False of what gives its bytes
 * only once: it can't be checked a second time. */
static bool weigh(const run *r, const al_input *in, uint64_t *bytes)
{
    al_file_info info;
    *bytes = 0;
    if (in->from_stdin)
        return false;
    const int error = al_look(in->path, &info);
    if (error != 0 || info.kind == AL_KIND_FOLDER)
        return true;
    if (info.kind != AL_KIND_FILE)
        return false;
    if (info.size > al_options_limit(r->options, AL_LIMIT_FILE_SIZE) ||
        info.size > al_options_limit(r->options, AL_LIMIT_MEMORY)) /* it will not be read */
        return true;
    *bytes = info.size + al_survey_largest(r->survey, in->path);
    return true;
}

/* Its result, where it has one for which the window has room. */
static window_result check_together(worker *w, const al_input *in, uint64_t bytes)
{
    run *r = w->run;
    memory_gate_enter(&w->ticket, bytes);
    window_result checked = check_input(w, in);
    checked.put_off = w->ticket.share.refused || is_cut_off(&checked);
    if (checked.result != NULL) {
        checked.bytes = al_result_memory_of_all(checked.result);
        checked.put_off = !window_reserve(r->window, checked.bytes);
        al_result_part(checked.result);
    }
    if (checked.put_off) {
        al_result_free(checked.result);
        checked = (window_result){.put_off = true};
    }
    memory_gate_leave(&w->ticket);
    return checked;
}

/* Checks an input that was taken. */
static void check_taken(worker *w, size_t number)
{
    const al_input *in = &w->run->inputs->items[number];
    window_result checked = {.put_off = true};
    uint64_t bytes;
    if (weigh(w->run, in, &bytes))
        checked = check_together(w, in, bytes);
    window_put(w->run->window, number, checked);
}

/* Checks an input that was put off, and delivers its result before anybody else goes on. */
static bool check_alone(worker *self, const al_input *in, run_receiver receive, void *context)
{
    memory_gate_enter_exclusive(&self->ticket);
    const window_result checked = check_input(self, in);
    const bool go_on = is_cut_off(&checked) || receive(context, in, checked.status, checked.result);
    memory_gate_leave(&self->ticket);
    return go_on;
}

static void work(void *context)
{
    worker *w = context;
    for (size_t number; window_take(w->run->window, &number);)
        check_taken(w, number);
}

/* Checks what is to be had until the next result is there. */
static void help_out(worker *self)
{
    window *w = self->run->window;
    size_t number;
    while (!al_interrupted() && !window_is_ready(w) && window_take_now(w, &number))
        check_taken(self, number);
    if (al_interrupted())
        window_stop(w);
}

static void deliver(worker *self, run_receiver receive, void *context)
{
    const al_input_list *inputs = self->run->inputs;
    window *w = self->run->window;
    bool go_on = true;
    for (size_t i = 0; go_on && i < inputs->count; i++) {
        window_result next;
        help_out(self);
        if (!window_deliver(w, &next))
            break;
        const al_input *in = &inputs->items[i];
        if (!next.put_off)
            go_on = receive(context, in, next.status, next.result);
        else if (!al_interrupted())
            go_on = check_alone(self, in, receive, context);
        tally_deliver(self->run->tally);
    }
    window_stop(w);
}

static al_checker *new_checker(const run *r, tally_worker *of)
{
    al_checker *checker = al_checker_new(r->options);
    if (checker == NULL)
        return NULL;
    al_checker_watch(checker, &of->watch);
    al_checker_relate(checker, r->survey);
    al_checker_reserve(checker, r->reserved);
    return checker;
}

static void release_buffers(void *context)
{
    const worker *w = context;
    al_checker_rest(w->checker);
}

/* False when out of memory. */
static bool begin_worker(worker *w, run *r, size_t number)
{
    tally_worker *of = &r->tally->workers[number];
    *w = (worker){.run = r, .tally = of, .checker = new_checker(r, of)};
    if (w->checker == NULL)
        return false;
    memory_ticket_init(&w->ticket, &r->gate, release_buffers, w);
    al_checker_share(w->checker, &w->ticket.share); /* before other workers may release its buffers */
    memory_gate_add(&w->ticket);
    return true;
}

/* One after the other on this thread. */
static bool run_alone(run *r, run_receiver receive, void *context)
{
    const al_input_list *inputs = r->inputs;
    worker self = {.run = r, .tally = &r->tally->workers[0]};
    self.checker = new_checker(r, self.tally);
    if (self.checker == NULL)
        return false;
    bool go_on = true;
    for (size_t i = 0; go_on && !al_interrupted() && i < inputs->count; i++) {
        const window_result checked = check_input(&self, &inputs->items[i]);
        if (!is_cut_off(&checked))
            go_on = receive(context, &inputs->items[i], checked.status, checked.result);
        tally_deliver(r->tally);
    }
    al_checker_free(self.checker);
    return true;
}

/* Starts as many more workers as can be had, and returns how many that are. */
static size_t start_workers(run *r, worker *workers, size_t wanted)
{
    size_t started = 0;
    while (started < wanted) {
        worker *w = &workers[started];
        if (!begin_worker(w, r, started + 1))
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
static bool run_together(run *r, worker *workers, size_t wanted, run_receiver receive, void *context)
{
    const bool begun = begin_worker(&workers[0], r, 0);
    if (begun) {
        const size_t started = start_workers(r, workers + 1, wanted - 1);
        deliver(&workers[0], receive, context);
        for (size_t i = 1; i <= started; i++)
            al_thread_join(workers[i].thread);
    }
    for (size_t i = 0; i < wanted; i++)
        al_checker_free(workers[i].checker);
    return begun;
}

bool run_checks(const al_input_list *inputs, const run_settings *settings, const al_survey *survey,
                run_receiver receive, void *context)
{
    run r = {.inputs = inputs,
             .options = settings->options,
             .quiet = settings->quiet,
             .tally = settings->tally,
             .survey = survey,
             .reserved = settings->reserved};
    size_t wanted = settings->jobs < TALLY_WORKERS ? (size_t)settings->jobs : TALLY_WORKERS;
    wanted = wanted < inputs->count ? wanted : inputs->count;
    if (wanted <= 1)
        return run_alone(&r, receive, context);
    r.window = window_new(inputs->count, wanted);
    worker *workers = calloc(wanted, sizeof *workers);
    const bool has_gate = memory_gate_begin(&r.gate, al_options_limit(r.options, AL_LIMIT_MEMORY));
    const bool ok = r.window != NULL && workers != NULL && has_gate &&
                    run_together(&r, workers, wanted, receive, context);
    memory_gate_end(&r.gate);
    window_free(r.window);
    free(workers);
    return ok;
}
