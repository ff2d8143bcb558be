/* text_spool.h: text of a report that waits until its place in the report comes, in a byte spool. */
#ifndef ASSETLINT_REPORT_TEXT_SPOOL_H
#define ASSETLINT_REPORT_TEXT_SPOOL_H

#include "core/byte_spool.h"
#include "report/report.h"

report_status text_spool_add(al_byte_spool *spool, const char *text);

/* Writes all text. Failures of `out` are left to ferror. */
report_status text_spool_copy(al_byte_spool *spool, FILE *out);

/* Writes the first `lines` lines as items of a JSON array, without their line ends. `*separator` comes before
 * the next item; it is "" before the very first. Failures of `out` are left to ferror. */
report_status text_spool_copy_lines(al_byte_spool *spool, uint64_t lines, FILE *out, const char **separator);

/* Adds all text of a spool to another one, and empties the first. */
report_status text_spool_move(al_byte_spool *from, al_byte_spool *to);

#endif
