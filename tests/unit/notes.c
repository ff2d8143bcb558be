/* notes.c: text that grows. */
#include "notes.h"

#include "unit.h"

#include <stdarg.h>
#include <stdio.h>

void note(notes *n, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(n->text + n->length, sizeof n->text - n->length, format, values);
    va_end(values);
    assert_in_range(length, 0, sizeof n->text - n->length - 1);
    n->length += (size_t)length;
}
