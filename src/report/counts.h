/* counts.h: counts files and findings, for reports for people, and limits the findings of a rule. */
#ifndef ASSETLINT_REPORT_COUNTS_H
#define ASSETLINT_REPORT_COUNTS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"

/* ---- Findings of a rule in a file ---------------------------------------------------------------------- */

/* UINT64_MAX stands for no limit. False when out of memory. */
bool quota_begin(rule_quota *quota, uint64_t limit);

/* Must be called before the findings of each file. */
void quota_next_file(rule_quota *quota);

/* Counts a finding. False if its rule has reached the limit in this file. */
bool quota_take(rule_quota *quota, const al_finding *finding);

/* Whether a finding is listed: --show and --max-per-rule let it through. Counts it. */
bool report_lists(report_base *base, const al_finding *finding);

/* How many findings of a rule were over the limit in this file. */
uint64_t quota_refused(const rule_quota *quota, size_t rule_number);

void quota_end(rule_quota *quota);

/* ---- Files --------------------------------------------------------------------------------------------- */

/* Whether a format is one of packages. */
bool is_package_format(const char *format);

/* Counts a file, or a finding of an archive's entry that is not a file of a known format. */
void file_counts_add(file_counts *t, const al_result *result);

/* How many files were counted. */
uint64_t file_counts_sum(const file_counts *t);

/* "14 files checked: 2 with errors, 1 with warnings, 10 without, 1 could not be checked", then suppressed
 * findings, and the settings of the configuration. To be freed; NULL when out of memory. */
char *file_counts_words(const report_totals *totals);

/* `before`, and "settings of mod/assetlint.json: 12 findings left out, fail-on never". "" if the
 * configuration left nothing out and did not decide how the run ends. To be freed; NULL when out of memory.
 */
char *configuration_words(const report_totals *totals, const char *before);

/* The verdict in capital letters. */
const char *verdict_word(const report_totals *totals);

/* What follows it where no file was checked. */
typedef struct not_checked_text {
    char text[96];
} not_checked_text;
not_checked_text not_checked_words(const report_totals *totals);

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* In which order people should look at findings: causes of other findings first; then what keeps a reader
 * from reading on, such as the end of a file that was cut short; then all others. */
typedef enum cause_rank { RANK_CAUSE, RANK_STOPS_READERS, RANK_OTHER, CAUSE_RANKS } cause_rank;

cause_rank rank_of(const al_rule *rule);

typedef struct rule_sum {
    const al_rule *rule;
    uint64_t found, files;
    uint64_t last_file; /* the number of the last file with a finding */
    al_level level;     /* the most severe level of its findings */
} rule_sum;

typedef struct rule_table {
    rule_sum *sums;                      /* by index of the rule, until rule_table_arrange */
    uint64_t file;                       /* the number of this file, from 1, which the report counts */
    uint64_t fixable[AL_FIX_UNSAFE + 1]; /* findings, by the kind of their fix */
} rule_table;

/* False when out of memory. */
bool rule_table_begin(rule_table *table);

void rule_table_add(rule_table *table, const al_finding *finding);

/* Moves the rules with findings to the front, and returns their number, sorted by cause_rank, then the most
 * severe ones first. Nothing can be added afterwards. */
size_t rule_table_arrange(rule_table *table);

void rule_table_end(rule_table *table);

#endif
