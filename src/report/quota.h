/* quota.h: limits how many findings of one rule are printed for one file (--max-per-rule). */
#ifndef ASSETLINT_REPORT_QUOTA_H
#define ASSETLINT_REPORT_QUOTA_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rule_quota {
    uint64_t limit;
    uint64_t *seen; /* findings in this file, by index of the rule; NULL: no limit */
    bool exceeded;  /* by a rule in this file */
} rule_quota;

/* UINT64_MAX stands for no limit. False when out of memory. */
bool quota_begin(rule_quota *quota, uint64_t limit);

/* Must be called before the findings of each file. */
void quota_next_file(rule_quota *quota);

/* Counts a finding. False if its rule has reached the limit in this file. */
bool quota_take(rule_quota *quota, const al_finding *finding);

/* How many findings of a rule were over the limit in this file. */
uint64_t quota_refused(const rule_quota *quota, size_t rule_number);

void quota_end(rule_quota *quota);

#endif
