/* result_queue.h: results that wait for their turn. Inputs are taken in order by several workers, and one of
 * them hands out the results in that order. What lies between the two ends is the window, and it has bounds:
 * of inputs, and of the bytes that results take, since broken files and packages may have thousands of
 * findings. A result that finds no room is not waited with, since those before it may need its memory: its
 * input is put off, and checked again when its turn comes. */
#ifndef AL_PROJECT_RESULT_QUEUE_H
#define AL_PROJECT_RESULT_QUEUE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A window is wide enough for the small files that are checked while one large file is. Its bytes are part of
 * what the program takes beside --max-memory; beyond half of them nobody takes another input. */
enum { WINDOW_PER_WORKER = 256, WINDOW_MOST_BYTES = 16 << 20 };

typedef struct window window;

typedef struct window_result {
    al_status status;
    al_result *result; /* NULL unless the status is AL_OK */
    uint64_t bytes;    /* of the result, as it was reserved */
    bool put_off;      /* there is no result yet: the input is to be checked when its turn comes */
} window_result;

/* NULL when out of memory. */
window *window_new(size_t inputs, size_t workers);

/* Frees what is left in it, too. */
void window_free(window *w);

/* Takes the next input: false when there is none left. Waits while the window is full; the other one returns
 * false then. The input that is delivered next can always be taken. */
bool window_take(window *w, size_t *number);
bool window_take_now(window *w, size_t *number);

/* Keeps room for a result of so many bytes; false where there is none. */
bool window_reserve(window *w, uint64_t bytes);

/* Gives the result of an input that was taken; the window owns it. */
void window_put(window *w, size_t number, window_result result);

/* Whether window_deliver would not wait. */
bool window_is_ready(window *w);

/* The next result in order, once it is there; the caller owns it. False when there is none, since the window
 * was stopped before anybody took its input. To be called by one thread alone, and no more often than there
 * are inputs. */
bool window_deliver(window *w, window_result *result);

/* No input is left for anybody. */
void window_stop(window *w);

#endif
