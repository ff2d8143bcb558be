/* message.h: what the program says on stderr, a line each with "assetlint: " in front. */
#ifndef ASSETLINT_CLI_MESSAGE_H
#define ASSETLINT_CLI_MESSAGE_H

#include <stdint.h>

#include "core/compiler.h"

/* The exit statuses; where several fit, the highest wins. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNCHECKED = 3 };

/* Control characters and bytes that aren't UTF-8 are escaped, so arguments may hold anything. */
void message(const char *format, ...) AL_PRINTF(1, 2);

/* "FILE:LINE:COLUMN: TEXT", as editors know it, without "assetlint: " in front. */
void message_at(const char *file, uint64_t line, uint64_t column, const char *text);

/* As message, followed by where the options of the command are listed; returns EXIT_USAGE. */
int usage_error(const char *command, const char *format, ...) AL_PRINTF(2, 3);

/* "out of memory"; returns EXIT_UNCHECKED. */
int out_of_memory(void);

/* Flushes stdout, for commands whose whole output is there. Returns `status`, or EXIT_UNCHECKED when
 * something of it could not be written; that is reported, unless a reader has merely gone away. */
int finish_stdout(int status);

#endif
