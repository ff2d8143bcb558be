/* message.c: messages and the status line on stderr, and the end of stdout. */
#include "cli/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "report/page.h"
#include "report/texts.h"

/* ---- The status line, and the lock of the terminal ----------------------------------------------------- */

static struct {
    al_lock *lock; /* NULL: the line isn't open */
    bool shown;
} status_line;

bool status_line_open(void)
{
    status_line.shown = false;
    status_line.lock = al_lock_new();
    return status_line.lock != NULL;
}

/* Goes to the start of the line and clears it. */
static void clear(void)
{
    if (status_line.shown) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr); /* some systems buffer stderr */
    }
    status_line.shown = false;
}

void status_line_close(void)
{
    status_line_pause();
    status_line_resume();
    al_lock_free(status_line.lock);
    status_line.lock = NULL;
}

/* Writes in one call, so that the terminal never shows half of the text. */
void status_line_show(const char *text)
{
    al_lock_enter(status_line.lock);
    (void)fprintf(stderr, "\r%s\033[K", text);
    (void)fflush(stderr);
    status_line.shown = true;
    al_lock_leave(status_line.lock);
}

void status_line_pause(void)
{
    if (status_line.lock == NULL)
        return;
    al_lock_enter(status_line.lock);
    clear();
}

void status_line_resume(void)
{
    if (status_line.lock != NULL)
        al_lock_leave(status_line.lock);
}

/* ---- Messages ------------------------------------------------------------------------------------------ */

/* A console breaks lines within words. In a window of its own, unlike in a terminal or a log, nothing but the
 * reader uses the lines. */
static void write_shown(const char *shown)
{
    const int width = al_owns_console() ? al_terminal_width(al_standard_error) : 0;
    page p = {.out = stderr, .width = width - 1}; /* some consoles wrap after the last column */
    if (width == 0) {
        (void)fprintf(stderr, "assetlint: %s\n", shown);
        return;
    }
    page_text(&p, "assetlint: ");
    p.indent = p.column + 1;
    page_text(&p, shown);
    page_end_line(&p);
}

/* Writes the line in one call if there is memory for that, since several threads may print messages. */
static void write_whole(const char *text, size_t length)
{
    char *shown = escaped_copy(text, length);
    status_line_pause();
    if (shown != NULL) {
        write_shown(shown);
    } else {
        (void)fputs("assetlint: ", stderr);
        write_escaped(stderr, text, length);
        (void)fputc('\n', stderr);
    }
    status_line_resume();
    free(shown);
    (void)fflush(stderr); /* some systems need a buffer there to keep characters whole */
}

static void write_line(const char *format, va_list values) AL_PRINTF(1, 0);

/* Allocates memory for long lines only, and cuts them if there is none: "out of memory" is a message, too. */
static void write_line(const char *format, va_list values)
{
    char line[1024];
    va_list again;
    va_copy(again, values);
    const int wanted = vsnprintf(line, sizeof line, format, values);
    const size_t length = wanted > 0 ? (size_t)wanted : 0;
    char *long_line = length >= sizeof line ? malloc(length + 1) : NULL;
    if (long_line != NULL)
        (void)vsnprintf(long_line, length + 1, format, again);
    write_whole(long_line != NULL ? long_line : line,
                long_line != NULL || length < sizeof line ? length : sizeof line - 1);
    free(long_line);
    va_end(again);
}

void message(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    write_line(format, values);
    va_end(values);
}

void message_at(const char *file, uint64_t line, uint64_t column, const char *text)
{
    (void)fputs(before_path(file), stderr);
    write_escaped(stderr, file, strlen(file));
    (void)fprintf(stderr, ":%" PRIu64 ":%" PRIu64 ": ", line, column);
    write_escaped(stderr, text, strlen(text));
    (void)fputc('\n', stderr);
    (void)fflush(stderr);
}

int usage_error(const char *command, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    write_line(format, values);
    va_end(values);
    if (command != NULL)
        message("see assetlint %s --help", command);
    return EXIT_USAGE;
}

int out_of_memory(void)
{
    status_line_pause();
    (void)fputs("assetlint: out of memory\n", stderr);
    status_line_resume();
    return EXIT_UNCHECKED;
}

int finish_stdout(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    const int error = al_last_error(); /* of this flush or of an earlier one: nothing in between sets it */
    if (!al_is_closed_pipe(error))
        message("cannot write to standard output: %s", al_error_text(error));
    return EXIT_UNCHECKED;
}
