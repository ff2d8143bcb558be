/* message.h: messages on stderr, one line each, after "assetlint: ". */
#ifndef ASSETLINT_CLI_MESSAGE_H
#define ASSETLINT_CLI_MESSAGE_H

#include <stdint.h>

#include "core/compiler.h"

/* The exit statuses; where several fit, the highest wins. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNCHECKED = 3 };

/* Escapes control characters and bytes that aren't UTF-8, so arguments may contain any bytes. */
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

#endif
