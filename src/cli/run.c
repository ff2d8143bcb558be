/* run.c: the workers.
 *
 * The inputs ahead of the one that is delivered next form a window of slots. A worker takes the next input
 * when it lies in the window, checks it without any lock, and fills its slot. The main thread is a worker
 * too, which empties the slots in order whenever the next of them is filled: one more thread would take its
 * time from the others. Broken files may have thousands of findings, so workers also wait while too many are
 * held. Neither wait is for ever: whoever has the first input of the window gets through the gate in the end,
 * because those inside never wait for anything.
 */
#include "cli/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/gate.h"

/* A window is wide enough for the small files that are checked while one large file is. */
enum { MOST_WORKERS = 256, SLOTS_PER_WORKER = 256, MOST_HELD_FINDINGS = 20000 };

typedef struct slot {
    al_result *result;
    al_status status;
    bool filled;
} slot;

typedef struct run {
    const input_list *inputs;
    const al_options *options;
    pthread_mutex_t lock;
    pthread_cond_t filled;  /* the slot that is delivered next */
    pthread_cond_t emptied; /* a slot */
    slot *slots;
    size_t slot_count;
    size_t taken, delivered; /* inputs */
    size_t held;             /* findings in slots */
    bool stop;
    gate gate;
} run;

typedef struct worker {
    run *run;
    al_checker *checker;
    pthread_t thread;
} worker;

static al_status check_input(al_checker *checker, const input *in, al_result **result)
{
    const unsigned flags = in->named ? AL_NAMED : 0;
    if (in->from_stdin)
        return al_check_descriptor(checker, in->path, 0, flags, result);
    return al_check_file(checker, in->path, flags, result);
}

/* What a check takes at most: the size of a file that can be asked for it, all there is otherwise. */
static uint64_t weight(const run *r, const input *in)
{
    struct stat about;
    const uint64_t limit = al_options_limit(r->options, AL_LIMIT_MEMORY);
    if ((in->from_stdin ? fstat(0, &about) : stat(in->path, &about)) != 0 || S_ISDIR(about.st_mode))
        return 0;
    if (!S_ISREG(about.st_mode) || about.st_size < 0)
        return limit;
    const uint64_t size = (uint64_t)about.st_size;
    if (size > al_options_limit(r->options, AL_LIMIT_FILE_SIZE)) /* it will not be read */
        return 0;
    return size < limit ? size : limit;
}

/* The next input may be taken now. The first of the window always may. */
static bool is_in_reach(const run *r)
{
    return r->taken == r->delivered ||
           (r->taken - r->delivered < r->slot_count && r->held <= MOST_HELD_FINDINGS);
}

static bool is_left(const run *r)
{
    return !r->stop && r->taken < r->inputs->count;
}

/* The number of the next input, or the count of inputs when there is nothing left to do. */
static size_t take_input(run *r)
{
    size_t number = r->inputs->count;
    (void)pthread_mutex_lock(&r->lock);
    while (is_left(r) && !is_in_reach(r))
        (void)pthread_cond_wait(&r->emptied, &r->lock);
    if (is_left(r))
        number = r->taken++;
    (void)pthread_mutex_unlock(&r->lock);
    return number;
}

/* Checks an input that was taken, and fills its slot. */
static void fill_slot(worker *w, size_t number)
{
    run *r = w->run;
    slot filled = {.filled = true};
    const input *in = &r->inputs->items[number];
    const uint64_t size = weight(r, in);
    gate_enter(&r->gate, size);
    filled.status = check_input(w->checker, in, &filled.result);
    gate_leave(&r->gate, size);
    (void)pthread_mutex_lock(&r->lock);
    r->slots[number % r->slot_count] = filled;
    r->held += filled.result != NULL ? filled.result->finding_count : 0;
    if (number == r->delivered)
        (void)pthread_cond_signal(&r->filled);
    (void)pthread_mutex_unlock(&r->lock);
}

static void *work(void *context)
{
    worker *w = context;
    for (size_t number; (number = take_input(w->run)) < w->run->inputs->count;)
        fill_slot(w, number);
    return NULL;
}

/* Until the next input has its result: checks others, or waits when there is none that may be taken. */
static void help_out(worker *self)
{
    run *r = self->run;
    const slot *next = &r->slots[r->delivered % r->slot_count];
    (void)pthread_mutex_lock(&r->lock);
    while (!next->filled) {
        if (!is_left(r) || !is_in_reach(r)) {
            (void)pthread_cond_wait(&r->filled, &r->lock);
            continue;
        }
        const size_t number = r->taken++;
        (void)pthread_mutex_unlock(&r->lock);
        fill_slot(self, number);
        (void)pthread_mutex_lock(&r->lock);
    }
    (void)pthread_mutex_unlock(&r->lock);
}

