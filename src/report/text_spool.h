/* text_spool.h: text of a report that waits until its place in the report comes, in a byte spool. */
#ifndef ASSETLINT_REPORT_TEXT_SPOOL_H
#define ASSETLINT_REPORT_TEXT_SPOOL_H

#include "core/byte_spool.h"
#include "report/report.h"

report_status text_spool_add(al_byte_spool *spool, const char *text);

/* Adds a record of JSON to a list, with a separator in front, and frees it. NULL stands for a record that
 * could not be allocated. `any`: the list has records already; is set. */
report_status text_spool_add_record(al_byte_spool *list, char *record, bool *any);

/* Writes a piece of text. */
typedef void text_writer(FILE *out, const char *text, size_t length);

/* Writes all text. Failures of `out` are left to ferror. */
report_status text_spool_copy_with(al_byte_spool *spool, text_writer *write, FILE *out);
report_status text_spool_copy(al_byte_spool *spool, FILE *out);

/* How lines become items of a JSON array. Each line begins with a number and a blank. */
typedef struct text_items {
    void (*begin)(void *context, uint64_t number, FILE *out); /* writes the beginning of the item instead */
    void *context;
    FILE *out;
    const char *separator; /* before the next item: "" before the very first */
} text_items;

/* Writes the first `lines` lines as items, without their line ends. Failures of the output are left to
 * ferror.
 */
report_status text_spool_copy_items(al_byte_spool *spool, uint64_t lines, text_items *items);

/* Adds all text of a spool to another one, and empties the first. */
report_status text_spool_move(al_byte_spool *from, al_byte_spool *to);

#endif
