/* views_json.h: writes what can be drawn of a file, and what to mark in it, as one JSON object: the bundle
 * that the viewer opens.
 */
#ifndef ASSETLINT_REPORT_VIEWS_JSON_H
#define ASSETLINT_REPORT_VIEWS_JSON_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdio.h>

/* Nothing is written if the views have no result. False when out of memory: what was written is then not
 * whole. */
bool write_views_json(FILE *out, const al_views *views);

#endif
