/* views_check.h: tests what holds for the views of any file. */
#ifndef ASSETLINT_FUZZ_VIEWS_CHECK_H
#define ASSETLINT_FUZZ_VIEWS_CHECK_H

#include "assetlint/assetlint.h"

/* Makes the views of a file, and reads all of them: numbers of vertices, triangles, bones and keys are below
 * their counts, positions are finite and in the box, bones come to a root, bytes lie in the file. With
 * `expected` the report is the same, and memory suffices. NULL, or the problem. */
const char *views_check(al_checker *checker, const char *name, const void *data, size_t size,
                        const al_result *expected);

#endif
