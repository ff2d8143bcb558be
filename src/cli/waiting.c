/* waiting.c: a word on stderr about terminals and pipes that nothing comes from. */
#include "cli/waiting.h"

#include "cli/message.h"

enum {
    PATIENCE = 1000,
    FOR_EVER = -1
}; /* milliseconds; most programs in front of a pipe have begun by then */

void wait_for_standard_input(const char *what, bool quiet)
{
    if (quiet)
        return;
    if (al_file_is_terminal(al_standard_input))
        message("reading %s from the terminal; %s", what, al_end_of_input_keys);
    else if (al_file_is_terminal(al_standard_error) && !al_file_wait(al_standard_input, PATIENCE) &&
             !al_interrupted())
        message("waiting for %s on standard input", what);
}

static bool is_pipe(const char *path)
{
    al_file_info info;
    return al_look(path, &info) == 0 && info.kind == AL_KIND_PIPE;
}

bool open_pipe(const char *path, bool quiet, al_file *file)
{
    if (!is_pipe(path) || al_pipe_open(path, file) != 0)
        return false;
    if (!quiet && !al_file_wait(*file, PATIENCE) && !al_interrupted())
        message("waiting for somebody to write to the pipe %s", path);
    (void)al_file_wait(*file, FOR_EVER);
    return true;
}

void announce_pipe(const char *path)
{
    if (al_file_is_terminal(al_standard_error) && is_pipe(path))
        message("reading the pipe %s", path);
}
