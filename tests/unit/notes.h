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

static inline void note(notes *n, const char *format, ...) AL_PRINTF(2, 3);

static inline void note(notes *n, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(n->text + n->length, sizeof n->text - n->length, format, values);
    va_end(values);
    assert_in_range(length, 0, sizeof n->text - n->length - 1);
    n->length += (size_t)length;
}

#endif
