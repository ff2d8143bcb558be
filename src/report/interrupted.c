/* interrupted.c: one wording for all forms. */
#include "report/interrupted.h"

#include <inttypes.h>

const char *report_interrupted(const report_totals *totals, char *words, size_t size)
{
    words[0] = '\0';
    if (totals->interrupted && totals->left > 0)
        (void)snprintf(words, size, "interrupted, %" PRIu64 " more %s not checked", totals->left,
                       totals->left == 1 ? "was" : "were");
    else if (totals->interrupted)
        (void)snprintf(words, size, "interrupted");
    return words;
}
