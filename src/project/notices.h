/* notices.h: what a run tells its client besides results, such as that it waits for input. */
#ifndef AL_PROJECT_NOTICES_H
#define AL_PROJECT_NOTICES_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

#include "platform/platform.h"

/* Where notices go. All zero: nowhere. */
typedef struct al_notices {
    void *context;
    void (*notice)(void *context, const al_notice *notice);
} al_notices;

static inline void al_notify(const al_notices *to, al_notice_kind kind, const char *path, const char *text)
{
    const al_notice notice = {.kind = kind, .path = path, .text = text};
    if (to->notice != NULL)
        to->notice(to->context, &notice);
}

/* Standard input and pipes may give nothing for a long time: then the client gets a notice. */

/* To be called before standard input is read. `what` is read from it: "a file". */
void al_wait_for_standard_input(const char *what, const al_notices *notices);

/* Opens a named pipe for reading, and waits until a program writes to it. False if the path is not that of a
 * pipe, or the pipe can't be opened. */
bool al_open_named_pipe(const char *path, const al_notices *notices, al_file *file);

/* Tells that a path is read, if it is that of a pipe. */
void al_announce_pipe(const char *path, const al_notices *notices);

#endif
