/* place.h: where in a file a finding is. */
#ifndef ASSETLINT_REPORT_PLACE_H
#define ASSETLINT_REPORT_PLACE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

/* False of a file that couldn't be read, which may not even be there: an offset would only puzzle people. */
bool has_place(const al_finding *finding);

#endif
