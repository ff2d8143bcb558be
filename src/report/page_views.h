/* page_views.h: what can be drawn of the files of an HTML report, and which files are shown together.
 *
 * Each file is an element of the page, `data-views` is its number among the files of the report, so that the
 * viewer reads it only when it is shown. A partner (al_partner) that has no number, or no findings, has the
 * key of its record instead. All together take a limited size: the files with findings come before partners,
 * the smallest first, and the others are left out.
 */
#ifndef ASSETLINT_REPORT_PAGE_VIEWS_H
#define ASSETLINT_REPORT_PAGE_VIEWS_H

#include "report/spool.h"

struct drawn_file;

/* Empty when it is all zero; then nothing is drawn. */
typedef struct page_views {
    uint64_t most; /* bytes of what is drawn in the page */
    al_options *options;
    al_checker *checker;
    FILE *file; /* NULL until something is drawn */
    long end;   /* of what was written to the file */
    struct drawn_file *drawn;
    size_t drawn_count, drawn_capacity;
    spool partners; /* their records, with the separators between them */
} page_views;

/* False when out of memory; page_views_end must be called in any case. */
bool page_views_begin(page_views *v, const al_options *options, uint64_t most);
void page_views_end(page_views *v);

/* Whether files are drawn. */
bool page_views_are_drawn(const page_views *v);

/* Draws a file with findings, which has that number. One that can't be read any more has nothing. */
report_status page_views_add(page_views *v, const al_result *result, uint64_t number);

/* Tells which files belong to a file, and draws them, if it has findings that are shown. The drop page draws
 * other files later: as many as there is room for have partners, too. During the run of the project. */
report_status page_views_add_partners(page_views *v, const al_project *project, const al_result *result,
                                      uint64_t number, bool is_shown);

/* Writes the elements, to be called once. */
report_status page_views_write(page_views *v, FILE *out);

/* Writes JSON into an element of a page: each `<` is `\u003c`, so that no text of a file ends it. */
void write_json_of_page(FILE *out, const char *text, size_t length);

#endif
