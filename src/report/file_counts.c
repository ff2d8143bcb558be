/* file_counts.c: each file is counted once, by its most severe finding. */
#include "report/file_counts.h"

#include <inttypes.h>

#include "engine/result.h"
#include "report/finding_words.h"

void file_counts_begin(file_counts *t)
{
    *t = (file_counts){.of_package = &t->uncounted};
}

static uint64_t *count_of(file_counts *t, const al_result *result)
{
    if (result->errors > 0)
        return &t->with_errors;
    if (result->warnings > 0)
        return &t->with_warnings;
    return al_is_unchecked(result) ? &t->uncounted : &t->without;
}

/* Findings of an entry that is not a file of a known format belong to its package: the package may move to a
 * more severe count. */
static void count_entry(file_counts *t, uint64_t *count)
{
    const bool worse = count == &t->with_errors || t->of_package == &t->without;
    if (count == &t->uncounted || t->of_package == &t->uncounted || !worse)
        return;
    --*t->of_package;
    ++*count;
    t->of_package = count;
}

void file_counts_add(file_counts *t, const al_result *result)
{
    uint64_t *count = count_of(t, result);
    if (result->entry_only) {
        count_entry(t, count);
        return;
    }
    ++*count;
    if (result->member[0] == '\0')
        t->of_package = count;
}

file_counts_text file_counts_words(const file_counts *t, const report_totals *totals)
{
    char unread[48] = "", limited[48] = "", suppressed[48] = "";
    file_counts_text words;
    if (totals->unreadable > 0)
        (void)snprintf(unread, sizeof unread, "; %" PRIu64 " could not be read", totals->unreadable);
    if (totals->limited > 0)
        (void)snprintf(limited, sizeof limited, "%s %" PRIu64 " stopped by a limit",
                       unread[0] != '\0' ? "," : ";", totals->limited);
    if (totals->suppressed > 0)
        (void)snprintf(suppressed, sizeof suppressed, "; %" PRIu64 " finding%s suppressed",
                       totals->suppressed, totals->suppressed == 1 ? "" : "s");
    (void)snprintf(words.text, sizeof words.text,
                   "%" PRIu64 " file%s checked, %" PRIu64 " with errors, %" PRIu64 " with warnings, %" PRIu64
                   " without%s%s%s%s%s",
                   totals->files, totals->files == 1 ? "" : "s", t->with_errors, t->with_warnings, t->without,
                   unread, limited, suppressed, totals->interrupted ? "; " : "",
                   interrupted_words(totals).text);
    return words;
}
