/* read_ahead.c: a ring of slots, one for each file that is posted and not yet taken. All threads share only
 * the ring and the memory for contents that wait, under one lock.
 */
#include "project/read_ahead.h"

#include <stdlib.h>
#include <string.h>

#include "core/inflate.h"
#include "platform/platform.h"

enum {
    SLOTS_PER_JOB = 16,
    MOST_JOBS = 64,
    LEAST_FILES = 8, /* fewer files are read sooner than a thread starts */
    /* No content takes more than this part of what the content of one file may take. So a file that was read
     * ahead is far from that limit, and the owner, who keeps other memory meanwhile, would not reach it. */
    PART_OF_MEMORY = 8
};

/* Memory for all contents that wait, beside --max-memory. No file is read ahead while less than a quarter of
 * it is left. */
static const uint64_t most_memory = UINT64_C(16) << 20;

/* A slot is asked for memory in such steps, so that the lock is seldom entered. */
static const uint64_t least_grant = UINT64_C(1) << 16;

typedef enum slot_state { SLOT_POSTED, SLOT_IN_WORK, SLOT_READ, SLOT_DECLINED } slot_state;

typedef struct slot {
    al_share share; /* first: a share's address is that of its slot */
    read_ahead *ahead;
    uint64_t granted; /* bytes of the common memory */
    slot_state state; /* guarded by the lock; so is `granted` */
    size_t number;
    al_watch watch;
    al_buffer buffer;
    al_budget record_budget;
    al_arena recordings;
    al_content_reading reading;
} slot;

struct read_ahead {
    const read_ahead_settings *settings;
    al_lock *lock;
    al_condition *posted; /* a file was posted, or memory was given back */
    al_condition *read;   /* the file that is taken next was read */
    slot *slots;
    size_t slot_count;
    size_t post_count, begun, taken; /* slots that were posted, that threads began to read, that were taken */
    uint64_t left, least_left;       /* bytes of the common memory */
    bool stop, holds;                /* the owner holds the content of the slot that it took last */
    al_thread *threads[MOST_JOBS];
    size_t thread_count;
};

