/* waiting.h: says what the program waits for, where it would seem to hang. */
#ifndef ASSETLINT_CLI_WAITING_H
#define ASSETLINT_CLI_WAITING_H

#include <stdbool.h>

#include "platform/platform.h"

/* Before standard input is read: `what` it is to give. At once where that is a terminal; where it is a pipe
 * that stays empty for a while, somebody at a terminal hears of it, no log does. */
void wait_for_standard_input(const char *what, bool quiet);

/* Opens a named pipe and waits for the first bytes. After a while without them it says so, also in a log: a
 * pipe that nobody writes to is never read. False for what is no pipe, or can't be opened. */
bool open_pipe(const char *path, bool quiet, al_file *file);

/* The same for what is opened elsewhere, which waits without a word. */
void announce_pipe(const char *path);

#endif
