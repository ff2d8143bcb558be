/* walk.h: what holds for every walk over a decoded file. */
#ifndef ASSETLINT_FUZZ_WALK_H
#define ASSETLINT_FUZZ_WALK_H

#include "assetlint/assetlint.h"

/* Walks the file with a visitor that judges: lists and objects are closed as they were opened, every extent
 * lies in the file, and the report is `expected`. NULL, or what is wrong. */
const char *walk_judge(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected);

#endif
