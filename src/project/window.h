/* window.h: what the threads of a run share: which input is checked next, and the results that wait for those
 * before them. Workers take inputs in order, check them, and put in the results; another thread takes the
 * results out in the order of the inputs. A result finds room when it is not too far ahead and the window is
 * not full: so many results wait at most, and so many bytes. The next result in order always has room, so no
 * worker waits for ever.
 */
#ifndef AL_PROJECT_WINDOW_H
#define AL_PROJECT_WINDOW_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"
#include "project/configuration/sidecar.h"

/* Enough small files to keep the other workers busy while one checks a large file. The bytes are memory
 * beside --max-memory. */
enum { WINDOW_LENGTH = 512, WINDOW_BYTES = 32 << 20 };

typedef struct window window;

/* What became of the check of one input. */
typedef struct checked_input {
    bool stopped; /* the run was stopped meanwhile: there is nothing to hand out */
    al_status status;
    al_result *result;       /* NULL unless the status is AL_OK */
    al_sidecar *ignore_file; /* of the input; NULL: it has none, or there is no result */
    uint64_t bytes;          /* of memory that both hold */
} checked_input;

void checked_input_free(checked_input *checked);

/* An empty window, without inputs. NULL when out of memory. */
window *window_new(void);

/* Frees the results that are still in it, too. Accepts NULL. */
void window_free(window *w);

/* From now on the inputs 0 to `inputs` - 1 can be taken. To be called once. */
void window_open(window *w, size_t inputs);

/* Takes the next input. False when there is none left, or the window was closed. */
bool window_take(window *w, size_t *number) AL_MUST_USE;

/* Puts in what became of an input that was taken, and waits until there is room. The window owns it from
 * then on. Each input that was taken must be put in. */
void window_put(window *w, size_t number, checked_input checked);

/* No more inputs can be taken. */
void window_close(window *w);

/* Waits until the next result in order is there. False when there will be none. */
bool window_wait(window *w) AL_MUST_USE;

/* Takes out the first result in order that is there; the caller owns it. Doesn't wait, but passes over inputs
 * whose checks are not done: their results come too late. False when there is none. */
bool window_take_out(window *w, size_t *number, checked_input *checked) AL_MUST_USE;

#endif
