/* dump_check.h: tests what holds for the dump of any file. */
#ifndef ASSETLINT_FUZZ_DUMP_CHECK_H
#define ASSETLINT_FUZZ_DUMP_CHECK_H

#include "assetlint/assetlint.h"

/* Dumps the file to a visitor that tests the dump: lists and objects are closed in the order in which they
 * were opened, every extent lies in the file, and the report is `expected`. An archive may have another
 * report, since a dump shows only its list. NULL, or the problem. */
const char *dump_check(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected);

#endif
