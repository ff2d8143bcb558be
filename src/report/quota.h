/* quota.h: how many findings of one rule in one file are still to be printed. */
#ifndef ASSETLINT_REPORT_QUOTA_H
#define ASSETLINT_REPORT_QUOTA_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rule_quota {
    uint64_t limit;
    uint64_t *seen; /* by rule number; NULL: the quota has no limit */
} rule_quota;

/* False when out of memory. UINT64_MAX is no limit. */
bool quota_begin(rule_quota *quota, uint64_t limit);

/* To be called before the findings of each file. */
void quota_next_file(rule_quota *quota);

/* Counts a finding; false when there were enough of its rule. */
bool quota_take(rule_quota *quota, const al_finding *finding);

/* How many findings of the rule were refused in this file. */
uint64_t quota_refused(const rule_quota *quota, size_t rule_number);

void quota_end(rule_quota *quota);

#endif