static slot *slot_of(const read_ahead *a, size_t number)
{
    return &a->slots[number % a->slot_count];
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* The al_share's own function. */
static bool ask(al_share *share, uint64_t bytes)
{
    slot *s = (slot *)share;
    read_ahead *a = s->ahead;
    al_lock_enter(a->lock);
    const uint64_t more = bytes < least_grant && least_grant <= a->left ? least_grant : bytes;
    const bool granted = more <= a->left;
    if (granted) {
        a->left -= more;
        s->granted += more;
        share->granted += more;
    }
    al_lock_leave(a->lock);
    return granted;
}

static void free_content(slot *s)
{
    al_content_reading_end(&s->reading);
    al_arena_free(&s->recordings);
    al_buffer_free(&s->buffer);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static void begin_slot(const read_ahead *a, slot *s)
{
    const al_watch *watch = a->settings->watch;
    s->share = (al_share){.ask = ask};
    s->watch = (al_watch){.stopped = watch != NULL ? watch->stopped : NULL,
                          .context = watch != NULL ? watch->context : NULL};
    s->record_budget = al_budget_of(UINT64_MAX, 0);
    s->record_budget.share = &s->share;
    s->recordings = al_arena_on(&s->record_budget);
    s->reading.buffer = &s->buffer;
    s->reading.recordings = &s->recordings;
    s->reading.budget = al_budget_of(a->settings->memory, 0);
    s->reading.budget.share = &s->share;
    s->reading.budget.watch = &s->watch;
}

/* The text of an error belongs to the thread that met it. False for a content that is too large, or without
 * memory. */
static bool keep_reason(slot *s)
{
    al_content *c = &s->reading.content;
    if (c->reason != NULL)
        c->reason = al_copy_text(&s->recordings, c->reason, strlen(c->reason));
    return c->state == AL_CONTENT_READ || (c->state == AL_CONTENT_UNREADABLE && c->reason != NULL);
}

/* Reads the file of a slot, without the lock. */
static slot_state read_slot(const read_ahead *a, slot *s)
{
    const al_related_file *file = &a->settings->all->files[s->number];
    al_content_reader reader = {.options = a->settings->options};
    al_source source;
    begin_slot(a, s);
    al_source_open(&source, file->path);
    al_content_read(&reader, &s->reading, file, &source);
    al_source_close(&source);
    al_inflater_free(reader.inflater); /* its buffer belongs to the share of the slot */
    const bool usable = keep_reason(s) && !s->share.refused;
    if (!usable)
        free_content(s);
    return usable ? SLOT_READ : SLOT_DECLINED;
}

/* Whether a thread may read a file now. The lock is held. */
static bool may_begin(const read_ahead *a)
{
    return a->begun < a->post_count && a->left >= a->least_left;
}

/* Reads the next file. The lock is held, but not while it reads. */
static void read_next(read_ahead *a)
{
    const size_t at = a->begun++;
    slot *s = slot_of(a, at);
    s->state = SLOT_IN_WORK;
    al_lock_leave(a->lock);
    const slot_state state = read_slot(a, s);
    al_lock_enter(a->lock);
    s->state = state;
    if (state == SLOT_DECLINED) {
        a->left += s->granted;
        s->granted = 0;
    }
    if (at == a->taken)
        al_condition_wake_one(a->read);
}

static void work(void *context)
{
    read_ahead *a = context;
    al_lock_enter(a->lock);
    while (!a->stop)
        if (may_begin(a))
            read_next(a);
        else
            al_condition_wait(a->posted, a->lock);
    al_lock_leave(a->lock);
}

/* ---- The owner ----------------------------------------------------------------------------------------- */

read_ahead *read_ahead_new(const read_ahead_settings *settings)
{
    read_ahead *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    const uint64_t jobs = settings->jobs < MOST_JOBS ? settings->jobs : MOST_JOBS;
    const uint64_t part = settings->memory / PART_OF_MEMORY;
    a->settings = settings;
    a->lock = al_lock_new();
    a->posted = al_condition_new();
    a->read = al_condition_new();
    a->slot_count = (size_t)jobs * SLOTS_PER_JOB;
    a->slots = calloc(a->slot_count, sizeof *a->slots);
    a->left = part < most_memory ? part : most_memory;
    a->least_left = a->left / 4;
    for (size_t i = 0; a->slots != NULL && i < a->slot_count; i++)
        a->slots[i].ahead = a;
    if (a->lock != NULL && a->posted != NULL && a->read != NULL && a->slots != NULL)
        return a;
    read_ahead_free(a);
    return NULL;
}

/* Frees the content of the slot that is taken next, and empties the slot. The lock is held; no thread reads
 * the file. */
static void empty_next(read_ahead *a)
{
    slot *s = slot_of(a, a->taken++);
    if (s->state == SLOT_READ)
        free_content(s);
    a->left += s->granted;
    s->granted = 0;
    a->begun = a->begun > a->taken ? a->begun : a->taken;
    if (may_begin(a)) /* memory may have been short */
        al_condition_wake_all(a->posted);
}

void read_ahead_free(read_ahead *ahead)
{
    read_ahead *a = ahead;
    if (a == NULL)
        return;
    if (a->thread_count > 0) {
        al_lock_enter(a->lock);
        a->stop = true;
        al_condition_wake_all(a->posted);
        al_lock_leave(a->lock);
    }
    for (size_t i = 0; i < a->thread_count; i++)
        al_thread_join(a->threads[i]);
    while (a->taken < a->post_count)
        empty_next(a);
    free(a->slots);
    al_condition_free(a->read);
    al_condition_free(a->posted);
    al_lock_free(a->lock);
    free(a);
}

bool read_ahead_is_full(const read_ahead *ahead)
{
    return ahead->post_count - ahead->taken == ahead->slot_count; /* only the owner changes these */
}

static void start_threads(read_ahead *a)
{
    const size_t wanted = a->slot_count / SLOTS_PER_JOB - 1;
    while (a->thread_count < wanted) {
        a->threads[a->thread_count] = al_thread_start(work, a);
        if (a->threads[a->thread_count] == NULL)
            return;
        a->thread_count++;
    }
}

void read_ahead_post(read_ahead *ahead, size_t number, al_need need)
{
    read_ahead *a = ahead;
    al_lock_enter(a->lock);
    slot *s = slot_of(a, a->post_count++);
    s->state = SLOT_POSTED;
    s->number = number;
    s->reading.need = need;
    al_condition_wake_one(a->posted);
    al_lock_leave(a->lock);
    if (a->post_count == LEAST_FILES)
        start_threads(a);
}

/* Waits until no thread reads the file that is taken next, and reads other files meanwhile. The lock is held.
 */
static void wait_for_next(read_ahead *a)
{
    while (slot_of(a, a->taken)->state == SLOT_IN_WORK)
        if (may_begin(a))
            read_next(a);
        else
            al_condition_wait(a->read, a->lock);
}

/* Drops what was taken last, and the files in front of `number`. The lock is held. */
static void drop_earlier(read_ahead *a, size_t number)
{
    if (a->holds)
        empty_next(a);
    a->holds = false;
    while (a->taken < a->post_count && slot_of(a, a->taken)->number < number) {
        wait_for_next(a);
        empty_next(a);
    }
}

/* The slot of a file, if its content is there; otherwise the slot is dropped. The lock is held. */
static slot *find_content(read_ahead *a, size_t number, al_need need)
{
    if (a->taken == a->post_count || slot_of(a, a->taken)->number != number)
        return NULL;
    wait_for_next(a);
    slot *s = slot_of(a, a->taken);
    if (s->state == SLOT_READ && s->reading.need == need)
        return s;
    empty_next(a);
    return NULL;
}

const al_content *read_ahead_take(read_ahead *ahead, size_t number, al_need need)
{
    read_ahead *a = ahead;
    al_lock_enter(a->lock);
    drop_earlier(a, number);
    slot *next = find_content(a, number, need);
    a->holds = next != NULL;
    al_lock_leave(a->lock);
    if (next == NULL)
        return NULL;
    next->share.granted = UINT64_MAX; /* what it takes from now on is the owner's */
    al_watch_add(a->settings->watch, al_watch_bytes(&next->watch));
    return &next->reading.content;
}
