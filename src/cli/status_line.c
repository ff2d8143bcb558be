/* status_line.c: the line, and the lock of the terminal. */
#include "cli/status_line.h"

#include <stdio.h>

#include "platform/platform.h"

static struct {
    al_lock *lock; /* NULL: the line isn't open */
    bool shown;
} line;

bool status_line_open(void)
{
    line.shown = false;
    line.lock = al_lock_new();
    return line.lock != NULL;
}

/* Goes to the start of the line and clears it. */
static void clear(void)
{
    if (line.shown) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr); /* some systems buffer stderr */
    }
    line.shown = false;
}

void status_line_close(void)
{
    status_line_pause();
    status_line_resume();
    al_lock_free(line.lock);
    line.lock = NULL;
}

/* Writes in one call, so that the terminal never shows half of the text. */
void status_line_show(const char *text)
{
    al_lock_enter(line.lock);
    (void)fprintf(stderr, "\r%s\033[K", text);
    (void)fflush(stderr);
    line.shown = true;
    al_lock_leave(line.lock);
}

void status_line_pause(void)
{
    if (line.lock == NULL)
        return;
    al_lock_enter(line.lock);
    clear();
}

void status_line_resume(void)
{
    if (line.lock != NULL)
        al_lock_leave(line.lock);
}
