/* run_progress.c: counters without locks, and what follows from them.
 *
 * The sizes of the files are asked by the thread that reads: a short run, whose progress is never shown, does
 * not pay for them. A file counts with its whole size once it is checked, however much of it was read.
 */
#include "project/run_progress.h"

#include <stdlib.h>

#include "containers/members.h"
#include "platform/platform.h"
#include "project/paths.h"

/* ---- The threads that work ----------------------------------------------------------------------------- */

static void begin_watch(al_watch *watch, bool (*stopped)(const void *context), const void *context)
{
    watch->stopped = stopped;
    watch->context = context;
}

void run_progress_begin(run_progress *p, bool (*stopped)(const void *context), const void *context)
{
    begin_watch(&p->listing, stopped, context);
    begin_watch(&p->survey, stopped, context);
    for (size_t i = 0; i < RUN_MAX_WORKERS; i++)
        begin_watch(&p->workers[i].watch, stopped, context);
}

void run_progress_end(run_progress *p)
{
    free(p->bytes_before);
    p->bytes_before = NULL;
}

/* What a phase needs is written before the phase, so that the reader sees it. */
static void set_phase(run_progress *p, al_phase phase)
{
    atomic_store_explicit(&p->phase, (int)phase, memory_order_release);
}

void run_progress_begin_survey(run_progress *p, const al_input_list *files)
{
    p->files = files;
    set_phase(p, AL_PHASE_SURVEY);
}

void run_progress_begin_check(run_progress *p, const al_input_list *inputs)
{
    p->inputs = inputs;
    set_phase(p, AL_PHASE_CHECK);
}

void run_progress_begin_input(run_worker_progress *worker, const al_input *in)
{
    al_watch_set(&worker->watch, 0);
    atomic_store_explicit(&worker->input, in, memory_order_relaxed);
}

void run_progress_end_input(run_worker_progress *worker)
{
    atomic_store_explicit(&worker->input, NULL, memory_order_relaxed);
}

static size_t delivered(const run_progress *p)
{
    return atomic_load_explicit(&p->delivered, memory_order_relaxed);
}

void run_progress_deliver(run_progress *p)
{
    atomic_store_explicit(&p->delivered, delivered(p) + 1, memory_order_relaxed);
}

/* ---- The sizes of files -------------------------------------------------------------------------------- */

static uint64_t size_of(const char *path)
{
    al_file_info info;
    return al_stat_path(path, &info) == 0 ? info.size : 0;
}

/* The data of a package is read through its list. */
static uint64_t size_of_data(const char *path, const char *extension)
{
    char *data = al_path_copy(path);
    if (data == NULL)
        return 0;
    al_name_container_data(data, extension);
    const uint64_t size = size_of(data);
    free(data);
    return size;
}

static uint64_t bytes_of(const al_input *in)
{
    if (in->from_stdin || al_is_container_data(in->path))
        return 0;
    const al_container *kind = al_container_of(in->path);
    return size_of(in->path) + (kind != NULL && kind->data != NULL ? size_of_data(in->path, kind->data) : 0);
}

/* A run that ends meanwhile needs no sizes any more. */
static void ask_sizes(run_progress *p)
{
    enum { AT_ONCE = 256 };
    const al_input_list *inputs = p->inputs;
    uint64_t sum = 0, *before = calloc(inputs->count + 1, sizeof *before);
    p->sizes_asked = true;
    for (size_t i = 0; before != NULL && i < inputs->count; i++) {
        before[i] = sum;
        sum += bytes_of(&inputs->items[i]);
        if (i % AT_ONCE == 0 && (delivered(p) == inputs->count || al_watch_stopped(&p->listing))) {
            free(before);
            return;
        }
    }
    if (before != NULL)
        before[inputs->count] = sum;
    p->bytes_before = before;
}

/* ---- The thread that reads ----------------------------------------------------------------------------- */

/* The bytes that workers have processed of files that are not done: at most the size of each file. `*first`
 * is the first of these files, for which all results behind it wait. */
static uint64_t bytes_in_work(const run_progress *p, const al_input **first)
{
    const al_input *items = p->inputs->items;
    uint64_t bytes = 0;
    for (size_t i = 0; i < RUN_MAX_WORKERS; i++) {
        const run_worker_progress *w = &p->workers[i];
        const al_input *in = atomic_load_explicit(&w->input, memory_order_relaxed);
        if (in == NULL)
            continue;
        const size_t number = (size_t)(in - items);
        const uint64_t size =
            p->bytes_before != NULL ? p->bytes_before[number + 1] - p->bytes_before[number] : 0;
        const uint64_t processed = al_watch_bytes(&w->watch);
        bytes += processed < size ? processed : size;
        *first = *first == NULL || in < *first ? in : *first;
    }
    return bytes;
}

static void describe_check(run_progress *p, al_progress *progress)
{
    const al_input *first = NULL;
    if (!p->sizes_asked)
        ask_sizes(p);
    progress->done = delivered(p);
    progress->files = p->inputs->count;
    const uint64_t before = p->bytes_before != NULL ? p->bytes_before[progress->done] : 0;
    const uint64_t bytes = before + bytes_in_work(p, &first);
    p->most_bytes = bytes > p->most_bytes ? bytes : p->most_bytes;
    progress->bytes = p->most_bytes;
    progress->all_bytes = p->bytes_before != NULL ? p->bytes_before[p->inputs->count] : 0;
    progress->path = first != NULL ? first->path : NULL;
}

void run_progress_describe(run_progress *p, al_progress *progress)
{
    progress->phase = (al_phase)atomic_load_explicit(&p->phase, memory_order_acquire);
    progress->path = NULL;
    progress->done = progress->bytes = progress->all_bytes = 0;
    switch (progress->phase) {
    case AL_PHASE_LIST: progress->files = al_watch_bytes(&p->listing); break;
    case AL_PHASE_SURVEY:
        progress->files = p->files->count;
        progress->bytes = al_watch_bytes(&p->survey);
        break;
    case AL_PHASE_CHECK: describe_check(p, progress); break;
    }
}
