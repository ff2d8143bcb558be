/* window.c: a ring of slots, one for each result that may wait. */
#include "project/window.h"

#include <stdlib.h>

#include "platform/platform.h"

typedef struct slot {
    checked_input checked;
    bool filled;
} slot;

struct window {
    al_lock *lock; /* guards the rest */
    al_condition *filled, *emptied;
    size_t inputs, taken;
    size_t next;    /* the input whose result is taken out next */
    uint64_t bytes; /* of the results in the slots */
    bool closed;
    slot slots[WINDOW_LENGTH]; /* that of input n is at n % WINDOW_LENGTH */
};

void checked_input_free(checked_input *checked)
{
    al_result_free(checked->result);
    if (checked->ignore_file != NULL)
        al_sidecar_close(checked->ignore_file);
    free(checked->ignore_file);
    *checked = (checked_input){.result = NULL};
}

window *window_new(void)
{
    window *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->lock = al_lock_new();
    w->filled = al_condition_new();
    w->emptied = al_condition_new();
    if (w->lock != NULL && w->filled != NULL && w->emptied != NULL)
        return w;
    window_free(w);
    return NULL;
}

void window_free(window *w)
{
    if (w == NULL)
        return;
    for (size_t i = w->next; i < w->taken; i++)
        checked_input_free(&w->slots[i % WINDOW_LENGTH].checked);
    al_condition_free(w->emptied);
    al_condition_free(w->filled);
    al_lock_free(w->lock);
    free(w);
}

void window_open(window *w, size_t inputs)
{
    al_lock_enter(w->lock);
    w->inputs = inputs;
    al_lock_leave(w->lock);
}

bool window_take(window *w, size_t *number)
{
    al_lock_enter(w->lock);
    const bool left = !w->closed && w->taken < w->inputs;
    if (left)
        *number = w->taken++;
    al_lock_leave(w->lock);
    return left;
}

static bool has_room(const window *w, size_t number, uint64_t bytes)
{
    if (number <= w->next)
        return true;
    return number - w->next < WINDOW_LENGTH && w->bytes <= WINDOW_BYTES && bytes <= WINDOW_BYTES - w->bytes;
}

void window_put(window *w, size_t number, checked_input checked)
{
    al_lock_enter(w->lock);
    while (!has_room(w, number, checked.bytes))
        al_condition_wait(w->emptied, w->lock);
    if (number < w->next) { /* it was passed over */
        checked_input_free(&checked);
    } else {
        w->slots[number % WINDOW_LENGTH] = (slot){.checked = checked, .filled = true};
        w->bytes += checked.bytes;
    }
    if (number == w->next)
        al_condition_wake_all(w->filled);
    al_lock_leave(w->lock);
}

void window_close(window *w)
{
    al_lock_enter(w->lock);
    w->closed = true;
    al_condition_wake_all(w->filled);
    al_lock_leave(w->lock);
}

bool window_wait(window *w)
{
    al_lock_enter(w->lock);
    const slot *next = &w->slots[w->next % WINDOW_LENGTH];
    while (!next->filled && (w->next < w->taken || (!w->closed && w->taken < w->inputs)))
        al_condition_wait(w->filled, w->lock);
    const bool there = next->filled;
    al_lock_leave(w->lock);
    return there;
}

bool window_take_out(window *w, size_t *number, checked_input *checked)
{
    al_lock_enter(w->lock);
    while (w->next < w->taken && !w->slots[w->next % WINDOW_LENGTH].filled)
        w->next++;
    const bool there = w->next < w->taken;
    if (there) {
        slot *next = &w->slots[w->next % WINDOW_LENGTH];
        *number = w->next++;
        *checked = next->checked;
        w->bytes -= checked->bytes;
        *next = (slot){.filled = false};
        al_condition_wake_all(w->emptied);
    }
    al_lock_leave(w->lock);
    return there;
}
