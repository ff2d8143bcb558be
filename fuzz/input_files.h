/* input_files.h: several files in one input. Each begins with a line `=== PATH`, and ends before the next
 * such line. */
#ifndef ASSETLINT_FUZZ_INPUT_FILES_H
#define ASSETLINT_FUZZ_INPUT_FILES_H

#include <stdbool.h>

#include "core/span.h"

typedef struct input_file {
    al_span path; /* as it stands there */
    al_span bytes;
} input_file;

/* The file at or behind offset `*at`, which moves behind it. False if there is none. */
bool input_files_next(al_span input, uint64_t *at, input_file *file);

#endif
