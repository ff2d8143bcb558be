/* message.h: what is written to stderr: messages, and the status line of a terminal. */
#ifndef ASSETLINT_CLI_MESSAGE_H
#define ASSETLINT_CLI_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/compiler.h"

/* The exit statuses; where several fit, the highest wins. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNCHECKED = 3 };

/* One line, after "assetlint: ". Escapes control characters and bytes that aren't UTF-8, so arguments may
 * contain any bytes. */
void message(const char *format, ...) AL_PRINTF(1, 2);

/* "FILE:LINE:COLUMN: TEXT", the form that editors recognise, without "assetlint: " in front. */
void message_at(const char *file, uint64_t line, uint64_t column, const char *text);

/* Like message; a second line names the command's --help, unless `command` is NULL. Returns EXIT_USAGE. */
int usage_error(const char *command, const char *format, ...) AL_PRINTF(2, 3);

/* "out of memory"; returns EXIT_UNCHECKED. */
int out_of_memory(void);

/* Flushes stdout, for commands that write only there. Returns `status`, or EXIT_UNCHECKED if not all output
 * could be written; then it prints why, unless a reader has closed the pipe. */
int finish_stdout(int status);

/* ---- The status line ----------------------------------------------------------------------------------- */

/* A line at the bottom of the terminal, which shows progress. There is one terminal, so there is one line.
 * Code that writes anything else to the terminal hides the line meanwhile:
 *
 *     status_line_pause();
 *     fputs("something\n", stderr);
 *     status_line_resume();
 *
 * status_line_pause clears the line and holds its lock until status_line_resume: other threads that show it
 * wait. Both do nothing when no line is open. They don't nest. */
void status_line_pause(void);
void status_line_resume(void);

/* Call them while no other thread uses the line. False if the system can't make a lock. */
bool status_line_open(void);
void status_line_close(void);

/* Shows a text. It must be shorter than the terminal is wide. */
void status_line_show(const char *text);

#endif
