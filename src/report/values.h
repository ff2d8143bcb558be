/* values.h: the field and the values of a finding, as reports for people show them. */
#ifndef ASSETLINT_REPORT_VALUES_H
#define ASSETLINT_REPORT_VALUES_H

#include <assetlint/assetlint.h>

/* `buffers[0].itemSize = 1, expected 0`, or as much of it as there is, maybe nothing. Each value has at most
 * `most` bytes, below AL_MESSAGE_SIZE; a longer one ends in "...". To be freed; NULL when out of memory. */
char *values_of(const al_finding *finding, size_t most);

#endif
