/* posix_console.c: the standard streams of a program. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"
#include "platform/posix_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const al_end_of_input_keys = "Ctrl-D at the start of a line ends it";
const bool al_must_expand_patterns = false;

/* A file that we open must not become stdin, stdout or stderr because that was closed: reports would end up
 * in it. What takes the place fails when it is used. */
static bool occupy_standard_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) == -1 && errno == EBADF &&
            open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) != i)
            return false;
    return true;
}

bool al_program_start(void)
{
    al_limit_freed_memory();
    (void)signal(SIGPIPE, SIG_IGN); /* a closed pipe is an output that can't be written, no sudden death */
    return occupy_standard_streams();
}

char **al_program_arguments(int count, char **words)
{
    (void)count;
    return words;
}

bool al_terminal_takes_sequences(al_file file)
{
    const char *terminal = getenv("TERM");
    return al_file_is_terminal(file) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

/* Terminals stay when a program ends. */
bool al_owns_console(void)
{
    return false;
}

void al_wait_for_key(void)
{
}

int al_terminal_width(al_file file)
{
    enum { USUAL_WIDTH = 80 };
    struct winsize size;
    if (isatty((int)file.handle) != 1)
        return 0;
    return ioctl((int)file.handle, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_WIDTH;
}
