/* file_counts.c: sorts files into groups, and says how many each group has. */
#include "report/file_counts.h"

#include <inttypes.h>

#include "engine/result.h"
#include "report/finding_words.h"

void file_counts_begin(file_counts *t)
{
    *t = (file_counts){.package = FILES_UNCHECKED};
}

static file_group group_of(const al_result *result)
{
    if (al_is_unchecked(result))
        return FILES_UNCHECKED;
    if (result->errors > 0)
        return FILES_WITH_ERRORS;
    return result->warnings > 0 ? FILES_WITH_WARNINGS : FILES_WITHOUT;
}

/* Findings of an entry that is not a file of a known format belong to its package: the package may move to a
 * more severe group. */
static void count_entry(file_counts *t, file_group group)
{
    if (group <= t->package)
        return;
    t->of[t->package]--;
    t->of[group]++;
    t->package = group;
}

void file_counts_add(file_counts *t, const al_result *result)
{
    const file_group group = group_of(result);
    if (result->entry_only) {
        count_entry(t, group);
        return;
    }
    t->of[group]++;
    if (result->member[0] == '\0')
        t->package = group;
}

file_counts_text file_counts_words(const file_counts *t, const report_totals *totals)
{
    char unchecked[48] = "", suppressed[48] = "";
    file_counts_text words;
    if (t->of[FILES_UNCHECKED] > 0)
        (void)snprintf(unchecked, sizeof unchecked, ", %" PRIu64 " could not be checked",
                       t->of[FILES_UNCHECKED]);
    if (totals->suppressed > 0)
        (void)snprintf(suppressed, sizeof suppressed, "; %" PRIu64 " finding%s suppressed",
                       totals->suppressed, totals->suppressed == 1 ? "" : "s");
    (void)snprintf(words.text, sizeof words.text,
                   "%" PRIu64 " file%s checked: %" PRIu64 " with errors, %" PRIu64 " with warnings, %" PRIu64
                   " without%s%s%s%s",
                   totals->files, totals->files == 1 ? "" : "s", t->of[FILES_WITH_ERRORS],
                   t->of[FILES_WITH_WARNINGS], t->of[FILES_WITHOUT], unchecked, suppressed,
                   totals->interrupted ? "; " : "", interrupted_words(totals).text);
    return words;
}
