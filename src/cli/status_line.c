/* status_line.c: the line, and who may write. */
#include "cli/status_line.h"

#include <stdio.h>

#include "platform/platform.h"

static struct {
    al_lock *lock; /* NULL: it isn't open */
    bool shown;
} line;

bool status_line_open(void)
{
    line.shown = false;
    line.lock = al_lock_new();
    return line.lock != NULL;
}

/* To the start of the line, and nothing behind it. */
static void take_away(void)
{
    if (line.shown) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr); /* not every system does it by itself */
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

/* In one call, so that it never shows half. */
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
    take_away();
}

void status_line_resume(void)
{
    if (line.lock != NULL)
        al_lock_leave(line.lock);
}
