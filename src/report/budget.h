/* budget.h: how many findings of one rule in one file are still to be printed. */
#ifndef ASSETLINT_REPORT_BUDGET_H
#define ASSETLINT_REPORT_BUDGET_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rule_budget {
    uint64_t limit;
    uint64_t *seen; /* by rule number; NULL: the budget has no limit */
} rule_budget;

/* False when out of memory. UINT64_MAX is no limit. */
bool budget_begin(rule_budget *budget, uint64_t limit);

/* To be called before the findings of each file. */
void budget_next_file(rule_budget *budget);

/* Counts a finding; false when there were enough of its rule. */
bool budget_take(rule_budget *budget, const al_finding *finding);

/* How many findings of the rule were refused in this file. */
uint64_t budget_refused(const rule_budget *budget, size_t rule_number);

void budget_end(rule_budget *budget);

#endif
