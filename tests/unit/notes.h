/* notes.h: what a test hears or sees, written down one after another, to be compared with what it should be.
 */
#ifndef ASSETLINT_TESTS_NOTES_H
#define ASSETLINT_TESTS_NOTES_H

#include <stddef.h>

#include "core/compiler.h"

/* Empty when it is all zero. */
typedef struct notes {
    char text[8192];
    size_t length;
} notes;

/* Adds to them as printf prints. */
void note(notes *n, const char *format, ...) AL_PRINTF(2, 3);

#endif
