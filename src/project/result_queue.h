/* result_queue.h: results that wait for their turn. Several workers take inputs in order and check them, and
 * one of them delivers the results in that order. Two numbers bound what waits: inputs, and bytes of results,
 * since a broken file or a package may have thousands of findings. A worker whose result finds no room does
 * not wait, since the results before it may need its memory: the input is postponed, and checked again when
 * its turn comes.
 */
#ifndef AL_PROJECT_RESULT_QUEUE_H
#define AL_PROJECT_RESULT_QUEUE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"

/* Inputs that may be taken before the next result is delivered: enough small files to keep the other workers
 * busy while one checks a large file. The bytes are memory beside --max-memory; above half of them no input
 * is taken. */
enum { RESULT_QUEUE_PER_WORKER = 256, RESULT_QUEUE_MAX_BYTES = 16 << 20 };

typedef struct result_queue result_queue;

typedef struct queued_result {
    al_status status;
    al_result *result; /* NULL unless the status is AL_OK */
    uint64_t bytes;    /* of the result */
    bool postponed;    /* there is no result yet: the input is to be checked when its turn comes */
    void *maker;       /* the worker that made the result; the queue doesn't use it */
} queued_result;

/* NULL when out of memory. */
result_queue *result_queue_new(size_t inputs, size_t workers);

/* Frees the results that are still in it, too. */
void result_queue_free(result_queue *queue);

/* Takes the next input; false when there is none left. The first waits while the queue is full, and the
 * second returns false then. The input whose result is delivered next can always be taken. */
bool result_queue_take(result_queue *queue, size_t *number);
bool result_queue_try_take(result_queue *queue, size_t *number);

/* Puts in the result of an input that was taken; the queue then owns it. False, and nothing is put in, when
 * there is no room for its bytes. */
bool result_queue_put(result_queue *queue, size_t number, queued_result result) AL_MUST_USE;

/* Notes that an input that was taken is postponed. */
void result_queue_postpone(result_queue *queue, size_t number);

/* Whether the result of the input whose turn it is, `number`, is there. Takes no lock, so it may be asked
 * often. Only the thread that delivers may call it. */
bool result_queue_is_ready(const result_queue *queue, size_t number);

/* Waits until that result is there. False when there will be none, because the queue was stopped before its
 * input was taken. Only the thread that delivers may call it. */
bool result_queue_wait(result_queue *queue, size_t number);

/* Takes out the next result in order, which is there; the caller owns it. */
queued_result result_queue_deliver(result_queue *queue);

/* Takes out the next result that is there, and passes over inputs without one: the number of its input. False
 * when there is none. The queue must be stopped, and result_queue_deliver can't be called any more. */
bool result_queue_salvage(result_queue *queue, size_t *number, queued_result *result);

/* No more inputs can be taken. */
void result_queue_stop(result_queue *queue);

#endif
