/* messages_played.h: the messages of a source of the program, for a test that includes that source: what the
 * user is told is appended to `said`. */
#ifndef ASSETLINT_TESTS_MESSAGES_PLAYED_H
#define ASSETLINT_TESTS_MESSAGES_PLAYED_H

#include "cli/message.h"
#include "notes.h"

static notes said;

static inline void say_message(const char *format, ...) AL_PRINTF(1, 2);
static inline int say_usage(const char *command, const char *format, ...) AL_PRINTF(2, 3);

static inline void say_message(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note_all(&said, format, values);
    va_end(values);
}

static inline int say_usage(const char *command, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note_all(&said, format, values);
    va_end(values);
    if (command != NULL)
        note(&said, "; see %s", command);
    return EXIT_USAGE;
}

#define message     say_message
#define usage_error say_usage

#endif
