/* notes.h: a text that callbacks of a test append to. */
#ifndef ASSETLINT_TESTS_NOTES_H
#define ASSETLINT_TESTS_NOTES_H

#include "unit.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/compiler.h"

typedef struct notes {
    char text[8192];
    size_t length;
} notes;

static inline int note_all(notes *n, const char *format, va_list values) AL_PRINTF(2, 0);
static inline int note(notes *n, const char *format, ...) AL_PRINTF(2, 3);

/* Both return how many bytes they appended. */
static inline int note_all(notes *n, const char *format, va_list values)
{
    const int length = vsnprintf(n->text + n->length, sizeof n->text - n->length, format, values);
    assert_in_range(length, 0, sizeof n->text - n->length - 1);
    n->length += (size_t)length;
    return length;
}

static inline int note(notes *n, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = note_all(n, format, values);
    va_end(values);
    return length;
}

static inline void notes_clear(notes *n)
{
    n->length = 0;
    n->text[0] = '\0';
}

#endif