/* Frees the slot of the next input, which is filled. */
static slot empty_slot(run *r)
{
    slot *next = &r->slots[r->delivered % r->slot_count];
    (void)pthread_mutex_lock(&r->lock);
    const slot result = *next;
    const bool full = r->taken - r->delivered >= r->slot_count || r->held > MOST_HELD_FINDINGS;
    *next = (slot){0};
    r->held -= result.result != NULL ? result.result->finding_count : 0;
    r->delivered++;
    if (full) /* only then somebody may wait for it */
        (void)pthread_cond_broadcast(&r->emptied);
    (void)pthread_mutex_unlock(&r->lock);
    return result;
}

static void deliver(worker *self, run_receiver receive, void *context)
{
    run *r = self->run;
    bool go_on = true;
    while (go_on && r->delivered < r->inputs->count) {
        const input *in = &r->inputs->items[r->delivered];
        help_out(self);
        const slot next = empty_slot(r);
        go_on = receive(context, in, next.status, next.result);
    }
    (void)pthread_mutex_lock(&r->lock);
    r->stop = true;
    (void)pthread_cond_broadcast(&r->emptied);
    (void)pthread_mutex_unlock(&r->lock);
}

/* One after the other on this thread. */
static bool run_alone(const input_list *inputs, const al_options *options, run_receiver receive,
                      void *context)
{
    al_checker *checker = al_checker_new(options);
    if (checker == NULL)
        return false;
    bool go_on = true;
    for (size_t i = 0; go_on && i < inputs->count; i++) {
        al_result *result = NULL;
        const al_status status = check_input(checker, &inputs->items[i], &result);
        go_on = receive(context, &inputs->items[i], status, result);
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
        *w = (worker){.run = r, .checker = al_checker_new(r->options)};
        if (w->checker == NULL)
            break;
        if (pthread_create(&w->thread, NULL, work, w) != 0) {
            al_checker_free(w->checker);
            break;
        }
        started++;
    }
    return started;
}

static bool run_together(run *r, worker *workers, size_t wanted, run_receiver receive, void *context)
{
    worker self = {.run = r, .checker = al_checker_new(r->options)};
    if (self.checker == NULL)
        return false;
    const size_t started = start_workers(r, workers, wanted);
    deliver(&self, receive, context);
    for (size_t i = 0; i < started; i++) {
        (void)pthread_join(workers[i].thread, NULL);
        al_checker_free(workers[i].checker);
    }
    for (size_t i = 0; i < r->slot_count; i++) /* what nobody wanted any more */
        al_result_free(r->slots[i].result);
    al_checker_free(self.checker);
    return true;
}

static bool begin_locks(run *r)
{
    if (pthread_mutex_init(&r->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&r->filled, NULL) == 0) {
        if (pthread_cond_init(&r->emptied, NULL) == 0) {
            if (gate_begin(&r->gate, al_options_limit(r->options, AL_LIMIT_MEMORY)))
                return true;
            (void)pthread_cond_destroy(&r->emptied);
        }
        (void)pthread_cond_destroy(&r->filled);
    }
    (void)pthread_mutex_destroy(&r->lock);
    return false;
}

static void end_locks(run *r)
{
    gate_end(&r->gate);
    (void)pthread_cond_destroy(&r->emptied);
    (void)pthread_cond_destroy(&r->filled);
    (void)pthread_mutex_destroy(&r->lock);
}

bool run_checks(const input_list *inputs, const al_options *options, uint64_t jobs, run_receiver receive,
                void *context)
{
    size_t wanted = jobs < MOST_WORKERS ? (size_t)jobs : MOST_WORKERS;
    wanted = wanted < inputs->count ? wanted : inputs->count;
    if (wanted <= 1)
        return run_alone(inputs, options, receive, context);
    run r = {.inputs = inputs, .options = options, .slot_count = wanted * SLOTS_PER_WORKER};
    r.slots = calloc(r.slot_count, sizeof *r.slots);
    worker *workers = calloc(wanted - 1, sizeof *workers); /* besides the main thread */
    bool ok = r.slots != NULL && workers != NULL && begin_locks(&r);
    if (ok) {
        ok = run_together(&r, workers, wanted - 1, receive, context);
        end_locks(&r);
    }
    free(workers);
    free(r.slots);
    return ok;
}
