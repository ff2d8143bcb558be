/* run.c: the workers.
 *
 * A worker takes the next input when the window has room, checks it without any lock, and puts its result
 * into the window. The main thread is a worker too, which delivers whenever the next result is there: one
 * more thread would take its time from the others. Nobody waits for ever: whoever has the first input of the
 * window gets through the gate in the end, because those inside never wait for anything.
 */
#include "cli/run.h"

#include <stdlib.h>

#include "cli/gate.h"
#include "cli/waiting.h"
#include "cli/window.h"
#include "engine/check.h"
#include "platform/platform.h"

enum { MOST_WORKERS = 256 };

typedef struct run {
    const al_input_list *inputs;
    const al_options *options;
    bool quiet;
    const al_survey *survey;
    window *window;
    gate gate;
} run;

typedef struct worker {
    run *run;
    al_checker *checker;
    al_thread *thread;
} worker;

static window_result check_stream(al_checker *checker, const al_input *in, al_file file)
{
    al_file_reader reader;
    window_result checked = {.result = NULL};
    const al_stream stream = al_stream_of_file(&reader, file);
    checked.status = al_check_stream(checker, in->path, &stream, AL_NAMED, &checked.result);
    return checked;
}

static window_result check_input(const run *r, al_checker *checker, const al_input *in)
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

/* What a check takes at most: the size of a file that can be asked for it, all there is otherwise. A package
 * is there with one member at a time. */
static uint64_t weight(const run *r, const al_input *in)
{
    al_file_info info;
    const uint64_t limit = al_options_limit(r->options, AL_LIMIT_MEMORY);
    const int error = in->from_stdin ? al_file_look(al_standard_input, &info) : al_look(in->path, &info);
    if (error != 0 || info.kind == AL_KIND_FOLDER)
        return 0;
    if (info.kind != AL_KIND_FILE)
        return limit;
    if (info.size > al_options_limit(r->options, AL_LIMIT_FILE_SIZE)) /* it will not be read */
        return 0;
    const uint64_t largest = al_survey_largest(r->survey, in->path);
    return info.size < limit && largest < limit - info.size ? info.size + largest : limit;
}

/* Checks an input that was taken. */
static void check_taken(worker *w, size_t number)
{
    run *r = w->run;
    const al_input *in = &r->inputs->items[number];
    const uint64_t size = weight(r, in);
    gate_enter(&r->gate, size);
    const window_result checked = check_input(r, w->checker, in);
    gate_leave(&r->gate, size);
    window_put(r->window, number, checked);
}

static void work(void *context)
{
    worker *w = context;
    for (size_t number; window_take(w->run->window, &number);)
        check_taken(w, number);
}

static void deliver(worker *self, run_receiver receive, void *context)
{
    const al_input_list *inputs = self->run->inputs;
    window *w = self->run->window;
    bool go_on = true;
    for (size_t i = 0; go_on && i < inputs->count; i++) {
        size_t number;
        while (!window_is_ready(w) && window_take_now(w, &number))
            check_taken(self, number);
        const window_result next = window_deliver(w);
        go_on = receive(context, &inputs->items[i], next.status, next.result);
    }
    window_stop(w);
}

static al_checker *new_checker(const run *r)
{
    al_checker *checker = al_checker_new(r->options);
    if (checker != NULL)
        al_checker_relate(checker, r->survey);
    return checker;
}

/* One after the other on this thread. */
static bool run_alone(const run *r, run_receiver receive, void *context)
{
    const al_input_list *inputs = r->inputs;
    al_checker *checker = new_checker(r);
    if (checker == NULL)
        return false;
    bool go_on = true;
    for (size_t i = 0; go_on && i < inputs->count; i++) {
        const window_result checked = check_input(r, checker, &inputs->items[i]);
        go_on = receive(context, &inputs->items[i], checked.status, checked.result);
    }
    al_checker_free(checker);
    return true;
}

/* Starts as many more workers as can be had, and returns how many that are. */
static size_t start_workers(run *r, worker *workers, size_t wanted)
{
    size_t started = 0;
    while (started < wanted) {
        worker *w = &workers[started];
        *w = (worker){.run = r, .checker = new_checker(r)};
        if (w->checker == NULL)
            break;
        w->thread = al_thread_start(work, w);
        if (w->thread == NULL) {
            al_checker_free(w->checker);
            break;
        }
        started++;
    }
    return started;
}

static bool run_together(run *r, worker *workers, size_t wanted, run_receiver receive, void *context)
{
    worker self = {.run = r, .checker = new_checker(r)};
    if (self.checker == NULL)
        return false;
    const size_t started = start_workers(r, workers, wanted);
    deliver(&self, receive, context);
    for (size_t i = 0; i < started; i++) {
        al_thread_join(workers[i].thread);
        al_checker_free(workers[i].checker);
    }
    al_checker_free(self.checker);
    return true;
}

bool run_checks(const al_input_list *inputs, const run_settings *settings, const al_survey *survey,
                run_receiver receive, void *context)
{
    run r = {.inputs = inputs, .options = settings->options, .quiet = settings->quiet, .survey = survey};
    size_t wanted = settings->jobs < MOST_WORKERS ? (size_t)settings->jobs : MOST_WORKERS;
    wanted = wanted < inputs->count ? wanted : inputs->count;
    if (wanted <= 1)
        return run_alone(&r, receive, context);
    r.window = window_new(inputs->count, wanted);
    worker *workers = calloc(wanted - 1, sizeof *workers); /* besides the main thread */
    const bool has_gate = gate_begin(&r.gate, al_options_limit(r.options, AL_LIMIT_MEMORY));
    const bool ok = r.window != NULL && workers != NULL && has_gate &&
                    run_together(&r, workers, wanted - 1, receive, context);
    gate_end(&r.gate);
    window_free(r.window);
    free(workers);
    return ok;
}
