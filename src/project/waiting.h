/* waiting.h: standard input and pipes, which may give nothing for a long time: then the client gets a notice.
 */
#ifndef AL_PROJECT_WAITING_H
#define AL_PROJECT_WAITING_H

#include <stdbool.h>

#include "platform/platform.h"
#include "project/notices.h"

/* To be called before standard input is read. `what` is read from it: "a file". */
void al_wait_for_standard_input(const char *what, const al_notices *notices);

/* Opens a named pipe for reading, and waits until a program writes to it. False if the path is not that of a
 * pipe, or the pipe can't be opened. */
bool al_open_named_pipe(const char *path, const al_notices *notices, al_file *file);

/* Tells that a path is read, if it is that of a pipe. */
void al_announce_pipe(const char *path, const al_notices *notices);

#endif
