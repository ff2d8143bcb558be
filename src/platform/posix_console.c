/* posix_console.c: the program's start and its terminal. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"
#include "platform/posix_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Opens a standard stream that is closed. Otherwise a file that we open would become that stream, and would
 * get the program's output. The stream is opened in the wrong direction, so that using it fails. */
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
    (void)signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe gives EPIPE */
    return occupy_standard_streams();
}

bool al_terminal_takes_sequences(al_file file)
{
    const char *terminal = getenv("TERM");
    return al_file_is_terminal(file) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

int al_terminal_width(al_file file)
{
    enum { DEFAULT_WIDTH = 80 };
    struct winsize size;
    if (isatty((int)file.handle) != 1)
        return 0;
    return ioctl((int)file.handle, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : DEFAULT_WIDTH;
}

const char *al_end_of_input_keys(void)
{
    return "Ctrl-D at the start of a line ends it";
}
