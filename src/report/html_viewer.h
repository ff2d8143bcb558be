/* html_viewer.h: the parts of a report's page that are the same in each. The build makes them from web/viewer
 * (cmake/join_viewer.cmake). */
#ifndef ASSETLINT_REPORT_HTML_VIEWER_H
#define ASSETLINT_REPORT_HTML_VIEWER_H

#include <stddef.h>

typedef struct html_part {
    const unsigned char *text; /* not terminated */
    size_t length;
} html_part;

/* In this order. The verdict stands between the first two, the data of the report between the last two. */
extern const html_part html_viewer_head, html_viewer_body, html_viewer_script;

#endif
