/* posix_program.c: the program's errors, its memory, its start and its terminal. */
#define _POSIX_C_SOURCE 200809L

#include "platform/common.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* ---- Errors -------------------------------------------------------------------------------------------- */

const char *al_error_text(int error)
{
    const char *text = al_usual_error_text(error);
    if (text != NULL)
        return text;
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return "unknown error";
    text = strerror_l(error, plain);
    freelocale(plain);
    return text;
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* When glibc frees a large block, it raises the size from which it maps blocks, up to 32 MiB, and the amount
 * of freed memory that it keeps, up to 64 MiB for each heap; it has up to eight heaps for each processor.
 * With 16 threads we measured hundreds of MiB of unused memory. So we set both to fixed sizes, which costs no
 * measurable time. Other C libraries don't do this. */
static void limit_freed_memory(void)
{
#ifdef __GLIBC__
    enum { MAPPED_FROM = 256 << 10, MOST_FREED = 1 << 20 };
    (void)mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    (void)mallopt(M_TRIM_THRESHOLD, MOST_FREED);
#endif
}

/* ---- The start and the terminal ------------------------------------------------------------------------ */

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
    limit_freed_memory();
    (void)signal(SIGPIPE, SIG_IGN); /* writing to a closed pipe gives EPIPE */
    (void)signal(SIGXFSZ, SIG_IGN); /* writing beyond `ulimit -f` gives EFBIG */
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
