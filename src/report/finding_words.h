/* finding_words.h: words that several forms of reports share. */
#ifndef ASSETLINT_REPORT_FINDING_WORDS_H
#define ASSETLINT_REPORT_FINDING_WORDS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>

#include "report/report.h"

/* Whether to show the offset of a finding. An unreadable file may not even exist, so its offset would
 * confuse. */
bool has_offset(const al_finding *finding);

/* The field and the values of a finding: `buffers[0].itemSize = 1, expected 0`, or the parts of this that the
 * finding has. Each value takes at most `most` bytes, below AL_MESSAGE_SIZE; a longer value ends in "...". To
 * be freed; NULL when out of memory. */
char *finding_values(const al_finding *finding, size_t most);

/* Why a file was not checked completely: "a limit stopped the check: WHY", without WHY if no finding says it.
 */
typedef struct unchecked_text {
    char text[64 + AL_MESSAGE_SIZE];
} unchecked_text;
unchecked_text unchecked_words(const al_result *result);

/* "interrupted, 5 more were not checked", or "" if the run was not interrupted. */
typedef struct interrupted_text {
    char text[80];
} interrupted_text;
interrupted_text interrupted_words(const report_totals *totals);

#endif
