/* interrupted.h: what reports say of a run that somebody ended. */
#ifndef ASSETLINT_REPORT_INTERRUPTED_H
#define ASSETLINT_REPORT_INTERRUPTED_H

#include "report/report.h"

/* "interrupted, 5 more were not checked"; "" of one that nobody ended. Returns `words`. */
const char *report_interrupted(const report_totals *totals, char *words, size_t size);

#endif
