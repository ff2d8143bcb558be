/* messages_played.h: the messages of a source of the program, for a test that includes that source: what the
 * user is told is appended to `said`, with MESSAGE_END behind it if the test defines that. */
#ifndef ASSETLINT_TESTS_MESSAGES_PLAYED_H
#define ASSETLINT_TESTS_MESSAGES_PLAYED_H

#include "cli/message.h"
#include "notes.h"

#ifndef MESSAGE_END
#define MESSAGE_END ""
#endif

static notes said;

static inline void say_message(const char *format, ...) AL_PRINTF(1, 2);
static inline int say_usage(const char *command, const char *format, ...) AL_PRINTF(2, 3);

static inline void say_message(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note_all(&said, format, values);
    va_end(values);
    note(&said, "%s", MESSAGE_END);
}

static inline int say_usage(const char *command, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note_all(&said, format, values);
    va_end(values);
    if (command != NULL)
        note(&said, "; see %s", command);
    note(&said, "%s", MESSAGE_END);
    return EXIT_USAGE;
}

#define message     say_message
#define usage_error say_usage

#endif
