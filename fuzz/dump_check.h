/* dump_check.h: what holds for the dump of any file. */
#ifndef ASSETLINT_FUZZ_DUMP_CHECK_H
#define ASSETLINT_FUZZ_DUMP_CHECK_H

#include "assetlint/assetlint.h"

/* Dumps the file to a visitor that judges: lists and objects are closed as they were opened, every extent
 * lies in the file, and the report is `expected`, but of an archive, of which only the list is shown. NULL,
 * or what is wrong. */
const char *dump_check(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected);

#endif
