/* folder_queue.c: one lock, which each thread enters twice for each folder. */
#include "project/inputs/folder_queue.h"

#include <stdlib.h>

#include "core/span.h"
#include "platform/platform.h"
#include "project/inputs/input_append.h"

struct folder_queue {
    al_input_list *list;
    al_input_list waiting; /* the folder that was found last is read next: so few wait */
    al_lock *lock;
    al_condition *given;
    size_t busy;    /* threads that read a folder */
    uint64_t bytes; /* of the list and of all that threads have counted, without unused room */
    bool failed;    /* memory was short */
};

void folder_content_free(folder_content *content)
{
    al_input_free(&content->files);
    al_input_free(&content->folders);
}

static uint64_t bytes_of(const al_input_list *list)
{
    return list->path_bytes + (uint64_t)list->count * sizeof *list->items;
}

static void free_queue(folder_queue *q)
{
    al_input_free(&q->waiting);
    al_condition_free(q->given);
    al_lock_free(q->lock);
    free(q);
}

folder_queue *folder_queue_new(al_input_list *list, char *folder)
{
    folder_queue *q = calloc(1, sizeof *q);
    if (q == NULL) {
        free(folder);
        return NULL;
    }
    *q = (folder_queue){
        .list = list, .lock = al_lock_new(), .given = al_condition_new(), .bytes = bytes_of(list)};
    const bool added = al_input_append(&q->waiting, (al_input){.path = folder});
    if (added && q->lock != NULL && q->given != NULL)
        return q;
    free_queue(q);
    return NULL;
}

bool folder_queue_end(folder_queue *queue)
{
    const bool ok = !queue->failed;
    free_queue(queue);
    return ok;
}

size_t folder_queue_length(folder_queue *queue)
{
    al_lock_enter(queue->lock);
    const size_t length = queue->waiting.count;
    al_lock_leave(queue->lock);
    return length;
}

/* The lock is held. */
static bool is_stopped(const folder_queue *q)
{
    return q->failed || al_watch_stopped(q->list->watch);
}

char *folder_queue_take(folder_queue *queue)
{
    folder_queue *q = queue;
    char *path = NULL;
    al_lock_enter(q->lock);
    while (!is_stopped(q) && q->waiting.count == 0 && q->busy > 0)
        al_condition_wait(q->given, q->lock);
    if (!is_stopped(q) && q->waiting.count > 0) {
        path = q->waiting.items[--q->waiting.count].path;
        q->busy++;
    }
    al_lock_leave(q->lock);
    return path;
}

/* The lock is held. */
static bool count(folder_queue *q, folder_content *content)
{
    const uint64_t bytes = bytes_of(&content->files), most = q->list->most_bytes;
    q->bytes = al_sum(q->bytes, bytes - content->counted);
    content->counted = bytes;
    return most == 0 || q->bytes <= most;
}

bool folder_queue_count(folder_queue *queue, folder_content *content)
{
    al_lock_enter(queue->lock);
    const bool ok = count(queue, content);
    al_lock_leave(queue->lock);
    return ok;
}

void folder_queue_give(folder_queue *queue, folder_content *content, bool ok)
{
    folder_queue *q = queue;
    al_lock_enter(q->lock);
    q->busy--;
    ok = count(q, content) && ok;
    content->counted = 0;
    if (!al_input_move(q->list, &content->files) || !al_input_move(&q->waiting, &content->folders) || !ok)
        q->failed = true;
    al_condition_wake_all(q->given);
    al_lock_leave(q->lock);
}
